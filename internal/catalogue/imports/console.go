package imports

import (
	"context"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

const (
	runsPart    = 30
	resultsPart = 50
)

// kinds are the accepted content types; the actual format is detected from the file's first bytes.
var kinds = []string{"text/csv", "text/plain", "text/tab-separated-values", "application/vnd.ms-excel",
	"application/octet-stream", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}

// ConsoleRoutes registers the staff operations on files of products and prices.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, name, summary string, audit ...string) httpapi.Op {
		o := httpapi.Op{Method: method, Path: "/console/imports" + path, ID: "console-" + name, Tag: "console",
			Summary: summary, Audience: httpapi.Staff, Capability: staff.ImportFiles, Audit: audit, Branches: httpapi.BranchList}
		if method != "GET" && path != "" {
			o.Conflict = httpapi.VersionConflict[RunView]()
		}
		return o
	}
	paged := func(o httpapi.Op) httpapi.Op { o.Paged = true; return o }
	add := op("POST", "", "add-import", "Upload a file of products, prices or stock", "import.upload")
	add.MaxBody, add.Conflict = MaxBytes, nil
	add.Description = "It is recognised and kept; nothing is changed yet. Who may not edit the catalogue brings in " +
		"prices and stock of their branches alone."
	httpapi.Upload(a, add, kinds, "imports.too_large", "imports.file_kind", s.postRun)
	httpapi.Handle(a,
		paged(
			op("GET", "", "list-imports", "Files that were uploaded, the newest first; of staff of some branches their own")),
		s.getRuns)
	httpapi.Handle(a, op("GET", "/choices", "import-choices", "What a file's columns can mean, and where it can go"),
		s.getChoices)
	have := op("GET", "/samples", "get-samples", "The sample products there are")
	have.Capability, have.Branches = staff.ChangeSettings, httpapi.WholeShop
	httpapi.Handle(a, have, s.getSamples)
	add = op("POST", "/samples", "add-samples", "Bring in sample products, to try the shop with", "import.samples")
	add.Conflict, add.Capability, add.Branches = nil, have.Capability, have.Branches
	add.Description = "One set at a time, answered 409 while there is one; to undo its file removes it."
	httpapi.Handle(a, add, s.postSamples)
	formula := op("POST", "/formula", "formula-import", "Try a formula over the prices of all rows of a branch's sheet",
		"import.upload", "import.check")
	formula.Conflict, formula.Capability, formula.Strict = nil, staff.SetPrices, true
	formula.Description = "It becomes a file of prices that is tried at once, and is then brought in and undone as any " +
		"other. Prices that others change before that are overwritten."
	httpapi.Handle(a, formula, s.postFormula)
	httpapi.Handle(a, op("GET", "/{id}", "get-import", "A file, and how far it is"), s.getRun)
	httpapi.Handle(a, op("PUT", "/{id}", "set-import", "Say what the columns mean and where the file goes", "import.set"),
		s.putRun)
	httpapi.Handle(a, paged(op("GET", "/{id}/rows", "list-import-rows", "What became of each product")), s.getRows)
	for _, step := range []struct {
		name, summary, audit string
		do                   func(context.Context, Actor, string, int64) error
	}{
		{"check", "Try a file: what would become of it", "import.check", s.Check},
		{"start", "Bring a file in, or go on with it", "import.run", s.Start},
		{"stop", "Stop what is under way", "import.stop", s.Stop},
		{"undo", "Take back what a file changed", "import.undo", s.TakeBack},
		{"redo", "Bring back what an undo took back", "import.redo", s.Redo},
	} {
		httpapi.Handle(a, op("POST", "/{id}/"+step.name, step.name+"-import", step.summary, step.audit),
			func(ctx context.Context, in *stepInput) (*httpapi.Reply[RunView], error) {
				read := func() (*httpapi.Reply[RunView], error) { return s.getRun(ctx, &runInput{in.ID}) }
				if err := step.do(ctx, byOf(ctx), in.ID, in.Body.Version); err != nil {
					return nil, httpapi.WithCurrent(err, read)
				}
				return read()
			})
	}
	plan := op("GET", "/{id}/undo", "plan-import-undo", "What undoing a file would do now, or redoing one that was undone")
	plan.Description = "Nothing is changed. A product is taken back completely or stays completely; the first 200 that " +
		"stay are listed with the reason."
	httpapi.Handle(a, plan, s.getUndoPlan)
	httpapi.Handle(a, op("GET", "/{id}/pictures", "import-pictures",
		"The pictures that a file names and the shop lacks, as a file"), s.getPictures)
	export := op("GET", "", "export-products", "The catalogue as a file that can be brought in again")
	export.Path = "/console/export"
	httpapi.Handle(a, export, s.getExport)
}

