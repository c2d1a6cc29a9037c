package ivrf_test

import (
	"bytes"
	"testing"

	"heliast/internal/vectors"
	"heliast/ivrf"
)

func TestProofsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "ivrf")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c = file.WithBase(c)
		turn := ivrf.Turn{Round: c.Uint("round"), Slot: uint16(c.Uint("slot"))}
		output, err := ivrf.Verify(c.Bytes("public_key"), turn, c.Bytes("x"), c.Bytes("proof"))
		c.Expect(t, err)
		if err == nil && !bytes.Equal(output, c.Bytes("output")) {
			t.Errorf("got %x", output)
		}
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, ivrf.CheckKey(c.Bytes("public_key")))
	}, "key")
}

func FuzzVerify(f *testing.F) {
	file := vectors.Load(f, "ivrf")
	for i, c := range file.Cases {
		if c = file.WithBase(c); i%5 == 0 && c.Has("round") {
			f.Add(c.Bytes("public_key"), c.Uint("round"), uint16(c.Uint("slot")), c.Bytes("x"), c.Bytes("proof"))
		}
	}
	f.Fuzz(func(t *testing.T, key []byte, round uint64, slot uint16, input, proof []byte) {
		output, err := ivrf.Verify(key, ivrf.Turn{Round: round, Slot: slot}, input, proof)
		if err == nil && len(output) != ivrf.OutputLen {
			t.Errorf("output of %d bytes", len(output))
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	c := vectors.Load(b, "ivrf").Cases[0]
	turn := ivrf.Turn{Round: c.Uint("round"), Slot: uint16(c.Uint("slot"))}
	key, input, proof := c.Bytes("public_key"), c.Bytes("x"), c.Bytes("proof")
	for b.Loop() {
		if _, err := ivrf.Verify(key, turn, input, proof); err != nil {
			b.Fatal(err)
		}
	}
}
