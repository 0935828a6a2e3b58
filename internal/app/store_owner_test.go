package app_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// storeTerms is the minimum that a store's form sends, plus more fields.
func storeTerms(s *apptest.Shop, token, store string, more fields) fields {
	s.TB.Helper()
	var v map[string]any
	s.Do("GET", "/console/stores/"+store, token, nil).Into(s.TB, &v)
	body := fields{"name_en": v["name_en"], "name_ar": v["name_ar"], "version": v["version"]}
	for k, val := range more {
		body[k] = val
	}
	return body
}

// TestWhoseAStoreIs: only the platform sets the owner of a store; if it is omitted, a new store's depends on its
// other terms, and an existing one's stays; the platform's own store pays no commission.
func TestWhoseAStoreIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		made := map[string]string{}
		for name, c := range map[string]struct {
			more fields
			want string
		}{
			"Plain":                   {fields{}, "platform"},
			"With commission":         {fields{"commission": 5}, "seller"},
			"Its own couriers":        {fields{"delivers": "store"}, "seller"},
			"Ours, its own couriers":  {fields{"delivers": "store", "owned_by": "platform"}, "platform"},
			"A seller without":        {fields{"owned_by": "seller"}, "seller"},
			"A seller's, with":        {fields{"owned_by": "seller", "commission": 5}, "seller"},
			"Ours with commission":    {fields{"owned_by": "platform", "commission": 5}, "422 commission_own"},
			"Of nobody that there is": {fields{"owned_by": "customer"}, "422"},
		} {
			c.more["service"], c.more["name_en"], c.more["name_ar"] = "food", name, "متجر"
			a := s.Do("POST", "/console/stores", boss, c.more, apptest.Key(id.New("key")))
			var v struct {
				ID      string
				OwnedBy string `json:"owned_by"`
			}
			if strings.HasPrefix(c.want, "422") {
				if !strings.HasPrefix(a.Short(), c.want) {
					t.Errorf("%s: %s", name, a.Short())
				}
				continue
			}
			if a.Into(t, &v); v.OwnedBy != c.want {
				t.Errorf("%s is the %s's, want %s", name, v.OwnedBy, c.want)
			}
			made[name] = v.ID
		}
		store := made["A seller's, with"]
		for _, c := range []struct {
			what string
			more fields
			want string
		}{
			{"left out", fields{}, "200 seller 500"},
			{"ours, with its commission", fields{"owned_by": "platform"}, "422 commission_own seller 500"},
			{"ours, without", fields{"owned_by": "platform", "commission": 0}, "200 platform 0"},
			{"left out again", fields{}, "200 platform 0"},
			{"commission of ours", fields{"commission": 5}, "422 commission_own platform 0"},
			{"a seller's with commission", fields{"owned_by": "seller", "commission": 7.5}, "200 seller 750"},
		} {
			a := s.Do("PUT", "/console/stores/"+store, boss, storeTerms(s, boss, store, c.more))
			got := a.Short() + " " + s.Lines(`SELECT owned_by || ' ' || commission_bp FROM stores WHERE id = $1`, store)[0]
			if a.Status == 200 {
				got = "200 " + strings.TrimPrefix(got, a.Short()+" ")
			}
			if got != c.want {
				t.Errorf("%s: %s, want %s", c.what, got, c.want)
			}
		}

		// The seller's own staff can read it but not change it.
		koshary := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		owner := s.Staff("owner", s.Lines(`SELECT id FROM branches WHERE store_id = $1`, koshary)...)
		for _, is := range []string{"seller", "platform"} {
			s.Exec(`UPDATE stores SET owned_by = $2 WHERE id = $1`, koshary, is)
			other := map[string]string{"seller": "platform", "platform": "seller"}[is]
			a := s.Do("PUT", "/console/stores/"+koshary, owner, storeTerms(s, owner, koshary, fields{"owned_by": other}))
			if a.Short() != "422 terms_fixed" || !strings.Contains(a.Body, `"owned_by"`) {
				t.Errorf("the seller's owner makes it the %s's: %s", other, a.Body)
			}
			if a := s.Do("PUT", "/console/stores/"+koshary, owner,
				storeTerms(s, owner, koshary, fields{"owned_by": is})); a.Status != 200 {
				t.Errorf("as it is: %s", a.Body)
			}
			if got := s.Lines(`SELECT owned_by FROM stores WHERE id = $1`, koshary)[0]; got != is {
				t.Errorf("it is the %s's now, was the %s's", got, is)
			}
		}
		s.Healthy()
	})
}

