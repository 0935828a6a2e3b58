package returns

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"unicode/utf8"

	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Verdict is the result of inspecting a unit.
type Verdict struct {
	LineID  string
	Unit    int64
	Outcome string
	Why     string
}

// Inspect records the verdict on every unit of a received return and works out the refund for the accepted ones. If
// none is accepted, the return ends as refused. 422 names units that are missing, unknown, or refused without a reason.
func (s *Service) Inspect(ctx context.Context, t Transition, verdicts []Verdict,
	with ...func(ctx context.Context, tx *db.Tx, before, after *Return) error) (*Return, error) {
	var after *Return
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := s.take(ctx, tx, t)
		if err != nil {
			return err
		}
		was := *r
		if err := s.judgeAll(ctx, tx, r, verdicts); err != nil {
			return err
		}
		t.To = Inspected
		if err := s.reckon(ctx, tx, r); err != nil {
			return err
		}
		if err := s.transition(ctx, tx, r, t); err != nil {
			return err
		}
		units, err := unitsOf(ctx, tx, r.ID)
		if err != nil {
			return err
		}
		if none(units) {
			if err := s.transition(ctx, tx, r, Transition{
				ReturnID: r.ID, To: Refused, Actor: theSystem, Reason: nothingAccepted}); err != nil {
				return err
			}
		}
		if after, err = byID(ctx, tx, r.ID); err != nil {
			return err
		}
		for _, do := range with {
			if err := do(ctx, tx, &was, after); err != nil {
				return err
			}
		}
		return nil
	})
	return after, err
}

// nothingAccepted is the program's reason for refusing an inspected return.
const nothingAccepted = "nothing_accepted"

func none(units []Unit) bool {
	for _, u := range units {
		if u.accepted() {
			return false
		}
	}
	return true
}

