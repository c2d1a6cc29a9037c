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
	for _, name := range []string{"round", "members", "validators", "round_avrf", "round_roots"} {
		for _, c := range vectors.Load(f, name).Cases {
			f.Add(c.Bytes("genesis_bytes"))
			if c.Str("kind") == "genesis" {
				f.Add(c.Bytes("bytes"))
			}
		}
	}
	for _, of := range termsWithRoots {
		f.Add(of.genesis())
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if namesClassGroup(data) {
			t.Skip("the discriminant of a class group takes long to find")
		}
		chain, err := heliast.NewChain(data)
		if err == nil && (!bytes.Equal(chain.Bytes(), data) || chain.Start().Number() != 1) {
			t.Errorf("another genesis")
		}
	})
}

// namesClassGroup says whether the delays of a genesis have squarings in a class group.
func namesClassGroup(genesis []byte) bool {
	const slots = 33 // where their number stands, before four bytes for each
	if len(genesis) <= slots {
		return false
	}
	inner := slots + 1 + 4*int(genesis[slots])
	return genesis[6] == 1 || (genesis[6] == 3 && inner < len(genesis) && genesis[inner] == 1)
}

func FuzzRound(f *testing.F) {
	chains := []*verified{}
	for _, name := range []string{"round", "round_trees", "members", "validators", "class_round", "round_roots"} {
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
	withRoots := chainsWithRoots(f)
	for _, name := range slices.Sorted(maps.Keys(withRoots)) {
		chains = append(chains, withRoots[name].verified(f))
		for i, one := range withRoots[name].made {
			f.Add(byte(len(chains)-1), byte(i), one.bytes)
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
	for _, name := range []string{"round", "bundle", "members", "validators", "epoch", "finality", "round_roots"} {
		for i, c := range vectors.Load(f, name).Cases {
			if c.Str("kind") == "bundle" && i%4 == 0 {
				f.Add(c.Bytes("bytes"))
			}
		}
	}
	for _, c := range chainsWithRoots(f) {
		f.Add(c.bundle())
		f.Add(c.bundle(c.epochFrame(c.made[0].z)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 41 && namesClassGroup(data[41:]) {
			t.Skip("the discriminant of a class group takes long to find")
		}
		count, err := verifyBundle(data)
		if err == nil && count == 0 {
			t.Errorf("no rounds")
		}
	})
}
