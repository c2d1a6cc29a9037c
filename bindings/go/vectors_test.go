package heliast_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"testing"

	"heliast"
	"heliast/fault"
	"heliast/internal/vectors"
)

// chainsOf are the chains of a file of vectors, by name, with the tips before each of their rounds.
type chainsOf map[string]*verified

type verified struct {
	chain *heliast.Chain
	tips  []*heliast.Tip
}

func (v *verified) before(round uint64) *heliast.Tip { return v.tips[round-1] }

func verifyChains(t testing.TB, file vectors.File) chainsOf {
	t.Helper()
	chains := chainsOf{}
	for _, c := range file.Cases {
		if c.Str("kind") != "chain" {
			continue
		}
		chain, err := heliast.NewChain(c.Bytes("genesis_bytes"))
		if err != nil {
			t.Fatal(c.Str("name"), err)
		}
		made := &verified{chain, []*heliast.Tip{chain.Start()}}
		for i, one := range c.List("rounds") {
			_, next, err := chain.Verify(made.tips[i], one.Bytes("bytes"))
			if err != nil {
				t.Fatal(c.Str("name"), err)
			}
			made.tips = append(made.tips, next)
		}
		chains[c.Str("name")] = made
	}
	return chains
}

var roundFiles = []string{"round", "round_trees", "round_avrf", "members", "validators", "class_round", "round_roots"}

func TestRoundsOfTheVectorsAreVerified(t *testing.T) {
	for _, name := range roundFiles {
		file := vectors.Load(t, name)
		chains := verifyChains(t, file)
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) { checkChain(t, c) }, "chain")
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
			of := chains[c.Str("chain")]
			_, _, err := of.chain.Verify(of.before(c.Uint("number")), c.Bytes("bytes"))
			c.Expect(t, err)
			expectRound(t, c, err)
		}, "round")
		vectors.Each(t, file, checkBundle, "bundle")
	}
	vectors.Each(t, vectors.Load(t, "bundle"), checkBundle, "bundle")
}

// expectRound holds the round that an error names to that of the case.
func expectRound(t *testing.T, c vectors.Case, err error) {
	t.Helper()
	if !c.Has("round") {
		return
	}
	var malformed *fault.Malformed
	var invalid *fault.Invalid
	got := uint64(0)
	if errors.As(err, &malformed) {
		got = malformed.Round
	} else if errors.As(err, &invalid) {
		got = invalid.Round
	}
	if got != c.Uint("round") {
		t.Errorf("the error names round %d, not %d: %v", got, c.Uint("round"), err)
	}
}

func checkBundle(t *testing.T, c vectors.Case) {
	count, err := verifyBundle(c.Bytes("bytes"))
	c.Expect(t, err)
	expectRound(t, c, err)
	if c.Has("from") && count != c.Uint("to")-c.Uint("from")+1 {
		t.Errorf("%d rounds", count)
	}
}

