// Signer is CometBFT's own remote signer, with a key in files, for the tests of networks.
package main

import (
	"errors"
	"flag"
	"fmt"
	"net"
	"os"
	"time"

	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/libs/log"
	cmtnet "github.com/cometbft/cometbft/libs/net"
	"github.com/cometbft/cometbft/privval"
	privvalproto "github.com/cometbft/cometbft/proto/tendermint/privval"
	"github.com/cometbft/cometbft/types"
)

const (
	// The time within which a connection must begin, and the time between two calls of an engine that does not answer.
	patience = 3 * time.Second
	pause    = 100 * time.Millisecond
)

func main() {
	engine := flag.String("engine", "", "where the engine listens: tcp://HOST:PORT or unix://PATH")
	chain := flag.String("chain", "", "the engine's id of the chain")
	key := flag.String("key", "", "the file of the key")
	state := flag.String("state", "", "the file that says what was signed")
	flag.Parse()

	dialer, err := dialer(*engine)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	endpoint := privval.NewSignerDialerEndpoint(log.NewTMLogger(log.NewSyncWriter(os.Stderr)), dialer,
		privval.SignerDialerEndpointConnRetries(1<<30), privval.SignerDialerEndpointRetryWaitInterval(pause))
	server := privval.NewSignerServer(endpoint, *chain, privval.LoadFilePV(*key, *state))
	server.SetRequestHandler(told)
	if err := server.Start(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	server.Wait()
}

func dialer(engine string) (privval.SocketDialer, error) {
	protocol, address := cmtnet.ProtocolAndAddress(engine)
	var dial privval.SocketDialer
	switch protocol {
	case "unix":
		dial = privval.DialUnixFn(address)
	case "tcp":
		dial = privval.DialTCPFn(address, patience, ed25519.GenPrivKey())
	default:
		return nil, fmt.Errorf("%q is neither tcp://HOST:PORT nor unix://PATH", engine)
	}
	return func() (net.Conn, error) {
		conn, err := dial()
		if err != nil {
			return nil, err
		}
		return ending{conn}, nil
	}, nil
}

// Ending is a connection that the endpoint gives up when it has ended: it does so after a timeout only, and would read
// the end of a connection for ever.
type ending struct{ net.Conn }

func (conn ending) Read(buffer []byte) (int, error) {
	count, err := conn.Conn.Read(buffer)
	var timeout net.Error
	if err != nil && !errors.As(err, &timeout) {
		err = ended{err}
	}
	return count, err
}

type ended struct{ error }

func (ended) Timeout() bool { return true }

// Told answers as CometBFT does, and prints a line for each signature: what was signed, and whether it was refused.
func told(key types.PrivValidator, request privvalproto.Message, chain string) (privvalproto.Message, error) {
	answer, err := privval.DefaultValidationRequestHandler(key, request, chain)
	switch asked := request.Sum.(type) {
	case *privvalproto.Message_SignVoteRequest:
		vote, said := asked.SignVoteRequest.Vote, answer.GetSignedVoteResponse()
		fmt.Println(word(said.Error == nil), vote.Type, vote.Height, vote.Round, vote.BlockID.Hash)
	case *privvalproto.Message_SignProposalRequest:
		proposal, said := asked.SignProposalRequest.Proposal, answer.GetSignedProposalResponse()
		fmt.Println(word(said.Error == nil), proposal.Type, proposal.Height, proposal.Round, proposal.BlockID.Hash)
	}
	return answer, err
}

func word(isSigned bool) string {
	if isSigned {
		return "signed"
	}
	return "refused"
}
