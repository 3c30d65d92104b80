package plan

import "encoding/binary"

// Code is code in the making.
type Code struct {
	buf   []byte
	marks []mark
}

type mark struct {
	at, row, col int
	file         string
}

// Op appends an operation up to its nested blocks. Locals and numbers are
// operands as they are.
func (c *Code) Op(op Op, operands ...Operand) {
	c.buf = append(c.buf, byte(op))
	for _, o := range operands {
		c.buf = binary.AppendUvarint(c.buf, uint64(o))
	}
}

// Mark says where in the sources the next operation comes from.
func (c *Code) Mark(file string, row, col int) {
	c.marks = append(c.marks, mark{len(c.buf), row, col, file})
}

// Body appends a nested block.
func (c *Code) Body(body *Code) {
	c.buf = binary.AppendUvarint(c.buf, uint64(len(body.buf)))
	for _, m := range body.marks {
		m.at += len(c.buf)
		c.marks = append(c.marks, m)
	}
	c.buf = append(c.buf, body.buf...)
}
