package products

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// renamed reports whether a variant's name changed: a small one renamed to large would sell the large one at the price
// of the small one. A missing name in a language may be added.
func (s *Service) renamed(was, is *pastName) bool {
	values := func(name string) []string {
		all := strings.Split(name, " / ")
		for i := range all {
			all[i] = s.Fold(all[i])
		}
		slices.Sort(all) // options may change places
		return all
	}
	return !slices.Equal(values(was.NameEN), values(is.NameEN)) ||
		strings.Trim(was.NameAR, "/ ") != "" && !slices.Equal(values(was.NameAR), values(is.NameAR))
}

// judgeNames refuses to rename variants that are far cheaper than another variant of the product: under the new name
// they would be sold at a price that nobody approved. The sole owner may do it; sole reports that case.
func (s *Service) judgeNames(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm,
	last map[string]i18n.Text) (wrong []errs.Field, sole bool, err error) {
	if by.StaffID == "" || by.StaffID == audit.CommandLine {
		return nil, false, nil
	}
	at := map[string]int{}
	for i, v := range form.Variants {
		n := slices.IndexFunc(r.Variants, func(o VariantForm) bool { return o.ID == v.ID })
		if n < 0 {
			continue
		}
		if was, is := r.calledLast(&r.Variants[n], last), form.nameOfVariant(&v); s.renamed(&was, &is) {
			at[v.ID] = i
		}
	}
	if len(at) == 0 {
		return nil, false, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return nil, false, err
	}
	var prices []Price
	if err := tx.Select(ctx, &prices, priceColumns+` WHERE product_id = $1 ORDER BY branch_id, variant_id`,
		r.ID); err != nil {
		return nil, false, err
	}
	keys := make([]PriceKey, len(prices))
	for i := range prices {
		keys[i] = prices[i].key()
	}
	marks, err := marksOf(ctx, tx, keys)
	if err != nil {
		return nil, false, err
	}
	since := db.At(s.Clock.Now().AddDate(0, 0, -int(limits.DropDays)))
	far := map[string]bool{}
	for i := range prices {
		p := &prices[i]
		if _, is := at[p.VariantID]; !is {
			continue
		}
		for j := range prices {
			o := &prices[j]
			if o.BranchID != p.BranchID || o.VariantID == p.VariantID {
				continue
			}
			if p.lowest()*100 < max(o.Price, Highest(marks[o.key()], since))*(100-limits.Drop) {
				far[p.VariantID] = true
			}
		}
	}
	if len(far) == 0 {
		return nil, false, nil
	}
	basis, err := approvals.ApproveAlone(ctx, tx, s.Clock.Now(),
		approvals.Grant{Object: "product:" + r.ID, Part: r.Version, Giver: staff.Member{ID: by.StaffID, Role: by.Role},
			Unbounded: true})
	if err != nil || basis != approvals.Nobody {
		return nil, basis == approvals.SoleOwner, err
	}
	for id := range far {
		wrong = append(wrong, errs.Field{Name: fmt.Sprintf("variants.%d", at[id]), Key: "catalog.choices_fixed"})
	}
	return wrong, false, nil
}

// soleRecord is a product as the log records it after the sole owner acted alone.
type soleRecord struct {
	*Record
	SoleOwner bool     `json:"sole_owner,omitempty"`
	Makers    []string `json:"makers,omitempty"` // the members who proposed it, if another one approved it
}
