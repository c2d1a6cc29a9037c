package group_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math/big"
	"testing"

	"heliast/group"
	"heliast/internal/vectors"
)

func hexNumber(text string) *big.Int {
	n, _ := new(big.Int).SetString(text, 16)
	return n
}

func rsaGroups(t testing.TB, file vectors.File) map[string]*group.RSA {
	var moduli map[string]struct{ Modulus string }
	if err := json.Unmarshal(file.Raw["groups"], &moduli); err != nil {
		t.Fatal(err)
	}
	groups := map[string]*group.RSA{}
	for name, one := range moduli {
		made, err := group.NewRSA(hexNumber(one.Modulus), 256)
		if err != nil {
			t.Fatal(name, err)
		}
		groups[name] = made
	}
	return groups
}

func TestTheRSAGroupIsThatOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "group")
	groups := rsaGroups(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		made, err := group.NewRSA(hexNumber(c.Str("modulus")), int(c.Uint("minimum_bits")))
		c.Expect(t, err)
		if err != nil {
			return
		}
		id := made.ID()
		if made.Len() != int(c.Uint("length")) || !bytes.Equal(id[:], c.Bytes("id")) {
			t.Errorf("got %d, %x", made.Len(), id)
		}
	}, "group", "modulus")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		if got := g.Encode(g.Hash(c.Str("dst"), c.Bytes("msg"))); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("got %x", got)
		}
	}, "hash")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		x, err := g.Decode(c.Bytes("bytes"), "element")
		if err == nil {
			err = g.CheckUnits(x)
		}
		c.Expect(t, err)
		if err == nil && !bytes.Equal(g.Encode(x), c.Bytes("bytes")) {
			t.Errorf("encodes to other bytes")
		}
	}, "decode")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		if got := g.Encode(g.Class(hexNumber(c.Str("value")))); !bytes.Equal(got, c.Bytes("bytes")) {
			t.Errorf("got %x", got)
		}
	}, "canonical")
}

func TestTheModuliOfTheChallengeAreGroups(t *testing.T) {
	for name, raw := range vectors.Load(t, "moduli").Raw {
		var one struct {
			Decimal string
			Digest  string `json:"sha256_of_big_endian_bytes"`
		}
		if err := json.Unmarshal(raw, &one); err != nil {
			t.Fatal(err)
		}
		modulus, _ := new(big.Int).SetString(one.Decimal, 10)
		if sum := sha256.Sum256(modulus.Bytes()); hex.EncodeToString(sum[:]) != one.Digest {
			t.Errorf("%s: the digest is %x", name, sum)
		}
		made, err := group.NewRSA(modulus, 1024)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if name == "RSA-2048" && made.ID() != group.RSA2048().ID() {
			t.Errorf("the built-in modulus is another one")
		}
	}
}

func classGroups(t testing.TB, file vectors.File) map[string]*group.Class {
	var magnitudes map[string]string
	if err := json.Unmarshal(file.Raw["groups"], &magnitudes); err != nil {
		t.Fatal(err)
	}
	groups := map[string]*group.Class{}
	for name, one := range magnitudes {
		made, err := group.NewClass(hexNumber(one), 256)
		if err != nil {
			t.Fatal(name, err)
		}
		groups[name] = made
	}
	return groups
}

func TestTheClassGroupIsThatOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "class_group")
	groups := classGroups(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		rule := group.DiscriminantFromSeed
		if c.Str("rule") == "chia" {
			rule = group.ChiaDiscriminant
		}
		magnitude, err := rule(c.Bytes("seed"), int(c.Uint("bits")))
		c.Expect(t, err)
		if err == nil && magnitude.Cmp(hexNumber(c.Str("magnitude"))) != 0 {
			t.Errorf("got %x", magnitude)
		}
	}, "discriminant")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		made, err := group.NewClass(hexNumber(c.Str("magnitude")), int(c.Uint("minimum_bits")))
		c.Expect(t, err)
		if err != nil {
			return
		}
		id := made.ID()
		if made.Len() != int(c.Uint("length")) || !bytes.Equal(id[:], c.Bytes("id")) {
			t.Errorf("got %d, %x", made.Len(), id)
		}
	}, "group")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		if got := g.Encode(g.Hash(c.Str("dst"), c.Bytes("msg"))); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("got %x", got)
		}
	}, "hash")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		x, err := g.Decode(c.Bytes("bytes"), "element")
		c.Expect(t, err)
		if err != nil {
			return
		}
		a, b := g.Coefficients(x)
		if a.Cmp(hexNumber(c.Str("a"))) != 0 || b.Cmp(hexNumber(c.Str("b"))) != 0 {
			t.Errorf("got %x, %x", a, b)
		}
	}, "decode")
	decode := func(t *testing.T, c vectors.Case, name string) group.Element {
		e, err := groups[c.Str("group")].Decode(c.Bytes(name), name)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		if got := g.Encode(g.Mul(decode(t, c, "x"), decode(t, c, "y"))); !bytes.Equal(got, c.Bytes("z")) {
			t.Errorf("got %x", got)
		}
	}, "product")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := groups[c.Str("group")]
		exponent := hexNumber(c.Str("exponent"))
		if got := g.Encode(g.Pow(decode(t, c, "x"), exponent)); !bytes.Equal(got, c.Bytes("y")) {
			t.Errorf("got %x", got)
		}
	}, "power")
}

func FuzzDecode(f *testing.F) {
	file := vectors.Load(f, "class_group")
	class := classGroups(f, file)["class-256"]
	rsaFile := vectors.Load(f, "group")
	rsa := rsaGroups(f, rsaFile)["toy-256"]
	for _, c := range append(file.Cases, rsaFile.Cases...) {
		if c.Str("kind") == "decode" {
			f.Add(c.Bytes("bytes"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, g := range []group.Group{class, rsa} {
			e, err := g.Decode(data, "element")
			if err != nil {
				continue
			}
			if !bytes.Equal(g.Encode(e), data) {
				t.Errorf("encodes to other bytes: %x", data)
			}
			if again, err := g.Decode(g.Encode(g.Mul(e, e)), "square"); err != nil || !again.Equal(g.Pow(e, big.NewInt(2))) {
				t.Errorf("the square of %x: %v", data, err)
			}
		}
	})
}
