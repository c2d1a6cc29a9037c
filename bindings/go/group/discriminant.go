package group

import (
	"crypto/sha256"
	"math/big"
	"slices"

	"heliast/fault"
	"heliast/internal/prime"
	"heliast/internal/wire"
	"heliast/internal/xmd"
)

// DiscriminantFromSeed is the |D| of so many bits that a seed of at least 32 bytes gives: the first prime of
// some bits/5.8 candidates, which takes long from 2048 bits on.
func DiscriminantFromSeed(seed []byte, bits int) (*big.Int, error) {
	if len(seed) < 32 {
		return nil, fault.Malformedf("seed of %d bytes, not 32 or more", len(seed))
	}
	if bits%32 != 0 || bits < 256 || bits > 4096 {
		return nil, fault.Malformedf("no discriminants of %d bits", bits)
	}
	dst := []byte("heliast/class-discriminant/v1")
	for counter := uint32(0); ; counter++ {
		message := slices.Concat(wire.U32(uint32(bits)), wire.U32(counter), seed)
		if magnitude := discriminantCandidate(xmd.Sha256(message, dst, bits/8)); prime.IsPrime(magnitude) {
			return magnitude, nil
		}
	}
}

// ChiaDiscriminant is the |D| of so many bits that a seed gives by Chia's rule, for comparison.
func ChiaDiscriminant(seed []byte, bits int) (*big.Int, error) {
	if len(seed) < 8 {
		return nil, fault.Malformedf("seed of %d bytes, not 8 or more", len(seed))
	}
	if bits%8 != 0 || bits < 256 || bits > 4096 {
		return nil, fault.Malformedf("no discriminants of %d bits", bits)
	}
	counter := slices.Clone(seed)
	for {
		var data []byte
		for len(data) < bits/8 {
			for i := len(counter) - 1; i >= 0; i-- {
				if counter[i]++; counter[i] != 0 {
					break
				}
			}
			sum := sha256.Sum256(counter)
			data = append(data, sum[:]...)
		}
		if magnitude := discriminantCandidate(data[:bits/8]); prime.IsPrime(magnitude) {
			return magnitude, nil
		}
	}
}

// discriminantCandidate is the integer of these bytes with its highest bit and its three lowest set.
func discriminantCandidate(data []byte) *big.Int {
	candidate := new(big.Int).SetBytes(data)
	for _, bit := range []int{8*len(data) - 1, 2, 1, 0} {
		candidate.SetBit(candidate, bit, 1)
	}
	return candidate
}

func checkDiscriminant(magnitude *big.Int, minimumBits int) error {
	bits := magnitude.BitLen()
	minimumBits = max(256, minimumBits)
	switch {
	case magnitude.Sign() <= 0 || bits < minimumBits || bits > 4096:
		return fault.Malformedf("discriminant has %d bits, not %d to 4096", bits, minimumBits)
	case magnitude.Bit(0)+magnitude.Bit(1)+magnitude.Bit(2) != 3:
		return fault.Malformedf("the magnitude of the discriminant is not 7 modulo 8")
	case !prime.IsPrime(magnitude):
		return fault.Malformedf("discriminant is composite")
	}
	return nil
}
