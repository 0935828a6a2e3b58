package demo

import (
	"context"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// pastQuotation is the recipe of a quotation.
type pastQuotation struct {
	by            string // the customer who asks
	ago           time.Duration
	note, company string
	qty           int64
	off           int64 // what the offer takes off the shelf's price, in per cent; 0: not priced yet
	ends          quotations.State
}

// pastQuotations are in several states, so that the pages show something.
var pastQuotations = []pastQuotation{
	{by: "mona", ago: 12 * 24 * time.Hour, note: "لاجتماع يوم الخميس", qty: 12, ends: quotations.Declined},
	{by: "karim", ago: 9 * 24 * time.Hour, note: "For the office kitchen, before ten in the morning",
		company: "Delta Analytics", qty: 18, off: 10, ends: quotations.Accepted},
	{by: "mona", ago: 50 * time.Hour, note: "لمطبخ المكتب، التوصيل قبل العاشرة صباحًا", company: "شركة النيل للاستشارات",
		qty: 20, off: 12, ends: quotations.Accepted},
	{by: "mona", ago: 26 * time.Hour, note: "لحفل مدرسة", qty: 30, off: 8, ends: quotations.Priced},
	{by: "karim", ago: 20 * time.Hour, note: "For a birthday at the club", qty: 24, off: 6, ends: quotations.Priced},
	{by: "mona", ago: 2 * time.Hour, note: "شهريًا إذا كان السعر مناسبًا", company: "شركة النيل للاستشارات", qty: 15,
		ends: quotations.Requested},
}

// quotations requests and answers the demo's quotations, once.
func (h *historian) quotations(ctx context.Context) error {
	var have int
	if err := h.node.DB.Get(ctx, &have, `SELECT COUNT(*) FROM quotations`); err != nil || have > 0 {
		return err
	}
	for _, p := range pastQuotations {
		userID := CustomerID(p.by)
		var at struct {
			District string    `db:"district_id"`
			Lang     i18n.Lang `db:"lang"`
		}
		err := h.node.DB.Get(ctx, &at, `SELECT a.district_id, u.lang FROM default_addresses d
			JOIN addresses a ON a.user_id = d.user_id AND a.id = d.address_id JOIN users u ON u.id = d.user_id
			WHERE d.user_id = $1`, userID)
		if err != nil {
			return err
		}
		branch, variants, err := h.wellStocked(ctx, at.District)
		if err != nil {
			return err
		}
		if branch == nil {
			continue
		}
		if err := h.quote(ctx, p, userID, at.Lang, branch, variants); err != nil {
			return err
		}
	}
	return h.settle(ctx)
}

// wellStocked finds a branch that delivers to a district and three things it
// has a lot of; nil where there is none.
func (h *historian) wellStocked(ctx context.Context, district string) (*branches.Branch, []string, error) {
	for _, b := range h.node.Branches.All() {
		if _, reached := b.Zone(district); !reached || !b.Active || b.Kind.Slug != "grocery" {
			continue
		}
		var variants []string
		err := h.node.DB.Select(ctx, &variants, `SELECT p.variant_id FROM branch_prices p
			JOIN stock s ON s.branch_id = p.branch_id AND s.variant_id = p.variant_id
			WHERE p.branch_id = $1 AND p.active AND s.counted AND s.on_hand - s.reserved >= 30
			ORDER BY p.price DESC, p.variant_id LIMIT 3`, b.ID)
		if err != nil || len(variants) == 3 {
			return b, variants, err
		}
	}
	return nil, nil, nil
}

func (h *historian) quote(ctx context.Context, p pastQuotation, userID string, lang i18n.Lang, b *branches.Branch,
	variants []string) error {
	s := h.node.Quotations
	h.clock.Set(h.now.Add(-p.ago))
	in := quotations.Request{UserID: userID, Key: "story-" + id.Short(), Lang: lang, ServiceID: b.Kind.ID, BranchID: b.ID,
		Note: p.note, CompanyName: p.company}
	for i, variant := range variants {
		in.Items = append(in.Items, quotations.Wanted{VariantID: variant, Qty: p.qty - int64(5*i)})
	}
	if _, err := s.Ask(ctx, in); err != nil {
		return err
	}
	var ref string
	err := h.node.DB.Get(ctx, &ref, `SELECT id FROM quotations WHERE user_id = $1
		ORDER BY created_at DESC, id DESC LIMIT 1`, userID)
	if err != nil || p.ends == quotations.Requested {
		return err
	}
	h.clock.Advance(40 * time.Minute)
	if p.ends == quotations.Declined {
		return s.Decline(ctx, userID, ref, "تأجل الاجتماع")
	}
	offer := quotations.Pricing{Units: map[string]int64{}, Days: 14, Seq: 1,
		Note: i18n.Text{EN: "Prices include packing.", AR: "الأسعار تشمل التغليف."}.In(lang)}
	q, err := quotations.Owned(ctx, h.node.DB, userID, ref)
	if err != nil {
		return err
	}
	shelf, err := h.node.Catalog.Offers(ctx, h.node.DB, b.ID, variants)
	if err != nil {
		return err
	}
	for _, l := range q.Lines {
		// Whole quarters of a pound, as people price by hand.
		offer.Units[l.ID] = shelf[l.VariantID].Price * (100 - p.off) / 100 / 25 * 25
	}
	who := staff.Member{ID: "stf_demo_manager", Name: "manager", Role: staff.Manager}
	waits, err := s.Price(ctx, who, ref, offer)
	if err == nil && waits {
		var proposal string
		if err = h.node.DB.Get(ctx, &proposal, `SELECT id FROM quotation_proposals WHERE quotation_id = $1`,
			q.ID); err == nil {
			err = s.Decide(ctx, staff.Member{ID: "stf_demo_finance", Name: "finance", Role: staff.Finance}, ref, proposal, true,
				"")
		}
	}
	if err != nil || p.ends == quotations.Priced {
		return err
	}
	h.clock.Advance(3 * time.Hour)
	return s.Accept(ctx, userID, ref, 1)
}
