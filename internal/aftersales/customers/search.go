package customers

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// minLetters is the minimum number of letters in a name for a search while typing.
const minLetters = 3

// Search finds customers by their whole phone number or by the beginnings of the words of their name.
func (s *Service) Search(ctx context.Context, q staff.Query) ([]staff.Hits, error) {
	if !q.Member.May(staff.ReadCustomers) {
		return nil, nil
	}
	var people []auth.Person
	u, err := auth.UserByPhone(ctx, s.DB, q.Text)
	switch {
	case err == nil:
		people = []auth.Person{{ID: u.ID, Name: u.Name, Phone: u.Phone}}
	case errs.Key(err) == "":
		return nil, err
	case len([]rune(q.Text)) >= minLetters && !auth.LooksLikePhone(q.Text):
		if people, err = s.Auth.PeopleNamed(ctx, s.DB, q.Text, false, "", "", q.Most+1); err != nil {
			return nil, err
		}
	}
	found := staff.Hits{Kind: "customer"}
	for _, p := range people {
		if !found.Add(q, staff.Hit{ID: p.ID, Title: p.Name, Detail: auth.MaskPhone(p.Phone), To: "/customers/" + p.ID}) {
			break
		}
	}
	return []staff.Hits{found}, nil
}
