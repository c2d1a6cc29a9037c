// A relay serves the routes of drand's HTTP API from a beacon that it verifies itself: a reader that trusts the
// relay need not verify, and the beacon's nodes have less to do.
//
//	go run heliast/examples/relay -chain CHAIN_ID https://beacon.example.org https://other.example.org
package main

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"time"

	"heliast/client"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:8080", "the address to serve at")
	chain := flag.String("chain", "", "the chain's id, 64 hexadecimal digits, from somewhere you trust")
	flag.Usage = func() {
		fmt.Fprintln(flag.CommandLine.Output(), "relay -chain CHAIN_ID [-listen ADDRESS] URL...")
		flag.PrintDefaults()
	}
	flag.Parse()
	id, err := hex.DecodeString(*chain)
	if err != nil || len(id) != 32 || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := relay(ctx, *listen, [32]byte(id), flag.Args()); err != nil {
		log.Fatal(err)
	}
}

// relay serves until the context is done.
func relay(ctx context.Context, listen string, chain [32]byte, urls []string) error {
	beacon, err := client.New(ctx, chain, urls, client.Logger(slog.Default()))
	if err != nil {
		return err
	}
	defer beacon.Close()
	go func() {
		for result := range beacon.Watch(ctx) { // so that answers are ready before they are asked for
			log.Printf("round %d: %x", result.Round(), result.Randomness())
		}
	}()
	server := &http.Server{Addr: listen, Handler: routes(beacon), ReadHeaderTimeout: 5 * time.Second}
	context.AfterFunc(ctx, func() { server.Close() })
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// routes are those of drand's API.
func routes(beacon client.Client) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /info", func(w http.ResponseWriter, r *http.Request) {
		info, err := beacon.Info(r.Context())
		if err != nil {
			fail(w, err)
			return
		}
		answer(w, 3600, map[string]any{
			"hash": hex.EncodeToString(info.ID[:]), "period": info.Period.Seconds(), "schemeID": info.Scheme,
			"genesis_time": float64(info.GenesisTime.UnixMilli()) / 1000, "genesis_seed": hex.EncodeToString(info.GenesisSeed[:]),
		})
	})
	mux.HandleFunc("GET /public/{round}", func(w http.ResponseWriter, r *http.Request) {
		number, maxAge := uint64(0), 1 // of the latest
		if text := r.PathValue("round"); text != "latest" {
			parsed, err := strconv.ParseUint(text, 10, 64)
			if err != nil || parsed == 0 {
				http.Error(w, "a round is a number from 1 on, or latest", http.StatusBadRequest)
				return
			}
			number, maxAge = parsed, 31536000
		}
		result, err := beacon.Get(r.Context(), number)
		if err != nil {
			fail(w, err)
			return
		}
		answer(w, maxAge, map[string]any{
			"round": result.Round(), "randomness": hex.EncodeToString(result.Randomness()),
			"signature": hex.EncodeToString(result.Signature()),
		})
	})
	return mux
}

func answer(w http.ResponseWriter, maxAge int, value map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", fmt.Sprintf("public, max-age=%d", maxAge))
	if err := json.NewEncoder(w).Encode(value); err != nil {
		log.Print(err)
	}
}

// fail answers as a node would: an empty period leads on to the next round, and a round to come is too early.
func fail(w http.ResponseWriter, err error) {
	var empty *client.EmptyPeriodError
	status := http.StatusBadGateway
	switch {
	case errors.As(err, &empty):
		w.Header().Set("Location", strconv.FormatUint(empty.Next, 10))
		status = http.StatusPermanentRedirect
	case errors.Is(err, client.ErrNotYet):
		status = http.StatusTooEarly
	}
	http.Error(w, err.Error(), status)
}
