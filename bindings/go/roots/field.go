// Package roots verifies chains of square roots modulo a prime (spec/roots.md): delays without a secret, each
// step of which is undone by one squaring. A verifier takes them back. Its arithmetic takes time that depends on
// the values, which are public.
package roots

import (
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/internal/safeprime"
	"heliast/internal/wire"
	"heliast/internal/xmd"
)

// Parameters are the values from which the prime of a field is drawn.
type Parameters = safeprime.Parameters

// builtInSeed is that of the built-in fields.
const builtInSeed = "Heliast: chains of square roots, built-in field"

// builtInCounters are the least that give a prime, by its bits.
var builtInCounters = map[int]uint32{1024: 12_095, 2048: 84_101, 3072: 490_971}

// Field is the integers modulo a prime p, for which (p − 1)/2 is a prime, too.
type Field struct {
	parameters   Parameters
	prime, below *big.Int // p and p − 1
	length       int
	id           [32]byte
}

// Element is an integer from 1 to p − 1.
type Element struct{ x *big.Int }

// NewField makes the field of a seed and a counter. Values that no field can have are malformed; the field is
// invalid if they do not give a prime p for which (p − 1)/2 is a prime. The caller must judge whether somebody
// could have tried many seeds.
func NewField(parameters Parameters) (*Field, error) {
	p, err := parameters.Prime()
	if err != nil {
		return nil, err
	}
	f := ofPrime(p)
	parameters.Seed = slices.Clone(parameters.Seed)
	f.parameters = parameters
	return f, nil
}

// BuiltIn makes the built-in field of 2,048 or 3,072 bits, or of 1,024, which is for tests: it is too short.
func BuiltIn(bits int) (*Field, error) {
	counter, found := builtInCounters[bits]
	if !found {
		return nil, fault.Misusef("there is no built-in field of %d bits", bits)
	}
	return NewField(Parameters{Bits: uint16(bits), Counter: counter, Seed: []byte(builtInSeed)})
}

// ofPrime is the field of a prime, whatever it was drawn from.
func ofPrime(p *big.Int) *Field {
	f := &Field{prime: p, below: new(big.Int).Sub(p, one), length: (p.BitLen() + 7) / 8}
	f.id = wire.Hash(wire.Tag("heliast/roots/field/v1"), wire.U32(uint32(p.BitLen())), p.FillBytes(make([]byte, f.length)))
	return f
}

// Parameters are the values from which the field was made.
func (f *Field) Parameters() Parameters {
	made := f.parameters
	made.Seed = slices.Clone(made.Seed)
	return made
}

// Prime is p.
func (f *Field) Prime() *big.Int { return new(big.Int).Set(f.prime) }

// Bits are those of p.
func (f *Field) Bits() int { return f.prime.BitLen() }

// ID is H(tag ‖ u32(n) ‖ p).
func (f *Field) ID() [32]byte { return f.id }

// Len is L, the length of an encoded element in bytes.
func (f *Field) Len() int { return f.length }

// Input maps a message to an element.
func (f *Field) Input(message []byte) Element {
	u := xmd.Sha256(slices.Concat(f.id[:], message), []byte("heliast/roots-input/v1"), f.length+16)
	x := new(big.Int).SetBytes(u)
	return Element{x.Mod(x, f.below).Add(x, one)}
}

// Decode reads the L bytes of an element, which errors call name.
func (f *Field) Decode(data []byte, name string) (Element, error) {
	if len(data) != f.length {
		return Element{}, fault.Malformedf("%s: wrong length: %d bytes, not %d", name, len(data), f.length)
	}
	x := new(big.Int).SetBytes(data)
	if x.Sign() == 0 || x.Cmp(f.prime) >= 0 {
		return Element{}, fault.Malformedf("%s: not canonical", name)
	}
	return Element{x}, nil
}

// Encode gives the L bytes of an element.
func (f *Field) Encode(e Element) []byte { return e.x.FillBytes(make([]byte, f.length)) }

// Equal says whether two elements of one field are the same.
func (e Element) Equal(other Element) bool { return e.x.Cmp(other.x) == 0 }
