package branches

import (
	"context"

	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/files"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// KindForm is a service as an owner fills it in.
type KindForm struct {
	NameEN      string      `json:"name_en,omitempty"`
	NameAR      string      `json:"name_ar,omitempty"`
	TaglineEN   string      `json:"tagline_en,omitempty"`
	TaglineAR   string      `json:"tagline_ar,omitempty"`
	Image       string      `json:"image,omitempty" doc:"A picture's name."`
	Tint        string      `json:"tint,omitempty" doc:"food, grocery or general, which is the default."`
	Promise     string      `json:"promise,omitempty" doc:"minutes, which is the default, or days."`
	PromiseDays httpapi.Int `json:"promise_days,omitempty" doc:"Opening days, where days are promised."`
	Active      *bool       `json:"active,omitempty" doc:"Shown to customers; true when it is left out."`
	Version     int64       `json:"version,omitempty" doc:"The one that was read; none of a new one."`

	ID   string `json:"-"` // of the demo and imports; else made
	Slug string `json:"-"`
}

// KindRecord is a service as staff see it.
type KindRecord struct {
	ID          string      `json:"id"`
	Slug        string      `json:"slug"`
	NameEN      string      `json:"name_en"`
	NameAR      string      `json:"name_ar"`
	TaglineEN   string      `json:"tagline_en"`
	TaglineAR   string      `json:"tagline_ar"`
	Image       string      `json:"image"`
	ImageView   files.Image `json:"image_view"`
	Tint        string      `json:"tint" enum:"food,grocery,general"`
	Promise     string      `json:"promise" enum:"minutes,days"`
	PromiseDays int64       `json:"promise_days"`
	Active      bool        `json:"active"`
	State       string      `json:"state" enum:"shown,hidden,archived"`
	Stores      int64       `json:"stores" doc:"That are not closed for good."`
	Version     int64       `json:"version"`
	ArchivedAt  *db.Millis  `json:"archived_at"`
}

const maxPromiseDays = 60

// check normalises a service and reports errors for each field.
func (k *KindForm) check(pictures *files.Library) error {
	var f forms.Form
	name := f.Name("name", k.NameEN, k.NameAR, nameLetters)
	tagline := f.Both("tagline", k.TaglineEN, k.TaglineAR, taglineLetters)
	k.NameEN, k.NameAR, k.TaglineEN, k.TaglineAR = name.EN, name.AR, tagline.EN, tagline.AR
	k.Image = picture(&f, pictures, "image", k.Image)
	k.Tint = f.OneOf("tint", k.Tint, "general", "food", "grocery")
	k.Promise = f.OneOf("promise", k.Promise, ByMinutes, ByDays)
	if k.PromiseDays == 0 {
		k.PromiseDays = 2
	}
	f.Between("promise_days", int64(k.PromiseDays), 1, maxPromiseDays)
	return f.Err()
}

// AddKind adds a service at the end of the list and returns its id. 422 names the invalid fields.
func AddKind(ctx context.Context, tx *db.Tx, k KindForm, pictures *files.Library) (string, error) {
	if err := k.check(pictures); err != nil {
		return "", err
	}
	slug, err := slugFor(ctx, tx, ofKinds, k.Slug, k.NameEN)
	if err != nil {
		return "", err
	}
	ref := newID("svc", k.ID)
	_, err = tx.Exec(ctx, `INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise,
		promise_days, active, sort)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, (SELECT COALESCE(MAX(sort), -1) + 1 FROM services))`,
		ref, slug, k.NameEN, k.NameAR, k.TaglineEN, k.TaglineAR, k.Image, k.Tint, k.Promise, int64(k.PromiseDays),
		k.Active == nil || *k.Active)
	if err == nil {
		err = media.Use(ctx, tx, shownByService, ref, "image", k.Image)
	}
	return ref, err
}

func (s *Service) kindRecord(k kindRow, stores int64) KindRecord {
	return KindRecord{ID: k.ID, Slug: k.Slug, NameEN: k.NameEN, NameAR: k.NameAR, TaglineEN: k.TaglineEN,
		TaglineAR: k.TaglineAR, Image: k.Image, ImageView: s.Pictures.Image(k.Image), Tint: k.Tint, Promise: k.Promise,
		PromiseDays: k.PromiseDays, Active: k.Active,
		State: stateOf(k.Active, k.ArchivedAt), Stores: stores, Version: k.Version, ArchivedAt: k.ArchivedAt}
}

func (s *Service) readKind(ctx context.Context, q db.Querier, ref string) (KindRecord, error) {
	var k kindRow
	if err := one(q.Get(ctx, &k, kindColumns+` WHERE id = $1`, ref)); err != nil {
		return KindRecord{}, err
	}
	var stores int64
	err := q.Get(ctx, &stores, `SELECT COUNT(*) FROM stores WHERE service_id = $1 AND archived_at IS NULL`, ref)
	return s.kindRecord(k, stores), err
}

type refInput struct {
	ID string `path:"id" maxLength:"64"`
}

type orderInput struct{ Body OrderBody }

func (s *Service) listKindRecords(ctx context.Context, in *ListQuery) (*httpapi.Part[KindRecord], error) {
	var rows []kindRow
	var meta httpapi.PartMeta
	var counts []struct {
		Ref string
		N   int64
	}
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		rows, meta, err = inOrder(in.PartInput, func(k kindRow) (int64, string) { return k.Sort, k.ID },
			func(sort int64, ref string, n int64) (read []kindRow, err error) {
				err = q.Select(ctx, &read, kindColumns+` WHERE sort > $1 OR sort = $1 AND id > $2 ORDER BY sort, id LIMIT $3`, sort,
					ref, n)
				return read, err
			}, func(k kindRow) bool { return s.keeps(*in, stateOf(k.Active, k.ArchivedAt), k.NameEN, k.NameAR) })
		if err != nil {
			return err
		}
		return q.Select(ctx, &counts, `SELECT service_id AS ref, COUNT(*) AS n FROM stores WHERE archived_at IS NULL
			GROUP BY service_id ORDER BY service_id`)
	})
	if err != nil {
		return nil, err
	}
	stores := map[string]int64{}
	for _, c := range counts {
		stores[c.Ref] = c.N
	}
	all := make([]KindRecord, len(rows))
	for i, k := range rows {
		all[i] = s.kindRecord(k, stores[k.ID])
	}
	return httpapi.PartOf(all, meta), nil
}

