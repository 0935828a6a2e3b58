package httpapi

import (
	"context"
	"reflect"

	"wekala/internal/platform/i18n"
)

// DocumentInput requests data as a downloadable document.
type DocumentInput struct {
	ID      string `path:"id" maxLength:"64"`
	Lang    string `query:"lang" maxLength:"8" doc:"en or ar; the caller's otherwise."`
	Figures string `query:"figures" maxLength:"8" doc:"arab writes ٠١٢, anything else 012."`
}

// Language returns the document's language: a link may name another one than the caller's.
func (in DocumentInput) Language(ctx context.Context) i18n.Lang {
	if in.Lang == i18n.EN || in.Lang == i18n.AR {
		return in.Lang
	}
	return Caller(ctx).Lang
}

// ArabicFigures reports whether the request asks for the digits ٠١٢.
func (in DocumentInput) ArabicFigures() bool { return in.Figures == "arab" }

// Document is a downloadable file.
type Document struct {
	ContentType string `header:"Content-Type"`
	Disposition string `header:"Content-Disposition"`
	Body        []byte
}

// PDF returns a document named by its number.
func PDF(number string, body []byte) *Document {
	return Attachment(number+".pdf", "application/pdf", body)
}

// Attachment returns a document with a file name in ASCII.
func Attachment(name, contentType string, body []byte) *Document {
	return &Document{contentType, `attachment; filename="` + name + `"`, body}
}

// HandleDocument registers an operation that returns a JSON file of type T, so that OpenAPI knows its shape.
func HandleDocument[I, T any](a *API, op Op, fn func(context.Context, *I) (*Document, error)) {
	a.documented[op.ID] = reflect.TypeFor[T]()
	Handle(a, op, fn)
}
