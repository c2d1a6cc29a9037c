package heliast

import (
	"heliast/fault"
	"heliast/internal/hashtree"
	"heliast/internal/wire"
)

// TreeKey is a public key of a hash tree with its terms.
type TreeKey = hashtree.Key

// ChangeKind is the subject of an announcement.
type ChangeKind uint8

// The kinds of changes.
const (
	Withdrawal ChangeKind = iota // the participant's tree is not used any more
	NewTree                      // a tree follows
	Join                         // a proposal: somebody joins
	NewStake                     // a proposal: a participant has another stake; 0: it leaves
	Approval                     // of a proposal
	NewPowers                    // a proposal: validators have other powers (spec/validators.md)
)

// Change is the content of an announcement.
type Change struct {
	Kind ChangeKind
	// Tree is the key of a NewTree.
	Tree TreeKey
	// Member is the participant who would get a NewStake.
	Member uint32
	// Key is the stateless key of the participant who would Join.
	Key []byte
	// Stake is the stake of Join and NewStake.
	Stake uint64
	// Proposal is the id of the proposal that an Approval approves.
	Proposal [32]byte
	// Validators are the validators of NewPowers.
	Validators []ValidatorEntry
}

// Announcement is a participant's statement, on the chain, about its keys or about the members.
type Announcement struct {
	Participant uint32
	// Serial is the number of announcements that the participant made before.
	Serial uint32
	Change Change
	// Proof is the proof by the participant's stateless key; nil if a bundle leaves it out.
	Proof []byte
	// statement is u32(participant) ‖ u32(serial) ‖ change.
	statement []byte
}

// readStatement takes an announcement up to its proof.
func readStatement(r *wire.Reader, g *Genesis) (made Announcement) {
	at := r.Position()
	made.Participant = uint32(r.Uint(4, "participant", 0, uint64(g.MostParticipants()-1)))
	made.Serial = r.U32("serial")
	made.Change = readChange(r, g)
	made.statement = r.Since(at)
	return made
}

func readChange(r *wire.Reader, g *Genesis) (made Change) {
	last := NewTree
	switch g.Version {
	case 3:
		last = Approval
	case 4:
		last = NewPowers
	}
	made.Kind = ChangeKind(r.U8("change", uint8(last)))
	if r.Err() != nil {
		return made
	}
	switch made.Kind {
	case NewTree:
		tree, err := hashtree.Parse(r.Take(hashtree.KeyLen, "key"))
		r.Fail(err)
		made.Tree = tree
	case Join:
		participant := readParticipant(r, g.Scheme)
		made.Key, made.Stake = participant.Key, participant.Stake
	case NewStake:
		made.Member, made.Stake = r.U32("participant"), r.U64("stake")
	case Approval:
		made.Proposal = r.Array32("id")
	case NewPowers:
		made.Validators = readEntries(r)
	}
	return made
}

func readAnnouncement(r *wire.Reader, g *Genesis) Announcement {
	made := readStatement(r, g)
	r.Expect(wire.U16(uint16(g.Scheme.ProofLen())), "announcement's proof length")
	made.Proof = r.Take(g.Scheme.ProofLen(), "announcement's proof")
	return made
}

// verifyAnnouncement checks that the participant's stateless key made the announcement.
func (c *Chain) verifyAnnouncement(tip *Tip, given *Announcement) error {
	key, err := tip.state.key(given.Participant)
	if err == nil {
		input := append(wire.Tag("heliast/announcement/v1"), c.id[:]...)
		_, err = c.genesis.Scheme.Verify(key, append(input, given.statement...), given.Proof)
	}
	if err != nil {
		return fault.Invalidf("announcement of participant %d: proof fails: %s", given.Participant, fault.Reason(err))
	}
	return nil
}

// runningHash is D after an announcement in a round.
func runningHash(before [32]byte, round uint64, given *Announcement) [32]byte {
	return wire.Hash(wire.Tag("heliast/announcements/v1"), before[:], wire.U64(round), given.statement)
}
