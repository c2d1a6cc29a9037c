package xvrf_test

import (
	"bytes"
	"testing"

	"heliast/internal/vectors"
	"heliast/xvrf"
)

func TestProofsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "xvrf")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c = file.WithBase(c)
		turn := xvrf.Turn{Round: c.Uint("round"), Slot: uint16(c.Uint("slot"))}
		output, err := xvrf.Verify(c.Bytes("public_key"), turn, c.Bytes("x"), c.Bytes("proof"))
		c.Expect(t, err)
		if err == nil && !bytes.Equal(output, c.Bytes("output")) {
			t.Errorf("got %x", output)
		}
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, xvrf.CheckKey(c.Bytes("public_key")))
	}, "key")
}

func FuzzVerify(f *testing.F) {
	file := vectors.Load(f, "xvrf")
	for i, c := range file.Cases {
		if c = file.WithBase(c); i%5 == 0 && c.Has("round") {
			f.Add(c.Bytes("public_key"), c.Uint("round"), uint16(c.Uint("slot")), c.Bytes("x"), c.Bytes("proof"))
		}
	}
	f.Fuzz(func(t *testing.T, key []byte, round uint64, slot uint16, input, proof []byte) {
		output, err := xvrf.Verify(key, xvrf.Turn{Round: round, Slot: slot}, input, proof)
		if err == nil && len(output) != xvrf.OutputLen {
			t.Errorf("output of %d bytes", len(output))
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	c := vectors.Load(b, "xvrf").Cases[0]
	turn := xvrf.Turn{Round: c.Uint("round"), Slot: uint16(c.Uint("slot"))}
	key, input, proof := c.Bytes("public_key"), c.Bytes("x"), c.Bytes("proof")
	for b.Loop() {
		if _, err := xvrf.Verify(key, turn, input, proof); err != nil {
			b.Fatal(err)
		}
	}
}
