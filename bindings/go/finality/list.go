package finality

import (
	"fmt"
	"maps"
	"slices"

	"heliast"
	"heliast/internal/wire"
)

// powers are validators by their keys.
type powers map[string]Validator

// list is that of a network's validators, by the network file and the changes that a chain has adopted
// (spec/validators.md).
type list struct {
	chain   [32]byte
	keyType KeyType
	// known has all keys that were ever listed
	known  map[string]bool
	listed powers
	// round is that of the last change, and before the list before it
	round  uint64
	before powers
}

func newList(chain [32]byte, first []Validator) *list {
	l := &list{chain: chain, keyType: first[0].Type, known: map[string]bool{}, listed: powers{}}
	for _, v := range first {
		l.listed[string(v.Key)], l.known[string(v.Key)] = v, true
	}
	l.before = l.listed
	return l
}

// adopt takes a change of the same round as the one before, or of a later one; if the change has no effect, it
// returns the reason.
func (l *list) adopt(change heliast.AdoptedChange) string {
	if change.Round != l.round {
		l.round, l.before = change.Round, l.listed
	}
	after := maps.Clone(l.listed)
	for i := range change.Entries {
		entry := &change.Entries[i]
		if reason := l.obstacle(entry); reason != "" {
			return reason
		}
		if entry.Power == 0 {
			delete(after, string(entry.Key))
		} else {
			after[string(entry.Key)] = Validator{KeyType(entry.KeyType), entry.Key, entry.Power}
		}
	}
	if reason := badList(after); reason != "" {
		return reason
	}
	if reason := badStep(l.before, after); reason != "" {
		return reason
	}
	for key := range after {
		l.known[key] = true
	}
	l.listed = after
	return ""
}

// obstacle checks an entry by rules 1 to 4.
func (l *list) obstacle(entry *heliast.ValidatorEntry) string {
	one := Validator{KeyType(entry.KeyType), entry.Key, entry.Power}
	if one.Type != l.keyType || (one.Type == Ed25519 && checkEd25519(one.Key) != nil) {
		return "rule 1: no key of a validator of this network"
	}
	present, is := l.listed[string(entry.Key)]
	switch {
	case !is && entry.Power == 0:
		return "rule 2: no such validator"
	case !is && len(entry.Proof) == 0:
		return "rule 2: a new key without a proof"
	case !is && l.known[string(entry.Key)]:
		return "rule 2: a key that has left"
	case is && present.Power == entry.Power:
		return "rule 3: it has this power"
	}
	input := slices.Concat(wire.Tag("heliast/validator/v1"), l.chain[:], []byte{entry.KeyType}, entry.Key)
	if len(entry.Proof) > 0 && !one.verifies(input, entry.Proof) {
		return "rule 4: the proof does not hold"
	}
	return ""
}

// badList is the reason why these cannot be a list of validators. The power of each is below 2^53.
func badList(after powers) string {
	total := after.total()
	if len(after) < 1 || len(after) > maxValidators || total >= powerLimit {
		return fmt.Sprintf("rule 5: %d validators with power %d", len(after), total)
	}
	return ""
}

// badStep says why a step is too large.
func badStep(before, after powers) string {
	total, joins, leaves := before.total(), after.more(before), before.more(after)
	if 3*joins > total || 3*leaves > total || leaves+2*joins >= total {
		return fmt.Sprintf("rule 6: of %d power %d leaves and %d joins", total, leaves, joins)
	}
	return ""
}

// total is the sum of power.
func (p powers) total() (sum uint64) {
	for _, v := range p {
		sum += v.Power
	}
	return sum
}

// more is the sum by which powers are greater than in the other list.
func (p powers) more(than powers) (sum uint64) {
	for key, v := range p {
		sum += v.Power - min(v.Power, than[key].Power)
	}
	return sum
}

// outside is the place of the first validator that is not listed with this power, or -1.
func (p powers) outside(validators []Validator) int {
	return slices.IndexFunc(validators, func(v Validator) bool {
		listed, is := p[string(v.Key)]
		return !is || listed.Type != v.Type || listed.Power != v.Power
	})
}

// less are those whose keys are not among these, in the engine's order.
func (p powers) less(gone map[string]bool) []Validator {
	var rest []Validator
	for key, v := range p {
		if !gone[key] {
			rest = append(rest, v)
		}
	}
	slices.SortFunc(rest, inOrder)
	return rest
}

func (p powers) equal(other powers) bool {
	return maps.EqualFunc(p, other, func(a, b Validator) bool { return a.Type == b.Type && a.Power == b.Power })
}

// lists are those of a chain after its rounds, as far as its changes were seen.
type lists struct {
	first  func() *list
	start  powers
	latest *list
	seen   []heliast.AdoptedChange
	// after has the list after each change
	after []powers
}

func newLists(chain [32]byte, first []Validator) *lists {
	fresh := func() *list { return newList(chain, first) }
	latest := fresh()
	return &lists{first: fresh, start: latest.listed, latest: latest}
}

// see takes in all changes of a chain up to some round. Those that were seen before are not looked at again.
func (l *lists) see(changes []heliast.AdoptedChange) {
	shared := min(len(l.seen), len(changes))
	if !slices.EqualFunc(l.seen[:shared], changes[:shared], sameChange) {
		l.latest, l.seen, l.after = l.first(), nil, nil
	}
	for _, change := range changes[min(len(l.seen), len(changes)):] {
		l.latest.adopt(change)
		l.seen, l.after = append(l.seen, change), append(l.after, l.latest.listed)
	}
}

// at is the list after a round, by the changes that were seen.
func (l *lists) at(round uint64) powers {
	for i := len(l.seen) - 1; i >= 0; i-- {
		if l.seen[i].Round <= round {
			return l.after[i]
		}
	}
	return l.start
}

func sameChange(a, b heliast.AdoptedChange) bool {
	return a.Round == b.Round && slices.EqualFunc(a.Entries, b.Entries, func(a, b heliast.ValidatorEntry) bool {
		return a.KeyType == b.KeyType && a.Power == b.Power && slices.Equal(a.Key, b.Key) && slices.Equal(a.Proof, b.Proof)
	})
}
