package wallet_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

func counts(small, full int) int {
	if os.Getenv("WEKALA_PROVE") != "" {
		return full
	}
	return small
}

func credit(t *testing.T, s *wallet.Service, e wallet.Entry) {
	t.Helper()
	if err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return s.Credit(ctx, tx, e)
	}); err != nil {
		t.Fatal(err)
	}
}

func gift(user string, minor int64, source string) wallet.Entry {
	return wallet.Entry{UserID: user, Amount: minor, Type: wallet.Gift, Source: source, From: "goodwill:shop"}
}

// TestParallelDebits has two nodes take 30 from a wallet of 100 concurrently: three succeed.
func TestParallelDebits(t *testing.T) {
	attempts := counts(40, 500)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		nodes := []*wallet.Service{s.Wallet, wallet.New(wallet.Deps{DB: dbtest.Another(t, d), Clock: s.Clock})}
		credit(t, s.Wallet, gift("usr", 100, "gift"))
		start := make(chan struct{})
		var paid, refused atomic.Int64
		var wg sync.WaitGroup
		for i := range attempts {
			wg.Go(func() {
				<-start
				node := nodes[i%len(nodes)]
				err := node.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					return node.Debit(ctx, tx,
						wallet.Entry{UserID: "usr", Amount: 30, Type: wallet.Payment, Source: fmt.Sprint("debit:", i),
							From: "branch_payable:1"})
				})
				switch {
				case err == nil:
					paid.Add(1)
				case errs.Is(err, "ledger.balance_not_sufficient"):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if paid.Load() != 3 || refused.Load() != int64(attempts-3) {
			t.Errorf("%d debits of 30 from 100, %d refused", paid.Load(), refused.Load())
		}
		if left, err := wallet.Balance(t.Context(), d, "usr"); left != 10 || err != nil {
			t.Errorf("%d left, %v", left, err)
		}
		s.Healthy()
	})
}

// TestTheHistory shows that a source counts once, and what announced entries
// become.
func TestTheHistory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		tx := func(fn func(ctx context.Context, tx *db.Tx) error) {
			t.Helper()
			if err := d.InTx(t.Context(), fn); err != nil {
				t.Fatal(err)
			}
		}
		for range 3 {
			credit(t, s.Wallet, gift("usr", 50_00, "a"))
		}
		for _, source := range []string{"b", "c", "d"} {
			tx(func(ctx context.Context, tx *db.Tx) error {
				return s.Wallet.Announce(ctx, tx, gift("usr", 7_00, source))
			})
		}
		tx(func(ctx context.Context, tx *db.Tx) error { return s.Wallet.Settle(ctx, tx, "usr", "c", wallet.Failed) })
		tx(func(ctx context.Context, tx *db.Tx) error { return s.Wallet.Settle(ctx, tx, "usr", "d", wallet.Failed) })
		credit(t, s.Wallet, gift("usr", 7_00, "b")) // happens
		credit(t, s.Wallet, gift("usr", 7_00, "d")) // happens after all
		tx(func(ctx context.Context, tx *db.Tx) error { return s.Wallet.Settle(ctx, tx, "usr", "b", wallet.Failed) })
		var got []wallet.EntryView
		s.Do("GET", "/wallet/history", "usr", nil).Into(t, &got)
		var lines []map[string]any
		s.Do("GET", "/wallet/history", "usr", nil).Into(t, &lines)
		for _, line := range lines {
			for _, field := range []string{"type", "amount", "status", "date"} {
				if line[field] == nil {
					t.Errorf("no %s in %v", field, line)
				}
			}
		}
		states := ""
		for _, e := range got {
			states += e.Status + " "
			if e.Type != wallet.Gift || e.Label == "" || e.StatusLabel == "" || e.Date != db.At(s.Clock.Now()) {
				t.Errorf("a line of the history: %+v", e)
			}
		}
		if len(got) != 4 || states != "done failed done done " {
			t.Fatalf("history: %s", states)
		}
		if amount := [2]int64{got[0].Amount.Minor(), got[3].Amount.Minor()}; amount != [2]int64{7_00, 50_00} &&
			amount != [2]int64{50_00, 7_00} {
			t.Errorf("amounts %v", amount)
		}
		var v struct {
			Balance float64 `json:"balance"`
		}
		s.Do("GET", "/wallet", "usr", nil).Into(t, &v)
		if v.Balance != 64 {
			t.Errorf("balance %v", v.Balance)
		}
		s.Do("GET", "/wallet", "other", nil).Into(t, &v)
		if v.Balance != 0 {
			t.Errorf("another customer sees %v", v.Balance)
		}
		for _, e := range []wallet.Entry{gift("", 1, "x"), gift("usr", 0, "x"), gift("usr", -5, "x"), gift("usr", 5, "")} {
			if d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error { return s.Wallet.Credit(ctx, tx, e) }) == nil {
				t.Errorf("%+v was taken", e)
			}
		}
		s.Healthy()
	})
}

