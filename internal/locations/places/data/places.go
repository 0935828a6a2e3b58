// Package placesdata holds the places of Egypt that every shop starts with,
// not only the demo: the 27 governorates, the districts of Greater Cairo, and towns and areas of the
// rest of the country.
//
// District outlines are approximate. They are hand-placed polygons of a few
// corners, good enough to say in which district a map pin lies and to draw a
// small map without any outside service; they are not administrative borders.
// No two overlap, neighbours on land share corners, and every outline contains
// its district's centre. The Nile is a border, and stations of the metro lie in
// their districts. Land that no outline covers is "not supported".
//
// Towns and areas outside Greater Cairo have no outline: a pin is theirs within a radius of
// their middle, the nearest one first. Where the source is geonames the position comes from
// GeoNames (CC BY 4.0, see NOTICE); compiled ones were placed by hand and are approximate.
//
// The tables are tab-separated text beside this file, so that names can be
// corrected without touching Go:
//
//	governorates.tsv  id, ISO 3166-2 code, English name, Arabic name
//	districts.tsv     id, governorate, English name, Arabic name, centre,
//	                  outline ("lat,lng lat,lng …"), aliases ("a|b|c")
//	towns.tsv         id, governorate, English name, Arabic name, centre,
//	                  radius in metres, source (geonames or compiled), aliases
package placesdata

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
)

// Name is a name in both languages; it converts to i18n.Text.
type Name struct{ EN, AR string }

// Point is a position in degrees (WGS 84).
type Point struct{ Lat, Lng float64 }

// Governorate is one of Egypt's 27 first-level regions. ID is a stable slug.
type Governorate struct {
	ID   string
	ISO  string
	Name Name
}

// District is a part of a city that people name as their area. Aliases are other names that people search for, in
// either language. Outline is closed implicitly: its last corner connects to its first.
type District struct {
	ID          string
	Governorate string
	Name        Name
	Centre      Point
	Outline     []Point
	Aliases     []string
}

// Contains reports whether p is inside the district's approximate outline.
func (d District) Contains(p Point) bool {
	in := false
	for i, a := range d.Outline {
		b := d.Outline[(i+1)%len(d.Outline)]
		if (a.Lat > p.Lat) != (b.Lat > p.Lat) &&
			p.Lng < (b.Lng-a.Lng)*(p.Lat-a.Lat)/(b.Lat-a.Lat)+a.Lng {
			in = !in
		}
	}
	return in
}

// Places are all places of this package, in display order.
type Places struct {
	Governorates []Governorate
	Districts    []District
	Towns        []Town
}

// Town is a town or a part of one, with a centre and no outline.
type Town struct {
	District
	Radius int64  // metres
	Source string // geonames | compiled
}

// At returns the district whose outline contains p; false if there is none.
func (p *Places) At(pt Point) (District, bool) {
	for _, d := range p.Districts {
		if d.Contains(pt) {
			return d, true
		}
	}
	return District{}, false
}

//go:embed governorates.tsv
var governoratesTSV string

//go:embed districts.tsv
var districtsTSV string

//go:embed towns.tsv
var townsTSV string

// Load parses the embedded tables. It fails only when the files beside it are
// malformed, which the package's test rules out; callers may treat an error as
// a broken build.
func Load() (*Places, error) {
	p := &Places{}
	err := eachRow("governorates.tsv", governoratesTSV, 4, func(f []string) error {
		p.Governorates = append(p.Governorates, Governorate{ID: f[0], ISO: f[1], Name: Name{f[2], f[3]}})
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = eachRow("districts.tsv", districtsTSV, 7, func(f []string) error {
		centre, err := point(f[4])
		if err != nil {
			return err
		}
		d := District{ID: f[0], Governorate: f[1], Name: Name{f[2], f[3]}, Centre: centre}
		for _, s := range strings.Fields(f[5]) {
			corner, err := point(s)
			if err != nil {
				return err
			}
			d.Outline = append(d.Outline, corner)
		}
		if f[6] != "" {
			d.Aliases = strings.Split(f[6], "|")
		}
		p.Districts = append(p.Districts, d)
		return nil
	})
	if err != nil {
		return nil, err
	}
	err = eachRow("towns.tsv", townsTSV, 8, func(f []string) error {
		centre, err := point(f[4])
		if err != nil {
			return err
		}
		radius, err := strconv.ParseInt(f[5], 10, 64)
		if err != nil {
			return err
		}
		t := Town{District{ID: f[0], Governorate: f[1], Name: Name{f[2], f[3]}, Centre: centre}, radius, f[6]}
		if f[7] != "" {
			t.Aliases = strings.Split(f[7], "|")
		}
		p.Towns = append(p.Towns, t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return p, nil
}

func eachRow(name, text string, fields int, fn func([]string) error) error {
	for i, line := range strings.Split(text, "\n") {
		if line == "" {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != fields {
			return fmt.Errorf("%s:%d: %d fields, want %d", name, i+1, len(f), fields)
		}
		if err := fn(f); err != nil {
			return fmt.Errorf("%s:%d: %w", name, i+1, err)
		}
	}
	return nil
}

func point(s string) (Point, error) {
	lat, lng, _ := strings.Cut(s, ",")
	la, err := strconv.ParseFloat(lat, 64)
	if err != nil {
		return Point{}, err
	}
	ln, err := strconv.ParseFloat(lng, 64)
	if err != nil {
		return Point{}, err
	}
	return Point{Lat: la, Lng: ln}, nil
}
