package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/money"
)

// walker takes random steps through a small shop. The steps depend only on the seed: the clock moves at every step
// and orders are picked by age.
type walker struct {
	s              *apptest.Shop
	r              *rand.Rand
	people         []apptest.Customer
	owner, finance string
	step           int
	way            []string // the steps so far
}

// walkMoves are the steps, with weights for their likelihood. Any of them may be refused; none may leave anything
// that doctor finds.
var walkMoves = []struct {
	weight int
	name   string
	take   func(w *walker) string
}{
	{14, "buy", (*walker).buy},
	{8, "pay by card", (*walker).pay},
	{38, "move an order on", func(w *walker) string { return w.move(onwards) }},
	{6, "move an order aside", func(w *walker) string { return w.move(aside) }},
	{2, "cancel", (*walker).cancel},
	{7, "ask for a return", (*walker).ask},
	{18, "move a return on", (*walker).giveBack},
	{1, "withdraw a return", (*walker).withdraw},
	{2, "pay out by bank", (*walker).payOut},
	{5, "credit", (*walker).credit},
	{2, "top up", (*walker).topUp},
	{2, "convert points", (*walker).convert},
	{4, "jobs", func(w *walker) string { w.s.RunJobs(); return "" }},
	{3, "minutes", func(w *walker) string { w.s.After(time.Duration(w.r.IntN(900)) * time.Second); return "" }},
	{1, "a day", func(w *walker) string { w.s.After(24 * time.Hour); return "" }},
}

// The statuses to which staff move an order: mostly the next one, so that walks get far, sometimes others.
var (
	onwards = map[string][]string{
		"pending": {"processing"}, "on_hold": {"pending", "processing"}, "processing": {"shipped"},
		"shipped":          {"out_for_delivery"},
		"out_for_delivery": {"delivered"}, "in_return": {"return_received"}}
	aside = map[string][]string{
		"pending": {"on_hold", "rejected", "cancelled"}, "on_hold": {"rejected", "cancelled"},
		"processing": {"on_hold", "rejected", "cancelled"},
		"shipped":    {"in_return"}, "out_for_delivery": {"shipped", "in_return", "in_return"}, "in_return": {"delivered"}}
)

func (w *walker) take() (name, answer string) {
	total := 0
	for _, m := range walkMoves {
		total += m.weight
	}
	n := w.r.IntN(total)
	for _, m := range walkMoves {
		if n -= m.weight; n < 0 {
			return m.name, m.take(w)
		}
	}
	return "", ""
}

func (w *walker) one() apptest.Customer { return w.people[w.r.IntN(len(w.people))] }

func (w *walker) key() apptest.Header { return apptest.Key(fmt.Sprint("step-", w.step)) }

// pick chooses one of the ids; "" if there is none.
func (w *walker) pick(query string, args ...any) string {
	w.s.TB.Helper()
	var ids []string
	if err := w.s.DB.Select(context.Background(), &ids, query, args...); err != nil {
		w.s.TB.Fatal(err)
	}
	if len(ids) == 0 {
		return ""
	}
	return ids[w.r.IntN(len(ids))]
}

// order picks an order with one of the given statuses, with its customer.
func (w *walker) order(statuses ...string) (apptest.Customer, string) {
	id := w.pick(`SELECT id FROM orders WHERE status IN ('` + strings.Join(statuses, "','") + `') ORDER BY created_at, id`)
	return w.customer("orders", id), id
}

// customer is the owner of a table's row.
func (w *walker) customer(table, id string) apptest.Customer {
	if id == "" {
		return apptest.Customer{}
	}
	user := apptest.Get[string](w.s, `SELECT user_id FROM `+table+` WHERE id = $1`, id)
	return w.people[slices.IndexFunc(w.people, func(p apptest.Customer) bool { return p.ID == user })]
}

// part is a random part of an amount: often nothing, sometimes all of it.
func (w *walker) part(of int64) int64 {
	if of <= 0 || w.r.IntN(3) == 0 {
		return 0
	}
	if w.r.IntN(2) == 0 {
		return of
	}
	return 1 + w.r.Int64N(of)
}

