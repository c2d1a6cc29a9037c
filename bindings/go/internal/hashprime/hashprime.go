package hashprime

import (
	"crypto/sha256"
	"crypto/sha3"
	"crypto/sha512"
	"math"
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/internal/blake"
	"heliast/internal/prime"
	"heliast/internal/wire"
)

// primorial is B, the product of the small primes; totient is φ(B).
const (
	primorial = 614889782588491410
	totient   = 85287729364992000
)

var smallPrimes = [15]uint64{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}

// First is the first prime that a prefix gives in a suite, which Check accepts, and its counter.
func First(suite Suite, prefix []byte) (*big.Int, uint32, error) {
	limit := uint32(math.MaxUint32)
	if suite.Mode == Hinted {
		limit = suite.HintBound() - 1
	}
	drawing := newDrawing(suite, prefix)
	for counter := uint32(0); ; counter++ {
		if candidate := drawing.candidate(counter); drawing.isTaken(candidate) {
			return candidate, counter, nil
		}
		if counter == limit {
			return nil, 0, fault.Invalidf("hash to prime: all counters fail")
		}
	}
}

// Named is the prime of the counter that a prover names in a hinted suite.
func Named(suite Suite, prefix []byte, counter uint32) (*big.Int, error) {
	if suite.Mode != Hinted || counter >= suite.HintBound() {
		return nil, fault.Malformedf("hint out of range: %d", counter)
	}
	drawing := newDrawing(suite, prefix)
	candidate := drawing.candidate(counter)
	if !drawing.isTaken(candidate) {
		return nil, fault.Invalidf("hint names no prime")
	}
	return candidate, nil
}

// drawing is a suite with a padded prefix, and room for a counter and a number behind it.
type drawing struct {
	suite   Suite
	message []byte
}

func newDrawing(suite Suite, prefix []byte) drawing {
	padding := (128 - len(prefix)%128) % 128
	return drawing{suite, slices.Concat(prefix, make([]byte, padding+5))}
}

func (d drawing) isTaken(candidate *big.Int) bool {
	return candidate.BitLen() <= int(d.suite.Bits) && prime.IsPrime(candidate)
}

// candidate is the candidate of a counter, which may be 2^k or more in the modes SievedFull and Hinted.
func (d drawing) candidate(counter uint32) *big.Int {
	bytes := int(d.suite.Bits) / 8
	at := 32 * ((int(d.suite.Bits) + 255) / 256)
	var stream []byte
	for block := byte(0); len(stream) < at+16; block++ {
		copy(d.message[len(d.message)-5:], wire.U32(counter))
		d.message[len(d.message)-1] = block
		stream = append(stream, d.digest()...)
	}
	c := new(big.Int).SetBytes(stream[:bytes])
	if d.suite.Mode == Plain {
		return c
	}
	rest := uint64(1)
	if d.suite.Mode != Sieved {
		v := new(big.Int).SetBytes(stream[at : at+16])
		rest = residue(v.Mod(v, big.NewInt(totient)).Uint64())
	}
	b := big.NewInt(primorial)
	c.Div(c, b).Mul(c, b)
	return c.Add(c, new(big.Int).SetUint64(rest))
}

func (d drawing) digest() []byte {
	switch d.suite.Hash {
	case Sha512:
		sum := sha512.Sum512(d.message)
		return sum[:]
	case Sha3:
		sum := sha3.Sum512(d.message)
		return sum[:]
	case Blake2b:
		sum := blake.Sum2b(d.message)
		return sum[:]
	case Blake3:
		return blake.Sum3(d.message, 64)
	}
	sum := sha256.Sum256(d.message)
	return sum[:]
}

// residue is the r below B that v below φ(B) stands for: r is 1 + the next digit of v modulo each of the
// small primes. It is put together digit by digit (Garner): r is known modulo the product of the primes so
// far.
func residue(v uint64) uint64 {
	r, product := uint64(0), uint64(1)
	for _, p := range smallPrimes {
		wanted := 1 + v%(p-1)
		v /= p - 1
		for r%p != wanted {
			r += product
		}
		product *= p
	}
	return r
}
