package products

import (
	"context"
	"errors"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// waitsPart is the page size of pending prices.
const waitsPart = 50

// waitRoutes registers the operations with which a second person decides on large price drops.
func (s *Service) waitRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/price-waits", ID: "console-list-price-waits", Tag: "console",
			Summary: "Prices that wait for a second person, the oldest first", Audience: httpapi.Staff,
			Capability: staff.DecidePrices, Branches: httpapi.BranchList, Paged: true}, s.getWaits)
	decide := httpapi.Op{Method: "POST", Path: "/console/price-waits/{id}/decide", ID: "console-decide-price",
		Tag: "console", Summary: "Let a price that waits be asked for, or drop it", Audience: httpapi.Staff,
		Capability: staff.DecidePrices, Branches: httpapi.BranchOfPath,
		Audit: []string{"price.approve", "price.decline"}, Strict: true}
	decide.Conflict = httpapi.VersionConflict[PendingPrice]()
	httpapi.Handle(a, decide, s.postDecidePrice)
}

// PendingPrice is a price that needs a second person's approval.
type PendingPrice struct {
	ID        string       `json:"id"`
	Branch    wire.Ref     `json:"branch"`
	ProductID string       `json:"product_id"`
	VariantID string       `json:"variant_id"`
	Name      string       `json:"name"`
	Variant   string       `json:"variant" doc:"Empty where there is one."`
	SKU       string       `json:"sku"`
	UnitGrams int64        `json:"unit_grams" doc:"Above 0: sold by weight, prices are of a kilogram."`
	Now       *money.Major `json:"now" nullable:"true" doc:"The list price at present; null without one."`
	WaitsView
	approvals.Second
	Version int64 `json:"version"`
}

// WaitsView is a pending price and the reason why it needs approval.
type WaitsView struct {
	Price      money.Major  `json:"price"`
	OfferPrice *money.Major `json:"offer_price" nullable:"true"`
	OfferFrom  *db.Millis   `json:"offer_from"`
	OfferTo    *db.Millis   `json:"offer_to"`
	Sold       bool         `json:"sold"`
	Highest    money.Major  `json:"highest" doc:"What it is compared with: the highest list price here of the last days; for a first price the highest elsewhere."`
	Drop       int64        `json:"drop" doc:"By how much of a hundred a price may fall below that without a second person."`
	DropDays   int64        `json:"drop_days"`
	approvals.Asked
}

// View converts a pending price for the console; names maps ids to the names of staff.
func (w Wait) View(limits approvals.Limits, names map[string]string) WaitsView {
	asks := func(price int64) money.Major { return money.EGP(price).Major() }
	v := WaitsView{Price: asks(w.Price.Price), OfferFrom: w.OfferFrom, OfferTo: w.OfferTo, Sold: w.Sold,
		Highest: asks(w.Highest), Drop: limits.Drop, DropDays: limits.DropDays,
		Asked: approvals.AskedBy(names, w.AskedAt, w.Makers...)}
	if w.OfferPrice != nil {
		offer := asks(*w.OfferPrice)
		v.OfferPrice = &offer
	}
	return v
}

// waitRow is a pending price with its product, variant and branch.
type waitRow struct {
	Wait
	NameEN    string `db:"name_en"`
	NameAR    string `db:"name_ar"`
	VariantEN string `db:"variant_en"`
	VariantAR string `db:"variant_ar"`
	SKU       string `db:"sku"`
	Now       *int64 `db:"now_price"`
	UnitGrams int64  `db:"unit_grams"`
}

const waitRows = `SELECT w.id, w.branch_id, w.variant_id, w.product_id, w.price, w.offer_price, w.offer_from,
	w.offer_to, w.active, w.highest, w.makers,
	w.asked_at, w.version, p.name_en, p.name_ar, v.name_en AS variant_en, v.name_ar AS variant_ar, v.sku, p.unit_grams,
	bp.price AS now_price
	FROM price_waits w JOIN variants v ON v.id = w.variant_id JOIN products p ON p.id = w.product_id
	LEFT JOIN branch_prices bp ON bp.branch_id = w.branch_id AND bp.variant_id = w.variant_id`

