# Both executables and git, for gate scan in a container:
#   docker build -t gate --build-arg VERSION=$(git describe --tags --always) .
#   docker run --rm -v "$PWD:/src:ro" -w /src gate scan --diff HEAD^1...HEAD
FROM golang:1.26-alpine AS build
WORKDIR /gate
COPY . .
ARG VERSION=dev
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags "-s -w -X gate.Version=$VERSION" -o /out/ ./cmd/gate ./cmd/gatectl

FROM alpine:3.22
# What is mounted belongs to somebody else, and git asks to be told that this is meant.
RUN apk add --no-cache git && git config --system --add safe.directory '*' && adduser -D -u 10001 gate
COPY --from=build /out/ /usr/local/bin/
COPY LICENSE NOTICE /usr/local/share/doc/gate/
USER gate
ENTRYPOINT ["gate"]
