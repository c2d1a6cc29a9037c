package heliast_test

import (
	"bytes"
	"maps"
	"slices"
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

func FuzzGenesis(f *testing.F) {
	for _, name := range []string{"round", "members", "validators", "round_avrf"} {
		for _, c := range vectors.Load(f, name).Cases {
			f.Add(c.Bytes("genesis_bytes"))
			if c.Str("kind") == "genesis" {
				f.Add(c.Bytes("bytes"))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 6 && data[6] == 1 {
			t.Skip("the discriminant of a class group takes long to find")
		}
		chain, err := heliast.NewChain(data)
		if err == nil && (!bytes.Equal(chain.Bytes(), data) || chain.Start().Number() != 1) {
			t.Errorf("another genesis")
		}
	})
}

func FuzzRound(f *testing.F) {
	chains := []*verified{}
	for _, name := range []string{"round", "round_trees", "members", "validators", "class_round"} {
		file := vectors.Load(f, name)
		byName := verifyChains(f, file)
		for _, name := range slices.Sorted(maps.Keys(byName)) {
			chains = append(chains, byName[name])
		}
		for i, c := range file.Cases {
			if c.Str("kind") == "round" && i%3 == 0 {
				f.Add(byte(len(chains)-1), byte(c.Uint("number")-1), c.Bytes("bytes"))
			}
		}
	}
	f.Fuzz(func(t *testing.T, which, at byte, data []byte) {
		of := chains[int(which)%len(chains)]
		tip := of.tips[int(at)%len(of.tips)]
		round, next, err := of.chain.Verify(tip, data)
		if err == nil && (round.Number != tip.Number() || next.Number() != tip.Number()+1) {
			t.Errorf("round %d after %d", round.Number, tip.Number())
		}
	})
}

func FuzzBundle(f *testing.F) {
	for _, name := range []string{"round", "bundle", "members", "validators", "epoch", "finality"} {
		for i, c := range vectors.Load(f, name).Cases {
			if c.Str("kind") == "bundle" && i%4 == 0 {
				f.Add(c.Bytes("bytes"))
			}
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 47 && data[47] == 1 {
			t.Skip("the discriminant of a class group takes long to find")
		}
		count, err := verifyBundle(data)
		if err == nil && count == 0 {
			t.Errorf("no rounds")
		}
	})
}
