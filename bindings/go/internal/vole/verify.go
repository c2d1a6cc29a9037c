package vole

import (
	"bytes"
	"crypto/subtle"
	"encoding/binary"
	"slices"

	"heliast/fault"
	"heliast/internal/gf2"
)

// Statement is the statement of a proof: one key encrypts each of the inputs to the output of its place. Mu
// represents it in the transcript.
type Statement struct {
	Inputs, Outputs [Pairs][]byte
	Mu              []byte
}

// Verify checks that a proof of ProofLen bytes shows that somebody knows the key; it returns nil or the reason
// why not.
func (p *Parameters) Verify(statement *Statement, proof []byte) error {
	part := p.split(proof)
	hidden, ground := p.hidden(part.challenge)
	if !ground {
		return fault.Invalidf("the last bits of the challenge are not 0")
	}
	opened := p.opening(hidden)
	if len(opened) > p.opened {
		return fault.Invalidf("the challenge opens too many nodes")
	}
	if slices.ContainsFunc(part.nodes[len(opened)*block:], func(b byte) bool { return b != 0 }) {
		return fault.Invalidf("padding behind the nodes")
	}
	iv := hash(forIV, block, part.iv)
	s := newStream(iv)
	com, columns := p.unfold(p.grow(opened, part.nodes, &s), hidden, part.commitments, &s)
	p.correct(columns, part.corrections, hidden)
	columns = append(columns, make([]column, p.grind)...)

	first := hash(forFirst, 5*block+8, statement.Mu, com, part.corrections, iv)
	transcript := [][]byte{first, part.uHash}
	hasher := newColumnHasher(first)
	for c := range columns {
		made := hasher.hash(columns[c][:rowLen])
		if part.challenge[c/8]>>(c%8)&1 == 1 {
			subtle.XORBytes(made, made, part.uHash)
		}
		transcript = append(transcript, made)
	}
	second := hash(forSecond, 3*block+8, append(transcript, part.d)...)

	delta := gf2.Read(part.challenge)
	a0 := p.check(statement, second, columns, part.d, delta)
	a0 = a0.Add(delta.Mul(gf2.Read(part.a1).Add(delta.Mul(gf2.Read(part.a2)))))
	third := hash(forThird, block, second, a0.Append(nil), part.a1, part.a2, part.counter)
	if !bytes.Equal(third, part.challenge) {
		return fault.Invalidf("the challenge is another one")
	}
	return nil
}

// correct adds to the columns of each vector but the first its correction, where the challenge is 1.
func (p *Parameters) correct(columns []column, corrections []byte, hidden []int) {
	at := p.depthOf(0)
	for i := 1; i < p.vectors; i++ {
		correction := corrections[(i-1)*rowLen : i*rowLen]
		for d := range p.depthOf(i) {
			if hidden[i]>>d&1 == 1 {
				subtle.XORBytes(columns[at+d][:rowLen], columns[at+d][:rowLen], correction)
			}
		}
		at += p.depthOf(i)
	}
}

// columnHasher is the universal hash of columns.
type columnHasher struct {
	r [4]gf2.Elem
	s *gf2.Factor
	t *gf2.Factor64
}

func newColumnHasher(key []byte) (made columnHasher) {
	for i := range made.r {
		made.r[i] = gf2.Read(key[i*block:])
	}
	made.s = gf2.NewFactor(gf2.Read(key[4*block:]))
	made.t = gf2.NewFactor64(binary.LittleEndian.Uint64(key[5*block:]))
	return made
}

// hash is that of a column of rowLen bytes, the last 18 of which mask it.
func (h *columnHasher) hash(text []byte) []byte {
	var body [(rowLen - hashLen + block - 1) / block * block]byte
	copy(body[:], text[:rowLen-hashLen])
	var h0 gf2.Elem
	for at := 0; at < len(body); at += block {
		h0 = h.s.Times(h0).Add(gf2.Read(body[at:]))
	}
	var h1 uint64
	for at := 0; at < len(body); at += 8 {
		h1 = h.t.Times(h1) ^ binary.LittleEndian.Uint64(body[at:])
	}
	low := gf2.Elem{Lo: h1}
	made := h.r[0].Mul(h0).Add(h.r[1].Mul(low)).Append(nil)
	made = h.r[2].Mul(h0).Add(h.r[3].Mul(low)).Append(made)[:hashLen]
	subtle.XORBytes(made, made, text[rowLen-hashLen:])
	return made
}
