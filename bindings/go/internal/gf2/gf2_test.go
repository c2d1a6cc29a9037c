package gf2

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

// slow is the product of polynomials modulo x^degree + the sum of x^i over the exponents.
func slow(a, b *big.Int, degree int, exponents ...int) *big.Int {
	made := new(big.Int)
	for i := range b.BitLen() {
		if b.Bit(i) == 1 {
			made.Xor(made, new(big.Int).Lsh(a, uint(i)))
		}
	}
	for top := made.BitLen() - 1; top >= degree; top = made.BitLen() - 1 {
		made.SetBit(made, top, 0)
		for _, exponent := range exponents {
			made.Xor(made, new(big.Int).Lsh(big.NewInt(1), uint(top-degree+exponent)))
		}
	}
	return made
}

func number(words ...uint64) *big.Int {
	made := new(big.Int)
	for i := len(words) - 1; i >= 0; i-- {
		made.Lsh(made, 64).Or(made, new(big.Int).SetUint64(words[i]))
	}
	return made
}

func TestProductsAreThoseOfPolynomials(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		a, b := Elem{random.Uint64(), random.Uint64()}, Elem{random.Uint64(), random.Uint64()}
		want := slow(number(a.Lo, a.Hi), number(b.Lo, b.Hi), 128, 7, 2, 1, 0)
		if got := a.Mul(b); number(got.Lo, got.Hi).Cmp(want) != 0 {
			t.Fatalf("%x by %x is %x", a, b, got)
		}
		if got := NewFactor(a).Times(b); number(got.Lo, got.Hi).Cmp(want) != 0 {
			t.Fatalf("%x by %x is %x by table", a, b, got)
		}
		want = slow(number(a.Lo), number(b.Lo), 64, 4, 3, 1, 0)
		if got := NewFactor64(a.Lo).Times(b.Lo); number(got).Cmp(want) != 0 {
			t.Fatalf("%x by %x is %x", a.Lo, b.Lo, got)
		}
		var long Long
		var bytes [48]byte
		for i := range long {
			long[i] = random.Uint64()
		}
		long.Put(bytes[:])
		got := NewLongFactor(bytes[:]).Times(b)
		if want = slow(number(long[:]...), number(b.Lo, b.Hi), 384, 12, 3, 2, 0); number(got[:]...).Cmp(want) != 0 {
			t.Fatalf("%x by %x is %x", long, b, got)
		}
	}
}

func TestBytesAreEmbeddedAsAField(t *testing.T) {
	for a := range 256 {
		for b := 0; b < 256; b += 7 {
			product := Embed(byte(a)).Mul(Embed(byte(b)))
			if product != Embed(MulByte(byte(a), byte(b))) {
				t.Fatalf("⟨%#x⟩·⟨%#x⟩ is not ⟨%#x⟩", a, b, MulByte(byte(a), byte(b)))
			}
		}
	}
}

func BenchmarkMul(b *testing.B) {
	x, y := Elem{1 << 60, 3}, Elem{5, 7 << 50}
	for b.Loop() {
		x = x.Mul(y)
	}
}
