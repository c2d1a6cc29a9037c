// Package envelope seals file keys for a delay and opens them with a published opening (spec/envelope.md). The
// file around them is age's: a [Stanza] has the fields of filippo.io/age's. Nobody outside the project has
// reviewed it.
//
// Its arithmetic is math/big's, whose time depends on the secret exponent of a lock: seal on a machine that you
// share with nobody.
package envelope

import (
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"math/big"
	"slices"
	"strconv"

	"golang.org/x/crypto/chacha20poly1305"

	"heliast/fault"
	"heliast/group"
	"heliast/internal/wire"
	"heliast/wesolowski"
)

const (
	// Kind is the kind of a lock's stanza.
	Kind = "heliast"
	// Level is the least level of the proof of an opening, in bits.
	Level = 128

	version     = "1"
	info        = "heliast/envelope/key/v1"
	fileKeySize = 16
	wrappedSize = fileKeySize + chacha20poly1305.Overhead
)

// Stanza is the part of a file for one recipient. Its fields are those of age.Stanza.
type Stanza struct {
	Type string
	Args []string
	Body []byte
}

// Lock is a lock of an envelope: X, an encoded element, has to be squared T times.
type Lock struct {
	Place   *Place
	T       uint64
	X       []byte
	wrapped []byte
}

// Sealer locks file keys for a delay of a verified setup.
type Sealer struct {
	place *Place
	t     uint64
	base  group.Element
	h     group.Element
}

// Sealer returns a sealer for the delay of t squarings, which must be one of the setup.
func (s *Setup) Sealer(t uint64) (*Sealer, error) {
	for _, step := range s.steps {
		if step.t == t {
			return &Sealer{s.place, t, s.place.Base(), step.h}, nil
		}
	}
	return nil, fault.Misusef("the setup has no delay of %d squarings", t)
}

// Wrap locks a file key of 16 bytes.
func (s *Sealer) Wrap(fileKey []byte) (*Stanza, error) {
	exponent := make([]byte, s.place.exponentSize())
	for {
		if _, err := rand.Read(exponent); err != nil {
			return nil, err
		}
		if stanza, err := s.lock(fileKey, exponent); stanza != nil || err != nil {
			clear(exponent)
			return stanza, err
		}
	}
}

// lock is the lock of an exponent, nil if x is the identity.
func (s *Sealer) lock(fileKey, exponent []byte) (*Stanza, error) {
	if len(fileKey) != fileKeySize {
		return nil, fault.Misusef("a file key has 16 bytes, not %d", len(fileKey))
	}
	g, e := s.place.Group(), new(big.Int).SetBytes(exponent)
	x, y := g.Pow(s.base, e), g.Pow(s.h, e)
	if x.Equal(g.Identity()) {
		return nil, nil
	}
	encoded := g.Encode(x)
	cipher, err := newCipher(g, s.t, encoded, g.Encode(y))
	if err != nil {
		return nil, err
	}
	wrapped := cipher.seal(fileKey)
	body := slices.Concat(s.place.bytes, encoded, wrapped)
	return &Stanza{Kind, []string{version, strconv.FormatUint(s.t, 10)}, body}, nil
}

// ParseLock reads the lock in a stanza; nil if the stanza is of another kind.
func ParseLock(stanza *Stanza) (*Lock, error) {
	if stanza.Type != Kind {
		return nil, nil
	}
	if len(stanza.Args) != 2 || stanza.Args[0] != version {
		return nil, fault.Malformedf("a lock has the words 1 and a number of squarings")
	}
	t, err := strconv.ParseUint(stanza.Args[1], 10, 64)
	if err != nil || t < 1 || t > wesolowski.MaxT || strconv.FormatUint(t, 10) != stanza.Args[1] {
		return nil, fault.Malformedf("t is not a number of squarings")
	}
	r := wire.NewReader(stanza.Body)
	place, err := readPlace(r)
	if err != nil {
		return nil, err
	}
	g := place.Group()
	lock := &Lock{Place: place, T: t}
	lock.X = slices.Clone(r.Take(g.Len(), "x"))
	lock.wrapped = slices.Clone(r.Take(wrappedSize, "file key"))
	if err := r.End(); err != nil {
		return nil, err
	}
	x, err := g.Decode(lock.X, "x")
	if err != nil {
		return nil, err
	}
	if err := g.CheckUnits(x); err != nil {
		return nil, err
	}
	if x.Equal(g.Identity()) {
		return nil, fault.Invalidf("x: identity")
	}
	return lock, nil
}

// Check verifies an opening, a proof file, and returns y = x^(2^t).
func (l *Lock) Check(opening []byte) (group.Element, error) {
	file, err := wesolowski.ParseFile(opening)
	if err != nil {
		return group.Element{}, err
	}
	return file.Verify(l.Place.Group(), l.X, l.T, Level)
}

// Unwrap opens the file key with an opening, which it verifies.
func (l *Lock) Unwrap(opening []byte) ([]byte, error) {
	y, err := l.Check(opening)
	if err != nil {
		return nil, err
	}
	g := l.Place.Group()
	cipher, err := newCipher(g, l.T, l.X, g.Encode(y))
	if err != nil {
		return nil, err
	}
	return cipher.open(l.wrapped)
}

// cipher seals one file key: ChaCha20-Poly1305 with the nonce 0.
type cipher struct{ key []byte }

func newCipher(g group.Group, t uint64, x, y []byte) (*cipher, error) {
	id := g.ID()
	key, err := hkdf.Key(sha256.New, y, slices.Concat(id[:], wire.U64(t), x), info, chacha20poly1305.KeySize)
	return &cipher{key}, err
}

func (c *cipher) seal(fileKey []byte) []byte {
	aead, err := chacha20poly1305.New(c.key)
	if err != nil {
		panic("envelope: a key of 32 bytes")
	}
	return aead.Seal(nil, make([]byte, chacha20poly1305.NonceSize), fileKey, nil)
}

func (c *cipher) open(wrapped []byte) ([]byte, error) {
	aead, err := chacha20poly1305.New(c.key)
	if err != nil {
		panic("envelope: a key of 32 bytes")
	}
	fileKey, err := aead.Open(nil, make([]byte, chacha20poly1305.NonceSize), wrapped, nil)
	if err != nil {
		return nil, fault.Invalidf("the file key does not open")
	}
	return fileKey, nil
}
