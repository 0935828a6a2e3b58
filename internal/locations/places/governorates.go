package places

import (
	"context"
	"errors"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// GovernorateRecord is a governorate as staff see it.
type GovernorateRecord struct {
	ID        string `json:"id"`
	Name      string `json:"name" doc:"In the caller's language."`
	NameEN    string `json:"name_en"`
	NameAR    string `json:"name_ar"`
	Districts int64  `json:"districts" doc:"How many there are, hidden ones too."`
	Version   int64  `json:"version"`
}

// GovernorateForm is a governorate as an owner fills it in.
type GovernorateForm struct {
	NameEN  string `json:"name_en,omitempty"`
	NameAR  string `json:"name_ar,omitempty"`
	Version int64  `json:"version,omitempty" doc:"The one that was read; none of a new one."`
}

type governorateRecordRow struct {
	governorateRow
	Districts int64
	Version   int64
}

const governorateRecords = `SELECT g.id, g.name_en, g.name_ar, g.sort, g.version, (SELECT COUNT(*) FROM districts d
	WHERE d.governorate_id = g.id) AS districts
	FROM governorates g`

func (k *AdminService) governorateRoutes(a *httpapi.API, owners func(httpapi.Op) httpapi.Op) {
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "GET", Path: "/console/governorates", ID: "console-list-governorates",
			Summary: "The governorates"}), k.governorates)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "GET", Path: "/console/governorates/{id}", ID: "console-get-governorate",
			Summary: "A governorate to edit"}), k.governorate)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "POST", Path: "/console/governorates", ID: "console-create-governorate",
			Summary: "Add a governorate", Description: "Refused where there is one of that name.",
			Audit: []string{"governorate.create"}}), k.postGovernorate)
	httpapi.Handle(a,
		owners(httpapi.Op{Method: "PUT", Path: "/console/governorates/{id}", ID: "console-save-governorate",
			Summary: "Rename a governorate", Audit: []string{"governorate.edit"},
			Conflict: httpapi.VersionConflict[GovernorateRecord]()}), k.putGovernorate)
}

func (r governorateRecordRow) view(lang i18n.Lang) GovernorateRecord {
	return GovernorateRecord{r.ID, i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang), r.NameEN, r.NameAR, r.Districts,
		r.Version}
}

func (k *AdminService) governorates(ctx context.Context, _ *struct{}) (*httpapi.Reply[[]GovernorateRecord], error) {
	var rows []governorateRecordRow
	if err := k.Places.db.Select(ctx, &rows, governorateRecords+` ORDER BY g.sort, g.id`); err != nil {
		return nil, err
	}
	all := make([]GovernorateRecord, len(rows))
	for i, r := range rows {
		all[i] = r.view(httpapi.Caller(ctx).Lang)
	}
	return httpapi.OK(all), nil
}

func (k *AdminService) readGovernorate(ctx context.Context, q db.Querier, ref string) (GovernorateRecord, error) {
	var r governorateRecordRow
	err := q.Get(ctx, &r, governorateRecords+` WHERE g.id = $1`, ref)
	if errors.Is(err, db.ErrNoRows) {
		err = errs.NotFound()
	}
	return r.view(httpapi.Caller(ctx).Lang), err
}

func (k *AdminService) governorate(ctx context.Context, in *refInput) (*httpapi.Reply[GovernorateRecord], error) {
	g, err := k.readGovernorate(ctx, k.Places.db, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(g), nil
}

// names returns the names in the form, or their errors.
func (g GovernorateForm) names(ctx context.Context, tx *db.Tx, ref string) (i18n.Text, error) {
	var f forms.Form
	name := f.Name("name", g.NameEN, g.NameAR, nameLetters)
	if err := f.Err(); err != nil {
		return name, err
	}
	var taken int64
	err := tx.Get(ctx, &taken, `SELECT COUNT(*) FROM governorates WHERE id <> $1 AND (name_en = $2 AND name_en <> ''
		OR name_ar = $3 AND name_ar <> '')`,
		ref, name.EN, name.AR)
	if err == nil && taken > 0 {
		err = errs.Invalid("name_en", "places.governorate_taken")
	}
	return name, err
}

func (k *AdminService) postGovernorate(ctx context.Context,
	in *struct{ Body GovernorateForm }) (*httpapi.Reply[GovernorateRecord], error) {
	var ref string
	member := staff.Caller(ctx).ID
	err := k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		name, err := in.Body.names(ctx, tx, "")
		if err != nil {
			return err
		}
		ref = forms.Slug(name.EN, "gov")
		n, err := tx.Exec(ctx, `INSERT INTO governorates (id, name_en, name_ar, sort)
			VALUES ($1, $2, $3, (SELECT COALESCE(MAX(sort), -1) + 1 FROM governorates)) ON CONFLICT (id)
			DO NOTHING`, ref, name.EN, name.AR)
		if err == nil && n == 0 {
			err = errs.Invalid("name_en", "places.governorate_taken")
		}
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, k.Clock.Now(), audit.Entry{StaffID: member, Action: "governorate.create", Object: ref,
			After: map[string]any{"name_en": name.EN, "name_ar": name.AR}}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, ref)
	})
	if err != nil {
		return nil, err
	}
	return k.governorate(ctx, &refInput{ref})
}

func (k *AdminService) putGovernorate(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body GovernorateForm
}) (*httpapi.Reply[GovernorateRecord], error) {
	member := staff.Caller(ctx).ID
	err := k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := k.readGovernorate(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		name, err := in.Body.names(ctx, tx, in.ID)
		if err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE governorates SET name_en = $3, name_ar = $4, version = version + 1 WHERE id = $1
			AND version = $2`,
			in.ID, in.Body.Version, name.EN, name.AR)
		if err == nil && n == 0 {
			err = errs.VersionConflict(nil)
		}
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, k.Clock.Now(), audit.Entry{StaffID: member, Action: "governorate.edit", Object: in.ID,
			Before: map[string]any{"name_en": before.NameEN, "name_ar": before.NameAR},
			After:  map[string]any{"name_en": name.EN, "name_ar": name.AR}}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, Changed, in.ID)
	})
	read := func() (*httpapi.Reply[GovernorateRecord], error) { return k.governorate(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}
