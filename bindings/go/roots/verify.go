package roots

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync"
	"sync/atomic"

	"heliast/fault"
	"heliast/internal/wire"
)

const (
	// MaxT is the greatest number of steps.
	MaxT = 1<<40 - 1
	// MaxSegments is the greatest number of segments of a proof.
	MaxSegments = 256
)

// Claim says that T steps lead from X to Y. X and Y are encoded elements, and Proof has the ends of the
// segments: u16(s) ‖ y_1 ‖ ... ‖ y_(s−1).
type Claim struct {
	T           uint64
	X, Y, Proof []byte
}

// Verify checks the claim in the field; it returns nil, or the reason why not. See [VerifySegments].
func Verify(f *Field, claim Claim) error {
	parts, err := splitProof(f.length, claim.Proof)
	if err != nil {
		return err
	}
	x, err := f.Decode(claim.X, "x")
	if err != nil {
		return err
	}
	y, err := f.Decode(claim.Y, "y")
	if err != nil {
		return err
	}
	ends := []Element{x}
	for i, part := range parts {
		end, err := f.Decode(part, endName(i+1))
		if err != nil {
			return err
		}
		ends = append(ends, end)
	}
	return VerifySegments(f, claim.T, append(ends, y))
}

// splitProof are the bytes of y_1 to y_(s−1), elements of so many bytes.
func splitProof(length int, proof []byte) (parts [][]byte, err error) {
	r := wire.NewReader(proof)
	for i := range int(r.Uint(2, "number of segments", 1, MaxSegments)) - 1 {
		parts = append(parts, r.Take(length, endName(i+1)))
	}
	return parts, r.End()
}

func endName(i int) string { return fmt.Sprintf("y_%d", i) }

// VerifySegments checks that t steps lead from the first of these elements to the last, and those of each
// segment to the elements between: y_0, y_1, ..., y_s, where y_i is step^(T_i)(y_0) for T_i = floor(i·t/s). It
// returns nil, or the reason why not. It takes a squaring for each step, on as many threads as Go runs, a segment at a
// time on each. The order of the segments is a random one, and the first that is false ends it.
func VerifySegments(f *Field, t uint64, ends []Element) error {
	count := len(ends) - 1
	switch {
	case count < 1 || count > MaxSegments:
		return fault.Misusef("%d segments, not 1 to %d", count, MaxSegments)
	case t < 1 || t > MaxT:
		return fault.Invalidf("t out of range: %d", t)
	case uint64(count) > t:
		return fault.Invalidf("%d steps are too few for %d segments", t, count)
	}
	order := rand.Perm(count)
	var next atomic.Int64
	var failed atomic.Bool
	var all sync.WaitGroup
	for range min(count, runtime.GOMAXPROCS(0)) {
		all.Add(1)
		go func() {
			defer all.Done()
			for at := next.Add(1) - 1; at < int64(count) && !failed.Load(); at = next.Add(1) - 1 {
				i := order[at]
				if !f.leadsTo(ends[i], ends[i+1], place(t, count, i+1)-place(t, count, i), &failed) {
					failed.Store(true)
				}
			}
		}()
	}
	all.Wait()
	if failed.Load() {
		return fault.Invalidf("false segment")
	}
	return nil
}

// place is T_i: after how many of t steps the i-th of so many segments ends.
func place(t uint64, count, i int) uint64 { return uint64(i) * t / uint64(count) }

// leadsTo says whether so many steps lead from one element to another. Once it is stopped its answer is of no
// use.
func (f *Field) leadsTo(from, to Element, steps uint64, stopped *atomic.Bool) bool {
	w := f.walkFrom(to)
	for ; steps > 0 && !stopped.Load(); steps-- {
		w.back()
	}
	return w.at.Cmp(from.x) == 0
}
