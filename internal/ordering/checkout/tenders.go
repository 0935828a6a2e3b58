package checkout

import (
	"context"
	"math"
	"time"

	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// tenders is the split of an order's payment: points, the wallet, and the rest by the payment method.
type tenders struct {
	points, worth int64
	wallet        int64
	due           int64
}

// tenders calculates what the requested wallet and points, under the terms of points, leave to be paid. Whether the
// customer has them is checked when they are charged.
func (in Request) tenders(terms loyalty.Terms, total int64) (tenders, error) {
	t := tenders{points: in.Points, wallet: in.Wallet, due: total}
	if in.Points > 0 {
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

// take charges the wallet and points for their share of a new order, in its transaction: the wallet first, then the
// points.
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

// wish is the requested part of wallet and points in a quote; an amount above the balance or the order's total means
// all of it.
type wish struct{ wallet, points int64 }

const allOfIt = "max"

func readWish(useWallet, usePoints string) (wish, error) {
	var w wish
	switch useWallet {
	case "":
	case allOfIt:
		w.wallet = math.MaxInt64
	default:
		var a httpapi.Amount
		if err := a.UnmarshalText([]byte(useWallet)); err != nil || a.Minor < 0 {
			return w, errs.Invalid("use_wallet", "common.invalid")
		}
		w.wallet = a.Minor
	}
	switch usePoints {
	case "":
	case allOfIt:
		w.points = math.MaxInt64
	default:
		var n httpapi.Int
		if err := n.UnmarshalText([]byte(usePoints)); err != nil || n < 0 {
			return w, errs.Invalid("use_points", "common.invalid")
		}
		w.points = int64(n)
	}
	return w, nil
}

// offerRounding shows the rounding of a cash payment.
func offerRounding(q *Quote, step int64, lang i18n.Lang) {
	off := orders.OffCash(q.Due.Minor(), step)
	q.CashRounding, q.CashSteps = major(off), []cart.Step{}
	if off == 0 {
		return
	}
	add := func(code string, amount int64) {
		q.CashSteps = append(q.CashSteps,
			cart.Step{Code: code, Label: i18n.T(lang, "pricing.step_"+code), Amount: major(amount)})
	}
	for _, step := range q.Steps {
		if step.Code != "due" {
			q.CashSteps = append(q.CashSteps, step)
		}
	}
	add("rounding", -off)
	add("due", q.Due.Minor()-off)
}

// offerTenders shows what wallet and points can pay and do pay as requested, and adds the steps from the total to the
// amount due.
func offerTenders(q *Quote, f facts, total int64, use wish, lang i18n.Lang) {
	balance, points, terms := f.balance, f.points, f.terms
	most := terms.Most(points, total)
	used := min(use.points, most)
	worth := terms.Value(used)
	if worth == 0 {
		used = 0
	}
	fromWallet := min(use.wallet, balance, total-worth)
	q.Points = PointsOffer{Points: points, Value: major(terms.Value(points)), Most: most, Used: used, Worth: major(worth)}
	q.Wallet = WalletOffer{Balance: major(balance), Most: major(min(balance, total-worth)), Used: major(fromWallet)}
	due := total - worth - fromWallet
	q.Due = major(due)
	if worth+fromWallet == 0 {
		return
	}
	// The cart's own steps stay unchanged.
	steps := append([]cart.Step{}, q.Steps...)
	add := func(code string, amount int64, detail string) {
		steps = append(steps,
			cart.Step{Code: code, Label: i18n.T(lang, "pricing.step_"+code), Amount: major(amount), Detail: detail})
	}
	if worth > 0 {
		add("points", -worth, i18n.T(lang, "pricing.points_used", "count", used))
	}
	if fromWallet > 0 {
		add("wallet", -fromWallet, "")
	}
	add("due", due, "")
	q.Steps = steps
}
