package envelope

import (
	"heliast/fault"
	"heliast/group"
	"heliast/internal/wire"
	"heliast/wesolowski"
)

const (
	maxSteps = 32
	// hintBound is above all hints of the suite of setups.
	hintBound = 8 * 264
)

// suite is how the proofs of setups are drawn.
var suite = wesolowski.Suite{Mode: wesolowski.Hinted, Hash: wesolowski.Sha256, Bits: 264}

type step struct {
	t        uint64
	h        group.Element
	hAndRest []byte
}

// Setup is a verified setup: g^(2^t) for each of its delays.
type Setup struct {
	place *Place
	steps []step
}

// OpenSetup reads a setup and verifies it. A false setup is invalid: its maker might be able to read files that
// are sealed with it.
func OpenSetup(data []byte) (*Setup, error) {
	r := wire.NewReader(data)
	r.Expect([]byte("HLES\x01"), "magic or version")
	if err := r.Err(); err != nil {
		return nil, err
	}
	place, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	setup := &Setup{place: place}
	if err := setup.read(r); err != nil {
		return nil, err
	}
	return setup, setup.verify()
}

func (s *Setup) read(r *wire.Reader) error {
	g, before := s.place.group, uint64(0)
	for range r.Uint(1, "steps", 1, maxSteps) {
		one := step{t: r.Uint(8, "t", before+1, wesolowski.MaxT)}
		at := r.Position()
		var elements [2]group.Element
		for i, name := range []string{"h", "pi"} {
			data := r.Take(g.Len(), name)
			if err := r.Err(); err != nil {
				return err
			}
			element, err := g.Decode(data, name)
			if err != nil {
				return err
			}
			elements[i] = element
		}
		r.Uint(2, "hint", 0, hintBound-1)
		if err := r.Err(); err != nil {
			return err
		}
		one.h, one.hAndRest = elements[0], r.Since(at)
		before = one.t
		s.steps = append(s.steps, one)
		if err := g.CheckUnits(elements[:]...); err != nil {
			return err
		}
	}
	return r.End()
}

func (s *Setup) verify() error {
	g, before := s.place.group, uint64(0)
	x := g.Encode(s.place.Base())
	for _, one := range s.steps {
		claim := wesolowski.Claim{Suite: suite, T: one.t - before, X: x, Form: wesolowski.Output, Proof: one.hAndRest}
		if _, err := wesolowski.Verify(g, claim); err != nil {
			return fault.AsInvalid(err, "setup")
		}
		x, before = g.Encode(one.h), one.t
	}
	return nil
}

// Place is the setup's group.
func (s *Setup) Place() *Place { return s.place }

// Delays are the setup's delays in squarings, ascending.
func (s *Setup) Delays() (delays []uint64) {
	for _, one := range s.steps {
		delays = append(delays, one.t)
	}
	return delays
}
