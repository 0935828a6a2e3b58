package places

import (
	"context"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/sheets"
)

// The limits of a file of districts.
const (
	maxFile = 8 << 20
	maxRows = 1_000
)

var fileKinds = []string{"text/csv", "text/plain", "text/tab-separated-values", "application/vnd.ms-excel",
	"application/octet-stream", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"}

// columnNames are the accepted names of columns, including those of the console's form.
var columnNames = map[string][]string{
	"id":          {"id", "slug", "المعرف"},
	"governorate": {"governorate", "province", "المحافظة"},
	"name_en": {"name_en", "name", "name in English", "English name", "English", "area", "الاسم بالإنجليزية",
		"الاسم الإنجليزي"},
	"name_ar": {"name_ar", "name in Arabic", "Arabic name", "Arabic", "الاسم", "الاسم بالعربية", "الاسم العربي",
		"المنطقة"},
	"aliases": {"aliases", "other names", "other spellings", "spellings", "طرق كتابة أخرى", "أسماء أخرى"},
	"lat":     {"lat", "latitude", "latitude of the centre", "latitude of the center", "خط العرض", "خط عرض مركز المنطقة"},
	"lng": {"lng", "lon", "long", "longitude", "longitude of the centre", "longitude of the center", "خط الطول",
		"خط طول مركز المنطقة"},
	"outline": {"outline", "boundary", "wkt", "geojson", "geometry", "polygon", "shape", "الحدود", "حدود المنطقة"},
	"radius":  {"radius", "reach", "reach in meters", "reach in metres", "المدى", "المدى بالمتر"},
	"active":  {"active", "shown", "visible", "customers can choose it", "ظاهرة", "ظاهر", "متاحة لاختيار العملاء"},
}

// columns are the columns by their normalised names.
var columns = func() map[string]string {
	out := map[string]string{}
	for name, called := range columnNames {
		for _, one := range called {
			out[plainHead(one)] = name
		}
	}
	return out
}()

var headMarks = strings.NewReplacer(" ", "", "_", "", "-", "", "(", "", ")", "", "\u0640", "", "أ", "ا", "إ", "ا", "آ",
	"ا", "ة", "ه", "ى", "ي")

// plainHead normalises a column's name, ignoring common differences in spelling.
func plainHead(head string) string {
	head = headMarks.Replace(strings.ToLower(sheets.Tidy(head)))
	if rest, ok := strings.CutPrefix(head, "ال"); ok {
		return rest
	}
	return head
}

// ImportedRow is the result of a line of a file.
type ImportedRow struct {
	Line        int      `json:"line"`
	Name        string   `json:"name"`
	Governorate string   `json:"governorate"`
	What        string   `json:"what" enum:"added,changed,same,refused"`
	Problems    []string `json:"problems" doc:"Why it is refused; none otherwise."`
}

// Imported is the result of importing a file of districts.
type Imported struct {
	Rows    []ImportedRow `json:"rows"`
	Ignored []string      `json:"ignored" doc:"The columns that are filled in and go nowhere, as the file calls them."`
	Added   int           `json:"added"`
	Changed int           `json:"changed"`
	Same    int           `json:"same"`
	Refused int           `json:"refused"`
	Saved   bool          `json:"saved" doc:"It was done; otherwise this is what would be."`
}

func (k *AdminService) importRoutes(a *httpapi.API, owners func(httpapi.Op) httpapi.Op) {
	const how = "The file as it is, CSV or XLSX: governorate (its id or name), name_en, name_ar, aliases divided by |, " +
		"lat, lng, outline as a WKT or GeoJSON polygon, radius in metres, shown, or an id. " +
		"A district is known by its id, or by its name in its governorate; an empty cell keeps what is there. At most " +
		"1,000 lines."
	check := owners(httpapi.Op{Method: "POST", Path: "/console/districts/check", ID: "console-check-districts",
		Summary: "What a file of districts would do", Description: how, Unaudited: "changes nothing", MaxBody: maxFile})
	check.Strict = false
	httpapi.Upload(a, check, fileKinds, "places.file_large", "places.file_kind",
		func(ctx context.Context, f httpapi.File) (*httpapi.Reply[Imported], error) {
			return k.take(ctx, f, false)
		})
	bring := owners(httpapi.Op{Method: "POST", Path: "/console/districts/import", ID: "console-import-districts",
		Summary: "Bring in a file of districts", Description: how +
			" Lines that are refused are left, and the others done together.",
		Audit: []string{"district.create", "district.edit", "district.import"}, MaxBody: maxFile})
	bring.Strict = false
	httpapi.Upload(a, bring, fileKinds, "places.file_large", "places.file_kind",
		func(ctx context.Context, f httpapi.File) (*httpapi.Reply[Imported], error) {
			return k.take(ctx, f, true)
		})
}

// line is a line of a file by its columns.
type line struct {
	at    int
	cells map[string]string
}

// linesOf parses a file, or returns the reason why it is not a file of districts. ignored are non-empty columns that
// are not used.
func linesOf(f httpapi.File) (lines []line, ignored []string, err error) {
	size, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, nil, err
	}
	table, err := sheets.Open(f, size)
	var broken *sheets.At
	refused := func(err error) error {
		switch {
		case errors.As(err, &broken):
			return errs.Invalid("body", "places.file_broken", "line", broken.Line)
		case errors.Is(err, sheets.ErrKind), errors.Is(err, sheets.ErrEmpty), errors.Is(err, sheets.ErrBroken),
			errors.Is(err, sheets.ErrTooLong), errors.Is(err, sheets.ErrTooLarge):
			return errs.Invalid("body", "places.file_kind")
		}
		return err
	}
	if err != nil {
		return nil, nil, refused(err)
	}
	defer func() { _ = table.Close() }()
	heads, _, err := table.Next()
	if err == io.EOF {
		return nil, nil, errs.Invalid("body", "places.file_kind")
	}
	if err != nil {
		return nil, nil, refused(err)
	}
	heads = slices.Clone(heads) // the next row takes its place
	means, others := columnsOf(heads)
	if means["name_en"] == 0 && means["name_ar"] == 0 && means["id"] == 0 {
		return nil, nil, errs.Invalid("body", "places.file_columns")
	}
	filled := map[int]bool{}
	for {
		cells, at, err := table.Next()
		if err == io.EOF {
			for _, i := range others {
				if filled[i] {
					ignored = append(ignored, httpapi.Clean(heads[i]))
				}
			}
			return lines, ignored, nil
		}
		if err != nil {
			return nil, nil, refused(err)
		}
		if len(lines) == maxRows {
			return nil, nil, errs.Invalid("body", "places.file_lines", "count", maxRows)
		}
		for _, i := range others {
			filled[i] = filled[i] || i < len(cells) && strings.TrimSpace(cells[i]) != ""
		}
		l := line{at: at, cells: map[string]string{}}
		for name, column := range means {
			if column > 0 && column <= len(cells) {
				l.cells[name] = cells[column-1]
			}
		}
		lines = append(lines, l)
	}
}

