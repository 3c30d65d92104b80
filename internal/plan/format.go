package plan

import "math/bits"

// The file is a header, then sections. All numbers of the header and of the
// tables but the checksum are 32 bits, little-endian, so that anything in a
// table is reached without decoding what stands before it:
//
//	magic, format version, checksum (64 bits) of all that follows it, length of the file
//	OPA's version (16 bytes), digest of sources and capabilities (32 bytes)
//	offset of the base data in the values
//	digest of the policy that this one was laid over (32 bytes, 0 for none), offset of the revision's text in the values
//	1 when the policy looks at the session's agent, else 0
//	offset and length of each section
//
// The values are an arena of encoded values, constants and base data alike. A
// value refers to those in it by their offset, always before its own, so there
// are no cycles. Code is operations: a byte for which, then operands in
// base-128 varints; a nested block has its length before it, so that leaving
// it is one jump.
const (
	magic         = "gateplan"
	formatVersion = 6

	// OPAVersion is the version of OPA whose plans and builtins this package
	// evaluates. A plan made by another is refused.
	OPAVersion = "1.22.3"
)

// The offsets of the header's fields.
const (
	atVersion  = 8
	atChecksum = 12
	atLength   = 20
	atOPA      = 24
	atDigest   = atOPA + 16
	atData     = atDigest + 32
	atBase     = atData + 4
	atRevision = atBase + 32
	atAgent    = atRevision + 4
	atSections = atAgent + 4
	headerSize = atSections + 8*sectionCount
)

// The sections, in the order of the file.
const (
	secCode = iota
	secValues
	secConsts        // offset of a value
	secFuncs         // see the fn constants
	secEntries       // offset of the name, start and length of the code, locals
	secBuiltins      // offset of the name
	secPaths         // offset of the path's key, function; in the order of the keys
	secPlaces        // start of an operation, file as an offset of its name, row, column
	secPatterns      // offset of a regular expression, offset of an array of literals, see required
	secSelects       // first group, groups, first ordinal and number of the blocks that are always run
	secGroups        // place, first key, keys
	secKeys          // offset of a value or anything, first ordinal, ordinals; a group's are in the order of the values
	secOrdinals      // number of a block
	secTriggerPlaces // offset of the path, bits of what is looked at; see Place
	sectionCount
)

// The words of a row of each table; 0 for what is no table.
var rowSizes = [sectionCount]int{secConsts: 1, secFuncs: 6, secEntries: 4, secBuiltins: 1, secPaths: 2, secPlaces: 4, secPatterns: 3,
	secSelects: 4, secGroups: 3, secKeys: 3, secOrdinals: 1, secTriggerPlaces: 2}

// anything is the key of a group that stands for whatever is at its place.
const anything uint32 = 0xffffffff

// The words of a function's row.
const (
	fnName   = iota // offset of its name
	fnStart         // of its code
	fnLength        // of its code
	fnParams        // number of parameters, which are its first locals
	fnLocals        // number of locals
	fnMemo          // 1 when its results are kept for the next call, see remember
)

// The tags of encoded values.
const (
	tagNull = iota
	tagFalse
	tagTrue
	tagInt    // zigzag varint
	tagNum    // length, text
	tagString // length, bytes
	tagArray  // length, weight, offset of each element in 32 bits
	tagObject // length, weight, offsets of each key and its value
	tagSet    // length, weight, offset of each member
)

// Op is an operation of a plan. What an operation does is what OPA's
// documentation of its intermediate representation says of the statement of
// the same name, but for the ones said to differ there.
type Op byte

// The operations and their operands: l is a local, v an Operand, n a number,
// b a nested block.
const (
	OpBlock       Op = iota // n, then n times b
	OpBreak                 // n
	OpReturn                // l
	OpCall                  // n function, l result, n, v arguments
	OpBuiltin               // n builtin, l result, n, v arguments
	OpVoid                  // n builtin, n, v arguments: a builtin without a result
	OpCallDynamic           // l result, n, v path, n, v arguments
	OpDot                   // v source, v key, l target
	OpLen                   // v source, l target
	OpScan                  // l source, l key, l value, b
	OpNot                   // b
	OpWith                  // l, n, v path, v value, b
	OpMove                  // v source, l target
	OpMoveOnce              // v source, l target
	OpReset                 // l
	OpMakeArray             // l
	OpMakeObject            // l
	OpMakeSet               // l
	OpEqual                 // v, v
	OpNotEqual              // v, v
	OpIsArray               // v
	OpIsObject              // v
	OpIsSet                 // v
	OpIsDefined             // l
	OpIsUndefined           // l
	OpAppend                // v value, l array
	OpInsert                // v key, v value, l object
	OpInsertOnce            // v key, v value, l object
	OpMerge                 // l a, l b, l target
	OpAdd                   // v value, l set
	OpResult                // l
	OpSelect                // n index, n blocks, n length of all, offsets of the blocks in 32 bits each, b...; see Select
)

// Operand says where an operation finds a value: in a local, among the
// constants, or that it is a boolean.
type Operand uint

const (
	inLocal = iota
	inConsts
	isBool
)

// Local is the operand that is in a local.
func Local(l int) Operand { return Operand(l) << 2 }

// Boolean is the operand that is a boolean.
func Boolean(b bool) Operand {
	if b {
		return 1<<2 | isBool
	}
	return isBool
}

// checksum is over all behind it. It finds accidents, not who may write the
// file. Words of 64 bits go by turns into four sums, so that a processor works
// on all at once. A step takes a sum and a word to one new sum, and no other
// word would give the same: so what is changed within one word is always found.
func checksum(image string) uint64 {
	const odd = 0x9e3779b97f4a7c15 // to multiply by it can be undone
	rest := image[atLength:]
	var sums [4]uint64
	for len(rest) >= 32 {
		sums[0] = bits.RotateLeft64(sums[0]^longWord(rest), 29) * odd
		sums[1] = bits.RotateLeft64(sums[1]^longWord(rest[8:]), 29) * odd
		sums[2] = bits.RotateLeft64(sums[2]^longWord(rest[16:]), 29) * odd
		sums[3] = bits.RotateLeft64(sums[3]^longWord(rest[24:]), 29) * odd
		rest = rest[32:]
	}
	total := uint64(len(image))
	for _, sum := range sums {
		total = bits.RotateLeft64(total^sum, 29) * odd
	}
	for i := range len(rest) {
		total = bits.RotateLeft64(total^uint64(rest[i]), 29) * odd
	}
	return total
}

// longWord is the first 64 bits of a string.
func longWord(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
