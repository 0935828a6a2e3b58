package apptest

import (
	"context"
	"fmt"
	"sync"

	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
	"wekala/internal/platform/passwords"
	"wekala/internal/platform/settings"
)

// Customer is a customer who is signed in and has a default address in Maadi.
type Customer struct {
	ID, Token, Session, Phone, Address string
}

// batchOf is how many rows are written to the database in one batch.
const batchOf = 2000

// write runs statements in transactions of a bounded size.
func (s *Shop) write(stmts []db.Stmt) {
	s.TB.Helper()
	for len(stmts) > 0 {
		part := stmts[:min(batchOf, len(stmts))]
		stmts = stmts[len(part):]
		err := s.DB.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			return tx.Batch(ctx, part)
		})
		if err != nil {
			s.TB.Fatal(err)
		}
	}
}

// Customers creates n customers by rows, because signing ten thousand in by codes is not under test.
func (s *Shop) Customers(n int) []Customer {
	s.TB.Helper()
	now := db.At(s.Clock.Now())
	all := make([]Customer, n)
	var stmts []db.Stmt
	add := func(query string, args ...any) { stmts = append(stmts, db.Stmt{SQL: query, Args: args}) }
	for i := range all {
		s.people++
		p := Customer{ID: fmt.Sprintf("usr_%06d", s.people), Token: id.Secret(32), Session: fmt.Sprintf("ses_%06d", s.people),
			Phone: fmt.Sprintf("+2010%08d", s.people), Address: fmt.Sprintf("adr_%06d", s.people)}
		add(`INSERT INTO users (id, phone, name, lang, created_at, updated_at) VALUES ($1, $2, 'Mona', 'en', $3, $3)`, p.ID,
			p.Phone, now)
		add(`INSERT INTO user_phones (phone, user_id) VALUES ($1, $2)`, p.Phone, p.ID)
		add(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
			VALUES ($1, $2, $3, 'Test', $4, $5, $4)`,
			id.Digest(p.Token), p.Session, p.ID, now, now.Add(7*24*3600*1e9))
		add(`INSERT INTO addresses (user_id, id, type, name, contact_name, phone, governorate_id, district_id, city, address,
			building,
			lat_e6, lng_e6, created_at, updated_at)
			SELECT $1, $2, 'home', 'Home', 'Mona', '+201001234567', governorate_id, id, '', 'Road 9', '12', lat_e6, lng_e6,
			CAST($3 AS BIGINT), CAST($3 AS BIGINT) FROM districts WHERE id = 'maadi'`, p.ID, p.Address, now)
		add(`INSERT INTO default_addresses (user_id, address_id) VALUES ($1, $2)`, p.ID, p.Address)
		all[i] = p
	}
	s.write(stmts)
	return all
}

// Customer creates a customer.
func (s *Shop) Customer() Customer { return s.Customers(1)[0] }

// StaffPassword is the password of all members of staff that Staff creates.
const StaffPassword = "felucca-boat-1"

// StaffHash is the stored hash of StaffPassword.
var StaffHash = sync.OnceValue(func() string {
	hash, err := passwords.NewHasher().Hash(context.Background(), StaffPassword)
	if err != nil {
		panic(err)
	}
	return hash
})

// Staff creates a member of staff who is signed in and returns their token. No branches means all, for the roles that
// may have all.
func (s *Shop) Staff(role string, branches ...string) (token string) {
	s.TB.Helper()
	s.people++
	token = id.Secret(32)
	who := fmt.Sprintf("stf_%06d", s.people)
	now := db.At(s.Clock.Now())
	stmts := []db.Stmt{
		{SQL: `INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
			VALUES ($1, $2, $3, $4, $6, 'en', $5)`,
			Args: []any{who, who + "@example.com", "Staff " + role, role, now, StaffHash()}},
		{SQL: `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
			VALUES ($1, $2, $3, $4, $5, $4)`,
			Args: []any{id.Digest(token), "sts_" + who, who, now, now.Add(8 * 3600 * 1e9)}},
	}
	for _, b := range branches {
		stmts = append(stmts,
			db.Stmt{SQL: `INSERT INTO staff_branches (staff_id, branch_id) VALUES ($1, $2)`, Args: []any{who, b}})
	}
	s.write(stmts)
	return token
}

// Line is a line of a cart.
type Line struct {
	Service, Branch, Product, Variant string
	Qty, Price                        int64
}

// TwoSmall is a cart that can be ordered: 2 × 45.00 and 15.00 for delivery.
var TwoSmall = Line{"svc_food", Koshary, "prd_koshary", Small, 2, 4500}

// Carts gives each customer a live cart with a line, by rows.
func (s *Shop) Carts(people []Customer, l Line) {
	s.TB.Helper()
	var stmts []db.Stmt
	now := db.At(s.Clock.Now())
	for _, p := range people {
		cart := id.New("crt")
		stmts = append(stmts,
			db.Stmt{SQL: `INSERT INTO carts (id, owner, service_id, branch_id, state, version, created_at, updated_at)
				VALUES ($1, $2, $3, $4, 'active', 1, $5, $5)`, Args: []any{cart, p.ID, l.Service, l.Branch, now}},
			db.Stmt{SQL: `INSERT INTO cart_items (cart_id, id, variant_id, product_id, qty, seen_price, created_at, unit_grams)
				VALUES ($1, $2, $3, $4, $5, $6, $7, (SELECT unit_grams FROM products
				WHERE id = $4))`, Args: []any{cart, id.New("itm"), l.Variant, l.Product, l.Qty, l.Price, now}})
	}
	s.write(stmts)
}

// Stock sets how many units of a variant a branch has, and writes the matching line of the journal.
func (s *Shop) Stock(branch, variant string, units int64) {
	s.TB.Helper()
	s.Exec(`UPDATE stock SET on_hand = $3 WHERE branch_id = $1 AND variant_id = $2`, branch, variant, units)
	s.Exec(`UPDATE stock_moves SET qty = $3 WHERE branch_id = $1 AND variant_id = $2 AND reason = 'opening'`, branch,
		variant, units)
}

// Checkout is the body of a checkout request.
type Checkout map[string]any

// Body returns a checkout of a customer's food cart. total is in minor units.
func (p Customer) Body(method string, total int64) Checkout {
	return Checkout{"service_id": "food", "address_id": p.Address, "payment_method": method, "accept_terms": true,
		"expected_total": money.EGP(total).Major()}
}

// Key returns the header that a checkout needs.
func Key(key string) Header { return Header{"Idempotency-Key": key} }

// Add puts units into a customer's cart through the API.
func (s *Shop) Add(p Customer, service, branch, variant string, qty int) {
	s.TB.Helper()
	a := s.Do("POST", "/order/add-to-cart", p.Token,
		map[string]any{"service_id": service, "branch_id": branch, "product": variant, "qty": qty})
	if a.Status != 200 {
		s.TB.Fatalf("not in the cart: %d %s", a.Status, a.Body)
	}
}

// Buy orders two small koshary through the API and returns the order's id.
func (s *Shop) Buy(p Customer, method string) (orderID string) {
	s.TB.Helper()
	s.Add(p, "food", Koshary, Small, 2)
	var placed struct {
		Order struct {
			ID string `json:"id"`
		} `json:"order"`
	}
	s.Do("POST", "/checkout", p.Token, p.Body(method, 105_00), Key(id.New("key"))).Into(s.TB, &placed)
	return placed.Order.ID
}

// Status is an order's status.
func (s *Shop) Status(orderID string) string {
	s.TB.Helper()
	return Get[string](s, `SELECT status FROM orders WHERE id = $1`, orderID)
}

// Code reads the newest sign-in code of a phone, as its owner would.
func (s *Shop) Code(phone string) string {
	s.TB.Helper()
	challenge := Get[string](s, `SELECT challenge_id FROM messages WHERE recipient = $1 AND challenge_id IS NOT NULL
		ORDER BY created_at DESC, id DESC LIMIT 1`, phone)
	code, _, err := s.auth.CodeFor(context.Background(), challenge)
	if err != nil {
		s.TB.Fatal(err)
	}
	return code
}

// Taken reloads the shop's policies after a test wrote into their tables.
func (s *Shop) Taken() {
	s.TB.Helper()
	err := s.DB.InTx(s.TB.Context(), func(ctx context.Context, tx *db.Tx) error {
		return changefeed.Publish(ctx, tx, settings.Changed, "shop.rules")
	})
	if err == nil {
		err = s.App.Poll(s.TB.Context())
	}
	if err != nil {
		s.TB.Fatal(err)
	}
}
