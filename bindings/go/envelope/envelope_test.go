package envelope

import (
	"bytes"
	"encoding/hex"
	"slices"
	"strings"
	"testing"

	"heliast/group"
	"heliast/internal/vectors"
)

func load(t testing.TB) vectors.File { return vectors.Load(t, "envelope") }

// expect compares an error with the class that a case names.
func expect(t *testing.T, c vectors.Case, err error) bool {
	t.Helper()
	c.Expect(t, err)
	return err == nil
}

func stanza(c vectors.Case) *Stanza {
	made := &Stanza{Type: Kind, Body: c.Bytes("body")}
	if words := c.Str("words"); words != "" {
		made.Args = strings.Split(words, " ")
	}
	return made
}

func TestPlacesAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, load(t), func(t *testing.T, c vectors.Case) {
		place, err := ParsePlace(c.Bytes("place"))
		if !expect(t, c, err) {
			return
		}
		id := place.Group().ID()
		found := place.Group().Encode(place.Base())
		if !bytes.Equal(id[:], c.Bytes("group_id")) || !bytes.Equal(found, c.Bytes("base")) {
			t.Error("another group or base")
		}
		if !bytes.Equal(place.Bytes(), c.Bytes("place")) || uint64(place.exponentSize()) != c.Uint("exponent_size") {
			t.Error("other bytes, or another exponent")
		}
	}, "place")
}

func TestSetupsAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, load(t), func(t *testing.T, c vectors.Case) {
		setup, err := OpenSetup(c.Bytes("setup"))
		if expect(t, c, err) && !bytes.Equal(setup.Place().Bytes(), c.Bytes("place")) {
			t.Error("another place")
		}
	}, "setup")
}

func TestLocksAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, load(t), func(t *testing.T, c vectors.Case) {
		lock, err := ParseLock(stanza(c))
		if expect(t, c, err) && (!bytes.Equal(lock.X, c.Bytes("x")) || !bytes.Equal(lock.wrapped, c.Bytes("wrapped"))) {
			t.Error("another lock")
		}
	}, "lock")
}

// setupOf is the setup of the vectors for a place.
func setupOf(t *testing.T, place []byte) *Setup {
	t.Helper()
	for _, c := range load(t).Cases {
		if c.Str("kind") == "setup" && c["error"] == nil && bytes.Equal(c.Bytes("place"), place) {
			setup, err := OpenSetup(c.Bytes("setup"))
			if err != nil {
				t.Fatal(err)
			}
			return setup
		}
	}
	t.Fatal("no setup")
	return nil
}

func TestLocksOfAnExponentAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, load(t), func(t *testing.T, c vectors.Case) {
		sealer, err := setupOf(t, c.Bytes("place")).Sealer(c.Uint("t"))
		if err != nil {
			t.Fatal(err)
		}
		made, err := sealer.lock(c.Bytes("file_key"), c.Bytes("exponent"))
		if err != nil || !slices.Equal(made.Args, stanza(c).Args) || !bytes.Equal(made.Body, c.Bytes("body")) {
			t.Errorf("another lock: %v", err)
		}
	}, "seal")
}

func TestOpeningsAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, load(t), func(t *testing.T, c vectors.Case) {
		lock, err := ParseLock(stanza(c))
		if err != nil {
			t.Fatal(err)
		}
		fileKey, err := lock.Unwrap(c.Bytes("opening"))
		if expect(t, c, err) && !bytes.Equal(fileKey, c.Bytes("file_key")) {
			t.Errorf("another file key: %s", hex.EncodeToString(fileKey))
		}
	}, "open")
}

// A file key that is sealed here can be opened after the delay, and not after a shorter one.
func TestWhatIsSealedOpens(t *testing.T) {
	for _, place := range []*Place{RSA2048()} {
		setup := setupOf(t, place.Bytes())
		delay := setup.Delays()[len(setup.Delays())-1]
		sealer, err := setup.Sealer(delay)
		if err != nil {
			t.Fatal(err)
		}
		fileKey := []byte("sixteen of bytes")
		made, err := sealer.Wrap(fileKey)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := ParseLock(made)
		if err != nil {
			t.Fatal(err)
		}
		g := place.Group()
		y, err := g.Decode(lock.X, "x")
		if err != nil {
			t.Fatal(err)
		}
		for i := range delay + 1 {
			found, err := open(g, lock, y)
			if (err == nil) != (i == delay) || (i == delay && !bytes.Equal(found, fileKey)) {
				t.Fatalf("after %d squarings: %v", i, err)
			}
			y = g.Mul(y, y)
		}
	}
}

func open(g group.Group, lock *Lock, y group.Element) ([]byte, error) {
	cipher, err := newCipher(g, lock.T, lock.X, g.Encode(y))
	if err != nil {
		return nil, err
	}
	return cipher.open(lock.wrapped)
}

func TestMistakesOfTheCallerAreErrors(t *testing.T) {
	setup := setupOf(t, RSA2048().Bytes())
	if _, err := setup.Sealer(1); err == nil {
		t.Error("a delay that the setup does not have")
	}
	sealer, err := setup.Sealer(setup.Delays()[0])
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sealer.Wrap([]byte("short")); err == nil {
		t.Error("a file key of another length")
	}
	if lock, err := ParseLock(&Stanza{Type: "X25519"}); lock != nil || err != nil {
		t.Error("a stanza of another kind")
	}
}
