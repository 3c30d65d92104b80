package install

import (
	"encoding/json"
	"fmt"
)

// Hash is the table in which a person's trust in one entry of a hooks file
// stands, and the hash that it has to hold: that of the entry as it is now. Top
// is the file's content, by the keys at its top; group and index are the
// entry's place below its event.
func Hash(file string, top map[string]json.RawMessage, event string, group, index int) (table, hash string, err error) {
	text, err := json.Marshal(map[string]json.RawMessage{"hooks": top["hooks"]})
	if err != nil {
		return "", "", err
	}
	hashes, err := trusted(file, text, func(string) bool { return true })
	if err != nil {
		return "", "", err
	}
	table = fmt.Sprintf("%s:%s:%d:%d", file, snake(event), group, index)
	return table, hashes[table], nil
}
