package heliast_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"testing"

	"heliast"
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

func kindOf(t *testing.T, what string, err error, want string) {
	t.Helper()
	if got := vectors.Kind(err); got != want {
		t.Errorf("%s: got %q (%v), want %q", what, got, err, want)
	}
}

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
			kindOf(t, name, err, "malformed")
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
			kindOf(t, name+": "+what, err, want)
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
		other := c.chain.Genesis().Group.Identity()
		identity := c.chain.Genesis().Group.Encode(other)
		check("false squarings", slices.Concat(identity, one.z[one.squarings:]), one.proof, "invalid")
		check("a false proof of the squarings", one.z, slices.Concat(identity, one.proof[one.squarings:]), "invalid")
		check("a z of the squarings that is no element", slices.Concat(make([]byte, one.squarings), one.z[one.squarings:]), one.proof, "malformed")
		check("a proof of the squarings that is no element", one.z, slices.Concat(bytes.Repeat([]byte{255}, one.squarings), one.proof[one.squarings:]), "malformed")
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

func TestGenesesWithRoots(t *testing.T) {
	changed := func(of terms, change func(of *terms)) terms {
		of.suite = slices.Clone(of.suite)
		change(&of)
		return of
	}
	alone, beside := rootsAlone(3), both(0, 3)
	for what, of := range map[string]terms{
		"roots alone":                     alone,
		"both":                            beside,
		"version 3":                       changed(alone, func(of *terms) { of.version = 3 }),
		"both in version 4":               changed(beside, func(of *terms) { of.version = 4 }),
		"2^40 - 1 steps":                  changed(alone, func(of *terms) { of.t = 1<<40 - 1 }),
		"256 segments":                    changed(alone, func(of *terms) { of.t, of.segments = 256, 256 }),
		"one step":                        changed(alone, func(of *terms) { of.t, of.segments = 1, 1 }),
		"2^40 - 1 steps beside 2^48 - 1":  changed(beside, func(of *terms) { of.steps, of.t = 1<<40-1, 1<<48-1 }),
		"more segments than squarings":    changed(beside, func(of *terms) { of.t = 1 }),
		"plain primes":                    changed(beside, func(of *terms) { of.suite[0], of.suite[3] = 0, 248 }),
		"2,048 bits":                      changed(alone, func(of *terms) { of.bits, of.counter = 2048, 84_101 }),
		"a counter that is not the least": changed(alone, func(of *terms) { of.counter = 107_887 }),
	} {
		chain, err := heliast.NewChain(of.genesis())
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if g := chain.Genesis(); g.Version != of.version || len(g.Participants) != 1 || g.Roots == nil {
			t.Errorf("%s: %v", what, g)
		}
	}
	for what, of := range map[string]terms{
		"proof system 4":                  changed(alone, func(of *terms) { of.system = 4 }),
		"a mode":                          changed(alone, func(of *terms) { of.suite[0] = 2 }),
		"a hash":                          changed(alone, func(of *terms) { of.suite[1] = 1 }),
		"bits of a prime":                 changed(alone, func(of *terms) { of.suite = []byte{2, 0, 0, 200} }),
		"both without a suite":            changed(beside, func(of *terms) { of.suite = make([]byte, 4) }),
		"both, with primes of 192 bits":   changed(beside, func(of *terms) { of.suite[3] = 192 }),
		"no steps":                        changed(alone, func(of *terms) { of.t = 0 }),
		"2^40 steps":                      changed(alone, func(of *terms) { of.t = 1 << 40 }),
		"both, no squarings":              changed(beside, func(of *terms) { of.t = 0 }),
		"both, 2^48 squarings":            changed(beside, func(of *terms) { of.t = 1 << 48 }),
		"both, no steps":                  changed(beside, func(of *terms) { of.steps = 0 }),
		"both, 2^40 steps":                changed(beside, func(of *terms) { of.steps = 1 << 40 }),
		"both, roots for squarings":       changed(beside, func(of *terms) { of.inner = 2 }),
		"both, both for squarings":        changed(beside, func(of *terms) { of.inner = 3 }),
		"no segments":                     changed(alone, func(of *terms) { of.segments = 0 }),
		"257 segments":                    changed(alone, func(of *terms) { of.t, of.segments = 1000, 257 }),
		"more segments than steps":        changed(alone, func(of *terms) { of.segments = 25 }),
		"both, more segments than steps":  changed(beside, func(of *terms) { of.segments, of.t = 25, 100 }),
		"the next counter":                changed(alone, func(of *terms) { of.counter++ }),
		"counter 2^24":                    changed(alone, func(of *terms) { of.counter = 1 << 24 }),
		"another seed":                    changed(alone, func(of *terms) { of.seed = "h" + fieldSeed[1:] }),
		"a seed of 31 bytes":              changed(alone, func(of *terms) { of.seed = fieldSeed[:31] }),
		"1,536 bits":                      changed(alone, func(of *terms) { of.bits = 1536 }),
		"2,048 bits with 1,024's counter": changed(alone, func(of *terms) { of.bits = 2048 }),
	} {
		_, err := heliast.NewChain(of.genesis())
		kindOf(t, what, err, "malformed")
	}
	for _, of := range []terms{alone, beside} {
		data := of.genesis()
		for cut := range data {
			if _, err := heliast.NewChain(data[:cut]); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("proof system %d: %d bytes of %d: %v", of.system, cut, len(data), err)
			}
		}
		_, err := heliast.NewChain(append(data, 0))
		kindOf(t, "a byte more", err, "malformed")
	}
}

