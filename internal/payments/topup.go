package payments

import (
	"context"
	"errors"
	"time"

	"wekala/internal/auth"
	"wekala/internal/ledger"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
	"wekala/internal/wallet"
)

// holdTopUp is how long a top-up can be paid.
const holdTopUp = 30 * time.Minute

// TopUp is a top-up that is to be paid.
type TopUp struct {
	ID          string      `json:"id"`
	Amount      money.Major `json:"amount"`
	Currency    string      `json:"currency"`
	RedirectURL string      `json:"redirect_url" doc:"Where the card is asked for."`
}

// topUpRow is a row of topups.
type topUpRow struct {
	ID        string    `db:"id"`
	Amount    int64     `db:"amount"`
	Lang      string    `db:"lang"`
	ExpiresAt db.Millis `db:"expires_at"`
}

type topUpInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		Amount httpapi.Amount `json:"amount"`
	}
}

func (s *Service) postTopUp(ctx context.Context, in *topUpInput) (*httpapi.Reply[TopUp], error) {
	who, amount := httpapi.Caller(ctx), in.Body.Amount.Minor
	switch {
	case in.Key == "":
		return nil, errs.Invalid("Idempotency-Key", "payments.key_required")
	case amount < wallet.LeastTopUp || amount > wallet.MostTopUp:
		return nil, errs.Invalid("amount", "wallet.amount_range", "least", wallet.LeastTopUp/100, "most", wallet.MostTopUp/100)
	case !s.Enabled():
		return nil, errs.Refuse("wallet.cards_off")
	}
	p, err := s.addTopUp(ctx, who.UserID, in.Key, who.Lang, amount)
	if err != nil {
		return nil, err
	}
	url, err := s.askTopUp(ctx, p)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(TopUp{ID: p.OrderID, Amount: money.EGP(p.Amount).Major(), Currency: p.Currency, RedirectURL: url}), nil
}

// addTopUp writes a top-up, its payment and its place in the history, once for
// a key. The same key with another amount refuses.
func (s *Service) addTopUp(ctx context.Context, userID, key, lang string, amount int64) (*Payment, error) {
	var p *Payment
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, topUpID := s.Clock.Now(), id.New("top")
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO topups (id, user_id, key, amount, lang, expires_at, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, key) DO NOTHING`,
			topUpID, userID, key, amount, lang, db.At(now.Add(holdTopUp)), db.At(now))
		if err != nil {
			return err
		}
		if n == 0 {
			var had topUpRow
			err := tx.Get(ctx, &had, `SELECT id, amount, lang, expires_at FROM topups WHERE user_id = $1 AND key = $2`, userID, key)
			if err != nil {
				return err
			}
			if had.Amount != amount {
				return errs.Invalid("Idempotency-Key", "payments.key_used")
			}
			p, err = OfOrder(ctx, tx, had.ID)
			return err
		}
		opening := s.Opening(topUpID, userID, amount, money.Shop)
		if _, err := tx.Exec(ctx, opening.SQL, opening.Args...); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `UPDATE payments SET purpose = 'topup' WHERE order_id = $1`, topUpID); err != nil {
			return err
		}
		if p, err = OfOrder(ctx, tx, topUpID); err != nil {
			return err
		}
		return s.Wallet.Announce(ctx, tx, s.topUpEntry(p))
	})
	return p, err
}

func (s *Service) topUpEntry(p *Payment) wallet.Entry {
	return wallet.Entry{UserID: p.UserID, Amount: p.Amount, Type: wallet.TopUp, Source: captureSource(p),
		From: ledger.Account("gateway", p.Gateway), At: s.Clock.Now()}
}

// askTopUp makes sure that the gateway knows a top-up and returns its page. One
// that is paid, or whose time is up, refuses with payments.not_payable.
func (s *Service) askTopUp(ctx context.Context, p *Payment) (string, error) {
	var t topUpRow
	err := s.DB.Get(ctx, &t, `SELECT id, amount, lang, expires_at FROM topups WHERE id = $1`, p.OrderID)
	if errors.Is(err, db.ErrNoRows) {
		return "", errs.NotFound()
	}
	if err != nil {
		return "", err
	}
	if p.Captured > 0 || p.State != Created && p.State != Open || t.ExpiresAt <= db.At(s.Clock.Now()) {
		return "", errs.Refuse("payments.not_payable")
	}
	in := Intent{Lang: t.Lang, ExpiresAt: t.ExpiresAt.Time(), ReturnURL: "/account/my-wallet?topup=" + t.ID}
	// Who pays is only for gateways that want to know.
	if u, err := auth.UserByID(ctx, s.DB, p.UserID); err == nil {
		in.Billing = Billing{Name: u.Name, Phone: u.Phone}
	}
	return s.open(ctx, p, in)
}

// topUp credits a wallet with a payment that was captured a moment ago.
func (s *Service) topUp(ctx context.Context, tx *db.Tx, p *Payment) error {
	return s.Wallet.Credit(ctx, tx, s.topUpEntry(p))
}
