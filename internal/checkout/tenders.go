package checkout

import (
	"context"
	"time"

	"wekala/internal/ledger"
	"wekala/internal/loyalty"
	"wekala/internal/orders"
	"wekala/internal/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
	"wekala/internal/wallet"
)

// tenders is what pays for an order: points for their worth, the wallet, and
// the rest by the payment method.
type tenders struct {
	points, worth int64
	wallet        int64
	due           int64
}

// tenders works out what a request's wallet and points leave to be paid. It
// reads nothing where neither is used. Whether the shopper has them is seen
// when they are taken.
func (s *Service) tenders(ctx context.Context, in Request, total int64) (tenders, error) {
	t := tenders{points: in.Points, wallet: in.Wallet, due: total}
	if in.Points > 0 {
		terms, err := loyalty.ReadTerms(ctx, s.DB)
		if err != nil {
			return t, err
		}
		if terms.Most(in.Points, total) < in.Points {
			return t, errs.Invalid("points", "checkout.tender_too_much")
		}
		if t.worth = terms.Value(in.Points); t.worth == 0 {
			t.points = 0 // too few to be worth anything
		}
		t.due -= t.worth
	}
	if in.Wallet > t.due {
		return t, errs.Invalid("wallet_amount", "checkout.tender_too_much")
	}
	t.due -= in.Wallet
	if in.Method == orders.Wallet && t.due > 0 {
		return t, errs.Refuse("ledger.balance_not_sufficient")
	}
	return t, nil
}

// take lets wallet and points pay their share of a new order, in its
// transaction: the wallet first, then the points.
func (s *Service) take(ctx context.Context, tx *db.Tx, o *orders.Order, now time.Time) error {
	if o.WalletPaid > 0 {
		err := s.Wallet.Debit(ctx, tx, wallet.Entry{UserID: o.UserID, Amount: o.WalletPaid, Type: wallet.Payment,
			Source: "order:" + o.ID + ":wallet", From: orders.Account(o.ID), OrderID: o.ID, At: now})
		if err != nil {
			return err
		}
	}
	if o.PointsSpent == 0 {
		return nil
	}
	if err := s.Loyalty.Spend(ctx, tx, o.UserID, o.ID, o.PointsSpent, payments.SpentFor(o.ID)); err != nil {
		return err
	}
	_, err := ledger.Post(ctx, tx, ledger.Entry{Source: payments.SpentFor(o.ID) + ":money", Kind: "points_paid", At: now,
		Postings: []ledger.Posting{
			{Account: loyalty.Cost, Currency: money.Shop, Amount: o.PointsPaid},
			{Account: orders.Account(o.ID), Currency: money.Shop, Amount: -o.PointsPaid},
		}})
	return err
}
