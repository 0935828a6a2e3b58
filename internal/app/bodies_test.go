package app_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// smuggled are fields that no client may set.
var smuggled = []string{"price", "unit_price", "total", "cart_total", "amount", "discount", "coupon_discount",
	"coupon_id", "tax", "delivery_price", "delivery_fee", "paid", "due", "status", "payment_state", "state", "user_id",
	"owner", "id", "number", "staff_id",
	"role", "branches", "store_id", "cart_id", "version", "event_seq", "created_at", "courier_id", "items", "lines",
	"stock", "on_hand",
	"currency", "blocked_at", "email_verified_at", "is_admin", "token", "actor", "__proto__", "constructor", "response",
	"data"}

// TestUnknownFields sends every write with one additional field: writes of money, stock and rights refuse it, the
// others ignore the field.
func TestUnknownFields(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		w := newWriter(t, s)
		before := w.untouchable()
		for op, how := range writes {
			for _, name := range smuggled {
				in := w.prepare(op)
				body := how.body(in)
				if _, real := body[name]; real {
					continue
				}
				body[name] = 1
				raw, _ := json.Marshal(body)
				a := w.send(op, in, string(raw))
				refused := a.Status == 422 && strings.Contains(a.Body, "unknown_field")
				if strict := w.ops[op].Strict; strict != refused {
					t.Errorf("%s with %q: %s", op, name, a.Short())
				}
			}
		}
		w.intact(before)
		s.Healthy()
	})
}

// TestSmuggledBodies sends bodies with prices, quantities, statuses, owners and discounts in wrong places, doubled,
// nested, of the wrong type, negative, huge or broken. They are ignored or refused; accepted orders have our prices.
func TestSmuggledBodies(t *testing.T) {
	t.Parallel()
	bodies := apptest.Count(2_000, 100_000)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		w := newWriter(t, s)
		r := rand.New(rand.NewPCG(1, 7))
		before := w.untouchable()
		chosen := chooser()
		answers := map[int]int{}
		accepted := map[string]int{}
		for i := range bodies {
			op := chosen[r.IntN(len(chosen))]
			in := w.prepare(op)
			body := w.mutate(r, writes[op].body(in))
			a := w.send(op, in, body)
			answers[a.Status]++
			switch a.Status {
			case 200:
				accepted[op]++
				if w.ops[op].Capability == team.ChangeSettings {
					w.openAgain()
				}
			case 400, 404, 409, 413, 422, 429:
			default:
				t.Fatalf("body %d to %s: %d %.300s\n%.600s", i, op, a.Status, a.Body, body)
			}
			if i%500 == 499 {
				w.intact(before)
				if t.Failed() {
					t.Fatalf("at body %d", i)
				}
			}
		}
		t.Logf("%v, accepted %v", answers, accepted)
		for _, op := range []string{"place-order", "add-to-cart", "update-cart", "create-address"} {
			if accepted[op] == 0 {
				t.Errorf("no %s was ever accepted: nothing was shown", op)
			}
		}
		w.intact(before)
		s.Healthy()
	})
}

// chooser lists operations in proportion to how often they should be chosen.
func chooser() []string {
	var all []string
	for _, op := range slices.Sorted(maps.Keys(writes)) {
		for range writes[op].share {
			all = append(all, op)
		}
	}
	return all
}

