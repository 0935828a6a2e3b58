// Package ledger is the shop's double-entry book. Every event that moves money posts one transaction whose lines add up
// to zero; nothing is ever changed or removed. A transaction names its source (for example "order:ord_1:placed"), and
// posting twice for one source does nothing, so callers of Post may repeat it.
//
// An account is "kind:owner". A debit is positive, a credit negative:
//
//	order:<order>          what is still open between the customer and the shop
//	branch_payable:<branch> what the shop owes a branch
//	delivery_income:shop   delivery fees earned by the shop's couriers; a store's own are the branch's
//	tips_payable:<branch>  tips to be passed on to the store's couriers; tips_payable:shop to the platform's
//	coupon_cost:shop       discounts the shop bears
//	gateway:<name>         money a card gateway holds for the shop
//	cash_due:<branch>      cash taken at the door, not yet handed in
//	cash_held:<branch>     cash that was handed in and counted
//	cash_short:<who>       what a courier, or a branch's counter, handed in too little
//	cash_over:<branch>     what was handed in too much
//	cash_rounding:shop     what amounts due in cash were rounded down by
//	wallet:<customer>       what the shop owes a customer (balance is a credit)
//	bank:shop              transfers finance has made
//	goodwill:shop          money staff gave away
//	points_cost:shop       what spent and converted points cost
//
// Loyalty points are in the same book, in a separate currency (Points):
//
//	points:<customer>       points a customer can spend (a credit)
//	points_owed:<customer>  points to be taken from the next earnings (a debit)
//	points_issued:shop     the other side of both
//
// Customers' accounts have a cached balance that is checked on each posting. The others have none, because a single row
// for the whole shop would make all purchases wait for each other.
package ledger

import (
	"context"
	"fmt"
	"strings"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
)

// Posting is one line of a transaction: Amount in minor units of Currency,
// debit positive.
type Posting struct {
	Account  string
	Currency string
	Amount   int64
}

// Entry is a transaction to be posted.
type Entry struct {
	Source   string
	Kind     string
	At       time.Time
	Postings []Posting
}

// Account returns the name of an account.
func Account(kind, owner string) string { return kind + ":" + owner }

// guarded lists the kinds of account that belong to a customer and may never be overdrawn. A customer's money is a
// credit, so the balance stays at or below zero.
var guarded = []string{"wallet:", "points:"}

// Points is the currency of loyalty points.
const Points = "PTS"

// Guarded reports whether an account has a cached balance.
func Guarded(account string) bool {
	for _, kind := range guarded {
		if strings.HasPrefix(account, kind) {
			return true
		}
	}
	return false
}

// Post writes e, or does nothing if its source was posted before; posted reports which. It returns
// ledger.balance_not_sufficient if a customer's account holds too little, and the caller must roll back. Lines of zero
// are left out. An unbalanced entry is a programming error.
func Post(ctx context.Context, tx *db.Tx, e Entry) (posted bool, err error) {
	stmts, err := Statements(e)
	if err != nil {
		return false, err
	}
	var heads int64
	stmts[0].Rows = &heads
	err = tx.Batch(ctx, stmts)
	if heads == 0 && errs.Is(err, "ledger.balance_not_sufficient") {
		err = nil // nothing was debited a second time
	}
	return err == nil && heads > 0, err
}

const (
	headSQL = `INSERT INTO ledger_transactions (id, source, kind, at) VALUES ($1, $2, $3, $4)
		ON CONFLICT (source) DO NOTHING`
	// For a repeated source there is no transaction row with this id, so its lines are not written.
	lineSQL = `INSERT INTO ledger_postings (transaction_id, line, account, currency, amount)
		SELECT t.id, v.line, v.account, v.currency, v.amount
		FROM (SELECT id FROM ledger_transactions WHERE id = $1) t
		CROSS JOIN (%s) v`
	oneLine = `SELECT CAST($%d AS BIGINT) AS line, CAST($%d AS TEXT) AS account, CAST($%d AS TEXT) AS currency,
		CAST($%d AS BIGINT) AS amount`
	spendSQL = `UPDATE ledger_balances SET balance = balance + $3
		WHERE account = $1 AND currency = $2 AND balance + $3 <= 0
		AND EXISTS (SELECT 1 FROM ledger_transactions WHERE id = $4)`
	gainSQL = `INSERT INTO ledger_balances (account, currency, balance)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), CAST($3 AS BIGINT) FROM ledger_transactions WHERE id = $4
		ON CONFLICT (account, currency) DO UPDATE SET balance = ledger_balances.balance + excluded.balance`
)

