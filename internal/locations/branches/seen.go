package branches

import (
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
)

// SeenBy returns the ids of the branches that a member of staff works for, or the requested one of them by id or slug.
// Any other is not found.
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
	all := s.Every() // the data of archived branches stays visible
	ids := make([]string, len(all))
	for i, b := range all {
		ids[i] = b.ID
	}
	return ids, nil
}

// StoresOf lists the ids of the stores of some branches; nil, which means all branches, returns nil for all stores.
func (s *Service) StoresOf(branchIDs []string) []string {
	if branchIDs == nil {
		return nil
	}
	stores := []string{}
	for _, ref := range branchIDs {
		if b, ok := s.Branch(ref); ok && !slices.Contains(stores, b.Store.ID) {
			stores = append(stores, b.Store.ID)
		}
	}
	return stores
}

// sees reports whether a member of staff works for a store or a branch. Services are visible to all staff.
func (s *Service) sees(member staff.Member, of record, ref string) bool {
	switch of.word {
	case ofBranches.word:
		return member.Sees(ref)
	case ofStores.word:
		return member.Branches == nil || slices.Contains(s.StoresOf(member.Branches), ref)
	}
	return true
}

// runs reports whether a member may change a record as a whole: a store may be changed only by staff who work for all
// its branches.
func (s *Service) runs(member staff.Member, of record, ref string) bool {
	return of.word != ofStores.word || member.Branches == nil || !slices.ContainsFunc(s.Every(), func(b *Branch) bool {
		return b.Store.ID == ref && !b.Archived && !member.Sees(b.ID)
	})
}
