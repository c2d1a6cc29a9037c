package sortition

import (
	"encoding/binary"
	"math/bits"
)

// words is a number below 2^256, the lowest 64 bits first.
type words [4]uint64

func wordsOf(digest [32]byte) (made words) {
	for i := range made {
		made[3-i] = binary.BigEndian.Uint64(digest[8*i:])
	}
	return made
}

func (w words) less(other words) bool {
	for i := 3; i >= 0; i-- {
		if w[i] != other[i] {
			return w[i] < other[i]
		}
	}
	return false
}

func (w words) plus(other words) (sum words) {
	var carry uint64
	for i := range w {
		sum[i], carry = bits.Add64(w[i], other[i], carry)
	}
	return sum
}

func (w words) bitLen() int {
	for i := 3; i >= 0; i-- {
		if w[i] != 0 {
			return 64*i + bits.Len64(w[i])
		}
	}
	return 0
}

// right drops so many bits, at most 256; left appends zeros, and loses what leaves 256 bits.
func (w words) right(count int) (made words) {
	for i := count / 64; i < 4; i++ {
		made[i-count/64] |= w[i] >> (count % 64)
		if above := i + 1; above < 4 && count%64 > 0 {
			made[i-count/64] |= w[above] << (64 - count%64)
		}
	}
	return made
}

func (w words) left(count int) (made words) {
	for i := 3; i >= count/64; i-- {
		from := i - count/64
		made[i] |= w[from] << (count % 64)
		if from > 0 && count%64 > 0 {
			made[i] |= w[from-1] >> (64 - count%64)
		}
	}
	return made
}

// number is m·2^e with 2^127 <= m < 2^128: the high and low half of m, and e.
type number struct {
	high, low uint64
	exponent  int64
}

// normed is w·2^e as a number, rounded down; w is not 0.
func normed(w words, exponent int64) number {
	if shift := w.bitLen() - 128; shift >= 0 {
		w, exponent = w.right(shift), exponent+int64(shift)
	} else {
		w, exponent = w.left(-shift), exponent+int64(shift)
	}
	return number{w[1], w[0], exponent}
}

// base is q/total for 0 < q < total.
func base(q, total uint64) number { return number{1 << 63, 0, -127}.scaled(q, total) }

// power is n to a stake above 0, by squares from the top bit down.
func power(n number, stake uint64) number {
	made := n
	for i := bits.Len64(stake) - 2; i >= 0; i-- {
		made = made.times(made)
		if stake>>i&1 == 1 {
			made = made.times(n)
		}
	}
	return made
}

// times is the product, rounded down.
func (n number) times(other number) number {
	var w words
	var carry uint64
	high0, low0 := bits.Mul64(n.low, other.low)
	high1, low1 := bits.Mul64(n.low, other.high)
	high2, low2 := bits.Mul64(n.high, other.low)
	high3, low3 := bits.Mul64(n.high, other.high)
	w[0] = low0
	w[1], carry = bits.Add64(high0, low1, 0)
	w[2], carry = bits.Add64(high1, low3, carry)
	w[3] = high3 + carry
	w[1], carry = bits.Add64(w[1], low2, 0)
	w[2], carry = bits.Add64(w[2], high2, carry)
	w[3] += carry
	return normed(w, n.exponent+other.exponent)
}

// scaled is n·a/b for a and b above 0: floor(m·a·2^64 / b), rounded down.
func (n number) scaled(a, b uint64) number {
	var w words // m·a·2^64
	var carry uint64
	high0, low0 := bits.Mul64(n.low, a)
	high1, low1 := bits.Mul64(n.high, a)
	w[1] = low0
	w[2], carry = bits.Add64(high0, low1, 0)
	w[3] = high1 + carry
	var rest uint64
	for i := 3; i >= 0; i-- {
		w[i], rest = bits.Div64(rest, w[i], b)
	}
	return normed(w, n.exponent-64)
}

// fixed is floor(m·2^(e+256)) of a number of at most 1. What is 2^256 or more wraps, as a sum that has
// reached 1 may.
func (n number) fixed() words {
	shift, w := n.exponent+256, words{n.low, n.high}
	switch {
	case shift >= 256:
		return words{}
	case shift >= 0:
		return w.left(int(shift))
	case shift <= -128:
		return words{}
	}
	return w.right(int(-shift))
}

// pastMean says whether j·total > stake·expected.
func pastMean(j, total, stake, expected uint64) bool {
	high1, low1 := bits.Mul64(j, total)
	high2, low2 := bits.Mul64(stake, expected)
	return high1 > high2 || (high1 == high2 && low1 > low2)
}
