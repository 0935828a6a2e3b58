package demo

import (
	"context"
	"time"

	"wekala/internal/demo/data"
)

// PastReturn is what somebody gave back of an order, and how far it has come.
type PastReturn struct {
	After   time.Duration // since the order was delivered
	SKU     string
	Qty     int64
	Reason  string // an id of return_reasons
	Comment string
	State   string // the last of its timeline
}

// returnRules are the demo's exceptions from what the shop takes back. Food is
// the migration's: it holds in every shop.
var returnRules = []struct {
	category         string
	asNew, defective int64 // hours
	kind             string
}{
	{"fruit-and-vegetables", 0, 48, "perishable"},
	{"dairy-and-eggs", 0, 48, "perishable"},
	{"meat-and-fish", 0, 24, "perishable"},
	{"frozen", 0, 24, "perishable"},
	{"nappies", 0, 14 * 24, "hygiene"},
	{"baby-food-and-care", 0, 14 * 24, "hygiene"},
	{"skin-care", 0, 30 * 24, "hygiene"},
	{"hair-care", 0, 30 * 24, "hygiene"},
	{"make-up-and-perfume", 0, 30 * 24, "hygiene"},
}

func (w *writer) returnRules(ctx context.Context) error {
	b := newBulk(w.tx, "return_rules", "target", "slug", "as_new_hours", "defective_hours", "kind")
	return b.all(ctx, len(returnRules), func(i int) []any {
		r := returnRules[i]
		return []any{"category", r.category, r.asNew, r.defective, r.kind}
	})
}

// givenBack finds what of a recipe's order was given back; nil: nothing.
func givenBack(r data.OrderRecipe) *PastReturn {
	switch {
	case r.Shopper == "mona" && r.Branch == "waraq-w-hebr-downtown":
		return &PastReturn{After: 49 * time.Hour, SKU: "colour-pencils--24pc", Qty: 1, Reason: "defective",
			Comment: "نصف الأقلام مكسورة من الداخل", State: "refunded"}
	case r.Shopper == "yara" && r.Branch == "kheit-masri-mohandessin":
		return &PastReturn{After: 9 * 24 * time.Hour, SKU: "linen-dress--beige--m", Qty: 1, Reason: "does_not_fit", State: "picked_up"}
	case r.Shopper == "karim" && r.Branch == "shahen-downtown":
		return &PastReturn{After: 18 * 24 * time.Hour, SKU: "usb-c-cable--2m", Qty: 1, Reason: "defective",
			Comment: "One of the two cables does not charge", State: "requested"}
	}
	return nil
}
