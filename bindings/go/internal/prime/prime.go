// Package prime has the primality test for challenge primes and discriminants: Baillie-PSW,
// with a strong probable prime to base 2 and a strong Lucas probable prime with Selfridge's parameters
// (spec/hash-to-prime.md). It differs from [big.Int.ProbablyPrime], whose Lucas test has other parameters:
// here everybody has to use the same test.
package prime

import (
	"math/big"
	"math/bits"
)

var (
	one = big.NewInt(1)
	two = big.NewInt(2)
)

// wheel is a product of small primes that fits into 64 bits, so that one division of a large number tests all
// of them.
type wheel struct {
	product *big.Int
	primes  []uint64
}

// wheels have the odd primes below 2000, which divide five of six odd numbers.
var wheels = func() (made []wheel) {
	product, primes := uint64(1), []uint64(nil)
	for p := uint64(3); p < 2000; p += 2 {
		if !isSmallPrime(p) {
			continue
		}
		if high, low := bits.Mul64(product, p); high == 0 {
			product, primes = low, append(primes, p)
			continue
		}
		made = append(made, wheel{new(big.Int).SetUint64(product), primes})
		product, primes = p, []uint64{p}
	}
	return append(made, wheel{new(big.Int).SetUint64(product), primes})
}()

// IsPrime says whether n passes. Numbers below 2^16 are decided by trial division.
func IsPrime(n *big.Int) bool {
	if n.Sign() <= 0 {
		return false
	}
	if n.BitLen() <= 16 {
		return isSmallPrime(n.Uint64())
	}
	if n.Bit(0) == 0 || hasSmallFactor(n) {
		return false
	}
	return StrongBase2(n) && StrongLucas(n)
}

func isSmallPrime(n uint64) bool {
	if n < 4 {
		return n >= 2
	}
	for d := uint64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return true
}

// hasSmallFactor takes an n above 2^16.
func hasSmallFactor(n *big.Int) bool {
	rest, quotient := new(big.Int), new(big.Int)
	for _, one := range wheels {
		quotient.QuoRem(n, one.product, rest)
		for _, p := range one.primes {
			if rest.Uint64()%p == 0 {
				return true
			}
		}
	}
	return false
}

// StrongBase2 says whether an odd n of 3 or more is a strong probable prime to base 2.
func StrongBase2(n *big.Int) bool {
	below := new(big.Int).Sub(n, one)
	twos := below.TrailingZeroBits()
	power := new(big.Int).Exp(two, new(big.Int).Rsh(below, twos), n)
	if power.Cmp(one) == 0 || power.Cmp(below) == 0 {
		return true
	}
	for range twos - 1 {
		power.Mul(power, power).Mod(power, n)
		if power.Cmp(below) == 0 {
			return true
		}
	}
	return false
}

// StrongLucas says whether an odd n of 3 or more is a strong Lucas probable prime with Selfridge's
// parameters: D is the first of 5, −7, 9, −11, ... with (D/n) = −1, P = 1 and Q = (1 − D)/4. A square is
// composite, and so is an n with (D/n) = 0 for one of the D tried, unless n is |D|.
func StrongLucas(n *big.Int) bool {
	if isSquare(n) {
		return false
	}
	d := big.NewInt(5)
	for {
		jacobi := big.Jacobi(new(big.Int).Mod(d, n), n)
		if jacobi == -1 {
			break
		}
		if jacobi == 0 && new(big.Int).Abs(d).Cmp(n) != 0 {
			return false
		}
		next := new(big.Int).Abs(d)
		next.Add(next, two)
		if d.Sign() > 0 {
			next.Neg(next)
		}
		d = next
	}
	q := new(big.Int).Sub(one, d)
	q.Rsh(q, 2)
	return lucas(n, d, q.Mod(q, n))
}

// lucas says whether U_m = 0 or V_(m·2^r) = 0 modulo n for some r < s, where n + 1 = m·2^s and m is odd. It
// goes from the top bit of m down: U_2k = U_k·V_k, V_2k = V_k² − 2Q^k, and one step on U' = (U + V)/2, V' =
// (D·U + V)/2.
func lucas(n, d, q *big.Int) bool {
	m := new(big.Int).Add(n, one)
	s := m.TrailingZeroBits()
	m.Rsh(m, s)
	u, v, qk := big.NewInt(1), big.NewInt(1), new(big.Int).Set(q)
	t := new(big.Int)
	double := func() {
		v.Mul(v, v).Sub(v, t.Lsh(qk, 1)).Mod(v, n)
		qk.Mul(qk, qk).Mod(qk, n)
	}
	for i := m.BitLen() - 2; i >= 0; i-- {
		u.Mul(u, v).Mod(u, n)
		double()
		if m.Bit(i) == 1 {
			du := new(big.Int).Mul(d, u)
			u.Add(u, v)
			halve(u, n)
			v.Add(v, du)
			halve(v, n)
			qk.Mul(qk, q).Mod(qk, n)
		}
	}
	if u.Sign() == 0 {
		return true
	}
	for range s {
		if v.Sign() == 0 {
			return true
		}
		double()
	}
	return false
}

// halve makes x half of x modulo an odd n.
func halve(x, n *big.Int) {
	if x.Bit(0) == 1 {
		x.Add(x, n)
	}
	x.Rsh(x, 1).Mod(x, n)
}

func isSquare(n *big.Int) bool {
	root := new(big.Int).Sqrt(n)
	return root.Mul(root, root).Cmp(n) == 0
}
