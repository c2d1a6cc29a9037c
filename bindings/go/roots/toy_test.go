package roots

import (
	"errors"
	"math/big"
	"sync/atomic"
	"testing"

	"heliast/fault"
)

// toys are safe primes that are 11 modulo 12.
var toys = []int{23, 47, 59, 83, 107}

func toy(p int) *Field { return ofPrime(big.NewInt(int64(p))) }

func element(x int) Element { return Element{big.NewInt(int64(x))} }

func elements(xs ...int) (made []Element) {
	for _, x := range xs {
		made = append(made, element(x))
	}
	return made
}

// slowSigma and slowStep are the definitions, by looking at every element.
func slowSigma(x int) int {
	if x%2 == 1 {
		return x + 1
	}
	return x - 1
}

func slowStep(t testing.TB, p, x int) int {
	s, found := slowSigma(x), 0
	for y := 1; y < p; y++ {
		if (y%2 == 0 && y*y%p == s) || (y%2 == 1 && (p-y*y%p)%p == s) {
			if found != 0 {
				t.Fatalf("p = %d: two steps from %d", p, x)
			}
			found = y
		}
	}
	if found == 0 {
		t.Fatalf("p = %d: no step from %d", p, x)
	}
	return found
}

// slowChain is x, step(x), ..., step^t(x).
func slowChain(t testing.TB, p, x, steps int) []int {
	chain := []int{x}
	for range steps {
		chain = append(chain, slowStep(t, p, chain[len(chain)-1]))
	}
	return chain
}

func TestSigmaExchangesNeighboursFromEndToEnd(t *testing.T) {
	for _, p := range toys {
		for x := 1; x < p; x++ {
			got := big.NewInt(int64(x))
			sigma(got)
			image := int(got.Int64())
			if image != slowSigma(x) || image < 1 || image >= p {
				t.Errorf("p = %d: sigma(%d) = %d", p, x, image)
			}
			if sigma(got); int(got.Int64()) != x {
				t.Errorf("p = %d: sigma is not its own inverse at %d", p, x)
			}
		}
		for x, want := range map[int64]int{1: 2, 2: 1, int64(p) - 2: p - 1, int64(p) - 1: p - 2} {
			got := big.NewInt(x)
			if sigma(got); got.Cmp(big.NewInt(int64(want))) != 0 {
				t.Errorf("p = %d: sigma(%d) = %v, not %d", p, x, got, want)
			}
		}
	}
}

func TestAStepBackUndoesEveryStep(t *testing.T) {
	for _, p := range toys {
		f, images := toy(p), map[int]bool{}
		for x := 1; x < p; x++ {
			y := slowStep(t, p, x)
			images[y] = true
			given := element(y)
			if got := f.StepBack(given); !got.Equal(element(x)) {
				t.Errorf("p = %d: the step back from %d leads to %v, not %d", p, y, got.x, x)
			}
			if !given.Equal(element(y)) {
				t.Errorf("p = %d: %d was changed", p, y)
			}
		}
		if len(images) != p-1 {
			t.Errorf("p = %d: the step is no bijection", p)
		}
	}
}

func TestEveryChainIsTrueInAllItsSegments(t *testing.T) {
	const longest = 9
	for _, p := range toys {
		f := toy(p)
		for x := 1; x < p; x++ {
			chain := slowChain(t, p, x, longest)
			for steps := 1; steps <= longest; steps++ {
				for count := 1; count <= steps; count++ {
					var ends []int
					for i := range count + 1 {
						ends = append(ends, chain[i*steps/count])
					}
					if err := VerifySegments(f, uint64(steps), elements(ends...)); err != nil {
						t.Fatalf("p = %d: %d steps from %d in %d: %v", p, steps, x, count, err)
					}
				}
			}
		}
	}
}

func TestAStatementHasOneOutputAndOneProof(t *testing.T) {
	const steps = 5
	for _, p := range toys[:2] {
		f := toy(p)
		for x := 1; x < p; x++ {
			chain := slowChain(t, p, x, steps)
			for middle := 1; middle < p; middle++ {
				for y := 1; y < p; y++ {
					err := VerifySegments(f, steps, elements(x, middle, y))
					var invalid *fault.Invalid
					isTrue := middle == chain[2] && y == chain[5]
					if isTrue && err != nil || !isTrue && !errors.As(err, &invalid) {
						t.Fatalf("p = %d: %d, %d, %d: %v", p, x, middle, y, err)
					}
				}
			}
		}
	}
}

func TestElementsOfToyFieldsAreOneToBelowP(t *testing.T) {
	for _, p := range toys {
		f := toy(p)
		for value := range 256 {
			got, err := f.Decode([]byte{byte(value)}, "element")
			if (err == nil) != (value >= 1 && value < p) {
				t.Errorf("p = %d: %d: %v", p, value, err)
			}
			if err == nil && f.Encode(got)[0] != byte(value) {
				t.Errorf("p = %d: %d encodes to %v", p, value, f.Encode(got))
			}
		}
		for message := range 300 {
			if x := f.Input([]byte{byte(message), byte(message >> 8)}).x.Int64(); x < 1 || x >= int64(p) {
				t.Errorf("p = %d: %d is no element", p, x)
			}
		}
	}
}

// Months of steps end at once when another segment was false.
func TestASegmentIsLeftWhenItIsStopped(t *testing.T) {
	var stopped atomic.Bool
	stopped.Store(true)
	f := toy(23)
	if f.leadsTo(element(1), element(2), 1<<46, &stopped) {
		t.Error("a segment that was left is true")
	}
}

func TestWhereSegmentsEnd(t *testing.T) {
	for _, c := range []struct {
		t     uint64
		count int
		want  []uint64
	}{
		{1, 1, []uint64{0, 1}},
		{7, 3, []uint64{0, 2, 4, 7}},
		{256, 4, []uint64{0, 64, 128, 192, 256}},
		{MaxT, 2, []uint64{0, 549_755_813_887, MaxT}},
	} {
		for i, want := range c.want {
			if got := place(c.t, c.count, i); got != want {
				t.Errorf("%d steps in %d: segment %d ends after %d", c.t, c.count, i, got)
			}
		}
	}
	if got := place(MaxT, MaxSegments, MaxSegments); got != MaxT {
		t.Errorf("the last of 256 ends after %d", got)
	}
}