// TestSellersCannotMintPoints: the seller sets any price, and only the seller sees the cash. Its order earns points
// worth at most the commission; once the platform collects, as many as usual.
func TestSellersCannotMintPoints(t *testing.T) {
	const price, rate = 50_000, 50 // pounds for one; points for a hundred pounds, worth 2.50
	const usual = 2 * price * rate / 100
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			owner, delivers, fulfilment, by string
			commission                      float64
			want                            int64
		}{
			// One per cent of 100,000 is 1,000 pounds, which 20,000 points are worth.
			"its own couriers":             {"seller", "store", "delivery", "courier", 1, 20_000},
			"its own couriers, and no fee": {"seller", "store", "delivery", "courier", 0, 0},
			"collected at its counter":     {"seller", "shop", "pickup", "manager", 1, 20_000},
			"we deliver":                   {"seller", "shop", "delivery", "courier", 1, usual},
			"our own store":                {"platform", "store", "delivery", "courier", 0, usual},
		} {
			t.Run(name, func(t *testing.T) {
				s := apptest.New(t, dbtest.New(t, d.Engine()))
				boss := s.Staff("owner")
				store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
				s.Exec(`UPDATE branches SET pickup_minutes = 20`)
				terms := fields{"owned_by": c.owner, "commission": c.commission, "delivers": c.delivers}
				if a := s.Do("PUT", "/console/stores/"+store, boss, storeTerms(s, boss, store, terms)); a.Status != 200 {
					t.Fatal(a.Body)
				}
				rates := fields{"rates": pointRates("", rate)}
				s.Do("PUT", "/console/points/rates", boss, settingFrom(s, "/console/points/rates", boss, rates))
				manager := s.Staff("manager", apptest.Koshary)
				prices := fields{"rows": []fields{{"variant_id": apptest.Small, "price": price, "sold": true, "version": 1}}}
				if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/prices", manager, prices); a.Status != 200 {
					t.Fatal(a.Body)
				}
				if err := s.App.Poll(t.Context()); err != nil {
					t.Fatal(err)
				}

				p := s.Customer()
				s.Add(p, "food", apptest.Koshary, apptest.Small, 2)
				body := p.Body("cod", (2*price+15)*100)
				if c.fulfilment == "pickup" {
					body["fulfilment"], body["expected_total"] = "pickup", 2*price
					delete(body, "address_id")
				}
				var placed struct{ Order struct{ ID string } }
				s.Do("POST", "/checkout", p.Token, body, apptest.Key(id.New("key"))).Into(t, &placed)
				order := placed.Order.ID
				// A later change of the store does not affect the order.
				s.Exec(`UPDATE stores SET owned_by = $2, commission_bp = 0 WHERE id = $1`, store,
					map[string]string{"seller": "platform", "platform": "seller"}[c.owner])

				moves := []string{"processing", "shipped", "delivered"}
				by := manager
				if c.by == "courier" {
					moves = []string{"processing", "shipped", "out_for_delivery", "delivered"}
				}
				for _, to := range moves {
					if c.by == "courier" && to == "out_for_delivery" {
						by = s.Staff("courier", apptest.Koshary)
					}
					if !advance(s, p, by, order, to) {
						t.Fatalf("not %s", to)
					}
				}
				earned := apptest.Get[int64](s, `SELECT points FROM points_earned WHERE order_id = $1`, order)
				if earned != c.want {
					t.Errorf("it earned %d points, want %d", earned, c.want)
				}
				worth := apptest.Get[int64](s,
					`SELECT CAST(COALESCE(SUM(unused), 0) AS BIGINT) FROM points_lots WHERE user_id = $1`, p.ID) * 500 / 100
				owes := apptest.Get[int64](s, `SELECT commission_base * commission_bp / 10000 FROM orders WHERE id = $1`, order)
				if c.want != usual && worth > owes {
					t.Errorf("points worth %d for a commission of %d", worth, owes)
				}
				s.Healthy()

				// One of the two is returned, and half of the points are taken back.
				giveBackOne(s, p, boss, order, price)
				if got := apptest.Get[int64](s, `SELECT points - reversed FROM points_earned WHERE order_id = $1`,
					order); got != c.want/2 {
					t.Errorf("after half came back it has %d points, want %d", got, c.want/2)
				}
				s.Healthy()
			})
		}
	})
}

