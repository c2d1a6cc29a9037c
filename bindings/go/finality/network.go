// Package finality verifies that more than two thirds of a network's voting power agreed on a round
// (spec/finality.md): what CometBFT's validators have signed, with keys of Ed25519 or ML-DSA-65.
package finality

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"heliast/fault"
	"heliast/internal/mldsa"
	"heliast/internal/wire"
)

const (
	maxValidators = 200
	powerLimit    = 1 << 53
)

// KeyType is that of a validator's key.
type KeyType uint8

// The types of keys.
const (
	Ed25519 KeyType = 1
	MLDSA65 KeyType = 2
)

func (t KeyType) keyLen() int {
	if t == Ed25519 {
		return 32
	}
	return mldsa.KeyLen
}

func (t KeyType) signatureLen() int {
	if t == Ed25519 {
		return 64
	}
	return mldsa.SignatureLen
}

// Validator is a validator of a network, with its power.
type Validator struct {
	Type  KeyType
	Key   []byte
	Power uint64
}

// Address is the validator's address in the engine.
func (v *Validator) Address() [20]byte {
	sum := wire.Hash(v.Key)
	return [20]byte(sum[:20])
}

// name is the same for validators with the same key and power.
func (v *Validator) name() string { return fmt.Sprintf("%d %x %d", v.Type, v.Key, v.Power) }

func (v *Validator) verifies(message, signature []byte) bool {
	if v.Type == Ed25519 {
		return verifiesEd25519(v.Key, message, signature)
	}
	return mldsa.Verify(v.Key, message, signature)
}

func readValidator(r *wire.Reader) Validator {
	v := Validator{Type: KeyType(r.Uint(1, "key type", uint64(Ed25519), uint64(MLDSA65)))}
	r.Expect(wire.U16(uint16(v.Type.keyLen())), "public key length")
	v.Key = r.Take(v.Type.keyLen(), "public key")
	if r.Err() == nil && v.Type == Ed25519 {
		r.Fail(checkEd25519(v.Key))
	}
	v.Power = r.Uint(8, "power", 1, 1<<64-1)
	return v
}

// checkValidators holds a set to the rules of its total power and of its keys.
func checkValidators(validators []Validator) error {
	known, total := map[string]bool{}, uint64(0)
	for _, v := range validators {
		if v.Power >= powerLimit || total+v.Power >= powerLimit {
			return fault.Malformedf("total power out of range")
		}
		total += v.Power
		if known[string(v.Key)] {
			return fault.Malformedf("public key: twice")
		}
		known[string(v.Key)] = true
	}
	return nil
}

// inOrder compares validators by power, the greatest first, and by address.
func inOrder(a, b Validator) int {
	first, second := a.Address(), b.Address()
	return cmp.Or(cmp.Compare(b.Power, a.Power), bytes.Compare(first[:], second[:]))
}

// NetworkFile has what a network's makers agreed on: its first validators, and the time for which tickets are taken.
type NetworkFile struct {
	// Blocks and WindowMs are w and c: from the opening of a round to its closing, at least.
	Blocks, WindowMs uint32
	// Insisting is nil in files of version 1.
	Insisting  *Insisting
	Validators []Validator
	Salt       [32]byte
	bytes      []byte
}

// Insisting says how validators insist on tickets that a proposer leaves out, in milliseconds since they
// had the block before.
type Insisting struct {
	// WithinMs and UntilMs are g and x: until when tickets have to come, and until when they are insisted on.
	WithinMs, UntilMs uint32
}

// ParseNetworkFile reads a network file (spec/network.md).
func ParseNetworkFile(data []byte) (*NetworkFile, error) {
	data = slices.Clone(data)
	r := wire.NewReader(data)
	r.Expect([]byte("HLNW"), "magic")
	version := r.Uint(1, "version", 1, 2)
	file := &NetworkFile{bytes: data}
	file.Blocks = uint32(r.Uint(4, "w", 1, 100))
	file.WindowMs = uint32(r.Uint(4, "c", 0, 86_400_000))
	if version == 2 {
		file.Insisting = readInsisting(r)
	}
	for range r.Uint(2, "number of validators", 1, maxValidators) {
		if r.Err() == nil {
			file.Validators = append(file.Validators, readValidator(r))
		}
	}
	file.Salt = r.Array32("salt")
	if err := r.End(); err != nil {
		return nil, err
	}
	if err := checkValidators(file.Validators); err != nil {
		return nil, err
	}
	for _, v := range file.Validators {
		if v.Type != file.Validators[0].Type {
			return nil, fault.Malformedf("validators: keys of two types")
		}
	}
	return file, nil
}

func readInsisting(r *wire.Reader) *Insisting {
	within, until := uint32(r.Uint(4, "g", 1, 60_000)), uint32(r.Uint(4, "x", 1, 86_400_000))
	if r.Err() == nil && within >= until {
		r.Fail(fault.Malformedf("x: not later than g"))
	}
	return &Insisting{WithinMs: within, UntilMs: until}
}

// Nonce is the nonce of the network's genesis, which is the hash of the file.
func (f *NetworkFile) Nonce() [32]byte { return wire.Hash(wire.Tag("heliast/network/v1"), f.bytes) }

// Bytes are those of the file.
func (f *NetworkFile) Bytes() []byte { return slices.Clone(f.bytes) }
