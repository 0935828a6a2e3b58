package demo

import (
	"context"
	"errors"
	"fmt"
	"time"

	"wekala/internal/aftersales/referral"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/places"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
)

// invited is a friend of the demo's first customer and how far that came.
type invited struct {
	id, phone, name, email string
	joined, bought         int // days ago; bought 0: never
	eggs                   int64
	refused                string
}

// One for each state: the fourth resembles the referrer, the fifth was found to be the referrer.
var friends = []invited{
	{id: "hala", phone: "+201000000111", name: "Hala Mostafa", email: "hala@customer.example", joined: 4},
	{id: "omar", phone: "+201000000112", name: "Omar Hegazy", email: "omar@customer.example", joined: 12, bought: 6,
		eggs: 2},
	{id: "salma", phone: "+201000000113", name: "Salma Nour", email: "salma@customer.example", joined: 38, bought: 22,
		eggs: 1},
	{id: "mona-2", phone: "+201000000114", name: "منى الشربيني", email: "mona2@customer.example", joined: 3},
	{id: "mona-3", phone: "+201000000115", name: "Mona S", email: "mona+3@customer.example", joined: 9,
		refused: "The same person with a third phone"},
}

// invite adds the friends whom the demo's first customer has invited, once.
func (h *historian) invite(ctx context.Context) error {
	host := CustomerID("mona")
	var known int
	if err := h.node.DB.Get(ctx, &known, `SELECT COUNT(*) FROM referrals WHERE referrer_id = $1`, host); err != nil ||
		known > 0 {
		return err
	}
	var code string
	err := h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := h.node.Referral.OnSignIn(ctx, tx, auth.SignIn{UserID: host}); err != nil {
			return err
		}
		code, err = referral.CodeOf(ctx, tx, host, h.now.AddDate(0, 0, -45))
		return err
	})
	if err != nil {
		return err
	}
	for n, f := range friends {
		if err := h.befriend(ctx, n, f, code); err != nil {
			return err
		}
	}
	h.clock.Set(h.now)
	return errors.Join(h.node.Referral.Sweep(ctx), h.settle(ctx))
}

func (h *historian) befriend(ctx context.Context, n int, f invited, code string) error {
	at := h.now.AddDate(0, 0, -f.joined)
	h.clock.Set(at)
	userID, addressID := CustomerID(f.id), AddressID(f.id, 0)
	err := h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := h.node.Auth.AddCustomer(ctx, tx, auth.NewCustomer{
			ID: userID, Phone: f.phone, Name: f.name, Email: f.email, CreatedAt: db.At(at)})
		if err != nil {
			return err
		}
		pin := places.At(29.9604+float64(n+1)/500, 31.2576)
		err = addresses.Add(ctx, tx, addresses.Address{
			UserID: userID, ID: addressID, Type: "home", Name: "البيت", ContactName: f.name, Phone: f.phone,
			Country: "EG", GovernorateID: "cairo", DistrictID: "maadi", Street: "شارع 77", Building: string(rune('1' + n)),
			LatE6: pin.LatE6, LngE6: pin.LngE6, CreatedAt: db.At(at), UpdatedAt: db.At(at)})
		if err != nil {
			return err
		}
		return h.node.Referral.OnSignIn(ctx, tx, auth.SignIn{UserID: userID, New: true, Referral: code})
	})
	if err != nil {
		return err
	}
	if f.refused != "" {
		return h.refuse(ctx, userID, at.Add(26*time.Hour), f.refused)
	}
	if f.bought == 0 {
		return nil
	}
	_, err = h.tell(ctx, PastOrder{UserID: userID, AddressID: addressID, BranchID: BranchID("souq-ganayen-maadi"),
		PlacedAt: h.now.AddDate(0, 0, -f.bought), Status: string(orders.Delivered), Payment: orders.COD,
		Lines: []PastLine{{VariantID: VariantID("white-eggs--30pc"), Qty: f.eggs}, {VariantID: VariantID("sugar"), Qty: 2}}})
	return err
}

// refuse lets support decide about a held friend.
func (h *historian) refuse(ctx context.Context, friendID string, at time.Time, why string) error {
	h.clock.Set(earlier(at, h.now))
	var referralID string
	if err := h.node.DB.Get(ctx, &referralID, `SELECT id FROM referrals WHERE friend_id = $1`, friendID); err != nil {
		return fmt.Errorf("%s was not invited: %w", friendID, err)
	}
	return h.node.Referral.Decide(ctx, staff.Member{ID: "stf_demo_support", Role: staff.Support}, referralID, false, why)
}