// untouchable lists rows that no body may change: prices, coupons, staff, all data of another customer, ownership.
func (w *writer) untouchable() []string {
	w.s.TB.Helper()
	var all []string
	for _, query := range []string{
		`SELECT 'price ' || branch_id || variant_id || price || COALESCE(CAST(offer_price AS TEXT), '') FROM branch_prices
			WHERE variant_id NOT LIKE 'var_01%'`,
		`SELECT 'received ' || id || qty FROM stock_moves WHERE reason <> 'sold' AND reason <> 'returned'`,
		// A manager can create coupons for stores that they manage.
		`SELECT 'coupon ' || id || code || kind || value || stores FROM coupons WHERE stores <> '["sto_koshary"]'`,
		`SELECT 'zone ' || branch_id || district_id || fee FROM delivery_zones WHERE branch_id NOT LIKE 'br_01%'`,
		// Owners can create branches, with their zones, and products, and change these.
		`SELECT 'branch ' || id || minimum_order FROM branches WHERE id NOT LIKE 'br_01%'`,
		`SELECT 'product ' || id || slug || name_en || category_id FROM products WHERE id NOT LIKE 'prd_01%'`,
		`SELECT 'staff ' || id || email || role || password_hash FROM staff`,
		`SELECT 'works for ' || staff_id || branch_id FROM staff_branches`,
	} {
		all = append(all, w.s.Lines(query)...)
	}
	for _, query := range []string{
		`SELECT 'user ' || id || phone || COALESCE(CAST(blocked_at AS TEXT), '') || COALESCE(CAST(email_verified_at AS TEXT),
			'') || COALESCE(CAST(erased_at AS TEXT), '') FROM users WHERE id = $1`,
		`SELECT 'session ' || id || user_id || COALESCE(CAST(revoked_at AS TEXT), '') FROM sessions WHERE user_id = $1`,
	} {
		all = append(all, w.s.Lines(query, w.customer.ID)...)
	}
	for _, query := range []string{
		`SELECT 'their user ' || phone || name || COALESCE(email, '') || updated_at FROM users WHERE id = $1`,
		`SELECT 'their session ' || id || COALESCE(CAST(revoked_at AS TEXT), '') FROM sessions WHERE user_id = $1`,
		`SELECT 'their address ' || id || address || updated_at || COALESCE(CAST(deleted_at AS TEXT), '') FROM addresses
			WHERE user_id = $1`,
		`SELECT 'their cart ' || id || state || version FROM carts WHERE owner = $1`,
		`SELECT 'their item ' || i.id || i.qty || i.note FROM cart_items i JOIN carts c ON c.id = i.cart_id
			WHERE c.owner = $1`,
		`SELECT 'their order ' || id || event_seq || total || note FROM orders WHERE user_id = $1`,
	} {
		all = append(all, w.s.Lines(query, w.bystander.ID)...)
	}
	return all
}

// intact fails the test if an untouchable row changed, or if an order does not match its lines and the branch's
// prices.
func (w *writer) intact(before []string) {
	w.s.TB.Helper()
	if after := w.untouchable(); !slices.Equal(before, after) {
		w.s.TB.Errorf("changed: %v", difference(before, after))
	}
	for name, query := range map[string]string{
		"line not at the branch's price": `SELECT l.order_id FROM order_lines l
			LEFT JOIN branch_prices p ON p.branch_id = l.branch_id AND p.variant_id = l.variant_id
			WHERE p.price IS NULL OR l.unit_price <> COALESCE(p.offer_price, p.price) OR l.line_total <> l.unit_price * l.qty
			OR l.qty < 1`,
		"fee not the zone's": `SELECT o.id FROM orders o LEFT JOIN delivery_zones z ON z.branch_id = o.branch_id
			AND z.district_id = o.district_id
			WHERE z.fee IS NULL OR o.delivery_fee <> z.fee`,
		"discount not the coupon's": `SELECT id FROM orders WHERE discount <> CASE
			WHEN coupon_id = 'cpn_ten' THEN items_total / 10 ELSE 0 END`,
		"total": `SELECT id FROM orders WHERE total <> items_total - discount + delivery_fee + tip OR tip < 0 OR tip > 100000
			OR paid <> 0`,
		"owner": `SELECT id FROM orders WHERE user_id NOT IN ('` + w.customer.ID + `', '` + w.bystander.ID + `')`,
		"address of another": `SELECT o.id FROM orders o LEFT JOIN addresses a ON a.user_id = o.user_id
			AND a.id = o.address_id
			WHERE a.id IS NULL`,
		"status without its event": `SELECT o.id FROM orders o JOIN order_events e ON e.order_id = o.id
			AND e.seq = o.event_seq WHERE e.to_status <> o.status`,
		"moved by nobody who may": `SELECT order_id FROM order_events WHERE actor_kind = 'staff'
			AND actor_id NOT IN (SELECT id FROM staff)
			OR actor_kind = 'customer' AND actor_id <> '` + w.customer.ID + `' AND actor_id <> '` + w.bystander.ID + `'`,
		"quantity in a cart": `SELECT id FROM cart_items WHERE qty < 1 OR qty > 999`,
		"address's owner":    `SELECT id FROM addresses WHERE user_id NOT IN (SELECT id FROM users)`,
		"phone":              `SELECT id FROM users WHERE id NOT IN (SELECT user_id FROM user_phones)`,
	} {
		if bad := w.s.Lines(query); len(bad) > 0 {
			w.s.TB.Errorf("%s: %d, first %s", name, len(bad), bad[0])
		}
	}
}

