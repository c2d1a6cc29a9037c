package finality

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heliast"
	"heliast/internal/vectors"
)

// network is a network of the vectors, with the tips after each of its rounds.
type network struct {
	chain *heliast.Chain
	file  *NetworkFile
	tips  []*heliast.Tip
}

func networksOf(t testing.TB, file vectors.File) map[string]*network {
	t.Helper()
	found := map[string]*network{}
	for _, c := range file.Cases {
		if c.Str("kind") != "network" {
			continue
		}
		chain, err := heliast.NewChain(c.Bytes("genesis_bytes"))
		if err != nil {
			t.Fatal(err)
		}
		parsed, err := ParseNetworkFile(c.Bytes("bytes"))
		if err != nil {
			t.Fatal(err)
		}
		made := &network{chain, parsed, []*heliast.Tip{chain.Start()}}
		for i, one := range c.Items("rounds") {
			_, next, err := chain.Verify(made.tips[i], vectors.Hex(one.(string)))
			if err != nil {
				t.Fatal(err)
			}
			made.tips = append(made.tips, next)
		}
		found[c.Str("name")] = made
	}
	return found
}

func TestNetworkFilesAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "finality")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		parsed, err := ParseNetworkFile(c.Bytes("bytes"))
		c.Expect(t, err)
		if err != nil {
			return
		}
		if nonce := parsed.Nonce(); !bytes.Equal(nonce[:], c.Bytes("nonce")) || !bytes.Equal(parsed.Bytes(), c.Bytes("bytes")) {
			t.Errorf("nonce is %x", nonce)
		}
		if insists := parsed.Insisting; (insists != nil) != c.Has("within_ms") {
			t.Errorf("insists %v", insists)
		} else if insists != nil && *insists != (Insisting{uint32(c.Uint("within_ms")), uint32(c.Uint("until_ms"))}) {
			t.Errorf("insists %v", *insists)
		}
		sorted := slices.SortedFunc(slices.Values(parsed.Validators), inOrder)
		for i, want := range c.Items("addresses") {
			if address := sorted[i].Address(); hex.EncodeToString(address[:]) != want {
				t.Errorf("address %d is %x", i, address)
			}
		}
		if got := SetHash(sorted); !bytes.Equal(got, c.Bytes("set_hash")) {
			t.Errorf("set hash is %x", got)
		}
		if got := EngineChainID([32]byte(c.Bytes("chain_id"))); got != c.Str("engine_chain_id") {
			t.Errorf("engine's chain id is %s", got)
		}
	}, "network", "file")
}

func TestFramesAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "finality")
	networks := networksOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		of := networks[c.Str("network")]
		frame, err := ParseFrame(c.Bytes("bytes"))
		if err != nil {
			t.Fatal(err)
		}
		if got := merkleRoot(frame.leaves); !bytes.Equal(got, c.Bytes("header_hash")) || frame.Height != c.Uint("height") ||
			frame.OpenedMs != c.Uint("opened_ms") || frame.ClosedMs != c.Uint("closed_ms") {
			t.Errorf("header %x of height %d", got, frame.Height)
		}
		verifier, err := NewVerifier(of.chain, of.file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := verifier.Verify(frame, of.tips[c.Uint("round")]); err != nil {
			t.Error(err)
		}
	}, "engine")
	for _, name := range []string{"finality", "validators_finality"} {
		file := vectors.Load(t, name)
		networks := networksOf(t, file)
		vectors.Each(t, file, func(t *testing.T, c vectors.Case) { checkFrames(t, networks[c.Str("network")], c) }, "frames")
	}
}

func TestListsOfValidatorsAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "validators_finality")
	networks := networksOf(t, file)
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		of := networks[c.Str("name")]
		listed, adopted := newList(of.chain.ID(), of.file.Validators), of.tips[len(of.tips)-1].ValidatorChanges()
		for _, want := range c.List("lists") {
			for _, change := range want.List("changes") {
				reason := listed.adopt(adopted[0])
				adopted = adopted[1:]
				// The reasons name the rule.
				if rule := "rule 0"; len(reason) > 0 != (change["no_effect"] != nil) ||
					(len(reason) > 0 && reason[:len(rule)] != change.Str("no_effect")[:len(rule)]) {
					t.Errorf("round %d: %q, not %v", want.Uint("round"), reason, change["no_effect"])
				}
			}
			if set := SetHash(listed.listed.less(nil)); !bytes.Equal(set, want.Bytes("set_hash")) {
				t.Errorf("round %d: set hash is %x", want.Uint("round"), set)
			}
		}
		if len(adopted) > 0 {
			t.Errorf("%d changes more", len(adopted))
		}
	}, "network")
}

