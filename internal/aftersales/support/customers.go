package support

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// NewestOf reads a customer's most recently changed tickets.
func NewestOf(ctx context.Context, q db.Querier, userID string, lang i18n.Lang, most int) ([]Card, error) {
	list, _, err := ofCustomer(ctx, q, userID, most, 0)
	if err != nil {
		return nil, err
	}
	named, err := numbers(ctx, q, list)
	out := make([]Card, len(list))
	for i := range list {
		out[i] = list[i].card(lang, named)
	}
	return out, err
}
