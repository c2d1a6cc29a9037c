package client_test

import (
	"context"
	"fmt"
	"log"

	"heliast/client"
)

// Each round is verified before it is sent.
func Example() {
	ctx := context.Background()
	chain := [32]byte{ /* the chain's id, from somewhere you trust */ }
	beacon, err := client.New(ctx, chain, []string{"https://beacon.example.org", "https://other.example.org"})
	if err != nil {
		log.Fatal(err)
	}
	defer beacon.Close()
	for result := range beacon.Watch(ctx) {
		fmt.Printf("%d %x\n", result.Round(), result.Randomness())
	}
}
