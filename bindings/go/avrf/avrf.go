// Package avrf verifies A-VRF, lots from AES-128 with a proof in the head (spec/avrf.md): stateless and
// quantum-safe.
package avrf

import (
	"crypto/aes"
	"crypto/sha3"
	"encoding/binary"
	"slices"

	"heliast/fault"
	"heliast/internal/vole"
)

// The suites, which are the first byte of a public key.
const (
	Small = 0x41 // proofs of 7,970 bytes
	Fast  = 0x42 // proofs of 10,948 bytes, which take a seventh of the time
)

// Lengths in bytes.
const (
	KeyLen    = 1 + nonceLen + outLen
	OutputLen = 32

	nonceLen = 16
	outLen   = 2 * aes.BlockSize
)

// The purposes of hashes.
const (
	forInput     = 0x10
	forAnchors   = 0x11
	forOutput    = 0x12
	forStatement = 0x14
)

func parameters(suite byte) *vole.Parameters {
	switch suite {
	case Small:
		return &vole.Small
	case Fast:
		return &vole.Fast
	}
	return nil
}

// ProofLen is the length of a proof string of a suite, or 0 if there is no such suite.
func ProofLen(suite byte) int {
	if p := parameters(suite); p != nil {
		return outLen + p.ProofLen()
	}
	return 0
}

// CheckKey checks that bytes are a public key.
func CheckKey(key []byte) error {
	if len(key) != KeyLen {
		return fault.Malformedf("public key: wrong length: %d bytes, not %d", len(key), KeyLen)
	}
	if parameters(key[0]) == nil {
		return fault.Malformedf("public key: no suite %#x", key[0])
	}
	return nil
}

// Verify returns the output of an input under a public key if the proof shows it. Key and input come from the
// protocol, never from the proof.
func Verify(key, input, proof []byte) ([]byte, error) {
	if err := CheckKey(key); err != nil {
		return nil, err
	}
	suite := key[0]
	if size := ProofLen(suite); len(proof) != size {
		return nil, fault.Malformedf("proof: wrong length: %d bytes, not %d", len(proof), size)
	}
	y, pi := proof[:outLen], proof[outLen:]
	length := binary.LittleEndian.AppendUint64(nil, uint64(len(input)))
	hashed := hash(forInput, suite, key, length, input)
	anchors := hash(forAnchors, suite, key[1:1+nonceLen])
	statement := &vole.Statement{Mu: hash(forStatement, suite, key, hashed, y)}
	copyBlocks(&statement.Inputs, anchors, hashed)
	copyBlocks(&statement.Outputs, key[1+nonceLen:], y)
	if err := parameters(suite).Verify(statement, pi); err != nil {
		return nil, err
	}
	return hash(forOutput, suite, key, hashed, y), nil
}

func copyBlocks(blocks *[vole.Pairs][]byte, strings ...[]byte) {
	copy(blocks[:], slices.Collect(slices.Chunk(slices.Concat(strings...), aes.BlockSize)))
}

// hash is SHAKE256 of what for, the suite, and the parts: 32 bytes.
func hash(purpose, suite byte, parts ...[]byte) []byte {
	h := sha3.NewSHAKE256()
	h.Write([]byte{purpose, suite})
	for _, part := range parts {
		h.Write(part)
	}
	made := make([]byte, 32)
	h.Read(made)
	return made
}
