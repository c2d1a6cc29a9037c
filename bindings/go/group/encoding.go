package group

import (
	"bytes"
	"math/big"

	"heliast/fault"
)

// Encode gives the 3Q + 4 bytes of a form: flags ‖ s ‖ a/g ‖ |t|/g ‖ g ‖ j.
func (g *Class) Encode(e Element) []byte {
	magnitude := new(big.Int).Abs(e.b)
	t := new(big.Int)
	if e.a.Cmp(e.b) != 0 {
		t = shortFactor(e.a, magnitude)
	}
	common, quotient := big.NewInt(1), new(big.Int)
	if t.Sign() != 0 {
		common.GCD(nil, nil, e.a, new(big.Int).Abs(t))
	}
	shift := (common.BitLen()+7)/8 - 1
	if common.Cmp(one) != 0 {
		quotient.Mul(magnitude, common).Quo(quotient, e.a)
	}
	flags := byte(0)
	if e.b.Sign() < 0 {
		flags |= 1
	}
	if t.Sign() < 0 {
		flags |= 2
	}
	made := make([]byte, g.Len())
	made[0], made[1] = flags, byte(shift)
	fields := []*big.Int{new(big.Int).Quo(e.a, common), t.Abs(t).Quo(t, common), common, quotient}
	at := 2
	for i, size := range g.fieldSizes(shift) {
		fields[i].FillBytes(made[at : at+size])
		at += size
	}
	return made
}

// fieldSizes are the bytes of a/g, |t|/g, g and j.
func (g *Class) fieldSizes(shift int) [4]int {
	return [4]int{2*g.quarter - shift, g.quarter - shift, shift + 1, shift + 1}
}

// Decode reads a form from its one encoding.
func (g *Class) Decode(data []byte, name string) (Element, error) {
	if len(data) != g.Len() {
		return Element{}, fault.Malformedf("%s: wrong length: %d bytes, not %d", name, len(data), g.Len())
	}
	flags, shift := data[0], int(data[1])
	if flags > 3 || shift >= g.quarter {
		return Element{}, fault.Malformedf("%s: not canonical", name)
	}
	var fields [4]*big.Int
	at := 2
	for i, size := range g.fieldSizes(shift) {
		fields[i] = new(big.Int).SetBytes(data[at : at+size])
		at += size
	}
	shortA, shortT, common, quotient := fields[0], fields[1], fields[2], fields[3]
	a := new(big.Int).Mul(shortA, common)
	if a.Sign() == 0 || 2*a.BitLen() > g.bits+1 {
		return Element{}, fault.Malformedf("%s: not reduced", name)
	}
	b := new(big.Int).Set(shortA)
	if shortT.Sign() != 0 {
		if flags&2 != 0 {
			shortT.Neg(shortT)
		}
		root := g.root(shortA, shortT)
		if root == nil {
			return Element{}, fault.Malformedf("%s: no form of this discriminant", name)
		}
		b.Mul(b, quotient).Add(b, root)
	}
	if flags&1 != 0 {
		b.Neg(b)
	}
	made, err := g.form(a, b)
	if err != nil {
		return Element{}, fault.AsMalformed(err, name)
	}
	if !bytes.Equal(g.Encode(made), data) {
		return Element{}, fault.Malformedf("%s: not canonical", name)
	}
	return made, nil
}

// root is sqrt(t²·D mod a)/t modulo a, or nil if t has no inverse or the square root is not an integer.
func (g *Class) root(a, t *big.Int) *big.Int {
	inverse := new(big.Int)
	if a.Cmp(one) != 0 && inverse.ModInverse(new(big.Int).Mod(t, a), a) == nil {
		return nil
	}
	square := new(big.Int).Mul(t, t)
	square.Mul(square, g.discriminant).Mod(square, a)
	root := new(big.Int).Sqrt(square)
	if new(big.Int).Mul(root, root).Cmp(square) != 0 {
		return nil
	}
	return root.Mul(root, inverse).Mod(root, a)
}

// shortFactor is t of the first remainder r = t·b modulo a with r² < a in Euclid's algorithm.
func shortFactor(a, b *big.Int) *big.Int {
	before, r := new(big.Int).Set(a), new(big.Int).Set(b)
	beforeT, t := new(big.Int), big.NewInt(1)
	square, quotient := new(big.Int), new(big.Int)
	for square.Mul(r, r).Cmp(a) >= 0 {
		rest := new(big.Int)
		quotient.QuoRem(before, r, rest)
		before, r = r, rest
		next := new(big.Int).Mul(quotient, t)
		beforeT, t = t, next.Sub(beforeT, next)
	}
	return t
}
