package avrf_test

import (
	"bytes"
	"testing"

	"heliast/avrf"
	"heliast/internal/vectors"
)

func TestProofsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "avrf")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c = file.WithBase(c)
		output, err := avrf.Verify(c.Bytes("public_key"), c.Bytes("x"), c.Bytes("proof"))
		c.Expect(t, err)
		if err == nil && !bytes.Equal(output, c.Bytes("output")) {
			t.Errorf("got %x", output)
		}
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, avrf.CheckKey(c.Bytes("public_key")))
	}, "key")
}

func FuzzVerify(f *testing.F) {
	file := vectors.Load(f, "avrf")
	for i, c := range file.Cases {
		if c = file.WithBase(c); c.Str("kind") == "verify" && i%8 == 0 {
			f.Add(c.Bytes("public_key"), c.Bytes("x"), c.Bytes("proof"))
		}
	}
	f.Fuzz(func(t *testing.T, key, input, proof []byte) {
		output, err := avrf.Verify(key, input, proof)
		if err == nil && len(output) != avrf.OutputLen {
			t.Errorf("output of %d bytes", len(output))
		}
	})
}

func BenchmarkVerify(b *testing.B) {
	names := map[byte]string{avrf.Small: "small", avrf.Fast: "fast"}
	for _, c := range vectors.Load(b, "avrf").Cases {
		if c.Str("kind") != "verify" || c.Has("error") {
			continue
		}
		key, input, proof := c.Bytes("public_key"), c.Bytes("x"), c.Bytes("proof")
		b.Run(names[key[0]], func(b *testing.B) {
			for b.Loop() {
				if _, err := avrf.Verify(key, input, proof); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
