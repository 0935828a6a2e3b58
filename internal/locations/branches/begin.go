package branches

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// FirstForm contains the data that a new shop needs to take orders: one service of a common kind, one store and one
// branch, with hours and the surrounding area. Each is edited separately afterwards.
type FirstForm struct {
	Kind      string         `json:"kind,omitempty" doc:"food, grocery, pharmacy or general, which is the default."`
	StoreEN   string         `json:"store_en,omitempty"`
	StoreAR   string         `json:"store_ar,omitempty"`
	NameEN    string         `json:"name_en,omitempty" doc:"The branch's; its store's and its area's when both are left out."`
	NameAR    string         `json:"name_ar,omitempty"`
	AddressEN string         `json:"address_en,omitempty"`
	AddressAR string         `json:"address_ar,omitempty"`
	Phone     string         `json:"phone,omitempty"`
	District  string         `json:"district,omitempty" doc:"Its id; the one around the pin when it is left out."`
	Lat       *float64       `json:"lat,omitempty" doc:"The pin; the middle of the district when it is left out."`
	Lng       *float64       `json:"lng,omitempty"`
	Hours     []Shift        `json:"hours" maxItems:"60"`
	Fee       httpapi.Amount `json:"fee" doc:"For delivery within its own area."`
	Minutes   httpapi.Int    `json:"minutes" doc:"How long that takes."`
}

// promiseOf are the delivery promises and colours of the services that a shop can begin with.
var promiseOf = map[string]struct{ promise, tint string }{
	"food": {ByMinutes, "food"}, "grocery": {ByMinutes, "grocery"}, "pharmacy": {ByMinutes, "general"},
	"general": {ByDays, "general"},
}

// postFirst creates the first service, store and branch together, or none of them.
func (s *Service) postFirst(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body FirstForm
}) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	return create(ctx, s, "console-first-branch", in.Key, in.Body, func(ctx context.Context, tx *db.Tx) (string, error) {
		return s.addFirst(ctx, tx, member, in.Body)
	}, s.readBranch)
}

func (s *Service) addFirst(ctx context.Context, tx *db.Tx, member staff.Member, in FirstForm) (string, error) {
	var f forms.Form
	kind := f.OneOf("kind", in.Kind, "general", "food", "grocery", "pharmacy")
	f.Name("store", in.StoreEN, in.StoreAR, nameLetters)
	if err := f.Err(); err != nil {
		return "", err
	}
	if err := claimFirst(ctx, tx); err != nil {
		return "", err
	}
	how := promiseOf[kind]
	k := KindForm{NameEN: i18n.T(i18n.EN, "branches.kind_"+kind), NameAR: i18n.T(i18n.AR, "branches.kind_"+kind),
		Tint: how.tint, Promise: how.promise}
	service, err := AddKind(ctx, tx, k, s.Pictures)
	if err != nil {
		return "", err
	}
	made, err := s.readKind(ctx, tx, service)
	if err != nil {
		return "", err
	}
	if err := s.onService(ctx, tx, made.Slug, made.Tint); err != nil {
		return "", err
	}
	st := StoreForm{Service: service, NameEN: in.StoreEN, NameAR: in.StoreAR, OwnedBy: OwnedByPlatform}
	store, err := AddStore(ctx, tx, st, s.Pictures)
	if err != nil {
		return "", err
	}
	b := BranchForm{Store: store, NameEN: in.NameEN, NameAR: in.NameAR, AddressEN: in.AddressEN, AddressAR: in.AddressAR,
		Phone: in.Phone, District: in.District, Lat: in.Lat, Lng: in.Lng, DeliveryMinutes: &in.Minutes}
	if err := s.nameByArea(ctx, tx, &b, in); err != nil {
		return "", err
	}
	branch, err := AddBranch(ctx, tx, b, s.Places)
	if err != nil {
		return "", asTyped(err)
	}
	if _, err := tx.Exec(ctx, `UPDATE first_branch SET branch_id = $1 WHERE one = 1`, branch); err != nil {
		return "", err
	}
	hours := HoursForm{Hours: in.Hours, Version: 1}
	if err := SetHours(ctx, tx, branch, hours, s.today()); err != nil {
		return "", err
	}
	var at string
	if err := tx.Get(ctx, &at, `SELECT district_id FROM branches WHERE id = $1`, branch); err != nil {
		return "", err
	}
	zones := ZonesForm{Zones: []ZoneForm{{District: at, Fee: in.Fee, Minutes: in.Minutes}}, Version: 1}
	if err := SetZones(ctx, tx, branch, zones); err != nil {
		return "", asTyped(err)
	}
	for _, one := range []struct {
		action, object string
		after          any
	}{{"service.create", service, k}, {"store.create", store, st}, {"branch.create", branch, b},
		{"branch.hours", branch, hours}, {"branch.zones", branch, zones.Zones}} {
		if err := s.written(ctx, tx, member, one.action, one.object, nil, one.after); err != nil {
			return "", err
		}
	}
	return branch, nil
}

// claimFirst lets one caller create the first branch. A concurrent request, for instance from another tab, waits for
// the row's key and is refused.
func claimFirst(ctx context.Context, tx *db.Tx) error {
	n, err := tx.Exec(ctx, `INSERT INTO first_branch (one, branch_id) VALUES (1, '') ON CONFLICT DO NOTHING`)
	if err == nil && n == 0 {
		return errs.Conflict("branches.first_made")
	}
	return err
}

// nameByArea names a branch without a name after its store and its area, because customers know a shop by the name of
// its branch.
func (s *Service) nameByArea(ctx context.Context, q db.Querier, b *BranchForm, in FirstForm) error {
	if httpapi.Clean(cmp.Or(b.NameEN, b.NameAR)) != "" {
		return nil
	}
	var f forms.Form
	if err := b.locate(ctx, q, s.Places, &f); err != nil {
		return err
	}
	if err := f.Err(); err != nil {
		return err
	}
	var d struct {
		NameEN string `db:"name_en"`
		NameAR string `db:"name_ar"`
	}
	err := q.Get(ctx, &d, `SELECT name_en, name_ar FROM districts WHERE id = $1`, b.District)
	named := func(store, area string) string {
		if full := httpapi.Clean(store) + " – " + area; utf8.RuneCountInString(full) <= nameLetters {
			return full
		}
		return area
	}
	b.NameEN, b.NameAR = named(cmp.Or(in.StoreEN, in.StoreAR), d.NameEN), named(cmp.Or(in.StoreAR, in.StoreEN), d.NameAR)
	return err
}

// asTyped renames the fields of a refusal to those of the form for the first branch.
func asTyped(err error) error {
	var refused *errs.Error
	if !errors.As(err, &refused) || len(refused.Fields) == 0 {
		return err
	}
	wrong := make([]errs.Field, len(refused.Fields))
	for i, f := range refused.Fields {
		f.Name = strings.TrimPrefix(f.Name, "zones.0.")
		if f.Name == "delivery_minutes" {
			f.Name = "minutes"
		}
		wrong[i] = f
	}
	return errs.InvalidAll(wrong)
}
