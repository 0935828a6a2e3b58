package checkout

import (
	"context"
	"errors"

	"wekala/internal/orders"
	"wekala/internal/platform/errs"
)

// cashNow refuses cash for an amount where a quote can say so already: above the
// shop's limits, or after too many unpaid orders of this customer's day came to
// nothing. nil where it may be paid so.
func (s *Service) cashNow(ctx context.Context, userID string, due int64) (*errs.Error, error) {
	tooMuch, err := s.cashLimit(ctx, userID, due)
	if err != nil || tooMuch != nil || due == 0 {
		return tooMuch, err
	}
	held, err := s.confirm(ctx, userID, due)
	if err != nil {
		return nil, err
	}
	err = orders.UnpaidToday(ctx, s.DB, userID, held != "", s.Clock.Now())
	var refused *errs.Error
	if errors.As(err, &refused) {
		return refused, nil
	}
	return nil, err
}
