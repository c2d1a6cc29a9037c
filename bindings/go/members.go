package heliast

import (
	"slices"

	"heliast/fault"
	"heliast/sortition"
)

// members has the participants' stakes by rounds, and the proposals (spec/members.md). life is 0 if members do
// not change.
type members struct {
	life, most uint64
	lead       uint64
	list       []member
	byKey      map[string]bool
	// totals are the total stakes, in the order of the rounds from which on they take effect.
	totals []stakeFrom
	// open are the proposals, in the order of their rounds and proposers; those that are too old may still be
	// there.
	open []*proposal
	// validators are the changes of validators that were adopted, in order.
	validators []AdoptedChange
}

// member is a participant. stakes are in order.
type member struct {
	key    []byte
	stakes []stakeFrom
}

// stakeFrom is a stake from a round on.
type stakeFrom struct{ round, stake uint64 }

// proposal is an open proposal. It is not changed.
type proposal struct {
	id       [32]byte
	made     uint64
	proposer uint32
	change   *Change
	approved []uint32 // in ascending order
}

func newMembers(g *Genesis) (made members) {
	made = members{life: uint64(g.Life), most: uint64(g.MostParticipants()), lead: uint64(g.Lead), byKey: map[string]bool{}}
	total := uint64(0)
	for _, one := range g.Participants {
		made.list = append(made.list, member{one.Key, []stakeFrom{{0, one.Stake}}})
		made.byKey[string(one.Key)] = true
		total += one.Stake
	}
	made.totals = []stakeFrom{{0, total}}
	return made
}

// stakeIn is the last of these stakes that has effect in a round.
func stakeIn(stakes []stakeFrom, round uint64) uint64 {
	for i := len(stakes) - 1; i >= 0; i-- {
		if stakes[i].round <= round {
			return stakes[i].stake
		}
	}
	return 0
}

// decided is the stake once all adopted proposals have taken effect.
func decided(stakes []stakeFrom) uint64 { return stakes[len(stakes)-1].stake }

// stake is that of a participant in effect in a round.
func (m *members) stake(participant uint32, round uint64) uint64 {
	return stakeIn(m.list[participant].stakes, round)
}

// isOpen says whether a proposal may be approved in a round.
func (m *members) isOpen(one *proposal, round uint64) bool { return round <= add(one.made, m.life) }

// checking returns the function that checks an announcement in a round by rules 6 to 9 and the rounds before.
func (m *members) checking(round uint64) func(*Announcement) error {
	byID := map[[32]byte]*proposal{}
	for _, one := range m.open {
		if m.isOpen(one, round) {
			byID[one.id] = one
		}
	}
	return func(given *Announcement) error {
		own := m.list[given.Participant].stakes
		inEffect := stakeIn(own, round)
		if given.Change.Kind <= NewTree {
			if inEffect == 0 && decided(own) == 0 {
				return fault.Invalidf("rule 6: it has no stake")
			}
			return nil
		}
		if inEffect == 0 {
			return fault.Invalidf("rule 7: it has no stake in round %d", round)
		}
		if given.Change.Kind != Approval {
			if reason := m.obstacle(&given.Change); reason != "" {
				return fault.Invalidf("rule 8: %s", reason)
			}
			return nil
		}
		found := byID[given.Change.Proposal]
		if found == nil {
			return fault.Invalidf("rule 9: no such proposal is open")
		}
		if _, before := slices.BinarySearch(found.approved, given.Participant); before {
			return fault.Invalidf("rule 9: it has approved before")
		}
		return nil
	}
}

// obstacle is the reason why a proposal cannot be adopted, or nothing.
func (m *members) obstacle(change *Change) string {
	if change.Kind == NewPowers {
		return ""
	}
	total := decided(m.totals)
	if change.Kind == Join {
		switch {
		case uint64(len(m.list)) >= m.most:
			return "there are as many participants as there can be"
		case m.byKey[string(change.Key)]:
			return "the key is a participant's"
		}
	} else {
		if uint64(change.Member) >= uint64(len(m.list)) {
			return "there is no such participant"
		}
		before := decided(m.list[change.Member].stakes)
		if change.Stake == before {
			return "the participant has this stake"
		}
		total -= before
	}
	if change.Stake >= sortition.TotalLimit || total+change.Stake >= sortition.TotalLimit || total+change.Stake == 0 {
		return "the total stake is out of range"
	}
	return ""
}

// after takes in the announcements of a round, all of which are allowed; ids are the values of D after each.
func (m *members) after(round uint64, announcements []Announcement, ids [][32]byte) {
	if m.life == 0 {
		return
	}
	m.open = slices.DeleteFunc(m.open, func(one *proposal) bool { return !m.isOpen(one, round) })
	touched := map[[32]byte]bool{}
	for i := range announcements {
		if given := &announcements[i]; given.Change.Kind == Approval {
			touched[given.Change.Proposal] = true
			m.approve(given.Change.Proposal, given.Participant)
		}
	}
	proposers := map[uint32]bool{}
	var proposed []*proposal
	for i := range announcements {
		given := &announcements[i]
		if given.Change.Kind > NewTree && given.Change.Kind != Approval {
			touched[ids[i]] = true
			proposers[given.Participant] = true
			change := given.Change
			proposed = append(proposed, &proposal{ids[i], round, given.Participant, &change, []uint32{given.Participant}})
		}
	}
	m.open = slices.DeleteFunc(m.open, func(one *proposal) bool { return proposers[one.proposer] })
	m.open = append(m.open, proposed...)
	for _, one := range slices.Clone(m.open) {
		if touched[one.id] {
			m.count(round, one)
		}
	}
}

func (m *members) approve(id [32]byte, participant uint32) {
	at := slices.IndexFunc(m.open, func(one *proposal) bool { return one.id == id })
	if at < 0 {
		return
	}
	approved := *m.open[at]
	place, _ := slices.BinarySearch(approved.approved, participant)
	approved.approved = slices.Insert(slices.Clone(approved.approved), place, participant)
	m.open[at] = &approved
}

// count adopts a proposal that is still open if those who approved have more than 2/3 of the stake in effect,
// and it can be adopted; if it cannot, it is closed.
func (m *members) count(round uint64, one *proposal) {
	at := slices.Index(m.open, one)
	votes := uint64(0)
	for _, participant := range one.approved {
		votes += m.stake(participant, round)
	}
	if at < 0 || 3*votes <= 2*stakeIn(m.totals, round) {
		return
	}
	m.open = slices.Delete(m.open, at, at+1)
	if m.obstacle(one.change) == "" {
		m.adopt(round, one.change)
	}
}

func (m *members) adopt(round uint64, change *Change) {
	if change.Kind == NewPowers {
		m.validators = append(m.validators, AdoptedChange{round, change.Validators})
		m.open = slices.DeleteFunc(m.open, func(other *proposal) bool {
			return other.change.Kind == NewPowers && overlap(other.change.Validators, change.Validators)
		})
		return
	}
	from, total := add(round, m.lead), decided(m.totals)
	if change.Kind == Join {
		m.list = append(m.list, member{change.Key, []stakeFrom{{from, change.Stake}}})
		m.byKey[string(change.Key)] = true
		m.totals = append(m.totals, stakeFrom{from, total + change.Stake})
		return
	}
	one := &m.list[change.Member]
	m.totals = append(m.totals, stakeFrom{from, total - decided(one.stakes) + change.Stake})
	one.stakes = append(one.stakes, stakeFrom{from, change.Stake})
	m.open = slices.DeleteFunc(m.open, func(other *proposal) bool {
		return other.change.Kind == NewStake && other.change.Member == change.Member
	})
}