// A verifier that sees tips of the past and of the present by turns says the same.
func TestWhatWasSeenOfAChainDoesNotDependOnTheOrderOfTips(t *testing.T) {
	file := vectors.Load(t, "validators_finality")
	networks := networksOf(t, file)
	for _, c := range file.Cases {
		if !strings.HasSuffix(c.Str("name"), "ed25519, network: a frame of each round") {
			continue
		}
		of := networks[c.Str("network")]
		verifier, err := NewVerifier(of.chain, of.file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range c.Items("frames") {
			for _, at := range []int{i, 0, i} {
				frame, err := ParseFrame(vectors.Hex(c.Items("frames")[at].(string)))
				if err != nil {
					t.Fatal(err)
				}
				if _, err := verifier.Verify(frame, of.tips[vectors.Number(c.Items("rounds")[at])]); err != nil {
					t.Errorf("frame %d: %v", at, err)
				}
			}
		}
	}
}

// checkFrames takes frames one after the other; only the last one may have an error.
func checkFrames(t *testing.T, of *network, c vectors.Case) {
	verifier, err := NewVerifier(of.chain, of.file)
	if err != nil {
		t.Fatal(err)
	}
	frames := c.Items("frames")
	for i, one := range frames {
		var signed *Signed
		frame, err := ParseFrame(vectors.Hex(one.(string)))
		if err == nil {
			signed, err = verifier.Verify(frame, of.tips[vectors.Number(c.Items("rounds")[i])])
		}
		if c.Has("error") && i == len(frames)-1 {
			c.Expect(t, err)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if c.Has("signed") {
			want := c.List("signed")[i]
			if signed.Height != want.Uint("height") || signed.Power != want.Uint("power") || signed.Total != want.Uint("total") {
				t.Errorf("frame %d: %v, not %v", i, *signed, want)
			}
		}
	}
}

func TestSignaturesAreThoseOfZIP215(t *testing.T) {
	vectors.Each(t, vectors.Load(t, "finality"), func(t *testing.T, c vectors.Case) {
		if got := verifiesEd25519(c.Bytes("key"), c.Bytes("message"), c.Bytes("signature")); got != c["valid"].(bool) {
			t.Errorf("verifies: %v", got)
		}
	}, "signature")
}

func TestFramesInBundlesAreThoseOfTheVectors(t *testing.T) {
	vectors.Each(t, vectors.Load(t, "finality"), func(t *testing.T, c vectors.Case) {
		frames, err := readBundle(c.Bytes("bytes"))
		c.Expect(t, err)
		if err == nil && fmt.Sprint(frames) != fmt.Sprint(framesOf(c)) {
			t.Errorf("got %v", frames)
		}
	}, "bundle")
}

func framesOf(c vectors.Case) map[uint64][]string {
	made := map[uint64][]string{}
	for key := range c.Object("frames") {
		number, _ := strconv.ParseUint(key, 10, 64)
		for _, one := range c.Object("frames").Items(key) {
			made[number] = append(made[number], one.(string))
		}
	}
	return made
}

// readBundle verifies a bundle with its frames of finality, and returns all frames but epoch proofs.
func readBundle(data []byte) (map[uint64][]string, error) {
	bundle, err := heliast.OpenBundleOfAnyChain(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	found, verifier := map[uint64][]string{}, (*Verifier)(nil)
	for round, err := range bundle.Rounds() {
		if err != nil {
			return nil, err
		}
		for _, one := range bundle.Frames() {
			if bytes.HasPrefix(one, []byte("HLEP")) {
				continue
			}
			found[round.Number] = append(found[round.Number], hex.EncodeToString(one))
			switch {
			case IsNetworkFile(one):
				file, err := ParseNetworkFile(one)
				if err != nil {
					return nil, err
				}
				if verifier, err = NewVerifier(bundle.Chain(), file); err != nil {
					return nil, err
				}
			case IsFrame(one) && verifier != nil:
				frame, err := ParseFrame(one)
				if err != nil {
					return nil, err
				}
				if _, err := verifier.Verify(frame, bundle.Tip()); err != nil {
					return nil, err
				}
			}
		}
	}
	return found, nil
}

func FuzzParse(f *testing.F) {
	file := vectors.Load(f, "finality")
	networks := networksOf(f, file)
	for _, c := range file.Cases {
		switch c.Str("kind") {
		case "network", "file", "engine":
			f.Add(c.Bytes("bytes"))
		case "frames":
			frames := c.Items("frames")
			f.Add(vectors.Hex(frames[len(frames)-1].(string)))
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if parsed, err := ParseNetworkFile(data); err == nil && !bytes.Equal(parsed.Bytes(), data) {
			t.Errorf("encodes to other bytes")
		}
		frame, err := ParseFrame(data)
		if err != nil {
			return
		}
		of := networks["ed25519"]
		verifier, err := NewVerifier(of.chain, of.file)
		if err != nil {
			t.Fatal(err)
		}
		for _, tip := range of.tips {
			_, _ = verifier.Verify(frame, tip)
		}
	})
}
