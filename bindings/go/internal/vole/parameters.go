// Package vole verifies proofs that one AES-128 key encrypts four public blocks to four others
// (spec/avrf.md): VOLE in the head, as in FAEST.
package vole

import "slices"

// Parameters are those of a suite.
type Parameters struct {
	vectors int // τ
	long    int // τ_1: the first so many vectors are long
	depth   int // k: a long vector has 2^k leaves, another 2^(k − 1)
	opened  int // T: nodes in a proof
	grind   int // w: the last bits of the challenge are 0
}

// The two suites.
var (
	Small = Parameters{vectors: 11, long: 0, depth: 12, opened: 102, grind: 7}
	Fast  = Parameters{vectors: 16, long: 8, depth: 8, opened: 110, grind: 8}
)

const (
	block      = 16
	commitment = 48
	// Pairs is the number of pairs of blocks in a statement.
	Pairs       = 4
	keyWitness  = 16 + 40
	pairWitness = 5*8 + 4*16
	// witness is ℓ/8.
	witness = keyWitness + Pairs*pairWitness
	// hashLen is the length of a column's hash, and of what masks it.
	hashLen = block + 2
	// rowLen is the length of a row; rowRoom is that in whole blocks.
	rowLen  = witness + 2*block + hashLen
	rowRoom = (rowLen + block - 1) / block * block
	// bitRows is the number of rows that are read across the columns: the witness and the masks of the check.
	bitRows = 8 * (witness + 2*block)
)

// ProofLen is the length of π.
func (p *Parameters) ProofLen() int {
	return (p.vectors-1)*rowLen + hashLen + witness + 2*block + p.vectors*commitment + p.opened*block + 2*block + 4
}

// depthOf is k_i.
func (p *Parameters) depthOf(i int) int {
	if i < p.long {
		return p.depth
	}
	return p.depth - 1
}

// leaves is L.
func (p *Parameters) leaves() int { return (p.long + p.vectors) << (p.depth - 1) }

// node is the node of the tree that is leaf j of vector i.
func (p *Parameters) node(i, j int) int {
	half := 1 << (p.depth - 1)
	if j < half {
		return p.leaves() - 1 + p.vectors*j + i
	}
	return p.leaves() - 1 + p.vectors*half + p.long*(j-half) + i
}

// hidden are the leaves that stay hidden, by vector, and whether the last bits of the challenge are 0.
func (p *Parameters) hidden(challenge []byte) (hidden []int, ground bool) {
	bit := func(i int) int { return int(challenge[i/8] >> (i % 8) & 1) }
	at := 0
	for i := range p.vectors {
		leaf := 0
		for d := range p.depthOf(i) {
			leaf |= bit(at) << d
			at++
		}
		hidden = append(hidden, leaf)
	}
	for ground = true; at < 8*block; at++ {
		ground = ground && bit(at) == 0
	}
	return hidden, ground
}

// opening are the nodes that give all leaves but the hidden ones, in the order of the proof.
func (p *Parameters) opening(hidden []int) []int {
	marked := map[int]bool{}
	for i, j := range hidden {
		for node := p.node(i, j); node > 0; node = (node - 1) / 2 {
			marked[node] = true
		}
	}
	var nodes []int
	for node := range marked {
		beside := node + 1
		if node%2 == 0 {
			beside = node - 1
		}
		if !marked[beside] {
			nodes = append(nodes, beside)
		}
	}
	slices.Sort(nodes)
	slices.Reverse(nodes)
	return nodes
}

// parts are the fields of a proof.
type parts struct {
	corrections, uHash, d, a1, a2, commitments, nodes, challenge, iv, counter []byte
}

// split cuts a proof of the right length.
func (p *Parameters) split(proof []byte) (made parts) {
	take := func(size int) []byte {
		field := proof[:size]
		proof = proof[size:]
		return field
	}
	made.corrections = take((p.vectors - 1) * rowLen)
	made.uHash = take(hashLen)
	made.d = take(witness)
	made.a1, made.a2 = take(block), take(block)
	made.commitments = take(p.vectors * commitment)
	made.nodes = take(p.opened * block)
	made.challenge, made.iv, made.counter = take(block), take(block), take(4)
	return made
}
