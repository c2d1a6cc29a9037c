package heliast_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"testing"

	"heliast/fault"
	"heliast/internal/vectors"
	"heliast/internal/wire"
)

// termsWithRoots are those of a chain of each kind.
var termsWithRoots = map[string]terms{
	"roots in one segment":           rootsAlone(1),
	"roots in three segments":        rootsAlone(3),
	"as many segments as roots":      rootsAlone(24),
	"both, with RSA, in one segment": both(0, 1),
	"both, with RSA":                 both(0, 5),
	"both, with a class group":       both(1, 3),
}

// chainsWithRoots have two rounds each. They are made once.
func chainsWithRoots(t testing.TB) map[string]*madeChain {
	if len(madeChains) < len(termsWithRoots) {
		for name, of := range termsWithRoots {
			madeChains[name] = makeChain(t, of, 2)
		}
	}
	return madeChains
}

var madeChains = map[string]*madeChain{}

func TestRoundsWithRootsAreVerified(t *testing.T) {
	for name, c := range chainsWithRoots(t) {
		t.Run(name, func(t *testing.T) {
			g, tip := c.chain.Genesis(), c.chain.Start()
			isAlone := c.terms.system == 2
			if (g.Group == nil) != isAlone || (g.T == 0) != isAlone || g.Roots.Segments != int(c.terms.segments) || g.Roots.T != 24 {
				t.Errorf("the genesis says %v", g)
			}
			want := g.Roots.Field.ID()
			if !isAlone {
				want = g.Group.ID()
			}
			same(t, "id of the delay", g.DelayID(), want[:])
			for _, one := range c.made {
				round, next, err := c.chain.Verify(tip, one.bytes)
				if err != nil {
					t.Fatal(err)
				}
				same(t, "entropy", round.Entropy, one.entropy[:])
				same(t, "beacon", round.Beacon, one.beacon[:])
				if !bytes.Equal(round.X, one.x) || !bytes.Equal(round.Y, one.z) || !bytes.Equal(round.Proof, one.proof) {
					t.Errorf("round %d: another delay", round.Number)
				}
				tip = next
			}
			count, err := verifyBundle(c.bundle())
			if err != nil || count != 2 {
				t.Errorf("%d rounds, %v", count, err)
			}
		})
	}
}

// The proof of 256 segments is longer than all tickets that the round could have.
func TestABundleTakesTheLongestProofs(t *testing.T) {
	of := rootsAlone(256)
	of.t = 256
	count, err := verifyBundle(makeChain(t, of, 1).bundle())
	if err != nil || count != 1 {
		t.Errorf("%d rounds, %v", count, err)
	}
}

func TestRoundsWithRootsThatWereCutAreMalformed(t *testing.T) {
	for name, c := range chainsWithRoots(t) {
		data := c.made[0].bytes
		for cut := range data {
			_, _, err := c.chain.Verify(c.chain.Start(), data[:cut])
			var malformed *fault.Malformed
			if !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &malformed) {
				t.Fatalf("%s: %d bytes of %d: %v", name, cut, len(data), err)
			}
		}
		for _, more := range []int{1, 128} {
			_, _, err := c.chain.Verify(c.chain.Start(), append(slices.Clone(data), make([]byte, more)...))
			vectors.ExpectKind(t, name, err, "malformed")
		}
	}
}

func TestEveryByteOfARoundWithRootsIsBound(t *testing.T) {
	for name, c := range chainsWithRoots(t) {
		data := c.made[0].bytes
		for at := 0; at < len(data); at += 1 + at/30 {
			changed := slices.Clone(data)
			changed[at] ^= 1 << (at % 8)
			round, _, err := c.chain.Verify(c.chain.Start(), changed)
			if kind := vectors.Kind(err); round != nil || (kind != "malformed" && kind != "invalid") {
				t.Fatalf("%s: byte %d: %v", name, at, err)
			}
		}
	}
}

// changedDelay is the first round with z and π changed.
func (c *madeChain) changedDelay(z, proof []byte) []byte {
	one := c.made[0]
	head := one.bytes[:len(one.bytes)-len(one.z)-len(one.proof)]
	return slices.Concat(head, z, proof)
}