// byOf returns the caller with the rights that limit what a file may change.
func byOf(ctx context.Context) Actor {
	m := staff.Caller(ctx)
	return Actor{
		StaffID: m.ID, Rights: Rights{Branches: m.Branches, Scoped: m.Branches != nil, Terms: !m.May(staff.EditCatalogue),
			NoStock: !m.May(staff.SetStock), NoCosts: !m.May(staff.SetCosts), SeesCosts: m.May(staff.ReadCosts), Role: m.Role}}
}

type runInput struct {
	ID string `path:"id" maxLength:"64"`
}

type stepInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Version int64 `json:"version" minimum:"0"`
	}
}

// RunRow is a run in the list of files.
type RunRow struct {
	ID       string         `json:"id"`
	File     string         `json:"file"`
	Format   Format         `json:"format" enum:"wekala,shopify,woocommerce,prices,extras,mapped"`
	State    string         `json:"state" enum:"uploaded,checking,checked,running,done,stopped,failed,undoing,undone,redoing"`
	By       string         `json:"by" doc:"Who uploaded it."`
	Rows     int64          `json:"rows"`
	RowsDone int64          `json:"rows_done"`
	Counts   map[string]int `json:"counts" doc:"Products by what became of them: added, changed, same, refused."`
	At       db.Millis      `json:"at"`
	EndedAt  *db.Millis     `json:"ended_at"`
}

// RunView is a run and its progress.
type RunView struct {
	RunRow
	Size      int64      `json:"size" doc:"Bytes."`
	Columns   []ColumnOf `json:"columns"`
	Store     string     `json:"store"`
	Branches  []string   `json:"branches"`
	VATBP     int64      `json:"vat_bp"`
	Category  string     `json:"category" doc:"Of new products whose row names none, from the top down: A > B."`
	Published bool       `json:"published" doc:"New products whose row doesn't say are shown to customers."`
	Uncounted bool       `json:"uncounted" doc:"New products whose row gives no stock are sold without counting."`
	HeaderRow int        `json:"header_row" doc:"The row that holds the headers, from 1; empty rows don't count."`
	Unplaced  []string   `json:"unplaced" doc:"Columns that have no place."`
	Wrong     string     `json:"wrong" doc:"Why it failed, in words."`
	Terms     bool       `json:"terms" doc:"The caller changes prices and stock alone."`
	Can       []string   `json:"can" doc:"What can be done with it now." enum:"set,check,start,stop,undo,redo"`
	Left      int64      `json:"left" doc:"Products that the last undo or redo left as they are."`
	Turns     int64      `json:"turns" doc:"How often it was undone or redone."`
	Version   int64      `json:"version"`
}

// ColumnOf is a column of a file.
type ColumnOf struct {
	Name   string   `json:"name"`
	Means  Column   `json:"means" doc:"Empty: it has no place."`
	Sample []string `json:"sample"`
}

func (r *Run) row(names map[string]string) RunRow {
	return RunRow{ID: r.ID, File: r.File, Format: r.Format, State: r.State, By: names[r.StaffID], Rows: r.Rows,
		RowsDone: r.RowsDone, Counts: r.Counts, At: r.StartedAt, EndedAt: r.EndedAt}
}

// open refuses other people's files to members limited to branches and to members who may not set costs: any column may
// contain costs, whatever its name or mapping.
func (r *Run) open(by Actor) error {
	if r.StaffID != by.StaffID && (by.Rights.Scoped || by.Rights.NoCosts) {
		return errs.NotFound()
	}
	return nil
}

// seen reads a run that the caller may see.
func (s *Service) seen(ctx context.Context, runID string) (*Run, error) {
	r, err := ReadRun(ctx, s.DB, runID)
	if err != nil {
		return nil, err
	}
	return r, r.open(byOf(ctx))
}

