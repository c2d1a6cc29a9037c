package hashprime

import (
	"bytes"
	"math/big"
	"strconv"
	"testing"

	"heliast/internal/blake"
	"heliast/internal/vectors"
	"heliast/internal/wire"
)

var (
	modes  = map[string]Mode{"plain": Plain, "sieved": Sieved, "sieved-full": SievedFull, "hinted": Hinted}
	hashes = map[string]Function{
		"sha-256": Sha256, "sha-512": Sha512, "sha3-512": Sha3, "blake2b-512": Blake2b, "blake3": Blake3,
	}
)

func suiteOf(c vectors.Case) Suite {
	return Suite{modes[c.Str("mode")], hashes[c.Str("hash")], uint16(c.Uint("bits"))}
}

func TestChallengePrimesAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "hash_to_prime")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		found, counter, err := First(suiteOf(c), c.Bytes("prefix"))
		if err != nil || uint64(counter) != c.Uint("counter") || found.Cmp(number(c.Bytes("prime"))) != 0 {
			t.Errorf("got %x by %d, %v", found, counter, err)
		}
	}, "prime")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		drawing := newDrawing(suiteOf(c), c.Bytes("prefix"))
		for i, want := range c.Items("candidates") {
			number, _ := new(big.Int).SetString(want.(string), 16)
			if got := drawing.candidate(uint32(i)); got.Cmp(number) != 0 {
				t.Errorf("candidate %d is %x", i, got)
			}
		}
	}, "candidates")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		found, err := Named(suiteOf(c), c.Bytes("prefix"), uint32(c.Uint("counter")))
		c.Expect(t, err)
		if err == nil && found.Cmp(number(c.Bytes("prime"))) != 0 {
			t.Errorf("got %x", found)
		}
	}, "hint")
}

func TestResiduesSuitesAndBlake3AreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "hash_to_prime")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		v, _ := strconv.ParseUint(c.Str("v"), 10, 64)
		if got := strconv.FormatUint(residue(v), 10); got != c.Str("r") {
			t.Errorf("got %s", got)
		}
	}, "residue")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		r := wire.NewReader(c.Bytes("bytes"))
		suite := Read(r)
		c.Expect(t, r.End())
		if !c.Has("error") && (suite != suiteOf(c) || !bytes.Equal(suite.Bytes(), c.Bytes("bytes"))) {
			t.Errorf("got %v", suite)
		}
	}, "suite")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		input := make([]byte, c.Uint("length"))
		for i := range input {
			input[i] = byte(i % 251)
		}
		if got := blake.Sum3(input, 64); !bytes.Equal(got, c.Bytes("digest")) {
			t.Errorf("got %x", got)
		}
	}, "blake3")
}

func number(data []byte) *big.Int { return new(big.Int).SetBytes(data) }
