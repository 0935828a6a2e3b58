package stock

import (
	"context"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/wire"
)

// Move is a change of a branch's stock, with its reason.
type Move struct {
	ID     string    `json:"id"`
	Qty    int64     `json:"qty" doc:"Above zero: came in. In grams of what is sold by weight."`
	Reason string    `json:"reason" enum:"opening,received,sold,returned,scrapped,corrected,written_off"`
	Label  string    `json:"label" doc:"The reason for people."`
	Order  *wire.Ref `json:"order" doc:"Of what was sold or came back."`
	By     string    `json:"by" doc:"Who did it; empty where the shop did by itself."`
	Fault  string    `json:"fault"`
	Note   string    `json:"note"`
	At     db.Millis `json:"at"`
}

type movesInput struct {
	httpapi.PartInput
	ID      string `path:"id" maxLength:"64"`
	Variant string `query:"variant_id" maxLength:"64"`
}

func (s *Service) getMoves(ctx context.Context, in *movesInput) (*httpapi.Part[Move], error) {
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
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	var rows []moveRow
	// The query joins the names of staff and orders, although other packages own those tables, because people do not
	// recognise ids.
	err = s.db.Select(ctx, &rows, `SELECT m.id, m.qty, m.reason, m.source, m.at, t.name, o.number, m.fault, m.note
		FROM stock_moves m
		LEFT JOIN staff t ON t.id = m.staff_id LEFT JOIN orders o ON o.id = m.source
		WHERE m.branch_id = $1 AND m.variant_id = $2 AND m.at <= $3 AND (m.at < $3 OR m.id < $4)
		ORDER BY m.at DESC, m.id DESC LIMIT $5`, b.ID, in.Variant, at, id, int64(movesPage+1))
	if err != nil {
		return nil, err
	}
	grams, err := products.UnitsOfWeight(ctx, s.db, []string{in.Variant})
	if err != nil {
		return nil, err
	}
	of := max(1, grams[in.Variant])
	lang := httpapi.Caller(ctx).Lang
	return httpapi.Keyset(rows, movesPage, func(r moveRow) []any { return []any{int64(r.At), r.ID} },
		func(r moveRow) Move {
			m := Move{ID: r.ID, Qty: r.Qty * of, Reason: r.Reason, Label: i18n.T(lang, "stock.reason_"+r.Reason), Fault: r.Fault,
				Note: r.Note, At: r.At}
			if r.Name != nil {
				m.By = *r.Name
			}
			if r.Number != nil {
				m.Order = &wire.Ref{ID: r.Source, Name: *r.Number}
			}
			return m
		}), nil
}

type moveRow struct {
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
