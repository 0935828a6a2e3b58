package places_test

import (
	"errors"
	"math"
	"testing"

	"wekala/internal/locations/places"
)

type ring = [][2]float64

// An L around a corner of Maadi: a person in its notch is outside.
var bent = ring{{29.95, 31.25}, {29.95, 31.27}, {29.96, 31.27}, {29.96, 31.26}, {29.97, 31.26}, {29.97, 31.25}}

func TestAShapeHoldsWhatLiesInItAndOnItsSides(t *testing.T) {
	s, err := places.NewShape(bent)
	if err != nil {
		t.Fatal(err)
	}
	stored, err := places.ParseShape(s.Stored())
	if err != nil {
		t.Fatal(err)
	}
	reversed := make(ring, len(bent))
	for i, c := range bent {
		reversed[len(bent)-1-i] = c
	}
	other, err := places.NewShape(reversed)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name     string
		lat, lng float64
		in       bool
	}{
		{"in the foot", 29.955, 31.265, true},
		{"in the leg", 29.965, 31.255, true},
		{"in the notch", 29.965, 31.265, false},
		{"a corner", 29.95, 31.25, true},
		{"the inner corner", 29.96, 31.26, true},
		{"the last corner", 29.97, 31.25, true},
		{"on the lower side", 29.95, 31.26, true},
		{"on the upper side", 29.97, 31.255, true},
		{"on the right side", 29.955, 31.27, true},
		{"on the notch's side", 29.965, 31.26, true},
		{"a hand above the upper side", 29.970001, 31.255, false},
		{"a hand left of the left side", 29.955, 31.249999, false},
		{"level with a corner, outside", 29.96, 31.28, false},
		{"level with the notch's side, to the west", 29.96, 31.24, false},
		{"far away", 31.2, 29.9, false},
	} {
		for name, shape := range map[string]places.Shape{"drawn": s, "stored": stored, "the other way round": other} {
			if got := shape.Holds(places.At(c.lat, c.lng)); got != c.in {
				t.Errorf("%s, %s: %v", c.name, name, got)
			}
		}
	}
}

func TestWhatIsNoShape(t *testing.T) {
	many := make(ring, 501)
	for i := range many {
		a := 2 * math.Pi * float64(i) / 501
		many[i] = [2]float64{30 + 0.1*math.Sin(a), 31 + 0.1*math.Cos(a)}
	}
	for _, c := range []struct {
		name    string
		corners ring
		want    error
	}{
		{"none", nil, nil},
		{"a triangle", ring{{30, 31}, {30, 31.1}, {30.1, 31}}, nil},
		{"closed as GeoJSON does", ring{{30, 31}, {30, 31.1}, {30.1, 31}, {30, 31}}, nil},
		{"a corner twice", ring{{30, 31}, {30, 31}, {30, 31.1}, {30.1, 31}}, nil},
		{"500 corners", many[:500], nil},
		{"a corner along a straight side", ring{{30, 31}, {30, 31.05}, {30, 31.1}, {30.1, 31}}, nil},
		{"two corners", ring{{30, 31}, {30.1, 31.1}}, places.ErrCorners},
		{"one corner three times", ring{{30, 31}, {30, 31}, {30, 31}}, places.ErrCorners},
		{"501 corners", many, places.ErrCorners},
		{"a bow tie", ring{{30, 31}, {30.1, 31.1}, {30.1, 31}, {30, 31.1}}, places.ErrCrossing},
		{"a corner on another side", ring{{30, 31}, {30, 31.2}, {30.1, 31.1}, {30, 31.1}, {30.1, 31}}, places.ErrCrossing},
		{"a corner visited again", ring{{30, 31}, {30, 31.1}, {30.1, 31.1}, {30, 31}, {30.1, 31}, {30.2, 30.9}},
			places.ErrCrossing},
		{"back over its own side", ring{{30, 31}, {30, 31.2}, {30, 31.1}, {30.1, 31.1}}, places.ErrCrossing},
		{"a line", ring{{30, 31}, {30.1, 31.1}, {30.2, 31.2}}, places.ErrCrossing},
		{"a house's door", ring{{30, 31}, {30, 31.0001}, {30.0001, 31}}, places.ErrExtent},
		{"half of Egypt", ring{{26, 29}, {26, 32}, {30, 31}}, places.ErrExtent},
		{"beyond the pole", ring{{91, 31}, {30, 31.1}, {30.1, 31}}, places.ErrNoPlace},
		{"no number", ring{{math.NaN(), 31}, {30, 31.1}, {30.1, 31}}, places.ErrNoPlace},
	} {
		if _, err := places.NewShape(c.corners); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}
