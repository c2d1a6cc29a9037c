package sortition_test

import (
	"fmt"

	"heliast/sortition"
)

func ExampleVotes() {
	output, key := []byte("32 bytes that a VRF has given us"), []byte("the account's stateless key")
	votes, err := sortition.Votes(output, key, sortition.Account{Stake: 400, Total: 1000, Expected: 20})
	fmt.Println(votes, err)
	// Output: 6 <nil>
}
