package cart

import (
	"context"
	"encoding/json"
	"errors"
	"strconv"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

// nameText is a name in both languages.
type nameText = i18n.Text

// setCoupon changes the coupon of the owner's live cart, if check agrees.
func (s *Service) setCoupon(ctx context.Context, owner, serviceID string, couponID *string,
	check func(c *Cart) error) (held, error) {
	return s.edit(ctx, owner, serviceID, func(c *Cart) ([]db.Stmt, error) {
		if len(c.Items) == 0 && couponID != nil {
			return nil, errs.Refuse("cart.empty_cart")
		}
		if err := check(c); err != nil {
			return nil, err
		}
		c.CouponID = couponID
		return []db.Stmt{}, nil
	})
}

// reordering stores the responses of a key for as long as a client may retry because it got no response.
var reordering = idempotency.Operation{Name: "reorder", Keep: 24 * time.Hour}

type reorderInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		OrderID     string `json:"order_id" maxLength:"64"`
		ReplaceCart bool   `json:"replace_cart,omitempty"`
		Confirm     bool   `json:"confirm,omitempty" doc:"Without it only what changed is answered."`
	}
}

// Difference is a change since the original order.
type Difference struct {
	Name      string `json:"name"`
	Code      string `json:"code" enum:"price,unavailable,quantity,branch,extras,not_delivered"`
	From      string `json:"from"`
	To        string `json:"to"`
	UnitGrams int64  `json:"unit_grams" doc:"Sold by weight: the grams of one unit; quantities count units."`
	Message   string `json:"message"`
}

// Reordered lists what ordering again would change and, once confirmed, the cart.
type Reordered struct {
	Changes []Difference `json:"changes"`
	Cart    *View        `json:"cart"`
}

func (s *Service) reorder(ctx context.Context, in *reorderInput) (*httpapi.Reply[Reordered], error) {
	who := httpapi.Caller(ctx)
	o, err := orders.Owned(ctx, s.DB, who.UserID, in.Body.OrderID)
	if err != nil {
		return nil, err
	}
	lines, err := orders.Lines(ctx, s.DB, o.ID)
	if err != nil {
		return nil, err
	}
	place := s.Places.Caller(who)
	b, ok := s.Branches.Again(o.BranchID, o.StoreID, place)
	if !ok {
		return nil, errs.Refuse("cart.branch_gone")
	}
	ids := make([]string, len(lines))
	for i, l := range lines {
		ids[i] = l.VariantID
	}
	offers, err := s.Catalog.Offers(ctx, s.DB, b.ID, ids)
	if err != nil {
		return nil, err
	}
	offered, err := s.Extras.At(ctx, s.DB, b.ID, asking(offers))
	if err != nil {
		return nil, err
	}
	out := Reordered{Changes: s.differences(who.Lang, o, b, lines, offers, offered)}
	if place.Known() && !b.Delivers(place) {
		out.Changes = append([]Difference{notDelivered(who.Lang, b)}, out.Changes...)
	}
	if !in.Body.Confirm {
		return httpapi.OK(out), nil
	}
	fill := func(ctx context.Context, tx *db.Tx) error {
		return s.refill(ctx, tx, o, b, lines, offers, offered, in.Body.ReplaceCart)
	}
	if err = s.fillOnce(ctx, who.UserID, in, &out, fill); err != nil {
		return nil, err
	}
	h, err := load(ctx, s.DB, o.UserID, o.ServiceID)
	if err != nil {
		return nil, err
	}
	if out.Cart, err = s.view(ctx, h, o.ServiceID, nil); err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

// fillOnce fills a cart once per key, if there is one. A repeated request leaves the cart unchanged and returns the
// changes of the first one.
func (s *Service) fillOnce(ctx context.Context, userID string, in *reorderInput, out *Reordered,
	fill func(ctx context.Context, tx *db.Tx) error) error {
	r := idempotency.Request{Operation: reordering, Caller: userID, Subject: userID, Key: in.Key,
		Hash: idempotency.Hash(in.Body)}
	said, err := httpapi.Encode(out.Changes)
	if err != nil {
		return err
	}
	err = again(func() error {
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			if in.Key == "" {
				return fill(ctx, tx)
			}
			if err := idempotency.Claim(ctx, tx, r, "", s.Clock.Now()); err != nil {
				return err
			}
			if err := fill(ctx, tx); err != nil {
				return err
			}
			_, err := idempotency.Settle(ctx, tx, r, said)
			return err
		})
		if db.IsUnique(err) {
			err = errAgain
		}
		return err
	})
	if !errors.Is(err, idempotency.ErrTaken) {
		return err
	}
	first, err := idempotency.Look(ctx, s.DB, r, s.Clock.Now())
	if err != nil || first == nil {
		return err
	}
	return json.Unmarshal(first.Answer, &out.Changes)
}

