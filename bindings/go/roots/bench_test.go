package roots_test

import (
	"fmt"
	"testing"

	"heliast/roots"
)

// BenchmarkRound verifies the roots of a round: 7,000 steps in the built-in field of 2,048 bits, which take their
// prover some seconds. One thread of a Xeon that others kept busy took 39 ms, 5.5 µs a step.
func BenchmarkRound(b *testing.B) {
	f := builtIn(2048)
	chain := backward(b, f, f.Encode(f.Input([]byte("where it ends"))), 7000)
	for _, count := range []int{1, 16} {
		claim := claimOf(chain, count)
		b.Run(fmt.Sprintf("segments=%d", count), func(b *testing.B) {
			for b.Loop() {
				if err := roots.Verify(f, claim); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkField makes a field from its seed and counter: two tests for primes.
func BenchmarkField(b *testing.B) {
	for _, bits := range []int{1024, 2048, 3072} {
		b.Run(fmt.Sprintf("bits=%d", bits), func(b *testing.B) {
			for b.Loop() {
				builtIn(bits)
			}
		})
	}
}