// columnsOf returns the meaning of each column (numbered from 1) and the unused columns (numbered from 0). Of columns
// with the same name the first counts.
func columnsOf(heads []string) (means map[string]int, others []int) {
	means = map[string]int{}
	for i, head := range heads {
		switch name, known := columns[plainHead(head)]; {
		case known && means[name] == 0:
			means[name] = i + 1
		case strings.TrimSpace(head) != "":
			others = append(others, i)
		}
	}
	return means, others
}

var errTrial = errors.New("places: a trial is taken back")

// take imports a file, and saves the result only if save is set.
func (k *AdminService) take(ctx context.Context, f httpapi.File, save bool) (*httpapi.Reply[Imported], error) {
	member, lang := staff.Caller(ctx), httpapi.Caller(ctx).Lang
	lines, ignored, err := linesOf(f)
	if err != nil {
		return nil, err
	}
	var out Imported
	err = k.Places.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		out = Imported{Rows: []ImportedRow{}, Ignored: append([]string{}, ignored...), Saved: save}
		known, err := k.known(ctx, tx)
		if err != nil {
			return err
		}
		var touched []string
		for _, l := range lines {
			row, ref, err := k.takeLine(ctx, tx, member, known, l, lang)
			if err != nil {
				return err
			}
			switch row.What {
			case "added":
				out.Added++
			case "changed":
				out.Changed++
			case "same":
				out.Same++
			case "refused":
				out.Refused++
			}
			if ref != "" {
				touched = append(touched, ref)
			}
			out.Rows = append(out.Rows, row)
		}
		if !save {
			return errTrial
		}
		if err := audit.Write(ctx, tx, k.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "district.import", Object: "districts",
				After: map[string]any{"file": httpapi.FileName(ctx), "added": out.Added, "changed": out.Changed,
					"refused": out.Refused}}); err != nil {
			return err
		}
		for _, ref := range touched {
			if err := changefeed.Publish(ctx, tx, Changed, ref); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil && !errors.Is(err, errTrial) {
		return nil, err
	}
	if save {
		return httpapi.OKMessage(out, i18n.T(lang, "places.imported")), nil
	}
	return httpapi.OK(out), nil
}

