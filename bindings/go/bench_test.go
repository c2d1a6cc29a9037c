package heliast_test

import (
	"bytes"
	"os"
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

// BenchmarkRound verifies the first round of the chains of the vectors, with GOMAXPROCS threads.
func BenchmarkRound(b *testing.B) {
	for _, name := range roundFiles {
		for _, c := range vectors.Load(b, name).Cases {
			if c.Str("kind") != "chain" {
				continue
			}
			chain, err := heliast.NewChain(c.Bytes("genesis_bytes"))
			if err != nil {
				b.Fatal(err)
			}
			first := c.List("rounds")[0].Bytes("bytes")
			b.Run(c.Str("name"), func(b *testing.B) {
				for b.Loop() {
					if _, _, err := chain.Verify(chain.Start(), first); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkBundle verifies the bundle that HELIAST_BUNDLE names, and says how long one of its rounds takes.
func BenchmarkBundle(b *testing.B) {
	path := os.Getenv("HELIAST_BUNDLE")
	if path == "" {
		b.Skip("set HELIAST_BUNDLE to the path of a bundle")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		b.Fatal(err)
	}
	rounds := uint64(0)
	for b.Loop() {
		bundle, err := heliast.OpenBundleOfAnyChain(bytes.NewReader(data))
		if err != nil {
			b.Fatal(err)
		}
		for _, err := range bundle.Rounds() {
			if err != nil {
				b.Fatal(err)
			}
		}
		rounds += bundle.Count()
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(rounds), "ms/round")
}
