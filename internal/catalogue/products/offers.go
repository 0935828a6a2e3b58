package products

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// Offer is a variant as one branch sells it now, with the data that carts and checkouts need to price a line. Amounts
// are minor units with VAT.
type Offer struct {
	VariantID, ProductID, StoreID, ServiceID, BranchID string
	CategoryIDs                                        []string // the product's and those above it
	Name, VariantName                                  i18n.Text
	// Pack is the content of one unit (400 g, Large), or the unit where nothing else is known and the name omits it
	Pack           i18n.Text
	Slug, Image    string // Image names a picture
	Price          int64  // what is paid now; of a kilogram where it is sold by weight
	ListPrice      int64  // before the offer; equal to Price without one
	MinQty, MaxQty int64  // MaxQty 0: no limit but stock
	StepQty        int64  // quantities are MinQty and so many more each
	VATBP          int64
	Available      int64 // units that could be bought now
	UnitGrams      int64 // what a unit weighs of what is sold by weight; 0: a piece
	Active         bool  // sold here at all
	ExtraGroups    int64 // how many groups of extras it asks
}

type offerRow struct {
	VariantID  string `db:"variant_id"`
	ProductID  string `db:"product_id"`
	StoreID    string `db:"store_id"`
	ServiceID  string `db:"service_id"`
	CategoryID string `db:"category_id"`
	NameEN     string `db:"name_en"`
	NameAR     string `db:"name_ar"`
	VariantEN  string `db:"variant_en"`
	VariantAR  string `db:"variant_ar"`
	UnitEN     string `db:"unit_en"`
	UnitAR     string `db:"unit_ar"`
	Attributes string
	Slug       string
	Images     string
	Image      *string
	MinQty     int64 `db:"min_qty"`
	MaxQty     int64 `db:"max_qty"`
	StepQty    int64 `db:"step_qty"`
	UnitGrams  int64 `db:"unit_grams"`
	VATBP      int64 `db:"vat_bp"`
	Groups     int64 `db:"extra_groups"`
	Active     bool
	Sold       bool
	Asked
	Available *int64
}

// pack returns the content of one unit in both languages, in the format for the service's tint; a missing language
// copies the other.
func (r *offerRow) pack(tint string) i18n.Text {
	l := listing{NameEN: r.NameEN, NameAR: r.NameAR, VariantEN: r.VariantEN, VariantAR: r.VariantAR, UnitEN: r.UnitEN,
		UnitAR: r.UnitAR, UnitGrams: r.UnitGrams}
	content := contentOf(r.Attributes)
	return i18n.Text{EN: l.pack(content, tint, i18n.EN), AR: l.pack(content, tint, i18n.AR)}
}

// AtMost is the largest quantity up to n that the minimum and the step allow; 0 for none.
func (o *Offer) AtMost(n int64) int64 {
	if n < o.MinQty {
		return 0
	}
	return n - (n-o.MinQty)%max(1, o.StepQty)
}

// Amount formats a quantity for people: "2", "250 g".
func (o *Offer) Amount(qty int64) i18n.Text { return i18n.Amount(qty, o.UnitGrams) }

// Left returns the variant and its available quantity as an error field, for a refusal that lists lines.
func (o *Offer) Left() errs.Field {
	name := o.Name
	if o.VariantName != (i18n.Text{}) {
		name = i18n.Text{EN: name.In(i18n.EN) + ", " + o.VariantName.In(i18n.EN),
			AR: name.In(i18n.AR) + "، " + o.VariantName.In(i18n.AR)}
	}
	switch {
	case !o.Active:
		return errs.Field{Name: Lines, Key: "catalog.line_gone", Args: []any{"name", name}}
	case o.AtMost(o.Available) == 0:
		return errs.Field{Name: Lines, Key: "catalog.line_out", Args: []any{"name", name}}
	}
	return errs.Field{Name: Lines, Key: "catalog.line_left", Args: []any{"name", name, "left", o.Amount(o.Available)}}
}

// Lines is the errors entry that lists the lines of a refusal.
const Lines = "lines"

// Things is the number of items that a quantity counts as: a product sold by weight is one item, whatever its weight.
func Things(qty, grams int64) int64 {
	if grams > 0 {
		return min(qty, 1)
	}
	return qty
}

// Asked is a branch's price for a variant, per kilogram if sold by weight: a row of branch_prices.
type Asked struct {
	Price      int64  `db:"price"`
	OfferPrice *int64 `db:"offer_price"`
	OfferFrom  *int64 `db:"offer_from"`
	OfferTo    *int64 `db:"offer_to"`
}

