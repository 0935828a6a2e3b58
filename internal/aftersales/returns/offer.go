package returns

import (
	"context"

	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// Method is a way of refunding.
type Method struct {
	ID        string `json:"id" enum:"card,wallet,bank,points"`
	Label     string `json:"label"`
	Note      string `json:"note"`
	NeedsBank bool   `json:"needs_bank"`
}

// ReturnableItem is an order line and the units of it that can be returned.
type ReturnableItem struct {
	LineID         string            `json:"line_id"`
	Product        orders.ProductRef `json:"product"`
	VariantName    string            `json:"variant_name"`
	Qty            int64             `json:"qty" doc:"Units bought."`
	UnitGrams      int64             `json:"unit_grams" doc:"Sold by weight: the grams of one unit; the unit price is of a kilogram then. 0: sold by the piece."`
	WeightGrams    int64             `json:"weight_grams" doc:"What all its units weighed when they were picked, as ordered where nobody weighed them; 0 of what is sold by the piece."`
	Left           int64             `json:"left" doc:"Units that no return holds."`
	UnitPrice      money.Major       `json:"unit_price"`
	UntilAsNew     *db.Millis        `json:"until_as_new" doc:"Until then for any reason; null where never."`
	UntilDefective *db.Millis        `json:"until_defective" doc:"Until then when the shop is to blame."`
	Reasons        []string          `json:"reasons" doc:"Ids of the reasons to choose from now: those that can be given, without what its service's goods have no use for."`
	Why            *string           `json:"why_not" doc:"Why none of it can come back."`
	Note           string            `json:"note" doc:"What is special about it."`
}

// PickupAddress is an address from which items can be picked up.
type PickupAddress struct {
	ID      string         `json:"id" doc:"\"order\" is where the order was brought."`
	Reached bool           `json:"reached" doc:"Whether the branch comes there."`
	Address addresses.View `json:"address"`
}

// PickupSlot is a time at which items can be picked up.
type PickupSlot struct {
	ID    string    `json:"id"`
	From  db.Millis `json:"from"`
	To    db.Millis `json:"to"`
	Label string    `json:"label"`
}

// ReturnRef identifies a return of the order.
type ReturnRef struct {
	ID         string `json:"id"`
	Number     string `json:"number"`
	State      string `json:"state"`
	StateLabel string `json:"state_label"`
}

// Returnable is the part of an order that can be returned, and everything needed to request it.
type Returnable struct {
	Order      OrderRef         `json:"order"`
	Fulfilment string           `json:"fulfilment" enum:"delivery,pickup" doc:"Of the order: what was collected can be brought back."`
	Store      string           `json:"store"`
	StoreImage files.Image      `json:"store_image"`
	Currency   string           `json:"currency"`
	CanReturn  bool             `json:"can_return"`
	Why        *string          `json:"why_not"`
	Items      []ReturnableItem `json:"items"`
	Reasons    []ReasonView     `json:"reasons"`
	Methods    []Method         `json:"methods"`
	Addresses  []PickupAddress  `json:"addresses"`
	Slots      []PickupSlot     `json:"slots"`
	Returns    []ReturnRef      `json:"returns" doc:"What was asked for before."`
	MaxPhotos  int64            `json:"most_photos"`
	MaxComment int64            `json:"max_comment"`
}

// offer returns the part of an order that can be returned, with the choices for the request.
func (s *Service) offer(ctx context.Context, q db.Querier, o *orders.Order, lang i18n.Lang) (Returnable, error) {
	st, err := s.assess(ctx, q, o)
	if err != nil {
		return Returnable{}, err
	}
	_, store, _ := s.Orders.Seller(lang, o)
	out := Returnable{Order: OrderRef{o.ID, o.Number}, Fulfilment: o.Fulfilment, Store: store.Name,
		StoreImage: s.Orders.StoreImage(o), Currency: o.Currency, Items: []ReturnableItem{}, Reasons: []ReasonView{},
		Methods: []Method{}, Addresses: []PickupAddress{}, Slots: []PickupSlot{}, Returns: []ReturnRef{},
		MaxPhotos: maxPhotos, MaxComment: commentLength}
	for _, r := range st.book.reasons {
		out.Reasons = append(out.Reasons, r.view(lang))
	}
	within := refundDays(lang)
	for _, way := range choices(st.tenders) {
		out.Methods = append(out.Methods, Method{way, i18n.T(lang, "returns.way_"+way),
			i18n.T(lang, "returns.way_note_"+way, "days", within), way == payments.ToBank})
	}
	list, err := ofOrder(ctx, q, o.ID)
	if err != nil {
		return Returnable{}, err
	}
	for _, r := range list {
		out.Returns = append(out.Returns, ReturnRef{r.ID, r.Number, string(r.State), r.State.Label(lang)})
	}
	s.offerLines(&out, st, lang)
	why := st.shut()
	if out.CanReturn = why == ""; !out.CanReturn {
		text := i18n.T(lang, why)
		out.Why = &text
		return out, nil
	}
	return out, s.offerPickup(ctx, q, &out, st, lang)
}

func (s *Service) offerLines(out *Returnable, st *assessment, lang i18n.Lang) {
	items, _ := s.Orders.ItemsIn(lang, st.order, st.lines)
	kind, _ := s.Branches.Service(st.order.ServiceID)
	for i, l := range st.lines {
		w := st.windows[l.ID]
		item := ReturnableItem{LineID: l.ID, Product: items[i].Product, VariantName: items[i].VariantName, Qty: l.Qty,
			UnitGrams: l.UnitGrams, WeightGrams: weightOf(items[i], l.Qty),
			Left: int64(len(st.left(l))), UnitPrice: items[i].UnitPrice, Reasons: []string{}}
		if !w.asNew.IsZero() {
			at := db.At(w.asNew)
			item.UntilAsNew = &at
		}
		if last := w.last(); !last.IsZero() {
			at := db.At(last)
			item.UntilDefective = &at
		}
		switch why := w.shut(st.now); {
		case st.order.DeliveredAt == nil:
		case item.Left == 0:
			text := i18n.T(lang, "returns.all_returned")
			item.Why = &text
		case why != "":
			text := i18n.T(lang, why)
			item.Why = &text
		default:
			for _, r := range st.book.reasons {
				if r.offered(kind.Tint) && w.allows(r.Defective, st.now) {
					item.Reasons = append(item.Reasons, r.ID)
				}
			}
			if note := w.note(); note != "" {
				item.Note = i18n.T(lang, note)
			}
		}
		out.Items = append(out.Items, item)
	}
}

func (s *Service) offerPickup(ctx context.Context, q db.Querier, out *Returnable, st *assessment,
	lang i18n.Lang) error {
	out.Addresses = append(out.Addresses, PickupAddress{orderAddress, true, orders.AddressIn(lang, st.order)})
	b, ok := s.Branches.Branch(st.order.BranchID)
	if !ok {
		return nil
	}
	mine, err := addresses.List(ctx, q, st.order.UserID)
	if err != nil {
		return err
	}
	for _, a := range mine {
		if a.ID == st.order.AddressID {
			continue
		}
		_, found := b.ZoneAt(a.DistrictID, a.At())
		out.Addresses = append(out.Addresses, PickupAddress{a.ID, found == branches.Reached, s.Addresses.View(a, lang)})
	}
	for _, slot := range pickupSlots(b, st.now) {
		out.Slots = append(out.Slots, PickupSlot{slot.ID(), db.At(slot.From), db.At(slot.To), slot.Label(lang, st.now)})
	}
	return nil
}

// PreviewLine is the refund for one item of a preview.
type PreviewLine struct {
	LineID   string      `json:"line_id"`
	Qty      int64       `json:"qty"`
	Price    money.Major `json:"price"`
	Discount money.Major `json:"discount"`
	Refund   money.Major `json:"refund"`
}

// Preview is the refund that a return would give.
type Preview struct {
	Total    money.Major   `json:"total"`
	Currency string        `json:"currency"`
	Lines    []PreviewLine `json:"lines"`
	Steps    []Step        `json:"steps"`
	Method   string        `json:"method"`
	Parts    []Part        `json:"parts"`
}

// preview shows the refund for a return of some items.
func (s *Service) preview(ctx context.Context, q db.Querier, o *orders.Order, items []Item, way string,
	lang i18n.Lang) (Preview, error) {
	st, err := s.assess(ctx, q, o)
	if err != nil {
		return Preview{}, err
	}
	p, err := s.plan(ctx, q, st, "", items, way, false)
	if err != nil {
		return Preview{}, err
	}
	major := func(minor int64) money.Major { return money.Of(minor, o.Currency).Major() }
	out := Preview{Total: major(p.sums.Refund()), Currency: o.Currency, Lines: []PreviewLine{}, Method: p.way,
		Steps: stepsOf(lang, p.sums, o.DeliveryFee+o.ServiceFee, o.Currency, false),
		Parts: partsOf(lang, p.parts, false, o.Currency)}
	for _, l := range p.lines {
		var of []Unit
		for _, u := range p.units {
			if u.ReturnLineID == l.ID {
				of = append(of, u)
			}
		}
		part := sum(of)
		out.Lines = append(out.Lines,
			PreviewLine{l.LineID, l.Qty, major(part.Gross), major(-part.Discount), major(part.goods())})
	}
	return out, nil
}
