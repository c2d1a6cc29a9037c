package fault_test

import (
	"errors"
	"io"
	"testing"

	"heliast/fault"
)

func TestTruncationIsFoundWhateverIsSaidOfIt(t *testing.T) {
	var malformed *fault.Malformed
	cut := fault.Truncatedf("y needs %d bytes", 3)
	for _, err := range []error{cut, fault.InRound(cut, 7), fault.AsMalformed(cut, "the file")} {
		if !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &malformed) {
			t.Errorf("%v", err)
		}
	}
	for _, err := range []error{fault.Malformedf("trailing bytes"), fault.AsMalformed(fault.Malformedf("no"), "a"), fault.Invalidf("false")} {
		if errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("%v", err)
		}
	}
}
