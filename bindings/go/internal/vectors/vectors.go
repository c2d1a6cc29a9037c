// Package vectors reads the repository's test vectors, vectors/*.json, for the tests of this module.
package vectors

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"heliast/fault"
)

// File is one file of vectors.
type File struct {
	Cases []Case                     `json:"cases"`
	Raw   map[string]json.RawMessage `json:"-"`
}

// Case is one case, or an object in one.
type Case map[string]any

// Root is the repository's folder.
func Root(t testing.TB) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "vectors", "round.json")); err == nil {
			return folder
		}
		if folder == filepath.Dir(folder) {
			t.Fatal("the folder vectors/ of the repository is not above this one: run the tests in the repository")
		}
		folder = filepath.Dir(folder)
	}
}

// Load reads vectors/NAME.json.
func Load(t testing.TB, name string) File {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(Root(t), "vectors", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var file File
	exact := json.NewDecoder(bytes.NewReader(data))
	exact.UseNumber()
	if err := exact.Decode(&file); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &file.Raw); err != nil {
		t.Fatal(err)
	}
	return file
}

// Each runs the cases of these kinds, each as a test of its own, and fails if a kind has none.
func Each(t *testing.T, file File, run func(t *testing.T, c Case), kinds ...string) {
	t.Helper()
	for _, kind := range kinds {
		count := 0
		for _, c := range file.Cases {
			if c.Str("kind") != kind {
				continue
			}
			count++
			t.Run(c.Str("name"), func(t *testing.T) { run(t, c) })
		}
		if count == 0 {
			t.Errorf("no case of kind %q", kind)
		}
	}
}

// Has says whether a field is there and not null.
func (c Case) Has(field string) bool { return c[field] != nil }

// Str is a text, empty where it is missing.
func (c Case) Str(field string) string { text, _ := c[field].(string); return text }

// Bytes are those of a hexadecimal field, none where it is missing.
func (c Case) Bytes(field string) []byte { return Hex(c.Str(field)) }

// Uint is a number.
func (c Case) Uint(field string) uint64 { return Number(c[field]) }

// Number is a JSON number, or a text of hexadecimal digits, as an integer.
func Number(value any) uint64 {
	switch value := value.(type) {
	case json.Number:
		return parsed(value.String(), 10)
	case string:
		return parsed(value, 16)
	}
	panic(fmt.Sprintf("no number: %v", value))
}

func parsed(text string, base int) uint64 {
	number, err := strconv.ParseUint(text, base, 64)
	if err != nil {
		panic(err)
	}
	return number
}

// List is a list of objects.
func (c Case) List(field string) []Case {
	var list []Case
	for _, one := range c.Items(field) {
		list = append(list, Case(one.(map[string]any)))
	}
	return list
}

// Items is a list of anything.
func (c Case) Items(field string) []any { list, _ := c[field].([]any); return list }

// Object is an object within.
func (c Case) Object(field string) Case { object, _ := c[field].(map[string]any); return Case(object) }

// Hex is bytes from hexadecimal digits.
func Hex(text string) []byte {
	data, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return data
}

// Expect fails the test unless err is of the case's kind: nil where the case has no error.
func (c Case) Expect(t testing.TB, err error) {
	t.Helper()
	if got := Kind(err); got != c.Str("error") {
		t.Errorf("got %q (%v), want %q (%s)", got, err, c.Str("error"), c.Str("reason"))
	}
}

// ExpectKind fails the test unless err, of what was tried, is of a kind: "" for nil.
func ExpectKind(t testing.TB, what string, err error, want string) {
	t.Helper()
	if got := Kind(err); got != want {
		t.Errorf("%s: got %q (%v), want %q", what, got, err, want)
	}
}

// Kind is the kind of an error, as the vectors name it.
func Kind(err error) string {
	var malformed *fault.Malformed
	var invalid *fault.Invalid
	switch {
	case err == nil:
		return ""
	case errors.As(err, &malformed):
		return "malformed"
	case errors.As(err, &invalid):
		return "invalid"
	}
	return "other: " + err.Error()
}

// WithBase returns the case with the fields of its base where it has none, and its edits applied to the
// base's field proof; X is what its x is, repeated x_times.
func (file File) WithBase(c Case) Case { return file.WithBaseAndEdits(c, "proof") }

// WithBaseAndEdits is WithBase with the edits applied to another field of the base.
func (file File) WithBaseAndEdits(c Case, field string) Case {
	if name := c.Str("base"); name != "" {
		for _, base := range file.Cases {
			if base.Str("name") != name {
				continue
			}
			merged := Case{}
			for key, value := range base {
				if key != "x_times" || c["x"] == nil {
					merged[key] = value
				}
			}
			for key, value := range c {
				merged[key] = value
			}
			delete(merged, "error")
			if c.Has("error") {
				merged["error"] = c["error"]
			}
			changed := base.Bytes(field)
			for _, edit := range c.List("edits") {
				changed = edited(changed, edit)
			}
			merged[field] = hex.EncodeToString(changed)
			c = merged
			break
		}
	}
	if c.Has("x_times") {
		one, times := c.Bytes("x"), int(c.Uint("x_times"))
		whole := make([]byte, 0, len(one)*times)
		for range times {
			whole = append(whole, one...)
		}
		merged := Case{}
		for key, value := range c {
			merged[key] = value
		}
		merged["x"] = hex.EncodeToString(whole)
		delete(merged, "x_times")
		c = merged
	}
	return c
}

func edited(proof []byte, edit Case) []byte {
	proof = append([]byte(nil), proof...)
	switch {
	case edit.Has("set"):
		copy(proof[edit.Uint("at"):], edit.Bytes("set"))
	case edit.Has("xor"):
		for i, b := range edit.Bytes("xor") {
			proof[int(edit.Uint("at"))+i] ^= b
		}
	case edit.Has("keep"):
		proof = proof[:edit.Uint("keep")]
	case edit.Has("append"):
		proof = append(proof, edit.Bytes("append")...)
	case edit.Has("zeros"):
		proof = append(proof, make([]byte, edit.Uint("zeros"))...)
	default:
		panic(fmt.Sprintf("no edit: %v", edit))
	}
	return proof
}