func (s *Service) getKind(ctx context.Context, in *refInput) (*httpapi.Reply[KindRecord], error) {
	k, err := s.readKind(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(k), nil
}

func (s *Service) postKind(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body KindForm
}) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	return create(ctx, s, "console-create-service", in.Key, in.Body, func(ctx context.Context, tx *db.Tx) (string, error) {
		ref, err := AddKind(ctx, tx, in.Body, s.Pictures)
		if err != nil {
			return "", err
		}
		made, err := s.readKind(ctx, tx, ref)
		if err != nil {
			return "", err
		}
		if err := s.onService(ctx, tx, made.Slug, made.Tint); err != nil {
			return "", err
		}
		return ref, s.written(ctx, tx, member, "service.create", ref, nil, in.Body)
	}, s.readKind)
}

func (s *Service) putKind(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body KindForm
}) (*httpapi.Reply[KindRecord], error) {
	member := staff.Caller(ctx)
	k := in.Body
	wrong := k.check(s.Pictures)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		before, err := s.readKind(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		if wrong != nil {
			return "", wrong
		}
		err = moved(tx.Exec(ctx, `UPDATE services SET name_en = $3, name_ar = $4, tagline_en = $5, tagline_ar = $6,
			image = $7, tint = $8, promise = $9,
			promise_days = $10, active = $11, version = version + 1 WHERE id = $1
			AND version = $2`, in.ID, k.Version, k.NameEN, k.NameAR,
			k.TaglineEN, k.TaglineAR, k.Image, k.Tint, k.Promise, int64(k.PromiseDays),
			k.Active == nil && before.Active || k.Active != nil && *k.Active))
		if err == nil {
			err = media.Use(ctx, tx, shownByService, in.ID, "image", k.Image)
		}
		if err != nil {
			return "", err
		}
		return in.ID, s.written(ctx, tx, member, "service.edit", in.ID, before, k)
	})
	read := func() (*httpapi.Reply[KindRecord], error) { return s.getKind(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

// archiving returns the operation that archives or restores a record and responds with it.
func archiving[T any](s *Service, of record, archived bool,
	read func(ctx context.Context, q db.Querier, ref string) (T, error)) func(context.Context, *refInput) (
	*httpapi.Reply[T], error) {
	return func(ctx context.Context, in *refInput) (*httpapi.Reply[T], error) {
		if _, err := read(ctx, s.DB, in.ID); err != nil {
			return nil, err
		}
		if err := s.setArchived(ctx, of, in.ID, archived); err != nil {
			return nil, err
		}
		now, err := read(ctx, s.DB, in.ID)
		if err != nil {
			return nil, err
		}
		return httpapi.OK(now), nil
	}
}

type done struct{}

// ordering returns the operation that sorts records.
func (s *Service) ordering(of record) func(context.Context, *orderInput) (*httpapi.Reply[done], error) {
	return func(ctx context.Context, in *orderInput) (*httpapi.Reply[done], error) {
		if err := s.reorder(ctx, of, in.Body.IDs); err != nil {
			return nil, err
		}
		return httpapi.OK(done{}), nil
	}
}

func refOf(id, slug, en, ar string, lang i18n.Lang) wire.Ref {
	return wire.Ref{ID: id, Slug: slug, Name: i18n.Text{EN: en, AR: ar}.In(lang)}
}
