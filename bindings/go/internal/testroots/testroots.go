// Package testroots goes forward through chains of square roots, by exponentiation. It is the oracle of the tests
// of roots, and makes their chains. It shares no code with the verifier.
package testroots

import "math/big"

var one, two = big.NewInt(1), big.NewInt(2)

// Sigma is x + 1 for odd x, and x − 1 for even x.
func Sigma(x *big.Int) *big.Int {
	if x.Bit(0) == 1 {
		return new(big.Int).Add(x, one)
	}
	return new(big.Int).Sub(x, one)
}

// root is x^((p+1)/4) modulo p: a root of x or of −x, whichever is a square.
func root(p, x *big.Int) *big.Int {
	exponent := new(big.Int).Add(p, one)
	return exponent.Exp(x, exponent.Rsh(exponent, 2), p)
}

// IsSquare says whether x is a square modulo p.
func IsSquare(p, x *big.Int) bool {
	r := root(p, x)
	return r.Exp(r, two, p).Cmp(x) == 0
}

// Rho is the even root of x modulo p, or the odd one of −x.
func Rho(p, x *big.Int) *big.Int {
	r, wanted := root(p, x), uint(1)
	if IsSquare(p, x) {
		wanted = 0
	}
	if r.Bit(0) != wanted {
		r.Sub(p, r)
	}
	return r
}

// Chain is x, step(x), ..., step^t(x), in as many bytes as x has.
func Chain(p *big.Int, x []byte, t int) [][]byte {
	return ChainOf(func(_ int, x *big.Int) *big.Int { return Rho(p, Sigma(x)) }, x, t)
}

// ChainOf is x and the results of t steps of some kind; each step gets its number, from 0.
func ChainOf(step func(i int, x *big.Int) *big.Int, x []byte, t int) [][]byte {
	made, at := [][]byte{x}, new(big.Int).SetBytes(x)
	for i := range t {
		at = step(i, at)
		made = append(made, at.FillBytes(make([]byte, len(x))))
	}
	return made
}

// Proof is the ends of all segments of a chain except the last, one after the other.
func Proof(chain [][]byte, segments int) (ends []byte) {
	t := len(chain) - 1
	for i := 1; i < segments; i++ {
		ends = append(ends, chain[i*t/segments]...)
	}
	return ends
}
