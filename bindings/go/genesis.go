package heliast

import (
	"slices"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/hashtree"
	"heliast/internal/wire"
	"heliast/sortition"
	"heliast/wesolowski"
	"heliast/xvrf"
)

// Limits of a genesis (spec/round.md).
const (
	maxGenesis      = 16 << 20
	minLead         = 2
	maxSlots        = 16
	maxExpected     = 1_000_000
	maxParticipants = 1 << 16
	maxLife         = 1 << 24
	maxTreeHeight   = 27
)

// Genesis has the parameters of a chain before its first round.
type Genesis struct {
	// Version is 2, or 3 where participants join, leave and change their stake.
	Version uint8
	// Scheme is the scheme of the stateless keys: 0x03 or 0x04 of ECVRF, 0x41 or 0x42 of A-VRF.
	Scheme Scheme
	// Suite says how the challenge primes of the squarings are drawn, and T is the number of squarings of a delay. In
	// a chain of roots alone both are 0.
	Suite wesolowski.Suite
	T     uint64
	// TimeMs and PeriodMs say when rounds open, in milliseconds since 1970.
	TimeMs   uint64
	PeriodMs uint32
	// Lead is k, the rounds between an announcement and its effect; 0: there are no announcements.
	Lead uint16
	// Expected are the expected votes of each slot.
	Expected []uint32
	// Group is the group of the squarings. In a chain of roots alone it is nil.
	Group group.Group
	// Roots has the roots of the delays, with squarings or alone. In a chain of squarings alone it is nil.
	Roots *Roots
	// Life is the lifetime of a proposal in rounds, and Most the greatest number of participants; 0 in version 2.
	Life, Most uint32
	// Participants are the participants of the genesis.
	Participants []Participant
	// Nonce is a random number, or the hash of a network file.
	Nonce [32]byte
}

// Participant is a participant of a chain.
type Participant struct {
	// Key is the stateless public key.
	Key []byte
	// Stake is at least 1.
	Stake uint64
}

// readGenesis reads bytes that are no longer than maxGenesis.
func readGenesis(data []byte) (*Genesis, error) {
	if len(data) > maxGenesis {
		return nil, fault.Malformedf("genesis has %d bytes, more than %d", len(data), maxGenesis)
	}
	r := wire.NewReader(data)
	r.Expect([]byte("HLGN"), "magic")
	g := &Genesis{Version: uint8(r.Uint(1, "version", 2, 4))}
	g.Scheme = Scheme(r.U8("scheme", 255))
	if r.Err() == nil && !g.Scheme.isKnown() {
		r.Fail(fault.Malformedf("scheme not for chains: %#x", uint8(g.Scheme)))
	}
	system := r.U8("proof system", systemBoth)
	g.readSuite(r, system)
	t := readT(r, system)
	g.TimeMs = r.Uint(8, "genesis time", 0, 1<<53-1)
	g.PeriodMs = uint32(r.Uint(4, "period", 100, 86_400_000))
	g.Lead = r.U16("lead")
	if r.Err() == nil && g.Lead < minLead && (g.Lead > 0 || g.Version >= 3) {
		r.Fail(fault.Malformedf("lead out of range: %d", g.Lead))
	}
	for range r.Uint(1, "number of slots", 1, maxSlots) {
		g.Expected = append(g.Expected, uint32(r.Uint(4, "expected votes", 1, maxExpected)))
	}
	makeDelays := g.readDelays(r, system, t)
	most := uint64(maxParticipants)
	if g.Version >= 3 {
		g.Life = uint32(r.Uint(4, "life of a proposal", 1, maxLife))
		g.Most = uint32(r.Uint(4, "most participants", 1, maxParticipants))
		most = uint64(g.Most)
	}
	g.readParticipants(r, most)
	g.Nonce = r.Array32("nonce")
	if err := r.End(); err != nil {
		return nil, err
	}
	if err := makeDelays(); err != nil {
		return nil, err
	}
	return g, nil
}

func (g *Genesis) readParticipants(r *wire.Reader, most uint64) {
	known, total := map[string]bool{}, uint64(0)
	for range r.Uint(4, "number of participants", 1, most) {
		participant := readParticipant(r, g.Scheme)
		if r.Err() != nil {
			return
		}
		if known[string(participant.Key)] {
			r.Fail(fault.Malformedf("public key: twice"))
		}
		known[string(participant.Key)] = true
		if participant.Stake >= sortition.TotalLimit || total+participant.Stake >= sortition.TotalLimit {
			r.Fail(fault.Malformedf("total stake out of range"))
		}
		total += participant.Stake
		g.Participants = append(g.Participants, participant)
	}
}

func readParticipant(r *wire.Reader, scheme Scheme) Participant {
	r.Uint(1, "participant's scheme", uint64(scheme), uint64(scheme))
	r.Expect(wire.U16(uint16(scheme.KeyLen())), "public key length")
	key := r.Take(scheme.KeyLen(), "public key")
	if r.Err() == nil {
		r.Fail(scheme.CheckKey(key))
	}
	return Participant{slices.Clone(key), r.Uint(8, "stake", 1, 1<<64-1)}
}

// Slots is S, the number of slots.
func (g *Genesis) Slots() int { return len(g.Expected) }

// MostParticipants is the greatest number that there can ever be.
func (g *Genesis) MostParticipants() int {
	if g.Version >= 3 {
		return int(g.Most)
	}
	return len(g.Participants)
}

// maxTicketProof is the length of the longest proof that a ticket may have.
func (g *Genesis) maxTicketProof() int { return max(g.Scheme.ProofLen(), xvrf.ProofLen(maxTreeHeight)) }

// maxRound is the length of a round in which every participant has a ticket in each slot, and an
// announcement.
func (g *Genesis) maxRound() uint64 {
	tickets, announcement := g.Slots()*(7+g.maxTicketProof()), 0
	if g.Lead > 0 {
		change := hashtree.KeyLen
		if g.Version >= 3 {
			change = max(change, 11+g.Scheme.KeyLen())
		}
		if g.Version >= 4 {
			change = max(change, maxEntriesLen)
		}
		announcement = 4 + 4 + 1 + change + 2 + g.Scheme.ProofLen()
	}
	return 25 + uint64(g.MostParticipants())*uint64(tickets+announcement) + 4 + uint64(g.outputLen()+g.delayProofLen())
}
