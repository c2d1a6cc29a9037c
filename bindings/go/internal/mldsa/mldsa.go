// Package mldsa verifies signatures of ML-DSA-65 with an empty context. Algorithms are numbered as in FIPS
// 204.
package mldsa

import (
	"bytes"
	"crypto/sha3"
	"encoding/binary"
)

const (
	rows, columns = 6, 5 // k, l
	dropped       = 13   // d
	tau           = 49
	gamma1        = 1 << 19
	gamma2        = (modulus - 1) / 32
	beta          = 196
	omega         = 55
	challengeLen  = 48
)

// Lengths in bytes.
const (
	KeyLen       = 32 + rows*32*10
	SignatureLen = challengeLen + columns*32*20 + omega + rows
)

// Verify says whether a signature is that of a message under a key (algorithms 3 and 8).
func Verify(key, message, signature []byte) bool {
	if len(key) != KeyLen || len(signature) != SignatureLen {
		return false
	}
	challenge, packed := signature[:challengeLen], signature[challengeLen:]
	hints, ok := unpackHints(packed[columns*32*20:])
	if !ok {
		return false
	}
	var z [columns]polynomial
	for i := range z {
		for j, value := range unpack(packed[i*32*20:], 20) {
			z[i][j] = (gamma1 + modulus - value) % modulus
			if min(z[i][j], modulus-z[i][j]) >= gamma1-beta {
				return false
			}
		}
		z[i].transform()
	}
	c := sampleInBall(challenge)
	c.transform()
	representative := shake256(64, shake256(64, key), []byte{0, 0}, message)
	h := sha3.NewSHAKE256()
	h.Write(representative)
	for row := range rows {
		h.Write(highBits(key, row, &z, &c, &hints[row]))
	}
	want := make([]byte, challengeLen)
	h.Read(want)
	return bytes.Equal(want, challenge)
}

// highBits are those of a row of A·z − c·t1·2^d, with its hints, four bits for each coefficient.
func highBits(key []byte, row int, z *[columns]polynomial, c *polynomial, hints *[256]bool) []byte {
	var total polynomial
	for column := range columns {
		entry := sample(key[:32], byte(row), byte(column))
		for i := range total {
			total[i] = (total[i] + multiply(entry[i], z[column][i])) % modulus
		}
	}
	var shifted polynomial
	for i, value := range unpack(key[32+row*32*10:], 10) {
		shifted[i] = value << dropped
	}
	shifted.transform()
	for i := range total {
		total[i] = (total[i] + modulus - multiply(c[i], shifted[i])) % modulus
	}
	total.invert()
	packed := make([]byte, 128)
	for i, value := range total {
		packed[i/2] |= byte(useHint(hints[i], value)) << (i % 2 * 4)
	}
	return packed
}

// unpack takes 256 numbers of this many bits, the lowest bit first.
func unpack(data []byte, bits int) (values polynomial) {
	at, waiting, have := 0, uint64(0), 0
	for i := range values {
		for ; have < bits; have += 8 {
			waiting |= uint64(data[at]) << have
			at++
		}
		values[i] = uint32(waiting & (1<<bits - 1))
		waiting >>= bits
		have -= bits
	}
	return values
}

// unpackHints reads the one encoding of a hint (algorithm 21).
func unpackHints(data []byte) (hints [rows][256]bool, ok bool) {
	index := 0
	for row := range rows {
		end := int(data[omega+row])
		if end < index || end > omega {
			return hints, false
		}
		for first := index; index < end; index++ {
			if index > first && data[index-1] >= data[index] {
				return hints, false
			}
			hints[row][data[index]] = true
		}
	}
	for _, b := range data[index:omega] {
		if b != 0 {
			return hints, false
		}
	}
	return hints, true
}

// sampleInBall has τ coefficients of 1 or −1 (algorithm 29).
func sampleInBall(seed []byte) (c polynomial) {
	h := sha3.NewSHAKE256()
	h.Write(seed)
	var first [8]byte
	h.Read(first[:])
	signs := binary.LittleEndian.Uint64(first[:])
	for i := 256 - tau; i < 256; i++ {
		var place [1]byte
		for h.Read(place[:]); int(place[0]) > i; h.Read(place[:]) {
		}
		c[i] = c[place[0]]
		c[place[0]] = 1
		if signs&1 == 1 {
			c[place[0]] = modulus - 1
		}
		signs >>= 1
	}
	return c
}

// sample is an entry of the matrix A, transformed (algorithm 30).
func sample(rho []byte, row, column byte) (entry polynomial) {
	h := sha3.NewSHAKE128()
	h.Write(rho)
	h.Write([]byte{column, row})
	for i := 0; i < len(entry); {
		var block [168]byte
		h.Read(block[:])
		for at := 0; at < len(block) && i < len(entry); at += 3 {
			value := uint32(block[at]) | uint32(block[at+1])<<8 | uint32(block[at+2]&0x7f)<<16
			if value < modulus {
				entry[i] = value
				i++
			}
		}
	}
	return entry
}

// useHint is algorithm 40, applied to the result of algorithm 36 for the value.
func useHint(hint bool, value uint32) uint32 {
	const steps = (modulus - 1) / (2 * gamma2)
	low := int64(value % (2 * gamma2))
	if low > gamma2 {
		low -= 2 * gamma2
	}
	high := (int64(value) - low) / (2 * gamma2)
	if int64(value)-low == modulus-1 {
		high, low = 0, low-1
	}
	switch {
	case !hint:
	case low > 0:
		high = (high + 1) % steps
	default:
		high = (high + steps - 1) % steps
	}
	return uint32(high)
}

func shake256(size int, parts ...[]byte) []byte {
	h := sha3.NewSHAKE256()
	for _, part := range parts {
		h.Write(part)
	}
	made := make([]byte, size)
	h.Read(made)
	return made
}
