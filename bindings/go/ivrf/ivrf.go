// Package ivrf verifies iVRF, lots from hash chains at the leaves of a tree (spec/ivrf.md).
package ivrf

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

// chain is the number of a leaf's chain, after those of one-time keys.
const chain = hashtree.Chains

// Turn is the round and slot for which a key answers.
type Turn struct {
	Round uint64
	Slot  uint16
}

// ProofLen is the length of proofs by a tree of a height.
func ProofLen(height uint8) int { return 4 + 32*(1+int(height)) }

// CheckKey checks that bytes are a key of iVRF.
func CheckKey(key []byte) error {
	_, err := hashtree.ParseScheme(hashtree.SchemeIVRF, key)
	return err
}

// Verify returns the output of an input at a turn of a key if the proof shows it. The key is the 76 bytes
// that are registered; key, turn and input come from the protocol, never from the proof. A proof takes slot +
// 1 steps of its chain, 65,535 at most.
func Verify(key []byte, turn Turn, input, proof []byte) ([]byte, error) {
	parsed, err := hashtree.ParseScheme(hashtree.SchemeIVRF, key)
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
	leaf, steps := uint32(position/uint64(parsed.Slots)), uint32(parsed.Slots)
	if !bytes.Equal(proof[:4], wire.U32(leaf)) {
		return nil, fault.Invalidf("proof is of another leaf")
	}
	tree := hashtree.New(parsed.PubSeed)
	disclosed := hashtree.Value(proof[4:36])
	end := tree.Advance(leaf, chain, disclosed, steps-1-uint32(turn.Slot), steps)
	if tree.Root(leaf, end, proof[36:]) != parsed.Root {
		return nil, fault.Invalidf("proof leads to another root")
	}
	output := wire.Hash(hashtree.Prefix(0x49565246, uint32(parsed.Height)), parsed.Root[:], parsed.PubSeed[:],
		hashtree.Padded(uint64(leaf)), hashtree.Padded(uint64(turn.Slot)), disclosed[:], input)
	return output[:], nil
}
