package branches

import (
	"wekala/internal/platform/errs"
	"wekala/internal/staff"
)

// SeenBy lists the ids of the branches that a member of staff works for, or the one of them they ask for by id or slug;
// any other is not found.
func (s *Service) SeenBy(member staff.Member, ref string) ([]string, error) {
	if ref != "" {
		b, ok := s.Branch(ref)
		if !ok || !member.Sees(b.ID) {
			return nil, errs.NotFound()
		}
		return []string{b.ID}, nil
	}
	if member.Branches != nil {
		return member.Branches, nil
	}
	all := s.Every() // what a closed one did stays in sight
	ids := make([]string, len(all))
	for i, b := range all {
		ids[i] = b.ID
	}
	return ids, nil
}
