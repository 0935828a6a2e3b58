package places

import (
	"encoding/json"
	"errors"
	"math"
)

// The limits of a shape: what a person can draw and a map can show.
const (
	minCorners = 3
	maxCorners = 500
	minExtent  = 300       // millionths of a degree, about 30 m
	maxExtent  = 2_000_000 // two degrees: more than any district
)

// Shape is an area given by its corners: at least three, closed automatically, with no crossing sides. Make one with
// NewShape, or with ParseShape from its stored form. The zero Shape is empty.
type Shape struct {
	corners []Point
	box     box
}

// The errors for corners that don't make a valid shape.
var (
	ErrCorners  = errors.New("too few or too many corners")
	ErrCrossing = errors.New("two sides cross or touch")
	ErrExtent   = errors.New("too small or too large")
	ErrNoPlace  = errors.New("a corner is no place on earth")
)

// NewShape checks corners as [lat, lng] in degrees, as people draw and paste them: repeated consecutive corners count
// once, and so does the first corner if it is repeated at the end. No corners make an empty shape.
func NewShape(degrees [][2]float64) (Shape, error) {
	corners := make([]Point, 0, len(degrees))
	for _, d := range degrees {
		if !OnEarth(d[0], d[1]) {
			return Shape{}, ErrNoPlace
		}
		if p := At(d[0], d[1]); len(corners) == 0 || corners[len(corners)-1] != p {
			corners = append(corners, p)
		}
	}
	if n := len(corners); n > 1 && corners[0] == corners[n-1] {
		corners = corners[:n-1]
	}
	s := Shape{corners, around(corners)}
	switch n := len(corners); {
	case len(degrees) == 0:
		return Shape{}, nil
	case n < minCorners || n > maxCorners:
		return Shape{}, ErrCorners
	case !s.box.fits():
		return Shape{}, ErrExtent
	case crosses(corners):
		return Shape{}, ErrCrossing
	}
	return s, nil
}

// OnEarth reports whether a pair of degrees is a valid position.
func OnEarth(lat, lng float64) bool {
	return math.Abs(lat) <= 90 && math.Abs(lng) <= 180 // also false for NaN
}

// ParseShape parses a stored shape; "" and "[]" are empty.
func ParseShape(stored string) (Shape, error) {
	if stored == "" {
		return Shape{}, nil
	}
	var pairs [][2]int64
	if err := json.Unmarshal([]byte(stored), &pairs); err != nil {
		return Shape{}, err
	}
	corners := make([]Point, len(pairs))
	for i, p := range pairs {
		corners[i] = Point{p[0], p[1]}
	}
	return Shape{corners, around(corners)}, nil
}

// Stored returns the shape in its stored form: "[]" if it is empty.
func (s Shape) Stored() string {
	pairs := make([][2]int64, len(s.corners))
	for i, p := range s.corners {
		pairs[i] = [2]int64{p.LatE6, p.LngE6}
	}
	return encoded(pairs)
}

// Degrees lists the corners as [lat, lng], for the API.
func (s Shape) Degrees() [][2]float64 {
	out := make([][2]float64, len(s.corners))
	for i, p := range s.corners {
		out[i] = [2]float64{p.Lat(), p.Lng()}
	}
	return out
}

// None reports whether the shape is empty.
func (s Shape) None() bool { return len(s.corners) == 0 }

// Corners lists the corners, which must not be changed.
func (s Shape) Corners() []Point { return s.corners }

// Holds reports whether a point is inside the shape. A point exactly on a side or a corner counts as inside: people who
// draw along a street mean to include its houses.
func (s Shape) Holds(p Point) bool {
	return s.box.holds(p) && (onOutline(p, s.corners) || inside(p, s.corners))
}

// Meets reports whether the bounding boxes of two shapes overlap; those of distant shapes don't.
func (s Shape) Meets(o Shape) bool {
	return s.box.south <= o.box.north && o.box.south <= s.box.north && s.box.west <= o.box.east && o.box.west <= s.box.east
}

func (b box) fits() bool {
	tall, wide := b.north-b.south, b.east-b.west
	return tall >= minExtent && wide >= minExtent && tall <= maxExtent && wide <= maxExtent
}

// turn reports on which side of the line from a to b a point lies: 1 left, -1 right, 0 on it. Products of whole
// numbers; a degree squared is 10^12.
func turn(a, b, p Point) int {
	left := (b.LngE6 - a.LngE6) * (p.LatE6 - a.LatE6)
	right := (b.LatE6 - a.LatE6) * (p.LngE6 - a.LngE6)
	switch {
	case left > right:
		return 1
	case left < right:
		return -1
	}
	return 0
}

// between reports whether a point on the line through a and b is between them.
func between(a, b, p Point) bool {
	return min(a.LatE6, b.LatE6) <= p.LatE6 && p.LatE6 <= max(a.LatE6, b.LatE6) &&
		min(a.LngE6, b.LngE6) <= p.LngE6 && p.LngE6 <= max(a.LngE6, b.LngE6)
}

func onOutline(p Point, corners []Point) bool {
	for i, j := 0, len(corners)-1; i < len(corners); j, i = i, i+1 {
		if a, b := corners[j], corners[i]; turn(a, b, p) == 0 && between(a, b, p) {
			return true
		}
	}
	return false
}

// touch reports whether two sides have a point in common.
func touch(a, b, c, d Point) bool {
	if turn(a, b, c) != turn(a, b, d) && turn(c, d, a) != turn(c, d, b) {
		return true
	}
	return turn(a, b, c) == 0 && between(a, b, c) || turn(a, b, d) == 0 && between(a, b, d) ||
		turn(c, d, a) == 0 && between(c, d, a) || turn(c, d, b) == 0 && between(c, d, b)
}

// crosses reports whether two sides meet anywhere except at their shared corner, or run back over each other.
func crosses(corners []Point) bool {
	n := len(corners)
	for i := range n {
		a, b := corners[i], corners[(i+1)%n]
		if next := corners[(i+2)%n]; turn(a, b, next) == 0 && (between(a, b, next) || between(b, next, a)) {
			return true // folded back
		}
		for j := i + 2; j < n; j++ {
			if i == 0 && j == n-1 {
				continue // the last side ends where the first begins
			}
			if touch(a, b, corners[j], corners[(j+1)%n]) {
				return true
			}
		}
	}
	return false
}
