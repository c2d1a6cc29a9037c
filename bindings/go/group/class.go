package group

import (
	"fmt"
	"math/big"
	"slices"
	"sync"

	"heliast/fault"
	"heliast/internal/prime"
	"heliast/internal/wire"
	"heliast/internal/xmd"
)

// Class is the class group of a negative discriminant: its elements are the reduced primitive forms (a, b, c)
// with b² − 4ac = D.
type Class struct {
	magnitude, discriminant *big.Int
	bits, quarter           int
	id                      [32]byte
}

// NewClass makes the class group of the discriminant −magnitude, of at least minimumBits bits: a prime of 256
// to 4096 bits that is 7 modulo 8. Take it from a seed: somebody who chooses it can hide elements of low order
// in the group.
func NewClass(magnitude *big.Int, minimumBits int) (*Class, error) {
	if err := checkDiscriminant(magnitude, minimumBits); err != nil {
		return nil, err
	}
	g := &Class{magnitude: new(big.Int).Set(magnitude), discriminant: new(big.Int).Neg(magnitude)}
	g.bits = magnitude.BitLen()
	g.quarter = (g.bits + 31) / 32
	size := (g.bits + 7) / 8
	g.id = wire.Hash(wire.Tag("heliast/group/class/v1"), wire.U32(uint32(size)), magnitude.FillBytes(make([]byte, size)))
	return g, nil
}

// NewClassFromSeed makes the group of the discriminant of [DiscriminantFromSeed]. The last eight are cached,
// since finding one takes long.
func NewClassFromSeed(seed []byte, bits, minimumBits int) (*Class, error) {
	if bits < minimumBits {
		return nil, fault.Malformedf("discriminant has %d bits, fewer than %d", bits, minimumBits)
	}
	key := fmt.Sprintf("%d %x", bits, seed)
	if found := seeded.find(key); found != nil {
		return found, nil
	}
	magnitude, err := DiscriminantFromSeed(seed, bits)
	if err != nil {
		return nil, err
	}
	made, err := NewClass(magnitude, minimumBits)
	if err == nil {
		seeded.keep(key, made)
	}
	return made, err
}

// seeded are the groups that were made last.
var seeded kept

// kept are groups by their seeds, the last one last.
type kept struct {
	mu     sync.Mutex
	keys   []string
	groups []*Class
}

func (k *kept) find(key string) *Class {
	k.mu.Lock()
	defer k.mu.Unlock()
	if i := slices.Index(k.keys, key); i >= 0 {
		return k.groups[i]
	}
	return nil
}

func (k *kept) keep(key string, made *Class) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.keys, k.groups = append(k.keys, key), append(k.groups, made)
	if len(k.keys) > 8 {
		k.keys, k.groups = slices.Clone(k.keys[1:]), slices.Clone(k.groups[1:])
	}
}

// Magnitude is |D|.
func (g *Class) Magnitude() *big.Int { return new(big.Int).Set(g.magnitude) }

// ID is H(tag ‖ u32(L) ‖ |D|).
func (g *Class) ID() [32]byte { return g.id }

// Len is 3Q + 4, where Q is bits/32 rounded up.
func (g *Class) Len() int { return 3*g.quarter + 4 }

// Identity is the form (1, 1, (1 − D)/4).
func (g *Class) Identity() Element {
	c := new(big.Int).Add(g.magnitude, one)
	return Element{big.NewInt(1), big.NewInt(1), c.Rsh(c, 2)}
}

// Coefficients are a and b of a form.
func (g *Class) Coefficients(e Element) (a, b *big.Int) {
	return new(big.Int).Set(e.a), new(big.Int).Set(e.b)
}

// form is (a, b, c), which must be reduced and primitive.
func (g *Class) form(a, b *big.Int) (Element, error) {
	if a.Sign() <= 0 || b.CmpAbs(a) > 0 {
		return Element{}, fault.Malformedf("the form is not reduced")
	}
	c := new(big.Int).Mul(b, b)
	c.Add(c, g.magnitude)
	c, rest := c.QuoRem(c, new(big.Int).Lsh(a, 2), new(big.Int))
	if rest.Sign() != 0 {
		return Element{}, fault.Malformedf("no form of this discriminant")
	}
	if a.Cmp(c) > 0 || (b.Sign() < 0 && (b.CmpAbs(a) == 0 || a.Cmp(c) == 0)) {
		return Element{}, fault.Malformedf("the form is not reduced")
	}
	common := new(big.Int).GCD(nil, nil, a, new(big.Int).Abs(b))
	if common.GCD(nil, nil, common, c).Cmp(one) != 0 {
		return Element{}, fault.Malformedf("the form is not primitive")
	}
	return Element{a, b, c}, nil
}

// Hash maps a message to the class of a form whose a is a prime.
func (g *Class) Hash(domain string, message []byte) Element {
	checkDomain(domain)
	bits := min(256, (g.bits-1)/2-1)
	dst := []byte("heliast/hash-to-group/class/v1/" + domain)
	mask := new(big.Int).Sub(new(big.Int).Lsh(one, uint(bits)), one)
	for counter := uint32(0); ; counter++ {
		u := xmd.Sha256(slices.Concat(g.id[:], wire.U32(counter), message), dst, 1+(bits+7)/8)
		q := new(big.Int).SetBytes(u[1:])
		q.And(q, mask).SetBit(q, 0, 1).SetBit(q, 1, 1)
		d := new(big.Int).Mod(g.discriminant, q)
		if !prime.IsPrime(q) || big.Jacobi(d, q) != 1 {
			continue
		}
		exponent := new(big.Int).Add(q, one)
		b := d.Exp(d, exponent.Rsh(exponent, 2), q)
		if b.Bit(0) == 0 {
			b.Sub(q, b)
		}
		if u[0]&1 == 1 {
			b.Neg(b)
		}
		if made, err := g.form(q, b); err == nil {
			return made
		}
	}
}

// CheckUnits never fails: every form has an inverse.
func (g *Class) CheckUnits(...Element) error { return nil }

// CheckSound refuses discriminants for which 2^k − |D| is a square for a k from n to n + 40: forms of low
// order are known there.
func (g *Class) CheckSound() error {
	for k := g.bits; k <= g.bits+40; k++ {
		square := new(big.Int).Lsh(one, uint(k))
		square.Sub(square, g.magnitude)
		root := new(big.Int).Sqrt(square)
		if root.Mul(root, root).Cmp(square) == 0 {
			return fault.Invalidf("elements of low order are known in this group")
		}
	}
	return nil
}
