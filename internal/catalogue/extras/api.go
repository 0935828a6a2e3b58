package extras

import (
	"context"

	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// Routes registers the operations on extras for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/products/{id}/extras", ID: "product-extras", Tag: "catalogue",
		Summary: "What is chosen along with a product at a branch", Audience: httpapi.Public}, s.getOffered)
}

// ExtraView is an extra as a customer sees it.
type ExtraView struct {
	ID        string      `json:"id"`
	Name      string      `json:"name"`
	Price     money.Major `json:"price" doc:"On top of the product's; 0: free."`
	Most      int64       `json:"most" doc:"Of this one, for one unit of the product."`
	Preset    int64       `json:"preset" doc:"How many are chosen until the customer says otherwise."`
	Available bool        `json:"available" doc:"Not sold out at the branch."`
}

// GroupView is a group as customers choose from it.
type GroupView struct {
	ID     string      `json:"id"`
	Name   string      `json:"name"`
	Least  int64       `json:"least" doc:"Above 0 the choice is required."`
	Most   int64       `json:"most"`
	Extras []ExtraView `json:"extras"`
}

// OfferedView lists the groups of extras offered with a product, required groups first.
type OfferedView struct {
	ProductID string      `json:"product_id"`
	BranchID  string      `json:"branch_id"`
	Groups    []GroupView `json:"groups"`
	Currency  string      `json:"currency"`
}

type offeredInput struct {
	ID       string `path:"id" maxLength:"120" doc:"Id or slug."`
	BranchID string `query:"branch_id" maxLength:"80" doc:"Id or slug."`
}

func (s *Service) getOffered(ctx context.Context, in *offeredInput) (*httpapi.Reply[OfferedView], error) {
	b, ok := s.Branches.Branch(in.BranchID)
	if !ok {
		return nil, errs.Invalid("branch_id", "common.one_of")
	}
	var found []string
	if err := s.DB.Select(ctx, &found, `SELECT id FROM products WHERE (id = $1 OR slug = $1) AND store_id = $2 AND active
		ORDER BY id LIMIT 1`, in.ID, b.Store.ID); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, errs.NotFound()
	}
	offered, err := s.At(ctx, s.DB, b.ID, found)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(OfferedView{ProductID: found[0], BranchID: b.ID,
		Groups: offered[found[0]].Views(httpapi.Caller(ctx).Lang), Currency: money.Shop}), nil
}

// Views converts groups into a language, required groups first.
func (o Offered) Views(lang i18n.Lang) []GroupView {
	out := []GroupView{}
	for _, required := range []bool{true, false} {
		for _, g := range o {
			if (g.Least > 0) != required {
				continue
			}
			v := GroupView{ID: g.ID, Name: g.Name.In(lang), Least: g.Least, Most: g.Most, Extras: []ExtraView{}}
			for _, e := range g.Extras {
				v.Extras = append(v.Extras, ExtraView{e.ID, e.Name.In(lang), money.EGP(e.Price).Major(), e.Most, e.Preset, !e.Out})
			}
			out = append(out, v)
		}
	}
	return out
}

// PickView is a chosen extra and the price that it adds.
type PickView struct {
	ID    string      `json:"id"`
	Group string      `json:"group"`
	Name  string      `json:"name"`
	Qty   int64       `json:"qty"`
	Price money.Major `json:"price" doc:"Of one; contained in the unit price. 0: free, or agreed to in a quotation."`
}

// Picked converts the chosen extras into a language.
func Picked(list []Frozen, lang i18n.Lang) []PickView {
	out := make([]PickView, len(list))
	for i, f := range list {
		out[i] = PickView{f.ID, f.Group.In(lang), f.Name.In(lang), f.Qty, money.EGP(f.Price).Major()}
	}
	return out
}

// Line lists the chosen extras in one line of text, as documents show them.
func Line(list []Frozen, lang i18n.Lang) string {
	text := ""
	for i, f := range list {
		if i > 0 {
			text += i18n.T(lang, "orders.comma")
		}
		if f.Qty > 1 {
			text += i18n.T(lang, "extras.times", "qty", f.Qty, "name", f.Name)
		} else {
			text += f.Name.In(lang)
		}
	}
	return text
}

// PickInput is an extra that a customer chooses.
type PickInput struct {
	ID  string      `json:"id" maxLength:"64"`
	Qty httpapi.Int `json:"qty" doc:"How many for one unit of the product."`
}

// Chosen reads the extras that a customer chose. Invalid input returns 422.
func Chosen(in []PickInput) (Picks, error) {
	if len(in) > MaxPicks {
		return nil, errs.Invalid("extras", "extras.most_picks", "most", MaxPicks)
	}
	picks := make([]Pick, len(in))
	for i, p := range in {
		// Picks are stored as text in which commas and stars are separators, so ids must not contain them.
		if p.Qty < 0 || p.Qty > maxOfOne || p.ID == "" || !plain(p.ID) {
			return nil, errs.Invalid("extras", "common.invalid")
		}
		picks[i] = Pick{p.ID, int64(p.Qty)}
	}
	return Sorted(picks), nil
}

func plain(ref string) bool {
	for _, r := range ref {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' || r == '-') {
			return false
		}
	}
	return true
}
