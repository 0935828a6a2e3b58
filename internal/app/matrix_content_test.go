package app_test

import (
	"fmt"
	"sync/atomic"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/id"
)

// ofWriters is what only owners and editors may do.
var ofWriters = with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
	ok)

func anyPage(m *matrix, version int64) map[string]any {
	return map[string]any{"title_en": "Delivery", "title_ar": "التوصيل", "body_en": "Text.", "body_ar": "نص.",
		"version": version}
}

// ofClerks is what only owners and finance may do.
var ofClerks = with(ofWriters, editor, "403 not_allowed")

func (m *matrix) currency() thing {
	m.s.Exec(`INSERT INTO currencies (code, name_en, name_ar, symbol_en, symbol_ar, decimals, active, sort)
		VALUES ('USD', 'US dollar', 'دولار', '$', '$', 2, $1, 1) ON CONFLICT (code) DO NOTHING`, true)
	return thing{id: "USD", missing: "XXX", owner: m.s.Customer()}
}

func currencyBody(code string) map[string]any {
	b := map[string]any{"name_en": "US dollar", "name_ar": "دولار أمريكي", "symbol_en": "US$", "symbol_ar": "$",
		"active": true}
	if code == "" {
		b["version"] = "0123456789abcdef"
	} else {
		b["code"] = code
	}
	return b
}

func (m *matrix) post() thing {
	ref := id.New("pst")
	m.s.Exec(`INSERT INTO posts (id, slug, title_en, title_ar, lead_en, lead_ar, body_en, body_ar, html_en, html_ar,
		author_en, author_ar,
		cover, published, publish_at, version, created_at, updated_at)
		VALUES ($1, $2, 'A post', '', '', '', 'Text', '', '<p>Text</p>', '', '', '', '', $3, NULL, 1, 1,
		1)`, ref, "post-"+id.Short(), false)
	return thing{id: ref, missing: id.New("pst"), owner: m.s.Customer()}
}

var slugs atomic.Int64

// freshSlug is a unique word for addresses.
func freshSlug(word string) string { return fmt.Sprintf("%s-%d", word, slugs.Add(1)) }

func (m *matrix) ticket() thing {
	p := m.s.Customer()
	var made struct {
		ID string `json:"id"`
	}
	m.s.Do("POST", "/tickets", p.Token, newTicket(""), apptest.Key(id.Short())).Into(m.s.TB, &made)
	return thing{id: made.ID, missing: id.New("tkt"), owner: p}
}

func newTicket(order string) map[string]any {
	b := map[string]any{"subject": "A lid is missing", "category": "order", "text": "It came without its lid."}
	if order != "" {
		b["order_id"] = order
	}
	return b
}

func reply(*matrix, thing, string) any { return map[string]any{"text": "Any news?"} }

// ofSupport is what only owners and support may do.
var ofSupport = with(ofClerks, editor, "403 not_allowed")

func postBody() map[string]any {
	return map[string]any{"slug": freshSlug("post"), "title_en": "A post", "title_ar": "", "lead_en": "", "lead_ar": "",
		"body_en": "Text", "body_ar": "", "author_en": "", "author_ar": "", "cover": "", "tags": []string{"food"},
		"published": false, "version": 1}
}

func (m *matrix) banner() thing {
	ref := id.New("ban")
	m.s.Exec(`INSERT INTO banners (id, title_en, title_ar, text_en, text_ar, action_en, action_ar, image, link, active,
		sort, version)
		VALUES ($1, 'B', '', '', '', '', '', '', '/home', $2, 1, 1)`, ref, false)
	return thing{id: ref, missing: id.New("ban"), owner: m.s.Customer()}
}

func bannerBody(district string) map[string]any {
	return map[string]any{"service_id": "", "district_id": district, "title_en": "B", "title_ar": "", "text_en": "",
		"text_ar": "", "action_en": "", "action_ar": "", "image": "", "link": "/home", "active": false, "version": 1}
}

