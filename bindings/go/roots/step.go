package roots

import "math/big"

var one = big.NewInt(1)

// StepBack is the element whose step leads to y: σ(y²) for even y, σ(−y²) for odd y.
func (f *Field) StepBack(y Element) Element {
	w := f.walkFrom(y)
	w.back()
	return Element{w.at}
}

// walk goes back through a chain, step by step, in room that it keeps.
type walk struct {
	prime, at        *big.Int
	square, quotient *big.Int
}

func (f *Field) walkFrom(y Element) *walk {
	return &walk{f.prime, new(big.Int).Set(y.x), new(big.Int), new(big.Int)}
}

// back takes one step back. A square is not 0, so that its negative is below p.
func (w *walk) back() {
	isOdd := w.at.Bit(0) == 1
	w.square.Mul(w.at, w.at)
	w.quotient.QuoRem(w.square, w.prime, w.at)
	if isOdd {
		w.at.Sub(w.prime, w.at)
	}
	sigma(w.at)
}

// sigma makes x into σ(x): x + 1 for odd x, x − 1 for even x.
func sigma(x *big.Int) {
	if x.Bit(0) == 1 {
		x.Add(x, one)
	} else {
		x.Sub(x, one)
	}
}
