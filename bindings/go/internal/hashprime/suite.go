// Package hashprime draws challenge primes (spec/hash-to-prime.md).
package hashprime

import (
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// Mode says how candidates are made.
type Mode uint8

// The modes.
const (
	Plain Mode = iota
	Sieved
	SievedFull
	Hinted
)

// Function is a hash function.
type Function uint8

// The hash functions.
const (
	Sha256 Function = iota
	Sha512
	Sha3
	Blake2b
	Blake3
)

// Suite says how a challenge prime is drawn: mode, hash function, and bits of the prime.
type Suite struct {
	Mode Mode
	Hash Function
	Bits uint16
}

// Check checks that such a suite exists.
func (s Suite) Check() error {
	first, step := uint16(128), uint16(8)
	last := uint16(512)
	if s.Mode == Hinted {
		first, step, last = 136, 16, 520
	}
	switch {
	case s.Mode > Hinted:
		return fault.Malformedf("mode out of range: %d", s.Mode)
	case s.Hash > Blake3:
		return fault.Malformedf("hash out of range: %d", s.Hash)
	case s.Bits < first || s.Bits > last || (s.Bits-first)%step != 0:
		return fault.Malformedf("prime bits out of range: %d", s.Bits)
	}
	return nil
}

// Read takes the four bytes of a suite.
func Read(r *wire.Reader) Suite {
	suite := Suite{Mode(r.U8("mode", 255)), Function(r.U8("hash", 255)), r.U16("prime bits")}
	if r.Err() == nil {
		r.Fail(suite.Check())
	}
	return suite
}

// Bytes are the four bytes of the suite.
func (s Suite) Bytes() []byte {
	return slices.Concat([]byte{byte(s.Mode), byte(s.Hash)}, wire.U16(s.Bits))
}

// Level is the bits of security that the suite has.
func (s Suite) Level() int {
	switch s.Mode {
	case Sieved:
		return (int(s.Bits) - 56) / 2
	case Hinted:
		return (int(s.Bits) - 8) / 2
	}
	return int(s.Bits) / 2
}

// HintBound is 8k: a hint is below it.
func (s Suite) HintBound() uint32 { return 8 * uint32(s.Bits) }