func (m *matrix) block() thing {
	ref := id.New("blk")
	m.s.Exec(`INSERT INTO blocks (id, slug, service_id, title_en, title_ar, rule, active, sort, version)
		VALUES ($1, $2, 'svc_food', 'B', '', 'newest', $3, 1, 1)`,
		ref, "block-"+id.Short(), false)
	return thing{id: ref, missing: id.New("blk"), owner: m.s.Customer()}
}

func blockBody(district string) map[string]any {
	return map[string]any{"slug": freshSlug("block"), "service_id": "svc_food", "district_id": district, "title_en": "B",
		"title_ar": "", "rule": "newest", "products": []string{}, "active": false, "version": 1}
}

// inDistrict creates an object whose id is a district, below the one in the path.
func inDistrict(path func(*matrix) thing) func(*matrix) thing {
	return func(m *matrix) thing {
		t := path(m)
		return thing{id: "maadi", missing: "no-such", path: t.id, owner: t.owner}
	}
}

var _ = addCases(map[string][]idCase{
	"GET /posts/{id}": {{make: func(m *matrix) thing {
		t := m.post()
		m.s.Exec(`UPDATE posts SET published = $2, publish_at = 1 WHERE id = $1`, t.id, true)
		// without a line: everything is loaded again
		m.s.Exec(`UPDATE catalog_version SET version = version + 1 WHERE id = 1`)
		if err := m.s.App.Poll(m.s.TB.Context()); err != nil {
			m.s.TB.Fatal(err)
		}
		return t
	}, want: everybody(ok)}},

	"GET /tickets/{id}":          {{make: (*matrix).ticket, want: private}},
	"POST /tickets/{id}/replies": {{make: (*matrix).ticket, header: apptest.Key("matrix"), body: reply, want: private}},
	"POST /tickets/{id}/close":   {{make: (*matrix).ticket, want: private}},
	"POST /tickets/{id}/reopen":  {{make: (*matrix).ticket, want: private}},
	"POST /tickets/{id}/read":    {{make: (*matrix).ticket, want: private}},
	"POST /tickets .order_id": {
		{make: (*matrix).order, header: apptest.Key("matrix"), want: with(private, other, "422 invalid"),
			body: func(_ *matrix, _ thing, ref string) any { return newTicket(ref) }}},
	"POST /console/customers/{id}/look":      {{make: (*matrix).person, want: ofSupport}},
	"POST /console/customers/{id}/addresses": {{make: (*matrix).person, want: ofSupport}},
	"POST /console/customers/{id}/block":     {{make: (*matrix).person, want: ofSupport, body: accessBody}},
	"POST /console/customers/{id}/unblock":   {{make: (*matrix).blocked, want: ofSupport, body: accessBody}},
	"POST /console/customers/{id}/end-sessions": {
		{make: (*matrix).person, want: ofSupport, body: bodyIs(fields{"reason": "lost phone"})}},
	"GET /console/tickets/{id}":          {{make: (*matrix).ticket, want: ofSupport}},
	"POST /console/tickets/{id}/replies": {{make: (*matrix).ticket, body: reply, want: ofSupport}},
	"POST /console/tickets/{id}/close":   {{make: (*matrix).ticket, want: ofSupport}},
	"POST /console/tickets/{id}/reopen":  {{make: (*matrix).ticket, want: ofSupport}},

	"GET /console/pages/{name}": {{make: fixed("privacy", "no-such"), want: ofWriters}},
	"PUT /console/pages/{name}": {
		{make: fixed("shipping", "no-such"), want: ofWriters, body: func(m *matrix, _ thing, _ string) any {
			v := apptest.Get[int64](m.s, `SELECT version FROM pages WHERE name = 'shipping'`)
			return anyPage(m, v)
		}}},
	"GET /console/posts/{id}": {{make: (*matrix).post, want: ofWriters}},
	"PUT /console/posts/{id}": {
		{make: (*matrix).post, want: ofWriters, body: func(*matrix, thing, string) any { return postBody() }}},
	"DELETE /console/posts/{id}": {{make: (*matrix).post, want: ofWriters}},

	"GET /console/banners/{id}": {{make: (*matrix).banner, want: ofWriters}},
	"PUT /console/banners/{id}": {
		{make: (*matrix).banner, want: ofWriters, body: func(*matrix, thing, string) any { return bannerBody("") }}},
	"PUT /console/banners/{id} .district_id": {{make: inDistrict((*matrix).banner), want: ofWriters,
		body: func(_ *matrix, _ thing, district string) any { return bannerBody(district) }}},
	"POST /console/banners .district_id": {{make: fixed("maadi", "no-such"), want: ofWriters,
		body: func(_ *matrix, _ thing, district string) any { return bannerBody(district) }}},
	"DELETE /console/banners/{id}": {{make: (*matrix).banner, want: ofWriters}},

	"GET /console/blocks/{id}": {{make: (*matrix).block, want: ofWriters}},
	"PUT /console/blocks/{id}": {
		{make: (*matrix).block, want: ofWriters, body: func(*matrix, thing, string) any { return blockBody("") }}},
	"PUT /console/blocks/{id} .district_id": {{make: inDistrict((*matrix).block), want: ofWriters,
		body: func(_ *matrix, _ thing, district string) any { return blockBody(district) }}},
	"POST /console/blocks .district_id": {{make: fixed("maadi", "no-such"), want: ofWriters,
		body: func(_ *matrix, _ thing, district string) any { return blockBody(district) }}},
	"GET /console/currencies/{id}": {{make: (*matrix).currency, want: ofClerks}},
	"PUT /console/currencies/{id}": {
		{make: (*matrix).currency, want: ofClerks, body: func(m *matrix, t thing, _ string) any {
			var now struct{ Version string }
			m.s.Do("GET", "/console/currencies/"+t.id, m.tokens[boss], nil).Into(m.s.TB, &now)
			return but(currencyBody(""), "version", now.Version)
		}}},
	"POST /console/currencies/{id}/rates": {
		{make: (*matrix).currency, want: ofClerks, body: func(m *matrix, t thing, _ string) any {
			return map[string]any{"rate": "48.65", "rate_seq": apptest.Get[int64](m.s, `SELECT COALESCE(MAX(seq), 0)
				FROM currency_rates WHERE code = $1`, t.id)}
		}}},

	"DELETE /console/blocks/{id}": {{make: (*matrix).block, want: ofWriters}},
},
	`SELECT 'ticket ' || id || state || seq || read_seq FROM tickets WHERE user_id IN ($1, $2, $3)`,
	`SELECT 'rates ' || COUNT(*) || $1 || $2 || $3 FROM currency_rates`,
	`SELECT 'posts ' || COUNT(*) || $1 || $2 || $3 FROM posts`,
	`SELECT 'banners ' || COUNT(*) || $1 || $2 || $3 FROM banners`,
	`SELECT 'blocks ' || COUNT(*) || $1 || $2 || $3 FROM blocks`,
)

// accessBody blocks or unblocks a customer, based on the version that was read.
func accessBody(m *matrix, _ thing, ref string) any {
	return fields{"reason": "fraud", "version": apptest.Get[int64](m.s, `SELECT COALESCE(MAX(block_version), 0) FROM users
		WHERE id = $1`, ref)}
}

func (m *matrix) person() thing {
	p := m.s.Customer()
	return thing{id: p.ID, missing: "usr_none", owner: p}
}

// blocked is a blocked customer.
func (m *matrix) blocked() thing {
	th := m.person()
	m.s.Exec(`UPDATE users SET blocked_at = 1, block_version = 1 WHERE id = $1`, th.id)
	return th
}

var _ = addWrites(map[string]write{
	"console-block-customer": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reason": "fraud", "version": 0} }},
	"console-unblock-customer": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reason": "a mistake", "version": 0} }},
	"console-end-customer-sessions": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reason": "lost phone"} }},
})
