package group

import (
	"math/big"
	"sync"
)

// rsa2048 is RSA-2048 of the RSA Factoring Challenge, in hexadecimal.
const rsa2048 = "" +
	"c7970ceedcc3b0754490201a7aa613cd73911081c790f5f1a8726f463550bb5b7ff0db8e1ea1189ec72f93d1650011bd721a" +
	"eeacc2acde32a04107f0648c2813a31f5b0b7765ff8b44b4b6ffc93384b646eb09c7cf5e8592d40ea33c80039f35b4f14a04" +
	"b51f7bfd781be4d1673164ba8eb991c2c4d730bbbe35f592bdef524af7e8daefd26c66fc02c479af89d64d373f442709439d" +
	"e66ceb955f3ea37d5159f6135809f85334b5cb1813addc80cd05609f10ac6a95ad65872c909525bdad32bc729592642920f2" +
	"4c61dc5b3c3b7923e56b16a4d9d373d8721f24a3fc0f1b3131f55615172866bccc30f95054c824e733a5eb6817f7bc16399d" +
	"48c6361cc7e5"

// RSA2048 is the group of RSA-2048 of the RSA Factoring Challenge, which nobody is known to have factored.
var RSA2048 = sync.OnceValue(func() *RSA {
	modulus, _ := new(big.Int).SetString(rsa2048, 16)
	made, err := NewRSA(modulus, 2048)
	if err != nil {
		panic(err)
	}
	return made
})
