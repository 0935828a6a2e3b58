package products

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// nameWaitRoutes registers the operations with which a second person decides on new names of products.
func (s *Service) nameWaitRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/name-waits", ID: "console-list-name-waits", Tag: "console",
		Summary:  "Changes of what products are called that wait for a second person, the oldest first",
		Audience: httpapi.Staff, Capability: staff.DecidePrices, Paged: true}, s.getNameWaits)
	decide := httpapi.Op{Method: "POST", Path: "/console/name-waits/{id}/decide", ID: "console-decide-name",
		Tag: "console", Summary: "Let a change of a product that waits be made, or drop it", Audience: httpapi.Staff,
		Capability: staff.DecidePrices,
		Audit:      []string{"product.edit", "product.approve", "product.decline"}, Strict: true}
	decide.Conflict = httpapi.VersionConflict[PendingName]()
	httpapi.Handle(a, decide, s.postDecideName)
}

// PendingName is a change of a product that needs a second person's approval.
type PendingName struct {
	ID        string       `json:"id"`
	ProductID string       `json:"product_id"`
	Name      string       `json:"name" doc:"What the product is called at present."`
	Changes   []NameChange `json:"changes" doc:"What would be called otherwise."`
	Other     bool         `json:"other" doc:"It changes more than that."`
	Like      string       `json:"like" doc:"The dear product it would come to be called like; empty where it only goes far from its own name."`
	approvals.Asked
	approvals.Second
	Version int64 `json:"version"`
}

// NameChange is one changed text.
type NameChange struct {
	Field   string `json:"field" enum:"name_en,name_ar,unit_en,unit_ar,variant_en,variant_ar,sku,barcode"`
	Variant string `json:"variant" doc:"Which variant; empty for the product."`
	Now     string `json:"now"`
	Asked   string `json:"asked" doc:"Empty where it goes."`
}

// nameChanges lists the names that a form changes, and whether it changes anything else.
func (s *Service) nameChanges(r *Record, form *ProductForm, last map[string]i18n.Text,
	lang i18n.Lang) (out []NameChange, other bool) {
	out = []NameChange{}
	for _, n := range s.namings(r, form, last) {
		label, en, ar := "", "name_en", "name_ar"
		if n.was.VariantID != "" {
			en, ar = "variant_en", "variant_ar"
			if label = (i18n.Text{EN: n.was.NameEN, AR: n.was.NameAR}).In(lang); label == "" {
				label = n.was.SKU
			}
		}
		for _, c := range []NameChange{{en, label, n.was.NameEN, n.is.NameEN}, {ar, label, n.was.NameAR, n.is.NameAR},
			{"unit_en", label, n.was.UnitEN, n.is.UnitEN},
			{"unit_ar", label, n.was.UnitAR, n.is.UnitAR}, {"sku", label, n.was.SKU, n.is.SKU},
			{"barcode", label, n.was.Barcode, n.is.Barcode}} {
			if c.Now != c.Asked {
				out = append(out, c)
			}
		}
	}
	is, asked := r.ProductForm, *form
	for _, f := range []*ProductForm{&is, &asked} {
		f.NameEN, f.NameAR, f.UnitEN, f.UnitAR, f.Options, f.Variants = "", "", "", "", nil, nil
		// The console sends search words as separate entries, and never sends null lists.
		f.Keywords = strings.Join(
			strings.FieldsFunc(f.Keywords, func(r rune) bool { return r == ',' || r == '،' || unicode.IsSpace(r) }), " ")
		if len(f.Tags) == 0 {
			f.Tags = nil
		}
		if len(f.Images) == 0 {
			f.Images = nil
		}
		if len(f.Attributes) == 0 {
			f.Attributes = nil
		}
	}
	added := slices.ContainsFunc(form.Variants, func(v VariantForm) bool { return v.ID == "" })
	return out, added || !reflect.DeepEqual(is, asked)
}

