package heliast

import (
	"slices"

	"heliast/fault"
	"heliast/internal/wire"
)

// Tip is the state of a verifier, against which the next round of a chain is checked. It does not change, and
// may be used by several goroutines at once.
type Tip struct {
	number  uint64
	timeMs  uint64
	hasTime bool
	seed    [32]byte
	state   *state
}

// Number is the number of the next round.
func (t *Tip) Number() uint64 { return t.number }

// Seed is the seed of the next round: the beacon of the round before.
func (t *Tip) Seed() [32]byte { return t.seed }

// TimeMs is the time at which the round before opened, in milliseconds since 1970; false before round 1, and if
// the time is unknown.
func (t *Tip) TimeMs() (uint64, bool) { return t.timeMs, t.hasTime }

// AnnouncementsHash is D, the hash of all announcements up to the round before.
func (t *Tip) AnnouncementsHash() [32]byte { return t.state.hashes[len(t.state.hashes)-1].value }

// ValidatorChanges are the changes of validators that rounds have adopted, in order. Whether one has effect
// depends on the network file (spec/validators.md). They are not to be changed.
func (t *Tip) ValidatorChanges() []AdoptedChange { return t.state.validators }

// Participants is the number of participants.
func (t *Tip) Participants() int { return len(t.state.list) }

// Key is the stateless key of a participant, or nil if there is no such participant.
func (t *Tip) Key(participant uint32) []byte {
	key, err := t.state.key(participant)
	if err != nil {
		return nil
	}
	return slices.Clone(key)
}

// Due is the key of the hash tree that is due for a participant in a round. It is nil if the stateless key is
// due, or there is no such participant. It is settled up to k rounds after the tip.
func (t *Tip) Due(participant uint32, round uint64) *TreeKey {
	if int(participant) >= len(t.state.histories) {
		return nil
	}
	tree := t.state.due(participant, round)
	if tree == nil {
		return nil
	}
	key := *tree
	return &key
}

// Stake is the stake of a participant in effect in a round, 0 if there is no such participant. It is settled up to
// k rounds after the tip.
func (t *Tip) Stake(participant uint32, round uint64) uint64 {
	if int(participant) >= len(t.state.list) {
		return 0
	}
	return t.state.stake(participant, round)
}

// TotalStake is the stake of all in effect in a round.
func (t *Tip) TotalStake(round uint64) uint64 { return stakeIn(t.state.totals, round) }

// OpenProposal is a proposal that may be approved in the next round.
type OpenProposal struct {
	ID       [32]byte
	Round    uint64
	Proposer uint32
	Change   Change
	Approved []uint32
}

// OpenProposals are those that may be approved in the next round, in the order of their rounds and proposers.
func (t *Tip) OpenProposals() (found []OpenProposal) {
	for _, one := range t.state.open {
		if t.state.isOpen(one, t.number) {
			found = append(found, OpenProposal{one.id, one.made, one.proposer, *one.change, slices.Clone(one.approved)})
		}
	}
	return found
}

// ticketInput is α of a slot of the next round.
func (t *Tip) ticketInput(c *Chain, slot uint8) []byte {
	bound := t.state.hashBefore(t.number)
	return slices.Concat(wire.Tag("heliast/ticket/v2"), c.id[:], wire.U64(t.number), []byte{slot}, t.seed[:], bound[:])
}

// checkPlace checks a round by the rules of its number and time.
func (t *Tip) checkPlace(g *Genesis, given *roundFields) error {
	switch {
	case given.number != t.number:
		return fault.Invalidf("round number is %d", given.number)
	case given.timeMs >= 1<<53:
		return fault.Invalidf("time is 2^53 ms or more")
	case given.timeMs < g.TimeMs || (given.timeMs-g.TimeMs)%uint64(g.PeriodMs) != 0:
		return fault.Invalidf("time is not on the grid")
	case t.hasTime && given.timeMs <= t.timeMs:
		return fault.Invalidf("time is not later than the round before")
	}
	return nil
}

// after is the tip after a round, whose announcements made a state of this tip's.
func (t *Tip) after(given *roundFields, beacon [32]byte, s *state) *Tip {
	return &Tip{number: given.number + 1, timeMs: given.timeMs, hasTime: true, seed: beacon, state: s}
}

// announced is the state after the next round's announcements.
func (t *Tip) announced(announcements []Announcement) (*state, error) {
	if len(announcements) == 0 {
		return t.state, nil
	}
	made := t.state.clone()
	if err := made.announce(t.number, announcements); err != nil {
		return nil, err
	}
	made.forget(t.number + 1)
	return made, nil
}
