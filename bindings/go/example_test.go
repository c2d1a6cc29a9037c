package heliast_test

import (
	"encoding/hex"
	"errors"
	"fmt"
	"os"

	"heliast"
	"heliast/fault"
)

// pinned is the id of the chain in testdata. Take that of a chain from somewhere you trust.
func pinned() (id [32]byte) {
	hex.Decode(id[:], []byte("4349a96a7285b35b549926ee87d06b6c7640085d9afd804d30a1053125aa1eb2"))
	return id
}

// A bundle as `heliast export` writes it, verified from the id of its chain.
func ExampleOpenBundle() {
	file, err := os.Open("testdata/chain.bundle")
	if err != nil {
		panic(err)
	}
	defer file.Close()
	bundle, err := heliast.OpenBundle(file, pinned())
	if err != nil {
		panic(err)
	}
	for round, err := range bundle.Rounds() {
		if err != nil {
			panic(err) // it names the round, and what is wrong with it
		}
		fmt.Printf("round %d: %x..., %d lots\n", round.Number, round.Beacon[:4], len(round.Lots))
	}
	fmt.Println("anything on trust:", bundle.IsTrusted())
	// Output:
	// round 1: 4ca8676c..., 6 lots
	// round 2: 61684772..., 7 lots
	// round 3: b406fab8..., 7 lots
	// round 4: 9c4b169a..., 5 lots
	// round 5: c24219ee..., 2 lots
	// anything on trust: false
}

// Rounds one by one. An error says who is at fault, and names the round.
func ExampleChain_Verify() {
	genesis, err := os.ReadFile("testdata/genesis")
	if err != nil {
		panic(err)
	}
	first, err := os.ReadFile("testdata/round-1")
	if err != nil {
		panic(err)
	}
	chain, err := heliast.NewPinnedChain(pinned(), genesis)
	if err != nil {
		panic(err)
	}
	round, tip, err := chain.Verify(chain.Start(), first)
	if err != nil {
		panic(err)
	}
	fmt.Println(round.Number, "is true, and next comes", tip.Number())

	first[20]++ // another time
	_, _, err = chain.Verify(chain.Start(), first)
	var invalid *fault.Invalid
	if errors.As(err, &invalid) {
		fmt.Printf("round %d is not: %s\n", invalid.Round, invalid.Reason)
	}
	// Output:
	// 1 is true, and next comes 2
	// round 1 is not: time is not on the grid
}
