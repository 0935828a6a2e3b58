package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"wekala/internal/audit"
	"wekala/internal/catalog"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/id"
	"wekala/internal/platform/sheets"
	"wekala/internal/staff"
)

// The states of a run. What is under way is taken up by any node.
const (
	Uploaded = "uploaded"
	Checking = "checking"
	Checked  = "checked"
	Running  = "running"
	Done     = "done"
	Stopped  = "stopped"
	Failed   = "failed"
	Undoing  = "undoing"
	Undone   = "undone"
)

// The phases whose results are kept.
const (
	PhaseCheck = "check"
	PhaseRun   = "run"
	PhaseUndo  = "undo"
)

// MaxBytes bounds a file, and so what a node holds of one in memory.
const MaxBytes = 64 << 20

// Rights are what somebody who brings a file in may change by it.
type Rights struct {
	// Branches they work for; nil means all.
	Branches []string `json:"branches,omitempty"`
	Scoped   bool     `json:"scoped,omitempty"` // Branches is meant, even if empty
	// Terms alone: prices and stock of products that are there.
	Terms   bool       `json:"terms,omitempty"`
	NoStock bool       `json:"no_stock,omitempty"`
	Role    staff.Role `json:"role,omitempty"` // for prices that fall far
}

func (r Rights) sees(branch string) bool { return !r.Scoped || slices.Contains(r.Branches, branch) }

// Options say what a file leaves open, and what may come of it.
type Options struct {
	// Store sells the products that name none: its id or slug.
	Store string `json:"store,omitempty"`
	// Branches are those of prices and stock that name none: ids or slugs.
	Branches []string `json:"branches,omitempty"`
	VATBP    int64    `json:"vat_bp"` // of new products that say nothing
	Rights   Rights   `json:"rights"`
	By       string   `json:"by"` // who began it
}

// By is who works with files.
type By struct {
	StaffID string
	Rights  Rights
}

// Run is a file on its way into the catalogue.
type Run struct {
	ID        string     `db:"id"`
	File      string     `db:"file"`
	Format    Format     `db:"format"`
	StaffID   string     `db:"staff_id"`
	State     string     `db:"state"`
	Version   int64      `db:"version"`
	Blob      string     `db:"stored"`
	Bytes     int64      `db:"size"`
	Rows      int64      `db:"rows_in"`
	RowsDone  int64      `db:"rows_read"`
	ItemsDone int64      `db:"items_done"`
	Wrong     string     `db:"wrong"`
	StartedAt db.Millis  `db:"started_at"`
	EndedAt   *db.Millis `db:"ended_at"`
	UndoneAt  *db.Millis `db:"undone_at"`
	ChangedAt db.Millis  `db:"changed_at"`

	HeaderText  string `db:"header"`
	ColumnsText string `db:"columns"`
	SampleText  string `db:"sample"`
	OptionsText string `db:"options"`
	CountsText  string `db:"counts"`

	Header  []string       `db:"-"`
	Columns []Column       `db:"-"`
	Sample  [][]string     `db:"-"`
	Options Options        `db:"-"`
	Counts  map[string]int `db:"-"`
}

const runColumns = `SELECT id, file, format, staff_id, state, version, stored, size, rows_in, rows_read, items_done, wrong, started_at, ended_at,
	undone_at, changed_at, header, columns, sample, options, counts FROM imports`

func (r *Run) unpack() error {
	r.Counts = map[string]int{}
	for text, to := range map[*string]any{&r.HeaderText: &r.Header, &r.ColumnsText: &r.Columns, &r.SampleText: &r.Sample, &r.OptionsText: &r.Options, &r.CountsText: &r.Counts} {
		if err := json.Unmarshal([]byte(*text), to); err != nil {
			return err
		}
	}
	return nil
}

// by is who the catalogue's changes are of.
func (r *Run) by() catalog.By { return catalog.By{StaffID: r.Options.By, Role: r.Options.Rights.Role} }

// Mapping is what the run's columns mean.
func (r *Run) Mapping() Mapping {
	return Mapping{Format: r.Format, Header: r.Header, Columns: r.Columns}
}

// ReadRun reads a run; NotFound when there is none.
func ReadRun(ctx context.Context, q db.Querier, runID string) (*Run, error) {
	var r Run
	err := q.Get(ctx, &r, runColumns+` WHERE id = $1`, runID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	return &r, r.unpack()
}

func packed(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic("imports: what is kept of a run must encode: " + err.Error())
	}
	return string(raw)
}

