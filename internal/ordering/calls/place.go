package calls

import (
	"context"
	"errors"
	"net/netip"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// Guest is the guest who orders, and the origin of the request.
type Guest struct {
	Name, Phone string // E.164
	Device      string // the owner of the cart
	IP          netip.Addr
	Address     addresses.Address
}

// holders are the keys by which open orders are counted. They are keyed digests, because the few million existing
// numbers could otherwise be tried out on a copy of the database.
type holders struct{ number, device, network string }

func (s *Service) holdersOf(g Guest) holders {
	return holders{
		number:  "number:" + counters.Digest(s.Secret, g.Phone),
		device:  "device:" + counters.Digest(s.Secret, g.Device),
		network: "network:" + counters.Digest(s.Secret, counters.Network(g.IP)),
	}
}

// Place orders a guest's cart and returns the order's id and the token that opens it. Refusals in addition to those of
// checkout: calls.closed, calls.number_refused (422), calls.too_many_here, calls.too_much; 429 for a network that tries
// too often.
func (s *Service) Place(ctx context.Context, g Guest, in checkout.Request) (orderID, token string, err error) {
	set, open := s.Now()
	if !open {
		return "", "", errs.Refuse("calls.closed")
	}
	by := s.holdersOf(g)
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Counted in its own transaction, so that refusals count too: each one reveals a little about a number.
		return counters.Require(ctx, tx, "calls:"+by.network, TriesByNetwork, s.Clock.Now(), "common.too_many")
	})
	if err != nil {
		return "", "", err
	}
	var nonce string
	var refused error
	in.Method = orders.COD
	in.Call = &checkout.ByCall{
		Device: g.Device, Address: g.Address, Most: set.Most,
		Until: func(b *branches.Branch, now time.Time) time.Time { return until(b, now, set.window()) },
		Begin: func(ctx context.Context, tx *db.Tx) (userID string, err error) {
			userID, refused, err = s.admit(ctx, tx, g, by, in.Lang)
			return userID, err
		},
		Placed: func(ctx context.Context, tx *db.Tx, o *orders.Order) error {
			// Checked last, so that an order that could not be placed anyway reveals nothing about its number.
			if refused != nil {
				return refused
			}
			nonce = id.Secret(32)
			_, err := tx.Exec(ctx, `INSERT INTO call_orders (order_id, user_id, number_key, device_key, network_key, nonce,
				state, created_at)
				VALUES ($1, $2, $3, $4, $5, $6, 'waiting',
				$7)`, o.ID, o.UserID, by.number, by.device, by.network, nonce, o.CreatedAt)
			return err
		},
	}
	if orderID, err = s.Checkout.PlaceByCall(ctx, in); err != nil {
		return "", "", err
	}
	// A repeated request returns the first request's order and its token.
	if err := s.DB.Get(ctx, &nonce, `SELECT nonce FROM call_orders WHERE order_id = $1`, orderID); err != nil {
		return "", "", err
	}
	return orderID, s.token(orderID, nonce), nil
}

// until is the time by which the call must happen: a closed branch calls once it opens.
func until(b *branches.Branch, now time.Time, window time.Duration) time.Time {
	if state := b.OpenAt(now); !state.Open && state.Opens != nil {
		now = *state.Opens
	}
	return now.Add(window)
}

// admit counts one more order of a guest and returns their user. A number with an account, a blocked one and one
// without room get the same refusal, which the caller returns only if nothing else prevents the order: nobody learns
// about a number without ordering.
func (s *Service) admit(ctx context.Context, tx *db.Tx, g Guest, by holders,
	lang string) (userID string, refused, err error) {
	now := db.At(s.Clock.Now())
	// Lock always in the same order, to avoid deadlocks.
	for _, one := range []struct {
		holder string
		most   int64
		refuse error
	}{
		{by.number, OpenByNumber, nil},
		{by.device, OpenByDevice, errs.Refuse("calls.too_many_here")},
		{by.network, OpenByNetwork, errs.Refuse("calls.too_many_here")},
	} {
		n, err := tx.Exec(ctx, `INSERT INTO call_open (holder, open) VALUES ($1, 1)
			ON CONFLICT (holder) DO UPDATE SET open = call_open.open + 1 WHERE call_open.open < $2`, one.holder, one.most)
		if err != nil {
			return "", nil, err
		}
		if n > 0 {
			continue
		}
		if one.refuse != nil {
			return "", nil, one.refuse
		}
		refused = numberRefused()
	}
	// The number's row is locked by now, so all its other orders are counted.
	var idle int64
	err = tx.Get(ctx, &idle, `SELECT COUNT(*) FROM call_orders WHERE number_key = $1 AND created_at > $2
		AND state <> 'confirmed'`,
		by.number, now.Add(-24*time.Hour))
	if err != nil {
		return "", nil, err
	}
	taken, err := auth.HasAccount(ctx, tx, g.Phone)
	if err != nil {
		return "", nil, err
	}
	var blocked bool
	err = tx.Get(ctx, &blocked, `SELECT EXISTS (SELECT 1 FROM call_orders c JOIN users u ON u.id = c.user_id
		WHERE c.number_key = $1 AND u.blocked_at IS NOT NULL)`, by.number)
	if err != nil {
		return "", nil, err
	}
	if taken || blocked || idle >= DayByNumber {
		refused = numberRefused()
	}
	if refused != nil {
		// Rolled back with the order. A new guest is used because a known one might be blocked, or over other limits.
		userID, err = s.Auth.AddGuest(ctx, tx, g.Phone, g.Name, lang)
		return userID, refused, err
	}
	userID, err = s.guest(ctx, tx, g, lang)
	return userID, nil, err
}

func numberRefused() error { return errs.Invalid("phone", "calls.number_refused") }

// guest finds the guest with this number in this browser, or creates one.
func (s *Service) guest(ctx context.Context, tx *db.Tx, g Guest, lang string) (userID string, err error) {
	find := func() error {
		return tx.Get(ctx, &userID, `SELECT user_id FROM call_guests WHERE device = $1 AND phone = $2`, g.Device, g.Phone)
	}
	err = find()
	if err == nil {
		return userID, s.Auth.RenameGuest(ctx, tx, userID, g.Name)
	}
	if !errors.Is(err, db.ErrNoRows) {
		return "", err
	}
	if userID, err = s.Auth.AddGuest(ctx, tx, g.Phone, g.Name, lang); err != nil {
		return "", err
	}
	// Two concurrent orders with the same number are serialised by its row above.
	_, err = tx.Exec(ctx, `INSERT INTO call_guests (device, phone, user_id, created_at) VALUES ($1, $2, $3, $4)`,
		g.Device, g.Phone, userID, db.At(s.Clock.Now()))
	return userID, err
}
