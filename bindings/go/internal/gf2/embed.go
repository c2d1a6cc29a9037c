package gf2

// alpha is a root of AES's polynomial x^8 + x^4 + x^3 + x + 1 in GF(2^128); there are eight, and this is
// FAEST's.
var alpha = Elem{0xa13fe8ac5560ce0d, 0x053d8555a9979a1c}

// alphaFactor multiplies by alpha, and so makes bits to the element that their byte is.
var alphaFactor = NewFactor(alpha)

// Byte is ⟨b⟩ of the byte whose bits, the lowest first, are elements: Σ b_i·α^i.
func Byte(bits *[8]Elem) Elem {
	made := bits[7]
	for i := 6; i >= 0; i-- {
		made = alphaFactor.Times(made).Add(bits[i])
	}
	return made
}

// Embed is ⟨b⟩ of a byte: the isomorphism of GF(2^8) onto a subfield of GF(2^128).
func Embed(b byte) Elem {
	var bits [8]Elem
	for i := range bits {
		bits[i].Lo = uint64(b >> i & 1)
	}
	return Byte(&bits)
}

// MulByte is the product in GF(2^8).
func MulByte(a, b byte) (made byte) {
	for ; b > 0; b >>= 1 {
		made ^= a * (b & 1)
		a = a<<1 ^ 0x1b*(a>>7)
	}
	return made
}
