package heliast_test

import (
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

func TestEpochProofsAreThoseOfTheVectors(t *testing.T) {
	for _, name := range []string{"epoch", "class_epoch"} {
		file := vectors.Load(t, name)
		chains := map[string]*heliast.Chain{}
		pending := map[string][]*heliast.Pending{}
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
			chain, err := heliast.NewPinnedChain([32]byte(c.Bytes("chain_id")), c.Bytes("genesis_bytes"))
			if err != nil {
				t.Fatal(err)
			}
			tip, made := chain.Start(), []*heliast.Pending(nil)
			for _, one := range c.Items("rounds") {
				round, next, err := chain.Check(tip, vectors.Hex(one.(string)))
				if err != nil {
					t.Fatal(err)
				}
				_, _, err = chain.Verify(tip, vectors.Hex(one.(string)))
				isFalse := false
				for _, number := range c.Items("false") {
					isFalse = isFalse || vectors.Number(number) == tip.Number()
				}
				if (err != nil) != isFalse {
					t.Errorf("round %d: %v", tip.Number(), err)
				}
				made, tip = append(made, round), next
			}
			chains[c.Str("name")], pending[c.Str("name")] = chain, made
		}, "chain")
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
			rounds := pending[c.Str("chain")][c.Uint("from")-1 : c.Uint("to")]
			_, err := chains[c.Str("chain")].VerifyEpoch(rounds, c.Bytes("bytes"))
			c.Expect(t, err)
		}, "epoch")
		vectors.Each(t, file, checkBundle, "bundle")
	}
}
