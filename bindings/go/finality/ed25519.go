package finality

import (
	"crypto/sha512"

	"filippo.io/edwards25519"

	"heliast/fault"
)

// verifiesEd25519 is ZIP 215: S < q, and 8·S·B = 8·R + 8·k·A. In A and R y is taken modulo p, and x = 0 may
// have either sign, as the package decodes points. [crypto/ed25519.Verify] is stricter: a single validator
// could sign such that the engine goes on and nobody could prove it.
func verifiesEd25519(key, message, signature []byte) bool {
	if len(key) != 32 || len(signature) != 64 {
		return false
	}
	a, err := new(edwards25519.Point).SetBytes(key)
	if err != nil {
		return false
	}
	r, err := new(edwards25519.Point).SetBytes(signature[:32])
	if err != nil {
		return false
	}
	s, err := edwards25519.NewScalar().SetCanonicalBytes(signature[32:])
	if err != nil {
		return false
	}
	h := sha512.New()
	h.Write(signature[:32])
	h.Write(key)
	h.Write(message)
	k, err := edwards25519.NewScalar().SetUniformBytes(h.Sum(nil))
	if err != nil {
		return false
	}
	rest := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(k, a.Negate(a), s)
	return isSmall(rest.Subtract(rest, r))
}

// checkEd25519 refuses keys of small order, for which anybody can sign, and bytes that are not a point.
func checkEd25519(key []byte) error {
	point, err := new(edwards25519.Point).SetBytes(key)
	if err != nil || isSmall(point) {
		return fault.Malformedf("Ed25519 key: no point of the curve of large order")
	}
	return nil
}

func isSmall(point *edwards25519.Point) bool {
	return new(edwards25519.Point).MultByCofactor(point).Equal(edwards25519.NewIdentityPoint()) == 1
}