// buy pays with the customer's wallet and points, or some of them, and the rest in cash or by card.
func (w *walker) buy() string {
	p := w.one()
	line := apptest.TwoSmall
	line.Qty += w.r.Int64N(3)
	total := 45*line.Qty + 15
	w.s.Exec(`UPDATE carts SET state = 'emptied' WHERE owner = $1 AND state = 'active'`, p.ID)
	w.s.Carts([]apptest.Customer{p}, line)
	var wallet struct{ Balance money.Major }
	w.s.Do("GET", "/wallet", p.Token, nil).Into(w.s.TB, &wallet)
	var points struct{ Points int64 }
	w.s.Do("GET", "/loyalty", p.Token, nil).Into(w.s.TB, &points)
	body := p.Body([]string{"cod", "card"}[w.r.IntN(2)], 100*total)
	usedPoints := w.part(min(points.Points, total*20))
	used := w.part(min(wallet.Balance.Minor()/100, total-usedPoints/20-1))
	if has := wallet.Balance.Minor() / 100; has >= total && w.r.IntN(3) == 0 {
		body["payment_method"], usedPoints, used = "wallet", 0, total
	}
	body["wallet_amount"], body["points"] = used, usedPoints
	return fmt.Sprint(body["payment_method"], " ", used, " ", usedPoints, ": ",
		w.s.Do("POST", "/checkout", p.Token, body, w.key()).Short())
}

// pay pays a draft; occasionally the shop learns of it later.
func (w *walker) pay() string {
	p, id := w.order("draft")
	if id == "" || w.s.Do("POST", "/orders/"+id+"/pay", p.Token, nil).Status != 200 {
		return "nothing"
	}
	card := []string{sandbox.Approved, sandbox.Approved, sandbox.Approved, sandbox.Repeated, sandbox.Declined}[w.r.IntN(5)]
	answer := gatewayPay(w.s, p, id, card)
	if w.r.IntN(4) > 0 {
		w.s.RunJobs()
	}
	return fmt.Sprint(card, ": ", answer.Status)
}

func (w *walker) move(where map[string][]string) string {
	var from []string
	for status := range where {
		from = append(from, status)
	}
	slices.Sort(from)
	p, id := w.order(from...)
	if id == "" {
		return "nothing"
	}
	was := w.s.Status(id)
	to := where[was][w.r.IntN(len(where[was]))]
	return fmt.Sprint(was, " to ", to, ": ", advanceWeighed(w.s, p, w.owner, id, to, 90+w.r.Int64N(21)))
}

func (w *walker) cancel() string {
	p, id := w.order("draft", "pending", "processing", "on_hold")
	if id == "" {
		return "nothing"
	}
	return w.s.Do("POST", "/orders/"+id+"/cancel", p.Token, fields{}).Short()
}

func (w *walker) ask() string {
	p, id := w.order("delivered", "in_return", "return_received")
	if id == "" {
		return "nothing"
	}
	var offer struct {
		Methods []struct{ ID string }
		Slots   []struct{ ID string }
	}
	w.s.Do("GET", "/orders/"+id+"/returnable", p.Token, nil).Into(w.s.TB, &offer)
	if len(offer.Slots) == 0 || len(offer.Methods) == 0 {
		return "not returnable"
	}
	items := []fields{{"line_id": apptest.Get[string](w.s, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, id),
		"qty": 1 + w.r.IntN(2), "reason_id": []string{"changed_mind", "defective"}[w.r.IntN(2)], "comment": "as I say"}}
	way := offer.Methods[w.r.IntN(len(offer.Methods))].ID
	var preview struct{ Total json.Number }
	if a := w.s.Do("POST", "/orders/"+id+"/return/preview", p.Token,
		fields{"items": items, "refund_to": way}); a.Status == 200 {
		a.Into(w.s.TB, &preview)
	} else {
		return "preview: " + a.Short()
	}
	body := fields{"order_id": id, "items": items, "slot_id": offer.Slots[w.r.IntN(len(offer.Slots))].ID,
		"expected_refund": preview.Total, "refund_to": way}
	if way == "bank" {
		body["bank"] = fields{"iban": "EG380019000500000000263180002", "holder": "Mona Adel"}
	}
	return way + ": " + w.s.Do("POST", "/returns", p.Token, body, w.key()).Short()
}

