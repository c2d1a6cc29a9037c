package main

import (
	"bytes"
	"fmt"
	"io"
	"math/big"
	"strings"

	"heliast"
	"heliast/avrf"
	"heliast/ecvrf"
	"heliast/finality"
	"heliast/group"
	"heliast/ivrf"
	"heliast/roots"
	"heliast/wesolowski"
	"heliast/xvrf"
)

// story is a chain that is known, with its rounds and the tips before and after them.
type story struct {
	chain   *heliast.Chain
	network []byte
	rounds  [][]byte
	tips    []*heliast.Tip
	// checked has the checked rounds of an epoch, by their numbers.
	checked map[uint64]*heliast.Pending
}

type reader struct {
	stories map[string]*story
	groups  map[string]group.Group
	fields  map[string]*roots.Field
}

func newReader() *reader {
	return &reader{map[string]*story{}, map[string]group.Group{}, map[string]*roots.Field{}}
}

func (r *reader) chain(f [][]byte) (string, error) {
	chain, err := heliast.NewChain(f[1])
	if err != nil {
		return "", err
	}
	s := &story{chain: chain, network: f[2], rounds: f[3:], tips: []*heliast.Tip{chain.Start()}, checked: map[uint64]*heliast.Pending{}}
	for i, data := range s.rounds {
		_, tip, err := chain.Verify(s.tips[i], data)
		if err != nil {
			return "", err
		}
		s.tips = append(s.tips, tip)
	}
	r.stories[string(f[0])] = s
	return "", nil
}

func (r *reader) group(f [][]byte) (string, error) {
	var made group.Group
	var err error
	if string(f[1]) == "rsa" {
		made, err = group.NewRSA(new(big.Int).SetBytes(f[2]), 256)
	} else {
		made, err = group.NewClass(new(big.Int).SetBytes(f[2]), 256)
	}
	r.groups[string(f[0])] = made
	return "", err
}

func (r *reader) round(f [][]byte) (string, error) {
	s := r.stories[string(f[0])]
	round, _, err := s.chain.Verify(s.tips[number(f[1])], f[2])
	if err != nil {
		return "", err
	}
	return facts(round), nil
}

func facts(round *heliast.Round) string {
	var lots []string
	for _, lot := range round.Lots {
		lots = append(lots, fmt.Sprintf("%d/%d/%d", lot.Slot, lot.Participant, lot.Votes))
	}
	return fmt.Sprintf("%d:%d:%x:%x:%s", round.Number, round.TimeMs, round.Beacon, round.Entropy, strings.Join(lots, ","))
}

func (r *reader) bundle(f [][]byte) (string, error) { return readBundle(f, false) }

func (r *reader) framed(f [][]byte) (string, error) { return readBundle(f, true) }

// readBundle verifies all rounds of a bundle, and the frames of finality before them.
func readBundle(f [][]byte, isFramed bool) (string, error) {
	bundle, err := open(f)
	if err != nil {
		return "", err
	}
	var said, signed []string
	var verifier *finality.Verifier
	for {
		round, err := bundle.Next()
		if err == io.EOF {
			return strings.Join(append(said, signed...), " "), nil
		}
		if err != nil {
			return "", err
		}
		said = append(said, facts(round))
		if !isFramed {
			continue
		}
		for _, data := range bundle.Frames() {
			if finality.IsNetworkFile(data) {
				verifier, err = verifierOf(bundle.Chain(), data)
			} else if finality.IsFrame(data) && verifier != nil {
				var one string
				one, err = verify(verifier, data, bundle.Tip())
				signed = append(signed, fmt.Sprintf("%d=%s", round.Number, one))
			}
			if err != nil {
				return "", err
			}
		}
	}
}

func open(f [][]byte) (*heliast.Bundle, error) {
	if len(f[0]) == 0 {
		return heliast.OpenBundleOfAnyChain(bytes.NewReader(f[1]))
	}
	return heliast.OpenBundle(bytes.NewReader(f[1]), [32]byte(f[0]))
}

func genesis(f [][]byte) (string, error) {
	chain, err := heliast.NewChain(f[0])
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x %x", chain.ID(), chain.Genesis().DelayID()), nil
}

func verifierOf(chain *heliast.Chain, data []byte) (*finality.Verifier, error) {
	network, err := finality.ParseNetworkFile(data)
	if err != nil {
		return nil, err
	}
	return finality.NewVerifier(chain, network)
}

func verify(verifier *finality.Verifier, data []byte, tip *heliast.Tip) (string, error) {
	frame, err := finality.ParseFrame(data)
	if err != nil {
		return "", err
	}
	signed, err := verifier.Verify(frame, tip)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%d/%d/%d", signed.Height, signed.Power, signed.Total), nil
}

func (r *reader) network(f [][]byte) (string, error) {
	_, err := verifierOf(r.stories[string(f[0])].chain, f[1])
	return "", err
}

func (r *reader) frames(f [][]byte) (string, error) {
	s := r.stories[string(f[0])]
	verifier, err := verifierOf(s.chain, s.network)
	var said []string
	for _, shown := range f[1:] {
		var one string
		if err == nil {
			one, err = verify(verifier, shown[8:], s.tips[number(shown[:8])])
		}
		said = append(said, one)
	}
	return strings.Join(said, " "), err
}

func (r *reader) proof(f [][]byte) (string, error) {
	g := r.groups[string(f[0])]
	file, err := wesolowski.ParseFile(f[4])
	if err != nil {
		return "", err
	}
	y, err := file.Verify(g, f[1], number(f[2]), int(number(f[3])))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", g.Encode(y)), nil
}

func (r *reader) field(f [][]byte) (string, error) {
	bits, counter := uint16(number(f[1])), uint32(number(f[2]))
	made, err := roots.NewField(roots.Parameters{Bits: bits, Counter: counter, Seed: f[3]})
	r.fields[string(f[0])] = made
	return "", err
}

func (r *reader) roots(f [][]byte) (string, error) {
	field := r.fields[string(f[0])]
	file, err := roots.ParseFile(f[3])
	if err != nil {
		return "", err
	}
	y, err := file.Verify(field, f[1], number(f[2]))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", field.Encode(y)), nil
}

func vrf(f [][]byte) (string, error) {
	round, slot := number(f[2]), uint16(number(f[3]))
	var output []byte
	var err error
	switch scheme := f[0][0]; scheme {
	case 3, 4:
		output, err = ecvrf.Verify(ecvrf.Scheme(scheme), f[1], f[4], f[5])
	case 0x21:
		output, err = xvrf.Verify(f[1], xvrf.Turn{Round: round, Slot: slot}, f[4], f[5])
	case 0x22:
		output, err = ivrf.Verify(f[1], ivrf.Turn{Round: round, Slot: slot}, f[4], f[5])
	default:
		output, err = avrf.Verify(f[1], f[4], f[5])
	}
	return fmt.Sprintf("%x", output), err
}

func (r *reader) epoch(f [][]byte) (string, error) {
	s := r.stories[string(f[0])]
	var rounds []*heliast.Pending
	for i := number(f[1]); i <= number(f[2]); i++ {
		if s.checked[i] == nil {
			pending, _, err := s.chain.Check(s.tips[i-1], s.rounds[i-1])
			if err != nil {
				return "", err
			}
			s.checked[i] = pending
		}
		rounds = append(rounds, s.checked[i])
	}
	_, err := s.chain.VerifyEpoch(rounds, f[3])
	return "", err
}
