// Package batch reduces many delays to one (spec/batch.md): Random Exponents at level 128, of one shard.
package batch

import (
	"slices"

	"heliast/group"
	"heliast/internal/blake"
	"heliast/internal/wire"
)

const (
	// exponentLen is the length of an exponent in bytes: 128 bits.
	exponentLen = 16
	leafRecords = 4096
	// statement is the purpose of strings that statements are raised to.
	statement = 1
)

// RandomExponents returns one statement that is true if all statements (x, y, t) are. Otherwise it is false,
// except with a probability of 2^-128.
func RandomExponents(g group.Group, t uint64, xs, ys []group.Element) (x, y group.Element) {
	seed := seedOf(g, t, xs, ys)
	input := slices.Concat(wire.Tag("heliast/batch/string/v1"), seed, []byte{0, statement})
	exponents := blake.Sum3(input, exponentLen*len(xs))
	return product(g, xs, exponents), product(g, ys, exponents)
}

// seedOf is the seed of the exponents, which follows from every record.
func seedOf(g group.Group, t uint64, xs, ys []group.Element) []byte {
	root := wire.Tag("heliast/batch/root/v1")
	for at := 0; at < len(xs); at += leafRecords {
		leaf := wire.Tag("heliast/batch/leaf/v1")
		for i := at; i < min(at+leafRecords, len(xs)); i++ {
			leaf = append(append(leaf, g.Encode(xs[i])...), g.Encode(ys[i])...)
		}
		root = append(root, blake.Sum3(leaf, 32)...)
	}
	id := g.ID()
	exponents := []byte{1, 2, 0, 8 * exponentLen, 0, 0} // one reduction: exponents of 128 bits
	return blake.Sum3(slices.Concat(wire.Tag("heliast/batch/seed/v1"), id[:], wire.U32(uint32(g.Len())), wire.U64(t),
		exponents, wire.U64(1), wire.U64(uint64(len(xs))), blake.Sum3(root, 32)), 32)
}

// product is ∏ e_i^(r_i) for exponents of 16 bytes, the lowest first: a few bits at a time from the top, each
// element goes to the bucket of its bits, and sums of buckets raise each to its number (Pippenger).
func product(g group.Group, elements []group.Element, exponents []byte) group.Element {
	width := 4
	if len(elements) > 480 { // from here on 16·(m + 510) is less than 32·(m + 30)
		width = 8
	}
	made := g.Identity()
	for place := 8*exponentLen - width; place >= 0; place -= width {
		for range width {
			made = g.Mul(made, made)
		}
		buckets := make([]*group.Element, 1<<width)
		for i, e := range elements {
			digit := exponents[i*exponentLen+place/8] >> (place % 8) & byte(1<<width-1)
			multiplyInto(g, &buckets[digit], e)
		}
		var running, sum *group.Element
		for digit := len(buckets) - 1; digit > 0; digit-- {
			if buckets[digit] != nil {
				multiplyInto(g, &running, *buckets[digit])
			}
			if running != nil {
				multiplyInto(g, &sum, *running)
			}
		}
		if sum != nil {
			made = g.Mul(made, *sum)
		}
	}
	return made
}

// multiplyInto multiplies into a product that begins with nothing.
func multiplyInto(g group.Group, into **group.Element, e group.Element) {
	if *into != nil {
		e = g.Mul(**into, e)
	}
	*into = &e
}