// headerKey is what a header is remembered under, for whoever said what its columns
// mean: else one of a branch would have everybody's files read their way.
func headerKey(staffID string, names []string) string {
	h := sha256.New()
	h.Write([]byte(staffID + "\x00"))
	for _, name := range names {
		h.Write([]byte(header(name) + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// sampled is how many rows are kept to be looked at.
const sampled = 3

// Add takes a file in: it is recognised, counted and kept. What the same person
// said of the same header before is remembered.
func (s *Service) Add(ctx context.Context, by By, runID, name string, file io.ReaderAt, size int64) (*Run, error) {
	r, err := s.recognise(ctx, by, runID, name, file, size)
	if err != nil {
		return nil, err
	}
	return r, s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := s.insert(ctx, tx, r); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: by.StaffID, Action: "import.upload", Object: r.ID, After: map[string]any{"file": r.File, "rows": r.Rows}})
	})
}

// insert writes a run down that was recognised.
func (s *Service) insert(ctx context.Context, tx *db.Tx, r *Run) error {
	_, err := tx.Exec(ctx, `INSERT INTO imports (id, file, format, staff_id, rows_read, counts, started_at, state, version, stored, size, rows_in, header, columns,
			sample, options, changed_at) VALUES ($1, $2, $3, $4, 0, '{}', $5, $6, 1, $7, $8, $9, $10, $11, $12, $13, $5)`,
		r.ID, r.File, string(r.Format), r.StaffID, r.StartedAt, r.State, r.Blob, r.Bytes, r.Rows, packed(r.Header), packed(r.Columns), packed(r.Sample),
		packed(r.Options))
	return err
}

// recognise reads what a file is, and keeps the file.
func (s *Service) recognise(ctx context.Context, by By, runID, name string, file io.ReaderAt, size int64) (*Run, error) {
	table, err := sheets.Open(file, size)
	if err != nil {
		return nil, unreadable(err)
	}
	defer func() { _ = table.Close() }()
	first, _, err := table.Next()
	if err != nil {
		return nil, unreadable(err)
	}
	if name == "" {
		name = "import." + table.Kind
	}
	now := s.Clock.Now()
	r := &Run{ID: runID, File: name, StaffID: by.StaffID, State: Uploaded, Version: 1, Bytes: size, Header: slices.Clone(first), StartedAt: db.At(now),
		ChangedAt: db.At(now), Sample: [][]string{}, Counts: map[string]int{}, Options: Options{VATBP: 1400, Rights: by.Rights}}
	if r.ID == "" {
		r.ID = id.New("imp")
	}
	r.Blob = "import-" + strings.ToLower(r.ID)
	for {
		cells, _, err := table.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, unreadable(err)
		}
		if r.Rows++; r.Rows <= sampled {
			r.Sample = append(r.Sample, short(cells))
		}
	}
	if r.Rows == 0 {
		return nil, errs.Invalid("body", "imports.file_empty")
	}
	r.Format, r.Columns = Recognise(r.Header)
	var remembered string
	if err := s.DB.Get(ctx, &remembered, `SELECT columns FROM import_mappings WHERE header = $1`, headerKey(by.StaffID, r.Header)); err == nil {
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

func short(cells []string) []string {
	out := make([]string, len(cells))
	for i, c := range cells {
		letters := []rune(c)
		out[i] = string(letters[:min(len(letters), 80)])
	}
	return out
}

// unreadable says why a file cannot be read, to who sent it.
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

// ofTerms are the columns by which prices and stock are changed.
var ofTerms = []Column{SKU, Barcode, Branch, Price, Before, Offer, From, Until, Sold, Stock, Counted}

// within leaves out what somebody may not change by a file.
func (r Rights) within(f Format, columns []Column) (Format, []Column) {
	columns = slices.Clone(columns)
	for i, c := range columns {
		if r.Terms && !slices.Contains(ofTerms, c) || r.NoStock && (c == Stock || c == Counted) {
			columns[i] = Ignore
		}
	}
	if r.Terms {
		return Prices, columns
	}
	return formOf(f, columns), columns
}

// formOf is what a file comes to, when its columns were chosen by hand.
func formOf(f Format, columns []Column) Format {
	if f == Shopify || f == WooCommerce {
		return f
	}
	names := count(columns, NameEN) + count(columns, NameAR) + count(columns, Name)
	switch {
	case names > 0:
		return Ours
	case count(columns, SKU)+count(columns, Barcode) > 0 && count(columns, Price)+count(columns, Stock)+count(columns, Sold)+count(columns, Offer) > 0:
		return Prices
	}
	return Mapped
}

// Setting is what is said of a run before it begins.
type Setting struct {
	Columns  []Column
	Store    string
	Branches []string
	VATBP    int64
}

// Set says what the columns of a file mean and where it goes. Columns that were
// changed by hand are remembered for the header.
func (s *Service) Set(ctx context.Context, by By, runID string, version int64, in Setting) error {
	return s.move(ctx, by, runID, version, "import.set", []string{Uploaded, Checked}, func(ctx context.Context, tx *db.Tx, r *Run) error {
		if wrong := s.wrong(r, by, &in); len(wrong) > 0 {
			return errs.InvalidAll(wrong)
		}
		now := s.Clock.Now()
		if !slices.Equal(in.Columns, r.Columns) {
			if _, err := tx.Exec(ctx, `INSERT INTO import_mappings (header, columns, at) VALUES ($1, $2, $3)
				ON CONFLICT (header) DO UPDATE SET columns = excluded.columns, at = excluded.at`, headerKey(by.StaffID, r.Header), packed(in.Columns), db.At(now)); err != nil {
				return err
			}
		}
		form, _ := Recognise(r.Header)
		form, columns := by.Rights.within(form, in.Columns)
		o := Options{Store: in.Store, Branches: in.Branches, VATBP: in.VATBP, Rights: by.Rights}
		r.State = Uploaded // what was tried before is not what would become of it now
		_, err := tx.Exec(ctx, `UPDATE imports SET format = $2, columns = $3, options = $4 WHERE id = $1`, r.ID, string(form), packed(columns), packed(o))
		return err
	})
}

// wrong says what is wrong with a setting.
func (s *Service) wrong(r *Run, by By, in *Setting) (wrong []errs.Field) {
	say := func(name, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: name, Key: key, Args: args})
	}
	seen := map[Column]bool{}
	if len(in.Columns) != len(r.Header) {
		say("columns", "common.invalid")
	}
	for _, c := range in.Columns {
		switch {
		case c == Ignore:
		case !slices.Contains(Columns, c) && c != RefID && c != Type && c != Parent:
			say("columns", "common.one_of")
		case seen[c]:
			say("columns", "imports.column_twice")
		}
		seen[c] = true
	}
	if in.Store != "" {
		if st, ok := s.Branches.Store(in.Store); !ok {
			say("store", "common.one_of")
		} else {
			in.Store = st.ID
		}
	}
	kept := []string{}
	for _, ref := range in.Branches {
		b, ok := s.Branches.Branch(ref)
		if !ok || !by.Rights.sees(b.ID) {
			say("branches", "common.one_of")
			continue
		}
		kept = append(kept, b.ID)
	}
	in.Branches = kept
	if !slices.Contains([]int64{1400, 500, 0}, in.VATBP) {
		say("vat_bp", "common.one_of")
	}
	return wrong
}

