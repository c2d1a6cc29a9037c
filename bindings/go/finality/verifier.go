package finality

import (
	"bytes"
	"slices"

	"heliast"
	"heliast/fault"
	"heliast/internal/wire"
)

// Verifier follows the validators of a network from those that the genesis stands for: some lose their power,
// and nobody joins. It is used by one goroutine.
type Verifier struct {
	chain          [32]byte
	first, trusted []Validator
	// height is that of the block whose validators are trusted
	height uint64
}

// Signed is how much of a network signed a round.
type Signed struct {
	// Round is the number of the round, and Height that of the block.
	Round, Height uint64
	// Power is that of those who signed, of Total.
	Power, Total uint64
}

// NewVerifier begins with the validators of a network file, which must be the one whose hash is the genesis'
// nonce.
func NewVerifier(chain *heliast.Chain, network *NetworkFile) (*Verifier, error) {
	if network.Nonce() != chain.Genesis().Nonce {
		return nil, fault.Invalidf("network file does not fit the genesis")
	}
	return &Verifier{chain: chain.ID(), first: network.Validators, trusted: network.Validators}, nil
}

// Verify says how much of the network signed the round before the tip, if the frame shows it. It speaks for
// all rounds before, too. After a frame of a greater height than any before, its validators are the trusted
// ones.
func (v *Verifier) Verify(frame *Frame, tip *heliast.Tip) (*Signed, error) {
	signed, err := v.verify(frame, tip)
	if err != nil {
		return nil, fault.InRound(err, tip.Number()-1)
	}
	if frame.Height > v.height {
		v.height, v.trusted = frame.Height, frame.Validators
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
	if err := v.checkSet(frame); err != nil {
		return nil, err
	}
	if trusted, of := powerOf(v.trusted, signers); 3*trusted <= 2*of {
		return nil, fault.Invalidf("trusted power: %d of %d signed", trusted, of)
	}
	return &Signed{frame.Round, frame.Height, power, total}, nil
}

// checkSet holds the frame's validators to those that are trusted: sets only shrink.
func (v *Verifier) checkSet(frame *Frame) error {
	later, known := frame.Height > v.height, v.first
	if later {
		known = v.trusted
	}
	if place := firstOutside(frame.Validators, known); place >= 0 {
		return fault.Invalidf("validator %d is new, or its power is", place)
	}
	if !later && firstOutside(v.trusted, frame.Validators) >= 0 {
		return fault.Invalidf("a validator is missing that has power later")
	}
	return nil
}

// firstOutside is the place of the first validator that is not among the others with the same key and power,
// or -1.
func firstOutside(validators, others []Validator) int {
	known := map[string]bool{}
	for _, v := range others {
		known[v.name()] = true
	}
	return slices.IndexFunc(validators, func(v Validator) bool { return !known[v.name()] })
}

// checkHeader holds the header's leaves to the chain, the round, and the frame's validators.
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
