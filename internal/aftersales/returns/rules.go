package returns

import (
	"context"
	"slices"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/settings"
)

// Rule is a row of return_rules: how long something may be returned.
type Rule struct {
	Target         string `db:"target"`
	Slug           string `db:"slug"`
	AsNewHours     int64  `db:"as_new_hours"`
	DefectiveHours int64  `db:"defective_hours"`
	Kind           string `db:"kind"`
}

// Reason is a row of return_reasons: a reason that customers can choose.
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

// Book holds every rule, by its kind of target and slug.
type Book map[[2]string]Rule

// book holds every rule and reason, read once per request.
type book struct {
	rules   Book
	reasons []Reason
}

// lastRule applies if all rules were removed: the periods set by law.
var lastRule = Rule{AsNewHours: 14 * 24, DefectiveHours: 30 * 24, Kind: "general"}

// RefundWithin is the period set by law for refunding a return.
const RefundWithin = 14 * 24 * time.Hour

// ReadBook reads every rule.
func ReadBook(ctx context.Context, q db.Querier) (Book, error) {
	rules, err := ReadRules(ctx, q)
	b := Book{}
	for _, r := range rules {
		b[[2]string{r.Target, r.Slug}] = r
	}
	return b, err
}

// ReadRules lists every rule.
func ReadRules(ctx context.Context, q db.Querier) (rules []Rule, err error) {
	err = q.Select(ctx, &rules, `SELECT target, slug, as_new_hours, defective_hours, kind FROM return_rules
		ORDER BY target, slug`)
	return rules, err
}

// SetRules replaces all rules.
func SetRules(ctx context.Context, tx *db.Tx, rules []Rule) error {
	stmts := []db.Stmt{{SQL: `DELETE FROM return_rules`}}
	for _, r := range rules {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind)
			VALUES ($1, $2, $3, $4, $5)`,
			Args: []any{r.Target, r.Slug, r.AsNewHours, r.DefectiveHours, r.Kind}})
	}
	return tx.Batch(ctx, stmts)
}

// OnService sets the rule for prepared food: it can only be returned if something is wrong with it, and within a day,
// as the law permits, until the owner sets another rule.
func OnService(ctx context.Context, tx *db.Tx, slug, tint string) error {
	if tint != "food" {
		return nil
	}
	_, err := tx.Exec(ctx, `INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind)
		VALUES ('service', $1, $2, $3, $4)
		ON CONFLICT (target, slug) DO NOTHING`, slug, perishable.AsNewHours, perishable.DefectiveHours, perishable.Kind)
	return err
}

// CopyProduct copies the original's own return rule to its copy.
func CopyProduct(ctx context.Context, tx *db.Tx, _ products.Actor, c products.Copied) error {
	n, err := tx.Exec(ctx, `INSERT INTO return_rules (target, slug, as_new_hours, defective_hours, kind)
		SELECT target, $2, as_new_hours, defective_hours, kind FROM return_rules WHERE target = 'product'
		AND slug = $1`, c.FromSlug, c.ToSlug)
	if err != nil || n == 0 {
		return err
	}
	return changefeed.Publish(ctx, tx, settings.Changed, "return_rules")
}

// MoveProduct keeps a product's own return rule when the product's slug changes.
func MoveProduct(ctx context.Context, tx *db.Tx, fromSlug, toSlug string) error {
	n, err := tx.Exec(ctx, `UPDATE return_rules SET slug = $2 WHERE target = 'product' AND slug = $1`, fromSlug, toSlug)
	if err != nil || n == 0 {
		return err
	}
	return changefeed.Publish(ctx, tx, settings.Changed, "return_rules")
}

// Standard is the rule of products without a more specific one, as the information pages state it.
func (b Book) Standard() Rule {
	if r, ok := b[[2]string{"shop", ""}]; ok {
		return r
	}
	return lastRule
}

// perishable is the rule of perishable products until an owner sets another.
var perishable = Rule{DefectiveHours: 24, Kind: products.Perishable}

// Classes lists the return classes that can have their own periods.
func Classes() []string { return []string{products.Perishable, products.Hygiene} }

// Class is the rule of a return class: the one that was set; without one, hygiene products have the standard periods,
// unopened.
func (b Book) Class(class string) Rule {
	if r, ok := b[[2]string{"class", class}]; ok {
		return r
	}
	r := b.Standard()
	switch class {
	case products.Perishable:
		return perishable
	case products.Hygiene:
		r.Kind = products.Hygiene
	}
	return r
}

// Of is the most specific rule for a product: its own, then the rule or return class of its category and each ancestor,
// then its service's, then that of the service's tint.
func (b Book) Of(product string, category *products.Category, service *branches.ServiceType) Rule {
	if r, ok := b[[2]string{"product", product}]; ok {
		return r
	}
	return b.OfCategory(category, service)
}

// OfCategory is the rule of a category's products; without one, the service's.
func (b Book) OfCategory(category *products.Category, service *branches.ServiceType) Rule {
	for c := category; c != nil; c = c.Parent {
		if r, ok := b[[2]string{"category", c.Slug}]; ok {
			return r
		}
		if c.Class != "" {
			return b.Class(c.Class)
		}
	}
	if service == nil {
		return b.Standard()
	}
	if r, ok := b[[2]string{"service", service.Slug}]; ok {
		return r
	}
	return b.Class(products.ReturnClassOf(service.Tint))
}

// Names reports whether a target has its own rule.
func (b Book) Names(target, slug string) bool {
	_, ok := b[[2]string{target, slug}]
	return ok
}

// OfProducts counts the products with their own rule, by rule.
func (b Book) OfProducts() map[Rule]int64 {
	out := map[Rule]int64{}
	for _, r := range b {
		if r.Target == "product" {
			out[Rule{AsNewHours: r.AsNewHours, DefectiveHours: r.DefectiveHours, Kind: r.Kind}]++
		}
	}
	return out
}

func loadBook(ctx context.Context, q db.Querier) (b book, err error) {
	if b.rules, err = ReadBook(ctx, q); err != nil {
		return b, err
	}
	err = q.Select(ctx, &b.reasons, `SELECT id, name_en, name_ar, needs_comment, needs_photo, defective FROM return_reasons
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

