package app_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// stockState is a row of stock, or none.
type stockState struct {
	Row, Counted, Out bool
	OnHand, Reserved  int64
}

// left is how many units the rule lets customers buy; the property test compares four parts of the program with it.
func (s stockState) left() int64 {
	switch {
	case !s.Row || s.Out:
		return 0
	case !s.Counted:
		return products.Plenty
	}
	return s.OnHand - s.Reserved
}

func (s stockState) String() string {
	if !s.Row {
		return "no row"
	}
	return fmt.Sprintf("counted %v, out %v, %d on hand, %d reserved", s.Counted, s.Out, s.OnHand, s.Reserved)
}

// someStates are the edge cases and random states between them.
func someStates(n int) []stockState {
	out := []stockState{{}, {Row: true, Counted: true}, {Row: true}, {Row: true, Out: true},
		{Row: true, Counted: true, Out: true, OnHand: 9},
		{Row: true, Counted: true, OnHand: 2}, {Row: true, Counted: true, OnHand: 2, Reserved: 2},
		{Row: true, Counted: true, OnHand: 3, Reserved: 1}}
	r := rand.New(rand.NewPCG(38, 3))
	for range n {
		on := r.Int64N(6)
		out = append(out,
			stockState{Row: r.IntN(8) > 0, Counted: r.IntN(3) > 0, Out: r.IntN(4) == 0, OnHand: on, Reserved: r.Int64N(on + 1)})
	}
	return out
}

// TestWhatIsOfferedCanBeBought: cards, listings, product page, search, cart, quote and reservation agree on what can
// be bought, for every state of the stock row, and without one.
func TestWhatIsOfferedCanBeBought(t *testing.T) {
	const wanted = 2
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		shelf := stock.New(s.DB, s.Clock)
		s.Exec(`UPDATE products SET max_qty = 0 WHERE id = 'prd_koshary'`)
		s.Exec(`UPDATE variants SET active = FALSE WHERE product_id = 'prd_koshary' AND id <> $1`, apptest.Small)
		s.Exec(`UPDATE branch_prices SET active = FALSE WHERE variant_id = $1 AND branch_id <> $2`, apptest.Small,
			apptest.Koshary)
		here := apptest.Header{"district-id": "maadi"}
		corners := len(someStates(0))
		for i, state := range append(someStates(0), someStates(apptest.Count(12, 200))...) {
			lists := []string{"/products?page=1&service_id=food", "/products?page=1&service_id=food&in_stock=true"}
			if i == corners { // earlier listings came from the database
				if err := s.App.Index(t.Context()); err != nil {
					t.Fatal(err)
				}
			}
			if i >= corners {
				lists = append(lists, "/search?q=koshary&service_id=food")
			}
			setState(t, s, state)
			some, enough := state.left() > 0, state.left() >= wanted
			var page struct {
				Variants []struct {
					ID        string
					Available bool
				}
			}
			s.Do("GET", "/products/prd_koshary?branch_id="+apptest.Koshary, "", nil, here).Into(t, &page)
			if len(page.Variants) != 1 || page.Variants[0].Available != some {
				t.Errorf("%s: the page says %+v", state, page)
			}
			for _, list := range lists {
				a := s.Do("GET", list, "", nil, here)
				_, card, listed := strings.Cut(a.Body, `"id":"prd_koshary"`)
				card, _, _ = strings.Cut(card, `"rating"`)
				if shown := listed && strings.Contains(card, `"available":true`); shown != some || !listed &&
					!strings.Contains(list, "in_stock") {
					t.Errorf("%s: %s lists it %v, available %v", state, list, listed, shown)
				}
			}
			s.Exec(`UPDATE carts SET state = 'ordered' WHERE state = 'active'`)
			add := s.Do("POST", "/order/add-to-cart", p.Token,
				fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": wanted})
			if (add.Status == 200) != enough {
				t.Errorf("%s: into the cart: %s", state, add.Short())
			}
			s.Exec(`UPDATE carts SET state = 'ordered' WHERE state = 'active'`)
			s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
			var quote struct {
				CanPlace bool `json:"can_place"`
			}
			s.Do("GET", "/checkout?service_id=food&address_id="+p.Address+"", p.Token, nil).Into(t, &quote)
			if quote.CanPlace != enough {
				t.Errorf("%s: the quote says can_place %v", state, quote.CanPlace)
			}
			if got := reservable(t, s, shelf, fmt.Sprint("ord_try_", i), wanted); got != enough {
				t.Errorf("%s: reserved %v", state, got)
			}
			placed := s.Do("POST", "/checkout", p.Token, p.Body("cod", 105_00), apptest.Key(id.New("key")))
			if (placed.Status == 200) != enough {
				t.Errorf("%s: ordered: %s", state, placed.Short())
			}
			s.Exec(`UPDATE orders SET status = 'cancelled' WHERE status = 'pending'`)
		}
	})
}

// setState gives Koshary's small plate a stock state and announces the change.
func setState(t *testing.T, s *apptest.Shop, state stockState) {
	t.Helper()
	s.Exec(`DELETE FROM reservations`)
	s.Exec(`DELETE FROM stock WHERE branch_id = $1 AND variant_id = $2`, apptest.Koshary, apptest.Small)
	if state.Row {
		var until *db.Millis
		if state.Out {
			at := db.At(s.Clock.Now().Add(1e12))
			until = &at
		}
		s.Exec(`INSERT INTO stock (branch_id, variant_id, on_hand, reserved, counted, out_until)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			apptest.Koshary, apptest.Small, state.OnHand, state.Reserved, state.Counted, until)
	}
	err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return changefeed.Publish(ctx, tx, products.ChangedProduct, "prd_koshary")
	})
	if err == nil {
		err = s.App.Poll(t.Context())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// reservable tries a reservation and rolls it back.
func reservable(t *testing.T, s *apptest.Shop, shelf *stock.Service, order string, qty int64) bool {
	t.Helper()
	back := errors.New("taken back")
	err := s.DB.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		hold := shelf.Reserve(order, []stock.Item{{BranchID: apptest.Koshary, VariantID: apptest.Small, Qty: qty}}, nil)
		err := tx.Batch(ctx, hold.Stmts)
		if err == nil {
			err = back
		}
		return err
	})
	return errors.Is(err, back)
}
