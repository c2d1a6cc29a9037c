package roots_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
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

func expectKind(t *testing.T, err error, want string) {
	t.Helper()
	if got := vectors.Kind(err); got != want {
		t.Errorf("got %q (%v), want %q", got, err, want)
	}
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
	check := func(name string, claim roots.Claim, want string) {
		t.Helper()
		err := roots.Verify(f, claim)
		if got := vectors.Kind(err); got != want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, want)
		}
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
		check(name, claim, "invalid")
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
		check(name, claim, "malformed")
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

func TestAnotherPrimeRefuses(t *testing.T) {
	all := fieldsOf(t, vectors.Load(t, "roots"))
	mine, theirs := all["roots-1024"], all["second-1024"]
	x := bytes.Repeat([]byte{1}, mine.Len())
	claim := claimOf(chainFrom(mine, x, 4), 1)
	expectKind(t, roots.Verify(mine, claim), "")
	expectKind(t, roots.Verify(theirs, claim), "invalid")
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

// fieldsOf are those of the file of vectors, by name.
func fieldsOf(t testing.TB, file vectors.File) map[string]*roots.Field {
	t.Helper()
	var given map[string]struct {
		Bits    uint16
		Seed    string
		Counter uint32
	}
	if err := json.Unmarshal(file.Raw["groups"], &given); err != nil {
		t.Fatal(err)
	}
	made := map[string]*roots.Field{}
	for name, one := range given {
		f, err := roots.NewField(roots.Parameters{Bits: one.Bits, Counter: one.Counter, Seed: vectors.Hex(one.Seed)})
		if err != nil {
			t.Fatal(name, err)
		}
		made[name] = f
	}
	return made
}

func TestFieldsAndElementsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "roots")
	all := fieldsOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f, err := roots.NewField(roots.Parameters{Bits: uint16(c.Uint("bits")), Counter: uint32(c.Uint("counter")), Seed: c.Bytes("seed")})
		c.Expect(t, err)
		if err != nil {
			return
		}
		if id := f.ID(); !bytes.Equal(id[:], c.Bytes("id")) || !bytes.Equal(f.Prime().Bytes(), c.Bytes("p")) || f.Bits() != int(c.Uint("bits")) {
			t.Errorf("got %x, %x", id, f.Prime())
		}
	}, "field")
	for _, bits := range []int{1024, 2048, 3072} {
		want := all[fmt.Sprintf("roots-%d", bits)]
		if f := builtIn(bits); f.ID() != want.ID() || f.Len() != bits/8 || !f.Parameters().Equal(want.Parameters()) {
			t.Errorf("the built-in field of %d bits is another one", bits)
		}
	}
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		if got := f.Encode(f.Input(c.Bytes("message"))); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("got %x", got)
		}
	}, "input")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		x, err := f.Decode(c.Bytes("bytes"), "element")
		c.Expect(t, err)
		if err != nil {
			return
		}
		if got := f.Encode(x); !bytes.Equal(got, c.Bytes("bytes")) || new(big.Int).SetBytes(got).Text(16) != c.Str("x") {
			t.Errorf("got %x", got)
		}
	}, "element")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		y, err := f.Decode(c.Bytes("y"), "y")
		if err != nil {
			t.Fatal(err)
		}
		if got := f.Encode(f.StepBack(y)); !bytes.Equal(got, c.Bytes("x")) {
			t.Errorf("the step back leads to %x", got)
		}
		isSquare := testroots.IsSquare(f.Prime(), testroots.Sigma(new(big.Int).SetBytes(c.Bytes("x"))))
		if !bytes.Equal(chainFrom(f, c.Bytes("x"), 1)[1], c.Bytes("y")) || isSquare != c["square"].(bool) {
			t.Errorf("the oracle of these tests goes elsewhere")
		}
	}, "step")
}

func claimIn(c vectors.Case) roots.Claim {
	return roots.Claim{T: c.Uint("t"), X: c.Bytes("x"), Y: c.Bytes("y"), Proof: c.Bytes("proof")}
}

func TestChainsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "roots")
	all := fieldsOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		if c.Has("message") && !bytes.Equal(f.Encode(f.Input(c.Bytes("message"))), c.Bytes("x")) {
			t.Errorf("the message has another input")
		}
		expectKind(t, roots.Verify(f, claimIn(c)), "")
		checkFile(t, f, c)
	}, "chain")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		f := all[c.Str("group")]
		claim := claimOf(backward(t, f, c.Bytes("y"), int(c.Uint("t"))), int(c.Uint("count")))
		if digest := sha256.Sum256(claim.Proof); !bytes.Equal(digest[:], c.Bytes("proof_sha256")) || !bytes.Equal(claim.X, c.Bytes("x")) {
			t.Errorf("another chain leads to y")
		}
		expectKind(t, roots.Verify(f, claim), "")
	}, "long-chain")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c = file.WithBase(c)
		c.Expect(t, roots.Verify(all[c.Str("group")], claimIn(c)))
	}, "verify")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		claim := claimIn(c)
		count := int(c.Uint("count"))
		claim.Proof = append(wire.U16(uint16(count)), bytes.Repeat(claim.Y, count-1)...)
		c.Expect(t, roots.Verify(all[c.Str("group")], claim))
	}, "repeated")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		c.Expect(t, verifyFile(file.WithBaseAndEdits(c, "file").Bytes("file")))
	}, "file")
}

// backward is the chain of so many steps that leads to y, by the steps back.
func backward(t testing.TB, f *roots.Field, y []byte, steps int) [][]byte {
	at, err := f.Decode(y, "y")
	if err != nil {
		t.Fatal(err)
	}
	made := [][]byte{y}
	for range steps {
		at = f.StepBack(at)
		made = append(made, f.Encode(at))
	}
	slices.Reverse(made)
	return made
}

func checkFile(t *testing.T, f *roots.Field, c vectors.Case) {
	t.Helper()
	file, err := roots.ParseFile(c.Bytes("file"))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(file.Bytes(), c.Bytes("file")) {
		t.Errorf("the file encodes to other bytes")
	}
	y, err := file.Verify(f, c.Bytes("x"), c.Uint("t"))
	if err != nil || !bytes.Equal(f.Encode(y), c.Bytes("y")) {
		t.Errorf("the file: %v", err)
	}
	var invalid *fault.Invalid
	if _, err := file.Verify(f, c.Bytes("x"), c.Uint("t")+1); !errors.As(err, &invalid) {
		t.Errorf("another number of steps was asked for: %v", err)
	}
	for _, x := range [][]byte{nil, file.X[1:], file.Y} {
		if _, err := file.Verify(f, x, file.T); !bytes.Equal(x, file.X) && !errors.As(err, &invalid) {
			t.Errorf("the input %x was asked for: %v", x, err)
		}
	}
	if f.Bits() != 2048 {
		return
	}
	if _, err := file.Verify(field1024(), file.X, file.T); !errors.As(err, &invalid) {
		t.Errorf("another field was asked for: %v", err)
	}
}

// verifyFile takes a file's word for the field and the statement.
func verifyFile(data []byte) error {
	file, err := roots.ParseFile(data)
	if err != nil {
		return err
	}
	f, err := roots.NewField(file.Parameters)
	if err != nil {
		return err
	}
	_, err = file.Verify(f, file.X, file.T)
	return err
}

func FuzzParseFile(f *testing.F) {
	file := vectors.Load(f, "roots")
	all := fieldsOf(f, file)
	for _, c := range file.Cases {
		if c.Has("file") && c.Bytes("file") != nil && c.Str("kind") == "chain" {
			f.Add(c.Bytes("file"))
		} else if c.Str("kind") == "file" {
			f.Add(file.WithBaseAndEdits(c, "file").Bytes("file"))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := roots.ParseFile(data)
		if err != nil {
			return
		}
		if !bytes.Equal(parsed.Bytes(), data) {
			t.Errorf("encodes to other bytes: %x", data)
		}
		parsed.T %= 1024
		for _, field := range all {
			y, err := parsed.Verify(field, parsed.X, parsed.T)
			if err == nil && !bytes.Equal(field.Encode(y), parsed.Y) {
				t.Errorf("another output")
			}
		}
	})
}
