package vole

import (
	"encoding/binary"

	"heliast/internal/gf2"
)

// across reads bit i of all columns as an element, bit c of which is that of column c, for the first bitRows
// bits.
func across(columns []column) []gf2.Elem {
	rows := make([]gf2.Elem, bitRows)
	var low, high [64]uint64
	for at := 0; at < bitRows; at += 64 {
		for c := range 64 {
			low[c] = binary.LittleEndian.Uint64(columns[c][at/8:])
			high[c] = binary.LittleEndian.Uint64(columns[c+64][at/8:])
		}
		transpose(&low)
		transpose(&high)
		for i := range 64 {
			rows[at+i] = gf2.Elem{Lo: low[i], Hi: high[i]}
		}
	}
	return rows
}

// transpose makes bit j of word i bit i of word j: it swaps halves, then quarters, and so on.
func transpose(words *[64]uint64) {
	mask := uint64(1<<32 - 1)
	for width := 32; width > 0; width /= 2 {
		for i := 0; i < 64; i = (i + width + 1) &^ width {
			swap := (words[i]>>width ^ words[i+width]) & mask
			words[i] ^= swap << width
			words[i+width] ^= swap
		}
		mask ^= mask << (width / 2)
	}
}
