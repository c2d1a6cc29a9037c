package client_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"heliast/client"
	"heliast/fault"
	"heliast/internal/testnode"
)

// The following types have the method sets and fields of github.com/drand/go-clients/drand and of
// github.com/drand/drand/v2/common/chain.

type drandResult interface {
	GetRound() uint64
	GetRandomness() []byte
	GetPreviousSignature() []byte
	GetSignature() []byte
}

type drandInfo struct {
	ID          string
	Period      time.Duration
	Scheme      string
	GenesisTime int64
	GenesisSeed []byte
}

type drandClient interface {
	Get(ctx context.Context, round uint64) (drandResult, error)
	Watch(ctx context.Context) <-chan drandResult
	Info(ctx context.Context) (*drandInfo, error)
	RoundAt(time time.Time) uint64
	io.Closer
}

var _ drandClient = (*client.Drand[drandResult, drandInfo])(nil)

// draw is a program written for drand: it waits for some rounds, checks the signature of each, and
// prints what it drew.
func draw(ctx context.Context, c drandClient, rounds int) ([]string, error) {
	info, err := c.Info(ctx)
	if err != nil {
		return nil, err
	}
	if first := c.RoundAt(time.Unix(info.GenesisTime, 0)); first != 1 {
		return nil, fmt.Errorf("the genesis time is that of round %d", first)
	}
	var drawn []string
	for result := range c.Watch(ctx) {
		again, err := c.Get(ctx, result.GetRound())
		if err != nil {
			return nil, err
		}
		if sum := sha256.Sum256(again.GetSignature()); !bytes.Equal(sum[:], result.GetRandomness()) {
			return nil, fmt.Errorf("round %d: the randomness is not the signature's", result.GetRound())
		}
		if drawn = append(drawn, fmt.Sprintf("%d %x", result.GetRound(), result.GetRandomness())); len(drawn) == rounds {
			return drawn, c.Close()
		}
	}
	return nil, errors.New("the rounds ended")
}

func asDrand(t *testing.T, f *client.Follower) drandClient {
	t.Helper()
	made, err := client.AsDrand[drandResult](f, func(i *client.Info) *drandInfo {
		return &drandInfo{fmt.Sprintf("%x", i.ID), i.Period, i.Scheme, i.GenesisTime.Unix(), i.GenesisSeed[:]}
	})
	if err != nil {
		t.Fatal(err)
	}
	return made
}

func TestAProgramForDrandRunsWithThisClient(t *testing.T) {
	n := testnode.Record(t, 1)
	f := follow(t, n.Chain.ID(), []string{n.URL})
	c := asDrand(t, f)
	if latest, err := c.Get(t.Context(), 0); err != nil || latest.GetRound() != n.Period(1) {
		t.Fatalf("latest is %v, %v", latest, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	asked := n.Asked.Load()
	go func() {
		// The watch has begun once it asks for the next round.
		for n.Asked.Load() < asked+2 && ctx.Err() == nil {
			time.Sleep(time.Millisecond)
		}
		n.Finished.Store(4)
	}()
	drawn, err := draw(ctx, c, 3)
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range []int{2, 3, 4} {
		if want := fmt.Sprintf("%d %x", n.Period(k), n.Rounds[k-1].Bytes("beacon")); drawn[i] != want {
			t.Errorf("round %d: %s, not %s", k, drawn[i], want)
		}
	}
}

func TestAResultForDrandNamesTheSignatureBefore(t *testing.T) {
	n := testnode.Record(t, 4)
	c := asDrand(t, follow(t, n.Chain.ID(), []string{n.URL}))
	for k := 1; k <= 4; k++ {
		result, err := c.Get(t.Context(), n.Period(k))
		if err != nil {
			t.Fatal(err)
		}
		var want []byte
		if k > 1 {
			want = n.Rounds[k-2].Bytes("beacon_preimage")
		}
		if !bytes.Equal(result.GetPreviousSignature(), want) {
			t.Errorf("round %d: %x", k, result.GetPreviousSignature())
		}
	}
}

func TestDrandsErrorsAreOursWithoutAResult(t *testing.T) {
	n := testnode.Record(t, 0)
	f := follow(t, n.Chain.ID(), []string{n.URL})
	if result, err := asDrand(t, f).Get(t.Context(), 0); result != nil || !errors.Is(err, client.ErrNotYet) {
		t.Errorf("before round 1: %v, %v", result, err)
	}
	type other interface{ Beacon() string }
	var misuse *fault.Misuse
	if _, err := client.AsDrand[other](f, func(*client.Info) *drandInfo { return nil }); !errors.As(err, &misuse) {
		t.Errorf("results that have not these methods: %v", err)
	}
}
