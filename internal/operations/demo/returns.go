package demo

import (
	"context"
	"maps"
	"slices"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/operations/demo/data"
)

// PastReturn is the return of an order, and its state.
type PastReturn struct {
	After   time.Duration // since the order was delivered
	SKU     string
	Qty     int64
	Reason  string // an id of return_reasons
	Comment string
	State   string // the last of its timeline
}

// returnRules are the demo's exceptions from the return policy.
var returnRules = []struct {
	target, slug     string
	asNew, defective int64 // hours
	kind             string
}{
	{"service", "food", 0, 24, "perishable"},
	{"category", "fruit-and-vegetables", 0, 48, "perishable"},
	{"category", "dairy-and-eggs", 0, 48, "perishable"},
}

// returnClasses are how the demo's goods may come back, by category; those of kitchens are perishable.
var returnClasses = map[string]string{
	"fruit-and-vegetables": products.Perishable, "dates-and-nuts": products.General, "dairy-and-eggs": products.Perishable,
	"meat-and-fish": products.Perishable,
	"frozen":        products.Perishable, "pantry": products.General, "snacks-and-water": products.General,
	"cleaning": products.General, "baby": products.General,
	"diapers": products.Hygiene, "baby-food-and-care": products.Hygiene, "skin-care": products.Hygiene,
	"hair-care": products.Hygiene, "make-up-and-perfume": products.Hygiene,
}

func (w *writer) returnRules(ctx context.Context) error {
	b := newBulk(w.tx, "return_rules", "target", "slug", "as_new_hours", "defective_hours", "kind")
	return b.all(ctx, len(returnRules), func(i int) []any {
		r := returnRules[i]
		return []any{r.target, r.slug, r.asNew, r.defective, r.kind}
	})
}

// loyaltyRates are the points for 100 pounds spent in the demo's services.
var loyaltyRates = map[string]int64{"food": 40, "grocery": 20, "general": 60}

func (w *writer) loyaltyRates(ctx context.Context) error {
	b := newBulk(w.tx, "loyalty_rates", "service_id", "points")
	services := slices.Sorted(maps.Keys(loyaltyRates))
	return b.all(ctx, len(services), func(i int) []any {
		return []any{ServiceID(services[i]), loyaltyRates[services[i]]}
	})
}

// givenBack finds what of a recipe's order was given back; nil: nothing.
func givenBack(r data.OrderRecipe) *PastReturn {
	switch {
	case r.Customer == "mona" && r.Branch == "waraq-w-hebr-downtown":
		return &PastReturn{After: 49 * time.Hour, SKU: "colour-pencils--24pc", Qty: 1, Reason: "defective",
			Comment: "نص الأقلام مكسورة من جوّه", State: "refunded"}
	case r.Customer == "yara" && r.Branch == "kheit-masri-mohandessin":
		return &PastReturn{After: 9 * 24 * time.Hour, SKU: "linen-dress--beige--m", Qty: 1, Reason: "does_not_fit",
			State: "picked_up"}
	case r.Customer == "karim" && r.Branch == "shahen-downtown":
		return &PastReturn{After: 18 * 24 * time.Hour, SKU: "usb-c-cable--2m", Qty: 1, Reason: "defective",
			Comment: "One of the two cables doesn't charge", State: "requested"}
	}
	return nil
}
