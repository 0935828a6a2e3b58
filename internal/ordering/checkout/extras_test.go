package checkout_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

type fields = map[string]any

// spiced is the koshary of every test with a group that asks how hot (required)
// and one of what to add.
type spiced struct {
	*buytest.Shop
	hot, mild, onions, sauce string
	heat, more               string
}

func inTx(s *buytest.Shop, do func(ctx context.Context, tx *db.Tx) error) error {
	return s.DB.InTx(context.Background(), do)
}

func spice(t *testing.T, d *db.DB) *spiced {
	t.Helper()
	s := &spiced{Shop: buytest.New(t, d)}
	form := func(en string, least, most int64, list ...extras.ExtraForm) extras.GroupForm {
		return extras.GroupForm{NameEN: en, NameAR: en + " ع", Least: least, Most: most, Extras: list}
	}
	one := func(en string, price, most, preset int64) extras.ExtraForm {
		return extras.ExtraForm{NameEN: en, NameAR: en + " ع", Price: httpapi.Amount{Minor: price}, Most: most,
			Preset: preset, Active: true}
	}
	err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) (err error) {
		if s.heat, err = s.Extras.Create(ctx, tx, extras.Actor{}, "sto_koshary",
			form("Heat", 1, 1, one("Mild", 0, 1, 1), one("Hot", 0, 1, 0))); err != nil {
			return err
		}
		if s.more, err = s.Extras.Create(ctx, tx, extras.Actor{}, "sto_koshary",
			form("More", 0, 3, one("Onions", 500, 2, 0), one("Sauce", 250, 1, 0))); err != nil {
			return err
		}
		return s.Extras.Attach(ctx, tx, extras.Actor{}, "prd_koshary", []string{s.heat, s.more}, nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	ref := func(name string) string {
		return buytest.Get[string](s.Shop, `SELECT id FROM extras WHERE name_en = $1`, name)
	}
	s.mild, s.hot, s.onions, s.sauce = ref("Mild"), ref("Hot"), ref("Onions"), ref("Sauce")
	s.Customer("usr", "maadi")
	return s
}

func (s *spiced) put(body fields) buytest.Res {
	all := fields{"service_id": "food", "branch_id": buytest.Koshary, "product": buytest.Small, "qty": 1}
	for k, v := range body {
		all[k] = v
	}
	return s.Do("POST", "/order/add-to-cart", "usr", all)
}

func pick(refs ...string) []fields {
	out := []fields{}
	for _, ref := range refs {
		out = append(out, fields{"id": ref, "qty": 1})
	}
	return out
}

func (s *spiced) card() cart.View {
	var v cart.View
	s.Do("GET", "/get_card?service_id=food", "usr", nil).Into(s.TB, &v)
	return v
}

func major(m interface{ MarshalJSON() ([]byte, error) }) string {
	raw, _ := m.MarshalJSON()
	return string(raw)
}

func TestExtrasFromCartToOrder(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		var asked extras.OfferedView
		s.Do("GET", "/products/koshary/extras?branch_id="+buytest.Koshary, "", nil).Into(t, &asked)
		if len(asked.Groups) != 2 || asked.Groups[0].Least != 1 || len(asked.Groups[1].Extras) != 2 ||
			major(asked.Groups[1].Extras[0].Price) != "5" {
			t.Errorf("asked: %+v", asked)
		}
		for name, c := range map[string]struct {
			body fields
			code string
		}{
			"required left out": {fields{"extras": []fields{}}, "extras_missing"},
			"two of one":        {fields{"extras": pick(s.mild, s.hot)}, "extras_too_many"},
			"another's":         {fields{"extras": pick(s.mild, "ext_none")}, "extra_unknown"},
			"three of two": {fields{"extras": []fields{{"id": s.mild, "qty": 1}, {"id": s.onions, "qty": 3}}},
				"extra_too_many"},
			"a price along":      {fields{"extras": []fields{{"id": s.mild, "qty": 1, "price": 0}}}, "unknown_field"},
			"hostile":            {fields{"extras": pick("' OR 1=1 --")}, "invalid"},
			"more than a person": {fields{"extras": []fields{{"id": s.mild, "qty": 99}}}, "invalid"},
			"of what asks none":  {fields{"product": "var_juice", "extras": pick(s.mild)}, ""},
		} {
			r := s.put(c.body)
			if r.Status < 400 || c.code != "" && r.Code() != c.code {
				t.Errorf("%s: %d %s", name, r.Status, r.Body)
			}
		}
		if v := s.card(); len(v.Items) != 0 {
			t.Fatalf("refused, and in the cart: %+v", v.Items)
		}
		// The same twice is one line; something else of it is another.
		s.put(fields{"extras": pick(s.hot, s.onions)})
		s.put(fields{"extras": pick(s.onions, s.hot)})
		if r := s.put(fields{}); r.Status != 200 {
			t.Errorf("with what is preset: %s", r.Body)
		}
		v := s.card()
		if len(v.Items) != 2 || v.ItemsQuantity != 3 || major(v.Price) != "145" ||
			major(v.Items[0].Order.UnitPrice) != "50" ||
			len(v.Items[0].Order.Extras) != 2 || v.Items[1].Order.Extras[0].Name != "Mild" || !v.CanCheckout {
			t.Fatalf("cart: %+v", v)
		}
		// Units of one variant count together.
		if r := s.put(fields{"extras": pick(s.hot), "qty": 8}); r.Code() != "max_qty" {
			t.Errorf("eleven of ten: %s", r.Body)
		}
		// Changing a line to the extras of another line merges them.
		r := s.Do("POST", "/order/update-cart", "usr",
			fields{"service_id": "food", "item_id": v.Items[1].ID, "qty": 1, "extras": pick(s.hot, s.onions)})
		if r.Status != 200 {
			t.Fatal(r.Body)
		}
		if v = s.card(); len(v.Items) != 1 || v.Items[0].Qty != 3 {
			t.Errorf("made one: %+v", v.Items)
		}
		s.put(fields{"extras": pick(s.mild, s.sauce)})
		body := s.Body("usr", "food", "cod")
		body["expected_total"] = 3*50 + 47.5 + 15
		var a checkout.Answer
		if r := s.Place("usr", "key", body); r.Status != 200 {
			t.Fatal(r.Body)
		} else {
			r.Into(t, &a)
		}
		var o orders.View
		s.Do("GET", "/orders/"+a.Order.ID, "usr", nil).Into(t, &o)
		if len(o.Items) != 2 || o.Items[0].Extras[0].Name != "Hot" || o.Items[0].Extras[1].Group != "More" ||
			major(o.Items[1].UnitPrice) != "47.5" {
			t.Errorf("order: %+v", o.Items)
		}
		var inv orders.Invoice
		s.Do("GET", "/orders/"+a.Order.ID+"/invoice", "usr", nil).Into(t, &inv)
		if inv.Lines[0].Extras != "Hot, Onions" || major(inv.Lines[0].UnitPrice) != "50" {
			t.Errorf("invoice: %+v", inv.Lines)
		}
		if held := buytest.Get[int64](s.Shop, `SELECT qty FROM reservations WHERE order_id = $1 AND variant_id = $2`,
			a.Order.ID, buytest.Small); held != 4 {
			t.Errorf("held: %d", held)
		}
		s.Healthy()
		// Later changes of an extra's price and name do not affect the order.
		s.Exec(`UPDATE extras SET price = 9900, name_en = 'Gold' WHERE id = $1`, s.onions)
		var later orders.View
		s.Do("GET", "/orders/"+a.Order.ID, "usr", nil).Into(t, &later)
		if later.Items[0].Extras[1].Name != "Onions" || major(later.Total) != major(o.Total) {
			t.Errorf("later: %+v", later.Items)
		}
		// Reordering shows the new price and leaves out extras that are gone; the cart asks for the missing choice.
		s.Exec(`UPDATE extras SET active = $2 WHERE id = $1`, s.hot, false)
		var again cart.Reordered
		s.Do("POST", "/order/reorder", "usr", fields{"order_id": a.Order.ID, "confirm": true}).Into(t, &again)
		codes := ""
		for _, c := range again.Changes {
			codes += c.Code + " "
		}
		if codes != "extras price " || again.Cart.CanCheckout || again.Cart.Items[0].Order.Problem.Code != "extras_missing" ||
			again.Cart.Items[1].Order.Problem != nil {
			t.Errorf("again: %s %+v", codes, again.Cart.Items)
		}
		// A sum that does not add up is found.
		s.Exec(`UPDATE order_lines SET extras_price = extras_price + 1 WHERE extras_price > 0`)
		if extras.AddsUp(501, buytest.Get[string](s.Shop, `SELECT extras FROM order_lines WHERE order_id = $1
			ORDER BY id LIMIT 1`, a.Order.ID)) {
			t.Error("a wrong sum holds")
		}
	})
}

