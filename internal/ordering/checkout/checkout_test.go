package checkout_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

func TestACashOrderFromCartToDoor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "cod")
		body["tip"] = "٥"
		body["expected_total"] = 110 // 2 × 45 + 15 + 5
		first := s.Place("usr", "key", body)
		var a checkout.Answer
		first.Into(t, &a)
		if a.Order.Status != "pending" || a.Payment.State != "due" || a.Payment.RedirectURL != nil {
			t.Errorf("placed: %s %+v", a.Order.Status, a.Payment)
		}
		if raw, _ := a.Order.Total.MarshalJSON(); string(raw) != "110" {
			t.Errorf("total %s", raw)
		}
		if again := s.Place("usr", "key", body); again != first {
			t.Errorf("the same key answers %d %s", again.Status, again.Body)
		}
		if other := s.Place("usr", "other", body); other.Status != http.StatusConflict || other.Code() != "already_ordered" {
			t.Errorf("another key: %d %s", other.Status, other.Body)
		}
		body["note"] = "ring twice"
		if other := s.Place("usr", "key", body); other.Status != http.StatusUnprocessableEntity ||
			other.Code() != "idempotency_mismatch" {
			t.Errorf("another body: %d %s", other.Status, other.Body)
		}
		s.Healthy()

		// The order's page equals the answer of the checkout.
		read := s.Do("GET", "/orders/"+a.Order.ID, "usr", nil)
		var view orders.View
		read.Into(t, &view)
		left, _ := json.Marshal(a.Order)
		right, _ := json.Marshal(view)
		if string(left) != string(right) {
			t.Errorf("placed and read differ:\n%s\n%s", left, right)
		}

		// Its row in the list names its one product and variant; two of it are not another.
		var rows []orders.Summary
		s.Do("GET", "/orders", "usr", nil).Into(t, &rows)
		if len(rows) != 1 || rows[0].ItemsQuantity != 2 || len(rows[0].FirstItems) != 1 ||
			!slices.Equal(rows[0].FirstAmounts, []orders.Amount{{Qty: 2}}) || rows[0].MoreItems != 0 ||
			rows[0].FirstItems[0] != view.Items[0].Product.Name+" · "+view.Items[0].VariantName ||
			view.Items[0].VariantName == "" {
			t.Errorf("in the list: %+v", rows)
		}
		if rows[0].Tint == "" || rows[0].Tint != view.Items[0].Product.Tint {
			t.Errorf("the list shows its goods on %q, the order on %q", rows[0].Tint, view.Items[0].Product.Tint)
		}

		// The branch for ordering again: reachable from here, open or not; none once the branch is gone.
		again := func(district string) string {
			t.Helper()
			s.Do("GET", "/orders", "usr", nil, buytest.Header{"district-id": district}).Into(t, &rows)
			a := rows[0].Again
			if a == nil {
				return "nobody"
			}
			delivers := "?"
			if a.Delivers != nil {
				delivers = strconv.FormatBool(*a.Delivers)
			}
			return fmt.Sprintf("%s delivers %s closed %v opens %v", a.Branch.ID, delivers, a.IsClosed, a.OpensAt != nil)
		}
		for district, want := range map[string]string{
			"maadi":     buytest.Koshary + " delivers true closed false opens false",
			"zamalek":   buytest.Zamalek + " delivers true closed false opens false",
			"nasr-city": buytest.Koshary + " delivers false closed false opens false",
		} {
			if got := again(district); got != want {
				t.Errorf("again in %s: %q, want %q", district, got, want)
			}
		}
		s.Clock.Advance(17 * time.Hour)
		if got := again("maadi"); got != buytest.Koshary+" delivers true closed true opens true" {
			t.Errorf("again at night: %q", got)
		}
	})
}

// TestAnOrderSaysWhatOneUnitIs: a product without variants is described by the content of one unit in the cart, at the
// checkout and on the order.
func TestAnOrderSaysWhatOneUnitIs(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Exec(`UPDATE variants SET name_en = '', name_ar = '' WHERE id = $1`, buytest.Small)
		s.Exec(`UPDATE products SET attributes = $2 WHERE id = (SELECT product_id FROM variants WHERE id = $1)`,
			buytest.Small,
			`[{"name": {"en": "Weight", "ar": "الوزن"}, "value": {"en": "400 g", "ar": "400 جم"}}]`)
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		type lines struct {
			Items []struct {
				Order struct {
					Pack string `json:"pack"`
				} `json:"order"`
			} `json:"items"`
		}
		var inCart lines
		s.Do("GET", "/get_card?service_id=food", "usr", nil).Into(t, &inCart)
		var quoted struct {
			Cart lines `json:"cart"`
		}
		s.Do("GET", "/checkout?service_id=food", "usr", nil).Into(t, &quoted)
		var a checkout.Answer
		s.Place("usr", "key", s.Body("usr", "food", "cod")).Into(t, &a)
		seen := []string{inCart.Items[0].Order.Pack, quoted.Cart.Items[0].Order.Pack, a.Order.Items[0].VariantName}
		if want := []string{"400 g", "400 g", "400 g"}; !slices.Equal(seen, want) {
			t.Errorf("cart, checkout and order say %q", seen)
		}
	})
}

