package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"wekala/internal/money/currency"
	"wekala/internal/money/ledger"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// Goods sold by weight are weighed once, in the transition that makes their order ready. Cash orders pay for the actual
// weight. Prepaid orders never pay more than the ordered weight and are refunded if it is less. Stock still counts the
// ordered units: the rest of a crate is counted by hand.

const (
	// minPart and maxPart limit the weight that may be picked, in per cent of the ordered weight.
	minPart, maxPart = 90, 110
)

// ReasonWeighed is the reason of refunds for orders that weigh less than was paid for.
const ReasonWeighed = "weighed"

// ordered is the ordered weight of a line of products sold by weight, in grams; 0 for others.
func (l Line) ordered() int64 { return l.Qty * l.UnitGrams }

// weightsFor returns the minimum and maximum weight that may be picked for an ordered weight, in grams.
func weightsFor(ordered int64) (least, most int64) {
	return (ordered*minPart + 99) / 100, ordered * maxPart / 100
}

// Weighing is the effect of an order's weights on its amounts.
type Weighing struct {
	Order *Order // as it is afterwards
	Was   Order
	Lines []Line
	// Back is the part of the payment that is refunded.
	Back int64
}

// OnWeighed adds a hook for orders whose weights changed their amount; it runs in the transaction of the transition.
// Call it before the first order is weighed.
func (s *Service) OnWeighed(h func(ctx context.Context, tx *db.Tx, w Weighing) error) {
	s.weighed = append(s.weighed, h)
}

// byWeight returns the lines of products sold by weight.
func byWeight(lines []Line) (out []Line) {
	for _, l := range lines {
		if l.UnitGrams > 0 {
			out = append(out, l)
		}
	}
	return out
}

