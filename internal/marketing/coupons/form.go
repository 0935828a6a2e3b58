package coupons

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// The kinds of coupon.
const (
	Percent      = "percent"
	Amount       = "amount"
	FreeDelivery = "free_delivery"
)

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *products.Service
}

// Service lets staff create and manage coupons.
type Service struct{ Deps }

// New returns a Service.
func New(deps Deps) *Service { return &Service{deps} }

// Form is a coupon as staff fill it in. Value is a percentage or an amount, by
// kind.
type Form struct {
	Kind          string          `json:"kind" doc:"percent, amount or free_delivery"`
	Value         *httpapi.Amount `json:"value,omitempty" doc:"Percent (12.5) or pounds."`
	Minimum       *httpapi.Amount `json:"minimum,omitempty" doc:"Least total of the items it is for."`
	Cap           *httpapi.Amount `json:"cap,omitempty" doc:"Most that a percentage takes off."`
	StartsAt      *db.Millis      `json:"starts_at,omitempty"`
	EndsAt        *db.Millis      `json:"ends_at,omitempty"`
	TotalLimit    *httpapi.Int    `json:"total_limit,omitempty" doc:"Uses by everybody."`
	CustomerLimit *httpapi.Int    `json:"customer_limit,omitempty" doc:"Uses by one customer."`
	FirstOrder    bool            `json:"first_order,omitempty"`
	Services      []string        `json:"services,omitempty" maxItems:"50" doc:"None: all of them."`
	Stores        []string        `json:"stores,omitempty" maxItems:"50"`
	Categories    []string        `json:"categories,omitempty" maxItems:"50"`
	Listed        bool            `json:"listed,omitempty" doc:"Shown to whoever may use it."`
	Version       int64           `json:"version,omitempty" doc:"The one that was read; none of a new coupon."`
}

var codeShape = regexp.MustCompile(`^[A-Z0-9][A-Z0-9_-]{2,23}$`)

const maxAmount = 100_000_00 // minor units

// fill copies a form into c, or returns the errors of all fields (422).
func (s *Service) fill(c *Coupon, f Form) error {
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	c.Kind, c.FirstOrder, c.Listed, c.StartsAt, c.EndsAt = f.Kind, f.FirstOrder, f.Listed, f.StartsAt, f.EndsAt
	c.Value, c.Minimum, c.Cap = 0, 0, nil
	switch f.Kind {
	case Percent:
		switch {
		case f.Value == nil:
			no("value", "common.required")
		case f.Value.Minor <= 0:
			no("value", "common.greater_than_zero")
		case f.Value.Minor > 100_00:
			no("value", "promo.percent_most")
		default:
			c.Value = f.Value.Minor // hundredths of a percent are basis points
		}
		if f.Cap != nil && f.Cap.Minor <= 0 {
			no("cap", "common.greater_than_zero")
		} else if f.Cap != nil {
			c.Cap = &f.Cap.Minor
		}
	case Amount:
		switch {
		case f.Value == nil:
			no("value", "common.required")
		case f.Value.Minor <= 0:
			no("value", "common.greater_than_zero")
		case f.Value.Minor > maxAmount:
			no("value", "promo.amount_most", "amount", maxAmount/100)
		default:
			c.Value = f.Value.Minor
		}
	case FreeDelivery:
	default:
		no("kind", "common.one_of")
	}
	if f.Minimum != nil {
		if c.Minimum = f.Minimum.Minor; c.Minimum < 0 || c.Minimum > maxAmount {
			no("minimum", "common.invalid")
		}
	}
	if f.StartsAt != nil && f.EndsAt != nil && *f.EndsAt <= *f.StartsAt {
		no("ends_at", "promo.ends_before")
	}
	limit := func(field string, n *httpapi.Int) *int64 {
		if n == nil {
			return nil
		}
		if *n <= 0 {
			no(field, "common.greater_than_zero")
		}
		out := int64(*n)
		return &out
	}
	c.TotalLimit, c.CustomerLimit = limit("total_limit", f.TotalLimit), limit("customer_limit", f.CustomerLimit)
	named := func(field string, list []string, id func(ref string) (string, bool)) refs {
		out := refs{}
		for _, ref := range list {
			found, ok := id(ref)
			if !ok {
				no(field, "common.invalid")
				return nil
			}
			if !slices.Contains(out, found) {
				out = append(out, found)
			}
		}
		return out
	}
	c.Services = named("services", f.Services, func(ref string) (string, bool) {
		if k, ok := s.Branches.Service(ref); ok {
			return k.ID, true
		}
		return "", false
	})
	c.Stores = named("stores", f.Stores, func(ref string) (string, bool) {
		if st, ok := s.Branches.Store(ref); ok {
			return st.ID, true
		}
		return "", false
	})
	c.Categories = named("categories", f.Categories, func(ref string) (string, bool) {
		if cat, ok := s.Catalog.Category(ref); ok {
			return cat.ID, true
		}
		return "", false
	})
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// Create creates a coupon with an unused code; 422 lists every invalid field. A manager's coupon is limited to the
// manager's stores. A coupon that can give more than its maker may grant in a day needs a second person's approval.
func (s *Service) Create(ctx context.Context, member staff.Member, code string, f Form) (Coupon, error) {
	c := Coupon{ID: id.New("cpn"), Makers: refs{}, BorneBy: s.scopeOf(member).party(), UpdatedAt: db.At(s.Clock.Now())}
	c.Code = strings.ToUpper(money.LatinDigits(httpapi.Clean(code)))
	wrong := s.fill(&c, f)
	if wrong == nil {
		wrong = s.scopeOf(member).fix(&c)
	}
	if !codeShape.MatchString(c.Code) {
		wrong = andField(wrong, errs.Field{Name: "code", Key: "promo.code_shape"})
	}
	if wrong != nil {
		return Coupon{}, wrong
	}
	fresh := c
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		c = fresh
		basis, err := s.let(ctx, tx, member, &c)
		if err != nil {
			return err
		}
		if err := insert(ctx, tx, c); err != nil {
			return err
		}
		c.Version = 1
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "coupon.create", Object: c.ID, After: c.factsOf(basis)})
	})
	if errors.Is(err, errTaken) {
		return Coupon{}, errs.Invalid("code", "promo.code_taken")
	}
	return c, err
}

