package heliast

import (
	"bytes"
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// ValidatorEntry is the power that a validator of a network will have (spec/validators.md). Its key and its
// proof are not checked here: package finality checks them.
type ValidatorEntry struct {
	// KeyType is 1 for Ed25519 and 2 for ML-DSA-65.
	KeyType uint8
	Key     []byte
	// Power is 0 for a validator that leaves.
	Power uint64
	// Proof is a signature of the key, or empty.
	Proof []byte
}

// AdoptedChange is a change of validators that a round has adopted.
type AdoptedChange struct {
	Round   uint64
	Entries []ValidatorEntry
}

const (
	maxEntries = 4
	powerLimit = 1 << 53
)

// entryLens are bytes of keys and signatures by the key's type, from 1 on.
var entryLens = [...]struct{ key, signature int }{{32, 64}, {1952, 3309}}

// maxEntriesLen are the bytes of the longest change of validators, without its kind.
var maxEntriesLen = 2 + maxEntries*(1+2+entryLens[1].key+8+2+entryLens[1].signature)

// readEntries takes u16(len) ‖ 1 to 4 entries.
func readEntries(r *wire.Reader) (entries []ValidatorEntry) {
	size := int(r.Uint(2, "length of the entries", 0, 1<<16-1))
	inner := wire.NewReader(r.Take(size, "entries"))
	if r.Err() != nil {
		return nil
	}
	for inner.Err() == nil && inner.Position() < size && len(entries) < maxEntries {
		entries = append(entries, readEntry(inner))
	}
	r.Fail(inner.End())
	if r.Err() == nil && len(entries) == 0 {
		r.Fail(fault.Malformedf("no entries"))
	}
	for i := range entries {
		if slices.ContainsFunc(entries[:i], entries[i].sameKey) {
			r.Fail(fault.Malformedf("public key: twice"))
		}
	}
	return entries
}

func readEntry(r *wire.Reader) (made ValidatorEntry) {
	made.KeyType = uint8(r.Uint(1, "key type", 1, uint64(len(entryLens))))
	if r.Err() != nil {
		return made
	}
	lens := entryLens[made.KeyType-1]
	r.Expect(wire.U16(uint16(lens.key)), "public key length")
	made.Key = slices.Clone(r.Take(lens.key, "public key"))
	made.Power = r.Uint(8, "power", 0, powerLimit-1)
	size := int(r.Uint(2, "length of the proof", 0, 1<<16-1))
	if r.Err() == nil && size != 0 && (size != lens.signature || made.Power == 0) {
		r.Fail(fault.Malformedf("length of the proof out of range: %d", size))
	}
	made.Proof = slices.Clone(r.Take(size, "proof"))
	return made
}

func (e ValidatorEntry) sameKey(other ValidatorEntry) bool {
	return e.KeyType == other.KeyType && bytes.Equal(e.Key, other.Key)
}

// overlap says whether two changes are about one validator.
func overlap(a, b []ValidatorEntry) bool {
	return slices.ContainsFunc(a, func(one ValidatorEntry) bool { return slices.ContainsFunc(b, one.sameKey) })
}
