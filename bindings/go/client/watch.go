package client

import (
	"context"
	"errors"
	"time"
)

// slowest is the longest time between two requests for the next round if nodes fail, or the clock is
// wrong.
const slowest = 10 * time.Second

// Watch sends each round that is finished from now on, in their order and none left out, when it is verified.
// The channel is closed when the context is done or the client is closed. If a node fails, the next one is
// asked; if all fail, they are asked again.
func (f *Follower) Watch(ctx context.Context) <-chan Result {
	return watch(f, ctx, func(v *Verified) Result { return v })
}

// watch is [Follower.Watch] with results of any type.
func watch[R any](f *Follower, ctx context.Context, as func(*Verified) R) <-chan R {
	results := make(chan R)
	f.tasks.Add(1)
	go func() {
		defer f.tasks.Done()
		defer close(results)
		ctx, cancel := f.until(ctx)
		defer cancel()
		f.watch(ctx, func(v *Verified) bool {
			select {
			case results <- as(v):
				return true
			case <-ctx.Done():
				return false
			}
		})
	}()
	return results
}

// watch sends rounds until the context is done, or send says that it is.
func (f *Follower) watch(ctx context.Context, send func(*Verified) bool) {
	for {
		err := f.catchUp(ctx)
		if err == nil || errors.Is(err, ErrNotYet) {
			break
		}
		if !f.pause(ctx) {
			return
		}
	}
	for next := f.count(); ; {
		if next == f.count() {
			if f.advance(ctx) != nil && !f.pause(ctx) {
				return
			}
			continue
		}
		result, err := f.result(ctx, next)
		if err != nil {
			if !f.pause(ctx) {
				return
			}
			continue
		}
		if !send(result) {
			return
		}
		next++
	}
}

// pause waits until the next round should be finished, or a tenth of a period if it should be already, and
// returns whether to continue.
func (f *Follower) pause(ctx context.Context) bool {
	f.mu.Lock()
	wait := f.period() / 10
	if len(f.records) > 0 {
		opened := time.UnixMilli(int64(f.records[len(f.records)-1].timeMs))
		wait = max(wait, time.Until(opened.Add(2*f.period()))-f.period()/2)
	}
	f.mu.Unlock()
	wait = min(max(wait, 50*time.Millisecond), f.period(), slowest)
	select {
	case <-time.After(wait):
		return true
	case <-ctx.Done():
		return false
	}
}
