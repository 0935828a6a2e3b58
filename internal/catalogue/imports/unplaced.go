package imports

import (
	"encoding/json"
	"slices"
)

// LeftOut is a value in a column that has no place.
type LeftOut struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// LeftOuts are the filled columns of a row that have no place: the first few with their values, and how many more there
// are.
type LeftOuts struct {
	First []LeftOut `json:"first"`
	More  int       `json:"more,omitempty"`
}

// maxLeftOut is how many columns a row lists, so that a list of rows stays readable.
const maxLeftOut = 5

// leftOut records the values of a row in columns that have no place.
func (b *builder) leftOut(one *row) {
	for i, name := range b.m.Header {
		if i >= len(one.cells) || one.cells[i] == "" || i < len(b.m.Columns) && b.m.Columns[i] != Ignore ||
			slices.Contains(b.it.leftOut, i) {
			continue
		}
		if b.it.leftOut = append(b.it.leftOut, i); len(b.it.leftOut) <= maxLeftOut {
			b.it.LeftOut.First = append(b.it.LeftOut.First, LeftOut{clipped(name), clipped(one.cells[i])})
		} else {
			b.it.LeftOut.More++
		}
	}
}

// text is LeftOuts as a column holds it; empty for none.
func (l LeftOuts) text() string {
	if len(l.First) == 0 {
		return ""
	}
	return packed(l)
}

func readLeftOuts(text string) (l LeftOuts, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &l)
	}
	return l, err
}
