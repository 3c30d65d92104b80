# Everything a person or CI does with this project. Needs Go and make.

BIN     := bin
PREFIX  ?= $(HOME)/.local
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo dev)
export CGO_ENABLED := 0

.PHONY: build extras install demo test lint fuzz generate bench e2e update

build: ## both executables into bin/
	@mkdir -p $(BIN)
	go build -trimpath -ldflags "-s -w -X gate.Version=$(VERSION)" -o $(BIN)/ ./cmd/gate ./cmd/gatectl

extras: ## man pages and completions into extras/, the same each time for one commit
	@rm -rf extras && mkdir -p extras/completions
	go build -trimpath -ldflags "-X gate.Version=$(VERSION)" -o extras/gatectl ./cmd/gatectl
	SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$$(git log -1 --format=%ct)} extras/gatectl man extras/man
	@for shell in bash zsh fish powershell; do extras/gatectl completion $$shell > extras/completions/gate.$$shell || exit 1; done
	@rm extras/gatectl

install: build ## both executables into PREFIX/bin, side by side
	install -d $(PREFIX)/bin
	install -m 755 $(BIN)/gate $(BIN)/gatectl $(PREFIX)/bin/

demo: build ## three captured payloads, and what the gate replies
	@sh testdata/demo.sh $(BIN)/gate

test: ## everything: Go tests, script tests, Rego tests
	go test ./...

lint: ## formatting, vet, staticcheck; Rego formatting and strictness are tests
	@test -z "$$(gofmt -l . | tee /dev/stderr)" || { echo "run: gofmt -w ." >&2; exit 1; }
	go vet ./...
	go vet -C testdata/tools ./...
	go tool staticcheck ./...

FUZZTIME ?= 20s
fuzz: ## each fuzz target for FUZZTIME
	@for pkg in $$(go list ./...); do \
	  for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
	    echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
	  done; done

generate: ## capabilities and the compiled policy; after a change to a rule or a builtin
	go generate ./policies

bench: build ## whole processes: the hook beside a bare Go program, with OPA inside, and Node; and gate replay's rate
	go run -trimpath ./internal/bench -gate $(BIN)/gate
	go test -run '^$$' -bench Replay ./internal/replay

e2e: build ## the real harnesses, installed from npm, against a scripted model on this machine
	go run ./e2e -gate $(BIN)/gate

update: generate ## rewrite golden files and scripts; read the diff before committing
	go test . ./dialects ./internal/judge ./bundle/author -update
