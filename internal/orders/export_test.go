package orders

import "testing"

// ShowPerColumn bounds the board's columns for one test.
func ShowPerColumn(t *testing.T, most int) int {
	before := perColumn
	t.Cleanup(func() { perColumn = before })
	perColumn = most
	return most
}
