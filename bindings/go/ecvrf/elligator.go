package ecvrf

import (
	"slices"

	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"

	"heliast/internal/xmd"
)

const (
	// montgomeryJ is the coefficient of curve25519, v² = u³ + J·u² + u.
	montgomeryJ = 486662
	dst         = "ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_\x04"
)

// elligator is encode_to_curve of edwards25519_XMD:SHA-512_ELL2_NU_ (RFC 9380) with the public key as salt.
func elligator(key, input []byte) *edwards25519.Point {
	uniform := xmd.Sha512(slices.Concat(key, input), []byte(dst), 48)
	slices.Reverse(uniform)
	wide := make([]byte, 64)
	copy(wide, uniform)
	r, err := new(field.Element).SetWideBytes(wide)
	if err != nil {
		panic("ecvrf: 64 bytes are a wide element")
	}
	u, v := toMontgomery(r)
	point := toEdwards(u, v)
	return point.MultByCofactor(point)
}

// toMontgomery is map_to_curve_elligator2 for curve25519 (RFC 9380, section 6.7.1, with Z = 2): of u = −J/(1
// + 2r²) and −J − u the one for which u³ + J·u² + u is a square; v is its root, odd for the first and even
// for the second.
func toMontgomery(r *field.Element) (u, v *field.Element) {
	one, j := new(field.Element).One(), new(field.Element).Mult32(new(field.Element).One(), montgomeryJ)
	denominator := new(field.Element).Square(r)
	denominator.Add(denominator, denominator).Add(denominator, one)
	u = new(field.Element).Multiply(new(field.Element).Negate(j), denominator.Invert(denominator))
	v, isSquare := new(field.Element).SqrtRatio(curve(u, j), one)
	wanted := 1
	if isSquare == 0 {
		u = new(field.Element).Negate(new(field.Element).Add(u, j))
		v, _ = new(field.Element).SqrtRatio(curve(u, j), one)
		wanted = 0
	}
	if v.IsNegative() != wanted {
		v.Negate(v)
	}
	return u, v
}

// curve is u·(u·(u + J) + 1).
func curve(u, j *field.Element) *field.Element {
	value := new(field.Element).Add(u, j)
	value.Multiply(value, u).Add(value, new(field.Element).One())
	return value.Multiply(value, u)
}

// toEdwards maps a point of curve25519 to x = √−486664·u/v, y = (u − 1)/(u + 1), and what has no image to the
// identity (RFC 9380, section 6.8.2).
func toEdwards(u, v *field.Element) *edwards25519.Point {
	one, zero := new(field.Element).One(), new(field.Element).Zero()
	above := new(field.Element).Add(u, one)
	if v.Equal(zero) == 1 || above.Equal(zero) == 1 {
		return edwards25519.NewIdentityPoint()
	}
	factor := new(field.Element).Mult32(one, montgomeryJ+2)
	root, _ := new(field.Element).SqrtRatio(factor.Negate(factor), one)
	if root.IsNegative() == 1 {
		root.Negate(root)
	}
	x := root.Multiply(root, u)
	x.Multiply(x, new(field.Element).Invert(v))
	y := new(field.Element).Subtract(u, one)
	y.Multiply(y, above.Invert(above))
	encoded := y.Bytes()
	encoded[31] |= byte(x.IsNegative() << 7)
	point, err := new(edwards25519.Point).SetBytes(encoded)
	if err != nil {
		panic("ecvrf: the map gives points of the curve")
	}
	return point
}
