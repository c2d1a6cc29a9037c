// Package ecvrf verifies ECVRF-EDWARDS25519-SHA512-TAI and -ELL2 (RFC 9381), strictly as in spec/vrf.md.
package ecvrf

import (
	"bytes"
	"crypto/sha512"

	"filippo.io/edwards25519"

	"heliast/fault"
)

// Scheme is one of the two, by its id in Heliast's formats, which is the suite string of RFC 9381.
type Scheme uint8

// The two schemes, which map an input to a point of the curve in different ways.
const (
	TAI  Scheme = 0x03 // try and increment
	ELL2 Scheme = 0x04 // Elligator 2
)

// Lengths in bytes.
const (
	KeyLen    = 32
	ProofLen  = 80
	OutputLen = 64
)

// Verify returns the output of an input under a public key if the proof shows it.
func Verify(scheme Scheme, key, input, proof []byte) ([]byte, error) {
	if scheme != TAI && scheme != ELL2 {
		return nil, fault.Misusef("there is no scheme %#x of ECVRF", uint8(scheme))
	}
	y, err := decodeKey(key)
	if err != nil {
		return nil, err
	}
	gamma, c, s, err := decodeProof(proof)
	if err != nil {
		return nil, err
	}
	h, err := encodeToCurve(scheme, key, input)
	if err != nil {
		return nil, err
	}
	// U = sB − cY, V = sH − cΓ. Points are negated and not c, since Y and Γ may have a part of small order.
	u := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(c, new(edwards25519.Point).Negate(y), s)
	v := new(edwards25519.Point).VarTimeMultiScalarMult(
		[]*edwards25519.Scalar{s, c}, []*edwards25519.Point{h, new(edwards25519.Point).Negate(gamma)})
	if !bytes.Equal(challenge(scheme, key, h, gamma, u, v), proof[32:48]) {
		return nil, fault.Invalidf("VRF proof fails")
	}
	cleared := new(edwards25519.Point).MultByCofactor(gamma)
	return hash(scheme, 3, cleared.Bytes()), nil
}

// CheckKey checks that bytes are a public key: canonical, on the curve, and not of small order.
func CheckKey(key []byte) error {
	_, err := decodeKey(key)
	return err
}

// CheckProof checks that bytes are a well-formed proof, true or false.
func CheckProof(proof []byte) error {
	_, _, _, err := decodeProof(proof)
	return err
}

func decodeKey(key []byte) (*edwards25519.Point, error) {
	point, err := decodePoint(key, "public key")
	if err != nil {
		return nil, err
	}
	if new(edwards25519.Point).MultByCofactor(point).Equal(edwards25519.NewIdentityPoint()) == 1 {
		return nil, fault.Malformedf("public key: small order")
	}
	return point, nil
}

func decodeProof(proof []byte) (gamma *edwards25519.Point, c, s *edwards25519.Scalar, err error) {
	if len(proof) != ProofLen {
		return nil, nil, nil, fault.Malformedf("proof: wrong length: %d bytes, not %d", len(proof), ProofLen)
	}
	if gamma, err = decodePoint(proof[:32], "gamma"); err != nil {
		return nil, nil, nil, err
	}
	var wide [32]byte
	copy(wide[:], proof[32:48])
	if c, err = edwards25519.NewScalar().SetCanonicalBytes(wide[:]); err != nil {
		return nil, nil, nil, fault.Malformedf("c: not canonical")
	}
	if s, err = edwards25519.NewScalar().SetCanonicalBytes(proof[48:]); err != nil {
		return nil, nil, nil, fault.Malformedf("s: not canonical")
	}
	return gamma, c, s, nil
}

// decodePoint takes the one encoding of a point: with y below p, and no sign where x = 0.
func decodePoint(data []byte, name string) (*edwards25519.Point, error) {
	if len(data) != 32 {
		return nil, fault.Malformedf("%s: wrong length: %d bytes, not 32", name, len(data))
	}
	point, err := new(edwards25519.Point).SetBytes(data)
	if err != nil {
		return nil, fault.Malformedf("%s: not on the curve", name)
	}
	if !bytes.Equal(point.Bytes(), data) {
		return nil, fault.Malformedf("%s: not canonical", name)
	}
	return point, nil
}

func encodeToCurve(scheme Scheme, key, input []byte) (*edwards25519.Point, error) {
	if scheme == ELL2 {
		return elligator(key, input), nil
	}
	for counter := range 256 {
		digest := hash(scheme, 1, key, input, []byte{byte(counter)})
		point, err := decodePoint(digest[:32], "candidate")
		if err != nil {
			continue
		}
		point.MultByCofactor(point)
		if point.Equal(edwards25519.NewIdentityPoint()) == 0 {
			return point, nil
		}
	}
	return nil, fault.Invalidf("input has no point: try and increment failed")
}

func challenge(scheme Scheme, key []byte, points ...*edwards25519.Point) []byte {
	parts := [][]byte{key}
	for _, point := range points {
		parts = append(parts, point.Bytes())
	}
	return hash(scheme, 2, parts...)[:16]
}

// hash is SHA-512 of suite string, purpose, the parts, and a zero.
func hash(scheme Scheme, purpose byte, parts ...[]byte) []byte {
	h := sha512.New()
	h.Write([]byte{byte(scheme), purpose})
	for _, part := range parts {
		h.Write(part)
	}
	h.Write([]byte{0})
	return h.Sum(nil)
}
