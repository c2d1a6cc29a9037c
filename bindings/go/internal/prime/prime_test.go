package prime_test

import (
	"math/big"
	"testing"

	"heliast/internal/prime"
	"heliast/internal/vectors"
)

func TestPrimesAreThoseOfTheVectors(t *testing.T) {
	for _, c := range vectors.Load(t, "prime").Cases {
		n, _ := new(big.Int).SetString(c.Str("n"), 10)
		if got := prime.IsPrime(n); got != c["prime"].(bool) {
			t.Errorf("%s: prime is %v", n, got)
		}
		if want, ok := c["strong_base_2"].(bool); ok && prime.StrongBase2(n) != want {
			t.Errorf("%s: strong probable prime to base 2 is %v", n, !want)
		}
		if want, ok := c["strong_lucas"].(bool); ok && prime.StrongLucas(n) != want {
			t.Errorf("%s: strong Lucas probable prime is %v", n, !want)
		}
	}
}

func TestASmallNumberIsPrimeIfNothingDividesIt(t *testing.T) {
	for n := int64(1 << 16); n < 1<<16+3000; n++ {
		number := big.NewInt(n)
		if got := prime.IsPrime(number); got != number.ProbablyPrime(10) {
			t.Errorf("%d: prime is %v", n, got)
		}
	}
}
