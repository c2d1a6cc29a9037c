package heliast

import (
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"heliast/fault"
	"heliast/internal/hashtree"
	"heliast/internal/wire"
	"heliast/ivrf"
	"heliast/sortition"
	"heliast/xvrf"
)

// Round is a verified round, with the facts that follow from it.
type Round struct {
	// Number is K, and TimeMs the time at which the round opened, in milliseconds since 1970.
	Number, TimeMs uint64
	// Seed is Q_K, the beacon of the round before.
	Seed [32]byte
	// Beacon is the randomness of the round.
	Beacon [32]byte
	// Lots are the lots of its tickets, by slot and participant.
	Lots []Lot
	// Announcements are the participants' announcements in it.
	Announcements []Announcement
	// Entropy is e_K, and X, Y and Proof the delay that follows from it: encoded elements, Y = X^(2^t). In a chain
	// of roots alone X and Y are the input and the output of the roots, and Proof the ends of all segments but the
	// last. In a chain of both each has the bytes of the squarings, then those of the roots.
	Entropy     [32]byte
	X, Y, Proof []byte
}

// Lot is the result of a winning draw in a round and slot.
type Lot struct {
	Slot        uint8
	Participant uint32
	// Votes is at least 1.
	Votes uint64
	// Output is the output of the VRF: the same for every proof of it.
	Output []byte
	// Tree is the key of the hash tree that was due, or nil if the stateless key was due.
	Tree *TreeKey
}

// Verify returns the round in data, which must be the next after the tip, and the tip after it. Tickets are
// verified on as many threads as Go runs.
func (c *Chain) Verify(tip *Tip, data []byte) (*Round, *Tip, error) {
	made, err := c.check(tip, data)
	if err == nil {
		err = c.genesis.verifyDelay(made.x, &made.given.delay)
	}
	if err != nil {
		return nil, nil, fault.InRound(err, tip.number)
	}
	return made.round, made.next, nil
}

// check does all of Verify except the delay.
func (c *Chain) check(tip *Tip, data []byte) (*Pending, error) {
	given, err := c.readRound(slices.Clone(data))
	if err != nil {
		return nil, err
	}
	if err := tip.checkPlace(c.genesis, given); err != nil {
		return nil, err
	}
	err = inOrder(len(given.announcements), func(i int) error { return c.verifyAnnouncement(tip, &given.announcements[i]) })
	if err != nil {
		return nil, err
	}
	state, err := tip.announced(given.announcements)
	if err != nil {
		return nil, err
	}
	lots := make([]Lot, len(given.tickets))
	err = inOrder(len(lots), func(i int) (err error) {
		lots[i], err = c.verifyTicket(tip, given.tickets[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	made := &Round{Number: given.number, TimeMs: given.timeMs, Seed: tip.seed, Lots: lots, Announcements: given.announcements}
	made.Entropy = c.entropy(given, tip.seed, lots)
	var x input
	x, made.X = c.genesis.inputOf(made.Entropy[:])
	made.Y, made.Proof = given.delay.yBytes, given.delay.pBytes
	made.Beacon = wire.Hash(c.BeaconPreimage(given.number, made.Y))
	return &Pending{c, made, tip.after(given, made.Beacon, state), x, given}, nil
}

func (c *Chain) verifyTicket(tip *Tip, given ticket) (Lot, error) {
	key, err := tip.state.key(given.participant)
	if err != nil {
		return Lot{}, err
	}
	lot := Lot{Slot: given.slot, Participant: given.participant, Tree: tip.Due(given.participant, tip.number)}
	lot.Output, err = c.verifyLot(tip, key, lot.Tree, given)
	if err != nil {
		reason := fault.Reason(err)
		return Lot{}, fault.Invalidf("ticket of participant %d in slot %d: VRF proof fails: %s", given.participant, given.slot, reason)
	}
	lot.Votes, err = sortition.Votes(lot.Output, key, sortition.Account{
		Stake:    tip.Stake(given.participant, tip.number),
		Total:    tip.TotalStake(tip.number),
		Expected: uint64(c.genesis.Expected[given.slot]),
	})
	if err != nil {
		return Lot{}, err
	}
	if lot.Votes == 0 {
		return Lot{}, fault.Invalidf("ticket of participant %d in slot %d: no votes", given.participant, given.slot)
	}
	return lot, nil
}

// verifyLot is the output of the key that is due: a tree, or the stateless key.
func (c *Chain) verifyLot(tip *Tip, key []byte, tree *TreeKey, given ticket) ([]byte, error) {
	input := tip.ticketInput(c, given.slot)
	switch {
	case tree == nil:
		return c.genesis.Scheme.Verify(key, input, given.proof)
	case tree.Scheme == hashtree.SchemeXVRF:
		return xvrf.Verify(tree.Bytes(), xvrf.Turn{Round: tip.number, Slot: uint16(given.slot)}, input, given.proof)
	}
	return ivrf.Verify(tree.Bytes(), ivrf.Turn{Round: tip.number, Slot: uint16(given.slot)}, input, given.proof)
}

// entropy is e_K over the outputs of the tickets.
func (c *Chain) entropy(given *roundFields, seed [32]byte, lots []Lot) [32]byte {
	data := slices.Concat(wire.Tag("heliast/entropy/v2"), c.id[:], wire.U64(given.number), wire.U64(given.timeMs), seed[:],
		wire.U32(uint32(len(lots))))
	for _, lot := range lots {
		data = append(data, lot.Slot)
		data = append(data, wire.U32(lot.Participant)...)
		data = append(data, wire.U16(uint16(len(lot.Output)))...)
		data = append(data, lot.Output...)
	}
	return wire.Hash(data)
}

// inOrder calls check for 0 to count − 1, several at once, and returns the error of the lowest number that
// has one.
func inOrder(count int, check func(i int) error) error {
	workers := min(count, runtime.GOMAXPROCS(0))
	if workers <= 1 {
		for i := range count {
			if err := check(i); err != nil {
				return err
			}
		}
		return nil
	}
	errs := make([]error, count)
	var next atomic.Int64
	var failed atomic.Bool
	var all sync.WaitGroup
	for range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			for !failed.Load() {
				i := int(next.Add(1)) - 1
				if i >= count {
					return
				}
				if errs[i] = check(i); errs[i] != nil {
					failed.Store(true)
				}
			}
		}()
	}
	all.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}