func TestWhatChangedInTheCart(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		s.put(fields{"extras": pick(s.hot, s.onions)})
		body := s.Body("usr", "food", "cod")
		problem := func() string {
			t.Helper()
			if p := s.card().Items[0].Order.Problem; p != nil {
				return p.Code
			}
			return ""
		}
		// Another price between the quote and the order.
		s.Exec(`UPDATE extras SET price = 700 WHERE id = $1`, s.onions)
		if r := s.Place("usr", "a", body); r.Code() != "price_changed" {
			t.Errorf("dearer: %s", r.Body)
		}
		if v := s.card(); major(v.Items[0].Order.UnitPrice) != "52" || major(v.Items[0].Order.PriceWas) != "50" {
			t.Errorf("shown: %+v", v.Items[0].Order)
		}
		body = s.Body("usr", "food", "cod")
		// Sold out here, not elsewhere, until the next business day.
		err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
			n, err := s.Extras.SellOut(ctx, tx, extras.Actor{}, buytest.Zamalek, []string{s.onions, "ext_none"}, true)
			if n != 1 {
				t.Errorf("sold out: %d", n)
			}
			return err
		})
		if err != nil || problem() != "" {
			t.Errorf("sold out elsewhere: %v %q", err, problem())
		}
		sell := func(out bool) {
			t.Helper()
			if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
				_, err := s.Extras.SellOut(ctx, tx, extras.Actor{}, buytest.Koshary, []string{s.onions}, out)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		sell(true)
		if problem() != "extra_sold_out" {
			t.Errorf("sold out: %q", problem())
		}
		if r := s.Place("usr", "b", body); r.Code() != "extra_sold_out" || r.Status != 400 {
			t.Errorf("ordered all the same: %d %s", r.Status, r.Body)
		}
		sell(false)
		if problem() != "" {
			t.Errorf("back: %q", problem())
		}
		sell(true)
		s.Clock.Advance(24 * time.Hour)
		if problem() != "" {
			t.Errorf("the next day: %q", problem())
		}
		// The group is archived: the choices from it are no longer offered.
		archive := func(ref string, archived bool) {
			t.Helper()
			if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
				return s.Extras.Archive(ctx, tx, extras.Actor{}, ref, archived)
			}); err != nil {
				t.Fatal(err)
			}
		}
		archive(s.more, true)
		if problem() != "extra_unknown" {
			t.Errorf("archived: %q", problem())
		}
		archive(s.heat, true)
		if n := buytest.Get[int64](s.Shop, `SELECT extra_groups FROM products WHERE id = 'prd_koshary'`); n != 0 ||
			problem() != "extra_unknown" {
			t.Errorf("none is left: %d %q", n, problem())
		}
		archive(s.more, false)
		archive(s.heat, false)
		s.Healthy()
		if n := buytest.Get[int64](s.Shop, `SELECT COUNT(*) FROM orders`); n != 0 {
			t.Errorf("orders: %d", n)
		}
	})
}

