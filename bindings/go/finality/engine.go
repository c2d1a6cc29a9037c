package finality

import (
	"encoding/binary"
	"encoding/hex"
	"slices"

	"heliast/internal/wire"
)

// The header's fields that are checked, of all that the engine hashes.
const (
	fields           = 14
	fieldChainID     = 1
	fieldHeight      = 2
	fieldValidators  = 7
	fieldNext        = 8
	fieldApplication = 10
)

// precommit is the type of a vote.
const precommit = 2

// EngineChainID is the engine's name for the chain of its network.
func EngineChainID(chain [32]byte) string { return "heliast-" + hex.EncodeToString(chain[:20]) }

// merkleRoot is the Merkle root of RFC 6962, section 2.1, of one leaf or more.
func merkleRoot(leaves [][]byte) []byte {
	if len(leaves) == 1 {
		sum := wire.Hash([]byte{0}, leaves[0])
		return sum[:]
	}
	split := 1
	for 2*split < len(leaves) {
		split *= 2
	}
	sum := wire.Hash([]byte{1}, merkleRoot(leaves[:split]), merkleRoot(leaves[split:]))
	return sum[:]
}

// SetHash is the hash of a set of validators, in the engine's order, as headers have it.
func SetHash(validators []Validator) []byte {
	leaves := make([][]byte, len(validators))
	for i, v := range validators {
		field := uint64(1)
		if v.Type == MLDSA65 {
			field = 4
		}
		leaves[i] = append(message(1, message(field, v.Key)), number(2, v.Power)...)
	}
	return merkleRoot(leaves)
}

// Protobuf leaves out a number that is 0 and bytes that are empty. An empty message is not left out.

func number(field, value uint64) []byte {
	if value == 0 {
		return nil
	}
	return binary.AppendUvarint(binary.AppendUvarint(nil, field<<3), value)
}

func fixed(field, value uint64) []byte {
	if value == 0 {
		return nil
	}
	return binary.LittleEndian.AppendUint64(binary.AppendUvarint(nil, field<<3|1), value)
}

func text(field uint64, value []byte) []byte {
	if len(value) == 0 {
		return nil
	}
	return message(field, value)
}

func message(field uint64, value []byte) []byte {
	made := binary.AppendUvarint(binary.AppendUvarint(nil, field<<3|2), uint64(len(value)))
	return append(made, value...)
}

// vote is the message that a validator signs, with its length before it.
func (f *Frame) vote(v *Vote, chainID string) []byte {
	parts := append(number(1, uint64(f.parts)), text(2, f.partsHash)...)
	block := append(text(1, merkleRoot(f.leaves)), message(2, parts)...)
	made := slices.Concat(number(1, precommit), fixed(2, f.Height), fixed(3, uint64(f.commitRound)), message(4, block),
		message(5, append(number(1, v.Seconds), number(2, uint64(v.Nanoseconds))...)), text(6, []byte(chainID)))
	return append(binary.AppendUvarint(nil, uint64(len(made))), made...)
}

// heightOf is the height that a leaf encodes, or 0: it is not the one encoding of a height.
func heightOf(leaf []byte) uint64 {
	if len(leaf) < 2 {
		return 0
	}
	value, size := binary.Uvarint(leaf[1:])
	if size != len(leaf)-1 || value == 0 || value >= 1<<63 || !slices.Equal(leaf, number(1, value)) {
		return 0
	}
	return value
}
