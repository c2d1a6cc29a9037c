package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"heliast/client"
	"heliast/internal/testnode"
)

func TestTheRelayAnswersAsANodeWould(t *testing.T) {
	node := testnode.Record(t, 4)
	beacon, err := client.New(t.Context(), node.Chain.ID(), []string{node.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer beacon.Close()
	relay := httptest.NewServer(routes(beacon))
	defer relay.Close()
	last := node.Period(4)
	for path, want := range map[string]int{
		"/info": 200, "/public/latest": 200, "/public/0": 400, "/public/x": 400,
		fmt.Sprint("/public/", last): 200, fmt.Sprint("/public/", last+1): 425, "/public/18446744073709551615": 425,
	} {
		answer, err := http.Get(relay.URL + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("%s: %s", path, answer.Status)
		}
	}
	answer, err := http.Get(relay.URL + "/public/latest")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var told struct {
		Round      uint64
		Randomness string
	}
	if err := json.NewDecoder(answer.Body).Decode(&told); err != nil {
		t.Fatal(err)
	}
	if told.Round != last || told.Randomness != node.Rounds[3].Str("beacon") {
		t.Errorf("latest is %v", told)
	}
}