// An extra sells out while customers order it: refused customers have no order, and later ones cannot choose it.
func TestAnExtraSellsOutBesideOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		n := counts(12, 200)
		crowd(s.Shop, n, buytest.Koshary, buytest.Small, "prd_koshary", "svc_food", 1, 5000)
		s.Exec(`UPDATE cart_items SET extras = $1 WHERE cart_id <> ''`,
			extras.Sorted([]extras.Pick{{ID: s.hot, Qty: 1}, {ID: s.onions, Qty: 1}}).Key())
		s.Exec(`UPDATE stock SET on_hand = 1000 WHERE variant_id = $1`, buytest.Small)
		s.Exec(`DELETE FROM stock_moves WHERE variant_id = $1`, buytest.Small)
		s.Exec(`INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
			SELECT branch_id, variant_id, 'mov_' || branch_id, on_hand, 'opening', 'test', 1 FROM stock
			WHERE variant_id = $1`, buytest.Small)
		body := s.Body("usr0", "food", "cod")
		var once sync.Once
		answers := burst(n, 8, func(i int) string {
			if i == n/2 {
				once.Do(func() {
					if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
						_, err := s.Extras.SellOut(ctx, tx, extras.Actor{}, buytest.Koshary, []string{s.onions}, true)
						return err
					}); err != nil {
						t.Error(err)
					}
				})
			}
			mine := buytest.Order{}
			for k, v := range body {
				mine[k] = v
			}
			mine["address_id"] = fmt.Sprint("adr_usr", i)
			return outcome(s.Place(fmt.Sprint("usr", i), fmt.Sprint("key", i), mine))
		})
		if answers["ok"]+answers["400 extra_sold_out"] != n || answers["400 extra_sold_out"] == 0 {
			t.Errorf("answers: %v", answers)
		}
		if placed := buytest.Get[int64](s.Shop, `SELECT COUNT(*) FROM orders`); int(placed) != answers["ok"] {
			t.Errorf("%d orders of %v", placed, answers)
		}
		s.Healthy()
	})
}