// At returns the price at the given time, and when it changes next (zero for never).
func (a *Asked) At(now time.Time) (price int64, until time.Time) {
	if a.OfferPrice == nil || *a.OfferPrice >= a.Price {
		return a.Price, time.Time{}
	}
	t := now.UnixMilli()
	switch {
	case a.OfferTo != nil && t >= *a.OfferTo:
		return a.Price, time.Time{}
	case a.OfferFrom != nil && t < *a.OfferFrom:
		return a.Price, time.UnixMilli(*a.OfferFrom)
	case a.OfferTo != nil:
		return *a.OfferPrice, time.UnixMilli(*a.OfferTo)
	}
	return *a.OfferPrice, time.Time{}
}

const offersSQL = `SELECT v.id AS variant_id, v.product_id, p.store_id, p.service_id, p.category_id, p.name_en,
	p.name_ar,
  v.name_en AS variant_en, v.name_ar AS variant_ar, p.unit_en, p.unit_ar, p.attributes, p.slug, p.images, v.image,
  p.min_qty, p.max_qty, p.step_qty, p.unit_grams, p.vat_bp, p.extra_groups,
  p.active AND v.active AS active, COALESCE(bp.active, false) AS sold, COALESCE(bp.price, 0) AS price, bp.offer_price,
  bp.offer_from, bp.offer_to,
  ` + AvailableSQL + ` AS available
FROM variants v JOIN products p ON p.id = v.product_id
LEFT JOIN branch_prices bp ON bp.branch_id = $1 AND bp.variant_id = v.id
LEFT JOIN stock s ON s.branch_id = $1 AND s.variant_id = v.id
WHERE v.id IN (`

// OfferColumns are the columns of an OfferRow. A statement that joins OfferTables to its own rows reads the variants
// and their offers in one step instead of two.
const OfferColumns = `v.id IS NOT NULL AS "offer.there", COALESCE(v.id, '') AS "offer.variant_id",
	COALESCE(v.product_id, '') AS "offer.product_id",
  COALESCE(p.store_id, '') AS "offer.store_id", COALESCE(p.service_id, '') AS "offer.service_id",
  COALESCE(p.category_id, '') AS "offer.category_id",
  COALESCE(p.name_en, '') AS "offer.name_en", COALESCE(p.name_ar, '') AS "offer.name_ar",
  COALESCE(v.name_en, '') AS "offer.variant_en",
  COALESCE(v.name_ar, '') AS "offer.variant_ar", COALESCE(p.unit_en, '') AS "offer.unit_en",
  COALESCE(p.unit_ar, '') AS "offer.unit_ar",
  COALESCE(p.attributes, '') AS "offer.attributes", COALESCE(p.slug, '') AS "offer.slug",
  COALESCE(p.images, '') AS "offer.images", v.image AS "offer.image",
  COALESCE(p.min_qty, 0) AS "offer.min_qty", COALESCE(p.max_qty, 0) AS "offer.max_qty",
  COALESCE(p.step_qty, 0) AS "offer.step_qty",
  COALESCE(p.unit_grams, 0) AS "offer.unit_grams", COALESCE(p.vat_bp, 0) AS "offer.vat_bp",
  COALESCE(p.extra_groups, 0) AS "offer.extra_groups",
  COALESCE(p.active AND v.active, false) AS "offer.active", COALESCE(bp.active, false) AS "offer.sold",
  COALESCE(bp.price, 0) AS "offer.price",
  bp.offer_price AS "offer.offer_price", bp.offer_from AS "offer.offer_from", bp.offer_to AS "offer.offer_to",
  ` + AvailableSQL + ` AS "offer.available"`

// OfferTables joins the offer of a variant at a branch, each a column.
func OfferTables(branch, variant string) string {
	return ` LEFT JOIN variants v ON v.id = ` + variant + ` LEFT JOIN products p ON p.id = v.product_id
		LEFT JOIN branch_prices bp ON bp.branch_id = ` + branch + ` AND bp.variant_id = ` + variant + `
		LEFT JOIN stock s ON s.branch_id = ` + branch + ` AND s.variant_id = ` + variant + ` `
}

// OfferRow is an offer that is read together with another row, as a field with the tag offer.
type OfferRow struct {
	There bool // there is such a variant
	offerRow
}

// OfferOf converts a row into the offer of its variant at a branch.
func (s *Service) OfferOf(r OfferRow, branchID string) Offer {
	return s.offer(r.offerRow, branchID, s.Clock.Now())
}