// giveBack moves a return along its usual path; rarely it is refused.
func (w *walker) giveBack() string {
	id := w.pick(`SELECT id FROM returns WHERE state IN ('requested', 'approved', 'picked_up', 'received', 'inspected')
		ORDER BY created_at, id`)
	if id == "" {
		return "nothing"
	}
	state := apptest.Get[string](w.s, `SELECT state FROM returns WHERE id = $1`, id)
	body := fields{
		"reason": "because", "expected_seq": apptest.Get[int64](w.s, `SELECT event_seq FROM returns WHERE id = $1`, id)}
	if state == "received" {
		var d struct {
			Units []struct {
				LineID string `json:"line_id"`
				Unit   int64
			} `json:"unit_list"`
		}
		w.s.Do("GET", "/console/returns/"+id, w.owner, nil).Into(w.s.TB, &d)
		var units []fields
		for _, u := range d.Units {
			units = append(units, fields{"line_id": u.LineID, "unit": u.Unit, "why": "used",
				"outcome": []string{"restock", "restock", "scrap", "refuse"}[w.r.IntN(4)]})
		}
		body = fields{"units": units, "expected_seq": body["expected_seq"]}
		return "inspect: " + w.s.Do("POST", "/console/returns/"+id+"/inspect", w.owner, body).Short()
	}
	to := map[string]string{"requested": "approved", "approved": "picked_up", "picked_up": "received",
		"inspected": "settled"}[state]
	if state == "requested" && w.r.IntN(8) == 0 {
		to = "refused"
	}
	body["to"] = to
	return to + ": " + w.s.Do("POST", "/console/returns/"+id+"/move", w.owner, body).Short()
}

func (w *walker) withdraw() string {
	id := w.pick(`SELECT id FROM returns WHERE state IN ('requested', 'approved') ORDER BY created_at, id`)
	if id == "" {
		return "nothing"
	}
	return w.s.Do("POST", "/returns/"+id+"/cancel", w.customer("returns", id).Token, fields{}).Short()
}

// payOut marks a bank transfer as made.
func (w *walker) payOut() string {
	id := w.pick(`SELECT id FROM refunds WHERE state = 'waiting' ORDER BY created_at, id`)
	if id == "" {
		return "nothing"
	}
	return w.s.Do("POST", "/console/refunds/"+id+"/paid", w.finance, fields{"reference": "T-1"}).Short()
}

func (w *walker) credit() string {
	return w.s.Do("POST", "/console/wallet/credits", w.owner,
		fields{"phone": w.one().Phone, "amount": 20 + w.r.IntN(130), "reason": "walk"}, w.key()).Short()
}

func (w *walker) topUp() string {
	p := w.one()
	var made struct {
		URL string `json:"redirect_url"`
	}
	a := w.s.Do("POST", "/wallet/top-up", p.Token, fields{"amount": 50 + w.r.IntN(100)}, w.key())
	if a.Status != 200 || w.r.IntN(3) == 0 {
		return a.Short() // left unpaid
	}
	a.Into(w.s.TB, &made)
	paid := typeCard(w.s, made.URL, sandbox.Approved)
	return fmt.Sprint("paid: ", paid.Status)
}

func (w *walker) convert() string {
	return w.s.Do("POST", "/loyalty/convert", w.one().Token, fields{"points": 100 + w.r.IntN(200)}, w.key()).Short()
}

// passed is what a walk must have covered to prove anything.
var passed = []struct{ what, query string }{
	{"status ", `SELECT DISTINCT to_status FROM order_events`},
	{"return ", `SELECT DISTINCT state FROM returns`},
	{"paid by ", `SELECT DISTINCT payment_method FROM orders WHERE status <> 'draft'`},
	{"paid also by ", `SELECT 'wallet' AS what FROM orders WHERE wallet_paid > 0 AND payment_method <> 'wallet'
		UNION SELECT 'points' AS what FROM orders WHERE points_paid > 0`},
	{"refund by ", `SELECT DISTINCT way FROM refunds WHERE state = 'done'`},
	{"wallet ", `SELECT DISTINCT type FROM wallet_entries WHERE status = 'done'`},
	{"weighed ", `SELECT DISTINCT CASE WHEN weighed_grams < qty * unit_grams THEN 'less'
		WHEN weighed_grams > charged_grams THEN 'free' ELSE 'more' END FROM order_lines
		WHERE weighed_grams <> qty * unit_grams`},
	{"points ", `SELECT DISTINCT type FROM points_entries WHERE points <> 0`},
	{"rounded ", `SELECT 'cash' AS what FROM orders WHERE rounded > 0 AND delivered_at IS NOT NULL UNION
		SELECT 'away' AS what FROM orders WHERE rounded > 0 AND status = 'cancelled'`},
}

