package heliast

import (
	"bufio"
	"bytes"
	"io"
	"iter"
	"math"

	"heliast/fault"
	"heliast/internal/wire"
)

const (
	maxHistory   = 1 << 20
	maxFrames    = 8
	maxFrameSize = 2 << 20
)

// Bundle is a range of a chain that is read and verified round by round. It is used by one goroutine.
type Bundle struct {
	chain   *Chain
	version uint8
	from    uint64
	count   uint64
	next    uint64
	tip     *Tip
	frames  [][]byte
	source  source
	failed  error
	// continued says whether the tip came from the caller
	continued bool
}

// OpenBundle reads the header of a bundle (spec/round.md), which is invalid if it is of another chain than
// the one with this id. If there are rounds before From, the header's state of them is taken on trust:
// [Bundle.IsTrusted].
func OpenBundle(r io.Reader, chain [32]byte) (*Bundle, error) {
	return openBundle(r, func(id [32]byte, genesis []byte) (*Chain, error) {
		if id != chain {
			return nil, fault.Invalidf("the bundle is of chain %x", id)
		}
		return NewPinnedChain(id, genesis)
	})
}

// OpenBundleOfAnyChain reads the header of a bundle of any chain: the caller compares Chain().ID()
// with the chain that it trusts, or trusts nothing.
func OpenBundleOfAnyChain(r io.Reader) (*Bundle, error) {
	return openBundle(r, func(id [32]byte, genesis []byte) (*Chain, error) {
		chain, err := NewChain(genesis)
		if err == nil && chain.id != id {
			return nil, fault.Invalidf("chain id does not fit the genesis")
		}
		return chain, err
	})
}

// ContinueBundle reads the header of a bundle that begins with the round after a tip of the chain. It takes
// nothing on trust: the header's state of the rounds before must be that of the tip.
func ContinueBundle(r io.Reader, chain *Chain, tip *Tip) (*Bundle, error) {
	b, err := openBundle(r, func(id [32]byte, genesis []byte) (*Chain, error) {
		if id != chain.id || !bytes.Equal(genesis, chain.bytes) {
			return nil, fault.Invalidf("the bundle is of chain %x", id)
		}
		return chain, nil
	})
	if err != nil {
		return nil, err
	}
	if b.from != tip.number || b.tip.seed != tip.seed || b.tip.AnnouncementsHash() != tip.AnnouncementsHash() {
		return nil, fault.Invalidf("the bundle does not begin where round %d ended", tip.number-1)
	}
	b.tip, b.continued = tip, true
	return b, nil
}

func openBundle(r io.Reader, chainOf func(id [32]byte, genesis []byte) (*Chain, error)) (*Bundle, error) {
	b := &Bundle{source: source{r: bufio.NewReader(r)}}
	head, err := b.source.take(4+1+32+4, "header")
	if err != nil {
		return nil, err
	}
	h := wire.NewReader(head)
	h.Expect([]byte("HLBN"), "magic")
	b.version = uint8(h.Uint(1, "version", 3, 4))
	id := h.Array32("chain id")
	size := h.Uint(4, "genesis length", 0, maxGenesis)
	if err := h.End(); err != nil {
		return nil, err
	}
	genesis, err := b.source.take(size, "genesis")
	if err != nil {
		return nil, err
	}
	if b.chain, err = chainOf(id, genesis); err != nil {
		return nil, err
	}
	return b, b.readRange()
}

// Chain is the chain of the bundle.
func (b *Bundle) Chain() *Chain { return b.chain }

// From is the number of the first round.
func (b *Bundle) From() uint64 { return b.from }

// Count is the number of rounds.
func (b *Bundle) Count() uint64 { return b.count }

// IsTrusted says whether the bundle begins after round 1, so that its first seed, the announcements before,
// and that the first round is later than the one before it, are taken on trust.
func (b *Bundle) IsTrusted() bool { return b.from > 1 && !b.continued }

// Tip is the tip after the last round that was verified, or before the first.
func (b *Bundle) Tip() *Tip { return b.tip }

// Frames are those before the round that was verified last: network files and frames of finality
// ([heliast/finality]), epoch proofs, and what a later version may have. There is one frame of finality at most,
// and one network file, before the first round; their contents have not been checked.
func (b *Bundle) Frames() [][]byte { return b.frames }

// Next verifies the next round. After the last it is io.EOF, if nothing follows; after an error it is that
// error.
func (b *Bundle) Next() (*Round, error) {
	if b.failed != nil {
		return nil, b.failed
	}
	round, err := b.verifyNext()
	if err != nil {
		if err != io.EOF {
			err = fault.InRound(err, b.next)
		}
		b.failed = err
		return nil, err
	}
	return round, nil
}

// Rounds verifies the remaining rounds, in their order, and ends with the first error.
func (b *Bundle) Rounds() iter.Seq2[*Round, error] {
	return func(yield func(*Round, error) bool) {
		for {
			round, err := b.Next()
			if err == io.EOF || !yield(round, err) || err != nil {
				return
			}
		}
	}
}

func (b *Bundle) verifyNext() (*Round, error) {
	if b.next == b.from+b.count {
		return nil, b.source.end()
	}
	data, err := b.readFrames()
	if err != nil {
		return nil, err
	}
	round, tip, err := b.chain.Verify(b.tip, data)
	if err != nil {
		return nil, err
	}
	b.tip = tip
	b.next++
	return round, nil
}

// readFrames reads the frames before the next round, and the round.
func (b *Bundle) readFrames() ([]byte, error) {
	b.frames = nil
	limit := b.chain.genesis.maxRound()
	if b.version == 4 {
		limit = max(limit, maxFrameSize)
	}
	proofs, others := 0, 0
	for {
		head, err := b.source.take(4, "frame's length")
		if err != nil {
			return nil, err
		}
		size := wire.NewReader(head).Uint(4, "length", 0, math.MaxUint32)
		if size > limit {
			return nil, fault.Malformedf("a frame of %d bytes is longer than any", size)
		}
		data, err := b.source.take(size, "frame")
		if err != nil {
			return nil, err
		}
		switch {
		case bytes.HasPrefix(data, []byte("HLEP")) && proofs == 0:
			proofs++
		case b.version == 4 && proofs == 0 && others < maxFrames && !bytes.HasPrefix(data, []byte("HLRD")):
			others++
		default:
			return data, b.checkFrames()
		}
		b.frames = append(b.frames, data)
	}
}

// checkFrames checks which frames stand before a round, and their order, by their first four bytes.
func (b *Bundle) checkFrames() error {
	finality, networks := 0, 0
	for _, frame := range b.frames {
		switch {
		case bytes.HasPrefix(frame, []byte("HLFN")):
			finality++
		case bytes.HasPrefix(frame, []byte("HLNW")):
			networks++
			if b.next != b.from || finality > 0 {
				return fault.Malformedf("a network file out of place")
			}
		}
	}
	if finality > 1 || networks > 1 {
		return fault.Malformedf("two frames of finality, or two network files, before a round")
	}
	return nil
}
