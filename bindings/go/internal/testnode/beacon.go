package testnode

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Beacon is the real program, with a chain of its own.
type Beacon struct {
	URL string
	// ID is that of its chain.
	ID [32]byte
}

// RunBeacon starts the program that HELIAST names; without it the test is skipped.
func RunBeacon(t *testing.T, flags ...string) Beacon {
	t.Helper()
	program := os.Getenv("HELIAST")
	if program == "" {
		t.Skip("NOT TESTED against a real beacon: set HELIAST to the path of the program heliast")
	}
	home := t.TempDir()
	flags = append([]string{"up", "--data", filepath.Join(home, "data"), "--listen", "127.0.0.1:0", "--json"}, flags...)
	command := exec.Command(program, flags...)
	command.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(home, "state"), "XDG_RUNTIME_DIR=")
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Signal(os.Interrupt)
		io.Copy(io.Discard, output)
		command.Wait()
	})
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		var line struct{ Event, URL, Chain string }
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		if line.Event == "started" {
			go io.Copy(io.Discard, output)
			return Beacon{line.URL, chainAt(t, line.URL)}
		}
	}
	t.Fatal("the beacon did not start")
	return Beacon{}
}

// chainAt is the id of the chain of a beacon that this test has made itself.
func chainAt(t *testing.T, url string) [32]byte {
	t.Helper()
	answer, err := http.Get(url + "/chains")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var chains []string
	if err := json.NewDecoder(answer.Body).Decode(&chains); err != nil {
		t.Fatal(err)
	}
	id, err := hex.DecodeString(chains[0])
	if err != nil {
		t.Fatal(err)
	}
	return [32]byte(id)
}