// move makes one change of a run that stands in one of some states, if it is the
// version that was read (below zero: whatever it is).
func (s *Service) move(ctx context.Context, by By, runID string, version int64, action string, from []string, change func(context.Context, *db.Tx, *Run) error) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The row is locked before it is read.
		if _, err := tx.Exec(ctx, `UPDATE imports SET version = version WHERE id = $1`, runID); err != nil {
			return err
		}
		r, err := ReadRun(ctx, tx, runID)
		if err != nil {
			return err
		}
		if by.Rights.Scoped && r.StaffID != by.StaffID {
			return errs.NotFound()
		}
		if version >= 0 && r.Version != version {
			return errs.MovedOn(nil)
		}
		if !slices.Contains(from, r.State) {
			return errs.Conflict("imports.not_now")
		}
		was := r.State
		if err := change(ctx, tx, r); err != nil {
			return err
		}
		now := s.Clock.Now()
		if _, err := tx.Exec(ctx, `UPDATE imports SET state = $2, version = version + 1, changed_at = $3 WHERE id = $1`, runID, r.State, db.At(now)); err != nil {
			return err
		}
		return audit.Write(ctx, tx, now, audit.Entry{StaffID: by.StaffID, Action: action, Object: runID,
			Before: map[string]string{"state": was}, After: map[string]string{"state": r.State, "file": r.File}})
	})
}

