package places

import "math"

// Point is a position on the map in millionths of a degree. Whole numbers keep stored, compared and cached values
// exact.
type Point struct {
	LatE6, LngE6 int64
}

// At returns the Point of a latitude and longitude in degrees.
func At(lat, lng float64) Point {
	return Point{int64(math.Round(lat * 1e6)), int64(math.Round(lng * 1e6))}
}

// Lat returns the latitude in degrees.
func (p Point) Lat() float64 { return float64(p.LatE6) / 1e6 }

// Lng returns the longitude in degrees.
func (p Point) Lng() float64 { return float64(p.LngE6) / 1e6 }

const metresPerDegree = 111_195 // of latitude, on a sphere of 6,371 km

// Metres is the straight distance between two points. Within one city the
// earth is flat enough: the error is far below what a district's centre is off.
func Metres(a, b Point) int64 {
	lat := (a.Lat() - b.Lat()) * metresPerDegree
	mid := (a.Lat() + b.Lat()) / 2 * math.Pi / 180
	lng := (a.Lng() - b.Lng()) * metresPerDegree * math.Cos(mid)
	return int64(math.Round(math.Sqrt(lat*lat + lng*lng)))
}

type box struct {
	south, west, north, east int64
}

func around(outline []Point) box {
	if len(outline) == 0 {
		return box{south: 1, north: 0}
	}
	b := box{outline[0].LatE6, outline[0].LngE6, outline[0].LatE6, outline[0].LngE6}
	for _, p := range outline {
		b.south, b.north = min(b.south, p.LatE6), max(b.north, p.LatE6)
		b.west, b.east = min(b.west, p.LngE6), max(b.east, p.LngE6)
	}
	return b
}

func (b box) holds(p Point) bool {
	return p.LatE6 >= b.south && p.LatE6 <= b.north && p.LngE6 >= b.west && p.LngE6 <= b.east
}

// inside counts how often a ray from p to the east crosses the outline. A point on a shared edge belongs to exactly one
// of two neighbours, because an edge includes its lower end but not its upper one.
func inside(p Point, outline []Point) bool {
	in := false
	for i, j := 0, len(outline)-1; i < len(outline); j, i = i, i+1 {
		a, b := outline[i], outline[j]
		if (a.LatE6 > p.LatE6) == (b.LatE6 > p.LatE6) {
			continue
		}
		// Is p west of the edge at its latitude? The comparison multiplies instead of dividing, so that nothing is rounded.
		// The squared extent of a city fits easily.
		left := (p.LngE6 - a.LngE6) * (b.LatE6 - a.LatE6)
		right := (b.LngE6 - a.LngE6) * (p.LatE6 - a.LatE6)
		if b.LatE6 < a.LatE6 {
			left, right = -left, -right
		}
		if left < right {
			in = !in
		}
	}
	return in
}