// mutate spoils a body.
func (w *writer) mutate(r *rand.Rand, body fields) string {
	type pair struct{ name, value string } // both as they are in the JSON
	var pairs []pair
	for _, name := range slices.Sorted(maps.Keys(body)) {
		raw, err := json.Marshal(body[name])
		if err != nil {
			panic(err)
		}
		pairs = append(pairs, pair{fmt.Sprintf("%q", name), string(raw)})
	}
	values := []string{`0`, `-1`, `-0`, `1`, `0.001`, `1.5`, `1e9`, `1e400`, `99999999999999999999`, `9223372036854775807`,
		`-9223372036854775808`,
		`"0"`, `"-1"`, `"١"`, `"٫٥"`, `"1,0"`, `""`, `" "`, `"null"`, `null`, `true`, `false`, `[]`, `{}`, `[1]`, `[[]]`,
		`{"$ne":null}`, `{"id":1}`,
		`"card"`, `"cod"`, `"delivered"`, `"cancelled"`, `"owner"`, `"br_koshary_zamalek"`, `"svc_grocery"`, `"SECRETALL"`,
		`"cpn_all"`, `"\u202e1"`,
		`"\u0000"`, `"\ud800"`, `"<script>"`, `2`, `3`, `105`, `100.5`,
		fmt.Sprintf("%q", w.theirs.address), fmt.Sprintf("%q", w.theirs.item), fmt.Sprintf("%q", w.theirs.ordered),
		fmt.Sprintf("%q", w.bystander.ID),
		fmt.Sprintf("%q", w.bystander.Phone), `"` + strings.Repeat("9", 400) + `"`, strings.Repeat("9", 400)}
	value := func() string { return values[r.IntN(len(values))] }
	at := func() int { return r.IntN(len(pairs)) }
	for range max(1, r.IntN(5)-1) {
		if len(pairs) == 0 {
			break
		}
		switch r.IntN(10) {
		case 0, 1:
			pairs = append(pairs, pair{fmt.Sprintf("%q", smuggled[r.IntN(len(smuggled))]), value()})
		case 2, 3:
			pairs[at()].value = value()
		case 9: // the same, written differently
			p := &pairs[at()]
			if strings.Trim(p.value, "0123456789") == "" {
				p.value = `"` + strings.Map(func(d rune) rune { return d + '٠' - '0' }, p.value) + `"`
			} else {
				name := strings.Trim(p.name, `"`)
				p.name = fmt.Sprintf(`"\u%04x%s"`, name[0], name[1:])
			}
		case 4: // doubled
			pairs = append(pairs, pair{pairs[at()].name, value()})
		case 5: // a key that looks the same
			p := pairs[at()]
			name := strings.Trim(p.name, `"`)
			alike := []string{strings.ToUpper(name), name + " ", name + `\u200b`, `\ufeff` + name,
				name[:len(name)-1] + fmt.Sprintf(`\u%04x`, name[len(name)-1]),
				strings.ReplaceAll(name, "e", `\u0435`), name + `\u0000`, name + "[]", "." + name}
			pairs = append(pairs, pair{`"` + alike[r.IntN(len(alike))] + `"`, value()})
		case 6: // nested
			i := at()
			pairs[i].value = []string{`[` + pairs[i].value + `]`, `{"value":` + pairs[i].value + `}`,
				`[[[` + pairs[i].value + `]]]`}[r.IntN(3)]
		case 7:
			i := at()
			pairs = slices.Delete(pairs, i, i+1)
		case 8:
			pairs[at()].value = []string{"NaN", "Infinity", "0x10", "01", "+1", "1_000", "'1'", "undefined"}[r.IntN(8)]
		}
	}
	if r.IntN(3) == 0 {
		r.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
	}
	parts := make([]string, len(pairs))
	for i, p := range pairs {
		parts[i] = p.name + ":" + p.value
	}
	text := `{` + strings.Join(parts, ",") + `}`
	switch r.IntN(40) {
	case 0:
		return text[:r.IntN(len(text))]
	case 1:
		return "[" + text + "]"
	case 2:
		return text + text
	case 3:
		return "\ufeff" + text
	case 4:
		return text + "\x00"
	case 5:
		return strings.Repeat(`{"a":`, 20_000) + "1" + strings.Repeat("}", 20_000)
	case 6:
		return `"` + text
	}
	return text
}