func verifyBundle(data []byte) (uint64, error) {
	bundle, err := heliast.OpenBundleOfAnyChain(bytes.NewReader(data))
	if err != nil {
		return 0, err
	}
	count := uint64(0)
	for _, err := range bundle.Rounds() {
		if err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// checkChain holds all that follows from the rounds of a chain to what the case says.
func checkChain(t *testing.T, c vectors.Case) {
	chain, err := heliast.NewPinnedChain([32]byte(c.Bytes("chain_id")), c.Bytes("genesis_bytes"))
	if err != nil {
		t.Fatal(err)
	}
	tip := chain.Start()
	same(t, "first seed", tip.Seed(), c.Bytes("first_seed"))
	same(t, "first hash", tip.AnnouncementsHash(), c.Bytes("first_hash"))
	same(t, "group id", chain.Genesis().DelayID(), c.Bytes("group_id"))
	for _, one := range c.List("rounds") {
		round, next, err := chain.Verify(tip, one.Bytes("bytes"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "seed", round.Seed, one.Bytes("seed"))
		same(t, "entropy", round.Entropy, one.Bytes("entropy"))
		same(t, "beacon", round.Beacon, one.Bytes("beacon"))
		same(t, "hash", next.AnnouncementsHash(), one.Bytes("hash"))
		if !bytes.Equal(round.X, one.Bytes("x")) || !bytes.Equal(round.Y, one.Bytes("y")) {
			t.Errorf("round %d: another delay", round.Number)
		}
		if !bytes.Equal(chain.BeaconPreimage(round.Number, round.Y), one.Bytes("beacon_preimage")) {
			t.Errorf("round %d: another preimage", round.Number)
		}
		checkLots(t, round, one)
		checkKeys(t, tip, next, round.Number, one)
		tip = next
	}
}

func same(t *testing.T, what string, got [32]byte, want []byte) {
	t.Helper()
	if !bytes.Equal(got[:], want) {
		t.Errorf("%s is %x, not %x", what, got, want)
	}
}

func checkLots(t *testing.T, round *heliast.Round, one vectors.Case) {
	tickets := one.List("tickets")
	if len(tickets) != len(round.Lots) {
		t.Fatalf("round %d: %d lots", round.Number, len(round.Lots))
	}
	for i, lot := range round.Lots {
		want := tickets[i]
		if uint64(lot.Slot) != want.Uint("slot") || uint64(lot.Participant) != want.Uint("participant") ||
			lot.Votes != want.Uint("votes") || !bytes.Equal(lot.Output, want.Bytes("output")) {
			t.Errorf("round %d: lot %d is %v", round.Number, i, lot)
		}
	}
}

func checkKeys(t *testing.T, tip, next *heliast.Tip, number uint64, one vectors.Case) {
	for participant, want := range one.Items("due") {
		text, got := "", ""
		if want != nil {
			text = want.(string)
		}
		if tree := tip.Due(uint32(participant), number); tree != nil {
			got = hex.EncodeToString(tree.Bytes())
		}
		if got != text {
			t.Errorf("round %d: due for participant %d is %q", number, participant, got)
		}
	}
	for participant, want := range one.Items("stakes") {
		if got := tip.Stake(uint32(participant), number); got != vectors.Number(want) {
			t.Errorf("round %d: stake of participant %d is %d", number, participant, got)
		}
	}
	if !one.Has("open") {
		return
	}
	open := next.OpenProposals()
	if len(open) != len(one.List("open")) {
		t.Fatalf("round %d: %d proposals are open, not %v", number, len(open), one["open"])
	}
	for i, want := range one.List("open") {
		got := open[i]
		if fmt.Sprint(got.Approved) != fmt.Sprint(want.Items("approved")) {
			t.Errorf("round %d: approved by %v, not %v", number, got.Approved, want.Items("approved"))
		}
		if got.Round != want.Uint("round") || uint64(got.Proposer) != want.Uint("participant") ||
			!bytes.Equal(got.ID[:], want.Bytes("id")) {
			t.Errorf("round %d: open is %v, not %v", number, got, want)
		}
	}
}

func TestGenesesOfTheVectorsAreRead(t *testing.T) {
	for _, name := range []string{"round", "members", "validators", "class_round", "round_roots"} {
		vectors.Each(t, vectors.Load(t, name), func(t *testing.T, c vectors.Case) {
			chain, err := heliast.NewChain(c.Bytes("bytes"))
			c.Expect(t, err)
			if err != nil {
				return
			}
			same(t, "chain id", chain.ID(), c.Bytes("chain_id"))
			same(t, "first seed", chain.Start().Seed(), c.Bytes("first_seed"))
			if c.Has("group_id") {
				same(t, "group id", chain.Genesis().DelayID(), c.Bytes("group_id"))
			}
			if c.Has("roots_field_id") {
				same(t, "field id", chain.Genesis().Roots.Field.ID(), c.Bytes("roots_field_id"))
			}
		}, "genesis")
	}
}

func TestRandomnessIsDerivedAsInTheVectors(t *testing.T) {
	vectors.Each(t, vectors.Load(t, "round"), func(t *testing.T, c vectors.Case) {
		got, err := heliast.Derive([32]byte(c.Bytes("beacon")), c.Str("label"))
		if err != nil {
			t.Fatal(err)
		}
		same(t, "randomness", got, c.Bytes("randomness"))
	}, "derive")
	var misuse *fault.Misuse
	if _, err := heliast.Derive([32]byte{}, ""); !errors.As(err, &misuse) {
		t.Errorf("an empty label: %v", err)
	}
}
