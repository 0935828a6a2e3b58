package app_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/identity/account"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

// inboxOf reads a customer's notices of one template's feature, newest first, in whichever thread they are.
func inboxOf(s *apptest.Shop, p apptest.Customer, kind, lang string) (list []inboxLine) {
	s.TB.Helper()
	var all []inboxLine
	s.Do("GET", "/notifications", p.Token, nil, apptest.Header{"Accept-Language": lang}).Into(s.TB, &all)
	for _, line := range all {
		for _, step := range line.Earlier {
			step.Read = line.Read
			all = append(all, step)
		}
	}
	for _, n := range all {
		if n.Kind == kind {
			list = append(list, n)
		}
	}
	slices.SortStableFunc(list, func(a, b inboxLine) int { return b.At.Compare(a.At) })
	return list
}

// expectNews checks that a customer's notices of a feature have these texts, newest first, link to this page, and
// exist in both languages.
func expectNews(s *apptest.Shop, p apptest.Customer, kind, link string, says ...string) {
	s.TB.Helper()
	en, ar := inboxOf(s, p, kind, "en"), inboxOf(s, p, kind, "ar")
	if len(en) != len(says) || len(ar) != len(says) {
		s.TB.Fatalf("%s: the inbox holds %+v", kind, en)
	}
	for i, n := range en {
		if !strings.Contains(n.Text, says[i]) || n.Link != link || n.Read {
			s.TB.Errorf("%s %d: %+v, not %q to %s", kind, i, n, says[i], link)
		}
		if n.Text == ar[i].Text || strings.Contains(n.Text+ar[i].Text, "{") || strings.Contains(n.Text, "http") {
			s.TB.Errorf("%s %d: %q and %q", kind, i, n.Text, ar[i].Text)
		}
	}
}

// named is the name of an order in a message.
func named(s *apptest.Shop, orderID string) string {
	s.TB.Helper()
	return apptest.Get[string](s, `SELECT 'order ' || o.number || ' from ' || s.name_en FROM orders o
		JOIN branches b ON b.id = o.branch_id
		JOIN stores s ON s.id = b.store_id WHERE o.id = $1`, orderID)
}

