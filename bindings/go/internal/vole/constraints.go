package vole

import (
	"heliast/internal/gf2"
)

// bits are the eight of a byte as the verifier has them: each is the value at Δ of a polynomial of degree 1,
// whose coefficient of X is the bit.
type bits [8]gf2.Elem

// constraints hashes the values at Δ of the constraints of AES, in their order. A name that ends in a number
// tells the degree of the polynomial whose value it is; a sum of two degrees has the lower one times Δ.
type constraints struct {
	delta   *gf2.Factor
	one     gf2.Elem // Δ: the bit 1, of degree 1
	byS     *gf2.Factor
	byT     *gf2.Factor
	h0, h1  gf2.Elem
	pending []gf2.Elem // committed bits that are not taken yet
}

// check is the hash of all constraints, with the mask of the rows behind the witness.
func (p *Parameters) check(statement *Statement, key []byte, columns []column, d []byte, delta gf2.Elem) gf2.Elem {
	rows := across(columns)
	masks := [2]gf2.Elem{}
	for i := range masks {
		for j := 127; j >= 0; j-- {
			masks[i] = masks[i].Double().Add(rows[8*witness+128*i+j])
		}
	}
	committed := rows[:8*witness]
	for i := range committed {
		if d[i/8]>>(i%8)&1 == 1 {
			committed[i] = committed[i].Add(delta)
		}
	}
	c := &constraints{delta: gf2.NewFactor(delta), one: delta, pending: committed}
	c.byS = gf2.NewFactor(gf2.Read(key[2*block:]))
	c.byT = gf2.NewFactor(gf2.Read(append(key[3*block:3*block+8:3*block+8], make([]byte, 8)...)))
	roundKeys := c.keySchedule()
	for i := range Pairs {
		c.pair(&roundKeys, statement.Inputs[i], statement.Outputs[i])
	}
	total := gf2.Read(key).Mul(c.h0).Add(gf2.Read(key[block:]).Mul(c.h1))
	return total.Add(masks[0]).Add(delta.Mul(masks[1]))
}

// hold takes in the value of a constraint of degree 3.
func (c *constraints) hold(value gf2.Elem) {
	c.h0 = c.byS.Times(c.h0).Add(value)
	c.h1 = c.byT.Times(c.h1).Add(value)
}

// lift is a value times Δ.
func (c *constraints) lift(value gf2.Elem) gf2.Elem { return c.delta.Times(value) }

// take returns the next committed byte.
func (c *constraints) take() (made bits) {
	copy(made[:], c.pending)
	c.pending = c.pending[8:]
	return made
}

// known is a public byte.
func (c *constraints) known(b byte) (made bits) {
	for i := range made {
		if b>>i&1 == 1 {
			made[i] = c.one
		}
	}
	return made
}

func (b bits) plus(other bits) bits {
	for i := range b {
		b[i] = b[i].Add(other[i])
	}
	return b
}

// inverseAffine undoes the affine map of SubBytes: bit i is s_(i−1) + s_(i−3) + s_(i−6) + bit i of 0x05.
func (c *constraints) inverseAffine(s bits) (made bits) {
	for i := range made {
		made[i] = s[(i+7)%8].Add(s[(i+5)%8]).Add(s[(i+2)%8])
	}
	return made.plus(c.known(0x05))
}

// squared are the bits of the byte's square.
func (b bits) squared() (made bits) {
	for from := range b {
		square := gf2.MulByte(1<<from, 1<<from)
		for to := range made {
			if square>>to&1 == 1 {
				made[to] = made[to].Add(b[from])
			}
		}
	}
	return made
}

// twice is the byte times x in GF(2^8).
func (b bits) twice() (made bits) {
	copy(made[1:], b[:7])
	for _, i := range [4]int{0, 1, 3, 4} {
		made[i] = made[i].Add(b[7])
	}
	return made
}

// keySchedule takes the key and the first word of each further round key, and holds what SubBytes does in it.
func (c *constraints) keySchedule() (roundKeys [11][16]bits) {
	var words [44][4]bits
	for i := range 4 {
		for r := range 4 {
			words[i][r] = c.take()
		}
	}
	constant := byte(1)
	for i := 4; i < 44; i++ {
		for r := range 4 {
			if i%4 == 0 {
				words[i][r] = c.take()
			} else {
				words[i][r] = words[i-4][r].plus(words[i-1][r])
			}
		}
		if i%4 != 0 {
			continue
		}
		for r := range 4 {
			result := words[i][r].plus(words[i-4][r])
			if r == 0 {
				result = result.plus(c.known(constant))
			}
			c.inverses(words[i-1][(r+1)%4], c.inverseAffine(result))
		}
		constant = gf2.MulByte(constant, 2)
	}
	for i := range words {
		copy(roundKeys[i/4][4*(i%4):], words[i][:])
	}
	return roundKeys
}

// inverses holds that b is the inverse of a: a²·b + a and b²·a + b.
func (c *constraints) inverses(a, b bits) {
	squareA, squareB := a.squared(), b.squared()
	a1, b1, aa1, bb1 := gf2.Byte((*[8]gf2.Elem)(&a)), gf2.Byte((*[8]gf2.Elem)(&b)),
		gf2.Byte((*[8]gf2.Elem)(&squareA)), gf2.Byte((*[8]gf2.Elem)(&squareB))
	c.hold(c.lift(aa1.Mul(b1).Add(c.lift(a1))))
	c.hold(c.lift(bb1.Mul(a1).Add(c.lift(b1))))
}