// andField adds a field in front of the errors already found.
func andField(err error, first errs.Field) error {
	fields := []errs.Field{first}
	var e *errs.Error
	if errors.As(err, &e) {
		fields = append(fields, e.Fields...)
	}
	return errs.InvalidAll(fields)
}

// Edit changes a coupon for future orders. Existing uses stay, so a limit cannot be set below them (422). It returns
// errs.VersionConflict if somebody else changed it in between, NotFound if it is gone or not theirs. A coupon that then
// gives more, or to others, needs approval again, as a new one does.
func (s *Service) Edit(ctx context.Context, member staff.Member, couponID string, f Form) (Coupon, error) {
	var after Coupon
	r := s.scopeOf(member)
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := lock(ctx, tx, couponID, r)
		if err != nil {
			return err
		}
		if err := r.refuses(before); err != nil {
			return err
		}
		after = before
		if f.Version != before.Version {
			return errs.VersionConflict(nil)
		}
		after.UpdatedAt = db.At(s.Clock.Now())
		if err := s.fill(&after, f); err != nil {
			return err
		}
		if err := r.fix(&after); err != nil {
			return err
		}
		if after.TotalLimit != nil && *after.TotalLimit < before.Uses {
			return errs.Invalid("total_limit", "promo.limit_below_uses", "count", before.Uses)
		}
		if limit := after.limit(); limit > 0 {
			most, err := maxUses(ctx, tx, couponID)
			if err != nil {
				return err
			}
			if limit < most {
				field := "customer_limit"
				if after.FirstOrder {
					field = "first_order"
				}
				return errs.Invalid(field, "promo.limit_below_customer", "count", most)
			}
		}
		if err := r.widens(before, !after.within(before)); err != nil {
			return err
		}
		basis := approvals.Alone
		switch {
		case after.within(before) && before.Active:
		case before.Active, before.WaitsSince != nil:
			if basis, err = s.let(ctx, tx, member, &after); err != nil {
				return err
			}
		default:
			after.madeBy(member)
		}
		if err := update(ctx, tx, after); err != nil {
			return err
		}
		after.Version++
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "coupon.edit", Object: couponID, Before: before.facts(), After: after.factsOf(basis)})
	})
	return after, err
}

// Switch turns a coupon on or off. Orders that used it keep it. Turning it on grants what it can take off, so it may
// wait for a second person even if it was approved before. It returns NotFound if the coupon is gone or not theirs.
func (s *Service) Switch(ctx context.Context, member staff.Member, couponID string, on bool) (Coupon, error) {
	var after Coupon
	r := s.scopeOf(member)
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := lock(ctx, tx, couponID, r)
		if err != nil || (before.Active || before.WaitsSince != nil) == on {
			after = before
			return err
		}
		if err := errors.Join(r.refuses(before), r.widens(before, on)); err != nil {
			return err
		}
		after = before
		after.UpdatedAt = db.At(s.Clock.Now())
		basis := approvals.Alone
		if after.Active, after.WaitsSince = false, nil; on {
			if basis, err = s.let(ctx, tx, member, &after); err != nil {
				return err
			}
		}
		if err := update(ctx, tx, after); err != nil {
			return err
		}
		after.Version++
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "coupon.switch", Object: couponID, Before: map[string]bool{"active": before.Active},
			After: map[string]bool{"active": after.Active, "waits": after.WaitsSince != nil,
				"sole_owner": basis == approvals.SoleOwner}})
	})
	return after, err
}

// factsOf returns a coupon for the log, with the basis on which it was switched on.
func (c Coupon) factsOf(basis approvals.Basis) map[string]any {
	f := c.facts()
	f["waits"], f["sole_owner"] = c.WaitsSince != nil, basis == approvals.SoleOwner
	return f
}

// facts returns a coupon as the audit log stores it.
func (c Coupon) facts() map[string]any {
	return map[string]any{"code": c.Code, "kind": c.Kind, "value": c.Value, "minimum": c.Minimum, "cap": c.Cap,
		"starts_at": c.StartsAt, "ends_at": c.EndsAt, "total_limit": c.TotalLimit, "customer_limit": c.CustomerLimit,
		"first_order": c.FirstOrder, "services": c.Services, "stores": c.Stores, "categories": c.Categories,
		"active": c.Active, "listed": c.Listed}
}
