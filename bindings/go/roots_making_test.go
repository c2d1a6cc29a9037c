package heliast_test

import (
	"math/big"
	"slices"
	"testing"

	"heliast"
	"heliast/group"
	"heliast/internal/batch"
	"heliast/internal/hashprime"
	"heliast/internal/testroots"
	"heliast/internal/vectors"
	"heliast/internal/wire"
	"heliast/wesolowski"
)

// Chains with roots are made here from spec/round.md: their rounds have no tickets, since nobody won.

const (
	fieldSeed = "Heliast: chains of square roots, built-in field"
	// rsa1024 is RSA-1024 of the RSA Factoring Challenge.
	rsa1024 = "135066410865995223349603216278805969938881475605667027524485143851526510604859533" +
		"833940287150571909441798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509" +
		"643110564073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927563"
	// classSeed is that of a class group of the vectors, which is found once for all tests.
	classSeed = "a04d5d7a17cc7e7babce13e4daae37f43f0e4dee689edfaca9e01e1e1636f8c9"
	aKey      = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"
	periodMs  = 1000
)

// terms are what a genesis with roots says of its delays, and what else these tests change in it.
type terms struct {
	version, system byte
	suite           []byte
	t               uint64
	// inner and steps stand in a genesis of both alone.
	inner    byte
	steps    uint64
	group    []byte
	bits     uint16
	counter  uint32
	seed     string
	segments uint16
}

func rootsAlone(segments uint16) terms {
	return terms{version: 2, system: 2, suite: make([]byte, 4), t: 24, bits: 1024, counter: 12_095, seed: fieldSeed, segments: segments}
}

// both are roots beside squarings in RSA's group (0) or a class group (1), so many that their proof is not 1.
func both(inner byte, segments uint16) terms {
	made := rootsAlone(segments)
	made.system, made.suite, made.t = 3, []byte{2, 0, 0, 200}, 4000
	made.inner, made.steps = inner, 24
	if inner == 0 {
		modulus, _ := new(big.Int).SetString(rsa1024, 10)
		made.group = append(wire.U32(128), modulus.Bytes()...)
	} else {
		made.group = slices.Concat(wire.U32(1024), wire.U16(32), vectors.Hex(classSeed))
	}
	return made
}

// delays are what stands at the group's place.
func (of terms) delays() []byte {
	made := slices.Concat(wire.U16(of.bits), wire.U32(of.counter), []byte{byte(len(of.seed))}, []byte(of.seed), wire.U16(of.segments))
	if of.system == 3 {
		made = slices.Concat([]byte{of.inner}, of.group, wire.U64(of.steps), made)
	}
	return made
}

// genesis is of one participant, with a key of ECVRF, and one slot.
func (of terms) genesis() []byte {
	made := slices.Concat([]byte("HLGN"), []byte{of.version, 3, of.system}, of.suite, wire.U64(of.t), wire.U64(0), wire.U32(periodMs),
		wire.U16(2), []byte{1}, wire.U32(3), of.delays())
	if of.version >= 3 {
		made = slices.Concat(made, wire.U32(10), wire.U32(4))
	}
	return slices.Concat(made, wire.U32(1), []byte{3}, wire.U16(32), vectors.Hex(aKey), wire.U64(5), make([]byte, 32))
}

// madeRound is a round with what follows from it.
type madeRound struct {
	bytes, x, z, proof []byte
	entropy, beacon    [32]byte
	// squarings is the length of what the squarings have of z.
	squarings int
}

// madeChain is a chain with its true rounds.
type madeChain struct {
	terms terms
	chain *heliast.Chain
	made  []madeRound
}

