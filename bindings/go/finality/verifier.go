package finality

import (
	"bytes"
	"maps"
	"slices"

	"heliast"
	"heliast/fault"
	"heliast/internal/wire"
)

// Verifier follows the validators of a network from those of the network file, whose hash is in the genesis:
// their list changes with the rounds, and some lose their power. It is used by one goroutine.
type Verifier struct {
	chain   [32]byte
	lists   *lists
	trusted []Validator
	// height and round are those of the frame whose height is the greatest
	height, round uint64
	// gone are keys that have lost their power
	gone map[string]bool
}

// place has the facts that follow from the rounds about the validators of a frame.
type place struct {
	// list is the list to which they belong, and after the list after the frame's round
	list, after powers
	// missing are the keys of the list that the frame does not have
	missing map[string]bool
}

// Signed is the power of a network that signed a round.
type Signed struct {
	// Round is the number of the round, and Height the height of the block.
	Round, Height uint64
	// Power is the power of those who signed, of Total.
	Power, Total uint64
}

// NewVerifier begins with the validators of a network file, which must be the one whose hash is the genesis'
// nonce.
func NewVerifier(chain *heliast.Chain, network *NetworkFile) (*Verifier, error) {
	if network.Nonce() != chain.Genesis().Nonce {
		return nil, fault.Invalidf("network file does not fit the genesis")
	}
	lists := newLists(chain.ID(), network.Validators)
	return &Verifier{chain: chain.ID(), lists: lists, trusted: network.Validators, gone: map[string]bool{}}, nil
}

// Verify returns how much of the network signed the round before the tip, if the frame shows it. A frame also
// proves all rounds before. After a frame of a greater height than any before, the validators that follow it are
// the trusted ones.
func (v *Verifier) Verify(frame *Frame, tip *heliast.Tip) (*Signed, error) {
	signed, err := v.verify(frame, tip)
	if err != nil {
		return nil, fault.InRound(err, tip.Number()-1)
	}
	return signed, nil
}

func (v *Verifier) verify(frame *Frame, tip *heliast.Tip) (*Signed, error) {
	name := EngineChainID(v.chain)
	if err := v.checkHeader(frame, tip, name); err != nil {
		return nil, err
	}
	signers := map[string]bool{}
	for i, vote := range frame.Votes {
		if vote == nil {
			continue
		}
		one := &frame.Validators[i]
		if !one.verifies(frame.vote(vote, name), vote.Signature) {
			return nil, fault.Invalidf("signature of validator %d", i)
		}
		signers[string(one.Key)] = true
	}
	power, total := powerOf(frame.Validators, signers)
	if 3*power <= 2*total {
		return nil, fault.Invalidf("power: %d of %d signed", power, total)
	}
	where, err := v.place(frame, tip)
	if err != nil {
		return nil, err
	}
	if frame.Height > v.height {
		err = v.takeLater(frame, where, signers)
	} else {
		err = v.checkPast(frame, where, signers)
	}
	if err != nil {
		return nil, err
	}
	return &Signed{frame.Round, frame.Height, power, total}, nil
}

// place finds the list to which the frame's validators belong, and compares the header's next validators after a
// change with the rounds.
func (v *Verifier) place(frame *Frame, tip *heliast.Tip) (found place, err error) {
	v.lists.see(tip.ValidatorChanges())
	before, after := v.lists.at(frame.Round-1), v.lists.at(frame.Round)
	isBefore := before.outside(frame.Validators) < 0
	found = place{before, after, map[string]bool{}}
	if !isBefore {
		found.list = after
	}
	if stranger := found.list.outside(frame.Validators); stranger >= 0 {
		return found, fault.Invalidf("validator %d is new, or its power is", stranger)
	}
	for key := range found.list {
		found.missing[key] = true
	}
	for _, one := range frame.Validators {
		delete(found.missing, string(one.Key))
	}
	if isBefore && !before.equal(after) {
		next := after.less(found.missing)
		if len(next) == 0 || !bytes.Equal(frame.leaves[fieldNext], text(1, SetHash(next))) {
			return found, fault.Invalidf("leaf of the next validators")
		}
	}
	return found, nil
}

// takeLater accepts a frame of a greater height than any before.
func (v *Verifier) takeLater(frame *Frame, where place, signers map[string]bool) error {
	if frame.Round < v.round {
		return fault.Invalidf("round %d at a later height than round %d", frame.Round, v.round)
	}
	lost := func(one Validator) bool { return v.gone[string(one.Key)] }
	if stranger := slices.IndexFunc(frame.Validators, lost); stranger >= 0 {
		return fault.Invalidf("validator %d has lost its power", stranger)
	}
	if err := requireMost(v.trusted, signers); err != nil {
		return err
	}
	maps.Copy(v.gone, where.missing)
	v.height, v.round, v.trusted = frame.Height, frame.Round, where.after.less(v.gone)
	return nil
}

// checkPast compares a frame of a height that is not the greatest with the present knowledge.
func (v *Verifier) checkPast(frame *Frame, where place, signers map[string]bool) error {
	if frame.Round > v.round {
		return fault.Invalidf("round %d at an earlier height than round %d", frame.Round, v.round)
	}
	if slices.ContainsFunc(v.trusted, func(one Validator) bool { return where.missing[string(one.Key)] }) {
		return fault.Invalidf("a validator is missing that has power later")
	}
	return requireMost(where.list.less(v.gone), signers)
}

// requireMost checks that those who signed have more than two thirds of the power of these.
func requireMost(trusted []Validator, signers map[string]bool) error {
	if power, total := powerOf(trusted, signers); 3*power <= 2*total {
		return fault.Invalidf("trusted power: %d of %d signed", power, total)
	}
	return nil
}

// checkHeader compares the header's leaves with the chain, the round, and the frame's validators.
func (v *Verifier) checkHeader(frame *Frame, tip *heliast.Tip, name string) error {
	if frame.Chain != v.chain {
		return fault.Invalidf("another chain")
	}
	if frame.Round != tip.Number()-1 {
		return fault.Invalidf("another round: %d", frame.Round)
	}
	seed, announced := tip.Seed(), tip.AnnouncementsHash()
	application := wire.Hash(wire.Tag("heliast/network-app/v1"), v.chain[:], wire.U64(frame.Round), seed[:], announced[:],
		wire.U64(frame.OpenedMs), wire.U64(frame.ClosedMs), frame.state[:])
	expected := map[int][]byte{
		fieldChainID:     []byte(name),
		fieldApplication: application[:],
		fieldValidators:  SetHash(frame.Validators),
	}
	for field, value := range expected {
		if !bytes.Equal(frame.leaves[field], text(1, value)) {
			return fault.Invalidf("leaf %d of the header", field)
		}
	}
	return nil
}

// powerOf is the power of those validators that signed, and of all.
func powerOf(validators []Validator, signers map[string]bool) (power, total uint64) {
	for _, v := range validators {
		total += v.Power
		if signers[string(v.Key)] {
			power += v.Power
		}
	}
	return power, total
}