// atlas contains the existing governorates and districts by id and folded name; names of districts follow their
// governorate's id.
type atlas struct {
	governorates map[string]string
	names        map[string]i18n.Text // of governorates
	districts    map[string]string
	records      map[string]DistrictRecord
}

func (k *AdminService) known(ctx context.Context, tx *db.Tx) (atlas, error) {
	a := atlas{map[string]string{}, map[string]i18n.Text{}, map[string]string{}, map[string]DistrictRecord{}}
	var governorates []governorateRow
	if err := tx.Select(ctx, &governorates, allGovernorates); err != nil {
		return a, err
	}
	for _, g := range governorates {
		a.names[g.ID] = i18n.Text{EN: g.NameEN, AR: g.NameAR}
		for _, name := range []string{g.ID, g.NameEN, g.NameAR} {
			a.governorates[k.Places.fold(name)] = g.ID
		}
	}
	var rows []districtRecordRow
	if err := tx.Select(ctx, &rows, districtRecords+` ORDER BY d.id`); err != nil {
		return a, err
	}
	for _, r := range rows {
		record, err := k.record(ctx, r)
		if err != nil {
			return a, err
		}
		a.keep(k.Places.fold, record)
	}
	return a, nil
}

func (a atlas) keep(fold func(string) string, d DistrictRecord) {
	a.records[d.ID] = d
	for _, name := range []string{d.NameEN, d.NameAR} {
		if name != "" {
			a.districts[d.Governorate.ID+"/"+fold(name)] = d.ID
		}
	}
}

// takeLine applies one line. ref is the id of the district that was added or changed.
func (k *AdminService) takeLine(ctx context.Context, tx *db.Tx, member staff.Member, known atlas, l line,
	lang i18n.Lang) (row ImportedRow, ref string, err error) {
	row = ImportedRow{Line: l.at, What: "refused", Problems: []string{}}
	row.Name = l.cells["name_en"]
	if lang == i18n.AR && l.cells["name_ar"] != "" || row.Name == "" {
		row.Name = l.cells["name_ar"]
	}
	no := func(key string, args ...any) { row.Problems = append(row.Problems, i18n.T(lang, key, args...)) }
	governorate, found := known.governorates[k.Places.fold(l.cells["governorate"])]
	if l.cells["governorate"] != "" && !found {
		row.Governorate = httpapi.Clean(l.cells["governorate"])
		no("places.no_governorate")
		return row, "", nil
	}
	ref = l.cells["id"]
	if _, there := known.records[ref]; ref != "" && !there {
		no("places.no_district", "id", httpapi.Clean(ref))
		return row, "", nil
	}
	if ref == "" {
		english, arabic := known.named(k.Places.fold, governorate, l.cells["name_en"]),
			known.named(k.Places.fold, governorate, l.cells["name_ar"])
		if english != "" && arabic != "" && english != arabic {
			no("places.names_of_two")
			return row, "", nil
		}
		if ref = english; ref == "" {
			ref = arabic
		}
	}
	before, there := known.records[ref]
	form := DistrictForm{Governorate: before.Governorate.ID, NameEN: before.NameEN, NameAR: before.NameAR,
		Aliases: before.Aliases, Lat: before.Lat, Lng: before.Lng, Outline: before.Outline, Version: before.Version}
	active := !there || before.Active
	form.Active = &active
	for _, problem := range fill(&form, l.cells, governorate) {
		no(problem)
	}
	if form.Governorate == "" {
		no("places.needs_governorate")
	}
	row.Governorate = known.names[form.Governorate].In(lang)
	if len(row.Problems) > 0 {
		return row, "", nil
	}
	if row.Name == "" {
		row.Name = i18n.Text{EN: form.NameEN, AR: form.NameAR}.In(lang)
	}
	if there {
		c, err := form.check()
		if err != nil {
			return row, "", refusal(&row, err, lang)
		}
		if same(before, form, c) {
			row.What = "same"
			return row, "", nil
		}
		err = k.change(ctx, tx, member, ref, form)
		if err != nil {
			return row, "", refusal(&row, err, lang)
		}
		row.What = "changed"
	} else {
		if ref, err = k.add(ctx, tx, member, form); err != nil {
			return row, "", refusal(&row, err, lang)
		}
		row.What = "added"
	}
	after, err := k.read(ctx, tx, ref)
	if err != nil {
		return row, "", err
	}
	known.keep(k.Places.fold, after)
	return row, ref, nil
}

