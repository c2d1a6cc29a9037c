//go:build remembered

package group

import "heliast/internal/remember"

var hashes remember.Cache[Element]

func (g *Class) Hash(domain string, message []byte) Element {
	id := g.ID()
	return hashes.Of(func() Element { return g.HashOnce(domain, message) }, id[:], domain, message)
}
