package heliast

import (
	"slices"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/wire"
	"heliast/roots"
	"heliast/wesolowski"
)

// delayInput is the domain of the squarings' input.
const delayInput = "heliast/delay-input/v1"

// delay has the delays of a round: their bytes, and the decoded elements.
type delay struct {
	yBytes, pBytes []byte
	// y and proof are those of the squarings, if there are any.
	y, proof group.Element
	// ends are those of the segments of the roots, if there are any: y_1, ..., y_s.
	ends []roots.Element
}

// input has the inputs of a round's delays: of the squarings, and of the roots.
type input struct {
	squarings group.Element
	roots     roots.Element
}

// outputLen is the length of z.
func (g *Genesis) outputLen() (length int) {
	if g.Group != nil {
		length = g.Group.Len()
	}
	if g.Roots != nil {
		length += g.Roots.Field.Len()
	}
	return length
}

// delayProofLen is the length of π.
func (g *Genesis) delayProofLen() (length int) {
	if g.Group != nil {
		length = g.Group.Len()
	}
	if g.Roots != nil {
		length += g.Roots.proofLen()
	}
	return length
}

// readDelay takes z and π.
func (g *Genesis) readDelay(r *wire.Reader) delay {
	return delay{yBytes: r.Take(g.outputLen(), "z"), pBytes: r.Take(g.delayProofLen(), "delay proof")}
}

// decode reads the elements of a delay, of whose bytes there are as many as the chain's have.
func (d *delay) decode(g *Genesis) (err error) {
	z, proof := wire.NewReader(d.yBytes), wire.NewReader(d.pBytes)
	if g.Group != nil {
		if d.y, err = g.Group.Decode(z.Take(g.Group.Len(), "z"), "z"); err != nil {
			return err
		}
		if d.proof, err = g.Group.Decode(proof.Take(g.Group.Len(), "delay proof"), "delay proof"); err != nil {
			return err
		}
	}
	if g.Roots == nil {
		return nil
	}
	field := g.Roots.Field
	for i := 1; i <= g.Roots.Segments; i++ {
		from, name := proof, "delay proof of the roots"
		if i == g.Roots.Segments {
			from, name = z, "z of the roots"
		}
		end, err := field.Decode(from.Take(field.Len(), name), name)
		if err != nil {
			return err
		}
		d.ends = append(d.ends, end)
	}
	return nil
}

// inputOf returns the inputs of the delays, from e_K, and their bytes, in the order of z.
func (g *Genesis) inputOf(entropy []byte) (x input, bytes []byte) {
	if g.Group != nil {
		x.squarings = g.Group.Hash(delayInput, entropy)
		bytes = g.Group.Encode(x.squarings)
	}
	if g.Roots != nil {
		x.roots = g.Roots.Field.Input(entropy)
		bytes = slices.Concat(bytes, g.Roots.Field.Encode(x.roots))
	}
	return x, bytes
}

// verifyDelay checks that each delay leads from its input to its output.
func (g *Genesis) verifyDelay(x input, given *delay) error {
	if g.Group != nil {
		if err := wesolowski.VerifyOutput(g.Group, g.Suite, g.T, x.squarings, given.y, given.proof); err != nil {
			return err
		}
	}
	return g.verifyRoots(x, given)
}

// verifyRoots is verifyDelay for the roots alone.
func (g *Genesis) verifyRoots(x input, given *delay) error {
	if g.Roots == nil {
		return nil
	}
	err := roots.VerifySegments(g.Roots.Field, g.Roots.T, append([]roots.Element{x.roots}, given.ends...))
	if err != nil {
		return fault.AsInvalid(err, "delay proof fails")
	}
	return nil
}
