package wesolowski_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/big"
	"strings"
	"testing"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/vectors"
	"heliast/wesolowski"
)

func hexNumber(text string) *big.Int {
	n, _ := new(big.Int).SetString(text, 16)
	return n
}

// groups are those of a file of vectors, of both kinds.
func groups(t testing.TB, file vectors.File) map[string]group.Group {
	var raw map[string]any
	if err := json.Unmarshal(file.Raw["groups"], &raw); err != nil {
		t.Fatal(err)
	}
	found := map[string]group.Group{}
	for name, one := range raw {
		var err error
		switch one := one.(type) {
		case string:
			found[name], err = group.NewClass(hexNumber(one), 256)
		case map[string]any:
			found[name], err = group.NewRSA(hexNumber(one["modulus"].(string)), 256)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return found
}

func suiteOf(t *testing.T, c vectors.Case) wesolowski.Suite {
	modes := map[string]wesolowski.Suite{
		"plain": {Mode: wesolowski.Plain}, "sieved": {Mode: wesolowski.Sieved},
		"sieved-full": {Mode: wesolowski.SievedFull}, "hinted": {Mode: wesolowski.Hinted},
	}
	suite, ok := modes[c.Str("mode")]
	if !ok {
		t.Fatalf("no mode %s", c.Str("mode"))
	}
	for hash, name := range []string{"sha-256", "sha-512", "sha3-512", "blake2b-512", "blake3"} {
		if name == c.Str("hash") {
			suite.Hash = wesolowski.Hash(hash)
		}
	}
	suite.Bits = uint16(c.Uint("bits"))
	return suite
}

var forms = map[string]wesolowski.Form{"output": wesolowski.Output, "compact": wesolowski.Compact}

// Proofs that are bound to a context, and those of the suite that contracts verify.
func TestContextsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "delay_context")
	all := groups(t, file)
	claimOf := func(t *testing.T, c vectors.Case) wesolowski.Claim {
		return wesolowski.Claim{Suite: suiteOf(t, c), T: c.Uint("t"), X: c.Bytes("x"), Form: wesolowski.Output,
			Proof: c.Bytes("output"), Context: c.Bytes("context")}
	}
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g, claim := all[c.Str("group")], claimOf(t, c)
		y, err := wesolowski.Verify(g, claim)
		if err != nil || !bytes.Equal(g.Encode(y), c.Bytes("y")) {
			t.Errorf("%v", err)
		}
		claim.Context = make([]byte, 256)
		if _, err := wesolowski.Verify(g, claim); !isMisuse(err) {
			t.Errorf("a context of 256 bytes: %v", err)
		}
	}, "proof")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		_, err := wesolowski.Verify(all[c.Str("group")], claimOf(t, c))
		c.Expect(t, err)
	}, "verify")
}

func TestProofsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "wesolowski")
	all := groups(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		g := all[c.Str("group")]
		if x := g.Encode(g.Hash("heliast/delay-input/v1", c.Bytes("message"))); !bytes.Equal(x, c.Bytes("x")) {
			t.Errorf("x is %x", x)
		}
		for name, form := range forms {
			claim := wesolowski.Claim{Suite: suiteOf(t, c), T: c.Uint("t"), X: c.Bytes("x"), Form: form, Proof: c.Bytes(name)}
			y, err := wesolowski.Verify(g, claim)
			if err != nil || !bytes.Equal(g.Encode(y), c.Bytes("y")) {
				t.Errorf("%s: %v", name, err)
			}
			checkFile(t, g, c.Bytes(name+"_file"), c.Bytes("y"))
		}
	}, "proof", "low-order")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		claim := wesolowski.Claim{Suite: suiteOf(t, c), T: c.Uint("t"), X: c.Bytes("x"), Form: forms[c.Str("form")], Proof: c.Bytes("proof")}
		_, err := wesolowski.Verify(all[c.Str("group")], claim)
		c.Expect(t, err)
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		err := verifyFile(all[c.Str("group")], c.Bytes("file"))
		if isMisuse(err) {
			t.Skip("a proof of another system")
		}
		c.Expect(t, err)
	}, "file")
}

func TestProofsOverClassGroupsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "class_delays")
	all := groups(t, file)
	verified := 0
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		if !isWesolowski(c.Bytes("file")) {
			t.Skip("a proof of another system")
		}
		verified++
		checkFile(t, all[c.Str("group")], c.Bytes("file"), c.Bytes("y"))
	}, "proof")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		err := verifyFile(all[c.Str("group")], c.Bytes("file"))
		if isMisuse(err) {
			t.Skip("a proof of another system")
		}
		verified++
		c.Expect(t, err)
	}, "refused-proof")
	if verified < 20 {
		t.Errorf("only %d files were of Wesolowski's proofs", verified)
	}
}

// A well-formed file of another proof system is a misuse of this package; bytes that are not a proof file are malformed,
// as everywhere. Elements are not looked at.
func TestFilesOfOtherSystemsAreAMisuseUnlessTheyAreMalformed(t *testing.T) {
	for _, name := range []string{"pietrzak", "segments"} {
		file := vectors.Load(t, name)
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
			if err := verifyFile(nil, c.Bytes("file")); !isMisuse(err) {
				t.Errorf("%v", err)
			}
		}, "proof")
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
			err := verifyFile(nil, c.Bytes("file"))
			if c.Str("error") == "malformed" && !strings.Contains(c.Str("reason"), "not canonical") {
				c.Expect(t, err)
			} else if !isMisuse(err) {
				t.Errorf("%v", err)
			}
		}, "file")
	}
}

// The field of a file in segments by which each is shorter than the one before has the specification's name.
func TestACutOutOfRangeIsNamedAsInTheSpecification(t *testing.T) {
	seen := 0
	vectors.Each(t, vectors.Load(t, "segments"), func(t *testing.T, c vectors.Case) {
		if err := verifyFile(nil, c.Bytes("file")); err != nil && strings.Contains(err.Error(), "out of range") {
			if strings.Contains(err.Error(), "b out of range") {
				seen++
			}
			if strings.Contains(err.Error(), "shift") {
				t.Errorf("%v", err)
			}
		}
	}, "file")
	if seen == 0 {
		t.Error("no file has a b out of range")
	}
}

func isWesolowski(file []byte) bool { return len(file) > 6 && file[6] == 0 }

func isMisuse(err error) bool {
	var misuse *fault.Misuse
	return errors.As(err, &misuse)
}

func verifyFile(g group.Group, data []byte) error {
	file, err := wesolowski.ParseFile(data)
	if err != nil {
		return err
	}
	_, err = file.Verify(g, file.X, file.T, 0)
	return err
}

func checkFile(t *testing.T, g group.Group, data, y []byte) {
	t.Helper()
	file, err := wesolowski.ParseFile(data)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), data) {
		t.Errorf("the file encodes to other bytes")
	}
	got, err := file.Verify(g, file.X, file.T, 0)
	if err != nil || !bytes.Equal(g.Encode(got), y) {
		t.Errorf("the file: %v", err)
	}
	var invalid *fault.Invalid
	if _, err := file.Verify(g, file.X, file.T, file.Suite.Level()+1); !errors.As(err, &invalid) {
		t.Errorf("a suite that is too weak: %v", err)
	}
	if _, err := file.Verify(g, file.X, file.T+1, 0); !errors.As(err, &invalid) {
		t.Errorf("another number of squarings was asked for: %v", err)
	}
	for _, x := range [][]byte{nil, file.X[1:], g.Encode(got)} {
		if _, err := file.Verify(g, x, file.T, 0); !errors.As(err, &invalid) {
			t.Errorf("the input %x was asked for: %v", x, err)
		}
	}
}

func FuzzParseFile(f *testing.F) {
	file := vectors.Load(f, "wesolowski")
	all := groups(f, file)
	for _, c := range file.Cases {
		f.Add(c.Bytes("file"))
		if c.Str("group") == "toy-256" {
			f.Add(c.Bytes("output_file"))
			f.Add(c.Bytes("compact_file"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := wesolowski.ParseFile(data)
		if err != nil {
			return
		}
		if !bytes.Equal(parsed.Bytes(), data) {
			t.Errorf("encodes to other bytes: %x", data)
		}
		if y, err := parsed.Verify(all["toy-256"], parsed.X, parsed.T, 0); err == nil && len(all["toy-256"].Encode(y)) != 32 {
			t.Errorf("no element")
		}
	})
}
