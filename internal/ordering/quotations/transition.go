package quotations

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/ordering/pricing"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
)

// transition makes a transition of the quotation that read finds, with its further effects, in one transaction.
func (s *Service) transition(ctx context.Context, read func(context.Context, db.Querier) (*Quotation, error),
	t Transition, also func(ctx context.Context, tx *db.Tx, before, after *Quotation) error) error {
	return again(func() error {
		return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			q, err := read(ctx, tx)
			if err != nil {
				return err
			}
			// Accepting a second time changes nothing and succeeds.
			if t.To == Accepted && t.By.Kind == customer && q.State == Accepted && t.Version == q.Version {
				return nil
			}
			now := s.Clock.Now()
			if err := check(q, t, now); err != nil {
				return err
			}
			before := *q
			if t.To == Accepted {
				if err := s.enough(ctx, tx, q); err != nil {
					return err
				}
			}
			if t.let != nil {
				if ok, err := t.let(ctx, tx, q); err != nil || !ok {
					return err
				}
			}
			if err := write(ctx, tx, q, t, now); err != nil {
				return err
			}
			if also == nil {
				return nil
			}
			return also(ctx, tx, &before, q)
		})
	})
}

// write writes a checked transition; q is the quotation after it.
func write(ctx context.Context, tx *db.Tx, q *Quotation, t Transition, now time.Time) error {
	seen, from := q.EventSeq, q.State
	q.State, q.EventSeq, q.UpdatedAt = t.To, seen+1, db.At(now)
	var stmts []db.Stmt
	if t.offer != nil {
		q.Version++
		t.offer.QuotationID, t.offer.Version = q.ID, q.Version
		until := t.offer.ExpiresAt
		q.ExpiresAt = &until
		stmts = offerStmts(t.offer, q.Lines)
	}
	// A pending offer is obsolete after any transition.
	stmts = append(stmts, db.Stmt{SQL: `DELETE FROM quotation_proposals WHERE quotation_id = $1`, Args: []any{q.ID}})
	stmts = append(stmts, eventStmt(Event{QuotationID: q.ID, Seq: q.EventSeq, From: &from, To: q.State, Version: q.Version,
		ActorKind: string(t.By.Kind), ActorID: t.By.ID, Note: t.Note, At: q.UpdatedAt}))
	// The guard runs first: if it touches no row, the statements after it must not run.
	guard := moveStmt(q, seen)
	n, err := tx.Exec(ctx, guard.SQL, guard.Args...)
	if err != nil {
		return err
	}
	if n == 0 {
		return errAgain
	}
	if err = tx.Batch(ctx, stmts); err != nil {
		return err
	}
	if t.To == Declined || t.To == Expired {
		return approvals.Release(ctx, tx, now, "quotation:"+q.ID)
	}
	return nil
}

// enough refuses with quotations.out_of_stock or unavailable if a line cannot be delivered now.
func (s *Service) enough(ctx context.Context, qr db.Querier, q *Quotation) error {
	ids := make([]string, len(q.Lines))
	for i, l := range q.Lines {
		ids[i] = l.VariantID
	}
	offers, err := s.Catalog.Offers(ctx, qr, q.BranchID, ids)
	if err != nil {
		return err
	}
	var gone, short []errs.Field
	for _, l := range q.Lines {
		o, there := offers[l.VariantID]
		if !there {
			o.Name = i18n.Text{EN: l.NameEN, AR: l.NameAR}
		}
		switch {
		case !o.Active:
			gone = append(gone, o.Left())
		case o.Available < q.unitsOf(l.VariantID):
			short = append(short, o.Left())
		}
	}
	switch {
	case len(gone) > 0:
		return errs.Refuse("quotations.unavailable").About(append(gone, short...)...)
	case len(short) > 0:
		return errs.Refuse("quotations.out_of_stock").About(short...)
	}
	return nil
}

