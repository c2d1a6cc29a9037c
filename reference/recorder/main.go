// An application for CometBFT 0.40 whose application hash and validators are what it is sent: with it the answers in
// reference/vector_files/recorded were recorded (see README.md).
//
//	recorder key SEED     prints the public and the packed secret ML-DSA-65 key of a seed, in hexadecimal digits
//	recorder app SOCKET   serves on a unix socket
//
// Transactions are text: "hash HEX" sets the application hash, "power TYPE HEX NUMBER" the power of a validator.
package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"os"
	"strings"

	"github.com/cometbft/cometbft/abci/server"
	"github.com/cometbft/cometbft/abci/types"
	"github.com/cometbft/cometbft/crypto/mldsa65"
)

type app struct {
	types.BaseApplication
	hash, next []byte
}

func (a *app) FinalizeBlock(_ context.Context, request *types.RequestFinalizeBlock) (*types.ResponseFinalizeBlock, error) {
	answer := &types.ResponseFinalizeBlock{}
	a.next = a.hash
	for _, tx := range request.Txs {
		var kind, key string
		var power int64
		if _, err := fmt.Sscanf(string(tx), "power %s %s %d", &kind, &key, &power); err == nil {
			bytes, _ := hex.DecodeString(key)
			answer.ValidatorUpdates = append(answer.ValidatorUpdates, types.UpdateValidator(bytes, power, kind))
		} else if text, ok := strings.CutPrefix(string(tx), "hash "); ok {
			a.next, _ = hex.DecodeString(text)
		}
		answer.TxResults = append(answer.TxResults, &types.ExecTxResult{})
	}
	answer.AppHash = a.next
	return answer, nil
}

func (a *app) Commit(context.Context, *types.RequestCommit) (*types.ResponseCommit, error) {
	a.hash = a.next
	return &types.ResponseCommit{}, nil
}

func main() {
	if os.Args[1] == "key" {
		seed, _ := hex.DecodeString(os.Args[2])
		key, err := mldsa65.GenPrivKeyFromSeed(seed)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%x\n%x\n", key.PubKey().Bytes(), key.Bytes())
		return
	}
	listener, err := server.NewServer("unix://"+os.Args[2], "socket", &app{})
	if err == nil {
		err = listener.Start()
	}
	if err != nil {
		panic(err)
	}
	select {}
}