func TestRefusals(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Customer("far", "zamalek")
		if r := s.Place("usr", "k", buytest.Order{"service_id": "food", "address_id": "adr_usr", "payment_method": "cod",
			"accept_terms": true, "expected_total": 1}); r.Code() != "empty_cart" {
			t.Errorf("empty: %s", r.Body)
		}
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 1)
		body := s.Body("usr", "food", "cod")
		if r := s.Place("usr", "k", body); r.Code() != "below_minimum" || r.Status != http.StatusBadRequest {
			t.Errorf("below the minimum: %d %s", r.Status, r.Body)
		}
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 1)
		body = s.Body("usr", "food", "cod")
		for name, c := range map[string]struct {
			change func(buytest.Order)
			status int
			code   string
		}{
			"terms":         {func(b buytest.Order) { b["accept_terms"] = false }, 422, "terms_required"},
			"method":        {func(b buytest.Order) { b["payment_method"] = "gold" }, 422, "method_off"},
			"price":         {func(b buytest.Order) { b["expected_total"] = 1 }, 400, "price_changed"},
			"negative tip":  {func(b buytest.Order) { b["tip"] = -5 }, 422, "tip_range"},
			"other address": {func(b buytest.Order) { b["address_id"] = "adr_far" }, 422, "invalid"},
			"slot":          {func(b buytest.Order) { b["slot_id"] = "1" }, 400, "slot_full"},
			"smuggled":      {func(b buytest.Order) { b["total"] = 1 }, 422, "unknown_field"},
			"change":        {func(b buytest.Order) { b["change_for"] = 10 }, 422, "change_too_small"},
		} {
			b := buytest.Order{}
			for k, v := range body {
				b[k] = v
			}
			c.change(b)
			if r := s.Place("usr", "k", b); r.Status != c.status || r.Code() != c.code {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if r := s.Do("POST", "/checkout", "usr", body); r.Code() != "key_required" {
			t.Errorf("without a key: %s", r.Body)
		}
		if r := s.Do("POST", "/checkout", "", body); r.Status != http.StatusUnauthorized {
			t.Errorf("a guest: %d", r.Status)
		}
		s.Exec(`UPDATE stock SET on_hand = 1 WHERE branch_id = $1 AND variant_id = $2`, buytest.Koshary, buytest.Small)
		r := s.Do("POST", "/checkout", "usr", body, buytest.Header{"Idempotency-Key": "k", "Accept-Language": "ar"})
		if r.Code() != "out_of_stock" || !strings.Contains(r.Body, "الكمية المتاحة غير كافية.") {
			t.Errorf("out of stock: %s", r.Body)
		}
		if !strings.Contains(r.Body, `"lines":["كشري، صغير: المتبقي 1"]`) {
			t.Errorf("its lines are not named: %s", r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`) +
			buytest.Get[int](s, `SELECT COUNT(*) FROM idempotency`); n != 0 {
			t.Errorf("refusals left %d rows", n)
		}
	})
}

func TestWhileClosedThereAreSlots(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		s.Clock.Set(time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)) // 05:00, opens at 10:00
		body := s.Body("usr", "food", "cod")
		if r := s.Place("usr", "k", body); r.Code() != "branch_closed" {
			t.Errorf("closed: %s", r.Body)
		}
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "usr", nil).Into(t, &q)
		if q.CanPlace || q.Times.Now != nil || len(q.Times.Slots) == 0 ||
			q.Times.Slots[0].Label != "Today, 11:00 AM–12:00 PM" {
			t.Fatalf("times: %+v", q.Times)
		}
		body["slot_id"] = q.Times.Slots[0].ID
		var a checkout.Answer
		s.Place("usr", "k", body).Into(t, &a)
		if a.Order.Scheduled == nil || a.Order.Scheduled.From != q.Times.Slots[0].From {
			t.Errorf("scheduled %+v", a.Order.Scheduled)
		}
		// The branch has its time from the opening on, not from five in the morning.
		s.After(4 * time.Hour)
		if s.Status(a.Order.ID) != "pending" {
			t.Error("rejected before the branch opened")
		}
		s.After(80 * time.Minute)
		if s.Status(a.Order.ID) != "rejected" {
			t.Error("not rejected after the branch's time")
		}
		s.Healthy()
	})
}

func TestTwoDaysCountOpeningDays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "general", buytest.Nasr, buytest.Phone, 1, "cod")
		promised := buytest.Get[db.Millis](s, `SELECT promised_at FROM orders WHERE id = $1`, id).Time()
		// Ordered on a Friday, the day off: counts for Saturday, there by the end of Monday.
		if want := time.Date(2026, 11, 23, 16, 0, 0, 0, time.UTC); !promised.Equal(want) {
			t.Errorf("promised %s", promised)
		}
	})
}

func TestACardOrderIsPaidCancelledAndRefunded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "card")
		first := s.Place("usr", "key", body)
		var a checkout.Answer
		first.Into(t, &a)
		if a.Order.Status != "draft" || a.Payment.RedirectURL == nil ||
			!strings.Contains(*a.Payment.RedirectURL, sandbox.Path) {
			t.Fatalf("placed: %s %+v", a.Order.Status, a.Payment)
		}
		if again := s.Place("usr", "key", body); again != first {
			t.Error("the same key answers something else")
		}
		id := a.Order.ID
		s.Healthy()
		// The browser comes back first: nothing is paid by that.
		s.Do("GET", "/orders/"+id, "usr", nil)
		if s.Status(id) != "draft" {
			t.Error("looking at the order marked it paid")
		}
		if problem, err := s.Sandbox.Pay(t.Context(), s.Ref(id), sandbox.Declined); err != nil || problem != "declined" {
			t.Fatal(problem, err)
		}
		s.RunJobs()
		if s.Status(id) != "draft" {
			t.Error("a declined card paid")
		}
		if problem, err := s.Sandbox.Pay(t.Context(), s.Ref(id), sandbox.Repeated); err != nil || problem != "" {
			t.Fatal(problem, err)
		}
		s.RunJobs()
		if s.Status(id) != "pending" {
			t.Fatalf("paid, but %s", s.Status(id))
		}
		s.Healthy()
		var view orders.View
		s.Do("POST", "/orders/"+id+"/cancel", "usr", `{"reason":"changed my mind"}`).Into(t, &view)
		if view.Status != "cancelled" || view.PaymentState != "refunding" {
			t.Errorf("cancelled: %s %s", view.Status, view.PaymentState)
		}
		s.Healthy()
		s.RunJobs()
		if got := buytest.Get[string](s, `SELECT payment_state FROM orders WHERE id = $1`, id); got != "refunded" {
			t.Errorf("payment is %s", got)
		}
		if n := buytest.Get[int64](s, `SELECT refunded FROM sandbox_intents`); n != 10500 {
			t.Errorf("the gateway gave back %d", n)
		}
		s.Healthy()
	})
}

func TestADraftThatIsNotPaidGivesItsStockBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Large, 10, "card")
		held := `SELECT reserved FROM stock WHERE branch_id = $1 AND variant_id = $2`
		s.After(14 * time.Minute)
		if s.Status(id) != "draft" || buytest.Get[int](s, held, buytest.Koshary, buytest.Large) != 10 {
			t.Error("the stock was not held for its time")
		}
		s.After(2 * time.Minute)
		if s.Status(id) != "cancelled" || buytest.Get[int](s, held, buytest.Koshary, buytest.Large) != 0 {
			t.Error("the stock was not given back")
		}
		if r := s.Do("POST", "/orders/"+id+"/pay", "usr", nil); r.Code() != "not_payable" {
			t.Errorf("paying on: %s", r.Body)
		}
		s.Healthy()
	})
}

// Customers whose account is deleted after they were authenticated cannot order.
func TestNobodyOrdersAfterLeaving(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "cod")
		s.Exec(`UPDATE users SET phone = '', name = '', erased_at = 1 WHERE id = 'usr'`)
		if r := s.Place("usr", "key", body); r.Status != 401 {
			t.Errorf("%d %s", r.Status, r.Body)
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM orders`) +
			buytest.Get[int](s, `SELECT COUNT(*) FROM idempotency`); n != 0 {
			t.Errorf("%d rows of an order", n)
		}
	})
}