// The guard in the transaction sees changes made after the cart was read.
func TestTheGuardOfExtras(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		s.put(fields{"extras": pick(s.hot, s.onions), "qty": 2})
		var a checkout.Answer
		s.Place("usr", "key", s.Body("usr", "food", "cod")).Into(t, &a)
		chosen := []extras.Frozen{{ID: s.hot, Qty: 1}, {ID: s.onions, Price: 500, Qty: 1}}
		touched := func() (n int64) {
			t.Helper()
			if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
				return tx.Batch(ctx, []db.Stmt{
					s.Extras.Guard(orders.Anchor, a.Order.ID, buytest.Koshary, chosen).Counted(&n)})
			}); err != nil {
				t.Fatal(err)
			}
			return n
		}
		if touched() != 1 {
			t.Error("what is offered is refused")
		}
		for name, sql := range map[string]string{
			"dearer":    `UPDATE extras SET price = 600 WHERE id = $1`,
			"withdrawn": `UPDATE extras SET price = 500, active = (price = 0) WHERE id = $1`,
		} {
			s.Exec(sql, s.onions)
			if touched() != 0 {
				t.Errorf("%s: goes through", name)
			}
			s.Exec(`UPDATE extras SET price = 500, active = (price >= 0) WHERE id = $1`, s.onions)
		}
		if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.Extras.SellOut(ctx, tx, extras.Actor{}, buytest.Koshary, []string{s.hot}, true)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if touched() != 0 {
			t.Error("sold out goes through")
		}
	})
}

