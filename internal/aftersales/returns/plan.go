package returns

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

const (
	// commentLength is the maximum length of a comment, in characters.
	commentLength = 200
	maxPhotos     = 5
	maxItems      = 100
)

// Item is the requested return of units of an order's line.
type Item struct {
	LineID   string   `json:"line_id"`
	Qty      int64    `json:"qty"`
	ReasonID string   `json:"reason_id"`
	Comment  string   `json:"comment"`
	Photos   []string `json:"photos"`
}

// assessment is an order with everything that decides which parts of it can be returned.
type assessment struct {
	order   *orders.Order
	lines   []orders.Line
	live    []Unit // units that a return holds
	states  map[string]State
	faults  map[string]bool // by return and its line: the shop is to blame
	book    book
	windows map[string]window // by line
	asked   map[string]int64  // refunds of valid, unsettled returns, by return
	kept    int64             // of refunds that are settled, for points
	tenders []payments.Tender
	now     time.Time
}

func (s *Service) assess(ctx context.Context, q db.Querier, o *orders.Order) (*assessment, error) {
	st := &assessment{order: o, states: map[string]State{}, faults: map[string]bool{}, windows: map[string]window{},
		asked: map[string]int64{}, now: s.Clock.Now()}
	var err error
	if st.lines, err = orders.Lines(ctx, q, o.ID); err != nil {
		return nil, err
	}
	if st.live, err = liveUnits(ctx, q, o.ID); err != nil {
		return nil, err
	}
	list, err := ofOrder(ctx, q, o.ID)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(list))
	for i, r := range list {
		ids[i], st.states[r.ID] = r.ID, r.State
		switch r.State {
		case Refused, Withdrawn:
		case Settled, Refunded:
			st.kept += r.Points
		default:
			st.asked[r.ID] = r.Refund + r.Points
		}
	}
	lines, err := linesOf(ctx, q, ids...)
	if err != nil {
		return nil, err
	}
	for _, of := range lines {
		for _, l := range of {
			st.faults[l.ReturnID+" "+l.ID] = l.Defective
		}
	}
	if st.book, err = loadBook(ctx, q); err != nil {
		return nil, err
	}
	kin, err := s.kin(ctx, q, o, st.lines)
	if err != nil {
		return nil, err
	}
	if o.DeliveredAt != nil {
		for _, l := range st.lines {
			st.windows[l.ID] = st.book.promised(l, kin[l.ProductID]).window(o.DeliveredAt.Time())
		}
	}
	st.tenders, err = payments.Tenders(ctx, q, o.ID)
	return st, err
}

// left lists the numbers of a line's units that are in no return.
func (st *assessment) left(l orders.Line) []int64 {
	held := map[int64]bool{}
	for _, u := range st.live {
		if u.LineID == l.ID {
			held[u.Unit] = true
		}
	}
	var free []int64
	for unit := int64(1); unit <= l.Qty; unit++ {
		if !held[unit] {
			free = append(free, unit)
		}
	}
	return free
}

// shut is the reason why nothing of the order can be returned now, as a text key; "" if something can.
func (st *assessment) shut() string {
	switch o := st.order; {
	case o.DeliveredAt == nil:
		return "returns.not_delivered"
	case o.Status != orders.Delivered && o.Status != orders.InReturn && o.Status != orders.ReturnReceived:
		return "returns.not_delivered"
	}
	var whys []string
	some := false
	for _, l := range st.lines {
		left := int64(len(st.left(l)))
		some = some || left < l.Qty
		if left == 0 {
			continue
		}
		why := st.windows[l.ID].shut(st.now)
		if why == "" {
			return ""
		}
		if !slices.Contains(whys, why) {
			whys = append(whys, why)
		}
	}
	return shutFor(whys, some)
}

// shutFor combines the reasons of an order's lines into one for the order. some means that a part is already returned,
// so that the text is about the rest.
func shutFor(whys []string, some bool) string {
	never := func(why string) bool { return strings.HasPrefix(why, "returns.never_") }
	switch {
	case len(whys) == 0:
		return "returns.all_returned"
	case len(whys) == 1 && !some:
		return whys[0]
	case len(whys) == 1 && !never(whys[0]):
		return "returns.rest_" + strings.TrimPrefix(whys[0], "returns.")
	case !slices.ContainsFunc(whys, func(why string) bool { return !never(why) }):
		if some {
			return "returns.rest_never"
		}
		return "returns.never_any"
	case some:
		return "returns.rest_over"
	}
	return "returns.over"
}

func (st *assessment) ordered() int64 {
	var n int64
	for _, l := range st.lines {
		n += l.Qty
	}
	return n
}

// planned is a calculated return.
type planned struct {
	lines   []Line
	units   []Unit
	photos  [][]string // of each line
	sums    sums
	choices []string
	way     string
	parts   []Payout
}

