package roots

import (
	"bytes"
	"slices"

	"heliast/fault"
	"heliast/internal/safeprime"
	"heliast/internal/wire"
)

// File is a proof file: a claim, and the parameters of its field.
type File struct {
	Claim
	// Parameters are those of the field.
	Parameters Parameters
}

// ParseFile reads a proof file. It does not check the elements or the prime: NewField(f.Parameters) makes the
// field.
func ParseFile(data []byte) (*File, error) {
	data = slices.Clone(data)
	r := wire.NewReader(data)
	r.Expect([]byte("HLRP"), "magic")
	r.Expect([]byte{1}, "version")
	file := &File{Parameters: safeprime.Read(r)}
	file.T = r.U64("t")
	length := int(file.Parameters.Bits) / 8
	file.X, file.Y = r.Take(length, "x"), r.Take(length, "y")
	if err := r.Err(); err != nil {
		return nil, err
	}
	file.Proof = data[r.Position():]
	if _, err := splitProof(length, file.Proof); err != nil {
		return nil, err
	}
	return file, nil
}

// Bytes are those of the file.
func (f *File) Bytes() []byte {
	return slices.Concat([]byte("HLRP\x01"), f.Parameters.Bytes(), wire.U64(f.T), f.X, f.Y, f.Proof)
}

// Verify returns y if the file shows that t steps from x lead to y in the field. The field, x, an encoded
// element, and t are the caller's demands, since the prover chooses the values in the file.
func (f *File) Verify(field *Field, x []byte, t uint64) (Element, error) {
	if !f.Parameters.Equal(field.parameters) {
		return Element{}, fault.Invalidf("proof for another field")
	}
	if f.T != t || !bytes.Equal(f.X, x) {
		return Element{}, fault.Invalidf("proof of another statement: its input or its number of steps is not the one asked for")
	}
	if err := Verify(field, f.Claim); err != nil {
		return Element{}, err
	}
	return field.Decode(f.Y, "y")
}
