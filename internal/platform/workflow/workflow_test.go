package workflow

import (
	"errors"
	"testing"
)

type state string

type capacity string

type lamp struct{ bulb, fuse bool }

var (
	errBulb = errors.New("no bulb")
	errFuse = errors.New("no fuse")
)

func hasBulb(l lamp) error {
	if !l.bulb {
		return errBulb
	}
	return nil
}

func hasFuse(l lamp) error {
	if !l.fuse {
		return errFuse
	}
	return nil
}

var lamps = Table[state, capacity, lamp]{
	{"off", "on", []capacity{"guest", "host"}, []Guard[lamp]{hasBulb, hasFuse}},
	{"on", "off", []capacity{"host"}, nil},
	{"on", "off", []capacity{"guest"}, []Guard[lamp]{hasFuse}},
}

func TestCheck(t *testing.T) {
	for name, c := range map[string]struct {
		from, to state
		by       []capacity
		w        lamp
		want     error
	}{
		"every guard agrees":               {"off", "on", []capacity{"guest"}, lamp{true, true}, nil},
		"the first objection counts":       {"off", "on", []capacity{"guest"}, lamp{}, errBulb},
		"and the second":                   {"off", "on", []capacity{"host"}, lamp{bulb: true}, errFuse},
		"for others":                       {"off", "on", []capacity{"cat"}, lamp{true, true}, ErrNotYours},
		"nobody's":                         {"on", "on", []capacity{"host"}, lamp{true, true}, ErrUnknown},
		"one line is enough":               {"on", "off", []capacity{"guest", "host"}, lamp{}, nil},
		"a line for others hides no guard": {"on", "off", []capacity{"guest"}, lamp{}, errFuse},
		"no capacity":                      {"on", "off", nil, lamp{}, ErrNotYours},
	} {
		if err := lamps.Check(c.from, c.to, c.by, c.w); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestOpenAndKnows(t *testing.T) {
	if open := lamps.Open("on", []capacity{"guest"}); len(open) != 1 || open[0].To != "off" {
		t.Errorf("open to a guest: %v", open)
	}
	if open := lamps.Open("off", []capacity{"cat"}); open != nil {
		t.Errorf("open to a cat: %v", open)
	}
	if !lamps.Knows("off", "on") || lamps.Knows("off", "off") {
		t.Error("Knows is wrong")
	}
	if pairs := lamps.Pairs(); pairs != "('off', 'on'), ('on', 'off')" {
		t.Error(pairs)
	}
}

func TestDiagram(t *testing.T) {
	want :=
		"stateDiagram-v2\n  off --> on: guest, host [hasBulb, hasFuse]\n  on --> off: host\n  on --> off: guest [hasFuse]\n"
	if got := lamps.Diagram(); got != want {
		t.Errorf("%q", got)
	}
}
