package plan

import "encoding/binary"

// Code is code in the making.
type Code struct {
	buf   []byte
	marks []mark
	heavy bool // it is worth it to keep what it gives
}

type mark struct {
	at, row, col int
	file         string
}

// Op appends an operation up to its nested blocks. Locals and numbers are
// operands as they are.
func (c *Code) Op(op Op, operands ...Operand) {
	c.buf = append(c.buf, byte(op))
	c.heavy = c.heavy || op == OpScan || op == OpCall
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
	c.append(body)
}

func (c *Code) append(more *Code) {
	c.heavy = c.heavy || more.heavy
	for _, m := range more.marks {
		m.at += len(c.buf)
		c.marks = append(c.marks, m)
	}
	c.buf = append(c.buf, more.buf...)
}

// Select appends an OpSelect over nested blocks, with an index of Builder.Select.
func (c *Code) Select(index int, blocks []*Code) {
	bodies := &Code{}
	var offsets []byte
	for _, b := range blocks {
		offsets = binary.LittleEndian.AppendUint32(offsets, uint32(len(bodies.buf)))
		bodies.Body(b)
	}
	c.Op(OpSelect, Operand(index), Operand(len(blocks)), Operand(len(bodies.buf)))
	c.buf = append(c.buf, offsets...)
	c.append(bodies)
}
