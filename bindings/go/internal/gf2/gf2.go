// Package gf2 has the binary fields of A-VRF: GF(2^64), GF(2^128) and GF(2^384) (spec/avrf.md, "Fields"). Bit
// i of a string is the coefficient of x^i.
package gf2

import "encoding/binary"

// Elem is an element of GF(2^128), modulo x^128 + x^7 + x^2 + x + 1: its low and its high coefficients.
type Elem struct{ Lo, Hi uint64 }

// Read is the element in 16 bytes.
func Read(data []byte) Elem {
	return Elem{binary.LittleEndian.Uint64(data), binary.LittleEndian.Uint64(data[8:16])}
}

// Append appends the 16 bytes of an element.
func (a Elem) Append(data []byte) []byte {
	return binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(data, a.Lo), a.Hi)
}

// Add is the sum of two elements.
func (a Elem) Add(b Elem) Elem { return Elem{a.Lo ^ b.Lo, a.Hi ^ b.Hi} }

// Double is the element times x.
func (a Elem) Double() Elem { return Elem{a.Lo<<1 ^ 0x87*(a.Hi>>63), a.Hi<<1 | a.Lo>>63} }

// Mul is the product, of 4 bits of a at a time.
func (a Elem) Mul(b Elem) Elem {
	var table [16]Elem
	table[1] = b
	for i := 2; i < 16; i += 2 {
		table[i] = table[i/2].Double()
		table[i+1] = table[i].Add(b)
	}
	var made Elem
	for _, word := range [2]uint64{a.Hi, a.Lo} {
		for shift := 60; shift >= 0; shift -= 4 {
			top := made.Hi >> 60
			over := top ^ top<<1 ^ top<<2 ^ top<<7
			digit := table[word>>shift&15]
			made = Elem{made.Lo<<4 ^ over ^ digit.Lo, made.Hi<<4 ^ made.Lo>>60 ^ digit.Hi}
		}
	}
	return made
}

// Factor multiplies by one element of GF(2^128), which makes it fast: by table, 4 bits at a time.
type Factor [32][16]Elem

// NewFactor prepares products by an element.
func NewFactor(a Elem) *Factor {
	made := new(Factor)
	for p := range made {
		for bit := 1; bit < 16; bit *= 2 {
			for i := range bit {
				made[p][bit+i] = made[p][i].Add(a)
			}
			a = a.Double()
		}
	}
	return made
}

// Times is the product of the factor and b.
func (f *Factor) Times(b Elem) Elem {
	var made Elem
	for p := range 16 {
		low, high := &f[p][b.Lo>>(4*p)&15], &f[p+16][b.Hi>>(4*p)&15]
		made.Lo ^= low.Lo ^ high.Lo
		made.Hi ^= low.Hi ^ high.Hi
	}
	return made
}

// Factor64 multiplies by one element of GF(2^64), modulo x^64 + x^4 + x^3 + x + 1.
type Factor64 [16][16]uint64

// NewFactor64 prepares products by an element.
func NewFactor64(a uint64) *Factor64 {
	made := new(Factor64)
	for p := range made {
		for bit := 1; bit < 16; bit *= 2 {
			for i := range bit {
				made[p][bit+i] = made[p][i] ^ a
			}
			a = a<<1 ^ 0x1b*(a>>63)
		}
	}
	return made
}

// Times is the product of the factor and b.
func (f *Factor64) Times(b uint64) (made uint64) {
	for p := range f {
		made ^= f[p][b>>(4*p)&15]
	}
	return made
}

// Long is an element of GF(2^384), modulo x^384 + x^12 + x^3 + x^2 + 1, the lowest coefficients first.
type Long [6]uint64

// LongFactor multiplies by one element of GF(2^384).
type LongFactor [32][16]Long

// NewLongFactor prepares products by the element in 48 bytes.
func NewLongFactor(data []byte) *LongFactor {
	a := ReadLong(data)
	made := new(LongFactor)
	for p := range made {
		for bit := 1; bit < 16; bit *= 2 {
			for i := range bit {
				made[p][bit+i] = made[p][i]
				made[p][bit+i].add(&a)
			}
			a.double()
		}
	}
	return made
}

// Times is the product of the factor and an element of 128 bits.
func (f *LongFactor) Times(b Elem) (made Long) {
	for p := range 16 {
		made.add(&f[p][b.Lo>>(4*p)&15])
		made.add(&f[p+16][b.Hi>>(4*p)&15])
	}
	return made
}

// ReadLong is the element in 48 bytes.
func ReadLong(data []byte) (made Long) {
	for i := range made {
		made[i] = binary.LittleEndian.Uint64(data[8*i:])
	}
	return made
}

// Plus is the sum of two elements.
func (a Long) Plus(b Long) Long {
	a.add(&b)
	return a
}

// Put writes the 48 bytes of an element.
func (a Long) Put(data []byte) {
	for i, word := range a {
		binary.LittleEndian.PutUint64(data[8*i:], word)
	}
}

func (a *Long) add(b *Long) {
	for i := range a {
		a[i] ^= b[i]
	}
}

func (a *Long) double() {
	over := a[5] >> 63
	for i := 5; i > 0; i-- {
		a[i] = a[i]<<1 | a[i-1]>>63
	}
	a[0] = a[0]<<1 ^ 0x100d*over
}
