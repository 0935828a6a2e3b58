package products

import (
	"testing"

	"wekala/internal/platform/i18n"
)

// TestWhatAProductHolds holds what stands below its name on cards.
func TestWhatAProductHolds(t *testing.T) {
	const (
		brand    = `{"name":{"en":"Brand"},"value":{"en":"Serag","ar":"سراج"}}`
		volume   = `{"name":{"en":"Volume"},"value":{"en":"200 ml","ar":"200 مل"}}`
		contents = `{"name":{"en":"Contents"},"value":{"en":"6 pieces","ar":"6 قطع"}}`
		serves   = `{"name":{"en":"Serves"},"value":{"en":"4 people","ar":"4 أفراد"}}`
	)
	for attributes, want := range map[string]i18n.Text{
		"":                                  {},
		"[]":                                {},
		"[" + brand + "]":                   {},
		"[" + brand + "," + volume + "]":    {EN: "200 ml", AR: "200 مل"},
		"[" + contents + "]":                {EN: "6 pieces", AR: "6 قطع"},
		"[" + contents + "," + volume + "]": {EN: "200 ml · 6 pieces", AR: "200 مل · 6 قطع"},
		"[" + serves + "," + contents + "]": {EN: "6 pieces", AR: "6 قطع"},
	} {
		if got := contentOf(attributes); got != want {
			t.Errorf("%s: %v, want %v", attributes, got, want)
		}
	}
}
