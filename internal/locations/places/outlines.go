package places

import (
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"wekala/internal/platform/sheets"
)

var (
	wktPolygon = regexp.MustCompile(`(?i)^(?:SRID=4326;)?\s*POLYGON\s*(?:Z\s*)?\(\s*\(([^()]+)\)\s*\)$`)
	wktMulti   = regexp.MustCompile(`(?i)^(?:SRID=4326;)?\s*MULTIPOLYGON\s*(?:Z\s*)?\(\s*\(\s*\(([^()]+)\)\s*\)\s*\)$`)
)

// outlineIn parses an outline as [lat, lng], from a WKT polygon or a GeoJSON one, by itself or as a feature; both
// formats put the longitude first. Outlines of several pieces or with a hole are invalid.
func outlineIn(text string) (corners [][2]float64, ok bool) {
	text = strings.TrimSpace(sheets.Digits(text))
	if text == "" {
		return nil, true
	}
	if strings.HasPrefix(text, "{") {
		return geoJSON([]byte(text), maxWrapped)
	}
	found := wktPolygon.FindStringSubmatch(text)
	if found == nil {
		found = wktMulti.FindStringSubmatch(text)
	}
	if found == nil {
		return nil, false
	}
	for corner := range strings.SplitSeq(found[1], ",") {
		parts := strings.Fields(corner)
		if len(parts) < 2 {
			return nil, false
		}
		lng, err := strconv.ParseFloat(parts[0], 64)
		lat, wrong := strconv.ParseFloat(parts[1], 64)
		if err != nil || wrong != nil {
			return nil, false
		}
		corners = append(corners, [2]float64{lat, lng})
	}
	return corners, true
}

// maxWrapped is the maximum nesting of a polygon: a collection of features of polygons. Each level is parsed again, so
// thousands would take minutes.
const maxWrapped = 2

func geoJSON(raw []byte, wrapped int) (corners [][2]float64, ok bool) {
	var shape struct {
		Type        string            `json:"type"`
		Geometry    json.RawMessage   `json:"geometry"`
		Features    []json.RawMessage `json:"features"`
		Coordinates json.RawMessage   `json:"coordinates"`
	}
	if err := json.Unmarshal(raw, &shape); err != nil {
		return nil, false
	}
	var rings [][][]float64
	if wrapped == 0 && (shape.Type == "Feature" || shape.Type == "FeatureCollection") {
		return nil, false
	}
	switch shape.Type {
	case "Feature":
		return geoJSON(shape.Geometry, wrapped-1)
	case "FeatureCollection":
		if len(shape.Features) != 1 {
			return nil, false
		}
		return geoJSON(shape.Features[0], wrapped-1)
	case "Polygon":
		if err := json.Unmarshal(shape.Coordinates, &rings); err != nil {
			return nil, false
		}
	case "MultiPolygon":
		var all [][][][]float64
		if err := json.Unmarshal(shape.Coordinates, &all); err != nil || len(all) != 1 {
			return nil, false
		}
		rings = all[0]
	}
	if len(rings) != 1 {
		return nil, false
	}
	for _, corner := range rings[0] {
		if len(corner) < 2 {
			return nil, false
		}
		corners = append(corners, [2]float64{corner[1], corner[0]})
	}
	return corners, len(corners) > 0
}

// Middle returns a point inside a shape: the middle of its corners if that is inside, else the middle of its widest
// horizontal section.
func (s Shape) Middle() Point {
	var sum Point
	for _, c := range s.corners {
		sum.LatE6, sum.LngE6 = sum.LatE6+c.LatE6, sum.LngE6+c.LngE6
	}
	n := int64(len(s.corners))
	middle := Point{sum.LatE6 / n, sum.LngE6 / n}
	if s.Holds(middle) {
		return middle
	}
	const steps = 64
	var best, widest, from int64
	at := s.corners[0]
	for row := int64(1); row < steps; row++ {
		lat, in := s.box.south+(s.box.north-s.box.south)*row/steps, false
		for column := int64(0); column <= steps; column++ {
			p := Point{lat, s.box.west + (s.box.east-s.box.west)*column/steps}
			holds := column < steps && s.Holds(p)
			switch {
			case holds && !in:
				from = p.LngE6
			case !holds && in:
				last := s.box.west + (s.box.east-s.box.west)*(column-1)/steps
				widest = last - from
				if mid := (Point{lat, (from + last) / 2}); widest >= best && s.Holds(mid) {
					best, at = widest, mid
				}
			}
			in = holds
		}
	}
	return at
}
