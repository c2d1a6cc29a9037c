package vole

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha3"
	"crypto/subtle"
	"encoding/binary"

	"heliast/internal/gf2"
)

// The purposes of the hashes: the last byte of their input.
const (
	forFactors = 0
	forCommit  = 1
	forIV      = 4
	forFirst   = 9
	forSecond  = 10
	forThird   = 11
)

func hash(purpose byte, size int, data ...[]byte) []byte {
	h := sha3.NewSHAKE128()
	for _, part := range data {
		h.Write(part)
	}
	h.Write([]byte{purpose})
	made := make([]byte, size)
	h.Read(made)
	return made
}

// stream makes streams G under one iv.
type stream struct {
	iv    [block]byte
	first uint32
}

func newStream(iv []byte) stream {
	return stream{[block]byte(iv), binary.LittleEndian.Uint32(iv)}
}

// fill writes G(key, number) over made, which has whole blocks.
func (s *stream) fill(key []byte, number uint32, made []byte) {
	var counter [block]byte
	copy(counter[:], s.iv[:])
	binary.LittleEndian.PutUint32(counter[12:], binary.LittleEndian.Uint32(s.iv[12:])+number)
	under := encryption(key)
	for i := uint32(0); len(made) > 0; i++ {
		binary.LittleEndian.PutUint32(counter[:], s.first+i)
		under.Encrypt(made[:block], counter[:])
		made = made[block:]
	}
}

func encryption(key []byte) cipher.Block {
	made, err := aes.NewCipher(key)
	if err != nil {
		panic("vole: a key of AES-128 has 16 bytes")
	}
	return made
}

// grow makes all leaves that follow from the opened nodes: the tree's nodes, of which the marked ones mean
// nothing.
func (p *Parameters) grow(opened []int, given []byte, s *stream) []byte {
	leaves := p.leaves()
	nodes, known := make([]byte, (2*leaves-1)*block), make([]bool, 2*leaves-1)
	for i, node := range opened {
		copy(nodes[node*block:], given[i*block:(i+1)*block])
		known[node] = true
	}
	for i := range leaves - 1 {
		if known[i] {
			s.fill(nodes[i*block:(i+1)*block], uint32(i), nodes[(2*i+1)*block:(2*i+3)*block])
			known[2*i+1], known[2*i+2] = true, true
		}
	}
	return nodes
}

// unfold makes the hash of the commitments from the tree's leaves, and the columns before they are corrected.
func (p *Parameters) unfold(nodes []byte, hidden []int, commitments []byte, s *stream) (com []byte, columns []column) {
	factors := hash(forFactors, commitment*p.vectors, s.iv[:])
	all := sha3.NewSHAKE128()
	for i, delta := range hidden {
		seeds := make([][]byte, 1<<p.depthOf(i))
		factor := gf2.NewLongFactor(factors[commitment*i : commitment*(i+1)])
		ofVector := sha3.NewSHAKE128()
		for j := range seeds {
			if j == delta {
				ofVector.Write(commitments[commitment*i : commitment*(i+1)])
				continue
			}
			at := p.node(i, j) * block
			var leaf [4 * block]byte
			s.fill(nodes[at:at+block], uint32(p.leaves()-1+i), leaf[:])
			factor.Times(gf2.Read(leaf[:])).Plus(gf2.ReadLong(leaf[block:])).Put(leaf[block:])
			ofVector.Write(leaf[block:])
			seeds[j] = append(nodes[at:at:at+block], leaf[:block]...)
		}
		ofVector.Write([]byte{forCommit})
		digest := make([]byte, 32)
		ofVector.Read(digest)
		all.Write(digest)
		columns = append(columns, s.columns(seeds, delta, uint32(i))...)
	}
	all.Write([]byte{forCommit})
	com = make([]byte, 32)
	all.Read(com)
	return com, columns
}

// column is one of the columns, in whole blocks; only the first rowLen bytes mean something.
type column [rowRoom]byte

// columns are those of a vector: column d is the sum of the rows of all j but δ for which bit d of j ⊕ δ is
// 1.
//
// Sums go up as in a counter: a sum over 2^d places waits until that of the next 2^d places comes, which is
// part of column d, and both are added.
func (s *stream) columns(seeds [][]byte, delta int, vector uint32) []column {
	depth := 0
	for 1<<depth < len(seeds) {
		depth++
	}
	made, waiting := make([]column, depth), make([]column, depth+1)
	for place := range seeds {
		var row column
		if place > 0 {
			s.fill(seeds[place^delta], 1<<31+vector, row[:])
		}
		d := 0
		for ; place>>d&1 == 1; d++ {
			subtle.XORBytes(made[d][:], made[d][:], row[:])
			subtle.XORBytes(row[:], row[:], waiting[d][:])
		}
		waiting[d] = row
	}
	return made
}
