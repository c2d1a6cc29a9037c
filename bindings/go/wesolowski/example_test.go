package wesolowski_test

import (
	"fmt"
	"math/big"

	"heliast/group"
	"heliast/wesolowski"
)

// A proof file that `heliast vdf prove` wrote is verified with the modulus that it is about.
func ExampleParseFile() {
	modulus, _ := new(big.Int).SetString("135066410865995223349603216278805969938881475605667027524485143851526510604859533"+
		"833940287150571909441798207282164471551373680419703964191743046496589274256239341020864383202110372958725762358509"+
		"643110564073501508187510676594629205563685529475213500852879416377328533906109750544334999811150056977236890927563",
		10)
	rsa, err := group.NewRSA(modulus, 1024)
	if err != nil {
		panic(err)
	}
	_, err = wesolowski.ParseFile([]byte("HLVP, but cut"))
	fmt.Println(rsa.Len(), err)
	// Output: 128 malformed: wrong version
}
