package app_test

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"wekala/internal/aftersales/referral"
	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/search"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// person is a customer's registration data and address.
type person struct {
	phone, name, email, device, agent string
	door                              fields // of their address
}

// friends creates people who have nothing in common.
type friends struct {
	s      *apptest.Shop
	people int
}

func (f *friends) stranger() person {
	f.people++
	n := f.people
	return person{phone: fmt.Sprintf("+2011%08d", n), name: fmt.Sprintf("Mona No%d", n),
		email: fmt.Sprintf("mona%d@example.com", n), device: fmt.Sprintf("device-of-person-%04d", n),
		door: fields{"address": fmt.Sprintf("Road %d", n), "building_number": fmt.Sprint(n),
			"apartment_number": fmt.Sprint(n), "floor": "1", "lat": 29.9602 + float64(n)/1000, "lng": 31.2569}}
}

// register signs a person up, with a code or "", and adds an address.
func (f *friends) register(p person, code string) apptest.Customer {
	f.s.TB.Helper()
	s := f.s
	ticket, challenge, now := id.Secret(32), id.New("otp"), s.Clock.Now().UnixMilli()
	s.Exec(`INSERT INTO registration_tickets (ticket_hash, phone, challenge_id, expires_at) VALUES ($1, $2, $3, $4)`,
		id.Digest(ticket), p.phone, challenge, now+900_000)
	s.Exec(`INSERT INTO otp_challenges (id, purpose, phone, channel, nonce, code_hmac, tries, created_at, expires_at,
		used_at)
		VALUES ($1, 'login', $2, 'sms', $3, $4, 1, $5, $6,
		$5)`, challenge, p.phone, id.Secret(32), id.Digest("x"), now, now+300_000)
	var in struct {
		Token string `json:"token"`
		User  struct {
			ID string `json:"id"`
		} `json:"user"`
	}
	s.Do("POST", "/user/register-by-otp", "", fields{
		"registration_ticket": ticket, "name": p.name, "email": p.email, "referral_code": code},
		apptest.Header{"device-id": p.device, "User-Agent": p.agent}).Into(s.TB, &in)
	body := fields{"type": "home", "district_id": "maadi"}
	maps.Copy(body, p.door)
	var made struct {
		ID string `json:"id"`
	}
	s.Do("POST", "/addresses", in.Token, body).Into(s.TB, &made)
	return apptest.Customer{ID: in.User.ID, Token: in.Token, Phone: p.phone, Address: made.ID}
}

type mine struct {
	Code, Link string
	Counts     map[string]int
	Earned     float64
	Expected   float64
	Invited    *struct{ By, State string }
}

func (f *friends) mine(p apptest.Customer) mine {
	f.s.TB.Helper()
	var v mine
	f.s.Do("GET", "/referral", f.signedIn(p), nil).Into(f.s.TB, &v)
	return v
}

// buys places and delivers an order for 90.00.
func (f *friends) buys(p apptest.Customer) (order string) {
	f.s.TB.Helper()
	return f.buysWith(p, "cod")
}

func (f *friends) buysWith(p apptest.Customer, method string) (order string) {
	f.s.TB.Helper()
	p.Token = f.signedIn(p) // weeks may have passed
	order = f.s.Buy(p, method)
	if method == "card" {
		gatewayPay(f.s, p, order, sandbox.Approved)
		f.s.RunJobs()
	}
	token := f.s.Staff("owner")
	for _, status := range []string{"processing", "shipped", "delivered"} {
		var view struct {
			PIN *string `json:"pin"`
		}
		f.s.Do("GET", "/orders/"+order, p.Token, nil).Into(f.s.TB, &view)
		body := fields{
			"to": status, "expected_seq": apptest.Get[int64](f.s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
		if view.PIN != nil && status == "delivered" {
			body["pin"] = *view.PIN
		}
		if a := f.s.Do("POST", "/console/orders/"+order+"/move", token, body); a.Status != 200 {
			f.s.TB.Fatalf("%s to %s: %s", order, status, a.Body)
		}
	}
	return order
}

func (f *friends) state(friend apptest.Customer) string {
	f.s.TB.Helper()
	return apptest.Get[string](f.s, `SELECT state || CASE WHEN reason = '' THEN '' ELSE ' ' || reason END FROM referrals
		WHERE friend_id = $1`, friend.ID)
}

func (f *friends) wallet(p apptest.Customer) int64 {
	f.s.TB.Helper()
	return apptest.Get[int64](f.s, `SELECT CAST(COALESCE(SUM(-amount), 0) AS BIGINT) FROM ledger_postings
		WHERE account = $1`, "wallet:"+p.ID)
}

func referralShop(t *testing.T, d *db.DB, opts ...apptest.Option) *friends {
	t.Helper()
	s := apptest.New(t, d, opts...)
	s.Stock(apptest.Koshary, apptest.Small, 1_000_000)
	return &friends{s: s}
}

// service is a node's referral service.
func (f *friends) service(node *apptest.Shop) *referral.Service {
	return referral.New(referral.Deps{DB: node.DB, Clock: node.Clock, Secret: apptest.Secret, Fold: search.Fold,
		Wallet: wallet.New(wallet.Deps{DB: node.DB, Clock: node.Clock})})
}

const window = 14 * 24 * time.Hour

// signedIn creates another session, by rows.
func (f *friends) signedIn(p apptest.Customer) string {
	f.s.TB.Helper()
	token, now := id.Secret(32), f.s.Clock.Now().UnixMilli()
	f.s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
		VALUES ($1, $2, $3, 'Test', $4, $5, $4)`,
		id.Digest(token), id.New("ses"), p.ID, now, now+7*24*3600*1000)
	return token
}
