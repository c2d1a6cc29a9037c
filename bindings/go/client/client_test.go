package client_test

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"heliast/client"
	"heliast/fault"
	"heliast/internal/testnode"
)

// patience is far longer than anything here takes on a busy machine.
const patience = 10 * time.Minute

func follow(t *testing.T, id [32]byte, urls []string, options ...client.Option) *client.Follower {
	t.Helper()
	f, err := client.New(t.Context(), id, urls, options...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

func TestRoundsAreVerifiedAndFound(t *testing.T) {
	n := testnode.Record(t, 4)
	f := follow(t, n.Chain.ID(), []string{n.URL + "/"})
	latest, err := f.Get(t.Context(), 0)
	if err != nil || latest.Round() != n.Period(4) || !bytes.Equal(latest.Randomness(), n.Rounds[3].Bytes("beacon")) ||
		!bytes.Equal(latest.Signature(), n.Rounds[3].Bytes("beacon_preimage")) {
		t.Fatalf("latest is %v, %v", latest, err)
	}
	for period := uint64(1); period <= n.Period(4); period++ {
		result, err := f.Get(t.Context(), period)
		var empty *client.EmptyPeriodError
		isFilled := slices.ContainsFunc([]int{1, 2, 3, 4}, func(k int) bool { return n.Period(k) == period })
		if isFilled && (err != nil || result.Round() != period) {
			t.Errorf("period %d: %v", period, err)
		}
		if !isFilled && (!errors.As(err, &empty) || empty.Period != period || empty.Next <= period) {
			t.Errorf("empty period %d: %v", period, err)
		}
	}
	if _, err := f.Get(t.Context(), n.Period(4)+1); !errors.Is(err, client.ErrNotYet) {
		t.Errorf("a round to come: %v", err)
	}
}

func TestInfoAndRoundAtAreThoseOfTheGenesis(t *testing.T) {
	n := testnode.Record(t, 0)
	f := follow(t, n.Chain.ID(), []string{n.URL})
	info, err := f.Info(t.Context())
	if err != nil || info.ID != n.Chain.ID() || info.GenesisSeed != n.Chain.Start().Seed() {
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
	n := testnode.Record(t, 1)
	f := follow(t, n.Chain.ID(), []string{n.URL})
	if _, err := f.Get(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	results := f.Watch(ctx)
	for asked := n.Asked.Load(); n.Asked.Load() < asked+2; time.Sleep(time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("the watch never asked for the next round")
		}
	}
	n.Finished.Store(4)
	for k := 2; k <= 4; k++ {
		if result := <-results; result == nil || result.Round() != n.Period(k) {
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
	honest, liar, behind := testnode.Record(t, 4), testnode.Record(t, 4), testnode.Record(t, 2)
	liar.Lie = func(data []byte) []byte {
		data = slices.Clone(data)
		data[len(data)-1] ^= 1
		return data
	}
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	urls := []string{dead.URL, liar.URL, behind.URL, honest.URL}
	f := follow(t, honest.Chain.ID(), urls)
	latest, err := f.Get(t.Context(), 0)
	if err != nil || latest.Round() != honest.Period(4) {
		t.Errorf("latest is %v, %v", latest, err)
	}
	var invalid *fault.Invalid
	f = follow(t, honest.Chain.ID(), []string{dead.URL, liar.URL})
	if _, err := f.Get(t.Context(), 0); !errors.As(err, &invalid) || invalid.Round != 1 {
		t.Errorf("lies alone: %v", err)
	}
}

func TestAnotherChainIsRefused(t *testing.T) {
	n := testnode.Record(t, 4)
	id := n.Chain.ID()
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
	if _, err := client.New(t.Context(), n.Chain.ID(), []string{garbage.URL}); !errors.As(err, &malformed) {
		t.Errorf("garbage: %v", err)
	}
}

func TestATrustedStartSavesTheRoundsBefore(t *testing.T) {
	n := testnode.Record(t, 4)
	f := follow(t, n.Chain.ID(), []string{n.URL}, client.TrustedStart(3))
	latest, err := f.Get(t.Context(), 0)
	if err != nil || hex.EncodeToString(latest.Randomness()) != n.Rounds[3].Str("beacon") {
		t.Fatalf("latest is %v, %v", latest, err)
	}
	var misuse *fault.Misuse
	if _, err := f.Get(t.Context(), 1); !errors.As(err, &misuse) {
		t.Errorf("a round before the start: %v", err)
	}
}