func (s *Service) viewNameWait(ctx context.Context, q db.Querier, r *Record, w *nameWait) (PendingName, error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	var form ProductForm
	if err := json.Unmarshal([]byte(w.Form), &form); err != nil {
		return PendingName{}, err
	}
	v := PendingName{ID: w.ID, ProductID: r.ID, Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang), Version: w.Version}
	last, err := lastCalled(ctx, q, r)
	if err != nil {
		return v, err
	}
	v.Changes, v.Other = s.nameChanges(r, &form, last, lang)
	if w.Like != "" {
		like, err := Read(ctx, q, w.Like)
		if err != nil && !errs.Is(err, "common.not_found") {
			return v, err
		}
		if like != nil {
			v.Like = i18n.Text{EN: like.NameEN, AR: like.NameAR}.In(lang)
		}
	}
	names, err := staff.Names(ctx, q, w.Makers)
	if err != nil {
		return v, err
	}
	v.Asked = approvals.AskedBy(names, w.AskedAt, w.Makers...)
	v.Second, err = approvals.SecondOf(ctx, q, s.Clock.Now(), member, staff.DecidePrices, w.Makers...)
	return v, err
}

func (s *Service) getNameWaits(ctx context.Context, in *waitsInput) (*httpapi.Part[PendingName], error) {
	var at int64
	var id string
	if _, err := in.Place(&at, &id); err != nil {
		return nil, err
	}
	where, args := ` WHERE (asked_at > $1 OR asked_at = $1 AND id > $2)`, []any{at, id}
	if stores := s.scope(staff.Caller(ctx)); stores != nil {
		if len(stores) == 0 {
			return httpapi.Keyset(nil, waitsPart, nil, func(v PendingName) PendingName { return v }), nil
		}
		where += ` AND product_id IN (SELECT id FROM products WHERE store_id IN (` + db.List(3, len(stores)) + `))`
		args = db.Args(stores, args...)
	}
	var views []PendingName
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		var rows []nameWait
		if err := q.Select(ctx, &rows, `SELECT `+nameWaitColumns+` FROM name_waits`+where+` ORDER BY asked_at, id LIMIT 51`,
			args...); err != nil {
			return err
		}
		ids := make([]string, len(rows))
		for i, w := range rows {
			ids[i] = w.ProductID
		}
		records, err := ReadAll(ctx, q, ids...)
		if err != nil {
			return err
		}
		views = views[:0]
		for i := range rows {
			r := records[rows[i].ProductID]
			if r == nil {
				continue
			}
			v, err := s.viewNameWait(ctx, q, r, &rows[i])
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(views, waitsPart, func(v PendingName) []any { return []any{int64(v.AskedAt), v.ID} },
		func(v PendingName) PendingName { return v }), nil
}

// oneNameWait reads one pending change of names.
func (s *Service) oneNameWait(ctx context.Context, waitID string) (*httpapi.Reply[PendingName], error) {
	var v PendingName
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		var w nameWait
		if err := q.Get(ctx, &w, `SELECT `+nameWaitColumns+` FROM name_waits WHERE id = $1`, waitID); errors.Is(err,
			db.ErrNoRows) {
			return errs.NotFound()
		} else if err != nil {
			return err
		}
		r, err := Read(ctx, q, w.ProductID)
		if err != nil {
			return err
		}
		v, err = s.viewNameWait(ctx, q, r, &w)
		return err
	})
	return httpapi.OK(v), err
}

func (s *Service) postDecideName(ctx context.Context, in *priceDecisionInput) (*httpapi.Reply[decided], error) {
	err := s.DecideName(ctx, staff.Caller(ctx), in.ID, int64(in.Body.Version), in.Body.Approve,
		httpapi.Clean(in.Body.Reason))
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[PendingName], error) { return s.oneNameWait(ctx, in.ID) })
	}
	message := "catalog.name_declined"
	if in.Body.Approve {
		message = "catalog.name_approved"
	}
	return said(ctx, decided{}, message), nil
}

// nameWait is a pending change of a product.
type nameWait struct {
	ID        string    `db:"id"`
	ProductID string    `db:"product_id"`
	Form      string    `db:"form"`
	Like      string    `db:"like_id"`
	Makers    jsonIDs   `db:"makers"`
	AskedAt   db.Millis `db:"asked_at"`
	Version   int64     `db:"version"`
}

const nameWaitColumns = `id, product_id, form, like_id, makers, asked_at, version`

