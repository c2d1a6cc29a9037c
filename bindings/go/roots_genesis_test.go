package heliast_test

import (
	"errors"
	"io"
	"slices"
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

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
		vectors.ExpectKind(t, what, err, "malformed")
	}
	for _, of := range []terms{alone, beside} {
		data := of.genesis()
		for cut := range data {
			if _, err := heliast.NewChain(data[:cut]); !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatalf("proof system %d: %d bytes of %d: %v", of.system, cut, len(data), err)
			}
		}
		_, err := heliast.NewChain(append(data, 0))
		vectors.ExpectKind(t, "a byte more", err, "malformed")
	}
}
