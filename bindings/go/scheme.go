package heliast

import (
	"fmt"

	"heliast/avrf"
	"heliast/ecvrf"
	"heliast/fault"
)

// Scheme is a scheme of stateless keys, by its number in the formats.
type Scheme uint8

// The schemes that a chain may have.
const (
	ECVRFTai  Scheme = Scheme(ecvrf.TAI)
	ECVRFEll2 Scheme = Scheme(ecvrf.ELL2)
	AVRFSmall Scheme = avrf.Small
	AVRFFast  Scheme = avrf.Fast
)

// String is the name of the scheme, as the specification has it.
func (s Scheme) String() string {
	switch s {
	case ECVRFTai:
		return "ecvrf-edwards25519-sha512-tai"
	case ECVRFEll2:
		return "ecvrf-edwards25519-sha512-ell2"
	case AVRFSmall:
		return "a-vrf-small"
	case AVRFFast:
		return "a-vrf-fast"
	}
	return fmt.Sprintf("unknown scheme %#x", uint8(s))
}

func (s Scheme) isECVRF() bool { return s == ECVRFTai || s == ECVRFEll2 }

func (s Scheme) isKnown() bool { return s.isECVRF() || s == AVRFSmall || s == AVRFFast }

// KeyLen is the length of public keys in bytes.
func (s Scheme) KeyLen() int {
	if s.isECVRF() {
		return ecvrf.KeyLen
	}
	return avrf.KeyLen
}

// ProofLen is the length of proofs in bytes.
func (s Scheme) ProofLen() int {
	if s.isECVRF() {
		return ecvrf.ProofLen
	}
	return avrf.ProofLen(byte(s))
}

// CheckKey checks that bytes are a public key of the scheme.
func (s Scheme) CheckKey(key []byte) error {
	if s.isECVRF() {
		return ecvrf.CheckKey(key)
	}
	if err := avrf.CheckKey(key); err != nil {
		return err
	}
	if key[0] != byte(s) {
		return fault.Malformedf("public key: of another scheme: %#x", key[0])
	}
	return nil
}

// Verify returns the output of an input under a public key of the scheme if the proof shows it.
func (s Scheme) Verify(key, input, proof []byte) ([]byte, error) {
	if s.isECVRF() {
		return ecvrf.Verify(ecvrf.Scheme(s), key, input, proof)
	}
	if err := s.CheckKey(key); err != nil {
		return nil, err
	}
	return avrf.Verify(key, input, proof)
}
