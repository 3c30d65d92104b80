package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"gate/bundle/author"
	"gate/internal/audit"
	"gate/internal/config"
)

// logToken holds the bearer token for servers that take logs. It is not that of
// bundles: each is for its own server.
const logToken = "GATE_LOG_TOKEN"

func logShip() *cobra.Command {
	var s shipment
	var access author.Access
	cmd := &cobra.Command{
		Use:   "ship --to URL",
		Short: "Send the decisions that a server does not have yet",
		Long: `The lines go to an endpoint that takes OPA's decision logs (a POST of a JSON array, compressed with gzip), or with
--otlp to an OTLP collector over HTTP. How far it came is kept for each destination, so that the next run goes on there. A
line is sent at least once: again when the server's answer was lost; its decision_id tells.
Plain http is for this machine alone. Exit codes: 0 all is sent, 1 something is not.`,
		Example: `  gate log ship --to https://opa.example.com/logs
  gate log ship --to https://collector.example.com/v1/logs --otlp --token-file token`,
		Args: arguments(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if !author.IsHTTP(s.to) {
				return exit{2, fmt.Errorf("--to is %q\nhint: the https URL of an endpoint that takes decision logs, or with --otlp of a collector", s.to)}
			}
			if s.remote, err = remote(s.to, access); err != nil {
				return err
			}
			if access.TokenFile == "" {
				s.remote.Token = os.Getenv(logToken)
			}
			if s.dir, err = audit.Folder(); err != nil {
				return err
			}
			sent, err := s.run(cmd.Context())
			fmt.Fprintf(cmd.OutOrStdout(), "%d decisions sent, up to line %d\n", sent, s.cursor.Seq)
			if err != nil {
				return fmt.Errorf("send to %s: %w\nhint: the next run goes on behind line %d", s.to, err, s.cursor.Seq)
			}
			if s.rejected > 0 {
				return fmt.Errorf("%s does not keep %d of them: %s", s.to, s.rejected, s.why)
			}
			return nil
		},
	}
	accessFlags(cmd, &access)
	cmd.Flags().Lookup("token-file").Usage = "the file with the server's bearer token (default: the variable " + logToken + ")"
	cmd.Flags().StringVar(&s.to, "to", "", "the URL of the endpoint")
	cmd.Flags().BoolVar(&s.otlp, "otlp", false, "it is an OTLP collector, and the URL ends in /v1/logs")
	return cmd
}

// What is sent at once, before it is compressed. OPA's own plugin sends 32 KiB
// compressed, which is about this.
const (
	batchBytes = 512 << 10
	batchLines = 1000
)

// shipment is what goes to one destination.
type shipment struct {
	to     string
	otlp   bool
	dir    string
	remote author.Remote
	cursor cursor

	rejected int64  // lines that the server took, and does not keep
	why      string // as it says
}

// cursor is how far a destination has the log.
type cursor struct {
	To  string `json:"to"`
	Seq uint64 `json:"seq"` // number of the last line that it took
}

// cursorFile is named after the destination.
func (s *shipment) cursorFile() string {
	return filepath.Join(s.dir, fmt.Sprintf("ship-%x.json", sha256.Sum256([]byte(s.to)))[:len("ship-")+16]+".json")
}

// run sends what the destination does not have, and gives how many lines it
// took.
func (s *shipment) run(ctx context.Context) (sent int, err error) {
	if err := s.resume(); err != nil {
		return 0, err
	}
	var batch [][]byte
	size := 0
	var last uint64
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		if err := s.send(ctx, batch); err != nil {
			return err
		}
		sent += len(batch)
		batch, size = nil, 0
		s.cursor.Seq = last
		return s.save()
	}
	err = audit.ReadRaw(s.dir, s.cursor.Seq+1, func(seq uint64, line []byte) error {
		if len(batch) == batchLines || size+len(line) > batchBytes {
			if err := flush(); err != nil {
				return err
			}
		}
		if json.Valid(line) {
			batch, size = append(batch, slices.Clone(line)), size+len(line)
		}
		last = seq
		return nil
	})
	if err == nil {
		err = flush()
	}
	return sent, err
}

// resume reads the cursor. One of another log, which had more lines, begins
// anew.
func (s *shipment) resume() error {
	s.cursor = cursor{To: s.to}
	text, err := os.ReadFile(s.cursorFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s.cursor)
	}
	if err != nil {
		return fmt.Errorf("read how far it came: %w\nhint: rm %s to send all again", err, s.cursorFile())
	}
	status, err := audit.StatusOf(s.dir)
	if err == nil && status.Newest < s.cursor.Seq {
		s.cursor.Seq = 0
	}
	return err
}

func (s *shipment) save() error {
	text, err := json.Marshal(s.cursor)
	if err != nil {
		return err
	}
	return config.Replace(s.cursorFile(), append(text, '\n'))
}

// pauses are the waits before the same batch is sent again.
var pauses = []time.Duration{500 * time.Millisecond, 2 * time.Second}

// send sends a batch, again when it failed for a reason that may pass.
func (s *shipment) send(ctx context.Context, batch [][]byte) error {
	body, err := s.body(batch)
	if err != nil {
		return err
	}
	for _, pause := range pauses {
		var refusal *author.Refusal
		err := s.post(ctx, body)
		if err == nil || errors.As(err, &refusal) && !refusal.Passing() {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
	return s.post(ctx, body)
}

func (s *shipment) post(ctx context.Context, body []byte) error {
	answer, err := s.remote.Post(ctx, body)
	if err == nil && s.otlp {
		n, why := rejected(answer)
		if s.rejected += n; n > 0 {
			s.why = why
		}
	}
	return err
}

// body is a batch as the destination takes it.
func (s *shipment) body(batch [][]byte) ([]byte, error) {
	text := append(append([]byte{'['}, bytes.Join(batch, []byte{','})...), ']')
	if s.otlp {
		var err error
		if text, err = otlp(batch); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(text); err != nil {
		return nil, err
	}
	err := z.Close()
	return out.Bytes(), err
}
