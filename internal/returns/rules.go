package returns

import (
	"context"
	"time"

	"wekala/internal/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Rule says for how long something may come back: a row of return_rules.
type Rule struct {
	Target         string `db:"target"`
	Slug           string `db:"slug"`
	AsNewHours     int64  `db:"as_new_hours"`
	DefectiveHours int64  `db:"defective_hours"`
	Kind           string `db:"kind"`
}

// Reason is what a customer can say is wrong: a row of return_reasons.
type Reason struct {
	ID           string `db:"id"`
	NameEN       string `db:"name_en"`
	NameAR       string `db:"name_ar"`
	NeedsComment bool   `db:"needs_comment"`
	NeedsPhoto   bool   `db:"needs_photo"`
	Defective    bool   `db:"defective"`
}

// Name is the reason in a language.
func (r Reason) Name(lang i18n.Lang) string { return i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang) }

// book is every rule and reason, read once for a request.
type book struct {
	rules   map[[2]string]Rule
	reasons []Reason
}

// lastRule is what holds in a shop whose rules were all taken out: what the
// law gives everybody.
var lastRule = Rule{AsNewHours: 14 * 24, DefectiveHours: 30 * 24, Kind: "general"}

// RefundWithin is the time the law leaves a shop to refund what came back.
const RefundWithin = 14 * 24 * time.Hour

// Standard is the rule of goods that no category has another one for: what the
// information pages say.
func Standard() Rule { return lastRule }

func loadBook(ctx context.Context, q db.Querier) (book, error) {
	b := book{rules: map[[2]string]Rule{}}
	var rules []Rule
	if err := q.Select(ctx, &rules, `SELECT target, slug, as_new_hours, defective_hours, kind FROM return_rules
		ORDER BY target, slug`); err != nil {
		return b, err
	}
	for _, r := range rules {
		b.rules[[2]string{r.Target, r.Slug}] = r
	}
	err := q.Select(ctx, &b.reasons, `SELECT id, name_en, name_ar, needs_comment, needs_photo, defective FROM return_reasons
		ORDER BY sort, id`)
	return b, err
}

func (b book) reason(id string) (Reason, bool) {
	for _, r := range b.reasons {
		if r.ID == id {
			return r, true
		}
	}
	return Reason{}, false
}

// kinship is what a product belongs to, by slug; categories from its own up.
type kinship struct {
	product, service string
	categories       []string
}

// ruleFor is the rule nearest to a product.
func (b book) ruleFor(k kinship) Rule {
	if r, ok := b.rules[[2]string{"product", k.product}]; ok {
		return r
	}
	for _, c := range k.categories {
		if r, ok := b.rules[[2]string{"category", c}]; ok {
			return r
		}
	}
	if r, ok := b.rules[[2]string{"service", k.service}]; ok {
		return r
	}
	if r, ok := b.rules[[2]string{"shop", ""}]; ok {
		return r
	}
	return lastRule
}

// window is until when something of an order may come back; zero: not at all.
type window struct {
	asNew, defective time.Time
	kind             string
}

func (r Rule) window(delivered time.Time) window {
	end := func(hours int64) time.Time {
		if hours == 0 {
			return time.Time{}
		}
		return delivered.Add(time.Duration(hours) * time.Hour)
	}
	return window{end(r.AsNewHours), end(r.DefectiveHours), r.Kind}
}

// last is when the window closes for good.
func (w window) last() time.Time {
	if w.defective.After(w.asNew) {
		return w.defective
	}
	return w.asNew
}

// allows reports whether something may be given back now for a reason. A fault
// can be told also where, and as long as, no reason is needed.
func (w window) allows(defective bool, now time.Time) bool {
	if defective {
		return now.Before(w.last())
	}
	return now.Before(w.asNew)
}

// shut is why nothing can be given back any more, as a text key; "" when
// something can.
func (w window) shut(now time.Time) string {
	switch {
	case w.allows(true, now):
		return ""
	case w.last().IsZero():
		return "returns.never_" + w.kind
	}
	return "returns.too_late"
}

// note explains a window that is not the usual one; "" for the usual one.
func (w window) note() string {
	if w.asNew.IsZero() && !w.defective.IsZero() {
		return "returns.only_faults_" + w.kind
	}
	return ""
}

// kin reads what the products of some lines belong to. A product that is gone
// belongs to nothing, so the shop's own rule holds.
func (s *Service) kin(ctx context.Context, q db.Querier, o *orders.Order, lines []orders.Line) (map[string]kinship, error) {
	service := ""
	if kind, ok := s.Branches.Service(o.ServiceID); ok {
		service = kind.Slug
	}
	ids := make([]string, 0, len(lines))
	out := make(map[string]kinship, len(lines))
	for _, l := range lines {
		if _, ok := out[l.ProductID]; !ok {
			out[l.ProductID] = kinship{service: service}
			ids = append(ids, l.ProductID)
		}
	}
	if len(ids) == 0 {
		return out, nil
	}
	var rows []struct {
		ID         string `db:"id"`
		Slug       string `db:"slug"`
		CategoryID string `db:"category_id"`
	}
	if err := q.Select(ctx, &rows, `SELECT id, slug, category_id FROM products WHERE id IN (`+db.List(1, len(ids))+`)
		ORDER BY id`, db.Args(ids)...); err != nil {
		return nil, err
	}
	for _, r := range rows {
		k := kinship{product: r.Slug, service: service}
		for _, id := range s.Catalog.AncestorIDs(r.CategoryID) {
			if c, ok := s.Catalog.Category(id); ok {
				k.categories = append(k.categories, c.Slug)
			}
		}
		out[r.ID] = k
	}
	return out, nil
}
