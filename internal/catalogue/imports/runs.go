package imports

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// The phases whose results are stored.
const (
	PhaseCheck = "check"
	PhaseRun   = "run"
	PhaseUndo  = "undo"
	PhaseRedo  = "redo"
)

// MaxBytes limits the size of a file, and so the memory that a node needs for it.
const MaxBytes = 64 << 20

// Rights limit what the member who imports a file may change with it.
type Rights struct {
	// Branches that the member works for; nil means all.
	Branches []string `json:"branches,omitempty"`
	Scoped   bool     `json:"scoped,omitempty"` // Branches is meant, even if empty
	// Terms allows only prices and stock of existing products.
	Terms   bool `json:"terms,omitempty"`
	NoStock bool `json:"no_stock,omitempty"`
	NoCosts bool `json:"no_costs,omitempty"`
	// SeesCosts allows problems that report a price below cost.
	SeesCosts bool       `json:"sees_costs,omitempty"`
	Role      staff.Role `json:"role,omitempty"` // for prices that fall far
}

func (r Rights) sees(branch string) bool { return !r.Scoped || slices.Contains(r.Branches, branch) }

// Options are the choices that a file leaves open, and the rights that limit its changes.
type Options struct {
	// Store is the default for products without a store: its id or slug.
	Store string `json:"store,omitempty"`
	// Branches are the default for prices and stock without a branch: ids or slugs.
	Branches []string `json:"branches,omitempty"`
	VATBP    int64    `json:"vat_bp"` // default for new products if neither file nor category sets it
	// Category is the default for new products without a category, as a path from the top: "A > B".
	Category string `json:"category,omitempty"`
	// Published and Uncounted are the defaults for new products.
	Published bool `json:"published,omitempty"`
	Uncounted bool `json:"uncounted,omitempty"`
	// Skip is the number of rows before the header.
	Skip   int    `json:"skip,omitempty"`
	Rights Rights `json:"rights"`
	By     string `json:"by"` // the member who started it
}

// Actor is the member who works with files.
type Actor struct {
	StaffID string
	Rights  Rights
}

// Run is an uploaded file and the state of its import.
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
	Turns     int64      `db:"turns"` // how often it was undone or redone

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

const runColumns = `SELECT id, file, format, staff_id, state, version, stored, size, rows_in, rows_read, items_done,
	wrong, started_at, ended_at,
	undone_at, changed_at, header, columns, sample, options, counts, turns FROM imports`

func (r *Run) unpack() error {
	r.Counts = map[string]int{}
	for text, to := range map[*string]any{&r.HeaderText: &r.Header, &r.ColumnsText: &r.Columns, &r.SampleText: &r.Sample,
		&r.OptionsText: &r.Options, &r.CountsText: &r.Counts} {
		if err := json.Unmarshal([]byte(*text), to); err != nil {
			return err
		}
	}
	return nil
}

// by returns the actor for the run's changes of the catalogue.
func (s *Service) by(r *Run) products.Actor {
	return products.Actor{StaffID: r.Options.By, Role: r.Options.Rights.Role, Stores: s.stores(r.Options.Rights)}
}

// sells reports whether the member works with the products of a store.
func (s *Service) sells(r Rights, storeID string) bool {
	return (products.Actor{Stores: s.stores(r)}).Sees(storeID)
}

// stores lists the stores whose products the member works with; nil means all.
func (s *Service) stores(r Rights) []string {
	if !r.Scoped {
		return nil
	}
	return s.Branches.StoresOf(append([]string{}, r.Branches...))
}

// Mapping is the meaning of the run's columns.
func (r *Run) Mapping() Mapping {
	return Mapping{Format: r.Format, Header: r.Header, Columns: r.Columns, Skip: r.Options.Skip}
}

// ReadRun reads a run; NotFound if it does not exist.
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

// headerKey is the key under which a member's mapping of a header is stored. It includes the member, as otherwise a
// member of one branch would decide how everybody's files are read.
func headerKey(staffID string, names []string) string {
	h := sha256.New()
	h.Write([]byte(staffID + "\x00"))
	for _, name := range names {
		h.Write([]byte(header(name) + "\x00"))
	}
	return hex.EncodeToString(h.Sum(nil))
}
