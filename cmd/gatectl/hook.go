package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"gate"
	"gate/bundle/author"
	"gate/internal/hook"
)

// serverToken holds the bearer token for the server that decides.
const serverToken = "GATE_SERVER_TOKEN"

// connect makes ready to ask the server of gate hook --server, which gate hands
// over to this program.
func connect(s hook.Server) (hook.Ask, error) {
	if err := matched(); err != nil {
		return nil, err
	}
	r, err := remote(s.URL, author.Access{TokenFile: s.TokenFile, CA: s.CA, ClientCert: s.ClientCert, ClientKey: s.ClientKey})
	if err != nil {
		return nil, err
	}
	if s.TokenFile == "" { // the one for bundles is another server's
		r.Token = os.Getenv(serverToken)
	}
	return func(a gate.Action) (gate.Verdict, error) {
		return asked(r, a, s.Timeout)
	}, nil
}

func asked(r author.Remote, a gate.Action, limit time.Duration) (gate.Verdict, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	v, err := r.Ask(ctx, a)
	if errors.Is(err, context.DeadlineExceeded) {
		err = fmt.Errorf("ask %s: no verdict within %s", shown(r.URL), limit)
	}
	return v, err
}
