package extract

import (
	"strings"

	"gate/internal/table"
)

// role is which end of an operation a path is.
type role int

const (
	either role = iota
	from
	to
)

// pathKeys are the arguments that hold a path, or a list of paths, or of
// objects with a path, folded. The spellings are those of the harnesses'
// tools and of the common MCP servers.
var pathKeys = table.Of[role]{
	{"filepath", either}, {"path", either}, {"file", either}, {"filename", either}, {"targetfile", either}, {"absolutepath", either},
	{"notebookpath", either}, {"relativepath", either}, {"relpath", either}, {"fullpath", either}, {"pathname", either}, {"localpath", either},
	{"dirpath", either}, {"directorypath", either}, {"directory", either}, {"dir", either}, {"folder", either}, {"folderpath", either},
	{"targetdirectory", either}, {"targetpath", either}, {"target", either}, {"uri", either}, {"fileuri", either},
	{"paths", either}, {"files", either}, {"filepaths", either}, {"filenames", either}, {"attachments", either},
	{"source", from}, {"src", from}, {"oldpath", from}, {"sourcepath", from}, {"srcpath", from}, {"sourcefile", from}, {"from", from},
	{"frompath", from}, {"oldfilepath", from}, {"oldname", from},
	{"destination", to}, {"dest", to}, {"destpath", to}, {"dst", to}, {"destinationpath", to}, {"newpath", to}, {"to", to}, {"topath", to},
	{"newfilepath", to}, {"newname", to}, {"output", to}, {"outputpath", to}, {"outputfile", to}, {"outfile", to}, {"savepath", to}, {"saveto", to},
}

// loosePaths are the path keys that hold other things as often; outside the
// tools that write they count only when the value looks like a path.
var loosePaths = table.Set{"source", "src", "from", "oldname", "to", "dest", "destination", "dst", "target", "output", "newname", "uri"}

// contentKeys are the arguments that hold new text, folded.
var contentKeys = table.Set{"content", "contents", "filetext", "filecontent", "newstring", "newstr", "newtext", "newsource", "new",
	"codecontent", "code", "newcode", "replacementcontent", "replacement", "text", "body", "data", "insert", "inserttext", "after", "diff", "patch", "codeedit", "newcontent"}

// editKeys are the content keys that no reading tool has.
var editKeys = table.Set{"filetext", "newstring", "newstr", "newtext", "newsource", "codecontent", "newcode", "replacementcontent", "inserttext", "codeedit", "newcontent"}

// partKeys are the content keys that hold a part of a file.
var partKeys = table.Set{"newstring", "newstr", "newtext", "newsource", "replacementcontent", "replacement", "insert", "inserttext", "after", "new", "diff", "patch", "codeedit"}

// verbKeys are the arguments by which one tool is several.
var verbKeys = table.Set{"command", "operation", "op", "action", "type", "mode"}

// subVerbs are the verbs that only such arguments have.
var subVerbs = table.Of[effect]{{"str_replace", edits}, {"undo_edit", edits}, {"line", reads}}

// spot is a place that a tool's arguments name.
type spot struct {
	path    string
	key     string
	role    role
	effect  effect   // of its own entry; unsure when that says nothing
	content []string // the new text that stands beside it
	part    bool     // the content is a part of the file
	edit    bool     // the content can only be new text
	bad     bool     // the value is no path
}

// edited says whether new text stands beside a path.
func (s spot) edited() bool { return s.edit }

// collect finds the places that arguments name, each with the texts of its
// own object and of the objects below that name no place themselves.
func collect(args node) []spot {
	var c collector
	c.object(args, nil)
	out := make([]spot, len(c.spots))
	for i, s := range c.spots {
		out[i] = *s
	}
	return out
}

type collector struct{ spots []*spot }

func (c *collector) object(n node, outer []*spot) {
	var own []*spot
	for _, kid := range n.kids {
		if role, ok := pathKeys.Find(kid.key); ok {
			own = append(own, c.named(kid, role)...)
		}
	}
	current := own
	if len(own) == 0 {
		current = outer
	}
	verb := ownEffect(n)
	for _, s := range own {
		s.effect = verb
	}
	for _, kid := range n.kids {
		isPath := pathKeys.Has(kid.key)
		switch key := strings.TrimRight(kid.key, "0123456789"); {
		case contentKeys.Has(key) && (len(current) > 0 || kid.kind == formText):
			addContent(current, key, kid)
		case !isPath || hasObjects(kid):
			c.below(kid, current)
		}
	}
}

// below goes on into the lists and objects under a key.
func (c *collector) below(n node, outer []*spot) {
	switch n.kind {
	case formObject:
		c.object(n, outer)
	case formList:
		for _, kid := range n.kids {
			c.below(kid, outer)
		}
	}
}

// named makes the spots of one path argument.
func (c *collector) named(n node, r role) []*spot {
	var own []*spot
	add := func(s spot) *spot {
		s.key, s.role = n.key, r
		c.spots = append(c.spots, &s)
		return &s
	}
	switch n.kind {
	case formText:
		own = append(own, add(spot{path: n.text, bad: n.text == ""}))
	case formScalar:
		if !n.null() && !isSwitch(n) {
			add(spot{path: n.text, bad: true})
		}
	case formList:
		for _, kid := range n.kids {
			if kid.kind != formObject {
				own = append(own, add(spot{path: kid.text, bad: kid.kind != formText || kid.text == ""}))
			}
		}
	case formObject: // {"a.txt": "its text"}
		if !namesPaths(n) {
			for _, kid := range n.kids {
				s := add(spot{path: kid.name, bad: kid.name == ""})
				addContent([]*spot{s}, "content", kid)
			}
		}
	}
	return own
}

// isSwitch says whether a value is true or false, which asks for a file and
// names none.
func isSwitch(n node) bool { return n.text == "true" || n.text == "false" }

func namesPaths(n node) bool {
	for _, kid := range n.kids {
		if pathKeys.Has(kid.key) {
			return true
		}
	}
	return false
}

func hasObjects(n node) bool {
	if n.kind == formObject {
		return namesPaths(n)
	}
	for _, kid := range n.kids {
		if kid.kind == formObject {
			return true
		}
	}
	return false
}

// addContent gives a text to the places it is for. Lists are lines; any other
// value is written as the JSON it is.
func addContent(spots []*spot, key string, n node) {
	if n.null() {
		return
	}
	content := n.text
	if n.kind == formList && len(n.strings()) == len(n.kids) {
		content = strings.Join(n.strings(), "\n")
	}
	if key == "diff" || key == "patch" {
		content = newText(content)
	}
	for _, s := range spots {
		if s.role == from {
			continue
		}
		s.content = append(s.content, content)
		s.part = s.part || partKeys.Has(key) || len(s.content) > 1
		s.edit = s.edit || editKeys.Has(key)
	}
}

// ownEffect is what an object says that its own entry does.
func ownEffect(n node) effect {
	for _, kid := range n.kids {
		if kid.kind == formText && verbKeys.Has(kid.key) && isVerb(kid.text) {
			return verbOf(kid.text)
		}
	}
	return unsure
}

// isVerb says whether an argument is the name of something done to files.
func isVerb(word string) bool {
	e := verbOf(word)
	return e.changes() || e == reads || e == searches
}

func verbOf(word string) effect {
	word = strings.ToLower(word)
	if e, ok := subVerbs.Find(word); ok {
		return e
	}
	return verbs.Get(word)
}