func (s *Service) getRun(ctx context.Context, in *runInput) (*httpapi.Reply[RunView], error) {
	r, err := s.seen(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	names, err := staff.Names(ctx, s.DB, []string{r.StaffID})
	if err != nil {
		return nil, err
	}
	v := RunView{RunRow: r.row(names), Size: r.Bytes, Columns: []ColumnOf{}, Store: r.Options.Store,
		Branches: r.Options.Branches, VATBP: r.Options.VATBP, Unplaced: r.Mapping().Unplaced(), Terms: byOf(ctx).Rights.Terms,
		Can: r.can(), Version: r.Version, Turns: r.Turns,
		Category: r.Options.Category, Published: r.Options.Published, Uncounted: r.Options.Uncounted,
		HeaderRow: r.Options.Skip + 1}
	if v.Branches == nil {
		v.Branches = []string{}
	}
	for i, name := range r.Header {
		c := ColumnOf{Name: name, Sample: []string{}}
		if i < len(r.Columns) {
			c.Means = r.Columns[i]
		}
		for _, row := range r.Sample {
			if i < len(row) {
				c.Sample = append(c.Sample, row[i])
			}
		}
		v.Columns = append(v.Columns, c)
	}
	if r.Wrong != "" {
		v.Wrong = i18n.T(httpapi.Caller(ctx).Lang, r.Wrong)
	}
	if r.Turns > 0 {
		if err := s.DB.Get(ctx, &v.Left, `SELECT COUNT(*) FROM import_results WHERE import_id = $1 AND phase = $2`, r.ID,
			r.undoPhase()); err != nil {
			return nil, err
		}
	}
	return httpapi.OK(v), nil
}

func (s *Service) postRun(ctx context.Context, file httpapi.File) (*httpapi.Reply[RunView], error) {
	size, err := file.Seek(0, 2)
	if err != nil {
		return nil, err
	}
	r, err := s.Add(ctx, byOf(ctx), "", httpapi.FileName(ctx), file, size)
	if err != nil {
		return nil, err
	}
	return s.getRun(ctx, &runInput{r.ID})
}

type runsInput struct{ httpapi.PartInput }

func (s *Service) getRuns(ctx context.Context, in *runsInput) (*httpapi.Part[RunRow], error) {
	at, ref, err := in.Newest()
	if err != nil {
		return nil, err
	}
	runs, err := listRuns(ctx, s.DB, byOf(ctx), at, ref, runsPart+1)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, r := range runs {
		if !slices.Contains(ids, r.StaffID) {
			ids = append(ids, r.StaffID)
		}
	}
	names, err := staff.Names(ctx, s.DB, ids)
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(runs, runsPart, func(r Run) []any { return []any{int64(r.StartedAt), r.ID} },
		func(r Run) RunRow { return r.row(names) }), nil
}

// ImportChoices are the options of a file's form.
type ImportChoices struct {
	Columns  []Column `json:"columns" doc:"What a column can mean, for the caller."`
	MaxBytes int64    `json:"max_bytes"`
	Stock    bool     `json:"stock" doc:"The caller may set stock."`
}

func (s *Service) getChoices(ctx context.Context, _ *struct{}) (*httpapi.Reply[ImportChoices], error) {
	rights := byOf(ctx).Rights
	_, allowed := rights.within(Ours, Columns)
	return httpapi.OK(ImportChoices{Columns: slices.DeleteFunc(allowed, func(c Column) bool { return c == Ignore }),
		MaxBytes: MaxBytes, Stock: !rights.NoStock}), nil
}

func (s *Service) putRun(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Columns   []Column `json:"columns" maxItems:"300"`
		Store     string   `json:"store" maxLength:"64"`
		Branches  []string `json:"branches" maxItems:"500"`
		VATBP     int64    `json:"vat_bp"`
		Category  string   `json:"category,omitempty" maxLength:"300"`
		Published bool     `json:"published,omitempty"`
		Uncounted bool     `json:"uncounted,omitempty"`
		HeaderRow int      `json:"header_row,omitempty" minimum:"0" maximum:"10"`
		Version   int64    `json:"version" minimum:"0"`
	}
}) (*httpapi.Reply[RunView], error) {
	read := func() (*httpapi.Reply[RunView], error) { return s.getRun(ctx, &runInput{in.ID}) }
	b := in.Body
	if err := s.Set(ctx, byOf(ctx), in.ID, b.Version,
		Setting{Columns: b.Columns, Store: b.Store, Branches: b.Branches, VATBP: b.VATBP,
			Category: b.Category, Published: b.Published, Uncounted: b.Uncounted, HeaderRow: b.HeaderRow}); err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

type rowsInput struct {
	httpapi.PartInput
	ID      string `path:"id" maxLength:"64"`
	Phase   string `query:"phase" enum:"check,run,undo,redo" default:"run"`
	Outcome string `query:"outcome" maxLength:"20" doc:"added, changed, same, refused, left, told for those that have something to say, or unplaced for those with values in columns that have no place."`
}

// ResultView is the outcome for one product of a file.
type ResultView struct {
	Line      int           `json:"line" doc:"Of the file; 0 for none."`
	Name      string        `json:"name"`
	ProductID string        `json:"product_id" doc:"Empty where there is none."`
	GroupID   string        `json:"group_id" doc:"The group of extras that the row is about; empty where it is about a product."`
	Outcome   string        `json:"outcome" enum:"added,changed,same,refused,left"`
	Problems  []ProblemView `json:"problems"`
	Unplaced  []LeftOut     `json:"unplaced" doc:"Values in columns that have no place, which are not brought in: the first of them."`
	More      int           `json:"more_unplaced" doc:"How many more columns it has of these."`
}

// ProblemView is a problem with a row, as text.
type ProblemView struct {
	Line   int    `json:"line"`
	Column string `json:"column" doc:"As the file calls it; empty for the row."`
	Text   string `json:"text"`
	Value  string `json:"value" doc:"What stands there."`
	Fatal  bool   `json:"fatal" doc:"The row is not brought in for it."`
}

func (s *Service) getRows(ctx context.Context, in *rowsInput) (*httpapi.Part[ResultView], error) {
	if _, err := s.seen(ctx, in.ID); err != nil {
		return nil, err
	}
	after := int64(-1)
	if _, err := in.Place(&after); err != nil {
		return nil, err
	}
	rows, err := s.Results(ctx, in.ID, in.Phase, in.Outcome, after, resultsPart+1)
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	return httpapi.Keyset(rows, resultsPart, func(r Result) []any { return []any{r.N} },
		func(r Result) ResultView { return r.view(lang) }), nil
}

func (r *Result) view(lang i18n.Lang) ResultView {
	v := ResultView{Line: r.Line, Name: r.Name, ProductID: r.ProductID, Outcome: r.Outcome, Problems: []ProblemView{},
		Unplaced: r.LeftOut.First, More: r.LeftOut.More}
	if v.Unplaced == nil {
		v.Unplaced = []LeftOut{}
	}
	if strings.HasPrefix(r.ProductID, "xgr_") { // ids say what they are of
		v.ProductID, v.GroupID = "", r.ProductID
	}
	for _, p := range r.Problems {
		v.Problems = append(v.Problems,
			ProblemView{Line: p.Line, Column: p.Column, Text: p.Says(lang), Value: p.Value, Fatal: p.Fatal})
	}
	return v
}

// UndoPlanView is the preview of undoing a run, or of redoing it.
type UndoPlanView struct {
	Removed  int          `json:"removed" doc:"Products that leave the catalogue."`
	OnSale   int          `json:"on_sale" doc:"Of those, that customers see now."`
	Restored int          `json:"restored" doc:"Products that are as they were again."`
	Left     int          `json:"left" doc:"Products that stay as they are."`
	Rows     []ResultView `json:"rows" doc:"The first of those that stay, with the reason."`
}

func (s *Service) getUndoPlan(ctx context.Context, in *runInput) (*httpapi.Reply[UndoPlanView], error) {
	plan, err := s.PlanUndo(ctx, byOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	v := UndoPlanView{plan.Removed, plan.OnSale, plan.Restored, plan.Left, []ResultView{}}
	for _, r := range plan.Rows {
		v.Rows = append(v.Rows, r.view(httpapi.Caller(ctx).Lang))
	}
	return httpapi.OK(v), nil
}

type exportInput struct {
	What     string `query:"what" enum:"products,prices" default:"products" doc:"prices: prices and stock per branch alone."`
	Kind     string `query:"kind" enum:"csv,xlsx" default:"csv"`
	BranchID string `query:"branch_id" maxLength:"64" doc:"One branch's prices and stock; those of all the caller's otherwise."`
}

func (s *Service) getExport(ctx context.Context, in *exportInput) (*huma.StreamResponse, error) {
	by := byOf(ctx)
	o := Export{What: in.What, Kind: in.Kind, NoCosts: !staff.Caller(ctx).May(staff.ReadCosts),
		Stores: s.stores(by.Rights)}
	if by.Rights.Scoped {
		o.Branches, o.Some = by.Rights.Branches, true
	}
	if in.BranchID != "" {
		b, ok := s.Branches.Branch(in.BranchID)
		if !ok || !by.Rights.sees(b.ID) {
			return nil, errs.Invalid("branch_id", "common.one_of")
		}
		o.Branches, o.Some = []string{b.ID}, true
	}
	kind := map[string]string{"csv": "text/csv; charset=utf-8", "xlsx": kinds[len(kinds)-1]}[o.Kind]
	name := o.What + "-" + s.Clock.Now().Format("2006-01-02") + "." + o.Kind
	return &huma.StreamResponse{Body: func(h huma.Context) {
		h.SetHeader("Content-Type", kind)
		h.SetHeader("Content-Disposition", `attachment; filename="`+name+`"`)
		// If writing fails, the file is not closed. An XLSX file then does not open, and a CSV file lacks its last rows; the
		// server's log shows the error.
		_, _ = s.WriteOut(h.Context(), h.BodyWriter(), o)
	}}, nil
}