// TestMoneyNewsInTheInbox: for money and points that arrive or expire, the customer gets one notice each, nobody else
// does, and no SMS is sent if no action is needed.
func TestMoneyNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, other := s.Staff("owner"), s.Customer()
		const wallet, points = "/account/my-wallet", "/account/loyalty-points"

		// A gift, requested twice.
		p := s.Customer()
		gift := fields{"phone": p.Phone, "amount": 25, "reason": "sorry"}
		for range 2 {
			if a := s.Do("POST", "/console/wallet/credits", owner, gift, apptest.Key("gift")); a.Status != 200 {
				t.Fatal(a.Body)
			}
		}
		expectNews(s, p, "wallet", wallet, "EGP 25 to your wallet. Reason: sorry")

		// A top-up that is never paid.
		var made struct{ ID string }
		s.Do("POST", "/wallet/top-up", p.Token, fields{"amount": 60}, apptest.Key("top")).Into(t, &made)
		expectNews(s, p, "payments", wallet)
		for range 4 {
			s.After(time.Hour)
		}
		expectNews(s, p, "payments", wallet, "EGP 60")

		// A paid order that the branch rejects: the money is refunded to the card.
		p, owner = s.Customer(), s.Staff("owner")
		order := s.Buy(p, "card")
		gatewayPay(s, p, order, "4111111111111111")
		s.RunJobs()
		if !advance(s, p, owner, order, "rejected") {
			t.Fatal("not rejected")
		}
		for range 3 {
			s.RunJobs()
		}
		expectNews(s, p, "orders", "/account/my-orders/"+order, "We're refunding what you paid")
		expectNews(s, p, "payments", wallet) // not again

		// An order that its customer cancels: only this notice mentions the money.
		p = s.Customer()
		order = s.Buy(p, "card")
		gatewayPay(s, p, order, "4111111111111111")
		s.RunJobs()
		if a := s.Do("POST", "/orders/"+order+"/cancel", p.Token, fields{}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		for range 3 {
			s.RunJobs()
		}
		expectNews(s, p, "orders", "")
		expectNews(s, p, "payments", wallet, "EGP 105 is on its way to your card for your "+named(s, order))

		// An order that is two hours late: points, and credit for the delay.
		p = s.Customer()
		order = s.Buy(p, "cod")
		for _, to := range []string{"processing", "shipped", "out_for_delivery"} {
			if !advance(s, p, owner, order, to) {
				t.Fatalf("not %s", to)
			}
		}
		s.Clock.Advance(2 * time.Hour)
		owner = s.Staff("owner")
		if !advance(s, p, owner, order, "delivered") {
			t.Fatal("not delivered")
		}
		earned := apptest.Get[string](s, `SELECT CAST(points AS TEXT) FROM points_entries WHERE user_id = $1`, p.ID)
		expectNews(s, p, "loyalty", points, earned+" points on your "+named(s, order))
		expectNews(s, p, "shipping", wallet, named(s, order)+" was late. We've added EGP 40")
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM messages
			WHERE template IN ('loyalty.notice_earned', 'wallet.notice_credit')`) +
			apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE SUBSTR(template, 1, 9) = 'payments.'`); n != 0 {
			t.Errorf("%d messages of what only the inbox tells", n)
		}

		// Expiring points are announced only to customers who consented, and once.
		s.Do("PUT", "/user/preferences", p.Token, fields{"offers": fields{"sms": true}, "version": account.WordingVersion})
		silent := s.Customer()
		order = s.Buy(silent, "cod")
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			advance(s, silent, owner, order, to)
		}
		s.After(352 * 24 * time.Hour)
		for range 3 {
			s.After(7 * time.Hour)
		}
		for _, one := range []struct {
			of   apptest.Customer
			want int
		}{{p, 1}, {silent, 0}, {other, 0}} {
			n := apptest.Get[int](s, `SELECT COUNT(*) FROM notices WHERE user_id = $1 AND template = 'loyalty.notice_expiring'
				AND link = $2`, one.of.ID, points)
			if n != one.want {
				t.Errorf("%d notices of points that expire, not %d", n, one.want)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM notices WHERE user_id = $1`, other.ID); n != 0 {
			t.Errorf("another customer has %d notices", n)
		}
		s.Healthy()
	})
}

// TestReturnNewsInTheInbox follows a return: the customer gets a notice for each relevant step.
func TestReturnNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner, finance, p := s.Staff("owner"), s.Staff("finance"), s.Customer()
		order := s.Buy(p, "cod")
		for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
			advance(s, p, owner, order, to)
		}
		items := []fields{{"line_id": apptest.Get[string](s, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, order),
			"qty": 1, "reason_id": "defective", "comment": "cold"}}
		var offer struct{ Slots []struct{ ID string } }
		s.Do("GET", "/orders/"+order+"/returnable", p.Token, nil).Into(t, &offer)
		var preview struct{ Total json.Number }
		s.Do("POST", "/orders/"+order+"/return/preview", p.Token, fields{"items": items, "refund_to": "bank"}).
			Into(t, &preview)
		var made struct{ ID string }
		s.Do("POST", "/returns", p.Token,
			fields{"order_id": order, "items": items, "slot_id": offer.Slots[0].ID, "refund_to": "bank",
				"expected_refund": preview.Total, "bank": fields{"iban": "EG380019000500000000263180002", "holder": "Mona Adel"}},
			apptest.Key("back")).Into(t, &made)
		seq := func() int64 { return apptest.Get[int64](s, `SELECT event_seq FROM returns WHERE id = $1`, made.ID) }
		move := func(to string) {
			if a := s.Do("POST", "/console/returns/"+made.ID+"/move", owner,
				fields{"to": to, "expected_seq": seq()}); a.Status != 200 {
				t.Fatalf("%s: %s", to, a.Body)
			}
			s.Clock.Advance(time.Minute)
		}
		link := "/account/return-orders/" + made.ID
		expectNews(s, p, "returns", link)
		for _, to := range []string{"approved", "picked_up", "received"} {
			move(to)
		}
		if told := inboxOf(s, p, "returns", "en"); !regexp.MustCompile(`items on (Sun|Mon|Tue|Wed|Thu|Fri|Sat) `).
			MatchString(told[len(told)-1].Text) {
			t.Errorf("the message names no day: %+v", told)
		}
		unit := fields{"line_id": items[0]["line_id"], "unit": 1, "outcome": "scrap", "why": "cold"}
		if a := s.Do("POST", "/console/returns/"+made.ID+"/inspect", owner,
			fields{"units": []fields{unit}, "expected_seq": seq()}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		move("settled")
		refund := apptest.Get[string](s, `SELECT id FROM refunds WHERE order_id = $1`, order)
		for range 2 {
			s.Do("POST", "/console/refunds/"+refund+"/paid", finance, fields{"reference": "T-1"})
		}
		expectNews(s, p, "returns", link, "paid your refund", "inspected your Koshary House return", "is at the branch",
			"picked up", "is approved")
		expectNews(s, p, "payments", "")
		if got := s.Lines(
			`SELECT DISTINCT template FROM messages WHERE SUBSTR(template, 1, 8) = 'returns.' ORDER BY template`); len(
			got) != 2 {
			t.Errorf("sent as messages: %v", got)
		}
		s.Healthy()
	})
}

// TestQuotationNewsInTheInbox: an offer is made, replaced and about to expire.
func TestQuotationNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		manager, p, taken := s.Staff("manager", apptest.Koshary), s.Customer(), s.Customer()
		quotation := newQuotation(s, p)
		priceQuotation(s, manager, quotation)
		s.After(20 * time.Minute)
		priceQuotation(s, manager, quotation) // replaces the first; three days
		declined := newQuotation(s, taken)
		priceQuotation(s, manager, declined)
		s.Do("POST", "/quotations/"+declined+"/decline", taken.Token, fields{})
		link := "/quotations/" + quotation
		s.After(47 * time.Hour)
		expectNews(s, p, "quotations", link, "is ready: EGP", "is ready: EGP")
		s.After(2 * time.Hour)
		s.Exec(`UPDATE jobs SET done_at = NULL WHERE kind = 'offers.remind'`) // it runs again
		s.After(time.Minute)
		expectNews(s, p, "quotations", link, "is valid until", "is ready: EGP", "is ready: EGP")
		expectNews(s, taken, "quotations", "/quotations/"+declined, "is ready: EGP")
		s.Healthy()
	})
}

// TestSupportNewsInTheInbox answers a ticket; a note among staff is not an answer.
func TestSupportNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		support, p := s.Staff("support"), s.Customer()
		var made struct{ ID string }
		s.Do("POST", "/tickets", p.Token, fields{"category": "other", "subject": "A question", "text": "When do you open?"},
			apptest.Key("ask")).Into(t, &made)
		if a := s.Do("POST", "/console/tickets/"+made.ID+"/replies", support,
			fields{"text": "look it up", "note": true}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		expectNews(s, p, "support", "")
		if a := s.Do("POST", "/console/tickets/"+made.ID+"/replies", support, fields{"text": "At nine."}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		expectNews(s, p, "support", "/account/support/"+made.ID, "replied to your message")
		s.Healthy()
	})
}

// TestReferralNewsInTheInbox: the reward of both, and a friend who is held for review first, about which only the
// referrer gets a notice.
func TestReferralNewsInTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		f := referralShop(t, d)
		host := f.register(f.stranger(), "")
		code := f.mine(host).Code
		friend := f.register(f.stranger(), code)
		f.buys(friend)
		same := f.stranger()
		same.device = "device-of-person-0001"
		held := f.register(same, code)
		if got := f.state(held); !strings.HasPrefix(got, "held") {
			t.Fatalf("the second friend is %s", got)
		}
		f.s.After(window + time.Hour)
		for range 3 {
			f.s.After(time.Hour)
		}
		host.Token, friend.Token, held.Token = f.signedIn(host), f.signedIn(friend), f.signedIn(held)
		const link = "/account/referral-program"
		list := inboxOf(f.s, host, "referral", "en")
		var texts []string
		for _, n := range list {
			texts = append(texts, n.Text[:12])
		}
		slices.Sort(texts)
		if got := strings.Join(texts, "|"); got != "We're review|Your commiss|Your reward " {
			t.Errorf("who invited reads %v", list)
		}
		expectNews(f.s, friend, "referral", link, "welcome reward")
		expectNews(f.s, held, "referral", link)
		f.s.Healthy()
	})
}

// TestHistoryIsRead: old notices count as read, except for the newest.
func TestHistoryIsRead(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, few := s.Customer(), s.Customer()
		now := s.Clock.Now()
		send := func(who apptest.Customer, ago time.Duration) {
			err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				return notify.Send(ctx, tx,
					notify.Message{Channel: notify.Inbox, UserID: who.ID, Template: "orders.notice_processing", At: now.Add(-ago)})
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		for i := range 6 {
			send(p, time.Duration(i+1)*time.Hour)
		}
		send(few, 48*time.Hour)
		err := d.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			return notify.MarkOld(ctx, tx, now.Add(-90*time.Minute), 3)
		})
		if err != nil {
			t.Fatal(err)
		}
		for who, want := range map[string]int{p.ID: 3, few.ID: 1} {
			if n := apptest.Get[int](s, `SELECT COUNT(*) FROM notices WHERE user_id = $1 AND read_at IS NULL`, who); n != want {
				t.Errorf("%d unread, not %d", n, want)
			}
		}
	})
}
