package media

import (
	"context"
	"strings"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/pictures"
)

const (
	perPage = 40
)

// kinds are the content types accepted on upload.
var kinds = append([]string{"image/gif"}, pictures.Kinds...)

// ConsoleRoutes registers the operations of staff on pictures.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Upload(a,
		httpapi.Op{Method: "POST", Path: "/console/media", ID: "console-add-picture", Tag: "console", MaxBody: MaxBytes,
			Summary: "Upload a picture", Audience: httpapi.Staff, Capability: staff.UsePictures, Branches: httpapi.Within,
			Audit:       []string{"picture.add"},
			Description: "It is drawn anew in the widths pages use. The same picture again answers the one that is there."},
		kinds, "media.too_large", "media.wrong_kind", s.post)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/media", ID: "console-list-media", Tag: "console",
		Summary: "Uploaded pictures, the newest first", Audience: httpapi.Staff, Capability: staff.UsePictures,
		Branches: httpapi.NoBranch, Paged: true}, s.getAll)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/media/{name}", ID: "console-get-picture", Tag: "console",
		Summary: "An uploaded picture and what shows it", Audience: httpapi.Staff, Capability: staff.UsePictures,
		Branches: httpapi.NoBranch}, s.getOne)
	httpapi.Handle(a,
		httpapi.Op{Method: "PUT", Path: "/console/media/{name}", ID: "console-change-picture", Tag: "console",
			Summary: "Say what is to be seen on a picture", Audience: httpapi.Staff, Capability: staff.UsePictures,
			Branches: httpapi.Within, Audit: []string{"picture.change"},
			Conflict: httpapi.VersionConflict[Detail]()}, s.put)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/console/media/{name}", ID: "console-delete-picture", Tag: "console",
			Summary: "Delete a picture that nothing shows", Audience: httpapi.Staff, Capability: staff.UsePictures,
			Branches: httpapi.Within, Audit: []string{"picture.delete"}}, s.delete)
}

type none struct{}

// Detail is a picture and the objects that show it.
type Detail struct {
	Picture
	UsedBy []Shown `json:"used_by" doc:"The first fifty of each kind; none to staff of some branches."`
}

type listInput struct {
	httpapi.PartInput
	Query  string `query:"q" maxLength:"100" doc:"Words of its title or of what is to be seen on it."`
	Unused bool   `query:"unused" doc:"Only what nothing shows."`
}

type nameInput struct {
	Name string `path:"name" maxLength:"80"`
}

func (s *Service) post(ctx context.Context, file httpapi.File) (*httpapi.Reply[Picture], error) {
	p, err := s.Add(ctx, staff.Caller(ctx), httpapi.FileName(ctx), file)
	if err != nil {
		return nil, err
	}
	if err := s.sayWho(ctx, s.DB, []*Picture{&p}); err != nil {
		return nil, err
	}
	return httpapi.OK(p), nil
}

func (s *Service) getAll(ctx context.Context, in *listInput) (*httpapi.Part[Picture], error) {
	at, name, err := in.Newest()
	if err != nil {
		return nil, err
	}
	f := filter{words: strings.Fields(s.Fold(in.Query)), unused: in.Unused}
	if len(f.words) > 8 {
		return nil, errs.Invalid("q", "common.too_long", "len", 100)
	}
	var found []Picture
	var total int64
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if total, err = count(ctx, q, f); err != nil {
			return err
		}
		if found, err = list(ctx, q, f, at, name, perPage+1); err != nil {
			return err
		}
		of := make([]*Picture, len(found))
		for i := range found {
			of[i] = &found[i]
		}
		return s.sayWho(ctx, q, of)
	})
	if err != nil {
		return nil, err
	}
	out := httpapi.Keyset(found, perPage, func(p Picture) []any { return []any{int64(p.CreatedAt), p.Name} },
		func(p Picture) Picture { return p })
	out.Body.Response.Meta.Counted(total)
	return out, nil
}

// sayWho replaces the uploaders' ids with their names.
func (s *Service) sayWho(ctx context.Context, q db.Querier, all []*Picture) error {
	var ids []string
	for _, p := range all {
		ids = append(ids, p.By)
	}
	called, err := staff.Names(ctx, q, ids)
	if err != nil {
		return err
	}
	member := staff.Caller(ctx)
	for _, p := range all {
		p.CanEdit = mayEdit(member, *p)
		p.By = called[p.By]
	}
	return nil
}

func (s *Service) getOne(ctx context.Context, in *nameInput) (*httpapi.Reply[Detail], error) {
	var d Detail
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if d.Picture, err = one(ctx, q, in.Name); err != nil {
			return err
		}
		// The list would include drafts of other stores.
		if staff.Caller(ctx).Branches != nil {
			d.UsedBy = []Shown{}
		} else if d.UsedBy, err = s.usedBy(ctx, q, in.Name); err != nil {
			return err
		}
		return s.sayWho(ctx, q, []*Picture{&d.Picture})
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(d), nil
}

func (s *Service) put(ctx context.Context, in *struct {
	Name string `path:"name" maxLength:"80"`
	Body Edit
}) (*httpapi.Reply[Detail], error) {
	read := func() (*httpapi.Reply[Detail], error) { return s.getOne(ctx, &nameInput{in.Name}) }
	if _, err := s.Change(ctx, staff.Caller(ctx), in.Name, in.Body); err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

func (s *Service) delete(ctx context.Context, in *nameInput) (*httpapi.Reply[none], error) {
	if err := s.Delete(ctx, staff.Caller(ctx), in.Name); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, text(ctx, "media.deleted")), nil
}
