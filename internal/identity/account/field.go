package account

import (
	"bytes"
	"encoding/json"

	"github.com/danielgtaylor/huma/v2"
)

// Field is a text in a request body of which only the fields sent are changed: an absent field stays, null and "" clear
// it.
type Field struct {
	Sent bool
	Text string
}

// UnmarshalJSON is called only for a field that was sent, null included.
func (f *Field) UnmarshalJSON(b []byte) error {
	f.Sent, f.Text = true, ""
	if bytes.Equal(bytes.TrimSpace(b), []byte("null")) {
		return nil
	}
	return json.Unmarshal(b, &f.Text)
}

// MarshalJSON writes the form that UnmarshalJSON reads.
func (f Field) MarshalJSON() ([]byte, error) {
	if !f.Sent || f.Text == "" {
		return []byte("null"), nil
	}
	return json.Marshal(f.Text)
}

// Schema describes a text or null.
func (Field) Schema(huma.Registry) *huma.Schema {
	most := 2000
	return &huma.Schema{AnyOf: []*huma.Schema{{Type: huma.TypeString, MaxLength: &most}, {Type: "null"}}}
}
