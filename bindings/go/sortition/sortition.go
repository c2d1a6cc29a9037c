// Package sortition turns outputs of a VRF into votes, in integers, equal on every platform
// (spec/sortition.md).
package sortition

import (
	"heliast/fault"
	"heliast/internal/wire"
)

// Limits: a total stake and an expected number of votes are below these.
const (
	TotalLimit    = 1 << 54
	ExpectedLimit = 1 << 32
)

// Account has the weights of a draw: the account's stake, the stake of all, and the expected votes of the
// committee.
type Account struct {
	Stake, Total, Expected uint64
}

// Votes is the number of votes that a VRF's output gives the account of a public key. The work grows with the
// expected votes. Numbers out of range are a misuse, and so are bytes that are not an output.
func Votes(output, key []byte, account Account) (uint64, error) {
	if len(output) != 32 && len(output) != 64 {
		return 0, fault.Misusef("an output has 32 or 64 bytes, not %d", len(output))
	}
	if len(key) > 1<<16-1 {
		return 0, fault.Misusef("a key has at most 65,535 bytes")
	}
	digest := wire.Hash(wire.Tag("heliast/sortition/v1"), wire.U16(uint16(len(output))), output,
		wire.U16(uint16(len(key))), key)
	return votesOf(digest, account)
}

// votesOf is the smallest j for which the digest, as a number, is at most 2^256 times the binomial
// distribution at j.
func votesOf(digest [32]byte, account Account) (uint64, error) {
	stake, total, expected := account.Stake, account.Total, account.Expected
	if stake > total || total >= TotalLimit || expected >= ExpectedLimit {
		return 0, fault.Misusef("a stake of %d of %d, and %d expected votes", stake, total, expected)
	}
	switch {
	case stake == 0 || expected == 0:
		return 0, nil
	case expected >= total:
		return stake, nil
	}
	other := total - expected
	p := power(base(other, total), stake)
	drawn, sum, j := wordsOf(digest), p.fixed(), uint64(0)
	for sum.less(drawn) && j < stake {
		p = p.scaled(stake-j, other).scaled(expected, j+1)
		j++
		term := p.fixed()
		if term == (words{}) && pastMean(j, total, stake, expected) {
			return j, nil
		}
		sum = sum.plus(term)
	}
	return j, nil
}
