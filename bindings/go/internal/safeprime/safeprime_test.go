package safeprime

import (
	"bytes"
	"math/big"
	"testing"

	"heliast/internal/vectors"
	"heliast/internal/wire"
)

func TestThePrimesAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, vectors.Load(t, "roots"), func(t *testing.T, c vectors.Case) {
		p := Parameters{uint16(c.Uint("bits")), uint32(c.Uint("counter")), c.Bytes("seed")}
		got, err := p.Prime()
		c.Expect(t, err)
		if err == nil && got.Cmp(new(big.Int).SetBytes(c.Bytes("p"))) != 0 {
			t.Errorf("got %x", got)
		}
	}, "field")
}

func TestCandidatesAre11Modulo12AndStand12Apart(t *testing.T) {
	for _, seed := range []byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9} {
		p := Parameters{Bits: 1024, Seed: bytes.Repeat([]byte{seed}, 32)}
		first := p.candidate()
		p.Counter = 1
		difference := p.candidate()
		difference.Sub(difference, first)
		if rest := new(big.Int).Mod(first, big.NewInt(12)); rest.Int64() != 11 || difference.Int64() != 12 {
			t.Errorf("seed %d: %x is %v modulo 12, and %v after it comes the next", seed, first, rest, difference)
		}
	}
}

func TestParametersAreReadAsTheyAreWritten(t *testing.T) {
	for _, seed := range []int{31, 32, 255} {
		p := Parameters{Bits: 3072, Counter: maxCounter, Seed: make([]byte, seed)}
		r := wire.NewReader(p.Bytes())
		got := Read(r)
		if err := r.End(); (err == nil) != (seed >= 32) || (err == nil && !got.Equal(p)) {
			t.Errorf("seed of %d bytes: %v, %v", seed, got, err)
		}
	}
}
