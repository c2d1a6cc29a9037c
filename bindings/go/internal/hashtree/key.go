package hashtree

import (
	"math/bits"
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// The schemes of hash trees.
const (
	SchemeXVRF = 0x21
	SchemeIVRF = 0x22
)

// KeyLen is the length of a registered public key.
const KeyLen = 76

// Key is a registered public key: a root with its terms (spec/xvrf.md, "Key").
type Key struct {
	// Scheme is 0x21 or 0x22.
	Scheme uint8
	// Height is the height of the tree, 1 to 27.
	Height uint8
	// Slots is S, the inputs that the key answers in a round; in iVRF the steps of a chain.
	Slots uint16
	// First is the first round.
	First uint64
	// Root is the tree's root.
	Root Value
	// PubSeed is PUB_SEED.
	PubSeed Value
}

// Parse reads a key of either scheme.
func Parse(data []byte) (Key, error) {
	r := wire.NewReader(data)
	key := Key{
		Scheme: uint8(r.Uint(1, "scheme of a hash tree", SchemeXVRF, SchemeIVRF)),
		Height: uint8(r.Uint(1, "height", 1, 27)),
		Slots:  uint16(r.Uint(2, "slots", 1, 1<<16-1)),
		First:  r.U64("first"),
		Root:   r.Array32("root"), PubSeed: r.Array32("PUB_SEED"),
	}
	return key, r.End()
}

// ParseScheme reads a key of one scheme.
func ParseScheme(scheme uint8, data []byte) (Key, error) {
	key, err := Parse(data)
	if err == nil && key.Scheme != scheme {
		err = fault.Malformedf("wrong scheme: %#x", key.Scheme)
	}
	return key, err
}

// Bytes are the 76 of the key.
func (k Key) Bytes() []byte {
	return slices.Concat([]byte{k.Scheme, k.Height}, wire.U16(k.Slots), wire.U64(k.First), k.Root[:], k.PubSeed[:])
}

// Capacity is the number of positions of the key.
func (k Key) Capacity() uint64 {
	if k.Scheme == SchemeIVRF {
		return uint64(k.Slots) << k.Height
	}
	return 1 << k.Height
}

// Rounds is the number of rounds in which every slot has a position.
func (k Key) Rounds() uint64 { return k.Capacity() / uint64(k.Slots) }

// Position is (round − first)·S + slot, if the key has that position.
func (k Key) Position(round uint64, slot uint16) (uint64, error) {
	if slot >= k.Slots {
		return 0, fault.Invalidf("slot out of range: %d of %d", slot, k.Slots)
	}
	if round < k.First {
		return 0, fault.Invalidf("round %d is before the key's first, %d", round, k.First)
	}
	high, position := bits.Mul64(round-k.First, uint64(k.Slots))
	if high != 0 || position >= k.Capacity() || position+uint64(slot) >= k.Capacity() {
		return 0, fault.Invalidf("key expired: it has %d positions", k.Capacity())
	}
	return position + uint64(slot), nil
}