// Accept accepts the offer that a customer has seen. Refusals: quotations.other_offer (409) if staff have made another
// one since, expired, out_of_stock, unavailable. Accepting twice has the same effect as accepting once.
func (s *Service) Accept(ctx context.Context, userID, ref string, version int64) error {
	return s.transition(ctx, mine(userID, ref), Transition{To: Accepted, By: byCustomer(userID), Version: version}, nil)
}

// RequestChange asks staff for another offer; the note explains what should be different.
func (s *Service) RequestChange(ctx context.Context, userID, ref string, version int64, note string) error {
	return s.transition(ctx, mine(userID, ref), Transition{
		To: ChangeRequested, By: byCustomer(userID), Version: version, Note: note}, nil)
}

// Decline ends a quotation that the customer no longer wants. The reason is optional.
func (s *Service) Decline(ctx context.Context, userID, ref, note string) error {
	return s.transition(ctx, mine(userID, ref), Transition{To: Declined, By: byCustomer(userID), Note: note}, nil)
}

func mine(userID, ref string) func(context.Context, db.Querier) (*Quotation, error) {
	return func(ctx context.Context, qr db.Querier) (*Quotation, error) { return Owned(ctx, qr, userID, ref) }
}

// Pricing is an offer as staff submit it. Amounts are minor units.
type Pricing struct {
	Units       map[string]int64 // by line
	DeliveryFee int64
	Note        string
	Days        int64
	Seq         int64 // the last event they have seen
}

// Price makes an offer: the first one, one after a requested change, or one that replaces an unanswered offer. The
// customer is notified. An offer that gives away more than one person may in a day awaits a second person's approval,
// in which case waits is true.
func (s *Service) Price(ctx context.Context, who staff.Member, ref string, in Pricing) (waits bool, err error) {
	read := func(ctx context.Context, qr db.Querier) (*Quotation, error) { return atBranch(ctx, qr, ref, who.Sees) }
	q, err := read(ctx, s.DB)
	if err != nil {
		return false, err
	}
	o, err := s.offerOf(ctx, who, q, in)
	if err != nil {
		return false, err
	}
	basis := approvals.Nobody
	m := Transition{To: Priced, By: byStaff(who.ID), Note: in.Note, Seq: in.Seq, offer: o,
		let: func(ctx context.Context, tx *db.Tx, q *Quotation) (bool, error) {
			var err error
			basis, err = s.letGive(ctx, tx, q, o, in, who)
			return basis != approvals.Nobody, err
		}}
	err = s.transition(ctx, read, m, func(ctx context.Context, tx *db.Tx, before, after *Quotation) error {
		return s.offered(ctx, tx, who, before, after, o, in, "quotation.price", basis)
	})
	return err == nil && basis == approvals.Nobody, err
}

// offered performs the further effects of an offer that was made.
func (s *Service) offered(ctx context.Context, tx *db.Tx, who staff.Member, before, after *Quotation, o *Offer,
	in Pricing, action string, basis approvals.Basis) error {
	old := map[string]any{"state": before.State, "version": before.Version}
	next := map[string]any{"state": after.State, "version": after.Version, "total": o.Total, "delivery_fee": o.DeliveryFee,
		"expires_at": o.ExpiresAt, "units": in.Units, "made_by": o.StaffID, "sole_owner": basis == approvals.SoleOwner}
	if err := audit.Write(ctx, tx, s.Clock.Now(),
		audit.Entry{StaffID: who.ID, Action: action, Object: after.ID, Before: old, After: next,
			Reason: in.Note}); err != nil {
		return err
	}
	if err := s.remindLater(ctx, tx, after, o); err != nil {
		return err
	}
	return s.tell(ctx, tx, after, "quotations.notice_priced", until(after.Lang, o))
}