func (s *Service) judgeAll(ctx context.Context, tx *db.Tx, r *Return, verdicts []Verdict) error {
	if err := check(r, Transition{To: Inspected, Actor: Actor{capacity: keepers[0]}}, "en"); err != nil {
		return errs.Conflict("returns.moved_on")
	}
	units, err := unitsOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	given := map[string]Verdict{}
	var wrong []errs.Field
	for i, v := range verdicts {
		field := fmt.Sprintf("units.%d.", i)
		switch {
		case v.Outcome != Restock && v.Outcome != Scrap && v.Outcome != Refuse:
			wrong = append(wrong, errs.Field{Name: field + "outcome", Key: "common.one_of"})
		case v.Outcome == Refuse && v.Why == "":
			wrong = append(wrong, errs.Field{Name: field + "why", Key: "common.required"})
		case utf8.RuneCountInString(v.Why) > commentLength:
			wrong = append(wrong, errs.Field{Name: field + "why", Key: "common.too_long", Args: []any{"len", commentLength}})
		}
		given[fmt.Sprint(v.LineID, " ", v.Unit)] = v
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	if len(given) != len(verdicts) || len(given) != len(units) {
		return errs.Invalid("units", "returns.every_unit")
	}
	for _, u := range units {
		v, ok := given[fmt.Sprint(u.LineID, " ", u.Unit)]
		if !ok {
			return errs.Invalid("units", "returns.every_unit")
		}
		u.Outcome = &v.Outcome
		if v.Outcome == Refuse {
			u.Why = v.Why
		}
		if err := judge(ctx, tx, u); err != nil {
			return err
		}
	}
	return nil
}

// reckon calculates the refund for the units of a return according to their verdicts.
func (s *Service) reckon(ctx context.Context, q db.Querier, r *Return) error {
	o, err := orders.Get(ctx, q, r.OrderID)
	if err != nil {
		return err
	}
	st, err := s.assess(ctx, q, o)
	if err != nil {
		return err
	}
	units, err := unitsOf(ctx, q, r.ID)
	if err != nil {
		return err
	}
	lines, err := linesOf(ctx, q, r.ID)
	if err != nil {
		return err
	}
	total := sum(units)
	total.Delivery = st.delivery(r.ID, units, lines[r.ID])
	total.Rounding = st.rounding(r.ID, total)
	if back := reversal(o, r.ID, total); back.Returned > 0 {
		if total.Points, err = s.Loyalty.Deduction(ctx, q, back); err != nil {
			return err
		}
	}
	r.Gross, r.Discount, r.Delivery, r.Rounded, r.Points, r.Refund = total.Gross, total.Discount, total.Delivery,
		total.Rounding, total.Points, total.Refund()
	return nil
}

// reversal is the effect of a return on the points that its order earned. The sums are those before points.
func reversal(o *orders.Order, returnID string, s sums) loyalty.Reversal {
	return loyalty.Reversal{UserID: o.UserID, OrderID: o.ID, Returned: s.goods(), Of: o.ItemsTotal - o.Discount,
		Refund: s.Refund(), Source: "return:" + returnID + ":points"}
}

// takePoints takes back the points that a return's items earned, and deducts from the refund the value of points that
// were already used.
func (s *Service) takePoints(ctx context.Context, tx *db.Tx, r *Return) error {
	o, err := orders.Get(ctx, tx, r.OrderID)
	if err != nil {
		return err
	}
	total := sums{Gross: r.Gross, Discount: r.Discount, Delivery: r.Delivery, Rounding: r.Rounded}
	if back := reversal(o, r.ID, total); back.Returned > 0 {
		if total.Points, err = s.Loyalty.Reverse(ctx, tx, back); err != nil {
			return err
		}
	}
	r.Points, r.Refund = total.Points, total.Refund()
	return nil
}

func source(r *Return, what string) string { return "return:" + r.ID + ":" + what }

// settle carries out a settled return: it books the return, moves the stock and requests the refund; takePoints has
// calculated the amounts. Each step happens once per return, by its source.
func (s *Service) settle(ctx context.Context, tx *db.Tx, r *Return) error {
	o, err := orders.Get(ctx, tx, r.OrderID)
	if err != nil {
		return err
	}
	if err := s.credit(ctx, tx, r, o); err != nil {
		return err
	}
	if err := s.shelve(ctx, tx, r); err != nil {
		return err
	}
	return s.pay(ctx, tx, r)
}

// credit books a return: the branch returns the goods' price, the coupon's bearer gets their share back, and points
// already used are deducted at their lower cost; the rest is owed to the customer. The delivery fee is refunded if all
// goods were faulty, so the branch bears it.
func (s *Service) credit(ctx context.Context, tx *db.Tx, r *Return, o *orders.Order) error {
	fee := ledger.Account("branch_payable", r.BranchID)
	if o.FeeTo == "" { // from before parties were kept
		fee = o.FeeAccount()
	}
	line := func(account string, amount int64) ledger.Posting {
		return ledger.Posting{Account: account, Currency: r.Currency, Amount: amount}
	}
	_, err := ledger.Post(ctx, tx, ledger.Entry{Source: source(r, "credit"), Kind: "return_credited", At: s.Clock.Now(),
		Postings: []ledger.Posting{
			line(ledger.Account("branch_payable", r.BranchID), r.Gross),
			line(fee, r.Delivery),
			line(o.DiscountAccount(), -r.Discount),
			line(o.RoundingAccount(), -r.Rounded),
			line(loyalty.Cost, -r.Points),
			line(orders.Account(r.OrderID), -r.Refund),
		}})
	return err
}

// shelve updates the stock for the accepted units.
func (s *Service) shelve(ctx context.Context, tx *db.Tx, r *Return) error {
	lines, err := orders.Lines(ctx, tx, r.OrderID)
	if err != nil {
		return err
	}
	variants := map[string]string{}
	for _, l := range lines {
		variants[l.ID] = l.VariantID
	}
	units, err := unitsOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	moved := map[string]map[string]int64{Restock: {}, Scrap: {}}
	for _, u := range units {
		if u.accepted() && u.Outcome != nil {
			moved[*u.Outcome][variants[u.LineID]]++
		}
	}
	items := func(of map[string]int64) (out []stock.Item) {
		for variant, qty := range of {
			out = append(out, stock.Item{BranchID: r.BranchID, VariantID: variant, Qty: qty})
		}
		return out
	}
	if err := s.Stock.Receive(ctx, tx, items(moved[Restock]), stock.Returned, source(r, "restock")); err != nil {
		return err
	}
	return s.Stock.Scrap(ctx, tx, items(moved[Scrap]), source(r, "scrap"))
}

// pay requests the refunds, each part in the way for its tender. A refund of zero is complete immediately.
func (s *Service) pay(ctx context.Context, tx *db.Tx, r *Return) error {
	tenders, err := payments.Tenders(ctx, tx, r.OrderID)
	if err != nil {
		return err
	}
	parts, sum := payouts(r.Refund, tenders, r.RefundTo), int64(0)
	for i := range parts {
		parts[i].ReturnID, parts[i].Source = r.ID, source(r, parts[i].Way)
		if err := insertPayout(ctx, tx, parts[i]); err != nil {
			return err
		}
		sum += parts[i].Amount
	}
	if sum != r.Refund {
		return fmt.Errorf("returns: %d of the refund of %s were never paid", r.Refund-sum, r.ID)
	}
	for _, p := range parts {
		bank := ""
		if p.Way == payments.ToBank {
			bank = r.account()
		}
		if err := s.Payments.GiveBack(ctx, tx, payments.Back{
			OrderID: r.OrderID, UserID: r.UserID, Amount: p.Amount, To: p.Way,
			Reason: "return " + r.Number, Source: p.Source, Bank: bank}); err != nil {
			return err
		}
	}
	return s.arrived(ctx, tx, r.ID)
}

// onRefunded records that a part of a refund has arrived; it ignores refunds that do not belong to a return.
func (s *Service) onRefunded(ctx context.Context, tx *db.Tx, done payments.Refunded) error {
	var returnID string
	err := tx.Get(ctx, &returnID, `UPDATE return_payouts SET done_at = $2 WHERE source = $1 AND done_at IS NULL
		RETURNING return_id`, done.Source, db.At(s.Clock.Now()))
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return s.arrived(ctx, tx, returnID)
}

// arrived completes a settled return when all of its money has arrived.
func (s *Service) arrived(ctx context.Context, tx *db.Tx, returnID string) error {
	var open int
	if err := tx.Get(ctx, &open, `SELECT COUNT(*) FROM return_payouts WHERE return_id = $1 AND done_at IS NULL`,
		returnID); err != nil || open > 0 {
		return err
	}
	r, err := s.take(ctx, tx, Transition{ReturnID: returnID})
	if err != nil || r.State != Settled {
		return err
	}
	return s.transition(ctx, tx, r, Transition{ReturnID: r.ID, To: Refunded, Actor: theSystem})
}

// auditOf records the action of a member of staff on a return, with the reason and further details.
func (s *Service) auditOf(member staff.Member, action, reason string,
	more map[string]any) func(ctx context.Context, tx *db.Tx, before, after *Return) error {
	return func(ctx context.Context, tx *db.Tx, before, after *Return) error {
		is := map[string]any{"state": after.State, "refund": after.Refund}
		maps.Copy(is, more)
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: action, Object: after.ID,
			Before: map[string]any{"state": before.State, "refund": before.Refund}, After: is, Reason: reason})
	}
}
