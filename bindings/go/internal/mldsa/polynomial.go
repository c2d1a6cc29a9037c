package mldsa

import "math/bits"

// modulus is q, and root a 512th root of one.
const (
	modulus = 8380417
	root    = 1753
)

// polynomial has 256 coefficients below q.
type polynomial [256]uint32

// zetas are the powers of the root, by the reversed bits of their exponent.
var zetas = func() (powers [256]uint32) {
	power := uint32(1)
	for i := range powers {
		powers[bits.Reverse8(uint8(i))] = power
		power = multiply(power, root)
	}
	return powers
}()

func multiply(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) % modulus) }

// transform is the number theoretic transform (algorithm 41).
func (p *polynomial) transform() {
	m := 0
	for length := 128; length > 0; length /= 2 {
		for start := 0; start < 256; start += 2 * length {
			m++
			for j := start; j < start+length; j++ {
				t := multiply(zetas[m], p[j+length])
				p[j+length] = (p[j] + modulus - t) % modulus
				p[j] = (p[j] + t) % modulus
			}
		}
	}
}

// invert undoes transform (algorithm 42).
func (p *polynomial) invert() {
	const ofCount = 8347681 // 256^-1
	m := 256
	for length := 1; length < 256; length *= 2 {
		for start := 0; start < 256; start += 2 * length {
			m--
			for j := start; j < start+length; j++ {
				t := p[j]
				p[j] = (t + p[j+length]) % modulus
				p[j+length] = multiply(modulus-zetas[m], (t+modulus-p[j+length])%modulus)
			}
		}
	}
	for i := range p {
		p[i] = multiply(p[i], ofCount)
	}
}
