package quotations_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// strict applies the shop's own limits: 500 a day.
func strict(s *buytest.Shop) { s.Exec(`DELETE FROM settings WHERE key = 'giving'`) }

// consoled is a quotation as staff see it.
func consoled(s *buytest.Shop, who, id string) quotations.Detail {
	s.TB.Helper()
	var d quotations.Detail
	s.Do("GET", "/console/quotations/"+id, who, nil).Into(s.TB, &d)
	return d
}

// priceAt makes an offer of one price for all lines.
func priceAt(s *buytest.Shop, who string, v quotations.View, unit any, changes ...any) buytest.Res {
	lines := []any{}
	for _, it := range v.Items {
		lines = append(lines, map[string]any{"id": it.ID, "unit_price": unit})
	}
	return price(s, who, v, append([]any{"lines", lines}, changes...)...)
}

func decideOffer(s *buytest.Shop, who, id, proposal string, approve bool) buytest.Res {
	return s.Do("POST", "/console/quotations/"+id+"/decide", who,
		map[string]any{"proposal": proposal, "approve": approve, "note": "too low"})
}

// TestAnOfferBelowTheListWaits: what an offer gives against the list prices counts
// in what its maker gives that day and its customer is given; above that the
// customer sees nothing until a second person agrees.
func TestAnOfferBelowTheListWaits(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		strict(s)
		plenty(s)
		customer(s, "usr2")
		v := asked(s, "usr")
		if r := priceAt(s, "manager", v, 0.01); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if now := get(s, "usr", v.ID); now.State != "requested" || now.Offer != nil || len(now.Timeline) != 1 {
			t.Errorf("the customer sees it: %+v", now)
		}
		if r := accept(s, "usr", v); r.Status == 200 {
			t.Error("accepted what waits")
		}
		mine := consoled(s, "manager", v.ID)
		if mine.Proposal == nil || mine.Proposal.CanDecide || mine.Proposal.By == "" &&
			mine.Proposal.Below.Minor() < 500_00 || mine.State != "requested" {
			t.Fatalf("who made it sees %+v", mine.Proposal)
		}
		var queue []quotations.QueueItem
		s.Do("GET", "/console/quotations", "finance", nil).Into(t, &queue)
		if len(queue) != 1 || !queue[0].Waits {
			t.Errorf("the queue: %+v", queue)
		}
		for who, want := range map[string]string{"manager": "403 not_allowed", "support": "403 not_allowed",
			"editor": "403 not_allowed", "picker": "403 not_allowed"} {
			if got := outcome(decideOffer(s, who, v.ID, mine.Proposal.ID, true)); got != want {
				t.Errorf("%s decides: %s", who, got)
			}
		}
		// An owner who makes an offer is not their own second person.
		if r := priceAt(s, "owner", v, 0.01); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if got := outcome(decideOffer(s, "finance", v.ID, mine.Proposal.ID, true)); got != "409 decided_already" {
			t.Errorf("what was replaced: %s", got)
		}
		owners := consoled(s, "owner", v.ID).Proposal
		if owners.CanDecide {
			t.Error("an owner may decide on their own offer")
		}
		if got := outcome(decideOffer(s, "owner", v.ID, owners.ID, true)); got != "400 not_yourself" {
			t.Errorf("an owner decides on their own: %s", got)
		}
		if got := outcome(decideOffer(s, "finance", v.ID, owners.ID, false)); got != "ok" {
			t.Errorf("declined: %s", got)
		}
		if p := consoled(s, "owner", v.ID).Proposal; p == nil || p.DeclinedBy == nil || p.DeclinedWhy != "too low" {
			t.Errorf("who made it is not told: %+v", p)
		}
		if got := outcome(decideOffer(s, "finance", v.ID, owners.ID, true)); got != "409 decided_already" {
			t.Errorf("approved after it was declined: %s", got)
		}
		// Agreed to, it is made: once.
		if r := priceAt(s, "manager", v, 1); r.Status != 200 {
			t.Fatal(r.Body)
		}
		p := consoled(s, "finance", v.ID).Proposal
		if !p.CanDecide {
			t.Error("finance may not decide")
		}
		var agreed atomic.Int64
		var wg sync.WaitGroup
		start := make(chan struct{})
		for range 6 {
			wg.Go(func() {
				<-start
				if r := decideOffer(s, "finance", v.ID, p.ID, true); r.Status == 200 {
					agreed.Add(1)
				} else if r.Status != 409 {
					t.Error(r.Body)
				}
			})
		}
		close(start)
		wg.Wait()
		after := get(s, "usr", v.ID)
		if agreed.Load() != 1 || after.State != "priced" || after.Offer == nil || consoled(s, "owner", v.ID).Proposal != nil {
			t.Errorf("agreed %d times: %+v", agreed.Load(), after)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log
			WHERE action IN ('quotation.propose', 'quotation.approve', 'quotation.decline_offer')`); n != 5 {
			t.Errorf("%d lines in the log", n)
		}
		// The current offer can still be accepted while a lower one awaits approval.
		if r := priceAt(s, "manager", after, 0.01); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if r := accept(s, "usr", after); r.Status != 200 {
			t.Errorf("accepting: %s", r.Body)
		}
		if consoled(s, "owner", v.ID).Proposal != nil {
			t.Error("it still waits after the customer accepted another")
		}
		s.Healthy()
	})
}

// TestSplittingOffersDoesNotHelp: one dear line and another for free, a free delivery, many offers to many customers,
// all concurrently: they all count towards one limit.
func TestSplittingOffersDoesNotHelp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := shop(t, d)
		strict(s)
		plenty(s)
		v := asked(s, "usr")
		lines := []any{map[string]any{"id": v.Items[0].ID, "unit_price": 0.01},
			map[string]any{"id": v.Items[1].ID, "unit_price": 5000}}
		if r := price(s, "manager", v, "lines", lines); r.Status != 200 || get(s, "usr", v.ID).Offer != nil {
			t.Errorf("a dear line makes up for a free one: %s", r.Body)
		}
		// 20 × 5 below the list, for each of eight customers.
		small := buytest.Get[int64](s, `SELECT price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`,
			buytest.Koshary, buytest.Small)
		var views []quotations.View
		for i := range 8 {
			who := fmt.Sprint("many", i)
			customer(s, who)
			views = append(views, asked(s, who))
		}
		var sent atomic.Int64
		var wg sync.WaitGroup
		start := make(chan struct{})
		for i, v := range views {
			wg.Go(func() {
				<-start
				lines := []any{map[string]any{"id": v.Items[0].ID, "unit_price": float64(small-500) / 100},
					map[string]any{"id": v.Items[1].ID, "unit_price": 5000}}
				if r := price(s, "manager", v, "lines", lines, "delivery_price", 1000); r.Status != 200 {
					t.Error(r.Body)
				}
				if get(s, fmt.Sprint("many", i), v.ID).Offer != nil {
					sent.Add(1)
				}
			})
		}
		close(start)
		wg.Wait()
		if sent.Load() != 5 {
			t.Errorf("%d offers of 100 below the list were sent", sent.Load())
		}
		// An offer repeated with the same prices gives nothing more away; a declined one gave nothing away.
		var current quotations.View
		for i := range views {
			if w := get(s, fmt.Sprint("many", i), views[i].ID); w.Offer != nil {
				current = w
				break
			}
		}
		lines = []any{map[string]any{"id": current.Items[0].ID, "unit_price": float64(small-500) / 100},
			map[string]any{"id": current.Items[1].ID, "unit_price": 5001}}
		if r := price(s, "manager", current, "lines", lines, "delivery_price", 1000); r.Status != 200 ||
			consoled(s, "manager", current.ID).Proposal != nil {
			t.Errorf("the same offer again: %s", r.Body)
		}
		before := buytest.Get[int64](s, `SELECT given FROM given_days WHERE who = 'giver:stf_manager'`)
		owner := buytest.Get[string](s, `SELECT user_id FROM quotations WHERE id = $1`, current.ID)
		if r := s.Do("POST", "/quotations/"+current.ID+"/decline", owner, map[string]any{"note": ""}); r.Status != 200 {
			t.Error(r.Body)
		}
		if after := buytest.Get[int64](s,
			`SELECT given FROM given_days WHERE who = 'giver:stf_manager'`); before-after != 100_00 {
			t.Errorf("declined: %d counted, then %d", before, after)
		}
		s.Healthy()
	})
}
