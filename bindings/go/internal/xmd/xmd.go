// Package xmd has expand_message_xmd of RFC 9380, section 5.3.1.
package xmd

import (
	"crypto/sha256"
	"crypto/sha512"
	"hash"
	"slices"

	"heliast/internal/wire"
)

// Sha256 expands a message with SHA-256 to at most 8,160 bytes; dst has at most 255.
func Sha256(message, dst []byte, length int) []byte {
	return expand(sha256.New(), message, dst, length)
}

// Sha512 expands a message with SHA-512 to at most 16,320 bytes; dst has at most 255.
func Sha512(message, dst []byte, length int) []byte {
	return expand(sha512.New(), message, dst, length)
}

func expand(h hash.Hash, message, dst []byte, length int) []byte {
	suffix := append(slices.Clone(dst), byte(len(dst)))
	h.Write(make([]byte, h.BlockSize()))
	h.Write(message)
	h.Write(wire.U16(uint16(length)))
	h.Write([]byte{0})
	h.Write(suffix)
	first := h.Sum(nil)
	block, output := make([]byte, h.Size()), make([]byte, 0, length+h.Size())
	for i := byte(1); len(output) < length; i++ {
		for j := range block {
			block[j] ^= first[j]
		}
		h.Reset()
		h.Write(block)
		h.Write([]byte{i})
		h.Write(suffix)
		block = h.Sum(block[:0])
		output = append(output, block...)
	}
	return output[:length]
}