// offerOf makes an offer from the input of staff.
func (s *Service) offerOf(ctx context.Context, who staff.Member, q *Quotation, in Pricing) (*Offer, error) {
	ids := make([]string, len(q.Lines))
	for i, l := range q.Lines {
		ids[i] = l.VariantID
	}
	shelf, err := s.Catalog.Offers(ctx, s.DB, q.BranchID, ids)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	o := &Offer{StaffID: who.ID, DeliveryFee: in.DeliveryFee, Note: in.Note, CreatedAt: db.At(now),
		ExpiresAt: db.At(now.Add(time.Duration(in.Days) * 24 * time.Hour)), Prices: map[string]Price{}}
	for _, l := range q.Lines {
		unit, given := in.Units[l.ID]
		if !given {
			return nil, errs.Invalid("lines", "quotations.price_every_line")
		}
		at := shelf[l.VariantID]
		o.Prices[l.ID] = Price{LineID: l.ID, UnitPrice: unit, ListPrice: listed(at.Price, l.Added), VATBP: at.VATBP}
	}
	if len(in.Units) != len(q.Lines) {
		return nil, errs.Invalid("lines", "quotations.no_such_line")
	}
	sum := o.sum(q.Lines, 0, s.Untaxed != nil && s.Untaxed())
	steps, err := json.Marshal(sum.Steps)
	if err != nil {
		return nil, err
	}
	o.ItemsTotal, o.Tax, o.Total, o.Steps = sum.Items, sum.Tax, sum.Total, string(steps)
	return o, nil
}

// listed is the list price with extras; 0 if there is no list price.
func listed(price, added int64) int64 {
	if price == 0 {
		return 0
	}
	return price + added
}

// sum prices lines by an offer.
func (o *Offer) sum(lines []Line, tip int64, untaxed bool) pricing.Result {
	in := pricing.Input{Delivery: o.DeliveryFee, Tip: tip, Untaxed: untaxed}
	for _, l := range lines {
		p := o.Prices[l.ID]
		in.Lines = append(in.Lines,
			pricing.Line{UnitPrice: p.UnitPrice, ListPrice: p.ListPrice, Qty: l.Qty, UnitGrams: l.UnitGrams, VATBP: p.VATBP})
	}
	return pricing.Calculate(in)
}

// TurnDown ends a request that the branch cannot fulfil, with a reason that is sent to the customer.
func (s *Service) TurnDown(ctx context.Context, who staff.Member, ref, note string, seq int64) error {
	read := func(ctx context.Context, qr db.Querier) (*Quotation, error) { return atBranch(ctx, qr, ref, who.Sees) }
	m := Transition{To: Declined, By: byStaff(who.ID), Note: note, Seq: seq}
	return s.transition(ctx, read, m, func(ctx context.Context, tx *db.Tx, before, after *Quotation) error {
		err := audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: who.ID, Action: "quotation.decline", Object: after.ID, Before: map[string]any{"state": before.State},
			After: map[string]any{"state": after.State}, Reason: note})
		if err != nil {
			return err
		}
		return s.tell(ctx, tx, after, "quotations.notice_declined", nil)
	})
}

// expireEvery is the interval at which expired offers are processed.
const expireEvery = 30 * time.Second

// Jobs registers the job that ends expired offers.
func (s *Service) Jobs(r *jobs.Runner) {
	r.Every("quotations.expire", expireEvery, func(ctx context.Context) error {
		_, err := s.ExpireDue(ctx)
		return err
	})
	r.Handle(remindJob, s.remind)
}

// expireBatch limits one round of the job.
const expireBatch = 200

// ExpireDue ends the offers that were not accepted in time and returns their number.
func (s *Service) ExpireDue(ctx context.Context) (int, error) {
	var ids []string
	err := s.DB.Select(ctx, &ids, `SELECT id FROM quotations WHERE state IN ('priced', 'accepted') AND expires_at <= $1
		ORDER BY expires_at, id LIMIT $2`, db.At(s.Clock.Now()), int64(expireBatch))
	if err != nil {
		return 0, err
	}
	n := 0
	var failed error
	for _, one := range ids {
		read := func(ctx context.Context, qr db.Querier) (*Quotation, error) { return byID(ctx, qr, one) }
		switch err := s.transition(ctx, read, Transition{To: Expired, By: theSystem}, nil); {
		case err == nil:
			n++
		case errs.Key(err) == "": // a refusal means that somebody was faster
			failed = errors.Join(failed, err)
		}
	}
	return n, failed
}
