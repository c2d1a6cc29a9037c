// Answers for the Go module: messages on the standard input, a line for each on the output (tests/differ/README.md).
package main

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"strings"

	"heliast/fault"
)

func main() {
	in, out := bufio.NewReaderSize(os.Stdin, 1<<16), bufio.NewWriter(os.Stdout)
	r := newReader()
	for {
		kind, fields, err := message(in)
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Fprintln(out, r.answer(kind, fields))
		if err := out.Flush(); err != nil {
			log.Fatal(err)
		}
	}
}

// message returns the next message: its kind, and its fields.
func message(in *bufio.Reader) (string, [][]byte, error) {
	size, err := in.ReadByte()
	if err != nil {
		return "", nil, err
	}
	kind := make([]byte, size)
	if _, err := io.ReadFull(in, kind); err != nil {
		return "", nil, err
	}
	var count [4]byte
	if _, err := io.ReadFull(in, count[:]); err != nil {
		return "", nil, err
	}
	payload := make([]byte, binary.BigEndian.Uint32(count[:]))
	if _, err := io.ReadFull(in, payload); err != nil {
		return "", nil, err
	}
	var fields [][]byte
	for len(payload) > 0 {
		size := binary.BigEndian.Uint32(payload)
		fields = append(fields, payload[4:4+size])
		payload = payload[4+size:]
	}
	return string(kind), fields, nil
}

// answer returns the module's answer to a message.
func (r *reader) answer(kind string, fields [][]byte) string {
	kinds := map[string]func([][]byte) (string, error){
		"chain": r.chain, "group": r.group, "round": r.round, "bundle": r.bundle, "framed": r.framed, "genesis": genesis,
		"network": r.network, "frames": r.frames, "proof": r.proof, "field": r.field, "roots": r.roots, "vrf": vrf, "epoch": r.epoch,
	}
	found, is := kinds[kind]
	if !is {
		return "pass"
	}
	said, err := found(fields)
	if err == nil {
		return strings.TrimSpace("yes " + said)
	}
	var malformed *fault.Malformed
	var invalid *fault.Invalid
	var misuse *fault.Misuse
	class := "other"
	switch {
	case errors.As(err, &malformed):
		class = "malformed"
	case errors.As(err, &invalid):
		class = "invalid"
	case errors.As(err, &misuse):
		class = "misuse"
	}
	return fmt.Sprintf("no %s %s", class, strings.ReplaceAll(err.Error(), "\n", " "))
}

func number(data []byte) (value uint64) {
	for _, b := range data {
		value = value<<8 | uint64(b)
	}
	return value
}