var mustPass = []string{
	"status draft", "status pending", "status processing", "status shipped", "status out_for_delivery", "status delivered",
	"status in_return",
	"status return_received", "status returned", "status on_hold", "status rejected", "status cancelled",
	"paid by cod", "paid by card", "paid by wallet", "paid also by wallet", "paid also by points",
	"refund by card", "refund by wallet", "refund by points",
	"weighed less", "weighed more", "return refunded", "points earned", "points spent", "points returned",
	"points reversed", "rounded cash",
}

// walked opens the small shop around the clock, with points that have a value and expire within the walk.
func walked(t *testing.T, d *db.DB, seed uint64) *walker {
	t.Helper()
	first := apptest.New(t, d)
	first.Exec(`UPDATE branches SET hours = $1`, roundTheClock)
	// Food can be returned here, and cash is rounded down.
	rules := shopRules(
		fields{"cash_step": 1, "worth": 1, "exceptions": []fields{
			{"target": "service", "slug": "food", "as_new_hours": 336, "defective_hours": 720, "kind": "general"}}})
	if a := first.Do("PUT", "/console/rules", first.Staff("owner"),
		settingFrom(first, "/console/rules", first.Staff("owner"), rules)); a.Status != 200 {
		t.Fatal(a.Body)
	}
	first.Exec(`UPDATE products SET unit_grams = 250 WHERE id = 'prd_koshary'`) // and is weighed,
	first.Exec(
		`UPDATE branch_prices SET price = price * 4, offer_price = offer_price * 4 WHERE product_id = 'prd_koshary'`)
	first.Exec(`UPDATE loyalty_rates SET points = points * 5`)
	first.Taken()
	first.Exec(`UPDATE loyalty_terms SET life_days = 5, nudge_days = 2`)
	first.Stock(apptest.Koshary, apptest.Small, 10_000_000)
	w := &walker{r: rand.New(rand.NewPCG(seed, 20)), people: first.Customers(3), owner: first.Staff("owner"),
		finance: first.Staff("finance")}
	for _, sessions := range []string{"sessions", "staff_sessions"} {
		first.Exec(`UPDATE ` + sessions +
			` SET expires_at = expires_at + 100000000000, last_seen_at = last_seen_at + 100000000000`)
	}
	if err := first.Stop(); err != nil {
		t.Fatal(err)
	}
	w.s = apptest.Node(t, d, first.Clock)
	return w
}

// TestRandomWalkOverMoney takes random steps over orders paid in every way and mixture, their cancellations,
// deliveries and returns, wallet and points; doctor runs after each step.
func TestRandomWalkOverMoney(t *testing.T) {
	t.Parallel()
	walks, steps := apptest.Count(1, 25), apptest.Count(300, 400)
	if testing.Short() {
		walks, steps = 1, 60
	}
	seen := map[db.Engine]map[string]bool{}
	for walk := range walks {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			w := walked(t, d, uint64(walk))
			for w.step = range steps {
				w.s.Clock.Advance(time.Second)
				name, answer := w.take()
				w.way = append(w.way, name+": "+answer)
				if w.s.Healthy(); t.Failed() {
					t.Fatalf("walk %d, step %d, after\n%s", walk, w.step, strings.Join(w.way[max(0, len(w.way)-20):], "\n"))
				}
			}
			if seen[d.Engine()] == nil {
				seen[d.Engine()] = map[string]bool{}
			}
			for _, p := range passed {
				for _, what := range w.s.Lines(p.query) {
					seen[d.Engine()][p.what+what] = true
				}
			}
		})
	}
	if testing.Short() || t.Failed() {
		return
	}
	for e, past := range seen {
		for _, what := range mustPass {
			if !past[what] {
				t.Errorf("%s: the walk never came past: %s", e, what)
			}
		}
	}
}
