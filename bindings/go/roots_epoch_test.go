package heliast_test

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"heliast"
	"heliast/fault"
	"heliast/internal/vectors"
)

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
	vectors.ExpectKind(t, "a false proof of a round's squarings", err, "")
	other = c.withRound(2, func(one *madeRound) { copy(one.z, first.z[:length]) })
	_, err = c.chain.VerifyEpoch(other.pending(t), proof)
	vectors.ExpectKind(t, "a false output of squarings", err, "invalid")
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
	vectors.ExpectKind(t, "an epoch proof with roots", err, "malformed")
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
		vectors.ExpectKind(t, "an epoch proof", err, "malformed")
		count, err := verifyBundle(c.bundle(frame))
		if err != nil || count != 2 {
			t.Errorf("the bundle: %d rounds, %v", count, err)
		}
	}
	_, err := verifyBundle(c.bundle([]byte("HLEP"), []byte("HLEP")))
	vectors.ExpectKind(t, "two of them", err, "malformed")
}

func TestRoundsOfAnotherChainHaveNoEpoch(t *testing.T) {
	c, other := makeChain(t, both(0, 3), 2), makeChain(t, rootsAlone(3), 2)
	var misuse *fault.Misuse
	if _, err := c.chain.VerifyEpoch(other.pending(t), c.epochProof(t)); !errors.As(err, &misuse) {
		t.Errorf("rounds of another chain: %v", err)
	}
}

// The rounds of a case stand in place of those of its chain.
func TestEpochProofsOfChainsWithRootsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "round_roots")
	given := map[string]vectors.Case{}
	for _, c := range file.Cases {
		given[c.Str("name")] = c
	}
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		of := given[c.Str("chain")]
		chain, err := heliast.NewChain(of.Bytes("genesis_bytes"))
		if err != nil {
			t.Fatal(err)
		}
		tip, rounds := chain.Start(), []*heliast.Pending(nil)
		for i, one := range of.List("rounds") {
			data := one.Bytes("bytes")
			if instead := c.Items("rounds"); instead != nil {
				if i == len(instead) {
					break
				}
				data = vectors.Hex(instead[i].(string))
			}
			round, next, err := chain.Check(tip, data)
			if err != nil {
				t.Fatal(err)
			}
			rounds, tip = append(rounds, round), next
		}
		_, err = chain.VerifyEpoch(rounds[c.Uint("from")-1:c.Uint("to")], c.Bytes("bytes"))
		c.Expect(t, err)
	}, "epoch")
}
