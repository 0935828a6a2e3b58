package imports

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/sheets"
)

// sampled is how many rows are stored as a preview.
const sampled = 3

// Add accepts a file: it recognises the format, counts the rows and stores the file. The mapping that the same person
// chose before for the same header is applied again.
func (s *Service) Add(ctx context.Context, by Actor, runID, name string, file io.ReaderAt, size int64) (*Run, error) {
	r, err := s.recognise(ctx, by, runID, name, file, size)
	if err != nil {
		return nil, err
	}
	return r, s.keep(ctx, by, r)
}

// keep stores a recognised run with its log entry.
func (s *Service) keep(ctx context.Context, by Actor, r *Run) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.insert(ctx, tx, r); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: by.StaffID, Action: "import.upload", Object: r.ID, After: map[string]any{"file": r.File, "rows": r.Rows}})
	})
}

// insert writes the row of a run.
func (s *Service) insert(ctx context.Context, tx *db.Tx, r *Run) error {
	_, err := tx.Exec(ctx, `INSERT INTO imports (id, file, format, staff_id, rows_read, counts, started_at, state,
		version, stored, size, rows_in, header, columns,
			sample, options, changed_at) VALUES ($1, $2, $3, $4, 0, '{}', $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $5)`,
		r.ID, r.File, string(r.Format), r.StaffID, r.StartedAt, r.State, r.Blob, r.Bytes, r.Rows, packed(r.Header),
		packed(r.Columns), packed(r.Sample),
		packed(r.Options))
	return err
}

// only returns the default store and branches for files that name none, if the marketplace has only one.
func (s *Service) only(rights Rights) (store string, of []string) {
	if stores := s.Branches.Stores(); len(stores) == 1 {
		store = stores[0].ID
	}
	if all := s.Branches.All(); len(all) == 1 && rights.sees(all[0].ID) {
		of = []string{all[0].ID}
	}
	return store, of
}

// recognise detects the type of a file and stores the file.
func (s *Service) recognise(ctx context.Context, by Actor, runID, name string, file io.ReaderAt,
	size int64) (*Run, error) {
	now := s.Clock.Now()
	r := &Run{ID: runID, File: name, StaffID: by.StaffID, State: Uploaded, Version: 1, Bytes: size, StartedAt: db.At(now),
		ChangedAt: db.At(now), Counts: map[string]int{}, Options: Options{VATBP: 1400, Rights: by.Rights}}
	r.Options.Store, r.Options.Branches = s.only(by.Rights)
	if r.ID == "" {
		r.ID = id.New("imp")
	}
	r.Blob = "import-" + strings.ToLower(r.ID)
	if err := r.look(file, size, -1); err != nil {
		return nil, err
	}
	var remembered string
	if err := s.DB.Get(ctx, &remembered, `SELECT columns FROM import_mappings WHERE header = $1`,
		headerKey(by.StaffID, r.Header)); err == nil {
		var columns []Column
		if json.Unmarshal([]byte(remembered), &columns) == nil && len(columns) == len(r.Columns) {
			r.Columns = columns
		}
	} else if !errors.Is(err, db.ErrNoRows) {
		return nil, err
	}
	r.Format, r.Columns = by.Rights.within(r.Format, r.Columns)
	data := make([]byte, size)
	if _, err := file.ReadAt(data, 0); err != nil && err != io.EOF {
		return nil, err
	}
	if err := s.Store.Put(ctx, r.Blob, "application/octet-stream", data); err != nil {
		return nil, err
	}
	return r, nil
}

// look reads a file's header, its first rows and the number of rows. skip is the number of rows before the header; if
// negative, the header is detected.
func (r *Run) look(file io.ReaderAt, size int64, skip int) error {
	table, err := sheets.Open(file, size)
	if err != nil {
		return unreadable(err)
	}
	defer func() { _ = table.Close() }()
	if r.File == "" {
		r.File = "import." + table.Kind
	}
	var above [][]string
	r.Rows = 0
	for {
		cells, _, err := table.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return unreadable(err)
		}
		if r.Rows++; len(above) <= maxAbove+sampled {
			above = append(above, slices.Clone(cells))
		}
	}
	if skip < 0 {
		skip = headerIn(above[:min(len(above), maxAbove)])
	}
	if r.Rows -= int64(skip) + 1; r.Rows <= 0 || skip >= len(above) {
		return errs.Invalid("body", "imports.file_empty")
	}
	r.Options.Skip, r.Header, r.Sample = skip, above[skip], [][]string{}
	for _, cells := range above[skip+1 : min(len(above), skip+1+sampled)] {
		r.Sample = append(r.Sample, short(cells))
	}
	r.Format, r.Columns = Recognise(r.Header)
	return nil
}

func short(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		letters := []rune(c)
		out[i] = string(letters[:min(len(letters), 80)])
	}
	return out
}

// unreadable explains to the uploader why a file cannot be read.
func unreadable(err error) error {
	line := 0
	if at := (*sheets.At)(nil); errors.As(err, &at) {
		line = at.Line
	}
	switch {
	case errors.Is(err, sheets.ErrKind):
		return errs.Invalid("body", "imports.file_kind")
	case errors.Is(err, sheets.ErrEmpty), err == io.EOF:
		return errs.Invalid("body", "imports.file_empty")
	case errors.Is(err, sheets.ErrTooLarge), errors.Is(err, sheets.ErrTooLong) && line == 0:
		return errs.Invalid("body", "imports.too_much")
	case errors.Is(err, sheets.ErrTooLong):
		return errs.Invalid("body", "imports.row_too_long", "line", line)
	case errors.Is(err, sheets.ErrBroken):
		return errs.Invalid("body", "imports.file_broken", "line", line)
	}
	return err
}

// ofTerms lists the columns with which prices and stock are changed.
var ofTerms = []Column{SKU, Barcode, Name, NameEN, NameAR, Value1, Value1AR, Branch, Price, Before, Offer, From, Until,
	Costs, Sold, Stock, Counted}

// ofStocks lists the columns about a branch's stock.
var ofStocks = []Column{Stock, Counted, InStock, Backorders, Tracker, Policy}

// within ignores columns that the rights do not allow changing.
func (r Rights) within(f Format, columns []Column) (Format, []Column) {
	columns = slices.Clone(columns)
	for i, c := range columns {
		if r.Terms && !slices.Contains(ofTerms, c) || r.NoStock && slices.Contains(ofStocks, c) || r.NoCosts && c == Costs {
			columns[i] = Ignore
		}
	}
	if r.Terms {
		return Prices, columns
	}
	return formOf(f, columns), columns
}

// formOf returns the format of a file whose columns were mapped by hand.
func formOf(f Format, columns []Column) Format {
	if f == Shopify || f == WooCommerce {
		return f
	}
	names := count(columns, NameEN) + count(columns, NameAR) + count(columns, Name)
	switch {
	case count(columns, Group)+count(columns, GroupEN)+count(columns, GroupAR) > 0:
		return Extras
	case names > 0, count(columns, Handle) > 0 && count(columns, Value1) > 0:
		return Ours
	case count(columns, SKU)+count(columns, Barcode) > 0 &&
		count(columns, Price)+count(columns, Stock)+count(columns, SizeStock)+count(columns, SizePrice)+count(columns, Sold)+
			count(columns, Offer)+count(columns, Costs) > 0:
		return Prices
	}
	return Mapped
}
