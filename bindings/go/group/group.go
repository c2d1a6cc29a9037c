// Package group has the groups of unknown order in which delays run: (Z/N)* modulo ±1 (spec/group.md) and
// class groups of binary quadratic forms (spec/class-group.md). Its arithmetic takes time that depends on the
// values, which are public.
package group

import "math/big"

// Group is a group of unknown order. Its elements must not be used with another group: the result would be wrong.
type Group interface {
	// ID identifies the group in transcripts.
	ID() [32]byte
	// Len is the length of an encoded element in bytes.
	Len() int
	// Identity is the neutral element.
	Identity() Element
	// Decode reads the one encoding of an element, which errors call name. CheckUnits checks that the element is a
	// unit.
	Decode(data []byte, name string) (Element, error)
	// Encode gives the one encoding of an element.
	Encode(Element) []byte
	// Mul multiplies two elements.
	Mul(a, b Element) Element
	// Pow raises an element to an exponent of 0 or more.
	Pow(base Element, exponent *big.Int) Element
	// Hash maps a message to an element, under a domain of 1 to 200 bytes.
	Hash(domain string, message []byte) Element
	// CheckUnits checks that all of the elements have an inverse: malformed if not.
	CheckUnits(elements ...Element) error
	// CheckSound checks that proofs in this group are sound: invalid if elements of low order are known.
	CheckSound() error
}

// Element is an element of a group: the canonical member of a class of residues, or a reduced form (a, b, c).
type Element struct{ a, b, c *big.Int }

// Equal says whether two elements of one group are the same.
func (e Element) Equal(other Element) bool {
	return e.a.Cmp(other.a) == 0 && (e.b == nil || e.b.Cmp(other.b) == 0)
}

// longestDomain is the greatest length of a domain in bytes.
const longestDomain = 200

func checkDomain(domain string) {
	if len(domain) == 0 || len(domain) > longestDomain {
		panic("group: a domain has 1 to 200 bytes")
	}
}
