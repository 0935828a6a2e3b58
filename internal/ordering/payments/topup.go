package payments

import (
	"context"
	"errors"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/money/ledger"
	"wekala/internal/money/wallet"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

const (
	// holdTopUp is how long a top-up can be paid.
	holdTopUp = 30 * time.Minute
	// maxOpenTopUps is how many unpaid top-ups a customer can have at a time, and topUpsADay how many they can begin in a
	// day: the gateway is asked about each.
	maxOpenTopUps = 5
	topUpsADay    = 20
)

// TopUp is a top-up that awaits its payment.
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

// toppingUp names top-ups among the requests with an idempotency key. A response is useless once the payment page has
// expired.
var toppingUp = idempotency.Operation{Name: "top-up-wallet", Keep: holdTopUp}

type topUpInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		Amount httpapi.Amount `json:"amount"`
	}
}

func (s *Service) postTopUp(ctx context.Context, in *topUpInput) (*httpapi.Prepared, error) {
	who, amount := httpapi.Caller(ctx), in.Body.Amount.Minor
	problem := idempotency.Problem(in.Key)
	least, most := s.Wallet.TopUpBounds()
	switch {
	case problem != nil:
		return nil, errs.InvalidAll([]errs.Field{*problem})
	case amount < least || amount > most:
		return nil, errs.Invalid("amount", "wallet.amount_range", "least", least/100, "most", most/100)
	case !s.Enabled():
		return nil, errs.Refuse("wallet.cards_off")
	}
	key := idempotency.Request{Operation: toppingUp, Caller: who.UserID, Subject: who.UserID, Key: in.Key,
		Hash: idempotency.Hash(amount)}
	answer, err := s.beginTopUp(ctx, key, who.Lang, amount)
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

// beginTopUp begins a top-up once per key, and returns its payment page.
func (s *Service) beginTopUp(ctx context.Context, key idempotency.Request, lang string, amount int64) ([]byte, error) {
	resume := func(ctx context.Context, topUpID string) ([]byte, error) {
		p, err := OfOrder(ctx, s.DB, topUpID)
		if err != nil {
			return nil, err
		}
		return s.finishTopUp(ctx, key, p)
	}
	answer, used, err := s.keys.Replay(ctx, key, resume)
	if used || err != nil {
		return answer, err
	}
	p, err := s.addTopUp(ctx, key, lang, amount)
	if errors.Is(err, idempotency.ErrTaken) {
		if answer, used, err = s.keys.Replay(ctx, key, resume); err == nil && !used {
			err = idempotency.Gone() // its time ran out that very moment
		}
		return answer, err
	}
	if err != nil {
		return nil, err
	}
	return s.finishTopUp(ctx, key, p)
}

// finishTopUp requests a top-up's payment page from the gateway and stores the response.
func (s *Service) finishTopUp(ctx context.Context, key idempotency.Request, p *Payment) ([]byte, error) {
	url, err := s.askTopUp(ctx, p)
	if err != nil {
		// The top-up stays, and the next attempt with this key continues here.
		return nil, errors.Join(err, s.keys.Release(context.WithoutCancel(ctx), key))
	}
	answer, err := httpapi.Encode(
		httpapi.OK(TopUp{ID: p.OrderID, Amount: money.EGP(p.Amount).Major(), Currency: p.Currency, RedirectURL: url}).Body)
	if err != nil {
		return nil, err
	}
	return s.keys.Settle(ctx, key, answer)
}

// addTopUp writes a top-up, its payment and its history entry, and claims its key.
func (s *Service) addTopUp(ctx context.Context, key idempotency.Request, lang string, amount int64) (*Payment, error) {
	var p *Payment
	userID := key.Caller
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, topUpID := s.Clock.Now(), id.New("top")
		if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
			return err
		}
		if err := idempotency.Claim(ctx, tx, key, topUpID, now); err != nil {
			return err
		}
		if err := topUpRoom(ctx, tx, userID, now); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO topups (id, user_id, key, amount, lang, expires_at, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, key) DO NOTHING`,
			topUpID, userID, key.Key, amount, lang, db.At(now.Add(holdTopUp)), db.At(now))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Refuse("payments.not_payable") // begun before, and its time is up
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

// topUpRoom counts a customer's new top-up and refuses one above the limits. The caller has locked the customer's row.
func topUpRoom(ctx context.Context, tx *db.Tx, userID string, now time.Time) error {
	var open struct {
		Count int        `db:"count"`
		Next  *db.Millis `db:"next"`
	}
	err := tx.Get(ctx, &open, `SELECT COUNT(*) AS count, MIN(t.expires_at) AS next
		FROM topups t JOIN payments p ON p.order_id = t.id
		WHERE t.user_id = $1 AND t.expires_at > $2 AND p.state IN ('created', 'open')`, userID, db.At(now))
	switch {
	case err != nil:
		return err
	case open.Count >= maxOpenTopUps && open.Next != nil:
		return errs.TooMany("wallet.too_many_top_ups", open.Next.Time().Sub(now))
	}
	return counters.RequireDaily(ctx, tx, "topup:"+userID, topUpsADay, now, "wallet.too_many_top_ups_today")
}

func (s *Service) topUpEntry(p *Payment) wallet.Entry {
	return wallet.Entry{UserID: p.UserID, Amount: p.Amount, Type: wallet.TopUp, Source: captureSource(p),
		From: ledger.Account("gateway", p.Gateway), At: s.Clock.Now()}
}

// askTopUp ensures that the gateway knows a top-up and returns its page. A paid or expired one is refused with
// payments.not_payable.
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
	// The payer's data is only for gateways that need it.
	if u, err := auth.UserByID(ctx, s.DB, p.UserID); err == nil {
		in.Billing = Billing{Name: u.Name, Phone: u.Phone}
	}
	return s.open(ctx, p, in)
}

// topUp credits a wallet with a payment that was just captured.
func (s *Service) topUp(ctx context.Context, tx *db.Tx, p *Payment) error {
	return s.Wallet.Credit(ctx, tx, s.topUpEntry(p))
}
