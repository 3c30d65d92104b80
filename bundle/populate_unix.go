//go:build unix && !linux

package bundle

const populate = 0
