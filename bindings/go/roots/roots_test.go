package roots_test

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"

	"heliast/fault"
	"heliast/internal/testroots"
	"heliast/internal/vectors"
	"heliast/internal/wire"
	"heliast/roots"
)

// field1024 is the built-in field of 1,024 bits.
var field1024 = sync.OnceValue(func() *roots.Field { return builtIn(1024) })

func builtIn(bits int) *roots.Field {
	f, err := roots.BuiltIn(bits)
	if err != nil {
		panic(err)
	}
	return f
}

// chainFrom is x, step(x), ..., step^t(x).
func chainFrom(f *roots.Field, x []byte, t int) [][]byte { return testroots.Chain(f.Prime(), x, t) }

// claimOf cuts a chain into segments.
func claimOf(chain [][]byte, count int) roots.Claim {
	proof := append(wire.U16(uint16(count)), testroots.Proof(chain, count)...)
	t := len(chain) - 1
	return roots.Claim{T: uint64(t), X: chain[0], Y: chain[t], Proof: proof}
}

func TestChainsAreTrueInAnyNumberOfSegments(t *testing.T) {
	f := field1024()
	chain := chainFrom(f, f.Encode(f.Input([]byte("a message"))), 24)
	for count := 1; count <= 24; count++ {
		if err := roots.Verify(f, claimOf(chain, count)); err != nil {
			t.Errorf("%d segments: %v", count, err)
		}
	}
}

func TestAnotherPrimeRefuses(t *testing.T) {
	all := fieldsOf(t, vectors.Load(t, "roots"))
	mine, theirs := all["roots-1024"], all["second-1024"]
	x := bytes.Repeat([]byte{1}, mine.Len())
	claim := claimOf(chainFrom(mine, x, 4), 1)
	vectors.ExpectKind(t, "the prime", roots.Verify(mine, claim), "")
	vectors.ExpectKind(t, "another prime", roots.Verify(theirs, claim), "invalid")
}

func TestCallersAreToldOfTheirMistakes(t *testing.T) {
	var misuse *fault.Misuse
	if _, err := roots.BuiltIn(1536); !errors.As(err, &misuse) {
		t.Errorf("a field of 1,536 bits: %v", err)
	}
	f := field1024()
	for _, count := range []int{0, 1, 258} {
		ends := slices.Repeat([]roots.Element{f.Input(nil)}, count)
		if err := roots.VerifySegments(f, 300, ends); !errors.As(err, &misuse) {
			t.Errorf("%d ends: %v", count, err)
		}
	}
}
