package quotations

import (
	"context"
	"encoding/json"
	"errors"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// proposal is a row of quotation_proposals: an offer that needs a second person's approval.
type proposal struct {
	QuotationID string    `db:"quotation_id"`
	ID          string    `db:"id"`
	StaffID     string    `db:"staff_id"`
	Seq         int64     `db:"seq"`
	Units       string    `db:"units"`
	DeliveryFee int64     `db:"delivery_fee"`
	Days        int64     `db:"days"`
	Note        string    `db:"note"`
	Below       int64     `db:"below"`
	DeclinedBy  *string   `db:"declined_by"`
	DeclinedWhy string    `db:"declined_why"`
	CreatedAt   db.Millis `db:"created_at"`
	PerKilo     bool      `db:"per_kilo"` // false: its prices are of units, also of what is sold by weight
}

const proposalColumns = `quotation_id, id, staff_id, seq, units, delivery_fee, days, note, below, declined_by, declined_why, created_at, per_kilo`

func (p *proposal) pricing(lines []Line) (in Pricing, err error) {
	in = Pricing{DeliveryFee: p.DeliveryFee, Note: p.Note, Days: p.Days, Seq: p.Seq}
	if err := json.Unmarshal([]byte(p.Units), &in.Units); err != nil {
		return in, err
	}
	for _, l := range lines {
		if price, priced := in.Units[l.ID]; priced && l.UnitGrams > 0 && !p.PerKilo {
			in.Units[l.ID] = price * (1000 / l.UnitGrams)
		}
	}
	return in, nil
}

// proposed reads the proposal of a quotation; nil if there is none.
func proposed(ctx context.Context, qr db.Querier, quotationID string) (*proposal, error) {
	var p proposal
	err := qr.Get(ctx, &p, `SELECT `+proposalColumns+` FROM quotation_proposals WHERE quotation_id = $1`, quotationID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &p, err
}

// waiting reports which of the given quotations have an offer that awaits approval.
func waiting(ctx context.Context, qr db.Querier, list []Quotation) (map[string]bool, error) {
	out := map[string]bool{}
	if len(list) == 0 {
		return out, nil
	}
	ids := make([]string, len(list))
	for i := range list {
		ids[i] = list[i].ID
	}
	var found []string
	err := qr.Select(ctx, &found, `SELECT quotation_id FROM quotation_proposals WHERE declined_by IS NULL
		AND quotation_id IN (`+db.List(1, len(ids))+`)
		ORDER BY quotation_id`, db.Args(ids)...)
	for _, one := range found {
		out[one] = true
	}
	return out, err
}

// below is the amount by which an offer is below the list prices and the usual fee, summed line by line: a more
// expensive line does not compensate for a cheaper one, since its products can be returned. Without list prices there
// is no bound.
func (s *Service) below(q *Quotation, o *Offer) (sum int64, bounded bool) {
	bounded = true
	for _, l := range q.Lines {
		p := o.Prices[l.ID]
		if p.ListPrice <= 0 {
			bounded = false
		}
		sum += max(0, l.times(p.ListPrice)-l.times(p.UnitPrice))
	}
	if b, ok := s.Branches.Branch(q.BranchID); ok {
		if z, ok := b.Zone(q.DistrictID); ok {
			sum += max(0, z.Fee-o.DeliveryFee)
		}
	}
	return sum, bounded
}

// gift is the amount that an offer gives away beyond what earlier offers of its quotation already counted, because only
// one of them can be accepted.
func (s *Service) gift(ctx context.Context, tx *db.Tx, q *Quotation, o *Offer,
	giver staff.Member) (approvals.Grant, error) {
	sum, bounded := s.below(q, o)
	g := approvals.Grant{Object: "quotation:" + q.ID, Part: q.Version + 1, Giver: giver, Receiver: q.UserID,
		Unbounded: !bounded}
	counted, err := approvals.ApprovedAmount(ctx, tx, g.Object)
	g.Amount = sum - counted
	return g, err
}

// letGive allows one person to make an offer alone, or stores it for a second person's approval and returns false.
func (s *Service) letGive(ctx context.Context, tx *db.Tx, q *Quotation, o *Offer, in Pricing,
	who staff.Member) (approvals.Basis, error) {
	g, err := s.gift(ctx, tx, q, o, who)
	if err != nil {
		return approvals.Nobody, err
	}
	now := s.Clock.Now()
	basis, err := approvals.ApproveAlone(ctx, tx, now, g)
	if err != nil || basis != approvals.Nobody {
		return basis, err
	}
	units, err := json.Marshal(in.Units)
	if err != nil {
		return approvals.Nobody, err
	}
	sum, _ := s.below(q, o)
	p := proposal{QuotationID: q.ID, ID: id.New("qpr"), Units: string(units)}
	_, err = tx.Exec(ctx, `INSERT INTO quotation_proposals (`+proposalColumns+
		`) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, NULL, '', $10, TRUE)
		ON CONFLICT (quotation_id) DO UPDATE SET id = excluded.id, staff_id = excluded.staff_id, seq = excluded.seq,
		units = excluded.units,
			delivery_fee = excluded.delivery_fee, days = excluded.days, note = excluded.note, below = excluded.below,
			declined_by = NULL, declined_why = '', created_at = excluded.created_at, per_kilo = TRUE`,
		p.QuotationID, p.ID, who.ID, q.EventSeq, p.Units, in.DeliveryFee, in.Days, in.Note, sum, db.At(now))
	if err != nil {
		return approvals.Nobody, err
	}
	return approvals.Nobody,
		audit.Write(ctx, tx, now, audit.Entry{StaffID: who.ID, Action: "quotation.propose", Object: q.ID,
			After:  map[string]any{"proposal": p.ID, "units": in.Units, "delivery_fee": in.DeliveryFee, "below": sum},
			Reason: in.Note})
}

// Decide approves a pending offer, or declines it with a reason that its author is shown. Refusals:
// giving.not_yourself, quotations.decided_already (409) when it was already decided, replaced or superseded.
func (s *Service) Decide(ctx context.Context, who staff.Member, ref, proposalID string, approve bool,
	why string) error {
	read := func(ctx context.Context, qr db.Querier) (*Quotation, error) { return atBranch(ctx, qr, ref, who.Sees) }
	q, err := read(ctx, s.DB)
	if err != nil {
		return err
	}
	p, err := proposed(ctx, s.DB, q.ID)
	if err != nil {
		return err
	}
	if p == nil || p.ID != proposalID || p.DeclinedBy != nil {
		return errs.Conflict("quotations.decided_already")
	}
	if !approve {
		return s.declineProposal(ctx, who, p, why)
	}
	in, err := p.pricing(q.Lines)
	if err != nil {
		return err
	}
	maker := staff.Member{ID: p.StaffID}
	o, err := s.offerOf(ctx, maker, q, in)
	if err != nil {
		return err
	}
	basis := approvals.Nobody
	m := Transition{To: Priced, By: byStaff(who.ID), Note: in.Note, Seq: in.Seq, offer: o,
		let: func(ctx context.Context, tx *db.Tx, q *Quotation) (bool, error) {
			n, err := tx.Exec(ctx, `DELETE FROM quotation_proposals WHERE quotation_id = $1 AND id = $2 AND declined_by IS NULL`,
				q.ID, p.ID)
			if err != nil {
				return false, err
			}
			if n == 0 {
				return false, errs.Conflict("quotations.decided_already")
			}
			g, err := s.gift(ctx, tx, q, o, maker)
			if err != nil {
				return false, err
			}
			basis, err = approvals.Approve(ctx, tx, s.Clock.Now(), who, g)
			return err == nil, err
		}}
	return s.transition(ctx, read, m, func(ctx context.Context, tx *db.Tx, before, after *Quotation) error {
		return s.offered(ctx, tx, who, before, after, o, in, "quotation.approve", basis)
	})
}

func (s *Service) declineProposal(ctx context.Context, who staff.Member, p *proposal, why string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE quotation_proposals SET declined_by = $3, declined_why = $4 WHERE quotation_id = $1
			AND id = $2 AND declined_by IS NULL`,
			p.QuotationID, p.ID, who.ID, why)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("quotations.decided_already")
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: who.ID, Action: "quotation.decline_offer", Object: p.QuotationID,
			Before: map[string]any{"proposal": p.ID, "below": p.Below}, After: map[string]any{"declined": true}, Reason: why})
	})
}

// ProposedPrice is the price of a line in a pending offer.
type ProposedPrice struct {
	ID        string      `json:"id" doc:"Of the line."`
	UnitPrice money.Major `json:"unit_price"`
}

// ProposalView is an offer that needs a second person's approval, or was declined.
type ProposalView struct {
	ID            string          `json:"id"`
	By            string          `json:"by"`
	Lines         []ProposedPrice `json:"lines"`
	DeliveryPrice money.Major     `json:"delivery_price"`
	Total         money.Major     `json:"total"`
	Below         money.Major     `json:"below" doc:"How much less than the list prices and the usual fee."`
	Alone         money.Major     `json:"alone" doc:"What one person may give in a day."`
	ValidDays     int64           `json:"valid_days"`
	Note          string          `json:"note"`
	At            db.Millis       `json:"at"`
	CanDecide     bool            `json:"can_decide" doc:"It waits, and I may be the second person."`
	WhyNot        string          `json:"why_not" doc:"Why I may not; empty where I may."`
	DeclinedBy    *string         `json:"declined_by"`
	DeclinedWhy   string          `json:"declined_why"`
}

// proposalView is a pending offer as staff see it; nil when there is none.
func (s *Service) proposalView(ctx context.Context, qr db.Querier, who staff.Member,
	q *Quotation) (*ProposalView, error) {
	p, err := proposed(ctx, qr, q.ID)
	if err != nil || p == nil {
		return nil, err
	}
	in, err := p.pricing(q.Lines)
	if err != nil {
		return nil, err
	}
	limits, err := approvals.ReadLimits(ctx, qr)
	if err != nil {
		return nil, err
	}
	people := []string{p.StaffID}
	if p.DeclinedBy != nil {
		people = append(people, *p.DeclinedBy)
	}
	names, err := staff.Names(ctx, qr, people)
	if err != nil {
		return nil, err
	}
	v := &ProposalView{ID: p.ID, By: names[p.StaffID], Lines: []ProposedPrice{}, DeliveryPrice: major(p.DeliveryFee),
		Below: major(p.Below), Alone: major(limits.Alone), ValidDays: p.Days, Note: p.Note, At: p.CreatedAt,
		DeclinedWhy: p.DeclinedWhy}
	total := p.DeliveryFee
	for _, l := range q.Lines {
		v.Lines = append(v.Lines, ProposedPrice{l.ID, major(in.Units[l.ID])})
		total += l.times(in.Units[l.ID])
	}
	v.Total = major(total)
	if p.DeclinedBy != nil {
		name := names[*p.DeclinedBy]
		v.DeclinedBy = &name
	} else if who.May(staff.DecideOffers) {
		v.WhyNot, err = approvals.RefusalText(ctx, qr, s.Clock.Now(), who, p.StaffID)
		v.CanDecide = v.WhyNot == "" && err == nil
	}
	return v, err
}

type proposalDecisionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		ProposalID string `json:"proposal" maxLength:"64" doc:"Its id, as the caller has seen it."`
		Approve    bool   `json:"approve"`
		Note       string `json:"note,omitempty" doc:"Why not, for who made the offer."`
	}
}

func (s *Service) consoleDecide(ctx context.Context, in *proposalDecisionInput) (*httpapi.Reply[Detail], error) {
	who := staff.Caller(ctx)
	note, err := cleanNote(in.Body.Note)
	if err != nil {
		if _, missing := atBranch(ctx, s.DB, in.ID, who.Sees); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	said := "quotations.offer_declined"
	if in.Body.Approve {
		said = "quotations.sent"
	}
	return s.consoleReply(ctx, who, in.ID, s.Decide(ctx, who, in.ID, in.Body.ProposalID, in.Body.Approve, note), said)
}