func (c *madeChain) pending(t testing.TB) (made []*heliast.Pending) {
	tip := c.chain.Start()
	for _, one := range c.made {
		round, next, err := c.chain.Check(tip, one.bytes)
		if err != nil {
			t.Fatal(err)
		}
		made, tip = append(made, round), next
	}
	return made
}

// withRound is the chain with one of its rounds changed.
func (c *madeChain) withRound(at int, change func(one *madeRound)) *madeChain {
	made := *c
	made.made = slices.Clone(c.made)
	one := &made.made[at]
	one.z, one.proof = slices.Clone(one.z), slices.Clone(one.proof)
	change(one)
	one.bytes = slices.Concat(one.bytes[:len(one.bytes)-len(one.z)-len(one.proof)], one.z, one.proof)
	return &made
}

func TestAnEpochProofLeavesRootsToTheRounds(t *testing.T) {
	c := makeChain(t, both(0, 3), 3)
	proof, first, length := c.epochProof(t), c.made[0], c.made[0].squarings
	epoch, err := c.chain.VerifyEpoch(c.pending(t), proof)
	if err != nil || len(epoch.Rounds) != 3 || epoch.Rounds[2].Beacon != c.made[2].beacon {
		t.Fatalf("%v, %v", epoch, err)
	}
	count, err := verifyBundle(c.bundle(proof))
	if err != nil || count != 3 {
		t.Errorf("the bundle: %d rounds, %v", count, err)
	}
	other := c.withRound(1, func(one *madeRound) { copy(one.proof, first.proof[:length]) })
	_, err = c.chain.VerifyEpoch(other.pending(t), proof)
	kindOf(t, "a false proof of a round's squarings", err, "")
	other = c.withRound(2, func(one *madeRound) { copy(one.z, first.z[:length]) })
	_, err = c.chain.VerifyEpoch(other.pending(t), proof)
	kindOf(t, "a false output of squarings", err, "invalid")
	for what, change := range map[string]func(one *madeRound){
		"a false end of a segment":   func(one *madeRound) { copy(one.proof[length:], first.proof[length:]) },
		"a false output of roots":    func(one *madeRound) { copy(one.z[length:], first.z[length:]) },
		"a root of the wrong parity": func(one *madeRound) { c.negate(one.z[length:]) },
	} {
		_, err = c.chain.VerifyEpoch(c.withRound(2, change).pending(t), proof)
		var invalid *fault.Invalid
		if !errors.As(err, &invalid) || invalid.Round != 3 {
			t.Errorf("%s: %v", what, err)
		}
	}
	_, err = c.chain.VerifyEpoch(c.pending(t), append(proof, first.z[length:]...))
	kindOf(t, "an epoch proof with roots", err, "malformed")
}

// negate makes the bytes of an element of the roots' field those of its negative.
func (c *madeChain) negate(data []byte) {
	y := new(big.Int).SetBytes(data)
	y.Sub(c.chain.Genesis().Roots.Field.Prime(), y).FillBytes(data)
}

func TestAChainOfRootsAlonePassesOverEpochProofs(t *testing.T) {
	c := makeChain(t, rootsAlone(3), 2)
	for _, frame := range [][]byte{[]byte("HLEP"), c.epochFrame(c.made[0].z), c.epochFrame(nil)} {
		_, err := c.chain.VerifyEpoch(c.pending(t), frame)
		kindOf(t, "an epoch proof", err, "malformed")
		count, err := verifyBundle(c.bundle(frame))
		if err != nil || count != 2 {
			t.Errorf("the bundle: %d rounds, %v", count, err)
		}
	}
	_, err := verifyBundle(c.bundle([]byte("HLEP"), []byte("HLEP")))
	kindOf(t, "two of them", err, "malformed")
}

func TestRoundsOfAnotherChainHaveNoEpoch(t *testing.T) {
	c, other := makeChain(t, both(0, 3), 2), makeChain(t, rootsAlone(3), 2)
	var misuse *fault.Misuse
	if _, err := c.chain.VerifyEpoch(other.pending(t), c.epochProof(t)); !errors.As(err, &misuse) {
		t.Errorf("rounds of another chain: %v", err)
	}
}