// giveBackOne returns one unit of an order's first line, at the price that was paid.
func giveBackOne(s *apptest.Shop, p apptest.Customer, boss, order string, refund int) {
	s.TB.Helper()
	walkReturn(s, p, boss, order, refund, "")
}

// walkReturn returns one unit of an order's first line up to a state, or to its end, and returns its id and event.
func walkReturn(s *apptest.Shop, p apptest.Customer, boss, order string, refund any,
	until string) (ret string, seq int64) {
	s.TB.Helper()
	var offer struct {
		Items []struct {
			LineID string `json:"line_id"`
		}
		Slots []struct{ ID string }
	}
	s.Do("GET", "/orders/"+order+"/returnable", p.Token, nil).Into(s.TB, &offer)
	line := offer.Items[0].LineID
	a := s.Do("POST", "/returns", p.Token, fields{"order_id": order, "items": []fields{{"line_id": line, "qty": 1,
		"reason_id": "not_as_described", "comment": "cold"}}, "refund_to": "wallet", "address_id": p.Address,
		"slot_id": offer.Slots[0].ID, "expected_refund": refund}, apptest.Key(id.New("key")))
	if a.Status != 200 {
		s.TB.Fatal(a.Body)
	}
	next := map[string]string{"requested": "approved", "approved": "picked_up", "picked_up": "received",
		"inspected": "settled"}
	ret = s.Lines(`SELECT id FROM returns WHERE order_id = $1`, order)[0]
	for range 8 {
		state := s.Lines(`SELECT state FROM returns WHERE id = $1`, ret)[0]
		seq = apptest.Get[int64](s, `SELECT event_seq FROM returns WHERE id = $1`, ret)
		path, body := "/move", fields{"to": next[state], "expected_seq": seq}
		if state == "received" {
			path = "/inspect"
			body = fields{"units": []fields{{"line_id": line, "unit": 1, "outcome": "scrap"}}, "expected_seq": seq}
		} else if next[state] == "" || state == until {
			return ret, seq
		}
		if a := s.Do("POST", "/console/returns/"+ret+path, boss, body); a.Status != 200 {
			s.TB.Fatal(fmt.Sprint(state, a.Body))
		}
	}
	return ret, seq
}

