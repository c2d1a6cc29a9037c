// Package wire has the conventions of spec/README.md: big-endian integers, tags, SHA-256, and a strict
// reader.
package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"heliast/fault"
)

// Tag is u8(len(s)) ‖ s, for 1 to 255 bytes of ASCII.
func Tag(s string) []byte { return append([]byte{byte(len(s))}, s...) }

// U16 is a number in two bytes.
func U16(value uint16) []byte { return binary.BigEndian.AppendUint16(nil, value) }

// U32 is a number in four bytes.
func U32(value uint32) []byte { return binary.BigEndian.AppendUint32(nil, value) }

// U64 is a number in eight bytes.
func U64(value uint64) []byte { return binary.BigEndian.AppendUint64(nil, value) }

// Hash is SHA-256 of the concatenation.
func Hash(parts ...[]byte) [32]byte {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return [32]byte(h.Sum(nil))
}

// Reader takes fields off the front of bytes. Missing, surplus or out-of-range bytes are malformed. The first
// error stays: after it every field is empty or 0, and Err returns it.
type Reader struct {
	data []byte
	at   int
	err  error
}

// NewReader reads data from its beginning.
func NewReader(data []byte) *Reader { return &Reader{data: data} }

// Err is the first error.
func (r *Reader) Err() error { return r.err }

// Fail makes err the reader's error, if it is the first.
func (r *Reader) Fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// Take is the next size bytes, which belong to the reader's data; nil after an error.
func (r *Reader) Take(size int, name string) []byte {
	if r.err != nil {
		return nil
	}
	if left := len(r.data) - r.at; size < 0 || left < size {
		r.err = fault.Truncatedf("%s needs %d bytes, %d are left", name, size, left)
		return nil
	}
	r.at += size
	return r.data[r.at-size : r.at : r.at]
}

// Array32 is the next 32 bytes; zeros after an error.
func (r *Reader) Array32(name string) (value [32]byte) {
	copy(value[:], r.Take(32, name))
	return value
}

// Uint is the next number, of size bytes, which must lie between two others; 0 after an error.
func (r *Reader) Uint(size int, name string, minimum, maximum uint64) uint64 {
	var value uint64
	for _, b := range r.Take(size, name) {
		value = value<<8 | uint64(b)
	}
	if r.err == nil && (value < minimum || value > maximum) {
		r.err = fault.Malformedf("%s out of range: %d", name, value)
	}
	if r.err != nil {
		return 0
	}
	return value
}

// U8 is the next byte, at most maximum.
func (r *Reader) U8(name string, maximum uint8) uint8 {
	return uint8(r.Uint(1, name, 0, uint64(maximum)))
}

// U16 is the next number of two bytes.
func (r *Reader) U16(name string) uint16 { return uint16(r.Uint(2, name, 0, 1<<16-1)) }

// U32 is the next number of four bytes.
func (r *Reader) U32(name string) uint32 { return uint32(r.Uint(4, name, 0, 1<<32-1)) }

// U64 is the next number of eight bytes.
func (r *Reader) U64(name string) uint64 { return r.Uint(8, name, 0, 1<<64-1) }

// Expect takes bytes that must be these.
func (r *Reader) Expect(constant []byte, name string) {
	if got := r.Take(len(constant), name); r.err == nil && !bytes.Equal(got, constant) {
		r.err = fault.Malformedf("wrong %s", name)
	}
}

// Position is the number of bytes that were taken.
func (r *Reader) Position() int { return r.at }

// Since is the bytes that were taken since a position.
func (r *Reader) Since(position int) []byte { return r.data[position:r.at:r.at] }

// End is the first error; surplus bytes are an error.
func (r *Reader) End() error {
	if r.err == nil && r.at != len(r.data) {
		r.err = fault.Malformedf("trailing bytes: %d", len(r.data)-r.at)
	}
	return r.err
}
