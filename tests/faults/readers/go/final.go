// Verifies a network's bundle, and every frame of finality in it: final FILE CHAIN_ID. It prints the last round, and
// the number of frames.
package main

import (
	"encoding/hex"
	"fmt"
	"log"
	"os"

	"heliast"
	"heliast/finality"
)

func main() {
	id, err := hex.DecodeString(os.Args[2])
	check(err)
	file, err := os.Open(os.Args[1])
	check(err)
	bundle, err := heliast.OpenBundle(file, [32]byte(id))
	check(err)
	var verifier *finality.Verifier
	last, frames := uint64(0), 0
	for round, err := range bundle.Rounds() {
		check(err)
		for _, data := range bundle.Frames() {
			switch {
			case finality.IsNetworkFile(data):
				network, err := finality.ParseNetworkFile(data)
				check(err)
				verifier, err = finality.NewVerifier(bundle.Chain(), network)
				check(err)
			case finality.IsFrame(data):
				frame, err := finality.ParseFrame(data)
				check(err)
				_, err = verifier.Verify(frame, bundle.Tip())
				check(err)
				frames++
			}
		}
		last = round.Number
	}
	fmt.Println(last, frames)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
