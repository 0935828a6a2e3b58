package cart

import (
	"context"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// Capped reports that a smaller quantity of a product was transferred than the guest's cart had.
type Capped struct {
	Name      string `json:"name"`
	Qty       int64  `json:"qty"`
	UnitGrams int64  `json:"unit_grams" doc:"Sold by weight: the grams of one unit; 0: by the piece."`
}

// Claimed is the outcome of claiming a guest's carts at sign-in.
type Claimed struct {
	Merged   int      `json:"merged" doc:"Lines that came along."`
	Capped   []Capped `json:"capped"`
	Conflict *Summary `json:"conflict" doc:"The guest's cart of another branch, parked."`
	Cart     *View    `json:"cart"`
}

type claimInput struct {
	ServiceID string `query:"service_id" maxLength:"64" doc:"Whose cart to answer with; the first one that came along otherwise."`
}

// claim transfers a guest's carts to the customer. Another call finds none left.
func (s *Service) claim(ctx context.Context, in *claimInput) (*httpapi.Reply[Claimed], error) {
	who := httpapi.Caller(ctx)
	out := Claimed{Capped: []Capped{}}
	serviceID := ""
	if in.ServiceID != "" {
		kind, err := s.service(in.ServiceID)
		if err != nil {
			return nil, err
		}
		serviceID = kind.ID
	}
	if len(who.CartToken) >= minToken {
		first, err := s.take(ctx, Guest(who.CartToken), who.UserID, &out)
		if err != nil {
			return nil, err
		}
		if serviceID == "" {
			serviceID = first
		}
	}
	if serviceID != "" {
		h, err := load(ctx, s.DB, who.UserID, serviceID)
		if err != nil {
			return nil, err
		}
		if out.Cart, err = s.view(ctx, h, serviceID, nil); err != nil {
			return nil, err
		}
	}
	return httpapi.OK(out), nil
}

// take transfers every cart of a guest to a customer, each in its own transaction, and returns the first service with
// one.
func (s *Service) take(ctx context.Context, guest, userID string, out *Claimed) (string, error) {
	carts, err := loadAll(ctx, s.DB, guest)
	if err != nil {
		return "", err
	}
	first := ""
	for _, c := range carts {
		if first == "" || c.State == Active && len(c.Items) > 0 {
			first = c.ServiceID
		}
		err := again(func() error { return s.takeOne(ctx, guest, c.ServiceID, c.State, userID, out) })
		if err != nil {
			return "", err
		}
	}
	return first, nil
}

// takeOne transfers a guest's live or parked cart of one service.
func (s *Service) takeOne(ctx context.Context, guest, serviceID, state, userID string, out *Claimed) error {
	theirs, err := load(ctx, s.DB, guest, serviceID)
	if err != nil {
		return err
	}
	mine, err := load(ctx, s.DB, userID, serviceID)
	if err != nil {
		return err
	}
	now := db.At(s.Clock.Now())
	c := theirs.active
	if state == Parked {
		c = theirs.parked
	}
	lang := httpapi.Caller(ctx).Lang
	switch {
	case c == nil:
		return nil
	case len(c.Items) == 0, state == Parked && mine.parked != nil:
		return s.write(ctx, []db.Stmt{stateStmt(c, Emptied, now)})
	case state == Parked:
		return s.write(ctx, []db.Stmt{ownStmt(c, userID, Parked, now)})
	case mine.active == nil || len(mine.active.Items) == 0:
		var stmts []db.Stmt
		if mine.active != nil {
			stmts = append(stmts, stateStmt(mine.active, Emptied, now))
		}
		stmts = append(stmts, ownStmt(c, userID, Active, now))
		if err := s.write(ctx, stmts); err != nil {
			return err
		}
		out.Merged += len(c.Items)
	case mine.active.BranchID == c.BranchID:
		return s.merge(ctx, mine.active, c, out)
	default:
		stmts := []db.Stmt{}
		if mine.parked != nil {
			stmts = append(stmts, stateStmt(mine.parked, Emptied, now))
		}
		stmts = append(stmts, ownStmt(c, userID, Parked, now))
		if err := s.write(ctx, stmts); err != nil {
			return err
		}
		c.State = Parked
		sum := s.summary(lang, c)
		out.Conflict = &sum
	}
	return nil
}

// merge adds a guest's lines to the customer's cart of the same branch, as far
// as stock and maximum allow.
func (s *Service) merge(ctx context.Context, mine, theirs *Cart, out *Claimed) error {
	offers, err := s.Catalog.Offers(ctx, s.DB, mine.BranchID, append(mine.variants(), theirs.variants()...))
	if err != nil {
		return err
	}
	offered, err := s.offered(ctx, s.DB,
		&Cart{BranchID: mine.BranchID, Items: append(slices.Clone(mine.Items), theirs.Items...)}, offers)
	if err != nil {
		return err
	}
	now := db.At(s.Clock.Now())
	stmts := []db.Stmt{guardStmt(mine, now), stateStmt(theirs, Merged, now)}
	var capped []Capped
	for _, it := range theirs.Items {
		more, name, cut := mine.take(it, offers[it.VariantID], offered, now)
		stmts = append(stmts, more...)
		if cut != nil {
			capped = append(capped, Capped{name.In(httpapi.Caller(ctx).Lang), *cut, it.UnitGrams})
		}
	}
	if err := s.write(ctx, stmts); err != nil {
		return err
	}
	out.Merged += len(theirs.Items)
	out.Capped = append(out.Capped, capped...)
	return nil
}

// take adds a line to c as far as the offer allows and returns the writes for it. Its extras are copied unchanged: the
// cart shows problems with them. cut is the resulting quantity if it is less than requested.
func (c *Cart) take(wish Item, o products.Offer, offered map[string]extras.Offered,
	now db.Millis) (stmts []db.Stmt, name nameText, cut *int64) {
	name = o.Name
	old := c.find(wish.VariantID, wish.Picks.Key())
	seen := o.Price + extras.Sum(offered[o.ProductID].Freeze(wish.Picks))
	have := int64(0)
	if old != nil {
		have = old.Qty
	}
	most := min(o.Available, maxQty)
	if o.MaxQty > 0 {
		most = min(most, o.MaxQty)
	}
	if !o.Active {
		most = 0
	}
	others := c.unitsOf(wish.VariantID, "") - have
	most = max(0, most-others)
	// Together with the variant's other lines, the quantity must be orderable.
	next := max(have, o.AtMost(min(have+wish.Qty, most)+others)-others)
	if next != have+wish.Qty {
		cut = &next
	}
	switch {
	case next == have:
		return nil, name, cut
	case old != nil:
		old.Qty, old.SeenPrice = next, seen
		return []db.Stmt{setStmt(c, *old)}, name, cut
	case next+others < o.MinQty || len(c.Items) >= maxLines:
		none := int64(0)
		return nil, name, &none
	}
	it := Item{ID: newItemID(), VariantID: wish.VariantID, ProductID: o.ProductID, Qty: next, Note: wish.Note,
		SeenPrice: seen, Picks: wish.Picks, UnitGrams: o.UnitGrams}
	c.Items = append(c.Items, it)
	return []db.Stmt{addStmt(c, it, now)}, name, cut
}
