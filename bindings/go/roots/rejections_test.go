package roots_test

import (
	"bytes"
	"math/big"
	"slices"
	"testing"

	"heliast/internal/testroots"
	"heliast/internal/vectors"
	"heliast/roots"
)

// Each row of the table of rejections in spec/roots.md.
func TestWhatTheSpecificationRefusesIsRefused(t *testing.T) {
	f := field1024()
	chain := chainFrom(f, f.Encode(f.Input([]byte("a message"))), 25)
	other := chainFrom(f, f.Encode(f.Input([]byte("another message"))), 24)
	of := func(values [][]byte) roots.Claim { return claimOf(values, 3) }
	p, length := f.Prime(), f.Len()
	fill := func(x *big.Int) []byte { return x.FillBytes(make([]byte, length)) }
	negative := func(y []byte) []byte { return fill(new(big.Int).Sub(p, new(big.Int).SetBytes(y))) }
	with := func(at int, value []byte) roots.Claim {
		changed := slices.Clone(chain[:25])
		changed[at] = value
		return of(changed)
	}
	if err := roots.Verify(f, of(chain[:25])); err != nil {
		t.Fatal(err)
	}
	for name, claim := range map[string]roots.Claim{
		"a step left out at the end":      with(24, chain[23]),
		"a step left out before y_1":      with(8, chain[7]),
		"a step too many":                 with(24, chain[25]),
		"a step too many before y_2":      with(16, chain[17]),
		"p - y":                           with(24, negative(chain[24])),
		"p - y_1":                         with(8, negative(chain[8])),
		"sigma left out in the last step": with(24, fill(testroots.Rho(p, new(big.Int).SetBytes(chain[23])))),
		"sigma left out in a step":        withoutSigma(f, chain[0], func(i int) bool { return i == 10 }),
		"sigma left out in all":           withoutSigma(f, chain[0], func(int) bool { return true }),
		"1 as y":                          with(24, fill(big.NewInt(1))),
		"p - 1 as y":                      with(24, negative(fill(big.NewInt(1)))),
		"1 as y_1":                        with(8, fill(big.NewInt(1))),
		"p - 1 as y_2":                    with(16, negative(fill(big.NewInt(1)))),
		"a segment of another input":      with(16, other[16]),
		"all but x of another input":      of(append([][]byte{chain[0]}, other[1:]...)),
		"two segments exchanged":          of(exchanged(chain[:25], 8, 16)),
		"x and y exchanged":               of(exchanged(chain[:25], 0, 24)),
		"t of one more":                   {T: 25, X: chain[0], Y: chain[24], Proof: of(chain[:25]).Proof},
		"t = 0":                           {T: 0, X: chain[0], Y: chain[0], Proof: []byte{0, 1}},
		"t = 2^40":                        {T: 1 << 40, X: chain[0], Y: chain[24], Proof: of(chain[:25]).Proof},
		"t = 2^64 - 1":                    {T: 1<<64 - 1, X: chain[0], Y: chain[24], Proof: of(chain[:25]).Proof},
		"more segments than steps":        {T: 2, X: chain[0], Y: chain[2], Proof: of(chain[:25]).Proof},
		"x itself after a step":           {T: 1, X: chain[0], Y: chain[0], Proof: []byte{0, 1}},
	} {
		vectors.ExpectKind(t, name, roots.Verify(f, claim), "invalid")
	}
	above := new(big.Int).Add(p, new(big.Int).SetBytes(chain[8])).Bytes() // as long as p, or a byte longer
	for name, claim := range map[string]roots.Claim{
		"0 as y":                    with(24, make([]byte, length)),
		"0 as y_1":                  with(8, make([]byte, length)),
		"0 as x":                    with(0, make([]byte, length)),
		"p as y":                    with(24, fill(p)),
		"p as y_2":                  with(16, fill(p)),
		"p + y_1":                   with(8, above),
		"all bits as y":             with(24, bytes.Repeat([]byte{255}, length)),
		"a short y":                 with(24, chain[24][1:]),
		"a long y":                  with(24, append([]byte{0}, chain[24]...)),
		"a short y_1":               with(8, chain[8][1:]),
		"a long y_1":                with(8, append([]byte{0}, chain[8]...)),
		"a short x":                 with(0, chain[0][1:]),
		"s = 0":                     {T: 24, X: chain[0], Y: chain[24], Proof: []byte{0, 0}},
		"s = 257":                   {T: 300, X: chain[0], Y: chain[24], Proof: append([]byte{1, 1}, make([]byte, 256*length)...)},
		"s of one less":             {T: 24, X: chain[0], Y: chain[24], Proof: append([]byte{0, 2}, of(chain[:25]).Proof[2:]...)},
		"s of one more":             {T: 24, X: chain[0], Y: chain[24], Proof: append([]byte{0, 4}, of(chain[:25]).Proof[2:]...)},
		"no proof":                  {T: 24, X: chain[0], Y: chain[24]},
		"half of s":                 {T: 24, X: chain[0], Y: chain[24], Proof: []byte{0}},
		"malformed and t = 0":       {T: 0, X: chain[0], Y: make([]byte, length), Proof: []byte{0, 1}},
		"malformed and too many":    {T: 1, X: chain[0], Y: make([]byte, length), Proof: of(chain[:25]).Proof},
		"malformed and false":       {T: 24, X: chain[1], Y: make([]byte, length), Proof: of(chain[:25]).Proof},
		"s = 0 and y of no element": {T: 24, X: chain[0], Y: nil, Proof: []byte{0, 0}},
	} {
		vectors.ExpectKind(t, name, roots.Verify(f, claim), "malformed")
	}
}

// withoutSigma is a claim of 24 steps, some of which leave σ out.
func withoutSigma(f *roots.Field, x []byte, isLeftOut func(i int) bool) roots.Claim {
	p := f.Prime()
	step := func(i int, x *big.Int) *big.Int {
		if !isLeftOut(i) {
			x = testroots.Sigma(x)
		}
		return testroots.Rho(p, x)
	}
	return claimOf(testroots.ChainOf(step, x, 24), 3)
}

func exchanged(chain [][]byte, i, j int) [][]byte {
	made := slices.Clone(chain)
	made[i], made[j] = made[j], made[i]
	return made
}