func nameWaitOf(ctx context.Context, q db.Querier, productID string) (*nameWait, error) {
	var held nameWait
	err := q.Get(ctx, &held, `SELECT `+nameWaitColumns+` FROM name_waits WHERE product_id = $1`, productID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, nil
	}
	return &held, err
}

// waitAs stores a whole change of a product as pending. It replaces an earlier pending change, whose author remains one
// of the makers. The caller has locked the product's row.
func (s *Service) waitAs(ctx context.Context, tx *db.Tx, by Actor, r *Record, form *ProductForm, like string) error {
	held, err := nameWaitOf(ctx, tx, r.ID)
	if err != nil {
		return err
	}
	if held == nil {
		held = &nameWait{}
	}
	raw, makers := stored(form), held.Makers
	if !slices.Contains(makers, by.StaffID) {
		makers = append(makers, by.StaffID)
	}
	if held.Form == raw && len(makers) == len(held.Makers) {
		return nil
	}
	now, list := db.At(s.Clock.Now()), stored([]string(makers))
	if held.ID != "" {
		_, err = tx.Exec(ctx, `UPDATE name_waits SET form = $2, like_id = $3, makers = $4, asked_at = $5,
			version = version + 1 WHERE id = $1`, held.ID, raw, like, list, now)
	} else {
		_, err = tx.Exec(ctx, `INSERT INTO name_waits (id, product_id, form, like_id, makers, asked_at)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			id.New("nwt"), r.ID, raw, like, list, now)
	}
	if err != nil {
		return err
	}
	return s.log(ctx, tx, by, "product.propose", r.ID, r, form)
}

// DecideName approves a pending change, at the version that was read, or drops it. Errors: errs.VersionConflict,
// NotFound, giving.not_yourself, and those of Update.
func (s *Service) DecideName(ctx context.Context, member staff.Member, waitID string, version int64, approve bool,
	reason string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		var productID string
		if err := tx.Get(ctx, &productID, `SELECT product_id FROM name_waits WHERE id = $1`, waitID); errors.Is(err,
			db.ErrNoRows) {
			return errs.NotFound()
		} else if err != nil {
			return err
		}
		// Lock the product first, in the same order as changes of a product.
		if err := LockProduct(ctx, tx, productID); err != nil {
			return err
		}
		var w nameWait
		err := tx.Get(ctx, &w, `DELETE FROM name_waits WHERE id = $1 RETURNING `+nameWaitColumns, waitID)
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		by := s.Of(member)
		r, err := by.read(ctx, tx, w.ProductID)
		if err != nil {
			return err
		}
		if w.Version != version {
			return errs.VersionConflict(nil)
		}
		var form ProductForm
		if err := json.Unmarshal([]byte(w.Form), &form); err != nil {
			return err
		}
		action, basis := "product.decline", approvals.Nobody
		if approve {
			action = "product.approve"
			gift := approvals.Grant{Object: "product:" + w.ProductID, Part: r.Version + 1, Giver: staff.Member{ID: w.Makers[0]},
				Unbounded: true}
			if basis, err = approvals.Approve(ctx, tx, now, member, gift, w.Makers...); err != nil {
				return err
			}
			if _, err := s.save(ctx, tx, by, w.ProductID, 0, form, w.Makers); err != nil {
				return err
			}
		}
		return audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: action, Object: w.ProductID, Before: nameFacts(&r.ProductForm),
			After:  map[string]any{"called": nameFacts(&form), "makers": w.Makers, "sole_owner": basis == approvals.SoleOwner},
			Reason: reason})
	})
}

// nameFacts returns a product's names for the log.
func nameFacts(f *ProductForm) map[string]any {
	variants := []map[string]any{}
	for i := range f.Variants {
		n := f.nameOfVariant(&f.Variants[i])
		variants = append(variants, map[string]any{"variant": n.VariantID, "name": i18n.Text{EN: n.NameEN, AR: n.NameAR},
			"sku": n.SKU, "barcode": n.Barcode})
	}
	return map[string]any{"name_en": f.NameEN, "name_ar": f.NameAR, "unit_en": f.UnitEN, "unit_ar": f.UnitAR,
		"variants": variants}
}
