package author

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"gate/bundle"
)

// Current is the record of the policy in force.
func (s Store) Current() (Record, error) {
	policy, err := bundle.Open(s.snapshot())
	if bundle.Missing(err) {
		return Record{}, ErrNoBundle
	}
	if err != nil {
		return Record{}, err
	}
	for _, n := range s.numbers() {
		if r, err := s.record(n); err == nil && r.Policy == fmt.Sprintf("%x", policy.Digest()) {
			return r, nil
		}
	}
	return Record{}, fmt.Errorf("there is no record of %s\nhint: run gate bundle use again with your policy", s.snapshot())
}

// last is the newest record, an empty one without any.
func (s Store) last() Record {
	for _, n := range s.numbers() {
		if r, err := s.record(n); err == nil {
			return r
		}
	}
	return Record{}
}

// numbers are those of the policies that are kept, newest first.
func (s Store) numbers() []int {
	entries, _ := os.ReadDir(filepath.Join(s.Dir, "policies")) // without it there are none
	var all []int
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}

func (s Store) record(n int) (r Record, err error) {
	text, err := os.ReadFile(filepath.Join(s.numbered(n), "record.json"))
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	return r, err
}

// sources are what a policy was made of.
func (s Store) sources() (Sources, error) {
	r, err := s.Current()
	if err != nil {
		return Sources{}, err
	}
	name := filepath.Join(s.numbered(r.Number), "sources.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return Sources{}, err
	}
	var all Sources
	if err := unmarshalNumbers(text, &all); err != nil {
		return Sources{}, fmt.Errorf("read %s: %w", name, err)
	}
	if fmt.Sprintf("%x", all.Digest()) != r.Policy {
		return Sources{}, fmt.Errorf("%s is not what the policy in force was made of\nhint: run gate bundle refresh", name)
	}
	return all, nil
}

// unmarshalNumbers keeps numbers as they are written.
func unmarshalNumbers(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	return dec.Decode(into)
}

// Active are the sources of the policy in force, as bundle.Active finds it.
func Active(managed, user string) (Sources, error) {
	policy, err := bundle.Active(managed, user)
	if err != nil {
		return Sources{}, err
	}
	if policy.File == "" {
		return EmbeddedSources()
	}
	s, err := Store{Dir: filepath.Dir(policy.File)}.sources()
	if err != nil {
		return Sources{}, fmt.Errorf("read the sources of the policy in force: %w", err)
	}
	return s, nil
}