func TestDoctorFindsBrokenWallets(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, breaks := range map[string]string{
			"wallet: the history adds up to the balance": `UPDATE wallet_entries SET amount = amount + 1`,
			"wallet: what is done has its posting": `INSERT INTO wallet_entries (user_id, id, type, amount, status,
				source, created_at) VALUES ('u', 'x', 'credit', 0, 'done', 'nowhere', 1)`,
			"wallet: a gift was given as decided, a large one by two persons": `INSERT INTO wallet_grants (id, user_id, amount,
				reason, state, asked_by, key, created_at)
				VALUES ('g', 'usr', 60000, 'r', 'done', 'a', 'k', 1)`,
		} {
			s := wallet.New(wallet.Deps{DB: d, Clock: clock.System})
			credit(t, s, gift("usr", 100, "gift:"+name))
			if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.Exec(ctx, breaks)
				return err
			}); err != nil {
				t.Fatal(err)
			}
			results, err := doctor.Run(t.Context(), d, wallet.Checks())
			if err != nil {
				t.Fatal(err)
			}
			found := false
			for _, r := range results {
				found = found || r.Check == name && r.Violations > 0
			}
			if !found {
				t.Errorf("%s was not found", name)
			}
		}
	})
}

var people = map[string]staff.Member{
	"owner":   {ID: "stf_owner", Name: "Omar", Role: staff.Owner},
	"finance": {ID: "stf_finance", Name: "Farah", Role: staff.Finance},
	"support": {ID: "stf_support", Name: "Salma", Role: staff.Support},
	"manager": {ID: "stf_manager", Name: "Mai", Role: staff.Manager, Branches: []string{buytest.Koshary}},
}

