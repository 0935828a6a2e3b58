package products

import (
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/wire"
)

// CatalogueChoices is the data that the catalogue's forms offer for selection.
type CatalogueChoices struct {
	Services []ServiceChoice `json:"services"`
	Stores   []StoreChoice   `json:"stores" doc:"Within the caller's reach."`
	Branches []BranchChoice  `json:"branches" doc:"Within the caller's reach."`
	Tags     []string        `json:"tags" doc:"Those of products within the caller's reach."`
	VATs     []int64         `json:"vats" doc:"Basis points."`
	Untaxed  bool            `json:"untaxed" doc:"The shop is not registered for VAT, and gets none back: what goods cost it contains theirs."`
}

// ServiceChoice is a service and the default return class of its goods, which applies where no category sets one.
type ServiceChoice struct {
	wire.Ref
	Class string `json:"return_class" enum:"perishable,hygiene,general"`
}

// StoreChoice is a store and the service that its products belong to.
type StoreChoice struct {
	wire.Ref
	ServiceID string `json:"service_id"`
}

// BranchChoice is a branch and its store.
type BranchChoice struct {
	wire.Ref
	StoreID  string `json:"store_id"`
	CanPrice bool   `json:"can_price" doc:"I may set prices there."`
	CanStock bool   `json:"can_stock" doc:"I may set stock there."`
}

// scope lists the stores whose products a member of staff may see; nil means all.
func (s *Service) scope(m staff.Member) []string { return s.Branches.StoresOf(m.Branches) }

func (s *Service) getCatalogueChoices(ctx context.Context, _ *none) (*httpapi.Reply[CatalogueChoices], error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	out := CatalogueChoices{Services: []ServiceChoice{}, Stores: []StoreChoice{}, Branches: []BranchChoice{}, VATs: VATs,
		Untaxed: s.untaxed()}
	scope := s.scope(member)
	for _, k := range s.Branches.ServiceTypes() {
		out.Services = append(out.Services, ServiceChoice{k.Ref(lang), ReturnClassOf(k.Tint)})
	}
	for _, st := range s.Branches.Stores() {
		if scope == nil || slices.Contains(scope, st.ID) {
			out.Stores = append(out.Stores, StoreChoice{st.Ref(lang), st.Kind.ID})
		}
	}
	for _, b := range s.Branches.All() {
		if member.Sees(b.ID) {
			out.Branches = append(out.Branches, BranchChoice{
				b.Ref(lang), b.Store.ID, member.May(staff.SetPrices), member.May(staff.SetStock)})
		}
	}
	var err error
	if out.Tags, err = s.Tags(ctx, scope); err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}
