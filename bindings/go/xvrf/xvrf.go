// Package xvrf verifies X-VRF, lots from hash trees that sign with one-time keys (spec/xvrf.md).
package xvrf

import (
	"bytes"

	"heliast/fault"
	"heliast/internal/hashtree"
	"heliast/internal/wire"
)

// Lengths in bytes.
const (
	KeyLen    = hashtree.KeyLen
	OutputLen = 32
)

// Turn is the round and slot for which a key answers.
type Turn struct {
	Round uint64
	Slot  uint16
}

// ProofLen is the length of proofs by a tree of a height.
func ProofLen(height uint8) int { return 4 + 32*(hashtree.Chains+int(height)) }

// CheckKey checks that bytes are a key of X-VRF.
func CheckKey(key []byte) error {
	_, err := hashtree.ParseScheme(hashtree.SchemeXVRF, key)
	return err
}

// Verify returns the output of an input at a turn of a key if the proof shows it. The key is the 76 bytes
// that are registered; key, turn and input come from the protocol, never from the proof.
func Verify(key []byte, turn Turn, input, proof []byte) ([]byte, error) {
	parsed, err := hashtree.ParseScheme(hashtree.SchemeXVRF, key)
	if err != nil {
		return nil, err
	}
	position, err := parsed.Position(turn.Round, turn.Slot)
	if err != nil {
		return nil, err
	}
	if size := ProofLen(parsed.Height); len(proof) != size {
		return nil, fault.Malformedf("proof: wrong length: %d bytes, not %d", len(proof), size)
	}
	leaf := uint32(position)
	if !bytes.Equal(proof[:4], wire.U32(leaf)) {
		return nil, fault.Invalidf("proof is of another leaf")
	}
	tree := hashtree.New(parsed.PubSeed)
	signature, path := proof[4:4+32*hashtree.Chains], proof[4+32*hashtree.Chains:]
	ends := tree.Ends(leaf, digest(parsed, leaf, input), signature)
	if tree.Root(leaf, tree.Leaf(leaf, ends), path) != parsed.Root {
		return nil, fault.Invalidf("proof leads to another root")
	}
	prefix := hashtree.Prefix(0x58565246, uint32(parsed.Height))
	output := wire.Hash(prefix, parsed.Root[:], parsed.PubSeed[:], proof, input)
	return output[:], nil
}

// digest is the message that the leaf signs: H(toByte(2, 32) ‖ 0^32 ‖ root ‖ toByte(leaf, 32) ‖ x).
func digest(key hashtree.Key, leaf uint32, input []byte) hashtree.Value {
	return wire.Hash(hashtree.Padded(2), make([]byte, 32), key.Root[:], hashtree.Padded(uint64(leaf)), input)
}