// Offers reads variants at a branch in one statement, by variant id. A variant that the branch does not sell, or no
// longer sells, has Active false; one that does not exist is absent. Inside a transaction pass it as q.
func (s *Service) Offers(ctx context.Context, q db.Querier, branchID string,
	variantIDs []string) (map[string]Offer, error) {
	offers := make(map[string]Offer, len(variantIDs))
	if len(variantIDs) == 0 {
		return offers, nil
	}
	ids := padded(variantIDs)
	var rows []offerRow
	if err := q.Select(ctx, &rows, offersSQL+db.List(2, len(ids))+`) ORDER BY v.id`,
		db.Args(ids, branchID)...); err != nil {
		return nil, fmt.Errorf("products: offers: %w", err)
	}
	now := s.Clock.Now()
	for _, r := range rows {
		offers[r.VariantID] = s.offer(r, branchID, now)
	}
	return offers, nil
}

func (s *Service) offer(r offerRow, branchID string, now time.Time) Offer {
	b, ok := s.Branches.Branch(branchID)
	sells := ok && b.Active
	o := Offer{
		VariantID: r.VariantID, ProductID: r.ProductID, StoreID: r.StoreID, ServiceID: r.ServiceID, BranchID: branchID,
		CategoryIDs: s.AncestorIDs(r.CategoryID), Name: i18n.Text{EN: r.NameEN, AR: r.NameAR},
		VariantName: i18n.Text{EN: r.VariantEN, AR: r.VariantAR}, Pack: r.pack(s.Branches.Tint(branchID)), Slug: r.Slug,
		Image:  firstImage(r.Images, r.Image),
		MinQty: max(1, r.MinQty), MaxQty: r.MaxQty, StepQty: max(1, r.StepQty), UnitGrams: r.UnitGrams, VATBP: r.VATBP,
		Active: sells && r.Active && r.Sold, ListPrice: r.Price, ExtraGroups: r.Groups,
	}
	o.Price, _ = r.At(now)
	if r.Available != nil {
		o.Available = max(0, *r.Available)
	}
	return o
}

// Offer is Offers for one variant; errs.NotFound when there is no such variant.
func (s *Service) Offer(ctx context.Context, q db.Querier, branchID, variantID string) (Offer, error) {
	offers, err := s.Offers(ctx, q, branchID, []string{variantID})
	if err != nil {
		return Offer{}, err
	}
	o, ok := offers[variantID]
	if !ok {
		return Offer{}, errs.NotFound()
	}
	return o, nil
}

// Resolve turns the reference that a customer adds (a variant's id, or a product's id or slug) into a variant. It
// refuses a product with several variants with catalog.choose_variant, and an unknown or withdrawn one with
// catalog.unavailable.
func (s *Service) Resolve(ctx context.Context, q db.Querier, ref string) (variantID string, err error) {
	var ids []string
	err = q.Select(ctx, &ids, `SELECT v.id FROM variants v JOIN products p ON p.id = v.product_id
WHERE v.id = $1 AND v.active AND p.active ORDER BY v.id`, ref)
	if err == nil && len(ids) == 0 {
		err = q.Select(ctx, &ids, `SELECT v.id FROM products p JOIN variants v ON v.product_id = p.id
WHERE (p.id = $1 OR p.slug = $1) AND v.active AND p.active ORDER BY v.id LIMIT 2`, ref)
	}
	switch {
	case err != nil:
		return "", fmt.Errorf("products: resolve: %w", err)
	case len(ids) == 0:
		return "", errs.Refuse("catalog.unavailable")
	case len(ids) > 1:
		return "", errs.Refuse("catalog.choose_variant")
	}
	return ids[0], nil
}

// firstImage returns the picture of a variant: its own, else the product's first.
func firstImage(images string, own *string) string {
	if own != nil && *own != "" {
		return *own
	}
	if names := imageNames(images); len(names) > 0 {
		return names[0]
	}
	return ""
}

// imageNames reads products.images. Invalid JSON counts as no picture, because the page matters more than its pictures.
func imageNames(images string) []string {
	var names []string
	if json.Unmarshal([]byte(images), &names) != nil {
		return nil
	}
	return names
}

// padded repeats the last id until the list has one of a few lengths, so that only a few statements are prepared.
func padded(ids []string) []string {
	want := 1
	for want < len(ids) {
		want *= 2
	}
	if len(ids) > PerPage/2 && len(ids) <= PerPage {
		want = PerPage
	}
	if want == len(ids) {
		return ids
	}
	out := make([]string, want)
	for i := copy(out, ids); i < want; i++ {
		out[i] = ids[len(ids)-1]
	}
	return out
}