// Statements returns the statements of an entry, for callers that send them in a batch with others. A repeated entry
// that debits a customer's account fails there; Post distinguishes the two cases.
func Statements(e Entry) ([]db.Stmt, error) {
	sums := map[string]int64{}
	for _, p := range e.Postings {
		sums[p.Currency] += p.Amount
	}
	for currency, sum := range sums {
		if sum != 0 {
			return nil, fmt.Errorf("ledger: %s does not balance: %d %s", e.Source, sum, currency)
		}
	}
	txID := id.New("ltx")
	stmts := []db.Stmt{{SQL: headSQL, Args: []any{txID, e.Source, e.Kind, db.At(e.At)}}}
	var lines []string
	args := []any{txID}
	for i, p := range e.Postings {
		if p.Amount == 0 {
			continue
		}
		n := len(args)
		lines = append(lines, fmt.Sprintf(oneLine, n+1, n+2, n+3, n+4))
		args = append(args, int64(i+1), p.Account, p.Currency, p.Amount)
		switch {
		case !Guarded(p.Account):
		case p.Amount > 0:
			stmts = append(stmts, db.Stmt{SQL: spendSQL, Args: []any{p.Account, p.Currency, p.Amount, txID},
				Guard: errs.Refuse("ledger.balance_not_sufficient")})
		default:
			stmts = append(stmts, db.Stmt{SQL: gainSQL, Args: []any{p.Account, p.Currency, p.Amount, txID}})
		}
	}
	if len(lines) > 0 {
		stmts = append(stmts, db.Stmt{SQL: fmt.Sprintf(lineSQL, strings.Join(lines, " UNION ALL ")), Args: args})
	}
	return stmts, nil
}

// Reverse returns the entry that cancels e, under a separate source and kind.
func Reverse(e Entry, source, kind string, at time.Time) Entry {
	out := Entry{Source: source, Kind: kind, At: at}
	for _, p := range e.Postings {
		p.Amount = -p.Amount
		out.Postings = append(out.Postings, p)
	}
	return out
}

// Find reads the entry that was posted for a source; db.ErrNoRows if there is none.
func Find(ctx context.Context, q db.Querier, source string) (Entry, error) {
	var head struct {
		ID   string
		Kind string
		At   db.Millis
	}
	if err := q.Get(ctx, &head, `SELECT id, kind, at FROM ledger_transactions WHERE source = $1`, source); err != nil {
		return Entry{}, err
	}
	e := Entry{Source: source, Kind: head.Kind, At: head.At.Time()}
	err := q.Select(ctx, &e.Postings, `SELECT account, currency, amount FROM ledger_postings
		WHERE transaction_id = $1 ORDER BY line`, head.ID)
	return e, err
}

// Balance returns the sum of an account's postings; debits are positive.
func Balance(ctx context.Context, q db.Querier, account, currency string) (int64, error) {
	var sum int64
	err := q.Get(ctx, &sum, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM ledger_postings
		WHERE account = $1 AND currency = $2`, account, currency)
	return sum, err
}

// Held reads the balance of a customer's guarded account, as a positive amount.
func Held(ctx context.Context, q db.Querier, account, currency string) (int64, error) {
	var held []int64
	err := q.Select(ctx, &held, `SELECT -balance FROM ledger_balances WHERE account = $1 AND currency = $2`, account,
		currency)
	if err != nil || len(held) == 0 {
		return 0, err
	}
	return held[0], nil
}
