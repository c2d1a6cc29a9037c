package finality

import (
	"bytes"
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// secondsLimit is the end of the year 9999.
const secondsLimit = 253_402_300_800

// Frame shows that validators signed a round.
type Frame struct {
	// Chain is the id of the chain, and Round the number of the round that the frame is about.
	Chain [32]byte
	Round uint64
	// OpenedMs and ClosedMs are the times of the blocks that opened and closed the round, in milliseconds
	// since 1970. More than a third of the power can move them.
	OpenedMs, ClosedMs uint64
	// Height is the height of the block.
	Height uint64
	// Validators are those of the block, in the engine's order. Votes are their votes; nil stands for a validator
	// that did not vote for this block.
	Validators []Validator
	Votes      []*Vote

	state       [32]byte
	leaves      [][]byte
	commitRound uint32
	parts       uint32
	partsHash   []byte
}

// Vote is a validator's signature, and when it signed.
type Vote struct {
	Seconds     uint64
	Nanoseconds uint32
	Signature   []byte
}

// IsFrame says whether bytes begin as a frame of finality, and not as another frame of a bundle.
func IsFrame(data []byte) bool { return bytes.HasPrefix(data, []byte("HLFN")) }

// IsNetworkFile says whether bytes begin as a network file.
func IsNetworkFile(data []byte) bool { return bytes.HasPrefix(data, []byte("HLNW")) }

// ParseFrame reads a frame of finality.
func ParseFrame(data []byte) (*Frame, error) {
	r := wire.NewReader(slices.Clone(data))
	r.Expect([]byte("HLFN"), "magic")
	r.Expect([]byte{1}, "version")
	f := &Frame{Chain: r.Array32("chain id"), Round: r.Uint(8, "round", 1, 1<<64-1)}
	f.OpenedMs, f.ClosedMs = r.U64("opening block's time"), r.U64("closing block's time")
	f.state = r.Array32("state")
	for range fields {
		f.leaves = append(f.leaves, r.Take(int(r.U8("leaf length", 255)), "leaf"))
	}
	f.Height = heightOf(f.leaves[fieldHeight])
	if r.Err() == nil && f.Height == 0 {
		r.Fail(fault.Malformedf("the header's height is none"))
	}
	f.commitRound = uint32(r.Uint(4, "commit round", 0, 1<<31-1))
	f.parts, f.partsHash = r.U32("parts"), r.Take(32, "parts' hash")
	for range r.Uint(2, "number of validators", 1, maxValidators) {
		if r.Err() == nil {
			f.readVote(r)
		}
	}
	if err := r.End(); err != nil {
		return nil, err
	}
	if err := checkValidators(f.Validators); err != nil {
		return nil, err
	}
	if !slices.IsSortedFunc(f.Validators, inOrder) {
		return nil, fault.Malformedf("validators out of order")
	}
	return f, nil
}

func (f *Frame) readVote(r *wire.Reader) {
	v := readValidator(r)
	f.Validators = append(f.Validators, v)
	if r.U8("vote", 1) == 0 {
		f.Votes = append(f.Votes, nil)
		return
	}
	vote := &Vote{Seconds: r.Uint(8, "seconds", 0, secondsLimit-1)}
	vote.Nanoseconds = uint32(r.Uint(4, "nanoseconds", 0, 1e9-1))
	r.Expect(wire.U16(uint16(v.Type.signatureLen())), "signature length")
	vote.Signature = r.Take(v.Type.signatureLen(), "signature")
	f.Votes = append(f.Votes, vote)
}