func (a atlas) named(fold func(string) string, governorate, name string) string {
	if name == "" {
		return ""
	}
	return a.districts[governorate+"/"+fold(name)]
}

// refusal records in a row why it is refused; other errors are passed on.
func refusal(row *ImportedRow, err error, lang i18n.Lang) error {
	var is *errs.Error
	if !errors.As(err, &is) || len(is.Fields) == 0 {
		return err
	}
	for _, f := range is.Fields {
		row.Problems = append(row.Problems, i18n.T(lang, f.Key, f.Args...))
	}
	return nil
}

// fill copies a line into a form, and returns the values that cannot be parsed.
func fill(form *DistrictForm, cells map[string]string, governorate string) (problems []string) {
	if governorate != "" {
		form.Governorate = governorate
	}
	if name := cells["name_en"]; name != "" {
		form.NameEN = name
	}
	if name := cells["name_ar"]; name != "" {
		form.NameAR = name
	}
	if spelt := cells["aliases"]; spelt != "" {
		form.Aliases = strings.FieldsFunc(spelt, func(r rune) bool { return r == '|' || r == ';' || r == '؛' })
	}
	if says := cells["active"]; says != "" {
		yes, ok := sheets.Truth(says)
		if !ok {
			problems = append(problems, "places.shown_wrong")
		}
		form.Active = &yes
	}
	if text := cells["radius"]; text != "" {
		metres, ok := sheets.Decimal(text, 0)
		if !ok {
			problems = append(problems, "places.radius_wrong")
		}
		radius := httpapi.Int(metres)
		form.Radius = &radius
	}
	if text := cells["outline"]; text != "" {
		outline, ok := outlineIn(text)
		if !ok {
			return append(problems, "places.outline_wrong")
		}
		form.Outline = outline
	}
	lat, lng := cells["lat"], cells["lng"]
	switch {
	case lat != "" || lng != "":
		var okLat, okLng bool
		form.Lat, okLat = degree(lat)
		form.Lng, okLng = degree(lng)
		if !okLat || !okLng {
			problems = append(problems, "places.pin_wrong")
		}
	case cells["outline"] != "":
		// Use the middle of the new outline, unless the old one is still inside it.
		if shape, err := NewShape(form.Outline); err == nil && !shape.None() && !shape.Holds(At(form.Lat, form.Lng)) {
			middle := shape.Middle()
			form.Lat, form.Lng = middle.Lat(), middle.Lng()
		}
	}
	return problems
}

// degree parses degrees as spreadsheets in Egypt write them.
func degree(text string) (float64, bool) {
	text = strings.NewReplacer("٫", ".", ",", ".", "،", ".", "°", "").Replace(sheets.Digits(strings.TrimSpace(text)))
	n, err := strconv.ParseFloat(text, 64)
	return n, err == nil
}

// same reports whether a form equals the existing district.
func same(before DistrictRecord, form DistrictForm, c checked) bool {
	aliases, outline := encoded(before.Aliases), Shape{}
	if len(before.Outline) > 0 {
		outline, _ = NewShape(before.Outline)
	}
	return before.Governorate.ID == form.Governorate && before.NameEN == c.name.EN && before.NameAR == c.name.AR &&
		aliases == c.aliases &&
		outline.Stored() == c.outline && At(before.Lat, before.Lng) == c.at && before.Active == *form.Active &&
		before.Radius == form.radiusOr(before.Radius)
}
