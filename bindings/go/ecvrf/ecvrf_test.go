package ecvrf_test

import (
	"bytes"
	"testing"

	"heliast/ecvrf"
	"heliast/internal/vectors"
)

var schemes = map[string]ecvrf.Scheme{
	"ecvrf-edwards25519-sha512-tai":  ecvrf.TAI,
	"ecvrf-edwards25519-sha512-ell2": ecvrf.ELL2,
}

func TestProofsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "ecvrf")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		output, err := ecvrf.Verify(schemes[c.Str("scheme")], c.Bytes("public_key"), c.Bytes("alpha"), c.Bytes("proof"))
		c.Expect(t, err)
		if err == nil && !bytes.Equal(output, c.Bytes("output")) {
			t.Errorf("got %x", output)
		}
		if c.Has("proof_file") {
			scheme, proof, err := ecvrf.ParseProofFile(c.Bytes("proof_file"))
			if err != nil || scheme != schemes[c.Str("scheme")] || !bytes.Equal(proof, c.Bytes("proof")) {
				t.Errorf("proof file: %v", err)
			}
		}
	}, "prove", "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, ecvrf.CheckKey(c.Bytes("public_key")))
	}, "key")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		_, _, err := ecvrf.ParseProofFile(c.Bytes("file"))
		c.Expect(t, err)
	}, "file")
}

func FuzzVerify(f *testing.F) {
	for _, c := range vectors.Load(f, "ecvrf").Cases {
		f.Add(byte(schemes[c.Str("scheme")]), c.Bytes("public_key"), c.Bytes("alpha"), c.Bytes("proof"))
		f.Add(byte(ecvrf.TAI), c.Bytes("public_key"), c.Bytes("alpha"), c.Bytes("file"))
	}
	f.Fuzz(func(t *testing.T, scheme byte, key, input, proof []byte) {
		output, err := ecvrf.Verify(ecvrf.Scheme(scheme), key, input, proof)
		if err == nil && len(output) != ecvrf.OutputLen {
			t.Errorf("output of %d bytes", len(output))
		}
		_, _, _ = ecvrf.ParseProofFile(proof)
	})
}
