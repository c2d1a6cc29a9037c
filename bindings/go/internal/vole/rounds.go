package vole

import "heliast/internal/gf2"

// affine is SubBytes as a sum of these times the conjugates of the inverse, besides 0x63.
var affine = [8]byte{0x05, 0x09, 0xf9, 0x25, 0xf4, 0x01, 0xb5, 0x8f}

// basis is that of GF(2^4) in GF(2^8), for which the bits of a half byte stand.
var basis = [4]byte{0x01, 0x50, 0xb0, 0x0c}

// Products by constants.
var (
	byAffine, byAffineSquared [8]*gf2.Factor
	byBasis                   [4][4]*gf2.Factor // by conjugate, then by bit
	byTwo, byThree            = factorOf(2), factorOf(3)
	byFour, byFive            = factorOf(4), factorOf(5)
	constant, constantSquared = gf2.Embed(0x63), gf2.Embed(gf2.MulByte(0x63, 0x63))
)

func factorOf(b byte) *gf2.Factor { return gf2.NewFactor(gf2.Embed(b)) }

func init() {
	for i, b := range affine {
		byAffine[i], byAffineSquared[i] = factorOf(b), factorOf(gf2.MulByte(b, b))
	}
	power := basis
	for i := range byBasis {
		for k := range power {
			byBasis[i][k] = factorOf(power[k])
			power[k] = gf2.MulByte(power[k], power[k])
		}
	}
}

// pair holds that the block is encrypted to the result: two rounds at a time, of which the state between is
// committed.
func (c *constraints) pair(roundKeys *[11][16]bits, input, output []byte) {
	var state [16]bits
	for i := range state {
		state[i] = c.known(input[i]).plus(roundKeys[0][i])
	}
	for round := 0; round < 10; round += 2 {
		var halves [16][4]gf2.Elem
		for i := 0; i < 16; i += 2 {
			both := c.take()
			copy(halves[i][:], both[:4])
			copy(halves[i+1][:], both[4:])
		}
		var behind [16]bits // SubBytes and ShiftRows of the second round
		for i := range behind {
			if round < 8 {
				behind[i] = c.take()
			} else {
				behind[i] = c.known(output[i]).plus(roundKeys[10][i])
			}
		}
		c.doubleRound(&state, &halves, &roundKeys[round+1], &behind)
		if round < 8 {
			state = mixBits(&behind, &roundKeys[round+2])
		}
	}
}

// doubleRound holds that the half bytes tell the inverses of the state, and that what follows from these
// enters the second SubBytes and leaves it as it must.
func (c *constraints) doubleRound(state *[16]bits, halves *[16][4]gf2.Elem, key *[16]bits, behind *[16]bits) {
	var sub2, subSquared2 [16]gf2.Elem
	for i := range state {
		sub2[i], subSquared2[i] = c.substituted(state[i], &halves[i])
	}
	for column := range 4 {
		for r := range 4 {
			at := func(row int) int { row = (r + row) % 4; return (4*(column+row) + row) % 16 }
			k := key[4*column+r]
			k1 := gf2.Byte((*[8]gf2.Elem)(&k))
			t2 := byTwo.Times(sub2[at(0)]).Add(byThree.Times(sub2[at(1)])).Add(sub2[at(2)]).Add(sub2[at(3)])
			t2 = t2.Add(c.lift(k1.Add(c.lift(constant))))
			tt2 := byFour.Times(subSquared2[at(0)]).Add(byFive.Times(subSquared2[at(1)]))
			tt2 = tt2.Add(subSquared2[at(2)]).Add(subSquared2[at(3)])
			tt2 = tt2.Add(k1.Mul(k1)).Add(c.lift(c.lift(constantSquared)))
			b := c.inverseAffine(behind[(4*(column-r+4)+r)%16])
			square := b.squared()
			b1, bb1 := gf2.Byte((*[8]gf2.Elem)(&b)), gf2.Byte((*[8]gf2.Elem)(&square))
			c.hold(bb1.Mul(t2).Add(c.lift(c.lift(b1))))
			c.hold(tt2.Mul(b1).Add(c.lift(t2)))
		}
	}
}

// substituted holds y_0·x_1·x_4 + x_0 for the conjugates x_i of a byte and y_i of its half byte, and is
// SubBytes without its constant, and the square of that.
func (c *constraints) substituted(byteBits bits, half *[4]gf2.Elem) (sub2, subSquared2 gf2.Elem) {
	var x [8]gf2.Elem
	for i := range x {
		x[i] = gf2.Byte((*[8]gf2.Elem)(&byteBits))
		byteBits = byteBits.squared()
	}
	var y [4]gf2.Elem
	for i := range y {
		y[i] = half[0]
		for k := 1; k < 4; k++ {
			y[i] = y[i].Add(byBasis[i][k].Times(half[k]))
		}
	}
	var z [8]gf2.Elem // of degree 2: the conjugates of the inverse
	for i := range z {
		z[i] = x[(i+4)%8].Mul(y[i%4])
	}
	c.hold(z[0].Mul(x[1]).Add(c.lift(c.lift(x[0]))))
	for i := range z {
		sub2 = sub2.Add(byAffine[i].Times(z[i]))
		subSquared2 = subSquared2.Add(byAffineSquared[i].Times(z[(i+1)%8]))
	}
	return sub2, subSquared2
}

// mixBits is MixColumns of a state, plus a round key.
func mixBits(state, key *[16]bits) (made [16]bits) {
	for i := 0; i < 16; i += 4 {
		for r := range 4 {
			next := state[i+(r+1)%4]
			made[i+r] = state[i+r].twice().plus(next.twice()).plus(next).plus(state[i+(r+2)%4]).plus(state[i+(r+3)%4])
			made[i+r] = made[i+r].plus(key[i+r])
		}
	}
	return made
}
