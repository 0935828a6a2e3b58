package products

import (
	"context"
	"errors"
	"fmt"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// newProductBody is a product with everything needed to sell it immediately: optionally a new category, and prices and
// stock at branches.
type newProductBody struct {
	ProductForm
	CategoryEN string     `json:"category_en,omitempty" doc:"The name of a category to be made with it, instead of category_id."`
	CategoryAR string     `json:"category_ar,omitempty"`
	Shelves    []shelfRow `json:"shelves,omitempty" maxItems:"100" doc:"Prices and stock of a product without options, by branch. Needs the right to set what is said."`
}

// shelfRow is a branch's price and stock of a new product.
type shelfRow struct {
	BranchID string         `json:"branch_id" maxLength:"64"`
	Price    httpapi.Amount `json:"price" doc:"Of a kilogram where it is sold by weight."`
	Received *httpapi.Int   `json:"received,omitempty" doc:"Units that came in; grams where it is sold by weight."`
	Counted  *bool          `json:"counted,omitempty" doc:"false: it is not counted here and always available."`
}

// Arrival is a branch's initial stock of a new variant.
type Arrival struct {
	BranchID, VariantID string
	UnitGrams           int64
	Received            *int64 // in units, or in grams of what is sold by weight
	Counted             *bool
}

// Receive adds arrivals to the stock on behalf of a member of staff and returns errors by index in the list. Stock is a
// layer above, so app connects it.
type Receive func(ctx context.Context, tx *db.Tx, staffID, source string, list []Arrival) ([]*errs.Error, error)

// OnArrival sets the function that receives the stock of new products. Call it once, before the first request.
func (s *Service) OnArrival(receive Receive) { s.receive = receive }

// createReady creates a product with its category, prices and stock, or none of them.
func (s *Service) createReady(ctx context.Context, tx *db.Tx, in newProductBody) (string, error) {
	by := s.by(ctx)
	if err := s.mayFill(ctx, &in); err != nil {
		return "", err
	}
	if in.CategoryID == "" && (httpapi.Clean(in.CategoryEN) != "" || httpapi.Clean(in.CategoryAR) != "") {
		st, ok := s.Branches.Store(in.StoreID)
		if !ok {
			return "", errs.Invalid("store_id", "common.one_of")
		}
		all, err := shelves(ctx, tx)
		if err != nil {
			return "", err
		}
		// An existing category with the same name is used, regardless of spelling.
		made, found := s.twinOf(all, "", st.Kind.ID, "", httpapi.Clean(in.CategoryEN), httpapi.Clean(in.CategoryAR))
		if !found {
			made, err = s.AddCategory(ctx, tx, by, NewCategory{
				ServiceID: st.Kind.ID, CategoryForm: CategoryForm{NameEN: in.CategoryEN, NameAR: in.CategoryAR, Active: true}})
		}
		if err != nil {
			return "", renamed(err, map[string]string{"name_en": "category_en", "name_ar": "category_ar"})
		}
		in.CategoryID = made
	}
	made, err := s.Create(ctx, tx, by, []NewProduct{{ProductForm: in.ProductForm}})
	if err != nil {
		return "", err
	}
	if made[0].Refused != nil {
		return "", made[0].Refused
	}
	return made[0].ID, s.fill(ctx, tx, by, made[0], &in)
}

// mayFill checks that the caller may set prices and stock at the branches.
func (s *Service) mayFill(ctx context.Context, in *newProductBody) error {
	if len(in.Shelves) == 0 {
		return nil
	}
	member := staff.Caller(ctx)
	if !member.May(staff.SetPrices) {
		return errs.NotAllowed()
	}
	if len(in.Options) > 0 || len(in.Variants) > 1 {
		return errs.Invalid("shelves", "catalog.shelves_simple")
	}
	st, _ := s.Branches.Store(in.StoreID)
	seen := map[string]bool{}
	for i, row := range in.Shelves {
		b, ok := s.Branches.Branch(row.BranchID)
		if !ok || st == nil || b.Store.ID != st.ID || !member.Sees(b.ID) || seen[b.ID] {
			return errs.Invalid(fmt.Sprintf("shelves.%d.branch_id", i), "common.one_of")
		}
		seen[b.ID] = true
		if (row.Received != nil || row.Counted != nil) && !member.May(staff.SetStock) {
			return errs.NotAllowed()
		}
	}
	return nil
}

// fill sets the prices of a new product and adds its initial stock. It reports the errors of prices and stock together,
// each at its row.
func (s *Service) fill(ctx context.Context, tx *db.Tx, by Actor, made Made, in *newProductBody) error {
	if len(in.Shelves) == 0 {
		return nil
	}
	variant := made.Variants[0]
	changes := make([]PriceChange, len(in.Shelves))
	var arrivals []Arrival
	var at []int
	for i, row := range in.Shelves {
		changes[i].Price = Price{BranchID: row.BranchID, VariantID: variant, Price: row.Price.Minor, Sold: true}
		if row.Received != nil || row.Counted != nil {
			a := Arrival{BranchID: row.BranchID, VariantID: variant, UnitGrams: in.UnitGrams, Counted: row.Counted}
			if row.Received != nil {
				n := int64(*row.Received)
				a.Received = &n
			}
			arrivals, at = append(arrivals, a), append(at, i)
		}
	}
	var wrong []errs.Field
	note := func(i int, refused *errs.Error) {
		if refused == nil {
			return
		}
		if len(refused.Fields) == 0 {
			wrong = append(wrong, errs.Field{Name: fmt.Sprintf("shelves.%d.price", i), Key: refused.Key, Args: refused.Args})
		}
		for _, f := range refused.Fields {
			f.Name = fmt.Sprintf("shelves.%d.%s", i, f.Name)
			wrong = append(wrong, f)
		}
	}
	out, err := s.SetPrices(ctx, tx, by, changes)
	if err != nil {
		return err
	}
	for i, o := range out {
		note(i, o.Refused)
	}
	if len(arrivals) > 0 {
		refused, err := s.receive(ctx, tx, by.StaffID, made.ID, arrivals)
		if err != nil {
			return err
		}
		for n, no := range refused {
			note(at[n], no)
		}
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// renamed replaces the field names of a refusal with those of another form.
func renamed(err error, names map[string]string) error {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return err
	}
	wrong := make([]errs.Field, len(refused.Fields))
	for i, f := range refused.Fields {
		if name, ok := names[f.Name]; ok {
			f.Name = name
		}
		wrong[i] = f
	}
	if len(wrong) == 0 {
		return err
	}
	return errs.InvalidAll(wrong)
}
