package checkout_test

import (
	"math"
	"testing"

	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestNonsenseIsRefused sends what no database takes as text.
func TestNonsenseIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := buytest.New(t, d)
		s.Customer("usr", "maadi")
		s.Add("usr", "food", buytest.Koshary, buytest.Small, 2)
		body := s.Body("usr", "food", "cod")
		with := func(field string, v any) buytest.Order {
			b := buytest.Order{}
			for k, old := range body {
				b[k] = old
			}
			b[field] = v
			return b
		}
		for name, r := range map[string]buytest.Res{
			"order id":  s.Do("GET", "/orders/%00", "usr", nil),
			"broken id": s.Do("GET", "/orders/%ff%fe", "usr", nil),
			"cancel":    s.Do("POST", "/orders/%00/cancel", "usr", `{}`),
			"pay":       s.Do("POST", "/orders/%00/pay", "usr", nil),
			"restore":   s.Do("POST", "/carts/%00/restore", "usr", nil),
			"item":      s.Do("DELETE", "/orders/item/%00?service_id=food", "usr", nil),
			"product": s.Do("POST", "/order/add-to-cart", "usr",
				map[string]any{"service_id": "food", "product": "\x00", "qty": 1}),
			"branch": s.Do("POST", "/order/add-to-cart", "other",
				map[string]any{"service_id": "food", "product": buytest.Small, "branch_id": "\x00", "qty": 1}),
			"coupon":     s.Do("POST", "/add_coupon", "usr", map[string]any{"service_id": "food", "coupon_code": "a\x00b"}),
			"reorder":    s.Do("POST", "/order/reorder", "usr", map[string]any{"order_id": "\x00"}),
			"address":    s.Place("usr", "k", with("address_id", "\x00")),
			"key":        s.Place("usr", "k\x00", body),
			"broken key": s.Place("usr", "k\xff", body),
			"filter":     s.Do("GET", "/orders?service_id=%00", "usr", nil),
			"quote":      s.Do("GET", "/checkout?service_id=food&address_id=%00", "usr", nil),
			"cart-token": s.Do("GET", "/get_card?service_id=food", "", nil,
				buytest.Header{"cart-token": "0123456789012345678901234567890123\xff"}),
			"points":      s.Place("usr", "k", with("points", int64(math.MaxInt64))),
			"webhook":     s.Do("POST", "/webhooks/sandbox", "", "\x00\xff"),
			"quote tip":   s.Do("GET", "/checkout?service_id=food&tip=1e400", "usr", nil),
			"page number": s.Do("GET", "/orders?page=99999999999999999999", "usr", nil),
			"far page":    s.Do("GET", "/orders?page=9223372036854775807", "usr", nil),
		} {
			if r.Status >= 500 {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		note := "<script>\u202e\x00 \u200fسلام"
		var a struct {
			Order struct {
				Note string `json:"note"`
			} `json:"order"`
		}
		s.Place("usr", "key", with("note", note)).Into(t, &a)
		if a.Order.Note != "<script> سلام" {
			t.Errorf("note %q", a.Order.Note)
		}
		s.Healthy()
	})
}
