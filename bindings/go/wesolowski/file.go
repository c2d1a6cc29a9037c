package wesolowski

import (
	"bytes"
	"slices"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/hashprime"
	"heliast/internal/wire"
)

// longestElement is the most bytes of an element in a proof file.
const longestElement = 1024

// File is a proof file: a claim, and the group that it is about.
type File struct {
	Claim
	// GroupID is that of the group.
	GroupID [32]byte
}

// ParseFile reads a proof file with a proof of Wesolowski's. A file of the other systems, Pietrzak's and
// segmented ones, is a misuse, since it may hold and is not verified here; bytes that are not a file are
// malformed, whatever system they name.
func ParseFile(data []byte) (*File, error) {
	r := wire.NewReader(data)
	r.Expect([]byte("HLVP"), "magic")
	r.Expect([]byte{1}, "version")
	form := r.U8("form", 255)
	if system := r.U8("proof system", inSegments); system != wesolowskis {
		return nil, refuseOther(r, system, form)
	}
	suite := hashprime.Read(r)
	if r.Err() == nil && (form > 3 || (form >= 2) != (suite.Mode == Hinted)) {
		r.Fail(fault.Malformedf("form %d does not fit the suite", form))
	}
	file := &File{Claim: Claim{Suite: suite, Form: Form(form % 2)}}
	file.T = r.U64("t")
	file.GroupID = r.Array32("group id")
	length := int(r.Uint(4, "L", 0, longestElement))
	file.X = r.Take(length, "x")
	at := r.Position()
	r.Take(formSize(length, suite, file.Form)-hintSize(suite), "proof")
	readHint(r, suite)
	if err := r.End(); err != nil {
		return nil, err
	}
	file.Proof = r.Since(at)
	return file, nil
}

// Bytes are those of the file.
func (f *File) Bytes() []byte {
	form := byte(f.Form)
	if f.Suite.Mode == Hinted {
		form += 2
	}
	return slices.Concat([]byte("HLVP\x01"), []byte{form, 0}, f.Suite.Bytes(), wire.U64(f.T), f.GroupID[:],
		wire.U32(uint32(len(f.X))), f.X, f.Proof)
}

// Verify returns y if the file shows that it is x^(2^t) in the group. x, an encoded element, and t are the
// caller's demands, and so is level, the bits of security that the suite must have at least: 100 is what
// Heliast's program demands. The prover chooses the values in the file.
func (f *File) Verify(g group.Group, x []byte, t uint64, level int) (group.Element, error) {
	if got := f.Suite.Level(); got < level {
		return group.Element{}, fault.Invalidf("the suite has a level of %d bits, not %d", got, level)
	}
	if f.GroupID != g.ID() {
		return group.Element{}, fault.Invalidf("proof for another group")
	}
	if f.T != t || !bytes.Equal(f.X, x) {
		return group.Element{}, fault.Invalidf("proof of another statement: its input or its number of squarings is not the one asked for")
	}
	return Verify(g, f.Claim)
}
