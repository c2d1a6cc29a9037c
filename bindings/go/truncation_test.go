package heliast_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"testing"

	"heliast"
	"heliast/fault"
)

// A bundle that was cut anywhere is malformed, and says that bytes are missing; one that ends is not an error.
func TestACutBundleIsAnUnexpectedEnd(t *testing.T) {
	data, err := os.ReadFile("testdata/chain.bundle")
	if err != nil {
		t.Fatal(err)
	}
	read := func(data []byte) error {
		b, err := heliast.OpenBundleOfAnyChain(bytes.NewReader(data))
		for err == nil {
			_, err = b.Next()
		}
		return err
	}
	if err := read(data); err != io.EOF {
		t.Fatalf("the whole bundle: %v", err)
	}
	for cut := 0; cut < len(data); cut += 1 + len(data)/97 {
		var malformed *fault.Malformed
		if err := read(data[:cut]); !errors.Is(err, io.ErrUnexpectedEOF) || !errors.As(err, &malformed) {
			t.Errorf("%d bytes of %d: %v", cut, len(data), err)
		}
	}
}
