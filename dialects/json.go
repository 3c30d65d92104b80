package dialects

import "gate/internal/jsontext"

// object is a JSON object that is being written, key by key.
type object []byte

// raw adds a key whose value is JSON already.
func (o object) raw(key, value string) object {
	return append(o.key(key), value...)
}

// text adds a key whose value is a string.
func (o object) text(key, value string) object {
	return jsontext.AppendString(o.key(key), value)
}

func (o object) key(name string) object {
	if len(o) == 0 {
		o = append(o, '{')
	} else {
		o = append(o, ',')
	}
	return append(jsontext.AppendString(o, name), ':')
}

// end is the whole object.
func (o object) end() []byte {
	if len(o) == 0 {
		return []byte("{}")
	}
	return append(o, '}')
}
