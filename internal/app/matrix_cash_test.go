package app_test

import "wekala/internal/app/apptest"

// cashOf is the amount that a branch is owed, and the courier who owes it.
func (m *matrix) cashOf() (due float64, who string) {
	m.s.TB.Helper()
	due = float64(apptest.Get[int64](m.s, `SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM cash_open
		WHERE branch_id = $1`, apptest.Koshary)) / 100
	return due,
		apptest.Get[string](m.s, `SELECT COALESCE(MAX(courier_id), '') FROM cash_open WHERE branch_id = $1`, apptest.Koshary)
}

// withCash is a branch, or a courier, with open cash of a delivered order.
func withCash(id func(courier string) string, missing string) func(*matrix) thing {
	return func(m *matrix) thing {
		t := m.delivered()
		_, who := m.cashOf()
		return thing{id: id(who), missing: missing, owner: t.owner}
	}
}

var _ = addCases(map[string][]idCase{
	"GET /console/takings ?branch_id":        {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"GET /console/cash ?branch_id":           {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"GET /console/cash/handovers ?branch_id": {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"POST /console/cash/handovers .branch_id": {
		{make: withCash(func(string) string { return apptest.Koshary }, "br_none"), want: ofBranch,
			body: func(m *matrix, _ thing, ref string) any {
				due, who := m.cashOf()
				return fields{"branch_id": ref, "courier_id": who, "expected": due, "counted": due}
			}}},
	"POST /console/cash/handovers .courier_id": {
		{make: withCash(func(who string) string { return who }, "stf_none"), want: ofBranch,
			body: func(m *matrix, _ thing, ref string) any {
				due, _ := m.cashOf()
				return fields{"branch_id": apptest.Koshary, "courier_id": ref, "expected": due, "counted": due}
			}}},
	"GET /console/orders/all ?branch_id":   {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
	"POST /console/orders/file ?branch_id": {{make: fixed(apptest.Koshary, "br_none"), want: ofBranch}},
}, `SELECT 'handed over ' || COUNT(*) || $1 || $2 || $3 FROM cash_handovers`)
