package photos

import (
	"context"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/pictures"
)

const tag = "Photos"

type none struct{}

// File is an uploaded file.
type File = httpapi.File

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Upload(a,
		httpapi.Op{Method: "POST", Path: "/photos", ID: "add-photo", Tag: tag, Audience: httpapi.Customer, MaxBody: MaxBytes,
			Summary: "Send a photo, to be attached to something within a day"},
		pictures.Kinds, "photos.too_large", "photos.wrong_kind", s.post)
	httpapi.Handle(a,
		httpapi.Op{Method: "DELETE", Path: "/photos/{id}", ID: "delete-photo", Tag: tag, Audience: httpapi.Customer,
			Summary: "Take back a photo that is attached to nothing"}, s.delete)
}

func (s *Service) post(ctx context.Context, file File) (*httpapi.Reply[View], error) {
	v, err := s.Add(ctx, httpapi.Caller(ctx).UserID, file)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) delete(ctx context.Context, in *oneInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.Remove(ctx, who.UserID, in.ID); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "photos.removed")), nil
}