// unfit lists reasons that do not apply to food, which has no size and cannot break down.
var unfit = []string{"does_not_fit", "defective"}

// offered reports whether a reason is shown for products of a service. Other reasons are still accepted, because a
// grocery may also sell a lamp.
func (r Reason) offered(tint string) bool {
	return tint != "food" && tint != "grocery" || !slices.Contains(unfit, r.ID)
}

// kinship is the category and service of a product.
type kinship struct {
	product  string // its slug
	category *products.Category
	service  *branches.ServiceType
}

// ruleFor is the most specific rule for a product.
func (b book) ruleFor(k kinship) Rule { return b.rules.Of(k.product, k.category, k.service) }

// promised is the rule under which an order's line was bought; the current rule for lines older than the column.
func (b book) promised(l orders.Line, k kinship) Rule {
	if l.AsNewHours == nil || l.DefectiveHours == nil || l.ReturnKind == nil {
		return b.ruleFor(k)
	}
	return Rule{AsNewHours: *l.AsNewHours, DefectiveHours: *l.DefectiveHours, Kind: *l.ReturnKind}
}

// window is the time until which a line of an order may be returned; zero: not at all.
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

// last is the time at which the window closes completely.
func (w window) last() time.Time {
	if w.defective.After(w.asNew) {
		return w.defective
	}
	return w.asNew
}

// allows reports whether a line may be returned now for a kind of reason. A fault may also be reported as long as no
// reason is needed.
func (w window) allows(defective bool, now time.Time) bool {
	if defective {
		return now.Before(w.last())
	}
	return now.Before(w.asNew)
}

// shut is the reason why a line can no longer be returned, as a text key; "" if it can.
func (w window) shut(now time.Time) string {
	switch {
	case w.allows(true, now):
		return ""
	case w.last().IsZero():
		return "returns.never_" + w.kind
	case w.asNew.IsZero():
		return "returns.faults_too_late"
	}
	return "returns.too_late"
}

// note explains a window that differs from the usual one; "" for the usual one.
func (w window) note() string {
	if w.asNew.IsZero() && !w.defective.IsZero() {
		return "returns.only_faults_" + w.kind
	}
	if w.kind == "hygiene" && !w.asNew.IsZero() {
		return "returns.only_unopened"
	}
	return ""
}

// kin reads the categories and services of the products of some lines. A deleted product has none, so the general rule
// applies.
func (s *Service) kin(ctx context.Context, q db.Querier, o *orders.Order,
	lines []orders.Line) (map[string]kinship, error) {
	service, _ := s.Branches.Service(o.ServiceID)
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
		category, _ := s.Catalog.Category(r.CategoryID)
		out[r.ID] = kinship{r.Slug, category, service}
	}
	return out, nil
}
