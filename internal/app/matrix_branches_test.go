package app_test

import (
	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

func (m *matrix) kind() thing {
	ref := id.New("svc")
	m.s.Exec(`INSERT INTO services (id, slug, name_en, name_ar, tagline_en, tagline_ar, image, tint, promise, active, sort)
		VALUES ($1, $2, 'Flowers', 'ورد', '', '', '', 'general', 'minutes', $3, 90)`, ref, freshSlug("service"), false)
	return thing{id: ref, missing: id.New("svc"), owner: m.s.Customer()}
}

func (m *matrix) store() thing {
	ref := id.New("sto")
	m.s.Exec(`INSERT INTO stores (id, slug, service_id, name_en, name_ar, image, main_branch_id, active, sort)
		VALUES ($1, $2, 'svc_food', 'Tagine', 'طاجن', '', '', $3, 90)`, ref, freshSlug("store"), false)
	return thing{id: ref, missing: id.New("sto"), owner: m.s.Customer()}
}

// spare is a branch at which nobody buys, which owners can close.
func (m *matrix) spare() thing {
	ref := id.New("br")
	m.s.Exec(`INSERT INTO branches (id, slug, store_id, service_id, name_en, name_ar, address_en, address_ar, phone,
		district_id, lat_e6, lng_e6, hours,
		switched_closed, minimum_order, delivery_minutes, active, sort)
		SELECT CAST($1 AS TEXT), CAST($2 AS TEXT), store_id, service_id, 'Spare', 'احتياطي', '', '', '', district_id, lat_e6,
		lng_e6, hours, switched_closed, 0, 30, CAST($3 AS BOOLEAN), 90
		FROM branches WHERE id = 'br_koshary_maadi'`, ref, freshSlug("branch"), false)
	return thing{id: ref, missing: id.New("br"), owner: m.s.Customer()}
}

// feast is a period of exceptional hours of only the Koshary branch.
func (m *matrix) feast() thing {
	ref := id.New("hrs")
	m.s.Exec(`INSERT INTO hour_ranges (id, name_en, name_ar, starts_on, ends_on, hours)
		VALUES ($1, 'Feast', 'العيد', '2027-03-09', '2027-03-12', '[]')`, ref)
	m.s.Exec(`INSERT INTO hour_range_branches (range_id, branch_id) VALUES ($1, $2)`, ref, apptest.Koshary)
	return thing{id: ref, missing: id.New("hrs"), owner: m.s.Customer()}
}

// archived creates an object that is closed for good.
func archived(make func(*matrix) thing, table string) func(*matrix) thing {
	return func(m *matrix) thing {
		t := make(m)
		m.s.Exec(`UPDATE `+table+` SET archived_at = 1 WHERE id = $1`, t.id)
		return t
	}
}

func (m *matrix) district() thing {
	ref := freshSlug("district")
	m.s.Exec(`INSERT INTO districts (id, governorate_id, name_en, name_ar, lat_e6, lng_e6, outline, active, sort)
		VALUES ($1, 'alexandria', $1, '', 31200000, 29900000, '[]', $2, 900)`, ref, false)
	return thing{id: ref, missing: "no-such-district", owner: m.s.Customer()}
}

func districtBody() fields {
	return fields{"governorate": "alexandria", "name_en": freshSlug("Smouha"), "name_ar": "", "aliases": []string{"Smoha"},
		"lat": 31.2, "lng": 29.9, "outline": [][]float64{{31.1, 29.8}, {31.3, 29.8}, {31.3, 30}, {31.1, 30}}, "active": false,
		"version": 1}
}

func kindBody() fields {
	return fields{"name_en": "Flowers", "name_ar": "ورد", "tagline_en": "", "tagline_ar": "", "image": "",
		"tint": "general", "promise": "minutes", "promise_days": 2, "active": false, "version": 1}
}

func storeBody() fields {
	return fields{"service": "food", "name_en": "Tagine", "name_ar": "طاجن", "about_en": "", "about_ar": "", "image": "",
		"cover": "", "legal_name": "", "tax_number": "", "active": false, "version": 1}
}

func branchBody() fields {
	return fields{"store": "koshary-house", "name_en": "Tagine", "name_ar": "طاجن", "address_en": "", "address_ar": "",
		"phone": "", "district": "maadi", "lat": 29.96, "lng": 31.25, "delivery_minutes": 30, "seller_code": "",
		"legal_name": "", "tax_number": "", "tax_branch_code": "", "active": false, "version": 1}
}

func firstBody() fields {
	return fields{"kind": "grocery", "store_en": "Corner", "store_ar": "ركن", "name_en": "Tagine", "name_ar": "طاجن",
		"address_en": "", "address_ar": "", "phone": "", "district": "maadi", "lat": 29.96, "lng": 31.25,
		"hours": []fields{{"day": 1, "open": "10:00", "close": "02:00"}}, "fee": 15, "minutes": 40}
}

func hoursBody(version int64) fields {
	return fields{"hours": []fields{{"day": 1, "open": "10:00", "close": "02:00"}}, "exceptions": []fields{},
		"version": version}
}

func zonesBody(version int64) fields {
	return fields{
		"zones": []fields{{"district": "maadi", "fee": 15, "minutes": 33},
			{"district": "zahraa-el-maadi", "fee": 20.5, "minutes": 40}}, "version": version}
}

func feastBody() fields {
	return fields{"name_en": "Feast", "name_ar": "العيد", "starts_on": "2027-03-09", "ends_on": "2027-03-12",
		"hours": []fields{}, "branches": []string{apptest.Koshary}, "version": 1}
}

// asRead adds the current version from the database to a body.
func asRead(column string, body func(version int64) fields) func(m *matrix, t thing, ref string) any {
	return func(m *matrix, t thing, _ string) any {
		return body(apptest.Get[int64](m.s, `SELECT `+column+` FROM branches WHERE id = $1`, t.id))
	}
}

func sends(body func() fields) func(*matrix, thing, string) any {
	return func(*matrix, thing, string) any { return body() }
}

// The Koshary branch keeps its hours and zones in every test, because the bodies write their existing values.
var _ = addCases(branchCases(), `SELECT 'hours ' || hours_version || ' ' || zones_version || $1 || $2 || $3
	FROM branches WHERE id = 'br_koshary_maadi'`)

func branchCases() map[string][]idCase {
	koshary := fixed(apptest.Koshary, "no-such-branch")
	cases := map[string][]idCase{
		"GET /console/branches/{id}":         {{make: koshary, want: ofBranch}},
		"GET /console/branches/{id}/hours":   {{make: koshary, want: ofBranch}},
		"PUT /console/branches/{id}/hours":   {{make: koshary, want: ofBranch, body: asRead("hours_version", kosharyHours)}},
		"GET /console/branches/{id}/zones":   {{make: koshary, want: ofBranch}},
		"PUT /console/branches/{id}/zones":   {{make: koshary, want: ofBranch, body: asRead("zones_version", kosharyZones)}},
		"POST /console/branches/{id}/resume": {{make: koshary, want: ofBranch}},
		"POST /console/branches/{id}/pause": {{make: koshary, want: ofBranch, body: sends(func() fields {
			return fields{"reason": "busy", "minutes": 1}
		})}},
		"PUT /console/branches/{id}": {{make: (*matrix).spare, want: ofOwners, body: sends(branchBody)}},
		"GET /console/hours/{id}":    {{make: (*matrix).feast, want: ofBranch}},
		"PUT /console/hours/{id}":    {{make: (*matrix).feast, want: ofBranch, body: sends(feastBody)}},
		"POST /console/hours/{id}/move": {
			{make: (*matrix).feast, want: ofBranch, body: sends(func() fields { return fields{"days": 1, "version": 1} })}},
		"POST /console/hours/{id}/archive": {{make: (*matrix).feast, want: ofBranch}},
		"POST /console/hours/{id}/restore": {{make: archived((*matrix).feast, "hour_ranges"), want: ofBranch}},
		"GET /console/districts/{id}":      {{make: (*matrix).district, want: ofOwners}},
		"PUT /console/districts/{id}":      {{make: (*matrix).district, want: ofOwners, body: sends(districtBody)}},
		"GET /console/services/{id}":       {{make: (*matrix).kind, want: ofOwners}},
		"PUT /console/services/{id}":       {{make: (*matrix).kind, want: ofOwners, body: sends(kindBody)}},
		"GET /console/stores/{id}":         {{make: (*matrix).store, want: ofOwners}},
		"PUT /console/stores/{id}":         {{make: (*matrix).store, want: ofOwners, body: sends(storeBody)}},
	}
	for word, make := range map[string]func(*matrix) thing{
		"services": (*matrix).kind, "stores": (*matrix).store, "branches": (*matrix).spare} {
		cases["POST /console/"+word+"/{id}/archive"] = []idCase{{make: make, want: ofOwners}}
		cases["POST /console/"+word+"/{id}/restore"] = []idCase{{make: archived(make, word), want: ofOwners}}
	}
	return cases
}

// kosharyHours and kosharyZones are the values that shoptest gives the branch, so that later tests find it unchanged.
func kosharyHours(version int64) fields {
	var week []fields
	for day := range 7 {
		week = append(week, fields{"day": day, "open": "10:00", "close": "02:00"})
	}
	return fields{"hours": week, "exceptions": []fields{
		{"day": "2026-12-25", "hours": []fields{}, "note_en": "Holiday", "note_ar": "عطلة"}}, "version": version}
}

func kosharyZones(version int64) fields {
	return fields{
		"zones": []fields{{"district": "maadi", "fee": 15, "minutes": 30},
			{"district": "zahraa-el-maadi", "fee": 20.5, "minutes": 40}}, "version": version}
}

var _ = addWrites(map[string]write{
	"console-create-district": {share: 1, staff: true, body: func(ids) fields { return districtBody() }},
	"console-save-district": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return districtBody() }},
	"console-create-service": {share: 1, staff: true, body: func(ids) fields { return kindBody() }},
	"console-save-service":   {share: 1, staff: true, path: "address", body: func(ids) fields { return kindBody() }},
	"console-order-services": {share: 1, staff: true,
		body: func(ids) fields { return fields{"ids": []string{"svc_food"}} }},
	"console-create-store": {share: 1, staff: true, body: func(ids) fields { return storeBody() }},
	"console-save-store":   {share: 1, staff: true, path: "address", body: func(ids) fields { return storeBody() }},
	"console-order-stores": {share: 1, staff: true,
		body: func(ids) fields { return fields{"ids": []string{"sto_koshary"}} }},
	"console-create-branch": {share: 1, staff: true, body: func(ids) fields { return branchBody() }},
	"console-first-branch":  {share: 1, staff: true, body: func(ids) fields { return firstBody() }},
	"console-save-branch":   {share: 1, staff: true, path: "address", body: func(ids) fields { return branchBody() }},
	"console-order-branches": {share: 1, staff: true,
		body: func(ids) fields { return fields{"ids": []string{apptest.Koshary}} }},
	"console-save-branch-hours": {share: 1, staff: true, path: "address", body: func(ids) fields { return hoursBody(1) }},
	"console-save-branch-zones": {share: 1, staff: true, path: "address", body: func(ids) fields { return zonesBody(1) }},
	"console-pause-branch": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"reason": "busy", "minutes": 5} }},
	"console-create-hours": {share: 1, staff: true, body: func(ids) fields { return feastBody() }},
	"console-save-hours":   {share: 1, staff: true, path: "address", body: func(ids) fields { return feastBody() }},
	"console-move-hours": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"days": 1, "version": 1} }},
})

// Objects that are created with a key, once.
func init() {
	for op, of := range map[string]struct {
		table, field string
		wrong        any
		body         func() fields
	}{
		"console-create-service": {"services", "tint", "blue", kindBody},
		"console-create-store":   {"stores", "service", "no-such", storeBody},
		"console-create-branch":  {"branches", "district", "no-such", branchBody},
		"console-first-branch":   {"branches", "kind", "blue", firstBody},
		"console-create-hours":   {"hour_ranges", "ends_on", "2027-03-01", feastBody},
	} {
		keyedCalls[op] = func(m *matrix, _ thing) keyedCall {
			name := id.New("name")
			body := but(of.body(), "name_en", name)
			delete(body, "version")
			return keyedCall{token: m.s.Staff("owner"), body: body, other: but(body, "name_ar", "غيره"),
				wrong: but(body, of.field, of.wrong),
				done:  `SELECT COUNT(*) FROM ` + of.table + ` WHERE name_en = '` + name + `' AND CAST($1 AS TEXT) <> ''`}
		}
	}
}
