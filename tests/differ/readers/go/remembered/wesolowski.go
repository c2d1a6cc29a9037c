//go:build remembered

package wesolowski

import (
	"fmt"

	"heliast/group"
	"heliast/internal/remember"
)

var outputs remember.Cache[error]

func verifyOutput(g group.Group, suite Suite, t uint64, x, y, pi group.Element, by drawing) error {
	id, hint := g.ID(), "none"
	if by.hint != nil {
		hint = fmt.Sprint(*by.hint)
	}
	return outputs.Of(func() error { return verifyOutputOnce(g, suite, t, x, y, pi, by) },
		id[:], fmt.Sprint(suite), fmt.Sprint(t), g.Encode(x), g.Encode(y), g.Encode(pi), hint, by.context)
}
