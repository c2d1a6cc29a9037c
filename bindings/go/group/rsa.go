package group

import (
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/internal/prime"
	"heliast/internal/wire"
	"heliast/internal/xmd"
)

// RSA is the group (Z/N)* modulo ±1. An element is the smaller of x and N − x.
type RSA struct {
	modulus, half *big.Int
	length        int
	id            [32]byte
}

var one = big.NewInt(1)

// NewRSA makes the group of a modulus of at least minimumBits bits. A modulus is malformed if it is visibly
// bad: even, a prime, a power, with a factor below 2^16, or with fewer than 256 or more than 8192 bits. The user
// must judge its origin: anybody who knows its factors can make up delays.
func NewRSA(modulus *big.Int, minimumBits int) (*RSA, error) {
	if err := checkModulus(modulus, minimumBits); err != nil {
		return nil, err
	}
	g := &RSA{modulus: new(big.Int).Set(modulus), length: (modulus.BitLen() + 7) / 8}
	g.half = new(big.Int).Rsh(new(big.Int).Sub(modulus, one), 1)
	bytes := modulus.FillBytes(make([]byte, g.length))
	g.id = wire.Hash(wire.Tag("heliast/group/rsa/v1"), wire.U32(uint32(g.length)), bytes)
	return g, nil
}

func checkModulus(n *big.Int, minimumBits int) error {
	bits := n.BitLen()
	switch {
	case n.Sign() <= 0 || bits < 256 || bits > 8192:
		return fault.Malformedf("modulus has %d bits, not 256 to 8192", bits)
	case n.Bit(0) == 0:
		return fault.Malformedf("modulus is even")
	case bits < minimumBits:
		return fault.Malformedf("modulus has %d bits, fewer than %d", bits, minimumBits)
	}
	if p := smallFactor(n); p != 0 {
		return fault.Malformedf("modulus has the small factor %d", p)
	}
	if exponent := powerExponent(n); exponent != 0 {
		return fault.Malformedf("modulus is a power with exponent %d", exponent)
	}
	if prime.StrongBase2(n) {
		return fault.Malformedf("modulus is prime")
	}
	return nil
}

// smallFactor is the first odd number of 3 or more below 2^16 that divides n, or 0. One division of n tests
// four numbers.
func smallFactor(n *big.Int) uint64 {
	product, quotient, rest := new(big.Int), new(big.Int), new(big.Int)
	for d := uint64(3); d < 1<<16; d += 8 {
		product.SetUint64(d * (d + 2) * (d + 4) * min(d+6, 1<<16-1))
		quotient.QuoRem(n, product, rest)
		for p := d; p < min(d+8, 1<<16); p += 2 {
			if rest.Uint64()%p == 0 {
				return p
			}
		}
	}
	return 0
}

// powerExponent is the smallest prime k for which an n without small factors is a k-th power, or 0.
func powerExponent(n *big.Int) int {
	for k := 2; k <= n.BitLen()/16; k++ {
		if !prime.IsPrime(big.NewInt(int64(k))) {
			continue
		}
		root := integerRoot(n, k)
		if root.Exp(root, big.NewInt(int64(k)), nil).Cmp(n) == 0 {
			return k
		}
	}
	return 0
}

// integerRoot is floor(n^(1/k)), bit by bit.
func integerRoot(n *big.Int, k int) *big.Int {
	root, power, exponent := new(big.Int), new(big.Int), big.NewInt(int64(k))
	for bit := (n.BitLen() + k - 1) / k; bit >= 0; bit-- {
		root.SetBit(root, bit, 1)
		if power.Exp(root, exponent, nil).Cmp(n) > 0 {
			root.SetBit(root, bit, 0)
		}
	}
	return root
}

// Modulus is N.
func (g *RSA) Modulus() *big.Int { return new(big.Int).Set(g.modulus) }

// ID is H(tag ‖ u32(L) ‖ N).
func (g *RSA) ID() [32]byte { return g.id }

// Len is L, the number of bytes of N.
func (g *RSA) Len() int { return g.length }

// Identity is 1.
func (g *RSA) Identity() Element { return Element{a: one} }

// Decode reads an element: L bytes, from 1 to (N − 1)/2.
func (g *RSA) Decode(data []byte, name string) (Element, error) {
	if len(data) != g.length {
		return Element{}, fault.Malformedf("%s: wrong length: %d bytes, not %d", name, len(data), g.length)
	}
	x := new(big.Int).SetBytes(data)
	if x.Sign() == 0 || x.Cmp(g.half) > 0 {
		return Element{}, fault.Malformedf("%s: not canonical", name)
	}
	return Element{a: x}, nil
}

// Encode gives the L bytes of an element.
func (g *RSA) Encode(e Element) []byte { return e.a.FillBytes(make([]byte, g.length)) }

// canonical changes x.
func (g *RSA) canonical(x *big.Int) Element {
	x.Mod(x, g.modulus)
	if x.Cmp(g.half) > 0 {
		x.Sub(g.modulus, x)
	}
	return Element{a: x}
}

// Class is the element of which an integer is a member, if that is a unit.
func (g *RSA) Class(x *big.Int) Element { return g.canonical(new(big.Int).Set(x)) }

// Mul multiplies two elements.
func (g *RSA) Mul(a, b Element) Element { return g.canonical(new(big.Int).Mul(a.a, b.a)) }

// Pow raises an element to an exponent of 0 or more.
func (g *RSA) Pow(base Element, exponent *big.Int) Element {
	return g.canonical(new(big.Int).Exp(base.a, exponent, g.modulus))
}

// Hash maps a message to an element other than the identity.
func (g *RSA) Hash(domain string, message []byte) Element {
	checkDomain(domain)
	dst := []byte("heliast/hash-to-group/rsa/v1/" + domain)
	for counter := uint32(0); ; counter++ {
		input := slices.Concat(g.id[:], wire.U32(counter), message)
		x := g.canonical(new(big.Int).SetBytes(xmd.Sha256(input, dst, g.length+16)))
		if x.a.Cmp(one) != 0 && new(big.Int).GCD(nil, nil, x.a, g.modulus).Cmp(one) == 0 {
			return x
		}
	}
}

// CheckUnits computes one gcd for all of the elements.
func (g *RSA) CheckUnits(elements ...Element) error {
	product := big.NewInt(1)
	for _, e := range elements {
		product.Mul(product, e.a).Mod(product, g.modulus)
	}
	if product.GCD(nil, nil, product, g.modulus).Cmp(one) != 0 {
		return fault.Malformedf("not a unit")
	}
	return nil
}

// CheckSound never fails: a modulus does not reveal elements of low order.
func (g *RSA) CheckSound() error { return nil }
