package roots_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"heliast/fault"
	"heliast/internal/testroots"
	"heliast/internal/vectors"
	"heliast/internal/wire"
	"heliast/roots"
)

// fieldsOf are those of the file of vectors, by name.
func fieldsOf(t testing.TB, file vectors.File) map[string]*roots.Field {
	t.Helper()
	var given map[string]struct {
		Bits    uint16
		Seed    string
		Counter uint32
	}
	if err := json.Unmarshal(file.Raw["groups"], &given); err != nil {
		t.Fatal(err)
	}
	made := map[string]*roots.Field{}
	for name, one := range given {
		f, err := roots.NewField(roots.Parameters{Bits: one.Bits, Counter: one.Counter, Seed: vectors.Hex(one.Seed)})
		if err != nil {
			t.Fatal(name, err)
		}
		made[name] = f
	}
	return made
}

func TestFieldsAndElementsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "roots")
	all := fieldsOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f, err := roots.NewField(roots.Parameters{Bits: uint16(c.Uint("bits")), Counter: uint32(c.Uint("counter")), Seed: c.Bytes("seed")})
		c.Expect(t, err)
		if err != nil {
			return
		}
		id, p := f.ID(), f.Prime()
		if !bytes.Equal(id[:], c.Bytes("id")) || !bytes.Equal(p.Bytes(), c.Bytes("p")) || f.Bits() != int(c.Uint("bits")) {
			t.Errorf("got %x, %x", id, p)
		}
	}, "field")
	for _, bits := range []int{1024, 2048, 3072} {
		want := all[fmt.Sprintf("roots-%d", bits)]
		if f := builtIn(bits); f.ID() != want.ID() || f.Len() != bits/8 || !f.Parameters().Equal(want.Parameters()) {
			t.Errorf("the built-in field of %d bits is another one", bits)
		}
	}
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		if got := f.Encode(f.Input(c.Bytes("message"))); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("got %x", got)
		}
	}, "input")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		x, err := f.Decode(c.Bytes("bytes"), "element")
		c.Expect(t, err)
		if err != nil {
			return
		}
		if got := f.Encode(x); !bytes.Equal(got, c.Bytes("bytes")) || new(big.Int).SetBytes(got).Text(16) != c.Str("x") {
			t.Errorf("got %x", got)
		}
	}, "element")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		y, err := f.Decode(c.Bytes("y"), "y")
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Encode(f.StepBack(y)); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("the step back leads to %x", got)
		}
		isSquare := testroots.IsSquare(f.Prime(), testroots.Sigma(new(big.Int).SetBytes(c.Bytes("x"))))
		if !bytes.Equal(chainFrom(f, c.Bytes("x"), 1)[1], c.Bytes("y")) || isSquare != c["square"].(bool) {
			t.Errorf("the oracle of these tests goes elsewhere")
		}
	}, "step")
}

func claimIn(c vectors.Case) roots.Claim {
	return roots.Claim{T: c.Uint("t"), X: c.Bytes("x"), Y: c.Bytes("y"), Proof: c.Bytes("proof")}
}

func TestChainsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "roots")
	all := fieldsOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		if c.Has("message") && !bytes.Equal(f.Encode(f.Input(c.Bytes("message"))), c.Bytes("x")) {
			t.Errorf("the message has another input")
		}
		vectors.ExpectKind(t, "the chain", roots.Verify(f, claimIn(c)), "")
		checkFile(t, f, c)
	}, "chain")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		claim := claimOf(backward(t, f, c.Bytes("y"), int(c.Uint("t"))), int(c.Uint("count")))
		if digest := sha256.Sum256(claim.Proof); !bytes.Equal(digest[:], c.Bytes("proof_sha256")) || !bytes.Equal(claim.X, c.Bytes("x")) {
			t.Errorf("another chain leads to y")
		}
		vectors.ExpectKind(t, "the chain", roots.Verify(f, claim), "")
	}, "long-chain")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c = file.WithBase(c)
		c.Expect(t, roots.Verify(all[c.Str("group")], claimIn(c)))
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		claim := claimIn(c)
		count := int(c.Uint("count"))
		claim.Proof = append(wire.U16(uint16(count)), bytes.Repeat(claim.Y, count-1)...)
		c.Expect(t, roots.Verify(all[c.Str("group")], claim))
	}, "repeated")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, verifyFile(file.WithBaseAndEdits(c, "file").Bytes("file")))
	}, "file")
}

// backward is the chain of so many steps that leads to y, by the steps back.
func backward(t testing.TB, f *roots.Field, y []byte, steps int) [][]byte {
	at, err := f.Decode(y, "y")
	if err != nil {
		t.Fatal(err)
	}
	made := [][]byte{y}
	for range steps {
		at = f.StepBack(at)
		made = append(made, f.Encode(at))
	}
	slices.Reverse(made)
	return made
}

func checkFile(t *testing.T, f *roots.Field, c vectors.Case) {
	t.Helper()
	file, err := roots.ParseFile(c.Bytes("file"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), c.Bytes("file")) {
		t.Errorf("the file encodes to other bytes")
	}
	y, err := file.Verify(f, c.Bytes("x"), c.Uint("t"))
	if err != nil || !bytes.Equal(f.Encode(y), c.Bytes("y")) {
		t.Errorf("the file: %v", err)
	}
	var invalid *fault.Invalid
	if _, err := file.Verify(f, c.Bytes("x"), c.Uint("t")+1); !errors.As(err, &invalid) {
		t.Errorf("another number of steps was asked for: %v", err)
	}
	for _, x := range [][]byte{nil, file.X[1:], file.Y} {
		if _, err := file.Verify(f, x, file.T); !bytes.Equal(x, file.X) && !errors.As(err, &invalid) {
			t.Errorf("the input %x was asked for: %v", x, err)
		}
	}
	if f.Bits() != 2048 {
		return
	}
	if _, err := file.Verify(field1024(), file.X, file.T); !errors.As(err, &invalid) {
		t.Errorf("another field was asked for: %v", err)
	}
}

// verifyFile takes a file's word for the field and the statement.
func verifyFile(data []byte) error {
	file, err := roots.ParseFile(data)
	if err != nil {
		return err
	}
	f, err := roots.NewField(file.Parameters)
	if err != nil {
		return err
	}
	_, err = file.Verify(f, file.X, file.T)
	return err
}

func FuzzParseFile(f *testing.F) {
	file := vectors.Load(f, "roots")
	all := fieldsOf(f, file)
	for _, c := range file.Cases {
		if c.Has("file") && c.Bytes("file") != nil && c.Str("kind") == "chain" {
			f.Add(c.Bytes("file"))
		} else if c.Str("kind") == "file" {
			f.Add(file.WithBaseAndEdits(c, "file").Bytes("file"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := roots.ParseFile(data)
		if err != nil {
			return
		}
		if !bytes.Equal(parsed.Bytes(), data) {
			t.Errorf("encodes to other bytes: %x", data)
		}
		parsed.T %= 1024
		for _, field := range all {
			y, err := parsed.Verify(field, parsed.X, parsed.T)
			if err == nil && !bytes.Equal(field.Encode(y), parsed.Y) {
				t.Errorf("another output")
			}
		}
	})
}
