package heliast

import (
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// Chain is a genesis and the rules that follow from it. It may be used by several goroutines at once.
type Chain struct {
	genesis   *Genesis
	bytes     []byte
	id        [32]byte
	firstSeed [32]byte
	firstHash [32]byte
}

// NewChain makes the chain of any genesis: compare ID with that of the chain that you mean, or
// use [NewPinnedChain].
func NewChain(genesis []byte) (*Chain, error) {
	parsed, err := readGenesis(genesis)
	if err != nil {
		return nil, err
	}
	c := &Chain{genesis: parsed, bytes: slices.Clone(genesis), id: chainID(genesis)}
	c.firstSeed = wire.Hash(wire.Tag("heliast/seed/v1"), c.id[:])
	c.firstHash = wire.Hash(wire.Tag("heliast/announcements/v1"), c.id[:])
	return c, nil
}

// NewPinnedChain makes the chain with this id: the genesis of another chain is invalid, and is not decoded.
func NewPinnedChain(id [32]byte, genesis []byte) (*Chain, error) {
	if got := chainID(genesis); got != id {
		return nil, fault.Invalidf("the genesis is that of chain %x", got)
	}
	return NewChain(genesis)
}

func chainID(genesis []byte) [32]byte { return wire.Hash(wire.Tag("heliast/chain/v1"), genesis) }

// ID is the chain's id: the hash of its genesis, which determines the chain.
func (c *Chain) ID() [32]byte { return c.id }

// Genesis is the chain's genesis. It must not be changed.
func (c *Chain) Genesis() *Genesis { return c.genesis }

// Bytes are the bytes of the genesis.
func (c *Chain) Bytes() []byte { return slices.Clone(c.bytes) }

// Start is the tip before round 1.
func (c *Chain) Start() *Tip {
	return &Tip{number: 1, seed: c.firstSeed, state: newState(c)}
}

// BeaconPreimage is the preimage of the beacon of a round whose delay has this output.
func (c *Chain) BeaconPreimage(round uint64, y []byte) []byte {
	return slices.Concat(wire.Tag("heliast/beacon/v1"), c.id[:], wire.U64(round), y)
}

// Derive is randomness for one use, from a beacon: a label is 1 to 200 bytes, a different one for each use.
func Derive(beacon [32]byte, label string) ([32]byte, error) {
	if len(label) < 1 || len(label) > 200 {
		return [32]byte{}, fault.Misusef("a label has 1 to 200 bytes, not %d", len(label))
	}
	return wire.Hash(wire.Tag("heliast/derive/v1"), beacon[:], wire.U16(uint16(len(label))), []byte(label)), nil
}