// TestSellersStaffActForTheirStoreAlone: in a seller's store, the seller's staff can neither hide ratings, nor accept
// the cash of the platform's couriers, nor settle a wallet refund for cash that the seller holds.
func TestSellersStaffActForTheirStoreAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			owner, delivers           string
			ratings, cash, settlement string
		}{
			"a seller's, its own couriers": {"seller", "store", "400 platform_hides", "200", "400 platform_settles"},
			"a seller's, our couriers":     {"seller", "shop", "400 platform_hides", "400 cash_of_platform", "200"},
			"our own, its own couriers":    {"platform", "store", "200", "200", "200"},
			"our own, our couriers":        {"platform", "shop", "200", "200", "200"},
		} {
			t.Run(name, func(t *testing.T) {
				s := apptest.New(t, dbtest.New(t, d.Engine()))
				boss, manager := s.Staff("owner"), s.Staff("manager", apptest.Koshary)
				store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
				terms := storeTerms(s, boss, store, fields{"owned_by": c.owner, "delivers": c.delivers, "commission": 0})
				if a := s.Do("PUT", "/console/stores/"+store, boss, terms); a.Status != 200 {
					t.Fatal(a.Body)
				}
				if err := s.App.Poll(t.Context()); err != nil {
					t.Fatal(err)
				}
				p := s.Customer()
				order := s.Buy(p, "cod")
				courier := s.Staff("courier", apptest.Koshary)
				for _, to := range []string{"processing", "shipped", "out_for_delivery", "delivered"} {
					by := manager
					if to == "out_for_delivery" || to == "delivered" {
						by = courier
					}
					if !advance(s, p, by, order, to) {
						t.Fatalf("not %s", to)
					}
				}

				var open []struct {
					Courier string `json:"courier_id"`
					Amount  float64
					CanTake bool `json:"can_take"`
				}
				s.Do("GET", "/console/cash", manager, nil).Into(t, &open)
				if len(open) != 1 || open[0].CanTake != (c.cash == "200") {
					t.Fatalf("the manager sees %+v", open)
				}
				take := func(token string) string {
					return s.Do("POST", "/console/cash/handovers", token,
						fields{"branch_id": apptest.Koshary, "courier_id": open[0].Courier,
							"expected": open[0].Amount, "counted": open[0].Amount}).Short()
				}
				if got := take(manager); got != c.cash {
					t.Errorf("the manager takes the cash: %s, want %s", got, c.cash)
				}
				if c.cash != "200" {
					if left := apptest.Get[int64](s, `SELECT COUNT(*) FROM cash_open`); left != 1 {
						t.Errorf("%d orders' cash is open", left)
					}
					if got := take(boss); got != "200" {
						t.Errorf("the platform takes it: %s", got)
					}
				}

				s.Do("POST", "/orders/"+order+"/rating", p.Token, opinion(1, "")).Into(t, &struct{}{})
				rating := apptest.Get[string](s, `SELECT id FROM ratings WHERE kind = 'branch'`)
				for _, step := range []string{"hide", "show"} {
					body := fields{"reason": "Names a courier", "version": apptest.Get[int64](s, `SELECT version FROM ratings
						WHERE id = $1`, rating)}
					if got := s.Do("POST", "/console/ratings/"+rating+"/"+step, manager, body).Short(); got != c.ratings {
						t.Errorf("the manager would %s the rating: %s, want %s", step, got, c.ratings)
					}
				}
				var listed []struct {
					CanHide bool `json:"can_hide"`
				}
				s.Do("GET", "/console/ratings", manager, nil).Into(t, &listed)
				if len(listed) == 0 || listed[0].CanHide != (c.ratings == "200") {
					t.Errorf("the manager sees %+v", listed)
				}

				paid := apptest.Get[int64](s, `SELECT MIN(unit_price) FROM order_lines WHERE order_id = $1`, order)
				ret, seq := walkReturn(s, p, boss, order, float64(paid)/100, "inspected")
				settle := func(token string) string {
					return s.Do("POST", "/console/returns/"+ret+"/move", token, fields{"to": "settled", "expected_seq": seq}).Short()
				}
				before := s.Lines(`SELECT COUNT(*) || ' ' || COALESCE(SUM(amount), 0) FROM wallet_entries`)[0]
				if got := settle(manager); got != c.settlement {
					t.Errorf("the manager settles: %s, want %s", got, c.settlement)
				}
				if c.settlement != "200" {
					if now := s.Lines(`SELECT COUNT(*) || ' ' || COALESCE(SUM(amount), 0) FROM wallet_entries`)[0]; now != before {
						t.Errorf("the wallet has %s, had %s", now, before)
					}
					if got := settle(boss); got != "200" {
						t.Errorf("the platform settles: %s", got)
					}
				}
				s.Healthy()
			})
		}
	})
}