func desk(t *testing.T, d *db.DB) *buytest.Shop {
	t.Helper()
	s := buytest.New(t, d)
	s.API.Allowed = staff.Allowed
	s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		member, ok := people[token]
		if !ok {
			return ctx, "", errs.Unauthorized()
		}
		return staff.With(ctx, member), member.ID, nil
	}
	s.Wallet.ConsoleRoutes(s.API)
	s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
		VALUES ('usr', '+201001234567', 'Mona', 'en', 1, 1) ON CONFLICT (id) DO NOTHING`)
	s.Exec(`INSERT INTO user_phones (phone, user_id) VALUES ('+201001234567', 'usr')`)
	return s
}

func give(s *buytest.Shop, who, key string, amount int64, reason string) buytest.Res {
	return s.Do("POST", "/console/wallet/credits", who,
		map[string]any{"phone": "01001234567", "amount": money.EGP(amount).Major(), "reason": reason},
		buytest.Header{"Idempotency-Key": key})
}

// TestACreditsKey: a repeated key returns the first answer, to the byte, whatever happened to the credit since; other
// content is refused; and it never gives twice, not even when its answer is no longer kept.
func TestACreditsKey(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		first := give(s, "finance", "k", 600_00, "fell ill")
		var asked wallet.Credit
		first.Into(t, &asked)
		if r := s.Do("POST", "/console/wallet/credits/"+asked.ID+"/decide", "owner",
			map[string]any{"approve": true}); r.Status != 200 {
			t.Fatal(r.Body)
		}
		if r := give(s, "finance", "k", 600_00, " fell ill "); r != first {
			t.Errorf("repeated: %d %s", r.Status, r.Body)
		}
		for name, r := range map[string]buytest.Res{"amount": give(s, "finance", "k", 700_00, "fell ill"),
			"reason": give(s, "finance", "k", 600_00, "late"),
			"phone": s.Do("POST", "/console/wallet/credits", "finance",
				map[string]any{"phone": "01099999999", "amount": 600, "reason": "fell ill"},
				buytest.Header{"Idempotency-Key": "k"})} {
			if r.Status != 422 || r.Code() != "idempotency_mismatch" {
				t.Errorf("with another %s: %d %s", name, r.Status, r.Body)
			}
		}
		if r := give(s, "owner", "k", 20_00, "late"); r.Status != 200 {
			t.Errorf("a colleague's key: %s", r.Body)
		}
		s.Clock.Advance(7 * 24 * time.Hour)
		for _, reason := range []string{"fell ill", "late"} {
			if r := give(s, "finance", "k", 600_00, reason); r.Status != 409 || r.Code() != "answer_gone" {
				t.Errorf("long after: %d %s", r.Status, r.Body)
			}
		}
		if left, _ := wallet.Balance(t.Context(), d, "usr"); left != 620_00 {
			t.Errorf("%d there", left)
		}
		s.Healthy()
	})
}

// TestCreditsOfStaff gives small credits immediately and large ones when a second person approves, each once.
func TestCreditsOfStaff(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		for name, r := range map[string]buytest.Res{
			"no reason": give(s, "finance", "a", 20_00, " "), "nothing": give(s, "finance", "b", 0, "late"),
			"too much": give(s, "finance", "c", 10_000_01, "late"),
			"no key":   give(s, "finance", "", 20_00, "late"),
			"nobody": s.Do("POST", "/console/wallet/credits", "finance",
				map[string]any{"phone": "01099999999", "amount": 20, "reason": "late"}, buytest.Header{"Idempotency-Key": "d"}),
		} {
			if r.Status != 422 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if r := give(s, "manager", "e", 20_00, "late"); r.Code() != "not_allowed" {
			t.Errorf("a manager: %s", r.Body)
		}
		var small, large wallet.Credit
		for range 2 { // a double click
			give(s, "support", "f", 20_00, "late").Into(t, &small)
			give(s, "finance", "g", 600_00, "fell ill").Into(t, &large)
		}
		if left, _ := wallet.Balance(t.Context(), d, "usr"); small.State != "done" || large.State != "waiting" ||
			left != 20_00 {
			t.Fatalf("%+v %+v %d", small, large, left)
		}
		decide := func(who string, approve bool) buytest.Res {
			return s.Do("POST", "/console/wallet/credits/"+large.ID+"/decide", who, map[string]any{"approve": approve})
		}
		if r := decide("finance", true); r.Code() != "not_yourself" {
			t.Errorf("who asked decided: %s", r.Body)
		}
		if r := decide("support", true); r.Code() != "not_allowed" {
			t.Errorf("support decided: %s", r.Body)
		}
		var wg sync.WaitGroup
		var agreed atomic.Int64
		for range 8 {
			wg.Go(func() {
				switch r := decide("owner", true); {
				case r.Status == 200:
					agreed.Add(1)
				case r.Code() != "decided_already":
					t.Error(r.Body)
				}
			})
		}
		wg.Wait()
		if left, _ := wallet.Balance(t.Context(), d, "usr"); agreed.Load() != 1 || left != 620_00 {
			t.Errorf("agreed %d times, %d there", agreed.Load(), left)
		}
		give(s, "finance", "h", 900_00, "by mistake").Into(t, &large)
		if r := decide("owner", false); r.Status != 200 {
			t.Error(r.Body)
		}
		var all []wallet.Credit
		s.Do("GET", "/console/wallet/credits", "owner", nil).Into(t, &all)
		if len(all) != 3 || all[0].State != "declined" || all[0].DecidedBy == nil || all[2].Customer != "Mona" {
			t.Errorf("%+v", all)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log
			WHERE action IN ('wallet.credit', 'wallet.approve', 'wallet.decline')`); n != 5 {
			t.Errorf("%d lines in the audit log", n)
		}
		if left, _ := wallet.Balance(t.Context(), d, "usr"); left != 620_00 {
			t.Errorf("%d there", left)
		}
		var found wallet.Found
		s.Do("GET", "/console/wallet/customer?phone=01001234567", "support", nil).Into(t, &found)
		if found.Name != "Mona" {
			t.Errorf("%+v", found)
		}
		s.Healthy()
	})
}

// TestNoCreditForWhoLeft: a pending credit is not put into the wallet of a customer who has left.
func TestNoCreditForWhoLeft(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		var large wallet.Credit
		give(s, "finance", "a", 600_00, "fell ill").Into(t, &large)
		s.Exec(`UPDATE users SET phone = '', name = '', erased_at = 1 WHERE id = 'usr'`)
		decide := func(approve bool) buytest.Res {
			return s.Do("POST", "/console/wallet/credits/"+large.ID+"/decide", "owner", map[string]any{"approve": approve})
		}
		if r := decide(true); r.Code() != "customer_left" {
			t.Errorf("approved: %d %s", r.Status, r.Body)
		}
		if left, _ := wallet.Balance(t.Context(), d, "usr"); left != 0 {
			t.Errorf("%d in the wallet of nobody", left)
		}
		if r := decide(false); r.Status != 200 {
			t.Errorf("declined: %s", r.Body)
		}
	})
}

