package stock

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// Move is a change of what a branch has, and why.
type Move struct {
	ID     string    `json:"id"`
	Qty    int64     `json:"qty" doc:"Above zero: came in."`
	Reason string    `json:"reason" enum:"opening,received,sold,returned,scrapped,corrected,written_off"`
	Label  string    `json:"label" doc:"The reason for people."`
	Order  *wire.Ref `json:"order" doc:"Of what was sold or came back."`
	By     string    `json:"by" doc:"Who did it; empty where the shop did by itself."`
	Fault  string    `json:"fault"`
	Note   string    `json:"note"`
	At     db.Millis `json:"at"`
}

type movesInput struct {
	ID      string      `path:"id" maxLength:"64"`
	Variant string      `query:"variant_id" maxLength:"64"`
	Page    httpapi.Int `query:"page"`
}

func (s *Service) getMoves(ctx context.Context, in *movesInput) (*httpapi.Listing[Move], error) {
	b, err := s.ofCaller(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	theirs, err := ofStore(ctx, s.db, b.Store.ID, []string{in.Variant})
	if err != nil {
		return nil, err
	}
	if !theirs[in.Variant] {
		return nil, errs.NotFound()
	}
	var total int
	if err := s.db.Get(ctx, &total, `SELECT COUNT(*) FROM stock_moves WHERE branch_id = $1 AND variant_id = $2`, b.ID, in.Variant); err != nil {
		return nil, err
	}
	page := int(max(1, min(in.Page, 100_000)))
	var rows []struct {
		ID     string
		Qty    int64
		Reason string
		Source string
		At     db.Millis
		Name   *string
		Number *string
		Fault  string
		Note   string
	}
	// The names of who did it and of the orders come along, though the tables are
	// not ours: nobody knows them by their ids.
	err = s.db.Select(ctx, &rows, `SELECT m.id, m.qty, m.reason, m.source, m.at, t.name, o.number, m.fault, m.note FROM stock_moves m
		LEFT JOIN staff t ON t.id = m.staff_id LEFT JOIN orders o ON o.id = m.source
		WHERE m.branch_id = $1 AND m.variant_id = $2 ORDER BY m.at DESC, m.id DESC LIMIT $3 OFFSET $4`,
		b.ID, in.Variant, int64(movesPage), int64((page-1)*movesPage))
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	out := make([]Move, len(rows))
	for i, r := range rows {
		out[i] = Move{ID: r.ID, Qty: r.Qty, Reason: r.Reason, Label: i18n.T(lang, "stock.reason_"+r.Reason), Fault: r.Fault, Note: r.Note, At: r.At}
		if r.Name != nil {
			out[i].By = *r.Name
		}
		if r.Number != nil {
			out[i].Order = &wire.Ref{ID: r.Source, Name: *r.Number}
		}
	}
	return httpapi.List(out, page, movesPage, total), nil
}
