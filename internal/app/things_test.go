package app_test

import (
	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// The objects that the matrix requests: each call creates one, with its own owner.

func fixed(ref, missing string) func(*matrix) thing {
	return func(m *matrix) thing { return thing{id: ref, missing: missing, owner: m.s.Customer()} }
}

func (m *matrix) session() thing {
	p := m.s.Customer()
	second := id.New("ses")
	m.s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
		SELECT $1, $2, user_id, user_agent, created_at, expires_at, last_seen_at FROM sessions
		WHERE id = $3`, id.Digest(second), second, p.Session)
	return thing{id: second, missing: id.New("ses"), owner: p}
}

func (m *matrix) address() thing {
	p := m.s.Customer()
	var made struct {
		ID string `json:"id"`
	}
	m.s.Do("POST", "/addresses", p.Token, newAddress).Into(m.s.TB, &made)
	return thing{id: made.ID, missing: id.New("adr"), owner: p}
}

// addressWithCart also fills the other customer's cart, so that only the address can be refused.
func (m *matrix) addressWithCart() thing {
	t := m.address()
	m.s.Carts([]apptest.Customer{t.owner}, apptest.TwoSmall)
	if apptest.Get[int](m.s, `SELECT COUNT(*) FROM carts WHERE owner = $1 AND state = 'active'`, m.stall.ID) == 0 {
		m.s.Carts([]apptest.Customer{m.stall}, apptest.TwoSmall)
	}
	return t
}

func (m *matrix) item() thing {
	p := m.s.Customer()
	m.s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
	return thing{id: m.itemOf(p.ID), missing: id.New("itm"), owner: p}
}

func (m *matrix) itemOf(cartOwner string) string {
	return apptest.Get[string](m.s, `SELECT i.id FROM cart_items i JOIN carts c ON c.id = i.cart_id WHERE c.owner = $1`,
		cartOwner)
}

// guestCart is a cart that a guest has filled, and its token.
func (m *matrix) guestCart(branch string) (token string) {
	var cart struct {
		Token string `json:"cart_token"`
	}
	m.s.Do("POST", "/order/add-to-cart", "", map[string]any{
		"service_id": "food", "branch_id": branch, "product": apptest.Small, "qty": 1}).Into(m.s.TB, &cart)
	return cart.Token
}

func (m *matrix) guestItem() thing {
	token := m.guestCart(apptest.Koshary)
	return thing{id: m.itemOf("guest:" + id.Digest(token)), missing: id.New("itm"), owner: m.s.Customer(),
		guestCart: token}
}

func (m *matrix) parkedOf(cartOwner string) string {
	return apptest.Get[string](m.s, `SELECT id FROM carts WHERE owner = $1 AND state = 'parked'`, cartOwner)
}

var replacing = map[string]any{"service_id": "food", "branch_id": apptest.Zamalek, "product": apptest.Small, "qty": 1,
	"replace_cart": true}

func (m *matrix) parkedCart() thing {
	p := m.s.Customer()
	m.s.Carts([]apptest.Customer{p}, apptest.TwoSmall)
	m.s.Do("POST", "/order/add-to-cart", p.Token, replacing).Into(m.s.TB, &struct{}{})
	return thing{id: m.parkedOf(p.ID), missing: id.New("crt"), owner: p}
}

func (m *matrix) guestParked() thing {
	token := m.guestCart(apptest.Koshary)
	m.s.Do("POST", "/order/add-to-cart", "", replacing, apptest.Header{"cart-token": token}).Into(m.s.TB, &struct{}{})
	return thing{id: m.parkedOf("guest:" + id.Digest(token)), missing: id.New("crt"), owner: m.s.Customer(),
		guestCart: token}
}

func (m *matrix) order() thing {
	p := m.s.Customer()
	return thing{id: m.s.Buy(p, "cod"), missing: id.New("ord"), owner: p}
}

func (m *matrix) orderByNumber() thing {
	t := m.order()
	t.id = apptest.Get[string](m.s, `SELECT number FROM orders WHERE id = $1`, t.id)
	t.missing = "W-0000-0000"
	return t
}

func (m *matrix) draft() thing {
	p := m.s.Customer()
	return thing{id: m.s.Buy(p, "card"), missing: id.New("ord"), owner: p}
}

// seq is the last event of an order.
func (m *matrix) seq(orderID string) int64 {
	return apptest.Get[int64](m.s, `SELECT event_seq FROM orders WHERE id = $1`, orderID)
}

func (m *matrix) delivered() thing {
	t := m.order()
	for _, to := range []string{"processing", "shipped", "delivered"} {
		move := map[string]any{"to": to, "expected_seq": m.seq(t.id)}
		if to == "delivered" {
			var view struct {
				PIN *string `json:"pin"`
			}
			m.s.Do("GET", "/orders/"+t.id, t.owner.Token, nil).Into(m.s.TB, &view)
			if view.PIN != nil {
				move["pin"] = *view.PIN
			}
		}
		if a := m.s.Do("POST", "/console/orders/"+t.id+"/move", m.tokens[staff], move); a.Status != 200 {
			m.s.TB.Fatalf("to %s: %s", to, a.Body)
		}
	}
	return t
}
