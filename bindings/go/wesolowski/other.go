package wesolowski

import (
	"heliast/fault"
	"heliast/internal/hashprime"
	"heliast/internal/wire"
)

// The numbers of proof systems.
const (
	wesolowskis = iota
	pietrzaks
	inSegments
)

const (
	// mostCut is the most segments of a proof, and the most halvings from one to the next.
	mostCut = 16
	// direct is how many squarings Pietrzak's verifier does.
	direct = 1024
)

// refuseOther reads a file on from its suite, so that bytes that are not a file are malformed, and a file of
// another system than Wesolowski's is a misuse.
func refuseOther(r *wire.Reader, system, form uint8) error {
	if r.Err() == nil && form != 0 {
		return fault.Malformedf("form out of range: %d", form)
	}
	if system == pietrzaks {
		r.Expect(make([]byte, 4), "suite")
	} else {
		hashprime.Read(r)
	}
	t := r.U64("t")
	r.Array32("group id")
	length := int(r.Uint(4, "L", 0, longestElement))
	r.Take(2*length, "x and y")
	elements := 0
	if system == pietrzaks {
		elements = midpoints(t)
	} else {
		elements = segmentElements(r)
	}
	r.Take(length*elements, "proof")
	if err := r.End(); err != nil {
		return err
	}
	return fault.Misusef("proof system %d: only Wesolowski's proofs of a whole delay are verified here", system)
}

// midpoints is the least i with floor(t/2^i) <= 1024 (spec/pietrzak.md).
func midpoints(t uint64) (count int) {
	for ; t > direct; t /= 2 {
		count++
	}
	return count
}

// segmentElements is 2s - 1 (spec/segments.md).
func segmentElements(r *wire.Reader) int {
	segments := r.Uint(1, "number of segments", 1, mostCut)
	longest := uint64(mostCut)
	if segments == 1 {
		longest = 1
	}
	r.Uint(1, "b", 1, longest)
	return 2*int(segments) - 1
}