// TestSplittingDoesNotHelp: of four credits of 500 by one person in a day one is given and three wait, concurrently
// from two nodes or one after another; the same holds for four persons and one customer. The next business day starts
// again.
func TestSplittingDoesNotHelp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		s.Exec(`INSERT INTO users (id, phone, name, lang, created_at, updated_at)
			VALUES ('usr2', '+201001234568', 'Salma', 'en', 1, 1)`)
		s.Exec(`INSERT INTO user_phones (phone, user_id) VALUES ('+201001234568', 'usr2')`)
		state := func(r buytest.Res) string {
			var c wallet.Credit
			r.Into(t, &c)
			return c.State
		}
		to := func(who, key, phone string, minor int64) string {
			return state(s.Do("POST", "/console/wallet/credits", who,
				map[string]any{"phone": phone, "amount": money.EGP(minor).Major(), "reason": "late"},
				buytest.Header{"Idempotency-Key": key}))
		}
		var done atomic.Int64
		var wg sync.WaitGroup
		start := make(chan struct{})
		for i := range 8 {
			wg.Go(func() {
				<-start
				if to("support", fmt.Sprint("at once ", i), []string{"01001234567", "01001234568"}[i%2], 125_00) == "done" {
					done.Add(1)
				}
			})
		}
		close(start)
		wg.Wait()
		if done.Load() != 4 {
			t.Errorf("%d credits of 125 by one person", done.Load())
		}
		if got := to("support", "one more", "01001234567", 1_00); got != "waiting" {
			t.Errorf("above the limit of who gives: %s", got)
		}
		// Which four of the eight came first is not settled: who got less of them has room left.
		received := func(id string) int64 {
			return buytest.Get[int64](s, `SELECT COALESCE(SUM(amount), 0) FROM wallet_grants WHERE user_id = $1
				AND state = 'done'`, id)
		}
		phone, given := "01001234567", received("usr")
		if other := received("usr2"); other < given {
			phone, given = "01001234568", other
		}
		if got := to("finance", "to the limit", phone, approvals.Defaults.Alone-given); got != "done" {
			t.Errorf("by somebody else, up to the limit: %s", got)
		}
		if got := to("owner", "above", phone, 1_00); got != "waiting" {
			t.Errorf("above the limit of who receives: %s", got)
		}
		s.Clock.Advance(24 * time.Hour)
		if got := to("support", "tomorrow", "01001234567", 500_00); got != "done" {
			t.Errorf("on the next business day: %s", got)
		}
		s.Healthy()
	})
}

// TestOneOwnerActsAlone where the shop has no other, and it is written down.
func TestOneOwnerActsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		hire := func(id, role string) {
			s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
				VALUES ($1, $1, 'x', $2, '', 'en', 1)`, id, role)
		}
		hire("stf_owner", "owner")
		hire("stf_second", "owner")
		var c wallet.Credit
		give(s, "owner", "a", 600_00, "fell ill").Into(t, &c)
		if c.State != "waiting" || c.CanDecide {
			t.Errorf("one of two owners: %+v", c)
		}
		decide := func(who string) buytest.Res {
			return s.Do("POST", "/console/wallet/credits/"+c.ID+"/decide", who, map[string]any{"approve": true})
		}
		if r := decide("owner"); r.Code() != "not_yourself" {
			t.Error(r.Body)
		}
		s.Exec(`UPDATE staff SET disabled_at = 1 WHERE id = 'stf_second'`)
		if r := decide("owner"); r.Status != 200 {
			t.Errorf("the one owner left: %s", r.Body)
		}
		give(s, "owner", "b", 700_00, "fell ill").Into(t, &c)
		if c.State != "done" {
			t.Errorf("the one owner: %+v", c)
		}
		give(s, "finance", "c", 700_00, "fell ill").Into(t, &c)
		if c.State != "waiting" {
			t.Errorf("somebody else in that shop: %+v", c)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE after LIKE '%"sole_owner":true%'`); n != 2 {
			t.Errorf("%d lines say that the owner was alone", n)
		}
		s.Healthy()
	})
}
