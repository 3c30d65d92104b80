package author

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
)

// serial is the manifest's metadata.serial, 0 without one.
func (b *Bundle) serial() int64 {
	switch n := b.Manifest.Metadata["serial"].(type) {
	case json.Number:
		serial, _ := n.Int64() // what is no whole number is none
		return serial
	case float64:
		return int64(n)
	}
	return 0
}

// follows says whether a signed bundle may take the place of another by the
// same key: by its serial when both have one, else by its revision as a
// semantic version. Old bundles are signed as well as new ones, so without an
// order whoever serves them could bring back what was mended.
func (r Record) follows(current Record) error {
	version := func(text string) string { return "v" + strings.TrimPrefix(text, "v") }
	if r.Serial == 0 && !semver.IsValid(version(r.Revision)) {
		return fmt.Errorf("its revision %q has no order\nhint: give it one as 1.4.0 with gate bundle build --revision, or a growing metadata.serial in .manifest; --older takes it all the same", r.Revision)
	}
	older := false
	switch {
	case current.Key != r.Key, current.Digest == r.Digest:
	case r.Serial > 0 && current.Serial > 0:
		older = r.Serial < current.Serial
	case semver.IsValid(version(r.Revision)) && semver.IsValid(version(current.Revision)):
		older = semver.Compare(version(r.Revision), version(current.Revision)) < 0
	default:
		return errors.New("nobody can tell whether it is older than the one in force: one goes by its serial, the other by its revision\nhint: --older takes it all the same")
	}
	if older {
		return fmt.Errorf("its revision %s is older than %s, which is in force\nhint: gate bundle rollback goes back, and --older takes it all the same", r.order(), current.order())
	}
	return nil
}

// order is what the order of bundles is told by.
func (r Record) order() string {
	if r.Serial > 0 {
		return fmt.Sprintf("%s (serial %d)", r.Revision, r.Serial)
	}
	return r.Revision
}

// layeredRevision is the revision of a policy of two layers.
func layeredRevision(under, over string) string {
	return strings.Join(slices.DeleteFunc([]string{under, over}, func(r string) bool { return r == "" }), " ")
}

// claims holds a bundle to the roots that are left to it: what one layer says
// cannot be added to, and so not be changed, by the next.
func (b *Bundle) claims(free []string) error {
	for _, root := range *b.Manifest.Roots {
		if top, _, _ := strings.Cut(strings.Trim(root, "/"), "/"); !slices.Contains(free, top) {
			return fmt.Errorf("it claims the root %q, and %s is left to it here: org is for the managed policy, user is for the user's over it", root, strings.Join(free, " and "))
		}
	}
	return nil
}
