package client

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"sync/atomic"

	"heliast"
	"heliast/fault"
)

// ErrNotYet says that a round is not finished.
var ErrNotYet = errors.New("the round is not finished yet")

// largest is the greatest number of bytes that are read of an answer in JSON.
const largest = 64 << 20

// nodes are the beacon's nodes, of which one is asked until it fails.
type nodes struct {
	http    *http.Client
	urls    []string
	current atomic.Uint64
}

// first calls ask for one node after the other, beginning with the one that worked last, until one has no
// error. If none is left and one of them said that a round is not finished, that is the error.
func (n *nodes) first(ctx context.Context, log *slog.Logger, ask func(url string) error) error {
	begin, notYet := n.current.Load(), false
	var failures []error
	for i := range uint64(len(n.urls)) {
		place := (begin + i) % uint64(len(n.urls))
		err := ask(n.urls[place])
		switch {
		case err == nil:
			n.current.Store(place)
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, ErrNotYet):
			notYet = true
			continue
		}
		log.Warn("a node failed", "url", n.urls[place], "error", err)
		failures = append(failures, fmt.Errorf("%s: %w", n.urls[place], err))
	}
	if notYet {
		return ErrNotYet
	}
	return errors.Join(failures...)
}

// get opens the answer to a request; 425 is ErrNotYet.
func (n *nodes) get(ctx context.Context, url string) (io.ReadCloser, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	answer, err := n.http.Do(request)
	if err != nil {
		return nil, err
	}
	if answer.StatusCode == http.StatusOK {
		return answer.Body, nil
	}
	answer.Body.Close()
	if answer.StatusCode == http.StatusTooEarly {
		return nil, ErrNotYet
	}
	return nil, fmt.Errorf("the node answered %s", answer.Status)
}

// json reads an answer into a value.
func (n *nodes) json(ctx context.Context, url string, value any) error {
	body, err := n.get(ctx, url)
	if err != nil {
		return err
	}
	defer body.Close()
	if err := json.NewDecoder(io.LimitReader(body, largest)).Decode(value); err != nil {
		return fault.Malformedf("the answer: %s", err)
	}
	return nil
}

// hexBytes are bytes that JSON has as hexadecimal digits.
type hexBytes []byte

func (b *hexBytes) UnmarshalText(text []byte) (err error) {
	*b, err = hex.AppendDecode(nil, text)
	return err
}

func (n *nodes) genesis(ctx context.Context, url string, id [32]byte) (*heliast.Chain, error) {
	var answer struct{ Bytes hexBytes }
	if err := n.json(ctx, url+"/v1/genesis", &answer); err != nil {
		return nil, err
	}
	return heliast.NewPinnedChain(id, answer.Bytes)
}

// round are the bytes of one round.
func (n *nodes) round(ctx context.Context, url string, k uint64) ([]byte, error) {
	var answer struct{ Bytes hexBytes }
	err := n.json(ctx, fmt.Sprintf("%s/v1/rounds/%d", url, k), &answer)
	return answer.Bytes, err
}

// signature is the signature field of the round of a period.
func (n *nodes) signature(ctx context.Context, url string, period uint64) ([]byte, error) {
	var answer struct{ Signature hexBytes }
	err := n.json(ctx, fmt.Sprintf("%s/public/%d", url, period), &answer)
	return answer.Signature, err
}
