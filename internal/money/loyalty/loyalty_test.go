package loyalty_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/identity/account"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/notify"
)

func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

type world struct {
	*testing.T
	*buytest.Shop
	orders int
}

func (w *world) tx(fn func(ctx context.Context, tx *db.Tx) error) error {
	return w.DB.InTx(w.T.Context(), fn)
}

func (w *world) must(err error) {
	w.T.Helper()
	if err != nil {
		w.T.Fatal(err)
	}
}

// earn gives points as an order of a hundred pounds for each 40 would.
func (w *world) earn(user string, points int64) string {
	w.T.Helper()
	w.orders++
	id := fmt.Sprint("ord_", w.orders)
	w.must(w.tx(func(ctx context.Context, tx *db.Tx) error {
		return w.Loyalty.Earn(ctx, tx, loyalty.Purchase{
			UserID: user, OrderID: id, ServiceID: "svc_food", Money: loyalty.Money{Base: points * 250}})
	}))
	return id
}

func (w *world) points(user string) int64 {
	w.T.Helper()
	n, err := loyalty.Balance(w.T.Context(), w.DB, user, w.Clock.Now())
	w.must(err)
	return n
}

// healthy asks doctor about everything but the orders that these tests do
// without.
func (w *world) healthy() {
	w.T.Helper()
	results, err := doctor.Run(w.T.Context(), w.DB, loyalty.Checks())
	w.must(err)
	for _, r := range results {
		if r.Violations > 0 && r.Check != "points: earned if and only if delivered" {
			w.T.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func each(t *testing.T, fn func(w *world)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := &world{T: t, Shop: buytest.New(t, d)}
		for _, user := range []string{"usr", "shy"} {
			w.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
				VALUES ($1, '+2010' || $1, 'Mona', 'en', 1, 1)`, user)
		}
		fn(w)
	})
}

func TestTheOldestPointsGoFirst(t *testing.T) {
	each(t, func(w *world) {
		w.earn("usr", 100)
		w.Clock.Advance(300 * 24 * time.Hour)
		w.earn("usr", 100)
		w.must(w.tx(func(ctx context.Context, tx *db.Tx) error { return w.Loyalty.Spend(ctx, tx, "usr", "o", 130, "s1") }))
		w.must(w.tx(func(ctx context.Context, tx *db.Tx) error { return w.Loyalty.Spend(ctx, tx, "usr", "o", 130, "s1") }))
		if got := w.points("usr"); got != 70 {
			w.Errorf("%d left", got)
		}
		w.Clock.Advance(66 * 24 * time.Hour) // the first lot is over; it was spent
		w.must(w.Loyalty.Expire(w.T.Context()))
		if got := w.points("usr"); got != 70 {
			w.Errorf("%d left after the first lot's time", got)
		}
		w.Clock.Advance(300 * 24 * time.Hour)
		if got := w.points("usr"); got != 0 {
			w.Errorf("%d can be spent before the job has come by", got)
		}
		err := w.tx(func(ctx context.Context, tx *db.Tx) error { return w.Loyalty.Spend(ctx, tx, "usr", "o", 1, "s2") })
		if !errs.Is(err, "ledger.balance_not_sufficient") {
			w.Errorf("expired points: %v", err)
		}
		for range 2 {
			w.must(w.Loyalty.Expire(w.T.Context()))
		}
		// Points returned to the first lot live for another month.
		w.must(w.tx(func(ctx context.Context, tx *db.Tx) error {
			return w.Loyalty.GiveBack(ctx, tx, loyalty.Return{
				UserID: "usr", OrderID: "o", Points: 130, SpentFor: "s1", Source: "r"})
		}))
		if got := w.points("usr"); got != 130 {
			w.Errorf("%d came back", got)
		}
		w.Clock.Advance(31 * 24 * time.Hour)
		w.must(w.Loyalty.Expire(w.T.Context()))
		if got := w.points("usr"); got != 0 {
			w.Errorf("%d outlived their grace", got)
		}
		w.healthy()
	})
}

// TestPointsSpentInParallel has two nodes spend, convert and take back points concurrently.
func TestPointsSpentInParallel(t *testing.T) {
	attempts := counts(30, 300)
	each(t, func(w *world) {
		for range 4 {
			w.earn("usr", 100)
		}
		other := *w.Loyalty
		other.DB = dbtest.Another(w.T, w.DB)
		nodes := []*loyalty.Service{w.Loyalty, &other}
		start := make(chan struct{})
		var done, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range attempts {
			wg.Go(func() {
				<-start
				node := nodes[i%2]
				err := node.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					if i%3 == 0 {
						_, err := node.Convert(ctx, tx, "usr", fmt.Sprint(i), 130)
						return err
					}
					return node.Spend(ctx, tx, "usr", "o", 130, fmt.Sprint("s", i))
				})
				switch {
				case err == nil:
					done.Add(1)
				case errs.Is(err, "ledger.balance_not_sufficient"):
					refused.Add(1)
				default:
					w.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if done.Load() != 3 || w.points("usr") != 10 {
			w.Errorf("%d times 130 of 400, %d left", done.Load(), w.points("usr"))
		}
		w.healthy()
		w.walletHealthy()
	})
}

// walletHealthy checks the money into which points were converted.
func (w *world) walletHealthy() {
	w.T.Helper()
	results, err := doctor.Run(w.T.Context(), w.DB, wallet.Checks())
	w.must(err)
	for _, r := range results {
		if r.Violations > 0 {
			w.T.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func TestConvert(t *testing.T) {
	each(t, func(w *world) {
		w.earn("usr", 250)
		ends := db.At(w.Clock.Now().Add(365 * 24 * time.Hour))
		convert := func(key string, points any) buytest.Res {
			return w.Do("POST", "/loyalty/convert", "usr", map[string]any{"points": points},
				buytest.Header{"Idempotency-Key": key})
		}
		for name, c := range map[string]struct {
			key    string
			points any
			want   string
		}{
			"too few": {"a", 99, "422 points"}, "negative": {"b", -500, "422 points"},
			"no key":   {"", 100, "422 Idempotency-Key"},
			"too many": {"c", 251, "400 balance_not_sufficient"},
		} {
			r := convert(c.key, c.points)
			status, what, _ := strings.Cut(c.want, " ")
			if fmt.Sprint(r.Status) != status || !strings.Contains(r.Body, what) {
				w.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		var got loyalty.Conversion
		for range 3 {
			convert("k", "١٢٠").Into(w.T, &got)
		}
		if r := convert("k", 110); r.Status != 422 {
			w.Errorf("the key with another number: %d %s", r.Status, r.Body)
		}
		if left, _ := wallet.Balance(w.T.Context(), w.DB, "usr"); left != 6_00 || got.Amount.Minor() != 6_00 ||
			w.points("usr") != 130 {
			w.Errorf("%d in the wallet, %d points, %+v", left, w.points("usr"), got)
		}
		w.Loyalty.ServiceName = func(id, _ string) string { return id }
		var v loyalty.View
		w.Do("GET", "/loyalty", "usr", nil).Into(w.T, &v)
		if n := len(v.Rates); n < 2 || v.Rates[n-1].ServiceID != "" || v.Rates[0].ServiceID == "" {
			w.Errorf("what has no rate of its own comes last: %+v", v.Rates)
		}
		if v.Points != 130 || v.Value.Minor() != 6_50 || v.Worth.Minor() != 5_00 || len(v.Expiring) != 0 {
			w.Errorf("%+v", v)
		}
		w.Clock.Advance(340 * 24 * time.Hour)
		w.Do("GET", "/loyalty", "usr", nil).Into(w.T, &v)
		if len(v.Expiring) != 1 || v.Expiring[0].Points != 130 {
			w.Errorf("expiring %+v", v.Expiring)
		}
		var lines []loyalty.EntryView
		w.Do("GET", "/loyalty/history", "usr", nil).Into(w.T, &lines)
		if len(lines) != 2 || lines[0].Type != "converted" || lines[0].Points != -120 || lines[0].ExpiresAt != nil ||
			lines[1].Type != "earned" || lines[1].Points != 250 || lines[1].ExpiresAt == nil || *lines[1].ExpiresAt != ends {
			w.Errorf("history %+v", lines)
		}
		w.healthy()
	})
}

// TestAConversionsKey: a repeated key returns the first answer, at the rate at that time; and it never converts twice,
// not even when its answer is no longer kept.
func TestAConversionsKey(t *testing.T) {
	each(t, func(w *world) {
		w.earn("usr", 500)
		convert := func(points any) buytest.Res {
			return w.Do("POST", "/loyalty/convert", "usr", map[string]any{"points": points},
				buytest.Header{"Idempotency-Key": "k"})
		}
		first := convert(120)
		var got loyalty.Conversion
		first.Into(w.T, &got)
		w.Exec(`UPDATE loyalty_terms SET worth = worth * 2, least_convert = 200`)
		if r := convert("١٢٠"); r != first || got.Amount.Minor() != 6_00 {
			w.Errorf("at another rate:\n%s\n%d %s", first.Body, r.Status, r.Body)
		}
		if r := convert(300); r.Status != 422 || !strings.Contains(r.Body, "idempotency_mismatch") {
			w.Errorf("another number: %d %s", r.Status, r.Body)
		}
		w.Clock.Advance(7 * 24 * time.Hour)
		if r := convert(300); r.Status != 409 || r.Code() != "answer_gone" {
			w.Errorf("long after: %d %s", r.Status, r.Body)
		}
		if left, _ := wallet.Balance(w.T.Context(), w.DB, "usr"); left != 6_00 || w.points("usr") != 380 {
			w.Errorf("%d in the wallet, %d points", left, w.points("usr"))
		}
		w.healthy()
		w.walletHealthy()
	})
}

// TestNudge reminds once per lot, and only customers who agree; those who agree later are reminded then.
func TestNudge(t *testing.T) {
	each(t, func(w *world) {
		agreed := map[string]bool{"usr": true}
		for _, user := range []string{"usr", "shy"} {
			w.earn(user, 80)
			w.earn(user, 20)
		}
		w.Loyalty.Contact = func(_ context.Context, _ db.Querier, user string) (account.Contact, bool, error) {
			return account.Contact{Channel: notify.WhatsApp, To: "+2010" + user, Lang: "en"}, agreed[user], nil
		}
		told := func(user string) string {
			return buytest.Get[string](w.Shop, `SELECT CAST((SELECT COUNT(*) FROM messages
				WHERE template = 'loyalty.notice_expiring'
				AND channel = 'whatsapp' AND offer_to = $1 AND recipient = '+2010' || $1) AS TEXT) || ' for '
				|| CAST((SELECT COUNT(*) FROM points_lots WHERE user_id = $1 AND nudged_at IS NOT NULL) AS TEXT)`, user)
		}
		nudge := func(times int, usr, shy string) {
			t.Helper()
			for range times {
				w.must(w.Loyalty.Nudge(w.T.Context()))
				w.Clock.Advance(time.Hour)
			}
			if told("usr") != usr || told("shy") != shy {
				w.Errorf("reminded %s and %s, not %s and %s", told("usr"), told("shy"), usr, shy)
			}
		}
		w.Clock.Advance(300 * 24 * time.Hour)
		nudge(1, "0 for 0", "0 for 0") // two months before
		w.Clock.Advance(52 * 24 * time.Hour)
		nudge(3, "1 for 2", "0 for 0")
		agreed["shy"] = true
		nudge(2, "1 for 2", "1 for 2")
		w.healthy()
	})
}

func TestTerms(t *testing.T) {
	for _, c := range []struct{ worth, points, price, most int64 }{
		{500, 100, 500, 100}, {500, 100, 499, 99}, {500, 101, 500, 100}, {500, 1000, 0, 0}, {500, 0, 500, 0},
		{500, math.MaxInt64, 500, 100}, {500, math.MaxInt64 / 500, 500, 100},
		// Many more points of little worth round to the same amount.
		{1, 1049, 10, 1049}, {1, 1050, 10, 1000}, {1, math.MaxInt64, 10, 1000},
	} {
		terms := loyalty.Terms{Worth: c.worth}
		if got := terms.Most(c.points, c.price); got != c.most || terms.Value(got) > c.price {
			t.Errorf("%d points, %d for 100, for %d: %d", c.points, c.worth, c.price, got)
		}
	}
}

func TestDoctorFindsBrokenPoints(t *testing.T) {
	for name, breaks := range map[string]string{
		"points: lots add up to the balance":                      `UPDATE points_lots SET unused = unused - 1`,
		"points: a lot is what is unused and what was used of it": `UPDATE points_lots SET points = points + 1`,
		"points: none spent after expiry":                         `UPDATE points_uses SET at = 99999999999999`,
		"points: earned if and only if delivered":                 `DELETE FROM points_entries WHERE type = 'earned'`,
		"points: reversed pro " +
			"rata": `UPDATE points_earned SET share = 10, returned = 5`,
		"points: what is owed is in the book": `UPDATE points_accounts SET debt = 7`,
		"points: an order's points are what it spent less what came back": `UPDATE orders
			SET points_spent = 9, points_paid = 9`,
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(w *world) {
				w.earn("usr", 100)
				w.must(w.tx(func(ctx context.Context, tx *db.Tx) error { return w.Loyalty.Spend(ctx, tx, "usr", "o", 30, "s") }))
				w.Customer("usr", "maadi")
				w.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
				w.Exec(breaks)
				results, err := doctor.Run(w.T.Context(), w.DB, loyalty.Checks())
				w.must(err)
				for _, r := range results {
					if r.Check == name && r.Violations == 0 {
						w.Errorf("not found")
					}
				}
			})
		})
	}
}

// TestFewPointsAreNotFree: points that rely on the seller's word are capped by their exact worth, so that points of an
// order worth less than half a piastre do not add up over many orders.
func TestFewPointsAreNotFree(t *testing.T) {
	terms := loyalty.Terms{Worth: 5} // piastres for a hundred points
	for limit, want := range map[int64]int64{0: 0, 1: 20, 2: 40} {
		m := loyalty.Money{Base: 100_00, Cap: &limit}
		if got := terms.Earned(m, 100); got != want {
			t.Errorf("at most %d piastres: %d points, want %d", limit, got, want)
		}
	}
	for name, m := range map[string]loyalty.Money{"nothing": {}, "less than nothing": {Base: -5_00}} {
		if got := terms.Earned(m, 100); got != 0 {
			t.Errorf("%s earns %d", name, got)
		}
	}
}
