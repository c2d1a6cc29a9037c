package group

import "math/big"

// Mul is Gauss's composition, reduced (Cohen, A Course in Computational Algebraic Number Theory, algorithm
// 5.4.7).
func (g *Class) Mul(f, h Element) Element {
	if f.a.Cmp(h.a) > 0 {
		f, h = h, f
	}
	// s = (b1 + b2)/2, n = b2 − s
	s := new(big.Int).Add(f.b, h.b)
	s.Rsh(s, 1)
	n := new(big.Int).Sub(h.b, s)
	// y1·a2 + u·a1 = d
	y1, d := new(big.Int), new(big.Int)
	d.GCD(y1, nil, h.a, f.a)
	v1, v2 := f.a, h.a
	r := new(big.Int)
	if d.Cmp(one) == 0 {
		r.Mul(y1, n)
		r.Neg(r).Mod(r, v1)
		return g.composed(v1, v2, h.b, r, d, h.c)
	}
	// x2·s + y2·d = d1, with gcd(s, d) for an s of either sign
	x2, y2 := new(big.Int), new(big.Int)
	d1 := new(big.Int).GCD(x2, y2, new(big.Int).Abs(s), d)
	if s.Sign() < 0 {
		x2.Neg(x2)
	}
	v1, v2 = new(big.Int).Quo(f.a, d1), new(big.Int).Quo(h.a, d1)
	r.Mul(y1, y2).Mul(r, n)
	x2.Mul(x2, h.c)
	r.Add(r, x2).Neg(r).Mod(r, v1)
	return g.composed(v1, v2, h.b, r, d1, h.c)
}

// composed is the reduced form of (v1·v2, b + 2·v2·r, (c·d + r·(b + v2·r))/v1).
func (g *Class) composed(v1, v2, b, r, d, c *big.Int) Element {
	vr := new(big.Int).Mul(v2, r)
	b3 := new(big.Int).Add(b, new(big.Int).Lsh(vr, 1))
	c3 := vr.Add(vr, b)
	c3.Mul(c3, r)
	c3.Add(c3, new(big.Int).Mul(c, d)).Quo(c3, v1)
	return reduced(new(big.Int).Mul(v1, v2), b3, c3)
}

// Pow raises a form to an exponent of 0 or more, four bits at a time.
func (g *Class) Pow(base Element, exponent *big.Int) Element {
	var table [16]Element
	table[0], table[1] = g.Identity(), base
	for i := 2; i < 16; i++ {
		table[i] = g.Mul(table[i-1], base)
	}
	power := table[0]
	for i := (exponent.BitLen() + 3) / 4 * 4; i > 0; i -= 4 {
		for range 4 {
			power = g.Mul(power, power)
		}
		digit := exponent.Bit(i-1)<<3 | exponent.Bit(i-2)<<2 | exponent.Bit(i-3)<<1 | exponent.Bit(i-4)
		if digit != 0 {
			power = g.Mul(power, table[digit])
		}
	}
	return power
}

// reduced is the reduced form of a class (Cohen, algorithm 5.4.2). It takes over its arguments.
func reduced(a, b, c *big.Int) Element {
	r, t, twice := new(big.Int), new(big.Int), new(big.Int)
	for {
		// r = floor((a − b)/2a), b' = b + 2ra, c' = ar² + br + c
		if b.CmpAbs(a) > 0 || (b.Sign() < 0 && b.CmpAbs(a) == 0) {
			twice.Lsh(a, 1)
			r.Sub(a, b)
			r.Div(r, twice)
			t.Mul(r, a).Add(t, b).Mul(t, r)
			c.Add(c, t)
			b.Add(b, t.Mul(r, twice))
		}
		order := a.Cmp(c)
		if order < 0 || (order == 0 && b.Sign() >= 0) {
			return Element{a, b, c}
		}
		a, c = c, a
		b.Neg(b)
	}
}
