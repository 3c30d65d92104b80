package author

import (
	"encoding/json"
	"fmt"
	"slices"

	"gate/policies"
)

// Complete is the bundle with the embedded policy laid under it, as a tarball
// that OPA answers by alone: data.gate.verdict of an input document. The same
// bundle makes the same bytes. It has no signature, and is no Bundle: the gate
// brings its own policy, and takes the root gate from nobody.
func (b *Bundle) Complete() ([]byte, error) {
	files, err := collect(policies.FS, false)
	if err != nil {
		return nil, err
	}
	for name, text := range b.files {
		if _, taken := files[name]; taken && name != manifestFile {
			return nil, fmt.Errorf("%s is a file of the embedded policy too\nhint: move it to the folder of its package", name)
		}
		files[name] = text
	}
	delete(files, signaturesFile)
	m := b.Manifest
	roots := slices.Concat([]string{"gate"}, *m.Roots)
	m.Roots = &roots
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return nil, err
	}
	files[manifestFile] = append(text, '\n')
	return tarball(files)
}
