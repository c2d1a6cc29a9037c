//go:build remembered

package heliast

import "heliast/internal/remember"

type genesisAnswer struct {
	genesis *Genesis
	err     error
}

var geneses remember.Cache[genesisAnswer]

func readGenesis(data []byte) (*Genesis, error) {
	answer := geneses.Of(func() genesisAnswer {
		genesis, err := readGenesisOnce(data)
		return genesisAnswer{genesis, err}
	}, data)
	return answer.genesis, answer.err
}
