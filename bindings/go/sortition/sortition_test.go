package sortition

import (
	"fmt"
	"testing"

	"heliast/internal/vectors"
)

func accountOf(c vectors.Case) Account {
	return Account{c.Uint("stake"), c.Uint("total"), c.Uint("expected")}
}

func TestVotesAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "sortition")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		votes, err := Votes(c.Bytes("output"), c.Bytes("public_key"), accountOf(c))
		if err != nil || votes != c.Uint("votes") {
			t.Errorf("got %d, %v, want %d", votes, err, c.Uint("votes"))
		}
	}, "votes")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		votes, err := votesOf([32]byte(c.Bytes("digest")), accountOf(c))
		if err != nil || votes != c.Uint("votes") {
			t.Errorf("got %d, %v, want %d", votes, err, c.Uint("votes"))
		}
	}, "rule")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		account := accountOf(c)
		made := base(account.Total-account.Expected, account.Total)
		check(t, "base", made, c.Str("base_m"), c["base_e"])
		made = power(made, account.Stake)
		check(t, "power", made, c.Str("m"), c["e"])
		if fix := made.fixed(); fix != wordsOf([32]byte(c.Bytes("fix"))) {
			t.Errorf("fixed: %x", fix)
		}
	}, "power")
}

func check(t *testing.T, what string, got number, m string, e any) {
	t.Helper()
	if text := fmt.Sprintf("%016x%016x", got.high, got.low); text != m || fmt.Sprint(got.exponent) != fmt.Sprint(e) {
		t.Errorf("%s: got %s, %d, want %s, %v", what, text, got.exponent, m, e)
	}
}

func TestNumbersOutOfRangeAreMisuse(t *testing.T) {
	for _, account := range []Account{{2, 1, 1}, {1, TotalLimit, 1}, {1, 2, ExpectedLimit}} {
		if _, err := Votes(make([]byte, 32), nil, account); err == nil {
			t.Errorf("%v: no error", account)
		}
	}
}

func TestWhatIsNoOutputIsMisuse(t *testing.T) {
	for _, length := range []int{0, 31, 33, 63, 65, 80} {
		if _, err := Votes(make([]byte, length), []byte("key"), Account{1, 2, 1}); err == nil {
			t.Errorf("%d bytes: no error", length)
		}
	}
}

func FuzzVotes(f *testing.F) {
	f.Add(make([]byte, 32), []byte("key"), uint64(1000), uint64(5000), uint64(20))
	f.Add(make([]byte, 64), []byte{}, uint64(1<<53), uint64(1<<54-1), uint64(6000))
	f.Fuzz(func(t *testing.T, output, key []byte, stake, total, expected uint64) {
		expected %= 100_000
		if votes, err := Votes(output, key, Account{stake, total, expected}); err == nil && votes > stake {
			t.Errorf("%d votes of %d", votes, stake)
		}
	})
}

func BenchmarkVotes(b *testing.B) {
	for b.Loop() {
		if _, err := Votes(make([]byte, 32), []byte("key"), Account{1 << 40, 1 << 45, 2000}); err != nil {
			b.Fatal(err)
		}
	}
}
