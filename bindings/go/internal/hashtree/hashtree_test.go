package hashtree

import (
	"bytes"
	"encoding/binary"
	"testing"

	"heliast/internal/vectors"
)

func addressOf(data []byte) Address {
	word := func(i int) uint32 { return binary.BigEndian.Uint32(data[4*i:]) }
	return Address{word(3), word(4), word(5), word(6)}
}

func TestComponentsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "xmss")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		var got Value
		tree := Tree{}
		copy(tree.seed[:], c.Bytes("pub_seed"))
		switch c.Str("function") {
		case "F":
			got = tree.f(addressOf(c.Bytes("adrs")), Value(c.Bytes("value")))
		case "H":
			got = tree.node(addressOf(c.Bytes("adrs")), Value(c.Bytes("left")), Value(c.Bytes("right")))
		case "PRF":
			tree.seed = Value(c.Bytes("key"))
			got = tree.prf(addressOf(c.Bytes("adrs")), binary.BigEndian.Uint32(c.Bytes("adrs")[28:]))
		default:
			t.Skip("a verifier does not need " + c.Str("function"))
		}
		if !bytes.Equal(got[:], c.Bytes("output")) {
			t.Errorf("got %x", got)
		}
	}, "hash")
	vectors.Each(t, file, checkOneTime, "wots")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		root := New(Value(c.Bytes("pub_seed"))).Root(uint32(c.Uint("leaf")), Value(c.Bytes("node")), c.Bytes("path"))
		if !bytes.Equal(root[:], c.Bytes("root")) {
			t.Errorf("got %x", root)
		}
	}, "path")
}

func checkOneTime(t *testing.T, c vectors.Case) {
	digest, leaf := Value(c.Bytes("digest")), uint32(c.Uint("leaf"))
	digits := Digits(digest)
	for i, digit := range c.Str("digits") {
		if want := uint32(bytes.IndexRune([]byte("0123456789abcdef"), digit)); digits[i] != want {
			t.Errorf("digit %d is %d", i, digits[i])
		}
	}
	tree := New(Value(c.Bytes("pub_seed")))
	ends := tree.Ends(leaf, digest, c.Bytes("signature"))
	public := c.Bytes("public")
	for i, end := range ends {
		if !bytes.Equal(end[:], public[32*i:32*i+32]) {
			t.Errorf("end %d is %x", i, end)
		}
	}
	if node := tree.Leaf(leaf, ends); !bytes.Equal(node[:], c.Bytes("node")) {
		t.Errorf("leaf is %x", node)
	}
}
