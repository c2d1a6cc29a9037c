package blake

import (
	"encoding/binary"
	"math/bits"
)

const (
	chunkSize  = 1024
	chunkStart = 1 << 0
	chunkEnd   = 1 << 1
	parent     = 1 << 2
	root       = 1 << 3
)

var iv32 = [8]uint32{
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
}

var permutation = [16]byte{2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8}

// node is a compression that has not been made yet: of the root it gives output of any length.
type node struct {
	chain   [8]uint32
	block   [16]uint32
	counter uint64
	length  uint32
	flags   uint32
}

// Sum3 is BLAKE3 with this many bytes of output.
func Sum3(data []byte, length int) []byte {
	top := subtree(data, 0)
	top.flags |= root
	output := make([]byte, 0, length+64)
	for top.counter = 0; len(output) < length; top.counter++ {
		for _, word := range top.compress() {
			output = binary.LittleEndian.AppendUint32(output, word)
		}
	}
	return output[:length]
}

// subtree is the node over data, whose first chunk has a number. The left child has the greatest power of two
// of chunks that leaves at least one byte to the right.
func subtree(data []byte, first uint64) node {
	if len(data) <= chunkSize {
		return chunk(data, first)
	}
	chunks := 1 << (bits.Len(uint((len(data)-1)/chunkSize)) - 1)
	left, right := subtree(data[:chunks*chunkSize], first), subtree(data[chunks*chunkSize:], first+uint64(chunks))
	made := node{chain: iv32, length: 64, flags: parent}
	l, r := left.compress(), right.compress()
	copy(made.block[:8], l[:8])
	copy(made.block[8:], r[:8])
	return made
}

// chunk is the node of the last block of a chunk, after the others were compressed.
func chunk(data []byte, number uint64) node {
	made := node{chain: iv32, counter: number, flags: chunkStart}
	for {
		size := min(len(data), 64)
		var block [64]byte
		copy(block[:], data[:size])
		for i := range made.block {
			made.block[i] = binary.LittleEndian.Uint32(block[4*i:])
		}
		made.length = uint32(size)
		if len(data) <= 64 {
			made.flags |= chunkEnd
			return made
		}
		words := made.compress()
		copy(made.chain[:], words[:8])
		made.flags &^= chunkStart
		data = data[64:]
	}
}

func (n *node) compress() [16]uint32 {
	var v [16]uint32
	copy(v[:8], n.chain[:])
	copy(v[8:12], iv32[:4])
	v[12], v[13], v[14], v[15] = uint32(n.counter), uint32(n.counter>>32), n.length, n.flags
	m := n.block
	for round := 0; ; round++ {
		g3(&v, 0, 4, 8, 12, m[0], m[1])
		g3(&v, 1, 5, 9, 13, m[2], m[3])
		g3(&v, 2, 6, 10, 14, m[4], m[5])
		g3(&v, 3, 7, 11, 15, m[6], m[7])
		g3(&v, 0, 5, 10, 15, m[8], m[9])
		g3(&v, 1, 6, 11, 12, m[10], m[11])
		g3(&v, 2, 7, 8, 13, m[12], m[13])
		g3(&v, 3, 4, 9, 14, m[14], m[15])
		if round == 6 {
			break
		}
		before := m
		for i, from := range permutation {
			m[i] = before[from]
		}
	}
	for i := range 8 {
		v[i] ^= v[i+8]
		v[i+8] ^= n.chain[i]
	}
	return v
}

func g3(v *[16]uint32, a, b, c, d int, x, y uint32) {
	v[a] += v[b] + x
	v[d] = bits.RotateLeft32(v[d]^v[a], -16)
	v[c] += v[d]
	v[b] = bits.RotateLeft32(v[b]^v[c], -12)
	v[a] += v[b] + y
	v[d] = bits.RotateLeft32(v[d]^v[a], -8)
	v[c] += v[d]
	v[b] = bits.RotateLeft32(v[b]^v[c], -7)
}
