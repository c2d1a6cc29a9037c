// Package wesolowski verifies Wesolowski's proofs that a delay was computed, y = x^(2^t)
// (spec/wesolowski.md).
package wesolowski

import (
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/hashprime"
	"heliast/internal/wire"
)

// MaxT is the greatest number of squarings.
const MaxT = 1<<48 - 1

// Suite says how the challenge prime of a proof is drawn: a mode, a hash function, and the bits of the prime. A
// prover chooses it; compare its Level with the one that you demand.
type Suite = hashprime.Suite

// Mode says how the candidates for a challenge prime are made.
type Mode = hashprime.Mode

// Hash is the hash function with which they are made.
type Hash = hashprime.Function

// The modes of a [Suite]. Only Hinted has proofs with a hint.
const (
	Plain      = hashprime.Plain
	Sieved     = hashprime.Sieved
	SievedFull = hashprime.SievedFull
	Hinted     = hashprime.Hinted
)

// The hash functions of a [Suite].
const (
	Sha256  = hashprime.Sha256
	Sha512  = hashprime.Sha512
	Sha3    = hashprime.Sha3
	Blake2b = hashprime.Blake2b
	Blake3  = hashprime.Blake3
)

// Form says how a proof is written.
type Form uint8

// The forms: y ‖ π, and π ‖ l, which takes as long to verify. In a hinted suite two bytes follow.
const (
	Output Form = iota
	Compact
)

// Claim says that some y is x^(2^t), and has the proof. X and Proof are encoded; Proof contains y, or gives
// it.
type Claim struct {
	Suite Suite
	T     uint64
	X     []byte
	Form  Form
	Proof []byte
	// Context has the bytes to which the proof must be bound: up to 255; if it is empty, the proof has no context.
	Context []byte
}

// Verify returns y if the claim holds in the group.
func Verify(g group.Group, claim Claim) (group.Element, error) {
	if err := claim.Suite.Check(); err != nil {
		return group.Element{}, err
	}
	if claim.Form > Compact {
		return group.Element{}, fault.Misusef("there is no form %d", claim.Form)
	}
	if len(claim.Context) > 255 {
		return group.Element{}, fault.Misusef("a context has up to 255 bytes, not %d", len(claim.Context))
	}
	x, err := g.Decode(claim.X, "x")
	if err != nil {
		return group.Element{}, err
	}
	if size := formSize(g.Len(), claim.Suite, claim.Form); len(claim.Proof) != size {
		return group.Element{}, fault.Malformedf("proof: wrong length: %d bytes, not %d", len(claim.Proof), size)
	}
	r := wire.NewReader(claim.Proof)
	head := r.Take(g.Len(), "head")
	rest := r.Take(len(claim.Proof)-g.Len()-hintSize(claim.Suite), "rest")
	hint := readHint(r, claim.Suite)
	if err := r.End(); err != nil {
		return group.Element{}, err
	}
	if claim.Form == Compact {
		return verifyCompact(g, claim, x, head, new(big.Int).SetBytes(rest), hint)
	}
	y, err := g.Decode(head, "y")
	if err != nil {
		return group.Element{}, err
	}
	pi, err := g.Decode(rest, "pi")
	if err != nil {
		return group.Element{}, err
	}
	return y, verifyOutput(g, claim.Suite, claim.T, x, y, pi, drawing{hint, claim.Context})
}

// VerifyOutput checks that π shows that y is x^(2^t); it returns nil, or the reason why not. The challenge is the
// first prime, as without a hint.
func VerifyOutput(g group.Group, suite Suite, t uint64, x, y, pi group.Element) error {
	if err := suite.Check(); err != nil {
		return err
	}
	return verifyOutput(g, suite, t, x, y, pi, drawing{})
}

// drawing has the data from which the challenge is drawn, in addition to suite and statement. The hint is nil and
// the context is empty if the proof has none.
type drawing struct {
	hint    *uint32
	context []byte
}

func verifyOutput(g group.Group, suite Suite, t uint64, x, y, pi group.Element, by drawing) error {
	if err := checkStatement(g, t, x); err != nil {
		return err
	}
	if err := g.CheckUnits(x, y, pi); err != nil {
		return err
	}
	l, err := challenge(g, suite, t, x, y, by)
	if err != nil {
		return err
	}
	if !rightSide(g, t, x, pi, l).Equal(y) {
		return fault.Invalidf("delay proof fails")
	}
	return nil
}

func verifyCompact(g group.Group, claim Claim, x group.Element, head []byte, l *big.Int, hint *uint32) (group.Element, error) {
	pi, err := g.Decode(head, "pi")
	if err != nil {
		return group.Element{}, err
	}
	if err := checkStatement(g, claim.T, x); err != nil {
		return group.Element{}, err
	}
	if l.Bit(0) == 0 {
		return group.Element{}, fault.Invalidf("l even")
	}
	if l.BitLen() <= int(claim.Suite.Bits)-64 {
		return group.Element{}, fault.Invalidf("l short")
	}
	if err := g.CheckUnits(x, pi); err != nil {
		return group.Element{}, err
	}
	y := rightSide(g, claim.T, x, pi, l)
	drawn, err := challenge(g, claim.Suite, claim.T, x, y, drawing{hint, claim.Context})
	if err != nil {
		return group.Element{}, err
	}
	if drawn.Cmp(l) != 0 {
		return group.Element{}, fault.Invalidf("delay proof fails: l is not the challenge")
	}
	return y, nil
}

// checkStatement says that proofs show something, that t is in range, and that x takes time.
func checkStatement(g group.Group, t uint64, x group.Element) error {
	if err := g.CheckSound(); err != nil {
		return err
	}
	if t < 1 || t > MaxT {
		return fault.Invalidf("t out of range: %d", t)
	}
	if x.Equal(g.Identity()) {
		return fault.Invalidf("x: identity")
	}
	return nil
}

// challenge is l: the prime that the hint names, or the first prime if there is no hint.
func challenge(g group.Group, suite Suite, t uint64, x, y group.Element, by drawing) (*big.Int, error) {
	id := g.ID()
	transcript := slices.Concat(wire.Tag("heliast/wesolowski/v1"), suite.Bytes(), id[:], wire.U64(t),
		wire.U32(uint32(g.Len())), g.Encode(x), g.Encode(y))
	if len(by.context) > 0 {
		transcript = slices.Concat(transcript, []byte{byte(len(by.context))}, by.context)
	}
	if by.hint != nil {
		return hashprime.Named(suite, transcript, *by.hint)
	}
	l, _, err := hashprime.First(suite, transcript)
	return l, err
}

// rightSide is π^l · x^(2^t mod l).
func rightSide(g group.Group, t uint64, x, pi group.Element, l *big.Int) group.Element {
	r := new(big.Int).Exp(big.NewInt(2), new(big.Int).SetUint64(t), l)
	return g.Mul(g.Pow(pi, l), g.Pow(x, r))
}

func formSize(length int, suite Suite, form Form) int {
	if form == Compact {
		return length + int(suite.Bits)/8 + hintSize(suite)
	}
	return 2*length + hintSize(suite)
}

func hintSize(suite Suite) int {
	if suite.Mode == Hinted {
		return 2
	}
	return 0
}

// readHint is nil where the suite has none.
func readHint(r *wire.Reader, suite Suite) *uint32 {
	if suite.Mode != Hinted {
		return nil
	}
	hint := uint32(r.Uint(2, "hint", 0, uint64(suite.HintBound()-1)))
	return &hint
}