// makeChain makes so many rounds, each a period after the one before.
func makeChain(t testing.TB, of terms, rounds int) *madeChain {
	t.Helper()
	chain, err := heliast.NewChain(of.genesis())
	if err != nil {
		t.Fatal(err)
	}
	c := &madeChain{terms: of, chain: chain}
	id := wire.Hash(wire.Tag("heliast/chain/v1"), of.genesis())
	seed := wire.Hash(wire.Tag("heliast/seed/v1"), id[:])
	for i := range rounds {
		number, time := wire.U64(uint64(i+1)), wire.U64(uint64(i*periodMs))
		one := madeRound{entropy: wire.Hash(wire.Tag("heliast/entropy/v2"), id[:], number, time, seed[:], wire.U32(0))}
		c.evaluate(&one)
		one.beacon = wire.Hash(wire.Tag("heliast/beacon/v1"), id[:], number, one.z)
		one.bytes = slices.Concat([]byte("HLRD\x02"), number, time, wire.U32(0), wire.U32(0), one.z, one.proof)
		c.made, seed = append(c.made, one), one.beacon
	}
	return c
}

// evaluate makes x, z and π of a round.
func (c *madeChain) evaluate(one *madeRound) {
	g, steps := c.chain.Genesis(), c.terms.t
	if c.terms.system == 3 {
		steps = c.terms.steps
		x := g.Group.Hash("heliast/delay-input/v1", one.entropy[:])
		y, pi := squared(g.Group, g.Suite, c.terms.t, x)
		one.x, one.z, one.proof = g.Group.Encode(x), g.Group.Encode(y), g.Group.Encode(pi)
		one.squarings = len(one.z)
	}
	field := g.Roots.Field
	chain := testroots.Chain(field.Prime(), field.Encode(field.Input(one.entropy[:])), int(steps))
	one.x, one.z = append(one.x, chain[0]...), append(one.z, chain[steps]...)
	one.proof = append(one.proof, testroots.Proof(chain, int(c.terms.segments))...)
}

// squared is x^(2^t) with Wesolowski's proof.
func squared(g group.Group, suite wesolowski.Suite, t uint64, x group.Element) (y, pi group.Element) {
	power := new(big.Int).Lsh(big.NewInt(1), uint(t))
	y = g.Pow(x, power)
	id := g.ID()
	l, _, err := hashprime.First(suite, slices.Concat(wire.Tag("heliast/wesolowski/v1"), suite.Bytes(), id[:], wire.U64(t),
		wire.U32(uint32(g.Len())), g.Encode(x), g.Encode(y)))
	if err != nil {
		panic(err)
	}
	return y, g.Pow(x, power.Div(power, l))
}

// epochProof is of all rounds of a chain of both.
func (c *madeChain) epochProof(t testing.TB) []byte {
	g := c.chain.Genesis()
	var xs, ys []group.Element
	for _, one := range c.made {
		for into, data := range map[*[]group.Element][]byte{&xs: one.x, &ys: one.z} {
			e, err := g.Group.Decode(data[:one.squarings], "element")
			if err != nil {
				t.Fatal(err)
			}
			*into = append(*into, e)
		}
	}
	x, _ := batch.RandomExponents(g.Group, g.T, xs, ys)
	_, pi := squared(g.Group, g.Suite, g.T, x)
	return c.epochFrame(g.Group.Encode(pi))
}

func (c *madeChain) epochFrame(pi []byte) []byte {
	id := c.chain.ID()
	return slices.Concat([]byte("HLEP\x01"), id[:], wire.U64(1), wire.U32(uint32(len(c.made))), pi)
}

// bundle is of all rounds, with frames before the first.
func (c *madeChain) bundle(frames ...[]byte) []byte {
	id, genesis, seed := c.chain.ID(), c.terms.genesis(), c.chain.Start().Seed()
	made := slices.Concat([]byte("HLBN\x03"), id[:], wire.U32(uint32(len(genesis))), genesis, wire.U64(1), wire.U64(uint64(len(c.made))),
		seed[:], wire.U32(0))
	for _, one := range c.made {
		frames = append(frames, one.bytes)
	}
	for _, frame := range frames {
		made = slices.Concat(made, wire.U32(uint32(len(frame))), frame)
	}
	return made
}

// verified is the chain with the tips before its rounds.
func (c *madeChain) verified(t testing.TB) *verified {
	made := &verified{c.chain, []*heliast.Tip{c.chain.Start()}}
	for i, one := range c.made {
		_, next, err := c.chain.Verify(made.tips[i], one.bytes)
		if err != nil {
			t.Fatal(err)
		}
		made.tips = append(made.tips, next)
	}
	return made
}
