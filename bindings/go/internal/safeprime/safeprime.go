// Package safeprime draws the primes of chains of square roots (spec/roots.md).
package safeprime

import (
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/internal/prime"
	"heliast/internal/wire"
	"heliast/internal/xmd"
)

const (
	shortestSeed = 32
	longestSeed  = 255
	maxCounter   = 1<<24 - 1
)

// Parameters are the values from which a prime is drawn.
type Parameters struct {
	// Bits are those of the prime: 1,024, 2,048 or 3,072.
	Bits uint16
	// Counter is below 2^24.
	Counter uint32
	// Seed has 32 to 255 bytes.
	Seed []byte
}

// Check checks that the parameters are allowed.
func (p Parameters) Check() error {
	switch {
	case p.Bits != 1024 && p.Bits != 2048 && p.Bits != 3072:
		return fault.Malformedf("no fields of %d bits", p.Bits)
	case p.Counter > maxCounter:
		return fault.Malformedf("counter out of range: %d", p.Counter)
	case len(p.Seed) < shortestSeed || len(p.Seed) > longestSeed:
		return fault.Malformedf("seed of %d bytes, not %d to %d", len(p.Seed), shortestSeed, longestSeed)
	}
	return nil
}

// Read takes u16(bits) ‖ u32(counter) ‖ u8(len) ‖ seed.
func Read(r *wire.Reader) Parameters {
	p := Parameters{Bits: r.U16("bits of the prime"), Counter: r.U32("counter")}
	p.Seed = slices.Clone(r.Take(int(r.U8("length of the seed", longestSeed)), "seed"))
	if r.Err() == nil {
		r.Fail(p.Check())
	}
	return p
}

// Bytes is the encoding that Read takes.
func (p Parameters) Bytes() []byte {
	return slices.Concat(wire.U16(p.Bits), wire.U32(p.Counter), []byte{byte(len(p.Seed))}, p.Seed)
}

// Equal says whether two parameters are the same.
func (p Parameters) Equal(other Parameters) bool {
	return p.Bits == other.Bits && p.Counter == other.Counter && slices.Equal(p.Seed, other.Seed)
}

// Prime is the prime that the parameters give. It is invalid if it has too many bits, or is not a safe prime.
func (p Parameters) Prime() (*big.Int, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	found := p.candidate()
	if found.BitLen() != int(p.Bits) {
		return nil, fault.Invalidf("p has %d bits, not %d", found.BitLen(), p.Bits)
	}
	if !prime.IsPrime(found) {
		return nil, fault.Invalidf("p is composite")
	}
	if !prime.IsPrime(new(big.Int).Rsh(found, 1)) {
		return nil, fault.Invalidf("(p - 1)/2 is composite")
	}
	return found, nil
}

// candidate is b − (b mod 12) + 11 + 12·counter.
func (p Parameters) candidate() *big.Int {
	bits := int(p.Bits)
	u := xmd.Sha256(slices.Concat(wire.U32(uint32(bits)), p.Seed), []byte("heliast/roots-prime/v1"), bits/8)
	b := new(big.Int).SetBytes(u)
	b.SetBit(b, bits-1, 1)
	rest := new(big.Int).Mod(b, big.NewInt(12))
	return b.Sub(b, rest).Add(b, big.NewInt(11+12*int64(p.Counter)))
}
