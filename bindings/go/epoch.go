package heliast

import (
	"math"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/batch"
	"heliast/internal/wire"
	"heliast/wesolowski"
)

// maxEpoch is the most rounds of an epoch.
const maxEpoch = 1 << 16

// Pending is a round in which everything is checked but its delay.
type Pending struct {
	chain *Chain
	round *Round
	next  *Tip
	x     input
	given *roundFields
}

// Check verifies everything of a round except its delay, as [Chain.Verify] does. It returns the round, and the tip
// after it if the delay holds. [Chain.VerifyEpoch] verifies the delays of many rounds at once.
func (c *Chain) Check(tip *Tip, data []byte) (*Pending, *Tip, error) {
	made, err := c.check(tip, data)
	if err != nil {
		return nil, nil, fault.InRound(err, tip.number)
	}
	return made, made.next, nil
}

// Epoch is consecutive rounds whose squarings one proof shows. The rounds' own proofs of their squarings were
// not checked: the beacons are right, but not all bytes of the rounds were verified.
type Epoch struct {
	// Rounds are those of the epoch.
	Rounds []*Round
}

// VerifyEpoch verifies the squarings of consecutive rounds by an epoch proof (spec/round.md), and the roots of
// each by its own proof, if the chain has both. If the proof is refused, the rounds may still be true: verify
// each by its own proof. A chain of roots alone has no epoch proofs: all are malformed.
func (c *Chain) VerifyEpoch(rounds []*Pending, proof []byte) (*Epoch, error) {
	g := c.genesis.Group
	if g == nil {
		return nil, fault.Malformedf("epoch proof of a chain of roots alone")
	}
	r := wire.NewReader(proof)
	r.Expect([]byte("HLEP"), "magic")
	r.Expect([]byte{1}, "version")
	id, first := r.Array32("chain id"), r.Uint(8, "first round", 1, math.MaxUint64)
	count := r.Uint(4, "count", 1, maxEpoch)
	if r.Err() == nil && count > math.MaxUint64-first {
		r.Fail(fault.Malformedf("count out of range: %d", count))
	}
	bytes := r.Take(g.Len(), "epoch proof")
	if err := r.End(); err != nil {
		return nil, err
	}
	pi, err := g.Decode(bytes, "epoch proof")
	if err != nil {
		return nil, err
	}
	if id != c.id {
		return nil, fault.Invalidf("epoch proof is of another chain")
	}
	if uint64(len(rounds)) != count {
		return nil, fault.Invalidf("epoch proof is of %d rounds, not %d", count, len(rounds))
	}
	made := &Epoch{}
	var xs, ys []group.Element
	for i, one := range rounds {
		if one.chain.id != c.id {
			return nil, fault.Misusef("round %d was checked as one of another chain", one.round.Number)
		}
		if one.round.Number != first+uint64(i) {
			return nil, fault.Invalidf("epoch proof is of other rounds")
		}
		made.Rounds = append(made.Rounds, one.round)
		xs, ys = append(xs, one.x.squarings), append(ys, one.given.delay.y)
	}
	if err := c.verifySquarings(xs, ys, pi); err != nil {
		return nil, err
	}
	err = inOrder(len(rounds), func(i int) error {
		return fault.InRound(c.genesis.verifyRoots(rounds[i].x, &rounds[i].given.delay), rounds[i].round.Number)
	})
	if err != nil {
		return nil, err
	}
	return made, nil
}

// verifySquarings checks that π shows y = x^(2^t) for all of these.
func (c *Chain) verifySquarings(xs, ys []group.Element, pi group.Element) error {
	g := c.genesis.Group
	if err := g.CheckSound(); err != nil {
		return err
	}
	if err := g.CheckUnits(append(append([]group.Element{pi}, xs...), ys...)...); err != nil {
		return err
	}
	x, y := batch.RandomExponents(g, c.genesis.T, xs, ys)
	if x.Equal(g.Identity()) {
		if !y.Equal(x) || !pi.Equal(x) {
			return fault.Invalidf("delay proof fails")
		}
		return nil
	}
	return wesolowski.VerifyOutput(g, c.genesis.Suite, c.genesis.T, x, y, pi)
}