func TestAMenuByHours(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		shifts := []branches.Shift{}
		for day := range 7 {
			shifts = append(shifts, branches.Shift{Day: day, Open: "07:00", Close: "12:00"})
		}
		form := menus.Form{NameEN: "Breakfast", NameAR: "فطار", Hours: shifts, Products: []string{"prd_koshary"},
			Active: true}
		var ref string
		err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) (err error) {
			for name, wrong := range map[string]menus.Form{
				"no hours":  {NameEN: "A", Products: form.Products},
				"nothing":   {NameEN: "A", Hours: shifts},
				"another's": {NameEN: "A", Hours: shifts, Products: []string{"prd_milk"}},
				"elsewhere": {NameEN: "A", Hours: shifts, Products: form.Products, Branches: []string{buytest.Bakala}},
			} {
				if _, err := s.Menus.Create(ctx, tx, menus.Actor{}, "sto_koshary", wrong); err == nil {
					t.Errorf("%s: made", name)
				}
			}
			ref, err = s.Menus.Create(ctx, tx, menus.Actor{}, "sto_koshary", form)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Menus.Load(context.Background()); err != nil {
			t.Fatal(err)
		}
		// It is 14:00: the cart shows the hours of serving, and tomorrow morning can be chosen.
		if r := s.put(fields{"qty": 2}); r.Status != 200 {
			t.Fatal(r.Body)
		}
		v := s.card()
		if served := v.Items[0].Order.Served; served == nil || served.Now || !strings.Contains(served.Text, "7:00 AM") ||
			!v.CanCheckout {
			t.Errorf("cart: %+v", v.Items[0].Order.Served)
		}
		// The product's page shows it too, until the menu begins.
		onMenu := func() (*products.OnMenu, time.Time) {
			t.Helper()
			p, until, err := s.Catalog.Product(context.Background(), "prd_koshary", "", i18n.EN, places.Place{})
			if err != nil {
				t.Fatal(err)
			}
			return p.Menu, until
		}
		menu, until := onMenu()
		if menu == nil || menu.Now || menu.Name != "Breakfast" || menu.From == nil || until.IsZero() ||
			until.After(menu.From.Time()) {
			t.Errorf("page: %+v until %s", menu, until)
		}
		b, _ := s.Branches.Branch(buytest.Koshary)
		for at, want := range map[time.Duration]string{0: "from false", -4 * time.Hour: "to true"} { // 14:00 and 10:00
			shown, ends := s.Menus.OnMenu(b, "prd_koshary", "", i18n.AR, s.Clock.Now().Add(at))
			edge := shown.From
			if shown.Now {
				edge = shown.To
			}
			if shown.Name != "فطار" || (want == "to true") != shown.Now || !ends.Equal(edge.Time()) {
				t.Errorf("%s: %+v until %s", at, shown, ends)
			}
		}
		var q checkout.Quote
		s.Do("GET", "/checkout?service_id=food", "usr", nil).Into(t, &q)
		if q.Times.Now != nil || len(q.Times.Slots) == 0 || q.CanPlace {
			t.Fatalf("times: %+v", q.Times)
		}
		for _, slot := range q.Times.Slots {
			if h := slot.From.Time().UTC().Hour(); h < 5 || h >= 10 { // 07:00 to 12:00 in Cairo
				t.Errorf("offered: %s", slot.Label)
			}
		}
		body := s.Body("usr", "food", "cod")
		if r := s.Place("usr", "now", body); r.Code() != "not_now" {
			t.Errorf("now: %s", r.Body)
		}
		body["slot_id"] = q.Times.Slots[0].ID
		if r := s.Place("usr", "later", body); r.Status != 200 {
			t.Errorf("later: %s", r.Body)
		}
		// Switched off, it is served whenever the branch is open.
		form.Active = false
		err = inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
			return s.Menus.Edit(ctx, tx, menus.Actor{}, ref, 1, form)
		})
		if err != nil || s.Menus.Load(context.Background()) != nil {
			t.Fatal(err)
		}
		s.put(fields{})
		if v := s.card(); v.Items[0].Order.Served != nil {
			t.Errorf("off: %+v", v.Items[0].Order.Served)
		}
		if menu, _ := onMenu(); menu != nil {
			t.Errorf("off, page: %+v", menu)
		}
		if err := inTx(s.Shop, func(ctx context.Context, tx *db.Tx) error {
			return s.Menus.Edit(ctx, tx, menus.Actor{}, ref, 1, form)
		}); err == nil {
			t.Error("an older version was saved")
		}
	})
}

func TestExtrasOfGuestsAndQuotations(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := spice(t, d)
		s.Exec(`UPDATE branches SET minimum_order = 0`)
		token := buytest.Header{"cart-token": strings.Repeat("g", 40)}
		guest := func(picks []fields) {
			t.Helper()
			if r := s.Do("POST", "/order/add-to-cart", "",
				fields{"service_id": "food", "branch_id": buytest.Koshary, "product": buytest.Small, "qty": 1, "extras": picks},
				token); r.Status != 200 {
				t.Fatal(r.Body)
			}
		}
		guest(pick(s.hot, s.onions))
		guest(pick(s.mild))
		s.put(fields{"extras": pick(s.mild)})
		if r := s.Do("POST", "/carts/claim", "usr", fields{}, token); r.Status != 200 {
			t.Fatal(r.Body)
		}
		v := s.card()
		if len(v.Items) != 2 || v.ItemsQuantity != 3 || major(v.Price) != "140" {
			t.Fatalf("claimed: %+v", v)
		}
		r := s.Do("POST", "/quotations", "usr", fields{"service_id": "food", "from_cart": true},
			buytest.Header{"Idempotency-Key": "ask"})
		if r.Status != 200 {
			t.Fatal(r.Body)
		}
		kept := buytest.Get[string](s.Shop, `SELECT extras FROM quotation_lines WHERE extras_price = 500`)
		if !extras.AddsUp(500, kept) {
			t.Errorf("kept: %s", kept)
		}
		s.Healthy()
	})
}