func TestFalseDelaysAreRefused(t *testing.T) {
	for name, c := range chainsWithRoots(t) {
		one, p := c.made[0], c.chain.Genesis().Roots.Field.Prime()
		length := c.chain.Genesis().Roots.Field.Len()
		check := func(what string, z, proof []byte, want string) {
			t.Helper()
			round, next, err := c.chain.Verify(c.chain.Start(), c.changedDelay(z, proof))
			vectors.ExpectKind(t, name+": "+what, err, want)
			if round != nil || next != nil {
				t.Errorf("%s: %s: there is a round", name, what)
			}
			var malformed *fault.Malformed
			var invalid *fault.Invalid
			if (errors.As(err, &malformed) && malformed.Round != 1) || (errors.As(err, &invalid) && invalid.Round != 1) {
				t.Errorf("%s: %s: the error names another round: %v", name, what, err)
			}
		}
		with := func(data []byte, at int, element *big.Int) []byte {
			changed := slices.Clone(data)
			element.FillBytes(changed[at : at+length])
			return changed
		}
		places := map[string][]byte{"z": one.z, "the proof": one.proof}
		for place, data := range places {
			for at := one.squarings; at < len(data); at += length {
				put := func(element *big.Int) (z, proof []byte) {
					if place == "z" {
						return with(one.z, at, element), one.proof
					}
					return one.z, with(one.proof, at, element)
				}
				given := new(big.Int).SetBytes(data[at : at+length])
				for what, element := range map[string]*big.Int{
					"p - y": new(big.Int).Sub(p, given), "1": big.NewInt(1), "p - 1": new(big.Int).Sub(p, big.NewInt(1)),
				} {
					z, proof := put(element)
					check(fmt.Sprintf("%s at %d of %s", what, at, place), z, proof, "invalid")
				}
				for what, element := range map[string]*big.Int{"0": new(big.Int), "p": p} {
					z, proof := put(element)
					check(fmt.Sprintf("%s at %d of %s", what, at, place), z, proof, "malformed")
				}
			}
		}
		check("a proof more", one.z, slices.Concat(one.proof, one.z[one.squarings:]), "malformed")
		check("z twice", slices.Concat(one.z, one.z), one.proof, "malformed")
		check("no z", nil, one.proof, "malformed")
		if one.squarings == 0 {
			continue
		}
		g := c.chain.Genesis().Group
		identity := g.Encode(g.Identity())
		check("false squarings", slices.Concat(identity, one.z[one.squarings:]), one.proof, "invalid")
		check("a false proof of the squarings", one.z, slices.Concat(identity, one.proof[one.squarings:]), "invalid")
		zeros, ones := make([]byte, one.squarings), bytes.Repeat([]byte{255}, one.squarings)
		check("zeros as squarings", slices.Concat(zeros, one.z[one.squarings:]), one.proof, "malformed")
		check("ones as the proof of squarings", one.z, slices.Concat(ones, one.proof[one.squarings:]), "malformed")
		check("squarings alone", one.z[:one.squarings], one.proof[:one.squarings], "malformed")
		check("roots alone", one.z[one.squarings:], one.proof[one.squarings:], "malformed")
	}
}

// The beacon is over both outputs: with another output of either, the next round has another input.
func TestTheNextRoundFollowsFromBothOutputs(t *testing.T) {
	c := makeChain(t, both(0, 2), 2)
	_, tip, err := c.chain.Verify(c.chain.Start(), c.made[0].bytes)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range []int{0, c.made[0].squarings, len(c.made[0].z) - 1} {
		z := slices.Clone(c.made[0].z)
		z[at] ^= 1
		if wire.Hash(c.chain.BeaconPreimage(1, z)) == tip.Seed() {
			t.Errorf("byte %d of z is not in the beacon", at)
		}
	}
	if wire.Hash(c.chain.BeaconPreimage(1, c.made[0].z)) != tip.Seed() {
		t.Error("another beacon")
	}
}
