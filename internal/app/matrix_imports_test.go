package app_test

import (
	"maps"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// run is an uploaded file's row in a state; its file is not read here.
func run(state string) func(*matrix) thing {
	return func(m *matrix) thing {
		ref := id.New("imp")
		m.s.Exec(`INSERT INTO imports (id, file, format, staff_id, rows_read, counts, started_at, state, stored, rows_in,
			header, columns)
			VALUES ($1, 'f.csv', 'prices', 'stf_x', 0, '{}', 1, $2, 'import-x', 1, '["sku","price"]',
			'["sku","price"]')`, ref, state)
		return thing{id: ref, missing: id.New("imp"), owner: m.s.Customer()}
	}
}

// ofFiles is the expected access to another person's file: staff of some branches and editors see only their own.
var ofFiles = with(everybody(unauthorized), staff, notFound, elsewhere, notFound, boss, ok, editor, notFound)

func ofVersion(*matrix, thing, string) any { return fields{"version": 1} }

func mappingBody() fields {
	return fields{"columns": []string{"sku", "price"}, "store": "", "branches": []string{}, "vat_bp": 1400, "version": 1}
}

func formulaBody(branch string) fields {
	return fields{"branch_id": branch, "cell": "price", "kind": "percent", "by": 500, "round": "none"}
}

// ofFormula is the expected access to try a formula at a branch.
var ofFormula = with(everybody(unauthorized), staff, ok, elsewhere, "422 one_of", boss, ok, editor, ok)

func init() {
	step := write{share: 1, staff: true, path: "address", body: func(ids) fields { return fields{"version": 1} }}
	maps.Copy(writes, map[string]write{
		"console-set-import": {share: 1, staff: true, path: "address", body: func(ids) fields { return mappingBody() }},
		"console-formula-import": {share: 1, staff: true, path: "branch_id",
			body: func(ids) fields { return formulaBody(apptest.Koshary) }},
		"console-add-samples": {share: 1, staff: true, path: "branch_id",
			body: func(ids) fields { return fields{"branch_id": apptest.Koshary} }},
		"console-check-import": step, "console-start-import": step, "console-stop-import": step, "console-undo-import": step,
		"console-redo-import": step,
	})
}

var _ = addCases(map[string][]idCase{
	"POST /console/imports/samples .branch_id": {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofClerks,
		body: func(_ *matrix, _ thing, ref string) any { return fields{"branch_id": ref} }}},
	"POST /console/imports/formula .branch_id": {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofFormula,
		body: func(_ *matrix, _ thing, ref string) any { return formulaBody(ref) }}},
	"POST /console/imports/formula .category_id": {{make: fixed("cat_koshary", "no-such"), want: ofFormula,
		body: func(_ *matrix, _ thing, ref string) any { return but(formulaBody(apptest.Koshary), "category_id", ref) }}},
	"POST /console/imports/formula .product_id": {{make: fixed("prd_koshary", "no-such"), want: ofFormula,
		body: func(_ *matrix, _ thing, ref string) any { return but(formulaBody(apptest.Koshary), "product_id", ref) }}},
	"GET /console/imports/{id}":          {{make: run("uploaded"), want: ofFiles}},
	"GET /console/imports/{id}/pictures": {{make: run("uploaded"), want: ofFiles}},
	"GET /console/imports/{id}/rows":     {{make: run("uploaded"), want: ofFiles}},
	"PUT /console/imports/{id}": {
		{make: run("uploaded"), want: ofFiles, body: func(*matrix, thing, string) any { return mappingBody() }}},
	"POST /console/imports/{id}/check": {{make: run("uploaded"), want: ofFiles, body: ofVersion}},
	"POST /console/imports/{id}/start": {{make: run("uploaded"), want: ofFiles, body: ofVersion}},
	"POST /console/imports/{id}/stop":  {{make: run("running"), want: ofFiles, body: ofVersion}},
	"POST /console/imports/{id}/undo":  {{make: run("done"), want: ofFiles, body: ofVersion}},
	"GET /console/imports/{id}/undo":   {{make: run("done"), want: ofFiles}},
	"POST /console/imports/{id}/redo":  {{make: run("undone"), want: ofFiles, body: ofVersion}},
	"GET /console/export ?branch_id": {
		{make: fixed(apptest.Koshary, "no-such-branch"),
			want: with(everybody(unauthorized), staff, ok, elsewhere, "422 one_of", boss, ok, editor, ok)}},
}, `SELECT 'imports ' || COUNT(*) || $1 || $2 || $3 FROM imports`)
