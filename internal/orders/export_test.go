package orders

import "testing"

// ShowPerColumn bounds the board's columns for one test.
func ShowPerColumn(t *testing.T, most int) int {
	before := perColumn
	t.Cleanup(func() { perColumn = before })
	perColumn = most
	return most
}

// ReadNewsBy bounds for one test how many changes are read at once.
func ReadNewsBy(t *testing.T, most int) {
	before := mostNews
	t.Cleanup(func() { mostNews = before })
	mostNews = most
}

// ShortParts makes the parts of the list of all orders that short; what it returns
// makes them as they were.
func ShortParts(n int) func() {
	was := pastPart
	pastPart = n
	return func() { pastPart = was }
}
