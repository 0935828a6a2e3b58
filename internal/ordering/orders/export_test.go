package orders

import (
	"context"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// ShowPerColumn bounds the board's columns for one test.
func ShowPerColumn(t *testing.T, most int) int {
	before := perColumn
	t.Cleanup(func() { perColumn = before })
	perColumn = most
	return most
}

// ReadNewsBy bounds for one test how many changes are read per query.
func ReadNewsBy(t *testing.T, most int) {
	before := maxNews
	t.Cleanup(func() { maxNews = before })
	maxNews = most
}

// ShortParts shortens the parts of the list of all orders; the returned function restores their length.
func ShortParts(n int) func() {
	was := pastPart
	pastPart = n
	return func() { pastPart = was }
}

// UsuallyTakes is how long the last deliveries of an order's branch took from a status on.
var UsuallyTakes = usuallyTakes

// PastQuery returns the statement that reads the list of all orders.
func (s *Service) PastQuery(ctx context.Context, member staff.Member, in Narrowed) (string, []any, error) {
	w, err := s.where(ctx, member, in)
	query, args := w.query(1<<50, "~", pastPart+1)
	return query, args, err
}

// Columns are those of an order.
const Columns = columns

// OfCustomer reads a customer's list of orders.
func OfCustomer(ctx context.Context, q db.Querier, userID string, f Filter) ([]Order, int, error) {
	return ofCustomer(ctx, q, userID, f, perPage, 0)
}

// TellDelay does what a node does after it has found an order late.
func (s *Service) TellDelay(ctx context.Context, id string,
	when func(lang i18n.Lang, at, now time.Time) string) (told bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		told, err = s.tellDelay(ctx, tx, id, s.Clock.Now(), when)
		return err
	})
	return told, err
}
