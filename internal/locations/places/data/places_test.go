package placesdata

import (
	"math"
	"strings"
	"testing"
	"unicode"
)

func load(t *testing.T) *Places {
	t.Helper()
	p, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func arabic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
}

func TestNamesAndReferences(t *testing.T) {
	p := load(t)
	if len(p.Governorates) != 27 {
		t.Errorf("%d governorates, want 27", len(p.Governorates))
	}
	if len(p.Districts) < 32 {
		t.Errorf("%d districts, want at least 32", len(p.Districts))
	}
	seen, govs := map[string]string{}, map[string]bool{}
	name := func(id string, n Name) {
		t.Helper()
		if n.EN == "" || arabic(n.EN) || !arabic(n.AR) {
			t.Errorf("%s: names %q, %q", id, n.EN, n.AR)
		}
	}
	for _, g := range p.Governorates {
		if govs[g.ID] || seen[g.ISO] != "" || !strings.HasPrefix(g.ISO, "EG-") {
			t.Errorf("governorate %s (%s) is not unique or has no code", g.ID, g.ISO)
		}
		govs[g.ID], seen[g.ISO] = true, g.ID
		name(g.ID, g.Name)
	}
	// A word that finds two districts would make the picker ambiguous.
	words := map[string]string{}
	all := p.Districts
	for _, town := range p.Towns {
		all = append(all, town.District)
	}
	for _, d := range all {
		if !govs[d.Governorate] {
			t.Errorf("%s: unknown governorate %q", d.ID, d.Governorate)
		}
		name(d.ID, d.Name)
		for _, w := range append([]string{d.ID, d.Name.EN, d.Name.AR}, d.Aliases...) {
			w = strings.ToLower(w)
			if o := words[w]; w == "" || o != "" && o != d.ID {
				t.Errorf("%q names both %s and %s", w, o, d.ID)
			}
			words[w] = d.ID
		}
	}
}

// grid is a point in ten-thousandths of a degree: coordinates are stored with
// four decimals, so the geometry below is exact.
type grid struct{ x, y int64 }

func onGrid(t *testing.T, p Point) grid {
	t.Helper()
	g := grid{int64(math.Round(p.Lng * 1e4)), int64(math.Round(p.Lat * 1e4))}
	if math.Abs(float64(g.x)/1e4-p.Lng) > 1e-9 || math.Abs(float64(g.y)/1e4-p.Lat) > 1e-9 {
		t.Errorf("%v has more than four decimals", p)
	}
	return g
}

// side is positive when c lies left of a→b, negative right of it, 0 on it.
func side(a, b, c grid) int {
	v := (b.x-a.x)*(c.y-a.y) - (b.y-a.y)*(c.x-a.x)
	switch {
	case v > 0:
		return 1
	case v < 0:
		return -1
	}
	return 0
}

// crosses reports whether two segments cross; sharing an end, touching or running along one another does not count.
func crosses(a, b, c, d grid) bool {
	return side(a, b, c)*side(a, b, d) < 0 && side(c, d, a)*side(c, d, b) < 0
}

// strictlyInside is for convex polygons, which TestOutlines proves ours to be.
func strictlyInside(poly []grid, p grid) bool {
	want := 0
	for i, a := range poly {
		s := side(a, poly[(i+1)%len(poly)], p)
		if s == 0 || want != 0 && s != want {
			return false
		}
		want = s
	}
	return true
}

