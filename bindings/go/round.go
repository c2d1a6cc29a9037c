package heliast

import (
	"heliast/fault"
	"heliast/internal/wire"
)

// roundFields has the fields of a round.
type roundFields struct {
	number, timeMs uint64
	tickets        []ticket
	announcements  []Announcement
	delay          delay
}

// ticket is a lot as it is sent.
type ticket struct {
	slot        uint8
	participant uint32
	proof       []byte
}

// readRound reads the bytes of a round; values that no round of the chain can have are malformed.
func (c *Chain) readRound(data []byte) (*roundFields, error) {
	g := c.genesis
	r := wire.NewReader(data)
	r.Expect([]byte("HLRD"), "magic")
	r.Expect([]byte{2}, "version")
	made := &roundFields{number: r.U64("round number"), timeMs: r.U64("time")}
	most := uint64(g.MostParticipants())
	for range r.Uint(4, "number of tickets", 0, uint64(g.Slots())*most) {
		one := ticket{slot: r.U8("slot", uint8(g.Slots()-1))}
		one.participant = uint32(r.Uint(4, "participant", 0, most-1))
		one.proof = r.Take(int(r.Uint(2, "VRF proof length", 0, uint64(g.maxTicketProof()))), "VRF proof")
		if last := len(made.tickets) - 1; last >= 0 && !made.tickets[last].isBefore(one) {
			r.Fail(fault.Malformedf("tickets out of order"))
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
		made.tickets = append(made.tickets, one)
	}
	if g.Lead == 0 {
		most = 0
	}
	for range r.Uint(4, "number of announcements", 0, most) {
		one := readAnnouncement(r, g)
		if last := len(made.announcements) - 1; last >= 0 && made.announcements[last].Participant >= one.Participant {
			r.Fail(fault.Malformedf("announcements out of order"))
		}
		if r.Err() != nil {
			return nil, r.Err()
		}
		made.announcements = append(made.announcements, one)
	}
	made.delay = g.readDelay(r)
	if err := r.End(); err != nil {
		return nil, err
	}
	if err := made.delay.decode(g); err != nil {
		return nil, err
	}
	return made, nil
}

func (t ticket) isBefore(other ticket) bool {
	return t.slot < other.slot || (t.slot == other.slot && t.participant < other.participant)
}
