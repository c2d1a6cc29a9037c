package heliast

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"heliast/fault"
	"heliast/internal/wire"
)

// readRange reads the fields between the genesis and the first frame.
func (b *Bundle) readRange() error {
	head, err := b.source.take(8+8+32+4, "range")
	if err != nil {
		return err
	}
	h := wire.NewReader(head)
	b.from = h.Uint(8, "from", 1, math.MaxUint64)
	b.count = h.Uint(8, "count", 1, math.MaxUint64)
	seed := h.Array32("Q_from")
	announced := h.Uint(4, "number of announcements before", 0, maxHistory)
	if h.Err() == nil && b.count > math.MaxUint64-b.from {
		h.Fail(fault.Malformedf("count out of range: %d", b.count))
	}
	if err := h.End(); err != nil {
		return err
	}
	if b.from == 1 && seed != b.chain.firstSeed {
		return fault.Invalidf("Q_1 does not fit the genesis")
	}
	if announced > 0 && b.chain.genesis.Lead == 0 {
		return fault.Malformedf("announcements where there are none")
	}
	state := newState(b.chain)
	state.trees = map[treeID]bool{}
	if err := b.readHistory(state, announced); err != nil {
		return fault.AsMalformed(err, "announcements before")
	}
	state.trees = nil
	state.forget(b.from)
	b.next = b.from
	b.tip = &Tip{number: b.from, seed: seed, state: state}
	return nil
}

// readHistory takes in the announcements of the rounds before, round by round.
func (b *Bundle) readHistory(s *state, count uint64) error {
	round, made := uint64(0), []Announcement(nil)
	for range count {
		number, one, err := b.readPast()
		if err != nil {
			return err
		}
		if number < round || (number == round && made[len(made)-1].Participant >= one.Participant) {
			return fault.Malformedf("out of order")
		}
		if number > round {
			if err := s.announce(round, made); err != nil {
				return err
			}
			round, made = number, nil
		}
		made = append(made, one)
	}
	return s.announce(round, made)
}

// readPast reads the round and the statement of an announcement; its length follows from its first bytes.
func (b *Bundle) readPast() (uint64, Announcement, error) {
	const head = 8 + 4 + 4 + 1
	start, err := b.source.peek(head)
	if err != nil {
		return 0, Announcement{}, err
	}
	var size uint64
	switch ChangeKind(start[head-1]) {
	case NewTree:
		size = 76
	case Join:
		size = 1 + 2 + uint64(b.chain.genesis.Scheme.KeyLen()) + 8
	case NewStake:
		size = 4 + 8
	case Approval:
		size = 32
	case NewPowers:
		begin, err := b.source.peek(head + 2)
		if err != nil {
			return 0, Announcement{}, err
		}
		size = 2 + uint64(begin[head])<<8 + uint64(begin[head+1])
	}
	data, err := b.source.take(head+size, "announcement")
	if err != nil {
		return 0, Announcement{}, err
	}
	r := wire.NewReader(data)
	round := r.Uint(8, "announcement's round", 1, b.from-1)
	made := readStatement(r, b.chain.genesis)
	return round, made, r.End()
}

// source reads bytes that must be there.
type source struct{ r *bufio.Reader }

// take is the next size bytes. Memory is allocated as they come.
func (s *source) take(size uint64, name string) ([]byte, error) {
	var data bytes.Buffer
	got, err := io.CopyN(&data, s.r, int64(size))
	if err == io.EOF {
		return nil, fault.Truncatedf("%s needs %d bytes, %d are left", name, size, got)
	}
	return data.Bytes(), err
}

func (s *source) peek(size int) ([]byte, error) {
	data, err := s.r.Peek(size)
	if err == io.EOF {
		return nil, fault.Truncatedf("%d bytes are left", len(data))
	}
	return data, err
}

// end is io.EOF if nothing follows.
func (s *source) end() error {
	if _, err := s.r.Peek(1); err != nil {
		return err
	}
	return fault.Malformedf("trailing bytes")
}
