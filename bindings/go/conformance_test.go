package heliast_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heliast/internal/vectors"
)

// coverage names for each file of vectors the test of this module that reads it, or the reason why no test does.
// README.md has the same.
var coverage = []struct{ file, read, unread string }{
	{"avrf", "avrf", "proving"},
	{"bundle", "heliast", ""},
	{"class_delays", "wesolowski", "Pietrzak's and segmented proofs, batches"},
	{"class_epoch", "heliast", ""},
	{"class_group", "group", ""},
	{"class_round", "heliast", ""},
	{"delay_context", "wesolowski", "proving"},
	{"ecvrf", "ecvrf", "proving"},
	{"envelope", "envelope", "contents, recipients and identities as text"},
	{"epoch", "heliast", ""},
	{"finality", "finality", ""},
	{"group", "group", ""},
	{"hash_to_prime", "internal/hashprime", ""},
	{"ivrf", "ivrf", "proving"},
	{"members", "heliast", ""},
	{"moduli", "group", ""},
	{"prime", "internal/prime", ""},
	{"roots", "roots", "group files, evaluations under way"},
	{"round", "heliast", ""},
	{"round_avrf", "heliast", ""},
	{"round_roots", "heliast", ""},
	{"round_trees", "heliast", ""},
	{"schedule", "heliast", ""},
	{"sortition", "sortition", ""},
	{"wesolowski", "wesolowski", "proving, checkpoints"},
	{"validators", "heliast", ""},
	{"validators_finality", "finality", ""},
	{"xmss", "internal/hashtree", "keys and signing"},
	{"xvrf", "xvrf", "proving"},
	{"age_file", "", "files under a passphrase"},
	{"batch", "", "batch proofs"},
	{"chia", "", "Chia's proofs"},
	{"founding", "", "founding networks"},
	{"lbvrf", "", "research"},
	{"linear_batch", "", "batch proofs"},
	{"lowmc", "", "research"},
	{"pietrzak", "", "Pietrzak's proofs"},
	{"segments", "", "segmented proofs"},
	{"slvrf", "", "research"},
	{"stamp", "", "stamps"},
	{"varied_linear", "", "batch proofs"},
}

func TestTheReadmeSaysOfEachFileOfVectorsWhatReadsIt(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, one := range coverage {
		known[one.file] = true
		read := one.read
		if read != "" {
			read = "`" + read + "`"
		}
		row := strings.Join(strings.Fields(fmt.Sprintf("| %s | %s | %s |", one.file, read, one.unread)), " ")
		if !strings.Contains(string(readme), row+"\n") {
			t.Errorf("README.md does not have the row %q", row)
		}
		if one.read != "" {
			checkReads(t, one.read, one.file)
		}
	}
	checkList(t)
	files, err := filepath.Glob(filepath.Join(vectors.Root(t), "vectors", "*.json"))
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".json"); !known[name] {
			t.Errorf("vectors/%s.json is new, and nothing says what reads it", name)
		}
	}
}

// checkReads finds the name of a file of vectors in a test of the package that reads it.
func checkReads(t *testing.T, folder, file string) {
	t.Helper()
	tests, err := filepath.Glob(filepath.Join(strings.TrimPrefix(folder, "heliast"), "*_test.go"))
	if folder == "heliast" {
		tests, err = filepath.Glob("*_test.go")
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		if text, err := os.ReadFile(test); err == nil && test != "conformance_test.go" && strings.Contains(string(text), `"`+file+`"`) {
			return
		}
	}
	t.Errorf("no test in %s reads %s", folder, file)
}

// checkList compares vectors.list, which tests/conformance reads, with the table.
func checkList(t *testing.T) {
	t.Helper()
	text, err := os.ReadFile("vectors.list")
	if err != nil {
		t.Fatal(err)
	}
	var listed, read []string
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			listed = append(listed, strings.TrimSuffix(strings.TrimSpace(line), ".json"))
		}
	}
	for _, one := range coverage {
		if one.read != "" {
			read = append(read, one.file)
		}
	}
	slices.Sort(read)
	if !slices.Equal(listed, read) {
		t.Errorf("vectors.list has %v, and %v are read", listed, read)
	}
}
