package client

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"

	"heliast"
	"heliast/fault"
)

// Verified is a [Result] of a round that was verified. It has the methods of both versions of drand's
// results.
type Verified struct {
	number     uint64
	randomness [32]byte
	signature  []byte
	previous   []byte
	round      *heliast.Round
}

var _ Result = (*Verified)(nil)

// Round is the number of the round's period.
func (v *Verified) Round() uint64 { return v.number }

// Randomness is the beacon.
func (v *Verified) Randomness() []byte { return slices.Clone(v.randomness[:]) }

// Signature is the preimage of the beacon.
func (v *Verified) Signature() []byte { return slices.Clone(v.signature) }

// GetRound is Round, as version 2 of drand's client has it.
func (v *Verified) GetRound() uint64 { return v.Round() }

// GetRandomness is Randomness, as version 2 of drand's client has it.
func (v *Verified) GetRandomness() []byte { return v.Randomness() }

// GetSignature is Signature, as version 2 of drand's client has it.
func (v *Verified) GetSignature() []byte { return v.Signature() }

// GetPreviousSignature is the Signature of the round before, as version 2 of drand's client has it: the seed
// is its hash. The first round of all that the client verified has none, and neither has a round that is not
// one of the last ones.
func (v *Verified) GetPreviousSignature() []byte { return slices.Clone(v.previous) }

// Heliast is the whole verified round; nil for a round that is not one of the last ones.
func (v *Verified) Heliast() *heliast.Round { return v.round }

// EmptyPeriodError says that a period was left out: there is no such round, and there never will be.
type EmptyPeriodError struct {
	// Period is the requested period, and Next that of the next round.
	Period, Next uint64
}

// Error says which period is empty.
func (e *EmptyPeriodError) Error() string {
	return fmt.Sprintf("period %d was left empty: the next round is %d", e.Period, e.Next)
}

// Get returns the round of a period, or the latest one for 0, once it and all before are verified. A round
// that is not finished is [ErrNotYet], a period that was left out an [EmptyPeriodError].
func (f *Follower) Get(ctx context.Context, round uint64) (Result, error) {
	ctx, cancel := f.until(ctx)
	defer cancel()
	if round == 0 {
		if err := f.catchUp(ctx); err != nil {
			return nil, err
		}
		return f.result(ctx, f.count()-1)
	}
	for {
		place, err := f.find(round)
		if err == nil {
			return f.result(ctx, place)
		}
		if !errors.Is(err, ErrNotYet) {
			return nil, err
		}
		if err := f.advance(ctx); err != nil {
			return nil, err
		}
	}
}

// until is a context that ends with the client, too.
func (f *Follower) until(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(f.closed, cancel)
	return ctx, func() {
		stop()
		cancel()
	}
}

// catchUp verifies all rounds that a node has. It returns ErrNotYet if no round exists yet.
func (f *Follower) catchUp(ctx context.Context) error {
	for {
		err := f.advance(ctx)
		if errors.Is(err, ErrNotYet) && f.count() > 0 {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// count is the number of rounds that were verified.
func (f *Follower) count() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.records)
}

// find is the place of the round of a period among those that were verified.
func (f *Follower) find(period uint64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.records) == 0 {
		return 0, ErrNotYet
	}
	if first := f.periodOf(f.records[0].timeMs); period < first && f.start > 1 {
		return 0, fault.Misusef("period %d is before the trusted start, %d", period, first)
	}
	place, found := slices.BinarySearchFunc(f.records, period, func(one record, period uint64) int {
		if of := f.periodOf(one.timeMs); of != period {
			return map[bool]int{true: -1, false: 1}[of < period]
		}
		return 0
	})
	switch {
	case found:
		return place, nil
	case place == len(f.records):
		return 0, ErrNotYet
	}
	return 0, &EmptyPeriodError{period, f.periodOf(f.records[place].timeMs)}
}

// result is the round at a place. A round that is not kept whole is fetched again, and compared with the beacon
// that was verified.
func (f *Follower) result(ctx context.Context, place int) (*Verified, error) {
	f.mu.Lock()
	one := f.records[place]
	if back := len(f.records) - place; back <= len(f.recent) {
		found := f.recent[len(f.recent)-back]
		f.mu.Unlock()
		return found, nil
	}
	f.mu.Unlock()
	made := &Verified{number: f.periodOf(one.timeMs), randomness: one.beacon}
	err := f.nodes.first(ctx, f.log, func(url string) (err error) {
		made.signature, err = f.nodes.signature(ctx, url, made.number)
		if sum := sha256.Sum256(made.signature); err == nil && !bytes.Equal(sum[:], one.beacon[:]) {
			err = fault.Invalidf("the node's signature of round %d is another one", made.number)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}
