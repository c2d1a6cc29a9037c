package client

import (
	"context"
	"time"

	"heliast/fault"
)

// Drand is a client with the method set of drand's client interface: R is that interface's Result, I its
// chain.Info. Programs that are written for drand's clients accept it, and this module does not depend on
// drand's.
type Drand[R, I any] struct {
	follower *Follower
	info     func(*Info) *I
}

// AsDrand makes a client of drand's kind from a client. info makes drand's description of a chain of ours. It
// has no public key, since no key signs the rounds. R must be an interface whose methods [Verified] has.
//
//	var c drand.Client
//	c, err = client.AsDrand[drand.Result](follower, func(i *client.Info) *chain.Info {
//		return &chain.Info{Period: i.Period, Scheme: i.Scheme, GenesisTime: i.GenesisTime.Unix(), GenesisSeed: i.GenesisSeed[:]}
//	})
func AsDrand[R, I any](follower *Follower, info func(*Info) *I) (*Drand[R, I], error) {
	if _, fits := any((*Verified)(nil)).(R); !fits {
		return nil, fault.Misusef("results do not have the methods of %T", new(R))
	}
	return &Drand[R, I]{follower, info}, nil
}

// Get is [Follower.Get].
func (d *Drand[R, I]) Get(ctx context.Context, round uint64) (R, error) {
	result, err := d.follower.Get(ctx, round)
	if err != nil {
		var none R
		return none, err
	}
	return result.(R), nil
}

// Watch is [Follower.Watch].
func (d *Drand[R, I]) Watch(ctx context.Context) <-chan R {
	return watch(d.follower, ctx, func(v *Verified) R { return any(v).(R) })
}

// Info is [Follower.Info], as drand describes a chain.
func (d *Drand[R, I]) Info(ctx context.Context) (*I, error) {
	info, err := d.follower.Info(ctx)
	if err != nil {
		return nil, err
	}
	return d.info(info), nil
}

// RoundAt is [Follower.RoundAt].
func (d *Drand[R, I]) RoundAt(at time.Time) uint64 { return d.follower.RoundAt(at) }

// Close ends the client from which this one was made.
func (d *Drand[R, I]) Close() error { return d.follower.Close() }
