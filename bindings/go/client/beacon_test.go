package client_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"time"

	"heliast/client"
	"heliast/internal/testnode"
)

func TestARealBeaconIsFollowed(t *testing.T) {
	b := testnode.RunBeacon(t, "--participants", "3", "--period", "0.5", "--vrf", "x-vrf-5", "--stateless", "a-vrf-fast", "--lead", "2")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	f := follow(t, b.ID, []string{b.URL})
	seen, byTrees := []client.Result{}, 0
	for result := range f.Watch(ctx) {
		seen = append(seen, result)
		round := result.(*client.Verified).Heliast()
		for _, lot := range round.Lots {
			if lot.Tree != nil {
				byTrees++
			}
		}
		if last := len(seen) - 1; last > 0 && seen[last-1].Round() >= result.Round() {
			t.Fatalf("round %d after %d", result.Round(), seen[last-1].Round())
		}
		if len(seen) >= 5 && byTrees > 0 {
			break
		}
	}
	if ctx.Err() != nil {
		t.Fatal("no hash tree has drawn")
	}
	checkAgain(t, b, seen)
	if _, err := f.Get(ctx, f.RoundAt(time.Now())+1_000_000); !errors.Is(err, client.ErrNotYet) {
		t.Errorf("a round to come: %v", err)
	}
}

// checkAgain compares the watched rounds with those of another client, which begins anew, and with those of
// drand's route.
func checkAgain(t *testing.T, b testnode.Beacon, seen []client.Result) {
	t.Helper()
	other := follow(t, b.ID, []string{b.URL})
	for _, result := range seen {
		again, err := other.Get(t.Context(), result.Round())
		if err != nil || string(again.Randomness()) != string(result.Randomness()) ||
			string(again.Signature()) != string(result.Signature()) {
			t.Fatalf("round %d again: %v, %v", result.Round(), again, err)
		}
	}
	info, err := other.Info(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.Get(b.URL + "/info")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var told struct {
		Period      float64
		GenesisTime float64 `json:"genesis_time"`
		SchemeID    string
	}
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		t.Fatal(err)
	}
	if told.Period != info.Period.Seconds() || told.GenesisTime != float64(info.GenesisTime.UnixMilli())/1000 || told.SchemeID != info.Scheme {
		t.Errorf("info is %v, and the node says %v", info, told)
	}
}

func TestARealBeaconIsFollowedFromATrustedStart(t *testing.T) {
	b := testnode.RunBeacon(t, "--participants", "2", "--period", "0.3", "--vrf", "ell2")
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	first := follow(t, b.ID, []string{b.URL})
	for result := range first.Watch(ctx) {
		if result.(*client.Verified).Heliast().Number >= 4 {
			break
		}
	}
	late := follow(t, b.ID, []string{"http://127.0.0.1:1", b.URL}, client.TrustedStart(3))
	result, err := late.Get(ctx, 0)
	if err != nil {
		t.Fatal(err)
	}
	again, err := first.Get(ctx, result.Round())
	if err != nil || string(again.Randomness()) != string(result.Randomness()) {
		t.Errorf("round %d: %v", result.Round(), err)
	}
}