// asking lists the products among offers that have extras.
func asking(offers map[string]products.Offer) []string {
	var productIDs []string
	for _, o := range offers {
		if o.ExtraGroups > 0 {
			productIDs = append(productIDs, o.ProductID)
		}
	}
	return productIDs
}

// notDelivered reports that a branch does not deliver to the customer's place.
func notDelivered(lang i18n.Lang, b *branches.Branch) Difference {
	name := b.Name.In(lang)
	return Difference{Name: name, Code: "not_delivered", Message: i18n.T(lang, "cart.changed_not_delivered", "name", name)}
}

func (s *Service) differences(lang i18n.Lang, o *orders.Order, b *branches.Branch, lines []orders.Line,
	offers map[string]products.Offer, offered map[string]extras.Offered) []Difference {
	out := []Difference{}
	add := func(name, code, from, to string) {
		out = append(out, Difference{Name: name, Code: code, From: from, To: to,
			Message: i18n.T(lang, "cart.changed_"+code, "name", name, "from", from, "to", to)})
	}
	fewer := func(l orders.Line, code string, left int64) {
		name := i18n.Text{EN: l.NameEN, AR: l.NameAR}.In(lang)
		out = append(out, Difference{name, code, strconv.FormatInt(l.Qty, 10), strconv.FormatInt(left, 10), l.UnitGrams,
			i18n.T(lang, "cart.changed_"+code, "name", name, "from", i18n.Amount(l.Qty, l.UnitGrams), "to",
				i18n.Amount(left, l.UnitGrams))})
	}
	if b.ID != o.BranchID {
		was := ""
		if old, ok := s.Branches.Branch(o.BranchID); ok {
			was = old.Name.In(lang)
		}
		add(b.Store.Name.In(lang), "branch", was, b.Name.In(lang))
	}
	var c Cart // fills up as the customer's would
	for _, l := range lines {
		name := i18n.Text{EN: l.NameEN, AR: l.NameAR}.In(lang)
		offer := offers[l.VariantID]
		was := extras.Read(l.Extras)
		picks, gone := offered[offer.ProductID].Still(extras.PicksOf(was), was)
		_, _, cut := c.take(Item{VariantID: l.VariantID, Qty: l.Qty, Picks: picks}, offer, offered, 0)
		switch {
		case cut != nil && *cut == 0:
			fewer(l, "unavailable", 0)
			continue
		case cut != nil:
			fewer(l, "quantity", *cut)
		}
		for _, one := range gone {
			add(name, "extras", one.In(lang), "")
		}
		if unit := offer.Price + extras.Sum(offered[offer.ProductID].Freeze(picks)); unit != l.UnitPrice {
			was, is := major(l.UnitPrice), major(unit)
			out = append(out, Difference{name, "price", number(was), number(is), l.UnitGrams,
				i18n.T(lang, "cart.changed_price", "name", name, "from", was, "to", is)})
		}
	}
	return out
}

// number formats an amount for programs, without the separators used in sentences.
func number(m money.Major) string {
	raw, _ := m.MarshalJSON() // never fails
	return string(raw)
}

// refill adds the lines of an old order that are still available to the customer's cart.
func (s *Service) refill(ctx context.Context, tx *db.Tx, o *orders.Order, b *branches.Branch, lines []orders.Line,
	offers map[string]products.Offer, offered map[string]extras.Offered, replace bool) error {
	h, err := load(ctx, tx, o.UserID, o.ServiceID)
	if err != nil {
		return err
	}
	other := h.active != nil && len(h.active.Items) > 0 && h.active.BranchID != b.ID
	if other && !replace {
		return errs.Refuse("cart.different_store")
	}
	now := db.At(s.Clock.Now())
	wish := Add{Owner: o.UserID, ServiceID: o.ServiceID}
	c, stmts := s.target(h, wish, b.ID, other, now)
	for _, l := range lines {
		was := extras.Read(l.Extras)
		// Extras that are no longer offered are left out; the cart then reports missing choices.
		picks, _ := offered[offers[l.VariantID].ProductID].Still(extras.PicksOf(was), was)
		more, _, _ := c.take(Item{VariantID: l.VariantID, Qty: l.Qty, Note: l.Note, Picks: picks}, offers[l.VariantID],
			offered, now)
		stmts = append(stmts, more...)
	}
	if len(c.Items) == 0 {
		return errs.Refuse("cart.unavailable")
	}
	if err := s.countNew(ctx, tx, h, wish, other); err != nil {
		return err
	}
	return tx.Batch(ctx, stmts)
}