func (s *Service) viewWait(ctx context.Context, q db.Querier, now time.Time, member staff.Member,
	limits approvals.Limits, r waitRow) (PendingPrice, error) {
	lang := httpapi.Caller(ctx).Lang
	names, err := staff.Names(ctx, q, r.Makers)
	if err != nil {
		return PendingPrice{}, err
	}
	second, err := approvals.SecondOf(ctx, q, now, member, staff.DecidePrices, r.Makers...)
	v := PendingPrice{ID: r.ID, ProductID: r.ProductID, VariantID: r.VariantID,
		Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang), Variant: i18n.Text{EN: r.VariantEN, AR: r.VariantAR}.In(lang),
		SKU: r.SKU, WaitsView: r.View(limits, names), UnitGrams: r.UnitGrams, Second: second,
		Version: r.Version}
	if b, ok := s.Branches.Branch(r.BranchID); ok {
		v.Branch = b.Ref(lang)
	}
	if r.Now != nil {
		price := money.EGP(*r.Now).Major()
		v.Now = &price
	}
	return v, err
}

type waitsInput struct{ httpapi.PartInput }

func (s *Service) getWaits(ctx context.Context, in *waitsInput) (*httpapi.Part[PendingPrice], error) {
	var at int64
	var id string
	if _, err := in.Place(&at, &id); err != nil {
		return nil, err
	}
	member := staff.Caller(ctx)
	where, args := ` WHERE (w.asked_at > $1 OR w.asked_at = $1 AND w.id > $2)`, []any{at, id}
	if member.Branches != nil {
		if len(member.Branches) == 0 {
			return httpapi.Keyset(nil, waitsPart, nil, func(v PendingPrice) PendingPrice { return v }), nil
		}
		where += ` AND w.branch_id IN (` + db.List(3, len(member.Branches)) + `)`
		args = db.Args(member.Branches, args...)
	}
	var views []PendingPrice
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		limits, err := approvals.ReadLimits(ctx, q)
		if err != nil {
			return err
		}
		var rows []waitRow
		if err := q.Select(ctx, &rows, waitRows+where+` ORDER BY w.asked_at, w.id LIMIT 51`, args...); err != nil {
			return err
		}
		views = views[:0]
		for _, r := range rows {
			v, err := s.viewWait(ctx, q, s.Clock.Now(), member, limits, r)
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(views, waitsPart, func(v PendingPrice) []any { return []any{int64(v.AskedAt), v.ID} },
		func(v PendingPrice) PendingPrice { return v }), nil
}

// waitOf reads one pending price.
func (s *Service) waitOf(ctx context.Context, member staff.Member,
	waitID string) (*httpapi.Reply[PendingPrice], error) {
	var v PendingPrice
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		limits, err := approvals.ReadLimits(ctx, q)
		if err != nil {
			return err
		}
		var r waitRow
		if err := q.Get(ctx, &r, waitRows+` WHERE w.id = $1`, waitID); errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		} else if err != nil {
			return err
		}
		v, err = s.viewWait(ctx, q, s.Clock.Now(), member, limits, r)
		return err
	})
	return httpapi.OK(v), err
}

type priceDecisionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version httpapi.Int `json:"version" doc:"Of what waits, as the caller has seen it."`
		Approve bool        `json:"approve"`
		Reason  string      `json:"reason,omitempty" maxLength:"200"`
	}
}

type decided struct{}

func (s *Service) postDecidePrice(ctx context.Context, in *priceDecisionInput) (*httpapi.Reply[decided], error) {
	member := staff.Caller(ctx)
	err := s.DecidePrice(ctx, member, in.ID, int64(in.Body.Version), in.Body.Approve, httpapi.Clean(in.Body.Reason))
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[PendingPrice], error) { return s.waitOf(ctx, member, in.ID) })
	}
	message := "catalog.price_declined"
	if in.Body.Approve {
		message = "catalog.price_approved"
	}
	return said(ctx, decided{}, message), nil
}
