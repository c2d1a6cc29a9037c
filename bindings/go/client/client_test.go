package client_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"heliast"
	"heliast/client"
	"heliast/fault"
	"heliast/internal/vectors"
)

// patience is far longer than anything here takes on a busy machine.
const patience = 10 * time.Minute

// recorded is a node that answers with a chain of the vectors, of which so many rounds are finished.
type recorded struct {
	*httptest.Server
	chain    *heliast.Chain
	rounds   []vectors.Case
	finished atomic.Int64
	asked    atomic.Int64
	// lie changes the bytes of rounds.
	lie func([]byte) []byte
}

func record(t *testing.T, finished int) *recorded {
	t.Helper()
	c := vectors.Load(t, "round").Cases[0]
	chain, err := heliast.NewChain(c.Bytes("genesis_bytes"))
	if err != nil {
		t.Fatal(err)
	}
	n := &recorded{chain: chain, rounds: c.List("rounds"), lie: slices.Clone[[]byte]}
	n.finished.Store(int64(finished))
	routes := http.NewServeMux()
	routes.HandleFunc("GET /v1/genesis", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"bytes": "%x"}`, chain.Bytes())
	})
	routes.HandleFunc("GET /v1/rounds/{k}", func(w http.ResponseWriter, r *http.Request) {
		n.asked.Add(1)
		k, _ := strconv.Atoi(r.PathValue("k"))
		if k > int(n.finished.Load()) {
			w.WriteHeader(http.StatusTooEarly)
			return
		}
		fmt.Fprintf(w, `{"bytes": "%x"}`, n.lie(n.rounds[k-1].Bytes("bytes")))
	})
	routes.HandleFunc("GET /v1/bundle", n.bundle)
	n.Server = httptest.NewServer(routes)
	t.Cleanup(n.Close)
	return n
}

func (n *recorded) bundle(w http.ResponseWriter, r *http.Request) {
	from, _ := strconv.Atoi(r.URL.Query().Get("from"))
	last := int(n.finished.Load())
	if from > last {
		w.WriteHeader(http.StatusTooEarly)
		return
	}
	id, genesis := n.chain.ID(), n.chain.Bytes()
	data := append([]byte("HLBN\x03"), id[:]...)
	data = append(binary.BigEndian.AppendUint32(data, uint32(len(genesis))), genesis...)
	data = binary.BigEndian.AppendUint64(data, uint64(from))
	data = binary.BigEndian.AppendUint64(data, uint64(last-from+1))
	data = append(data, n.rounds[from-1].Bytes("seed")...)
	data = append(data, 0, 0, 0, 0)
	for _, one := range n.rounds[from-1 : last] {
		round := n.lie(one.Bytes("bytes"))
		data = append(binary.BigEndian.AppendUint32(data, uint32(len(round))), round...)
	}
	w.Write(data)
}

func follow(t *testing.T, id [32]byte, urls []string, options ...client.Option) *client.Follower {
	t.Helper()
	f, err := client.New(t.Context(), id, urls, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// period is the number of the period of a recorded round.
func (n *recorded) period(k int) uint64 {
	g := n.chain.Genesis()
	return 1 + (n.rounds[k-1].Uint("time_ms")-g.TimeMs)/uint64(g.PeriodMs)
}

func TestRoundsAreVerifiedAndFound(t *testing.T) {
	n := record(t, 4)
	f := follow(t, n.chain.ID(), []string{n.URL + "/"})
	latest, err := f.Get(t.Context(), 0)
	if err != nil || latest.Round() != n.period(4) || !bytes.Equal(latest.Randomness(), n.rounds[3].Bytes("beacon")) ||
		!bytes.Equal(latest.Signature(), n.rounds[3].Bytes("beacon_preimage")) {
		t.Fatalf("latest is %v, %v", latest, err)
	}
	for period := uint64(1); period <= n.period(4); period++ {
		result, err := f.Get(t.Context(), period)
		var empty *client.EmptyPeriodError
		isFilled := slices.ContainsFunc([]int{1, 2, 3, 4}, func(k int) bool { return n.period(k) == period })
		if isFilled && (err != nil || result.Round() != period) {
			t.Errorf("period %d: %v", period, err)
		}
		if !isFilled && (!errors.As(err, &empty) || empty.Period != period || empty.Next <= period) {
			t.Errorf("empty period %d: %v", period, err)
		}
	}
	if _, err := f.Get(t.Context(), n.period(4)+1); !errors.Is(err, client.ErrNotYet) {
		t.Errorf("a round to come: %v", err)
	}
}

func TestInfoAndRoundAtAreThoseOfTheGenesis(t *testing.T) {
	n := record(t, 0)
	f := follow(t, n.chain.ID(), []string{n.URL})
	info, err := f.Info(t.Context())
	if err != nil || info.ID != n.chain.ID() || info.GenesisSeed != n.chain.Start().Seed() {
		t.Fatalf("info is %v, %v", info, err)
	}
	for at, want := range map[time.Duration]uint64{-time.Hour: 0, -1: 0, 0: 1, 1: 1, info.Period: 2, info.Period - 1: 1} {
		if got := f.RoundAt(info.GenesisTime.Add(at)); got != want {
			t.Errorf("%v after the genesis time: round %d, not %d", at, got, want)
		}
	}
	if _, err := f.Get(t.Context(), 0); !errors.Is(err, client.ErrNotYet) {
		t.Errorf("before round 1: %v", err)
	}
}

func TestWatchSendsEveryRoundOnceItIsFinished(t *testing.T) {
	n := record(t, 1)
	f := follow(t, n.chain.ID(), []string{n.URL})
	if _, err := f.Get(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	results := f.Watch(ctx)
	for asked := n.asked.Load(); n.asked.Load() < asked+2; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("the watch never asked for the next round")
		}
	}
	n.finished.Store(4)
	for k := 2; k <= 4; k++ {
		if result := <-results; result == nil || result.Round() != n.period(k) {
			t.Fatalf("round %d: %v", k, result)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, open := <-results; open {
		t.Error("a result after the end")
	}
	if _, err := f.Get(t.Context(), 0); !errors.Is(err, context.Canceled) {
		t.Errorf("a closed client: %v", err)
	}
}

func TestANodeThatFailsOrLiesGivesWay(t *testing.T) {
	honest, liar, behind := record(t, 4), record(t, 4), record(t, 2)
	liar.lie = func(data []byte) []byte {
		data = slices.Clone(data)
		data[len(data)-1] ^= 1
		return data
	}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	urls := []string{dead.URL, liar.URL, behind.URL, honest.URL}
	f := follow(t, honest.chain.ID(), urls)
	latest, err := f.Get(t.Context(), 0)
	if err != nil || latest.Round() != honest.period(4) {
		t.Errorf("latest is %v, %v", latest, err)
	}
	var invalid *fault.Invalid
	f = follow(t, honest.chain.ID(), []string{dead.URL, liar.URL})
	if _, err := f.Get(t.Context(), 0); !errors.As(err, &invalid) || invalid.Round != 1 {
		t.Errorf("lies alone: %v", err)
	}
}

func TestAnotherChainIsRefused(t *testing.T) {
	n := record(t, 4)
	id := n.chain.ID()
	id[0] ^= 1
	var invalid *fault.Invalid
	if _, err := client.New(t.Context(), id, []string{n.URL}); !errors.As(err, &invalid) {
		t.Errorf("another chain: %v", err)
	}
	var misuse *fault.Misuse
	if _, err := client.New(t.Context(), id, nil); !errors.As(err, &misuse) {
		t.Errorf("no URL: %v", err)
	}
	garbage := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write([]byte(strings.Repeat("[", 1<<20)))
	}))
	defer garbage.Close()
	var malformed *fault.Malformed
	if _, err := client.New(t.Context(), n.chain.ID(), []string{garbage.URL}); !errors.As(err, &malformed) {
		t.Errorf("garbage: %v", err)
	}
}

func TestATrustedStartSavesTheRoundsBefore(t *testing.T) {
	n := record(t, 4)
	f := follow(t, n.chain.ID(), []string{n.URL}, client.TrustedStart(3))
	latest, err := f.Get(t.Context(), 0)
	if err != nil || hex.EncodeToString(latest.Randomness()) != n.rounds[3].Str("beacon") {
		t.Fatalf("latest is %v, %v", latest, err)
	}
	var misuse *fault.Misuse
	if _, err := f.Get(t.Context(), 1); !errors.As(err, &misuse) {
		t.Errorf("a round before the start: %v", err)
	}
}
