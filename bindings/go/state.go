package heliast

import (
	"maps"

	"heliast/fault"
)

// state has the results of announcements: the schedule of keys, the members, and D. Tips share it, and it
// is cloned before it changes.
type state struct {
	lead  uint64
	slots int
	// histories are the announcements of each participant.
	histories [][]entry
	// trees has all announced ones while many announcements come at once, and is nil otherwise.
	trees map[treeID]bool
	// hashes are D_j for 0 and every round j with announcements, as far back as they are needed.
	hashes []hashAt
	members
}

// hashAt is D after a round.
type hashAt struct {
	round uint64
	value [32]byte
}

func newState(c *Chain) *state {
	g := c.genesis
	s := &state{lead: uint64(g.Lead), slots: g.Slots(), hashes: []hashAt{{0, c.firstHash}}}
	s.histories = make([][]entry, len(g.Participants))
	s.members = newMembers(g)
	return s
}

// clone is a state that can be changed while others read this one.
func (s *state) clone() *state {
	made := *s
	made.trees = nil
	made.hashes = s.hashes[:len(s.hashes):len(s.hashes)]
	made.histories = make([][]entry, len(s.histories))
	for i, history := range s.histories {
		made.histories[i] = history[:len(history):len(history)]
	}
	made.list = make([]member, len(s.list))
	for i, one := range s.list {
		one.stakes = one.stakes[:len(one.stakes):len(one.stakes)]
		made.list[i] = one
	}
	made.totals = s.totals[:len(s.totals):len(s.totals)]
	made.open = append([]*proposal(nil), s.open...)
	made.byKey = maps.Clone(s.byKey)
	made.validators = s.validators[:len(s.validators):len(s.validators)]
	return &made
}

// announce takes in the announcements of a round. If one breaks a rule, it returns an error, and the state must
// not be used any more.
func (s *state) announce(round uint64, announcements []Announcement) error {
	if len(announcements) == 0 {
		return nil
	}
	value := s.hashes[len(s.hashes)-1].value
	ids := make([][32]byte, len(announcements))
	checked := s.members.checking(round)
	for i := range announcements {
		given := &announcements[i]
		err := s.recordKeys(round, given)
		if err == nil {
			err = checked(given)
		}
		if err != nil {
			return fault.Invalidf("announcement of participant %d: %s", given.Participant, fault.Reason(err))
		}
		value = runningHash(value, round, given)
		ids[i] = value
	}
	s.hashes = append(s.hashes, hashAt{round, value})
	s.members.after(round, announcements, ids)
	for len(s.histories) < len(s.list) {
		s.histories = append(s.histories, nil)
	}
	return nil
}

// hashBefore is D of a round so far back that no later announcement is in it; D_0 for what is before the
// chain.
func (s *state) hashBefore(next uint64) [32]byte {
	round := uint64(0)
	if next > s.lead && s.lead > 0 {
		round = next - s.lead
	}
	for i := len(s.hashes) - 1; ; i-- {
		if s.hashes[i].round <= round {
			return s.hashes[i].value
		}
	}
}

// forget drops values of D that no round from next on asks for.
func (s *state) forget(next uint64) {
	for len(s.hashes) > 1 && next > s.lead && s.hashes[1].round <= next-s.lead {
		s.hashes = s.hashes[1:]
	}
}

// key is the stateless key of a participant, if the participant exists.
func (s *state) key(participant uint32) ([]byte, error) {
	if int(participant) >= len(s.list) {
		return nil, fault.Invalidf("no participant %d", participant)
	}
	return s.list[participant].key, nil
}