// TestRewardsOfSellersCashAreBounded: the platform has only the seller's word for an order whose cash the seller
// collects, so rewards to the customers of one store in a business day are limited, even for concurrent orders.
func TestRewardsOfSellersCashAreBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		now := s.Clock.Now()
		count := func(store string, amount int64, at time.Time) (ok bool) {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
				ok, err = (&orders.Order{StoreID: store}).CountReward(ctx, tx, amount, at)
				return err
			})
			if err != nil {
				t.Error(err)
			}
			return ok
		}
		if count("sto_a", 5000_01, now) || !count("sto_a", 0, now) {
			t.Error("the bound of one reward is not 5,000")
		}
		var given atomic.Int64
		ready, wait := make(chan struct{}), sync.WaitGroup{}
		for range 8 {
			wait.Go(func() {
				<-ready
				if count("sto_a", 1000_00, now) {
					given.Add(1)
				}
			})
		}
		close(ready)
		wait.Wait()
		if given.Load() != 5 {
			t.Errorf("%d rewards of 1,000 were given, want 5", given.Load())
		}
		if count("sto_a", 1, now) || !count("sto_b", 1, now) || !count("sto_a", 1, now.AddDate(0, 0, 1)) {
			t.Error("the bound is not one store's of one day")
		}
	})
}

// TestOnlyThePlatformsCouriersDeliverItsOrders: the seller's staff prepare an order that the platform delivers, but
// cannot record that it left or arrived, because this decides who holds its cash and who was late.
func TestOnlyThePlatformsCouriersDeliverItsOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		terms := storeTerms(s, boss, store, fields{"owned_by": "seller", "delivers": "shop", "commission": 5})
		s.Do("PUT", "/console/stores/"+store, boss, terms).Into(t, &struct{}{})
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		of := s.Lines(`SELECT id FROM branches WHERE store_id = $1`, store)
		manager, theirs, courier := s.Staff("manager", of...), s.Staff("owner", of...), s.Staff("courier", apptest.Koshary)
		p := s.Customer()
		order := s.Buy(p, "cod")
		for _, step := range []struct {
			to, by string
			want   string
		}{
			{"processing", manager, "200"}, {"shipped", manager, "200"},
			{"out_for_delivery", manager, "400 platform_delivers"}, {"out_for_delivery", theirs, "400 platform_delivers"},
			{"delivered", manager, "400 platform_delivers"}, {"out_for_delivery", courier, "200"},
			{"delivered", theirs, "400 platform_delivers"}, {"delivered", courier, "200"},
		} {
			was := s.Status(order)
			if got := advanceAs(s, p, step.by, order, step.to); got != step.want {
				t.Errorf("from %s to %s: %s, want %s", was, step.to, got, step.want)
			} else if now := s.Status(order); step.want != "200" && now != was {
				t.Errorf("refused, and it is %s", now)
			}
		}
		who := apptest.Get[string](s, `SELECT courier_id FROM cash_open WHERE order_id = $1`, order)
		if who != staffOf(s, courier) {
			t.Errorf("the cash is with %q", who)
		}

		// A manager of the platform's own store dispatches it: the courier who delivers it has the cash.
		terms = storeTerms(s, boss, store, fields{"owned_by": "platform", "commission": 0})
		s.Do("PUT", "/console/stores/"+store, boss, terms).Into(t, &struct{}{})
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		order = s.Buy(p, "cod")
		for _, step := range [][2]string{{"processing", manager}, {"shipped", manager}, {"out_for_delivery", manager},
			{"delivered", courier}} {
			if got := advanceAs(s, p, step[1], order, step[0]); got != "200" {
				t.Fatalf("to %s: %s", step[0], got)
			}
		}
		if who := apptest.Get[string](s, `SELECT courier_id FROM cash_open WHERE order_id = $1`, order); who != staffOf(s,
			courier) {
			t.Errorf("the cash is with %q", who)
		}
		s.Healthy()
	})
}

