// Package testnode has beacons for tests: one that answers with a chain of the vectors, and the real program.
package testnode

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync/atomic"
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

// Recorded is a node that answers with a chain of the vectors, of which some rounds are finished.
type Recorded struct {
	*httptest.Server
	Chain  *heliast.Chain
	Rounds []vectors.Case
	// Finished is the number of finished rounds, and Asked the number of requests for a single round.
	Finished atomic.Int64
	Asked    atomic.Int64
	// Lie changes the bytes of rounds.
	Lie func([]byte) []byte
}

// Record starts a node whose first rounds are finished; it ends with the test.
func Record(t *testing.T, finished int) *Recorded {
	t.Helper()
	c := vectors.Load(t, "round").Cases[0]
	chain, err := heliast.NewChain(c.Bytes("genesis_bytes"))
	if err != nil {
		t.Fatal(err)
	}
	n := &Recorded{Chain: chain, Rounds: c.List("rounds"), Lie: slices.Clone[[]byte]}
	n.Finished.Store(int64(finished))
	routes := http.NewServeMux()
	routes.HandleFunc("GET /v1/genesis", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"bytes": "%x"}`, chain.Bytes())
	})
	routes.HandleFunc("GET /v1/rounds/{k}", func(w http.ResponseWriter, r *http.Request) {
		n.Asked.Add(1)
		k, _ := strconv.Atoi(r.PathValue("k"))
		if k > int(n.Finished.Load()) {
			w.WriteHeader(http.StatusTooEarly)
			return
		}
		fmt.Fprintf(w, `{"bytes": "%x"}`, n.Lie(n.Rounds[k-1].Bytes("bytes")))
	})
	routes.HandleFunc("GET /v1/bundle", n.bundle)
	n.Server = httptest.NewServer(routes)
	t.Cleanup(n.Close)
	return n
}

func (n *Recorded) bundle(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	last := int(n.Finished.Load())
	if from > last {
		w.WriteHeader(http.StatusTooEarly)
		return
	}
	id, genesis := n.Chain.ID(), n.Chain.Bytes()
	data := append([]byte("HLBN\x03"), id[:]...)
	data = append(binary.BigEndian.AppendUint32(data, uint32(len(genesis))), genesis...)
	data = binary.BigEndian.AppendUint64(data, uint64(from))
	data = binary.BigEndian.AppendUint64(data, uint64(last-from+1))
	data = append(data, n.Rounds[from-1].Bytes("seed")...)
	data = append(data, 0, 0, 0, 0)
	for _, one := range n.Rounds[from-1 : last] {
		round := n.Lie(one.Bytes("bytes"))
		data = append(binary.BigEndian.AppendUint32(data, uint32(len(round))), round...)
	}
	w.Write(data)
}

// Period is the number of the period of a recorded round.
func (n *Recorded) Period(k int) uint64 {
	g := n.Chain.Genesis()
	return 1 + (n.Rounds[k-1].Uint("time_ms")-g.TimeMs)/uint64(g.PeriodMs)
}
