package imports

import (
	"encoding/json"
	"slices"
)

// LeftOut is a value in a column without a meaning.
type LeftOut struct {
	Column string `json:"column"`
	Value  string `json:"value"`
}

// LeftOuts lists a row's values in columns without a meaning: the first few, and how many more there are.
type LeftOuts struct {
	First []LeftOut `json:"first"`
	More  int       `json:"more,omitempty"`
}

// maxLeftOut is how many such columns a row lists, so that a list of rows stays readable.
const maxLeftOut = 5

// leftOut records a row's values in columns without a meaning.
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

// text encodes LeftOuts for storage; empty for none.
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
