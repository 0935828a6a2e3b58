package places

import (
	"strings"
	"testing"
)

// TestOutlinesAreNotWrappedDeep: a polygon in a feature in a collection is read, but nothing deeper, as each level is
// parsed again.
func TestOutlinesAreNotWrappedDeep(t *testing.T) {
	const polygon = `{"type":"Polygon","coordinates":[[[31,30],[31.1,30],[31,30.1]]]}`
	feature := func(of string) string { return `{"type":"Feature","geometry":` + of + `}` }
	for text, want := range map[string]bool{
		polygon: true, feature(polygon): true, `{"type":"FeatureCollection","features":[` + feature(polygon) + `]}`: true,
		feature(feature(feature(polygon))): false, strings.Repeat(`{"type":"Feature","geometry":`, 1500) + polygon +
			strings.Repeat("}", 1500): false,
		`{"type":"FeatureCollection","features":[{"type":"FeatureCollection","features":[` + feature(polygon) + `]}]}`: false,
		"POLYGON((1e999 30, 31.1 30, 31 30.1))": false,
	} {
		if corners, ok := outlineIn(text); ok != want || ok && len(corners) != 3 {
			t.Errorf("%.90s: %v, %d corners", text, ok, len(corners))
		}
	}
}
