package envelope

import (
	"math/big"
	"slices"
	"sync"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/wire"
)

const (
	base = "heliast/envelope/base/v1"

	classSeed = "Heliast: envelopes, built-in class group of 2048 bits"
	classBits = 2048
	// classMagnitude is |D| that follows from the seed, whose search takes seconds.
	classMagnitude = "" +
		"d4668ca75f340a1068888a96ce99ccb4a0c31627426b286f081f5fd5ef9205272e523935dcf62a20e59e81ad6eeea6ee7c52" +
		"3ad41fbd43e466654528da549df2526383ec9225c8ff017da7114461c7272e8a337afbec9fe122012e28b252091bf1359a8e" +
		"0c26e98f3d54e0d3a87d5d5f5dcc3a58c29487cc4fb58aca8b02853392ef08e76797109f50539d20e8c7d2059d64143a9497" +
		"c1f03b2159b076d33a7fc47a92f4ac798ddd7ea357940c10da9bb0f72ce236546f285fa34722d5451b421f069b82d6b4d192" +
		"f2ee19239281d7f2db37b843dc5e5e4bf17225053137d17f732d7ce829297e4a00b628f0cda697a620b19a31b8a7b9a31824" +
		"5b5087673d5f"

	modulusBits      = 2048
	discriminantBits = 1024
)

// class2048 is the built-in class group.
var class2048 = sync.OnceValue(func() *group.Class {
	magnitude, _ := new(big.Int).SetString(classMagnitude, 16)
	made, err := group.NewClass(magnitude, classBits)
	if err != nil {
		panic(err)
	}
	return made
})

// Place is a group of unknown order in which envelopes are sealed, and the bytes that name it.
type Place struct {
	group group.Group
	bytes []byte
}

// RSA2048 is the place of RSA-2048.
func RSA2048() *Place { return &Place{group.RSA2048(), []byte{0}} }

// Class2048 is the place of the built-in class group of 2048 bits.
func Class2048() *Place { return &Place{class2048(), []byte{1}} }

// ParsePlace reads the bytes of a place. The discriminant of a class group from a seed takes long to find.
func ParsePlace(data []byte) (*Place, error) {
	r := wire.NewReader(data)
	place, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	return place, r.End()
}

func readPlace(r *wire.Reader) (*Place, error) {
	at := r.Position()
	kind := r.U8("place", 3)
	if err := r.Err(); err != nil {
		return nil, err
	}
	switch kind {
	case 0:
		return RSA2048(), nil
	case 1:
		return Class2048(), nil
	case 2:
		return readModulus(r, at)
	}
	bits, length := int(r.U16("bits")), int(r.U8("length of the seed", 255))
	seed := r.Take(length, "seed")
	if err := r.Err(); err != nil {
		return nil, err
	}
	if bits < discriminantBits || (string(seed) == classSeed && bits == classBits) {
		return nil, fault.Malformedf("place: a class group that is written otherwise")
	}
	made, err := group.NewClassFromSeed(seed, bits, discriminantBits)
	if err != nil {
		return nil, err
	}
	return &Place{made, slices.Clone(r.Since(at))}, nil
}

func readModulus(r *wire.Reader, at int) (*Place, error) {
	data := r.Take(int(r.Uint(2, "length of the modulus", modulusBits/8, 1024)), "modulus")
	if err := r.Err(); err != nil {
		return nil, err
	}
	modulus := new(big.Int).SetBytes(data)
	if data[0] == 0 || modulus.Cmp(group.RSA2048().Modulus()) == 0 {
		return nil, fault.Malformedf("place: a modulus that is written otherwise")
	}
	made, err := group.NewRSA(modulus, modulusBits)
	if err != nil {
		return nil, err
	}
	return &Place{made, slices.Clone(r.Since(at))}, nil
}

// Group is the group.
func (p *Place) Group() group.Group { return p.group }

// Bytes are the bytes that name the place.
func (p *Place) Bytes() []byte { return slices.Clone(p.bytes) }

// Base is g, with which all setups begin.
func (p *Place) Base() group.Element { return p.group.Hash(base, nil) }

// exponentSize is the number of bytes of a secret exponent.
func (p *Place) exponentSize() int {
	if class, ok := p.group.(*group.Class); ok {
		return class.Magnitude().BitLen()/16 + 18
	}
	return p.group.Len() + 16
}