// fit says what a file lacks to be brought in.
func (r *Run) fit() error {
	names := count(r.Columns, NameEN) + count(r.Columns, NameAR) + count(r.Columns, Name)
	keys := count(r.Columns, SKU) + count(r.Columns, Barcode)
	switch {
	case r.Blob == "":
		return errs.Conflict("imports.file_gone")
	case r.Format == Prices && keys == 0:
		return errs.Invalid("columns", "imports.needs_sku")
	case r.Format == Prices && count(r.Columns, Price)+count(r.Columns, Stock)+count(r.Columns, Sold)+count(r.Columns, Offer) == 0:
		return errs.Invalid("columns", "imports.needs_terms")
	case r.Format == Mapped, r.Format == Ours && names == 0:
		return errs.Invalid("columns", "imports.needs_name")
	}
	return nil
}

// Check has a file tried: what would become of each row, and nothing is changed.
func (s *Service) Check(ctx context.Context, by By, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.check", []string{Uploaded, Checked}, func(ctx context.Context, tx *db.Tx, r *Run) error {
		return s.begins(ctx, tx, by, r, Checking, PhaseCheck)
	})
}

// Start has a file brought in, or goes on with one that was stopped or failed.
func (s *Service) Start(ctx context.Context, by By, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.run", []string{Uploaded, Checked, Stopped, Failed}, func(ctx context.Context, tx *db.Tx, r *Run) error {
		if r.State == Stopped || r.State == Failed {
			// What an undo has begun is ended as one.
			var undone int64
			if err := tx.Get(ctx, &undone, `SELECT COUNT(*) FROM import_changes WHERE import_id = $1 AND undone`, r.ID); err != nil {
				return err
			}
			if undone > 0 {
				return errs.Conflict("imports.not_now")
			}
			if by.Rights.Terms && r.Format != Prices {
				return errs.Conflict("imports.not_now") // its rows are of products, which they may not change
			}
			r.State = Running
			if err := r.under(ctx, tx, by); err != nil {
				return err
			}
			_, err := tx.Exec(ctx, `UPDATE imports SET wrong = '', ended_at = NULL WHERE id = $1`, r.ID)
			return errors.Join(err, s.enqueue(ctx, tx, r.ID, 0))
		}
		return s.begins(ctx, tx, by, r, Running, PhaseRun)
	})
}

// under has what follows be done by somebody, within what they may change now:
// they may work for other branches than when they uploaded the file.
func (r *Run) under(ctx context.Context, tx *db.Tx, by By) error {
	r.Format, r.Columns = by.Rights.within(r.Format, r.Columns)
	r.Options.Rights, r.Options.By = by.Rights, by.StaffID
	_, err := tx.Exec(ctx, `UPDATE imports SET format = $2, columns = $3, options = $4 WHERE id = $1`, r.ID, string(r.Format), packed(r.Columns), packed(r.Options))
	return err
}

// begins has a phase begin from the first row.
func (s *Service) begins(ctx context.Context, tx *db.Tx, by By, r *Run, state, phase string) error {
	if err := r.under(ctx, tx, by); err != nil {
		return err
	}
	if err := r.fit(); err != nil {
		return err
	}
	r.State = state
	if _, err := tx.Exec(ctx, `DELETE FROM import_results WHERE import_id = $1 AND phase = $2`, r.ID, phase); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `UPDATE imports SET items_done = 0, rows_read = 0, counts = '{}', wrong = '', ended_at = NULL WHERE id = $1`, r.ID); err != nil {
		return err
	}
	return s.enqueue(ctx, tx, r.ID, 0)
}

// Stop ends what is under way after the chunk it is at: a try is forgotten, what
// was brought in stays and can be gone on with or undone.
func (s *Service) Stop(ctx context.Context, by By, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.stop", []string{Checking, Running}, func(ctx context.Context, tx *db.Tx, r *Run) error {
		if r.State == Checking {
			r.State = Uploaded
			return nil
		}
		r.State = Stopped
		_, err := tx.Exec(ctx, `UPDATE imports SET ended_at = $2 WHERE id = $1`, r.ID, db.At(s.Clock.Now()))
		return err
	})
}

// TakeBack has a run undone.
func (s *Service) TakeBack(ctx context.Context, by By, runID string, version int64) error {
	return s.move(ctx, by, runID, version, "import.undo", []string{Done, Stopped, Failed}, func(ctx context.Context, tx *db.Tx, r *Run) error {
		r.State = Undoing
		r.Options.Rights, r.Options.By = by.Rights, by.StaffID
		if _, err := tx.Exec(ctx, `UPDATE imports SET options = $2 WHERE id = $1`, r.ID, packed(r.Options)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM import_results WHERE import_id = $1 AND phase = $2`, r.ID, PhaseUndo); err != nil {
			return err
		}
		return s.enqueue(ctx, tx, r.ID, 0)
	})
}