// checkWeights validates the grams that were entered for an order's lines and returns errors by field.
func checkWeights(lines []Line, grams map[string]int64) error {
	var wrong []errs.Field
	known := map[string]bool{}
	for _, l := range byWeight(lines) {
		known[l.ID] = true
		least, most := weightsFor(l.ordered())
		switch g, said := grams[l.ID]; {
		case !said:
			wrong = append(wrong, errs.Field{Name: "weights." + l.ID, Key: "orders.weight_required"})
		case g < least || g > most:
			wrong = append(wrong,
				errs.Field{Name: "weights." + l.ID, Key: "orders.weight_range", Args: []any{"least", least, "most", most}})
		}
	}
	for line := range grams {
		if !known[line] {
			return errs.Invalid("weights", "orders.weight_unknown")
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// reckon prices an order by the weights of its lines. It is a pure function. granted is the coupon's discount and how
// it was calculated.
func reckon(was Order, lines []Line, grams map[string]int64, granted pricing.Granted, untaxed bool) (Weighing, error) {
	o := was
	w := Weighing{Order: &o, Was: was, Lines: append([]Line(nil), lines...)}
	in := pricing.Input{Delivery: was.DeliveryFee, Tip: was.Tip, Untaxed: untaxed, Granted: &granted}
	for _, st := range stepsOf(was.Steps) {
		in.Granted.Waived, in.Granted.Spared = in.Granted.Waived+st.Waived, in.Granted.Spared+st.Spared
	}
	ahead, asOrdered := was.Due == 0, true
	for i := range w.Lines {
		l := &w.Lines[i]
		if g, said := grams[l.ID]; said {
			paidFor := g
			if ahead {
				paidFor = min(g, l.ordered())
			}
			l.WeighedGrams, l.ChargedGrams = &g, &paidFor
			asOrdered = asOrdered && paidFor == l.ordered()
		}
		one := pricing.Line{UnitPrice: l.UnitPrice, ListPrice: l.ListPrice, Qty: l.Qty, UnitGrams: l.UnitGrams,
			VATBP: l.VATBP, Eligible: l.Discount > 0}
		if l.ChargedGrams != nil {
			one.Grams = *l.ChargedGrams
		}
		if one.Eligible {
			in.Granted.Of += l.LineTotal
		}
		in.Lines = append(in.Lines, one)
	}
	if asOrdered {
		// A line whose share of the coupon is zero looks like one without a share: distributing the coupon again could move a
		// piastre of VAT.
		return w, nil
	}
	sum := pricing.Calculate(in)
	for i, p := range sum.Lines {
		w.Lines[i].LineTotal, w.Lines[i].Discount, w.Lines[i].Tax = p.Total, p.Discount, p.Tax
	}
	steps, err := json.Marshal(sum.Steps)
	if err != nil {
		return w, err
	}
	o.ItemsTotal, o.Discount, o.Tax, o.Total, o.Steps = sum.Items, sum.Discount, sum.Tax, sum.Total+was.ServiceFee,
		string(steps)
	o.CommissionBase += o.ItemsTotal - was.ItemsTotal
	less := was.Total - o.Total
	due := was.Due + was.Rounded
	w.Back = max(less-due, 0)
	due = max(due-less, 0)
	o.Rounded = OffCash(due, o.RoundStep)
	o.Due = due - o.Rounded
	o.WeighedBack += w.Back
	if o.DisplayRate != nil && o.DisplayCurrency != nil { // at the rate that was shown with the order
		shown := currency.Convert(o.Total, *o.DisplayRate, int64(money.Digits(*o.DisplayCurrency)))
		o.DisplayTotal = &shown
	}
	if o.ChangeFor != nil && *o.ChangeFor < o.Due {
		o.ChangeFor = nil // it is too little now
	}
	return w, nil
}

// stepsOf reads the stored explanation of the total that checkout wrote.
func stepsOf(stored string) (steps []pricing.Step) {
	_ = json.Unmarshal([]byte(stored), &steps)
	return steps
}

// weighing returns the weights of an order that becomes ready. It is nil if nothing is sold by weight, or no weights
// were requested; everything then counts as ordered.
func (s *Service) weighing(ctx context.Context, tx *db.Tx, o *Order, t Transition) (*Weighing, error) {
	if o.Status != Processing || t.To != Shipped {
		if len(t.Weights) > 0 {
			return nil, errs.Invalid("weights", "orders.weight_unknown")
		}
		return nil, nil
	}
	if t.Weights == nil {
		return nil, nil
	}
	lines, err := Lines(ctx, tx, o.ID)
	if err != nil {
		return nil, err
	}
	if err := checkWeights(lines, t.Weights); err != nil || len(t.Weights) == 0 {
		return nil, err
	}
	granted := pricing.Granted{Discount: o.Discount}
	if o.CouponID != nil && o.Discount > 0 && s.CouponShare != nil {
		if granted.Share, granted.Cap, err = s.CouponShare(ctx, tx, *o.CouponID); err != nil {
			return nil, err
		}
	}
	w, err := reckon(*o, lines, t.Weights, granted, s.soldBy(o).Untaxed)
	return &w, err
}

// writeWeights stores an order's weights once the transition is certain.
func (s *Service) writeWeights(ctx context.Context, tx *db.Tx, w *Weighing) error {
	o := w.Order
	stmts := []db.Stmt{{SQL: `UPDATE orders SET items_total = $2, discount = $3, tax = $4, total = $5, due = $6,
		steps = $7, weighed_back = $8, change_for = $9,
			commission_base = $10, display_total = $11, rounded = $12 WHERE id = $1`,
		Args: []any{o.ID, o.ItemsTotal, o.Discount, o.Tax, o.Total, o.Due, o.Steps, o.WeighedBack, o.ChangeFor,
			o.CommissionBase, o.DisplayTotal, o.Rounded}}}
	for _, l := range w.Lines {
		stmts = append(stmts, db.Stmt{SQL: `UPDATE order_lines
			SET line_total = $3, discount = $4, tax = $5, weighed_grams = $6, charged_grams = $7
			WHERE order_id = $1
			AND id = $2`, Args: []any{o.ID, l.ID, l.LineTotal, l.Discount, l.Tax, l.WeighedGrams, l.ChargedGrams}})
	}
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	if entry := w.entry(s.Clock.Now()); len(entry.Postings) > 0 {
		if _, err := ledger.Post(ctx, tx, entry); err != nil {
			return err
		}
	}
	for _, h := range s.weighed {
		if err := h(ctx, tx, *w); err != nil {
			return err
		}
	}
	return nil
}

// entry is the ledger entry for the difference between the amount at ordering and the amount after weighing.
func (w Weighing) entry(now time.Time) ledger.Entry {
	out := ledger.Entry{Source: source(w.Order, "weighed"), Kind: "order_weighed", At: now}
	before := placed(&w.Was, now).Postings
	for i, p := range placed(w.Order, now).Postings {
		if p.Amount -= before[i].Amount; p.Amount != 0 {
			out.Postings = append(out.Postings, p)
		}
	}
	return out
}

// Weight is the weight that staff entered for a line.
type Weight struct {
	LineID string `json:"line_id" maxLength:"64"`
	Grams  int64  `json:"grams"`
}

// gramsOf maps lines to their entered weights. A line that occurs twice is refused.
func gramsOf(said []Weight) (map[string]int64, error) {
	grams := map[string]int64{}
	for i, w := range said {
		if _, twice := grams[w.LineID]; twice {
			return nil, errs.Invalid(fmt.Sprintf("weights.%d", i), "orders.weight_unknown")
		}
		grams[w.LineID] = w.Grams
	}
	return grams, nil
}
