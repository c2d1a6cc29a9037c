package ecvrf

import (
	"heliast/fault"
	"heliast/internal/wire"
)

// ParseProofFile reads a proof file of ECVRF (spec/vrf.md): its scheme, and a well-formed proof, true or
// false.
func ParseProofFile(data []byte) (Scheme, []byte, error) {
	r := wire.NewReader(data)
	r.Expect([]byte("HLVR"), "magic")
	r.Expect([]byte{1}, "version")
	scheme := Scheme(r.U8("scheme", 255))
	if r.Err() == nil && scheme != TAI && scheme != ELL2 {
		r.Fail(fault.Malformedf("scheme out of range: %d", scheme))
	}
	proof := r.Take(ProofLen, "proof")
	if err := r.End(); err != nil {
		return 0, nil, err
	}
	return scheme, proof, CheckProof(proof)
}
