// Takes the places that nodes have for callers: `slots CHAIN ADDRESS...` calls each of them under as many invented
// names as it has places, and again wherever it is refused or dropped. Ends with its standard input.
package main

import (
	"io"
	"net"
	"os"
	"time"

	"github.com/cometbft/cometbft/crypto/ed25519"
	"github.com/cometbft/cometbft/libs/protoio"
	"github.com/cometbft/cometbft/p2p"
	"github.com/cometbft/cometbft/p2p/conn"
	"github.com/cometbft/cometbft/version"
)

const (
	// As many callers as were seen to take the 40 places of a node, and two more that try.
	callers = 42
	// The time from one call to the next of one caller.
	pause = 20 * time.Millisecond
	// The time for the greeting.
	patience = 10 * time.Second
	// A channel that nodes have; without a common channel they close the connection.
	consensusState = 0x20
)

func main() {
	for _, address := range os.Args[2:] {
		for range callers {
			go func() {
				for {
					_ = call(os.Args[1], address)
					time.Sleep(pause)
				}
			}()
		}
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// Greets a node under a new name, and listens until the node closes the connection.
func call(chain, address string) error {
	connection, err := net.DialTimeout("tcp", address, patience)
	if err != nil {
		return err
	}
	defer connection.Close()
	if err := connection.SetDeadline(time.Now().Add(patience)); err != nil {
		return err
	}
	key := ed25519.GenPrivKey()
	secret, err := conn.MakeSecretConnection(connection, key)
	if err != nil {
		return err
	}
	info := p2p.DefaultNodeInfo{
		ProtocolVersion: p2p.NewProtocolVersion(version.P2PProtocol, version.BlockProtocol, 0),
		DefaultNodeID:   p2p.PubKeyToID(key.PubKey()),
		ListenAddr:      "127.0.0.1:1",
		Network:         chain,
		Channels:        []byte{consensusState},
		Moniker:         "nobody",
	}
	if _, err := protoio.NewDelimitedWriter(secret).WriteMsg(info.ToProto()); err != nil {
		return err
	}
	if err := connection.SetDeadline(time.Time{}); err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, secret)
	return err
}
