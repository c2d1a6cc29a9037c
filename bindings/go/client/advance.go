package client

import (
	"context"
	"fmt"
	"io"

	"heliast"
)

const (
	// manySingles is the number of single rounds, one directly after the other, after which a bundle is asked
	// for.
	manySingles = 4
	// bundled is the greatest number of rounds in a bundle of a node.
	bundled = 500
	// kept is the number of the last rounds that are kept whole.
	kept = 256
)

// advance fetches and verifies the next round, or some of the next ones. If no node has it yet, it returns
// ErrNotYet.
func (f *Follower) advance(ctx context.Context) error {
	select {
	case f.turn <- struct{}{}:
		defer func() { <-f.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	if f.tip == nil || f.bulk {
		return f.advanceByBundle(ctx)
	}
	k := f.tip.Number()
	err := f.nodes.first(ctx, f.log, func(url string) error {
		data, err := f.nodes.round(ctx, url, k)
		if err != nil {
			return err
		}
		round, tip, err := f.chain.Verify(f.tip, data)
		if err == nil {
			f.accept(round, tip)
		}
		return err
	})
	if err != nil {
		f.singles = 0
		return err
	}
	f.singles++
	f.bulk = f.singles >= manySingles
	return nil
}

// advanceByBundle takes as many rounds as a node gives at once. Those before a false one are accepted.
func (f *Follower) advanceByBundle(ctx context.Context) error {
	accepted := 0
	err := f.nodes.first(ctx, f.log, func(url string) error {
		from := f.start
		if f.tip != nil {
			from = f.tip.Number()
		}
		body, err := f.nodes.get(ctx, fmt.Sprintf("%s/v1/bundle?from=%d&to=%d", url, from, from+bundled-1))
		if err != nil {
			return err
		}
		defer body.Close()
		bundle, err := f.openBundle(body, from)
		if err != nil {
			return err
		}
		for round, err := range bundle.Rounds() {
			if err != nil {
				return err
			}
			f.accept(round, bundle.Tip())
			accepted++
		}
		return nil
	})
	if accepted > 0 {
		err = nil
	}
	f.bulk, f.singles = accepted == bundled, 0
	return err
}

// openBundle continues from the tip, or begins with the node's state of the rounds before a trusted start.
func (f *Follower) openBundle(body io.Reader, from uint64) (*heliast.Bundle, error) {
	if f.tip != nil {
		return heliast.ContinueBundle(body, f.chain, f.tip)
	}
	bundle, err := heliast.OpenBundle(body, f.chain.ID())
	if err == nil && bundle.From() != from {
		err = fmt.Errorf("the bundle begins with round %d, not %d", bundle.From(), from)
	}
	return bundle, err
}

// accept takes in a round that was verified.
func (f *Follower) accept(round *heliast.Round, tip *heliast.Tip) {
	made := &Verified{
		number: f.periodOf(round.TimeMs), randomness: round.Beacon,
		signature: f.chain.BeaconPreimage(round.Number, round.Y), round: round,
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if len(f.recent) > 0 {
		made.previous = f.recent[len(f.recent)-1].signature
	}
	f.tip = tip
	f.records = append(f.records, record{round.Number, round.TimeMs, round.Beacon})
	if f.recent = append(f.recent, made); len(f.recent) > kept {
		f.recent = append([]*Verified(nil), f.recent[kept/2:]...)
	}
}
