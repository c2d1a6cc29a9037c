package heliast

import (
	"math"

	"heliast/fault"
)

// entry is one announcement of a participant.
type entry struct {
	announced uint64
	// effective is E, for announcements about keys.
	effective uint64
	// tree is nil for what is not a new tree.
	tree *TreeKey
	// aboutKeys says whether the announcement is about a tree or a withdrawal.
	aboutKeys bool
}

// treeID is equal for two announcements of the same tree.
type treeID struct {
	participant uint32
	root, seed  [32]byte
}

// recordKeys adds an announcement to its participant's history, unless it breaks a rule of the schedule
// (spec/schedule.md).
func (s *state) recordKeys(round uint64, given *Announcement) error {
	if int(given.Participant) >= len(s.histories) {
		return fault.Invalidf("rule 1: no participant %d", given.Participant)
	}
	history := s.histories[given.Participant]
	if len(history) > 0 && history[len(history)-1].announced == round {
		return fault.Invalidf("rule 1: a second announcement of participant %d", given.Participant)
	}
	if uint64(given.Serial) != uint64(len(history)) {
		return fault.Invalidf("rule 2: serial is %d, not %d", given.Serial, len(history))
	}
	made := entry{announced: round, aboutKeys: given.Change.Kind <= NewTree}
	switch given.Change.Kind {
	case Withdrawal:
		made.effective = add(round, s.lead)
	case NewTree:
		tree := given.Change.Tree
		made.tree, made.effective = &tree, max(add(round, s.lead), tree.First)
		if err := s.checkTree(given.Participant, made); err != nil {
			return err
		}
	}
	s.histories[given.Participant] = append(history, made)
	return nil
}

// checkTree checks a new tree by rules 3 to 5.
func (s *state) checkTree(participant uint32, made entry) error {
	switch {
	case int(made.tree.Slots) < s.slots:
		return fault.Invalidf("rule 3: key has %d slots, fewer than %d", made.tree.Slots, s.slots)
	case made.effective >= end(made.tree):
		return fault.Invalidf("rule 4: key expires by round %d", made.effective)
	case s.knowsTree(participant, made.tree):
		return fault.Invalidf("rule 5: tree is known")
	}
	return nil
}

// knowsTree says whether the participant has announced the tree, and records the tree if there is a set for that.
func (s *state) knowsTree(participant uint32, tree *TreeKey) bool {
	if s.trees != nil {
		id := treeID{participant, tree.Root, tree.PubSeed}
		known := s.trees[id]
		s.trees[id] = true
		return known
	}
	for _, before := range s.histories[participant] {
		if before.tree != nil && before.tree.Root == tree.Root && before.tree.PubSeed == tree.PubSeed {
			return true
		}
	}
	return false
}

// due is the tree of a participant that is due in a round, or nil if the stateless key is due.
func (s *state) due(participant uint32, round uint64) *TreeKey {
	history := s.histories[participant]
	for i := len(history) - 1; i >= 0; i-- {
		if one := history[i]; one.aboutKeys && one.effective <= round {
			if one.tree != nil && round < end(one.tree) {
				return one.tree
			}
			return nil
		}
	}
	return nil
}

// end is the first round in which a tree has no position for every slot.
func end(tree *TreeKey) uint64 { return add(tree.First, tree.Rounds()) }

// add is the sum, at most 2^64 − 1.
func add(a, b uint64) uint64 {
	if a > math.MaxUint64-b {
		return math.MaxUint64
	}
	return a + b
}
