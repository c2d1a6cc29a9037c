// Package client follows a live beacon over its HTTP API, and verifies every round from a genesis that the
// caller pins.
//
// It has the shape of drand's client: [Client] has the methods of its interface, and [AsDrand] makes one that
// programs for drand's own interface take. As there, a round has the
// number of its period: the one that opened i periods after the genesis time has the number i + 1, and a
// period may be left empty.
package client

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"heliast"
	"heliast/fault"
)

// Client has the methods that a user of a beacon needs; drand's clients have the same ones.
type Client interface {
	// Get returns the randomness of a round; of the latest one for 0.
	Get(ctx context.Context, round uint64) (Result, error)
	// Watch returns new randomness as it becomes available, until the context is done or the client is
	// closed.
	Watch(ctx context.Context) <-chan Result
	// Info returns what the chain is.
	Info(ctx context.Context) (*Info, error)
	// RoundAt returns the number of the last round that should be finished at a time; 0 before the first.
	RoundAt(at time.Time) uint64
	// Close ends all activity of the client.
	Close() error
}

// Result is the randomness of a round.
type Result interface {
	// Round is the number of the round's period.
	Round() uint64
	// Randomness is the beacon, 32 bytes: SHA-256 of Signature.
	Randomness() []byte
	// Signature is the preimage of the beacon. It has drand's name, and is not a signature.
	Signature() []byte
}

// Info describes a chain.
type Info struct {
	// ID is the chain's id, which drand calls its hash.
	ID [32]byte
	// Period is the time from round to round.
	Period time.Duration
	// GenesisTime is the time at which the round of number 1 should be finished, a period after it opens.
	GenesisTime time.Time
	// Scheme is drand's schemeID.
	Scheme string
	// GenesisSeed is the seed of the first round.
	GenesisSeed [32]byte
	// Chain has everything else.
	Chain *heliast.Chain
}

// Follower is a [Client] over HTTP. It may be used by several goroutines at once.
//
// It verifies all rounds from the first one on before it returns the first result, and keeps 48 bytes of
// memory for each; with [TrustedStart] it begins later.
type Follower struct {
	chain  *heliast.Chain
	nodes  *nodes
	log    *slog.Logger
	start  uint64
	closed context.Context
	close  context.CancelFunc
	tasks  sync.WaitGroup

	// turn is held by the goroutine that fetches and verifies.
	turn chan struct{}
	// bulk says whether so many rounds are missing that they come as a bundle; singles counts those that came
	// alone.
	bulk    bool
	singles int

	mu      sync.Mutex // guards what follows
	tip     *heliast.Tip
	records []record
	recent  []*Verified
}

// record is the data that are kept of every round.
type record struct {
	number, timeMs uint64
	beacon         [32]byte
}

var _ Client = (*Follower)(nil)

// Option changes how a client works.
type Option func(*Follower)

// HTTPClient makes the client send its requests with another HTTP client than that of this package, whose
// requests time out after a minute.
func HTTPClient(c *http.Client) Option { return func(f *Follower) { f.nodes.http = c } }

// TrustedStart makes the client begin with round k of the chain (not of a period) instead of round 1. It
// takes the state before it on trust from the first node that answers: the seed and the announcements.
func TrustedStart(k uint64) Option { return func(f *Follower) { f.start = k } }

// Logger makes the client report which nodes fail, and why.
func Logger(log *slog.Logger) Option { return func(f *Follower) { f.log = log } }

// New makes a client of the chain with this id, from the nodes at these URLs, such as
// https://beacon.example.org. It fetches the genesis from the first node that has it; if a node fails or lies,
// the next one is asked.
func New(ctx context.Context, chain [32]byte, urls []string, options ...Option) (*Follower, error) {
	if len(urls) == 0 {
		return nil, fault.Misusef("a client needs the URL of a node")
	}
	f := &Follower{log: slog.New(slog.DiscardHandler), start: 1, turn: make(chan struct{}, 1), bulk: true}
	f.nodes = &nodes{http: &http.Client{Timeout: time.Minute}}
	for _, url := range urls {
		f.nodes.urls = append(f.nodes.urls, strings.TrimRight(url, "/"))
	}
	for _, option := range options {
		option(f)
	}
	if f.start == 0 {
		return nil, fault.Misusef("a chain has no round 0")
	}
	f.closed, f.close = context.WithCancel(context.Background())
	err := f.nodes.first(ctx, f.log, func(url string) (err error) {
		f.chain, err = f.nodes.genesis(ctx, url, chain)
		return err
	})
	if err != nil {
		f.close()
		return nil, fmt.Errorf("no node gave the genesis: %w", err)
	}
	if f.start == 1 {
		f.tip = f.chain.Start()
	}
	return f, nil
}

// Info returns the description of the chain, without a request.
func (f *Follower) Info(context.Context) (*Info, error) {
	g := f.chain.Genesis()
	return &Info{
		ID: f.chain.ID(), Period: f.period(), GenesisTime: time.UnixMilli(int64(g.TimeMs)).Add(f.period()),
		Scheme: "heliast-v1", GenesisSeed: f.chain.Start().Seed(), Chain: f.chain,
	}, nil
}

// RoundAt returns the number of the last round that should be finished at a time, as drand's clients count: 1
// from a period after the genesis time on, and 0 before.
func (f *Follower) RoundAt(at time.Time) uint64 {
	since := at.UnixMilli() - int64(f.chain.Genesis().TimeMs)
	return uint64(max(since, 0)) / uint64(f.chain.Genesis().PeriodMs)
}

// Close ends all watches, and waits for them.
func (f *Follower) Close() error {
	f.close()
	f.tasks.Wait()
	return nil
}

func (f *Follower) period() time.Duration {
	return time.Duration(f.chain.Genesis().PeriodMs) * time.Millisecond
}

// periodOf is the number of the period in which a round opened.
func (f *Follower) periodOf(timeMs uint64) uint64 {
	g := f.chain.Genesis()
	return 1 + (timeMs-g.TimeMs)/uint64(g.PeriodMs)
}