func TestOutlines(t *testing.T) {
	p := load(t)
	polys := make([][]grid, len(p.Districts))
	for i, d := range p.Districts {
		if n := len(d.Outline); n < 4 || n > 10 {
			t.Errorf("%s: %d corners", d.ID, n)
		}
		for _, c := range d.Outline {
			polys[i] = append(polys[i], onGrid(t, c))
			if c.Lat < 29.5 || c.Lat > 30.5 || c.Lng < 30.7 || c.Lng > 32 {
				t.Errorf("%s: corner %v is not in Greater Cairo", d.ID, c)
			}
		}
		n := len(polys[i])
		turn := side(polys[i][0], polys[i][1], polys[i][2])
		for k := range polys[i] {
			if s := side(polys[i][k], polys[i][(k+1)%n], polys[i][(k+2)%n]); s != turn || s == 0 {
				t.Errorf("%s: not convex at corner %d", d.ID, k+1)
			}
		}
		if !strictlyInside(polys[i], onGrid(t, d.Centre)) || !d.Contains(d.Centre) {
			t.Errorf("%s: its centre is outside", d.ID)
		}
		if at, ok := p.At(d.Centre); !ok || at.ID != d.ID {
			t.Errorf("the centre of %s is found in %s", d.ID, at.ID)
		}
	}
	for i := range polys {
		for j := range i {
			if overlap(polys[i], polys[j]) {
				t.Errorf("%s and %s overlap", p.Districts[i].ID, p.Districts[j].ID)
			}
		}
	}
	if _, ok := p.At(Point{Lat: 31.2, Lng: 29.9}); ok {
		t.Error("Alexandria is found in Greater Cairo")
	}
}

// overlap reports whether two convex polygons have an inner point in common: they have none exactly if the line through
// an edge of one separates them.
func overlap(a, b []grid) bool {
	for _, pair := range [][2][]grid{{a, b}, {b, a}} {
		own, other := pair[0], pair[1]
		for i, from := range own {
			to := own[(i+1)%len(own)]
			in := side(from, to, own[(i+2)%len(own)])
			apart := true
			for _, c := range other {
				if side(from, to, c) == in {
					apart = false
				}
			}
			if apart {
				return false
			}
		}
	}
	return true
}

// The separating-edge answer must agree with the plain definition: no edges
// cross and no corner of one lies within the other.
func TestOverlapAgreesWithCrossings(t *testing.T) {
	p := load(t)
	for i, d := range p.Districts {
		for _, e := range p.Districts[:i] {
			for k, a := range d.Outline {
				b := d.Outline[(k+1)%len(d.Outline)]
				for m, c := range e.Outline {
					f := e.Outline[(m+1)%len(e.Outline)]
					if crosses(onGrid(t, a), onGrid(t, b), onGrid(t, c), onGrid(t, f)) {
						t.Errorf("an edge of %s cuts through one of %s", d.ID, e.ID)
					}
				}
			}
		}
	}
	square := []grid{{0, 0}, {4, 0}, {4, 4}, {0, 4}}
	for _, c := range []struct {
		other []grid
		want  bool
	}{
		{[]grid{{4, 0}, {8, 0}, {8, 4}, {4, 4}}, false}, // share an edge
		{[]grid{{3, 1}, {8, 1}, {8, 3}, {3, 3}}, true},
		{[]grid{{1, 1}, {2, 1}, {2, 2}, {1, 2}}, true}, // one inside the other
		{square, true},
	} {
		if overlap(square, c.other) != c.want {
			t.Errorf("overlap with %v is not %v", c.other, c.want)
		}
	}
}

// TestTowns: each has a radius and a known source, lies in Egypt, and is found from its own middle among all towns;
// none lies within an outline of Greater Cairo.
func TestTowns(t *testing.T) {
	p := load(t)
	if len(p.Towns) < 200 {
		t.Errorf("%d towns, want at least 200", len(p.Towns))
	}
	governorates := map[string]bool{}
	for _, town := range p.Towns {
		governorates[town.Governorate] = true
		onGrid(t, town.Centre)
		if town.Radius < 500 || town.Radius > 15_000 || town.Source != "geonames" && town.Source != "compiled" {
			t.Errorf("%s: radius %d, source %q", town.ID, town.Radius, town.Source)
		}
		if town.Centre.Lat < 22 || town.Centre.Lat > 31.7 || town.Centre.Lng < 24.7 || town.Centre.Lng > 36.9 {
			t.Errorf("%s: %v is not in Egypt", town.ID, town.Centre)
		}
		if d, ok := p.At(town.Centre); ok {
			t.Errorf("%s stands in %s", town.ID, d.ID)
		}
	}
	if len(governorates) < 26 {
		t.Errorf("towns in %d governorates", len(governorates))
	}
}