// plan calculates the return id of some items, or returns all errors (422). Only a complete request must have the
// comments and photos that its reasons require, because a preview is made while customers are still writing them.
func (st *assessment) plan(id string, items []Item, way string, complete bool) (*planned, error) {
	if why := st.shut(); why != "" {
		return nil, errs.Refuse(why)
	}
	if len(items) == 0 {
		return nil, errs.Invalid("items", "returns.no_items")
	}
	if len(items) > maxItems {
		return nil, errs.Invalid("items", "common.invalid")
	}
	p := &planned{choices: choices(st.tenders), way: way}
	var wrong []errs.Field
	free := map[string][]int64{}
	for _, l := range st.lines {
		free[l.ID] = st.left(l)
	}
	for i, in := range items {
		refuse := func(field, key string, args ...any) {
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("items.%d.%s", i, field), Key: key, Args: args})
		}
		at := slices.IndexFunc(st.lines, func(l orders.Line) bool { return l.ID == in.LineID })
		if in.LineID == "" {
			refuse("line_id", "common.required")
			continue
		}
		if at < 0 {
			refuse("line_id", "common.invalid")
			continue
		}
		l := st.lines[at]
		reason := st.checkItem(l, in, complete, refuse)
		switch units := free[l.ID]; {
		case in.Qty <= 0:
			refuse("qty", "common.greater_than_zero")
			continue
		case in.Qty > int64(len(units)):
			refuse("qty", "returns.too_many_units", "count", len(units))
			continue
		}
		line := Line{ReturnID: id, ID: fmt.Sprintf("rln_%03d", i+1), OrderID: l.OrderID, LineID: l.ID, Qty: in.Qty,
			ReasonID: reason.ID, Defective: reason.Defective, Comment: in.Comment}
		p.lines, p.photos = append(p.lines, line), append(p.photos, in.Photos)
		for _, unit := range free[l.ID][:in.Qty] {
			u := Unit{OrderID: l.OrderID, LineID: l.ID, Unit: unit, ReturnID: id, ReturnLineID: line.ID, Live: true}
			u.Gross, u.Discount = unitCost(l, unit)
			p.units = append(p.units, u)
		}
		free[l.ID] = free[l.ID][in.Qty:]
	}
	if p.way == "" {
		p.way = p.choices[0]
	}
	if !slices.Contains(p.choices, p.way) {
		wrong = append(wrong, errs.Field{Name: "refund_to", Key: "common.one_of"})
	}
	if len(wrong) > 0 {
		return nil, errs.InvalidAll(wrong)
	}
	p.sums = sum(p.units)
	p.sums.Delivery = st.delivery(id, p.units, p.lines)
	p.sums.Rounding = st.rounding(id, p.sums)
	return p, nil
}

// plan calculates a return of some items of an order, including the effect of the customer's points.
func (s *Service) plan(ctx context.Context, q db.Querier, st *assessment, id string, items []Item, way string,
	complete bool) (*planned, error) {
	p, err := st.plan(id, items, way, complete)
	if err != nil {
		return nil, err
	}
	if back := reversal(st.order, id, p.sums); back.Returned > 0 {
		if p.sums.Points, err = s.Loyalty.Deduction(ctx, q, back); err != nil {
			return nil, err
		}
	}
	p.parts = payouts(p.sums.Refund(), st.tenders, p.way)
	return p, nil
}

// rounding is the part of the order's cash rounding that a return keeps: the amount by which all refunds, including
// those of other returns, would exceed what was paid.
func (st *assessment) rounding(id string, s sums) int64 {
	over := st.order.GivenBack + st.kept + s.Refund() + s.Points - st.order.Paid
	for other, refund := range st.asked {
		if other != id {
			over += refund
		}
	}
	return max(0, min(over, st.order.Rounded))
}

// checkItem validates the comment and the pictures of an item.
func (st *assessment) checkItem(l orders.Line, in Item, complete bool,
	refuse func(field, key string, args ...any)) Reason {
	reason, known := st.book.reason(in.ReasonID)
	w := st.windows[l.ID]
	switch {
	case in.ReasonID == "":
		refuse("reason_id", "common.required")
	case !known:
		refuse("reason_id", "common.one_of")
	case !w.allows(reason.Defective, st.now):
		if why := w.shut(st.now); why != "" {
			refuse("reason_id", why)
		} else if note := w.note(); note != "" {
			refuse("reason_id", note)
		} else {
			refuse("reason_id", "returns.too_late_for_this_reason")
		}
	}
	if utf8.RuneCountInString(in.Comment) > commentLength {
		refuse("comment", "common.too_long", "len", commentLength)
	}
	if len(in.Photos) > maxPhotos {
		refuse("photos", "returns.too_many_photos", "count", maxPhotos)
	}
	if known && complete {
		if reason.NeedsComment && in.Comment == "" {
			refuse("comment", "common.required")
		}
		if reason.NeedsPhoto && len(in.Photos) == 0 {
			refuse("photos", "returns.photo_required")
		}
	}
	return reason
}

// delivery is the part of the delivery fee that is refunded with these units of a return.
func (st *assessment) delivery(id string, units []Unit, lines []Line) int64 {
	blame := map[string]bool{}
	for _, l := range lines {
		blame[l.ID] = l.Defective
	}
	var accepted []fate
	for _, u := range units {
		if u.accepted() {
			accepted = append(accepted, fate{id, blame[u.ReturnLineID], false})
		}
	}
	for _, u := range st.live {
		if u.ReturnID != id && u.accepted() {
			state := st.states[u.ReturnID]
			accepted = append(accepted, fate{u.ReturnID, st.blamed(u), state == Settled || state == Refunded})
		}
	}
	return deliveryBack(st.order.DeliveryFee+st.order.ServiceFee, id, accepted, st.ordered())
}

// blamed reports whether a unit of another return was returned because of a fault.
func (st *assessment) blamed(u Unit) bool { return st.faults[u.ReturnID+" "+u.ReturnLineID] }
