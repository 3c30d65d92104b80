package hook

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gate"
)

// Server is an OPA server that decides, as the flags say.
type Server struct {
	URL        string // "" for none
	Timeout    time.Duration
	Fallback   bool   // go by the local policy when there is no verdict
	TokenFile  string // with the bearer token, "" for none
	CA         string // in PEM, "" for what the machine trusts
	ClientCert string // in PEM, "" for none
	ClientKey  string
}

// Ask has a server decide on an action.
type Ask func(gate.Action) (gate.Verdict, error)

// central is the verdict that counts, of a server's and the local one.
func (f flags) central(ask Ask, stderr io.Writer) func(gate.Action, gate.Verdict) (gate.Verdict, error) {
	return func(a gate.Action, local gate.Verdict) (gate.Verdict, error) {
		v, err := ask(a)
		switch {
		case err == nil:
			return f.server.joined(v, local), nil
		case !f.server.Fallback && !f.FailOpen:
			return gate.Verdict{}, err
		case f.level > 0:
			fmt.Fprintf(stderr, "GATE WARN: %v; the local policy decides\n", err)
		}
		return local, nil
	}
}

// joined is a server's verdict with what counts of the local one: what that says
// of the gate's own files, so that a wrong server does not unlock the gate, and
// what the project's own rules say. On
// plain HTTP whoever listens on the port may be the server, the agent too: then
// all of it counts, and nothing is allowed that is not allowed here.
func (s Server) joined(v, local gate.Verdict) gate.Verdict {
	authentic := strings.HasPrefix(s.URL, "https://")
	all := slices.DeleteFunc(slices.Clone(v.Findings), func(f gate.Finding) bool {
		return f.Decision == gate.Allow && !authentic && local.Decision != gate.Allow
	})
	for _, f := range local.Findings {
		here := f.Layer == "project" || f.Layer == "gate" && strings.HasPrefix(f.ID, "self/")
		counts := f.Decision <= gate.Ask && (here || !authentic)
		if counts && !slices.ContainsFunc(all, func(g gate.Finding) bool { return same(f, g) }) {
			all = append(all, f)
		}
	}
	slices.SortStableFunc(all, func(f, g gate.Finding) int { return cmp.Compare(f.Decision, g.Decision) })
	v.Findings, v.Decision = all, gate.None
	if len(all) > 0 {
		v.Decision = all[0].Decision
	}
	return v
}

func same(f, g gate.Finding) bool {
	f.Softened, g.Softened = nil, nil
	return f == g
}
