package heliast

import (
	"math/big"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/hashprime"
	"heliast/internal/safeprime"
	"heliast/internal/wire"
	"heliast/roots"
	"heliast/wesolowski"
)

// Limits of a genesis's parameters of the delays.
const (
	minGroupBits = 1024
	maxClassBits = 4096
	minPrimeBits = 200
)

// The proof systems.
const (
	systemRSA = iota
	systemClassGroup
	systemRoots
	systemBoth
)

// Roots are the square roots of a chain's delays (spec/roots.md).
type Roots struct {
	// Field is the field in which they are taken.
	Field *roots.Field
	// T is the number of steps of a delay, and Segments the number of parts in which they are proved.
	T        uint64
	Segments int
}

// proofLen is the length of their proof in a round, which leaves the number of segments out.
func (r *Roots) proofLen() int { return (r.Segments - 1) * r.Field.Len() }

// DelayID is the id of the squarings' group, or that of the field in a chain of roots alone.
func (g *Genesis) DelayID() [32]byte {
	if g.Group == nil {
		return g.Roots.Field.ID()
	}
	return g.Group.ID()
}

// readSuite takes four bytes, which are zeros where there are roots alone: they have no challenges.
func (g *Genesis) readSuite(r *wire.Reader, system uint8) {
	if system == systemRoots {
		r.Expect(make([]byte, 4), "suite: roots have none")
		return
	}
	g.Suite = hashprime.Read(r)
	switch {
	case r.Err() != nil:
	case g.Suite.Mode != wesolowski.Plain && g.Suite.Mode != wesolowski.SievedFull:
		r.Fail(fault.Malformedf("mode not for chains: %d", g.Suite.Mode))
	case g.Suite.Hash != wesolowski.Sha256:
		r.Fail(fault.Malformedf("hash not for chains: %d", g.Suite.Hash))
	case g.Suite.Bits < minPrimeBits:
		r.Fail(fault.Malformedf("prime bits too few for chains: %d", g.Suite.Bits))
	}
}

// readT is the t at the front of a genesis: squarings, or steps where there are roots alone.
func readT(r *wire.Reader, system uint8) uint64 {
	if system == systemRoots {
		return r.Uint(8, "t", 1, roots.MaxT)
	}
	return r.Uint(8, "t", 1, wesolowski.MaxT)
}

// readDelays reads the fields at the group's place, of a genesis with this t at its front, and returns functions
// that make the field and the group.
func (g *Genesis) readDelays(r *wire.Reader, system uint8, t uint64) func() error {
	var makeGroup func() (group.Group, error)
	if system != systemRoots {
		squarings := system
		if system == systemBoth {
			squarings = r.U8("proof system of the squarings", systemClassGroup)
		}
		g.T, makeGroup = t, readGroup(r, squarings)
	}
	var parameters roots.Parameters
	if system == systemRoots || system == systemBoth {
		if system == systemBoth {
			t = r.Uint(8, "t of the roots", 1, roots.MaxT)
		}
		parameters = safeprime.Read(r)
		g.Roots = &Roots{T: t, Segments: int(r.Uint(2, "number of segments", 1, min(t, roots.MaxSegments)))}
	}
	return func() (err error) {
		if g.Roots != nil {
			if g.Roots.Field, err = roots.NewField(parameters); err != nil {
				return fault.AsMalformed(err, "roots")
			}
		}
		if makeGroup != nil {
			g.Group, err = makeGroup()
		}
		return err
	}
}

// readGroup reads the name of the delays' group, and returns a function that makes it, which takes long for a
// class group.
func readGroup(r *wire.Reader, system uint8) func() (group.Group, error) {
	if system == systemRSA {
		bytes := r.Take(int(r.Uint(4, "L", minGroupBits/8, 1024)), "modulus")
		if len(bytes) > 0 && bytes[0] == 0 {
			r.Fail(fault.Malformedf("modulus: leading zero byte"))
		}
		return func() (group.Group, error) { return orNil(group.NewRSA(new(big.Int).SetBytes(bytes), minGroupBits)) }
	}
	bits := int(r.Uint(4, "bits of the discriminant", minGroupBits, maxClassBits))
	if r.Err() == nil && bits%32 != 0 {
		r.Fail(fault.Malformedf("bits of the discriminant out of range: %d, no multiple of 32", bits))
	}
	seed := r.Take(int(r.Uint(2, "length of the seed", 32, 255)), "seed")
	return func() (group.Group, error) { return orNil(group.NewClassFromSeed(seed, bits, minGroupBits)) }
}

// orNil turns a nil pointer into a nil interface.
func orNil[G group.Group](g G, err error) (group.Group, error) {
	if err != nil {
		return nil, err
	}
	return g, nil
}
