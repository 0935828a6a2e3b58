package returns

import (
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// NewestOf reads a customer's newest returns that the member may see.
func (s *Service) NewestOf(ctx context.Context, q db.Querier, member staff.Member, userID string, lang i18n.Lang,
	most int) ([]Card, error) {
	list, _, err := ofCustomer(ctx, q, userID, most, 0)
	if err != nil {
		return nil, err
	}
	seen := visible(member)
	list = slices.DeleteFunc(list, func(r Return) bool {
		return !member.Sees(r.BranchID) || !slices.Contains(seen, r.State)
	})
	cards, err := s.cards(ctx, q, list, lang)
	if cards == nil {
		cards = []Card{}
	}
	return cards, err
}
