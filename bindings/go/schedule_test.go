package heliast

import (
	"strings"
	"testing"

	"heliast/fault"
	"heliast/internal/vectors"
	"heliast/internal/wire"
)

// scheduleOf is a state with the announcements of a schedule's case, and those announcements by their place.
func scheduleOf(t *testing.T, c vectors.Case) (*state, []*TreeKey) {
	t.Helper()
	s := &state{lead: c.Uint("lead"), slots: int(c.Uint("slots"))}
	s.histories = make([][]entry, c.Uint("participants"))
	var trees []*TreeKey
	for _, one := range c.List("announcements") {
		made := announcementOf(t, one)
		if err := s.recordKeys(one.Uint("round"), &made); err != nil {
			t.Fatal(err)
		}
		trees = append(trees, &made.Change.Tree)
	}
	return s, trees
}

func announcementOf(t *testing.T, c vectors.Case) Announcement {
	t.Helper()
	r := wire.NewReader(c.Bytes("change"))
	made := Announcement{Participant: uint32(c.Uint("participant")), Serial: uint32(c.Uint("serial"))}
	made.Change = readChange(r, &Genesis{Version: 2})
	if err := r.End(); err != nil {
		t.Fatal(err)
	}
	return made
}

func TestTheKeysThatAreDueAreThoseOfTheVectors(t *testing.T) {
	file := vectors.Load(t, "schedule")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		s, trees := scheduleOf(t, c)
		for i, row := range c.Items("due") {
			for participant, want := range row.([]any) {
				got := s.due(uint32(participant), uint64(i+1))
				if (got == nil) != (want == nil) || (got != nil && *got != *trees[vectors.Number(want)]) {
					t.Errorf("round %d: due for participant %d is %v, not %v", i+1, participant, got, want)
				}
			}
		}
	}, "schedule")
	vectors.Each(t, file, func(t *testing.T, c vectors.Case) {
		for _, other := range file.Cases {
			if other.Str("name") == c.Str("schedule") {
				s, _ := scheduleOf(t, other)
				checkSchedule(t, s, other.Uint("height")+1, c)
				return
			}
		}
		t.Errorf("no schedule %s", c.Str("schedule"))
	}, "round")
}

func checkSchedule(t *testing.T, s *state, round uint64, c vectors.Case) {
	var err error
	for i, one := range c.List("announcements") {
		made := announcementOf(t, one)
		if err = s.recordKeys(round, &made); err != nil {
			break
		}
		history := s.histories[made.Participant]
		if c.Has("effective") && history[len(history)-1].effective != vectors.Number(c.Items("effective")[i]) {
			t.Errorf("announcement %d has effect in round %d", i, history[len(history)-1].effective)
		}
	}
	c.Expect(t, err)
	if c.Has("rule") && !strings.HasPrefix(fault.Reason(err), "rule "+string(rune('0'+c.Uint("rule")))) {
		t.Errorf("%v, not rule %d", err, c.Uint("rule"))
	}
}

func TestARuleIsTheSameWhereManyAnnouncementsComeAtOnce(t *testing.T) {
	file := vectors.Load(t, "schedule")
	for _, c := range file.Cases {
		if c.Str("kind") != "schedule" {
			continue
		}
		s, trees := scheduleOf(t, c)
		for i, one := range c.List("announcements") {
			if announcementOf(t, one).Change.Kind == NewTree && !s.knowsTree(uint32(one.Uint("participant")), trees[i]) {
				t.Errorf("%s: tree %d is not known", c.Str("name"), i)
			}
		}
	}
}