// advanceAs moves an order to a status and returns the short answer.
func advanceAs(s *apptest.Shop, p apptest.Customer, token, order, to string) string {
	s.TB.Helper()
	body := fields{"to": to, "reason": "because",
		"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
	var view struct{ PIN *string }
	s.Do("GET", "/orders/"+order, p.Token, nil).Into(s.TB, &view)
	if view.PIN != nil {
		body["pin"] = *view.PIN
	}
	return s.Do("POST", "/console/orders/"+order+"/move", token, body).Short()
}

// TestWhoseWordADeliveryIs: late credit counts towards the seller's limit wherever only the seller reports the time
// of arrival, however the order was paid; the seller holds the cash in the same cases.
func TestWhoseWordADeliveryIs(t *testing.T) {
	for name, c := range map[string]struct {
		order orders.Order
		noted string
		word  bool
	}{
		"the seller's couriers":             {orders.Order{StoreOwner: "seller", DeliveredBy: "store"}, "store", true},
		"its couriers, noted by us":         {orders.Order{StoreOwner: "seller", DeliveredBy: "store"}, "shop", true},
		"our couriers":                      {orders.Order{StoreOwner: "seller", DeliveredBy: "shop"}, "shop", false},
		"our couriers, noted by its people": {orders.Order{StoreOwner: "seller", DeliveredBy: "shop"}, "store", true},
		"collected":                         {orders.Order{StoreOwner: "seller", Fulfilment: orders.Pickup}, "shop", true},
		"our own store":                     {orders.Order{StoreOwner: "platform", DeliveredBy: "store"}, "store", false},
		"from before, with a commission":    {orders.Order{CommissionBP: 500, DeliveredBy: "store"}, "store", true},
		"from before, without a commission": {orders.Order{DeliveredBy: "store"}, "store", false},
	} {
		for _, method := range []string{orders.COD, orders.Card, orders.Wallet} {
			c.order.PaymentMethod = method
			if got := c.order.OnSellersWord(c.noted); got != c.word {
				t.Errorf("%s, %s: the seller's word: %v", name, method, got)
			}
			if got := c.order.CollectedBySeller(c.noted); got != (c.word && method == orders.COD) {
				t.Errorf("%s, %s: collected by the seller: %v", name, method, got)
			}
		}
	}
}

// TestAFeeFromBeforeIsNotPaid: a seller's fee counts as the platform's while the platform delivers. When the seller
// delivers again, a coupon that was approved meanwhile still pays no more than the platform's fees of the day.
func TestAFeeFromBeforeIsNotPaid(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		store := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		delivers := func(who string) {
			t.Helper()
			terms := storeTerms(s, boss, store, fields{"owned_by": "seller", "delivers": who, "commission": 5})
			s.Do("PUT", "/console/stores/"+store, boss, terms).Into(t, &struct{}{})
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		highest := apptest.Get[int64](s, `SELECT COALESCE(MAX(z.fee), 0) FROM delivery_zones z
			JOIN branches b ON b.id = z.branch_id WHERE b.store_id <> $1`, store)
		if highest == 0 {
			t.Fatal("no other store has a fee")
		}
		s.Exec(`UPDATE delivery_zones SET fee = 500000 WHERE branch_id = $1`, apptest.Koshary)
		delivers("shop")
		s.Do("POST", "/console/coupons", boss, fields{"code": "FREEDEL", "kind": "free_delivery", "total_limit": 10},
			apptest.Key("c")).Into(t, &struct{}{})
		if got := apptest.Get[int64](s, `SELECT delivery_cap FROM coupons WHERE code = 'FREEDEL'`); got != 500000 {
			t.Fatalf("its cap is %d: this test would find nothing", got)
		}
		delivers("store")
		p := s.Customer()
		s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
		s.Exec(`UPDATE carts SET coupon_id = (SELECT id FROM coupons WHERE code = 'FREEDEL') WHERE state = 'active'`)
		s.Do("POST", "/checkout", p.Token, p.Body("cod", 90_00), apptest.Key("k")).Into(t, &struct{}{})
		paid := apptest.Get[int64](s, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings
			WHERE account = 'coupon_cost:shop'`)
		if paid != highest {
			t.Errorf("the platform pays %d of the fee, want %d", paid, highest)
		}
		s.Healthy()
	})
}
