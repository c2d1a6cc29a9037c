// Package hashtree has the components of X-VRF and iVRF: the hash functions, one-time keys and trees of RFC
// 8391's XMSS-SHA2 sets (spec/xvrf.md, "Components").
package hashtree

import (
	"crypto/sha256"
	"encoding/binary"

	"heliast/internal/wire"
)

// The one-time key.
const (
	Chains = 67
	Steps  = 15
)

// The types of addresses.
const (
	typeOneTime = iota
	typeLTree
	typeTree
)

// Value is a hash, a mask, a key.
type Value = [32]byte

// Address is ADRS without its last word: type, and words 4 to 6.
type Address struct{ kind, four, five, six uint32 }

// Tree is a hasher under a PUB_SEED.
type Tree struct{ seed Value }

// New is the hasher of a key.
func New(seed Value) Tree { return Tree{seed} }

// prf is PRF(PUB_SEED, address with this purpose).
func (t Tree) prf(at Address, purpose uint32) Value {
	var input [96]byte
	input[31] = 3
	copy(input[32:], t.seed[:])
	binary.BigEndian.PutUint32(input[76:], at.kind)
	binary.BigEndian.PutUint32(input[80:], at.four)
	binary.BigEndian.PutUint32(input[84:], at.five)
	binary.BigEndian.PutUint32(input[88:], at.six)
	binary.BigEndian.PutUint32(input[92:], purpose)
	return sha256.Sum256(input[:])
}

// f is one step of a chain.
func (t Tree) f(at Address, value Value) Value {
	var input [96]byte
	key, mask := t.prf(at, 0), t.prf(at, 1)
	copy(input[32:], key[:])
	for i := range value {
		input[64+i] = value[i] ^ mask[i]
	}
	return sha256.Sum256(input[:])
}

// node is the parent of two nodes.
func (t Tree) node(at Address, left, right Value) Value {
	var input [128]byte
	input[31] = 1
	key, maskLeft, maskRight := t.prf(at, 0), t.prf(at, 1), t.prf(at, 2)
	copy(input[32:], key[:])
	for i := range left {
		input[64+i] = left[i] ^ maskLeft[i]
		input[96+i] = right[i] ^ maskRight[i]
	}
	return sha256.Sum256(input[:])
}

// Advance takes the steps of a chain from one to before another.
func (t Tree) Advance(leaf, chain uint32, value Value, from, to uint32) Value {
	for step := from; step < to; step++ {
		value = t.f(Address{typeOneTime, leaf, chain, step}, value)
	}
	return value
}

// Digits are the 67 digits of a digest: 64 half bytes, the high one first, and the checksum in three.
func Digits(digest Value) (digits [Chains]uint32) {
	checksum := uint32(0)
	for i, b := range digest {
		digits[2*i], digits[2*i+1] = uint32(b>>4), uint32(b&15)
		checksum += 2*Steps - uint32(b>>4) - uint32(b&15)
	}
	digits[64], digits[65], digits[66] = checksum>>8, checksum>>4&15, checksum&15
	return digits
}

// Ends are the ends of the chains of a leaf's signature of a digest. A signature has 67·32 bytes.
func (t Tree) Ends(leaf uint32, digest Value, signature []byte) []Value {
	digits, ends := Digits(digest), make([]Value, Chains)
	for chain := range ends {
		value := Value(signature[32*chain : 32*chain+32])
		ends[chain] = t.Advance(leaf, uint32(chain), value, digits[chain], Steps)
	}
	return ends
}

// Leaf is the node that the ends of a leaf's chains make (L-tree). It overwrites them.
func (t Tree) Leaf(leaf uint32, ends []Value) Value {
	for height := uint32(0); len(ends) > 1; height++ {
		count := len(ends) / 2
		for i := range count {
			ends[i] = t.node(Address{typeLTree, leaf, height, uint32(i)}, ends[2*i], ends[2*i+1])
		}
		if len(ends)%2 == 1 {
			ends[count] = ends[len(ends)-1]
			count++
		}
		ends = ends[:count]
	}
	return ends[0]
}

// Root is the root to which the path of a leaf leads, 32 bytes for each height.
func (t Tree) Root(leaf uint32, value Value, path []byte) Value {
	for height := uint32(0); len(path) > 0; height, path = height+1, path[32:] {
		sibling := Value(path[:32])
		at := Address{typeTree, 0, height, leaf >> (height + 1)}
		if leaf>>height&1 == 1 {
			value = t.node(at, sibling, value)
		} else {
			value = t.node(at, value, sibling)
		}
	}
	return value
}

// Padded is a number in 32 big-endian bytes.
func Padded(value uint64) []byte { return append(make([]byte, 24), wire.U64(value)...) }

// Prefix is a word in 28 bytes and a height in 4, which the outputs' hashes begin with.
func Prefix(word, height uint32) []byte {
	return append(append(make([]byte, 24), wire.U32(word)...), wire.U32(height)...)
}
