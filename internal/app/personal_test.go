package app_test

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// personalFile lists for every column that can hold words whether they are personal, whose they are, how long they
// stay, and whether their customer can download them.
const personalFile = "../../docs/personal-data.tsv"

type column struct{ table, name string }

type dataEntry struct{ personal, whose, kept, download, note string }

// included reports whether a customer can download their data in the column.
func (e dataEntry) included() bool {
	return e.download == "included" || strings.HasPrefix(e.download, "included: ")
}

// personalData reads the file.
func personalData(t *testing.T) map[column]dataEntry {
	t.Helper()
	text, err := os.ReadFile(personalFile)
	if err != nil {
		t.Fatal(err)
	}
	r := csv.NewReader(strings.NewReader(string(text)))
	r.Comma, r.FieldsPerRecord, r.LazyQuotes = '\t', 7, true
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	all := map[column]dataEntry{}
	for _, row := range rows[1:] {
		c := column{row[0], row[1]}
		if _, twice := all[c]; twice {
			t.Errorf("%s.%s is listed twice", c.table, c.name)
		}
		all[c] = dataEntry{row[2], row[3], row[4], row[5], row[6]}
	}
	return all
}

// columnsOf reads every column from the database itself, and which of them can hold words. The list of migrations
// that ran belongs to the migration runner.
func columnsOf(t *testing.T, d *db.DB) map[column]string {
	t.Helper()
	query := `SELECT table_name AS name, column_name AS col, data_type AS type FROM information_schema.columns
		WHERE table_schema = CURRENT_SCHEMA()`
	if d.Engine() == db.SQLite {
		query = `SELECT m.name AS name, c.name AS col, LOWER(c.type) AS type FROM sqlite_master m
			JOIN pragma_table_info(m.name) c
			WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%'`
	}
	var list []struct{ Name, Col, Type string }
	if err := d.Select(t.Context(), &list, query); err != nil {
		t.Fatal(err)
	}
	all := map[column]string{}
	for _, c := range list {
		if c.Name != "schema_migrations" {
			all[column{c.Name, c.Col}] = c.Type
		}
	}
	if len(all) < 800 {
		t.Fatalf("only %d columns", len(all))
	}
	return all
}

// words reports whether a column's type can hold words or pictures.
func words(typ string) bool { return typ == "text" || typ == "bytea" || typ == "blob" }

// TestPersonalDataIsKnown compares the list of personal data with the schema of both engines, so that every new
// column is classified before it is used.
func TestPersonalDataIsKnown(t *testing.T) {
	listed := personalData(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		there := columnsOf(t, d)
		for c, typ := range there {
			if _, known := listed[c]; !known && words(typ) {
				t.Errorf("%s.%s is not listed in docs/personal-data.tsv", c.table, c.name)
			}
		}
		for c, e := range listed {
			if _, exists := there[c]; !exists {
				t.Errorf("docs/personal-data.tsv lists %s.%s, which is not there", c.table, c.name)
			}
			kept := e.kept == "erased" || strings.HasPrefix(e.kept, "sweep ") || strings.HasPrefix(e.kept, "kept: ")
			whose := e.whose == "customer" || e.whose == "contact" || e.whose == "staff" || e.whose == "guest"
			told := e.included() || strings.HasPrefix(e.download, "not included: ")
			switch {
			case e.personal == "personal" && (!kept || !whose || !told):
				t.Errorf("%s.%s: whose is %q, kept %q and download %q", c.table, c.name, e.whose, e.kept, e.download)
			case e.included() && e.whose != "customer":
				t.Errorf("%s.%s is included and of %q", c.table, c.name, e.whose)
			case e.personal == "no" && (e.kept != "" || e.whose != "" || e.download != ""),
				e.personal != "personal" && e.personal != "no":
				t.Errorf("%s.%s: %+v", c.table, c.name, e)
			}
		}
	})
}

// marks are unique words, keyed by the place in which they were written.
type marks map[string]string

func (m marks) of(place string) string {
	word := fmt.Sprintf("zq%03dx", len(m))
	m[word] = place
	return word
}

// as also registers a value with a prescribed form as a mark.
func (m marks) as(place, value string) string {
	m[value] = place
	return value
}

// noteWritten adds the places of those marks that are in the database now.
func (m marks) noteWritten(t *testing.T, d *db.DB, written map[string]bool) {
	t.Helper()
	for _, places := range m.found(t, d) {
		for _, place := range places {
			written[place] = true
		}
	}
}

// found searches for the marks in every column that can hold them.
func (m marks) found(t *testing.T, d *db.DB) map[column][]string {
	t.Helper()
	all := map[column][]string{}
	for c, typ := range columnsOf(t, d) {
		if !words(typ) {
			continue
		}
		var values []string
		if typ == "text" {
			if err := d.Select(t.Context(), &values, `SELECT "`+c.name+`" FROM `+c.table+` WHERE "`+c.name+
				`" <> ''`); err != nil {
				t.Fatal(err)
			}
		} else {
			var raw [][]byte
			if err := d.Select(t.Context(), &raw, `SELECT "`+c.name+`" FROM `+c.table+` WHERE "`+c.name+
				`" IS NOT NULL`); err != nil {
				t.Fatal(err)
			}
			for _, b := range raw {
				values = append(values, string(b))
			}
		}
		text := strings.ToLower(strings.Join(values, "\n"))
		for word, place := range m {
			if strings.Contains(text, strings.ToLower(word)) {
				all[c] = append(all[c], place)
			}
		}
	}
	return all
}

// theirWords are words that another person wrote.
var theirWords = []string{"yqname", "yqcontact", "yqstreet", "yqaddress", "yqlandmark", "yqline", "yqsubject", "yqtext",
	"yqquotation", "yqorder"}

// theirs has another customer write distinct words, which no other customer's download may contain: see theirWords.
func theirs(s *apptest.Shop, p apptest.Customer) {
	s.TB.Helper()
	for _, one := range []struct {
		path string
		body fields
	}{
		{
			"/addresses", fields{"type": "other", "district_id": "maadi", "lat": 29.98, "lng": 31.25, "phone": "+201119876599",
				"contact_name": "yqcontact", "address": "yqstreet", "building_number": "9", "name": "yqaddress",
				"landmark": "yqlandmark"}},
		{"/order/add-to-cart",
			fields{"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small, "qty": 2, "note": "yqline"}},
		{"/tickets", fields{"category": "other", "subject": "yqsubject", "text": "yqtext"}},
		{
			"/quotations", fields{"service_id": "food", "branch_id": apptest.Koshary, "note": "yqquotation",
				"items": []fields{{"variant_id": apptest.Small, "qty": 2}}}},
	} {
		if a := s.Do("POST", one.path, p.Token, one.body, apptest.Key(id.New("key")),
			apptest.Header{"district-id": "maadi"}); a.Status != 200 {
			s.TB.Errorf("%s: %s", one.path, a.Body)
		}
	}
	body := p.Body("cod", 105_00)
	body["note"] = "yqorder"
	if a := s.Do("POST", "/checkout", p.Token, body, apptest.Key(id.New("key"))); a.Status != 200 {
		s.TB.Errorf("/checkout: %s", a.Body)
	}
	s.RunJobs()
}

// life is a customer and the customer who invited them, and the words that they, and staff about them, wrote in every
// possible place.
type life struct {
	f           *friends
	s           *apptest.Shop
	folder      string
	p, inviting apptest.Customer
	m           marks
	do          func(method, path, token string, body any, into any, headers ...apptest.Header)
}

func lived(t *testing.T, d *db.DB) life {
	t.Helper()
	folder := t.TempDir()
	f := referralShop(t, d, apptest.Set(func(c *config.Serve) { c.DataDir = folder }))
	s := f.s
	s.Exec(`UPDATE branches SET minimum_order = 0`)
	s.Exec(`UPDATE loyalty_rates SET points = points * 10`)
	s.Taken()
	owner, finance, support := s.Staff("owner"), s.Staff("finance"), s.Staff("support")
	m := marks{}
	do := func(method, path, token string, body any, into any, headers ...apptest.Header) {
		t.Helper()
		a := s.Do(method, path, token, body, headers...)
		if a.Status != 200 {
			t.Errorf("%s %s: %s", method, path, a.Body)
		} else if into != nil {
			a.Into(t, into)
		}
	}
	type made struct{ ID string }

	// Their identity: a friend of a customer with the same device.
	host := f.stranger()
	host.name = "Mona yqname"
	inviting := f.register(host, "")
	theirs(s, inviting)
	who := f.stranger()
	who.device, who.agent = host.device, "Browser "+m.of("the device's name")
	who.name = "Mona " + m.of("name at registration")
	who.email = m.as("e-mail at registration", "first.mark@example.com")
	p := f.register(who, f.mine(inviting).Code)
	m.as("phone", p.Phone)
	do("POST", "/user/email/code", p.Token, nil, nil)
	var picture made
	a := s.Do("POST", "/photos", p.Token, aPhoto(t), apptest.Header{"Content-Type": "image/png"})
	a.Into(t, &picture)
	do("PUT", "/user/profile", p.Token,
		fields{"name": "Mona " + m.of("name"), "email": m.as("e-mail", "second.mark@example.com"),
			"company_name": m.of("company"), "birthdate": "1987-06-05", "gender": "female", "photo": m.as("face", picture.ID)},
		nil)
	s.Clock.Advance(time.Minute) // between codes
	do("POST", "/user/email/code", p.Token, nil, nil)

	// Their address, with somebody else to call.
	door := fields{"type": "other", "district_id": "maadi", "lat": 29.9602, "lng": 31.2569,
		"phone": m.as("phone of a contact person", "+201119876501")}
	for _, part := range []string{"name", "contact_name", "city", "address", "building_number", "floor",
		"apartment_number", "landmark"} {
		door[part] = m.of("address: " + part)
	}
	door["postal_code"] = m.as("postal code", "57391")
	var at made
	do("POST", "/addresses", p.Token, door, &at)
	p.Address = at.ID

	do("POST", "/push/subscriptions", p.Token, fields{
		"endpoint": "https://fcm.googleapis.com/fcm/send/" + m.of("browser"), "keys": fields{
			"p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
			"auth":   "BTBZMqHH6r4Tts7J_aSIgg"}}, nil)

	// Orders: one delivered, one cancelled, and an abandoned cart.
	buy := func(more fields) string {
		do("POST", "/order/add-to-cart", p.Token, fields{
			"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small,
			"qty": 2, "note": m.of("note of a line")}, nil)
		body := p.Body("cod", 105_00)
		body["note"] = m.of("note of an order")
		for k, v := range more {
			body[k] = v
		}
		var placed struct{ Order made }
		do("POST", "/checkout", p.Token, body, &placed, apptest.Key(id.New("key")))
		s.RunJobs()
		return placed.Order.ID
	}
	moves := func(order string, steps ...string) {
		t.Helper()
		for _, to := range steps {
			body := fields{"to": to, "reason": m.of("reason of " + to),
				"expected_seq": apptest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, order)}
			if to == "delivered" {
				var view struct{ PIN *string }
				do("GET", "/orders/"+order, p.Token, nil, &view)
				if view.PIN != nil {
					body["pin"] = *view.PIN
				}
			}
			do("POST", "/console/orders/"+order+"/move", owner, body, nil)
			s.RunJobs()
		}
	}
	order := buy(nil)
	moves(order, "processing", "on_hold", "processing", "shipped", "out_for_delivery", "delivered")
	called := buy(nil)
	do("POST", "/orders/"+called+"/cancel", p.Token, fields{"reason": m.of("reason of a cancellation")}, nil)

	// Their rating, and the reply.
	line := apptest.Get[string](s, `SELECT MIN(id) FROM order_lines WHERE order_id = $1`, order)
	do("POST", "/orders/"+order+"/rating", p.Token, fields{"stars": 2, "delivery_stars": 5, "text": m.of("rating"),
		"items": []fields{{"line_id": line, "stars": 3, "text": m.of("rating of a thing")}}}, nil)
	rating := apptest.Get[string](s, `SELECT id FROM ratings WHERE order_id = $1 AND line_id = ''`, order)
	do("POST", "/console/ratings/"+rating+"/answer", owner, fields{"answer": m.of("answer to a rating"),
		"version": apptest.Get[int64](s, `SELECT version FROM ratings WHERE id = $1`, rating)}, nil)
	do("POST", "/console/ratings/"+rating+"/hide", owner,
		fields{"reason": m.of("why a rating is hidden"),
			"version": apptest.Get[int64](s, `SELECT version FROM ratings WHERE id = $1`, rating)}, nil)
	referral := apptest.Get[string](s, `SELECT id FROM referrals WHERE friend_id = $1`, p.ID)
	do("POST", "/console/referrals/"+referral+"/decide", owner,
		fields{"approve": false, "note": m.of("why an invitation is refused")}, nil)

	// A return, paid to a bank.
	iban := m.as("IBAN", "EG380019000500000000263180002")
	items := []fields{{"line_id": line, "qty": 2, "reason_id": "defective", "comment": m.of("comment of a return")}}
	var offer struct{ Slots []made }
	do("GET", "/orders/"+order+"/returnable", p.Token, nil, &offer)
	var preview struct{ Total json.Number }
	do("POST", "/orders/"+order+"/return/preview", p.Token, fields{"items": items, "refund_to": "bank"}, &preview)
	var back made
	do("POST", "/returns", p.Token,
		fields{"order_id": order, "items": items, "slot_id": offer.Slots[0].ID, "refund_to": "bank", "address_id": at.ID,
			"expected_refund": preview.Total, "bank": fields{"iban": iban, "holder": m.of("holder of an account")}}, &back,
		apptest.Key("back"))
	seq := func() int64 { return apptest.Get[int64](s, `SELECT event_seq FROM returns WHERE id = $1`, back.ID) }
	for _, to := range []string{"approved", "picked_up", "received"} {
		do("POST", "/console/returns/"+back.ID+"/move", owner,
			fields{"to": to, "reason": m.of("reason of a return's move"), "expected_seq": seq()}, nil)
	}
	do("POST", "/console/returns/"+back.ID+"/inspect", owner, fields{"expected_seq": seq(), "units": []fields{
		{"line_id": line, "unit": 1, "outcome": "scrap"},
		{"line_id": line, "unit": 2, "outcome": "refuse", "why": m.of("why a unit is refused")}}}, nil)
	do("POST", "/console/returns/"+back.ID+"/move", owner,
		fields{"to": "settled", "reason": m.of("reason of a settlement"), "expected_seq": seq()}, nil)
	// The account number for the transfer is kept until it is made.
	written := map[string]bool{}
	m.noteWritten(t, d, written)
	for _, refund := range s.Lines(`SELECT id FROM refunds WHERE order_id = $1 AND way = 'bank'`, order) {
		do("POST", "/console/refunds/"+refund+"/paid", finance, fields{"reference": m.of("number of a transfer")}, nil)
	}

	// A quotation, offered twice and not accepted.
	var asked made
	do("POST", "/quotations", p.Token,
		fields{"service_id": "food", "branch_id": apptest.Koshary, "note": m.of("note of a quotation"),
			"company_name": m.of("company of a quotation"), "tax_number": m.as("tax number", "918273645"),
			"items": []fields{{"variant_id": apptest.Small, "qty": 2}}}, &asked, apptest.Key("ask"),
		apptest.Header{"district-id": "maadi"})
	for version := 1; version <= 2; version++ {
		priced := offerBody(s, asked.ID)
		priced["note"], priced["delivery_price"] = m.of("note of an offer"), 10*version
		do("POST", "/console/quotations/"+asked.ID+"/price", owner, priced, nil)
		if version == 1 {
			do("POST", "/quotations/"+asked.ID+"/change", p.Token, fields{"version": 1, "note": m.of("what is to change")}, nil)
		}
	}
	do("POST", "/quotations/"+asked.ID+"/decline", p.Token, fields{"note": m.of("why an offer is declined")}, nil)

	// Tickets: signed in, and as a guest with the same phone.
	var ticket made
	do("POST", "/tickets", p.Token, fields{"category": "other", "subject": m.of("subject of a ticket"),
		"text": m.of("text of a ticket")}, &ticket, apptest.Key("ticket"))
	do("POST", "/console/tickets/"+ticket.ID+"/replies", support, fields{"text": m.of("answer in a ticket")}, nil)
	do("POST", "/console/tickets/"+ticket.ID+"/replies", support, fields{"text": m.of("note among staff"), "note": true},
		nil)
	do("POST", "/tickets/"+ticket.ID+"/replies", p.Token, fields{"text": m.of("reply in a ticket")}, nil,
		apptest.Key("reply"))
	do("POST", "/contact", "", fields{"name": m.of("name of a guest"), "phone": p.Phone,
		"subject": m.of("subject of a letter"), "text": m.of("text of a letter")}, nil)

	// Money: granted, topped up by card, converted from points; then all of it is spent.
	do("POST", "/console/wallet/credits", owner, fields{
		"phone": p.Phone, "amount": 20, "reason": m.of("reason of a credit")}, nil, apptest.Key("gift"))
	var topUp struct {
		URL string `json:"redirect_url"`
	}
	do("POST", "/wallet/top-up", p.Token, fields{"amount": 50}, &topUp, apptest.Key("top-up"))
	typeCard(s, topUp.URL, "4111111111111111")
	s.RunJobs()
	do("POST", "/loyalty/convert", p.Token, fields{"points": 100}, nil, apptest.Key("convert"))
	last := buy(fields{"wallet_amount": float64(f.wallet(p)) / 100})
	moves(last, "processing", "shipped", "out_for_delivery", "delivered")
	do("POST", "/order/add-to-cart", p.Token, fields{
		"service_id": "food", "branch_id": apptest.Koshary, "product": apptest.Small,
		"qty": 1, "note": m.of("note in a cart")}, nil)
	do("POST", "/favourites", p.Token, fields{"kind": "branch", "id": apptest.Koshary}, nil)

	// Only marks that arrived can be found; a mark that never arrived would prove nothing.
	m.noteWritten(t, d, written)
	for word, place := range m {
		if !written[place] {
			t.Errorf("%s (%s) was written nowhere", place, word)
		}
	}
	// Admitted to the soft opening, which has not ended by itself.
	s.Exec(`INSERT INTO settings (key, value, updated_at) VALUES ('shop.opening', $1, 1)
		ON CONFLICT (key) DO UPDATE SET value = excluded.value,
		version = settings.version + 1`, `{"state":"open","phones":["+201000000001","`+p.Phone+`"]}`)
	return life{f, s, folder, p, inviting, m, do}
}

// TestNothingPersonalIsLeft has a customer, and staff about them, write a unique word in every possible place,
// deletes the account, and searches every column of every table for the words: immediately, and after the sweeps.
func TestNothingPersonalIsLeft(t *testing.T) {
	listed := personalData(t)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := lived(t, d)
		s, p, m, do, folder := l.s, l.p, l.m, l.do, l.folder

		s.Clock.Advance(time.Hour) // between codes
		do("POST", "/user/delete/code", p.Token, fields{"method": "sms"}, nil)
		do("POST", "/user/delete", p.Token, fields{"code": s.Code(p.Phone)}, nil)
		left := func(when string, may func(kept string) bool) {
			t.Helper()
			for c, places := range m.found(t, d) {
				if e := listed[c]; e.personal != "personal" || !may(e.kept) {
					t.Errorf("%s %s.%s (%s) holds %s", when, c.table, c.name, e.kept, strings.Join(places, ", "))
				}
			}
			for query, want := range map[string]int{
				`SELECT COUNT(*) FROM referral_signals WHERE user_id = $1`: 0, `SELECT COUNT(*) FROM photos WHERE user_id = $1`: 0,
				`SELECT COUNT(*) FROM addresses WHERE user_id = $1 AND (lat_e6 <> 0 OR lng_e6 <> 0)`:         0,
				`SELECT COUNT(*) FROM users WHERE id = $1 AND (birthdate IS NOT NULL OR gender IS NOT NULL)`: 0,
			} {
				if n := apptest.Get[int](s, query, p.ID); n != want {
					t.Errorf("%s: %d of %s", when, n, query)
				}
			}
		}
		left("at once", func(kept string) bool { return kept != "erased" })
		s.RunJobs()
		s.Healthy()
		left("after the jobs", func(kept string) bool { return kept != "erased" })
		for range 2 { // one sweep completes what the previous one began
			s.After(31 * 24 * time.Hour)
		}
		left("after the sweeps", func(kept string) bool { return strings.HasPrefix(kept, "kept: ") })
		stays := map[column]string{
			{"ratings", "text"}: "rating, rating of a thing", {"ratings", "answer"}: "answer to a rating",
			{"audit_log", "before"}: "answer to a rating", {"audit_log", "after"}: "answer to a rating, number of a transfer",
			{"refunds", "gateway_ref"}: "number of a transfer",
		}
		for c, places := range m.found(t, d) {
			slices.Sort(places)
			if got := strings.Join(places, ", "); got != stays[c] {
				t.Errorf("of %s.%s stays %s, not %q", c.table, c.name, got, stays[c])
			}
		}

		err := filepath.WalkDir(folder, func(file string, e fs.DirEntry, err error) error {
			if err != nil || e.IsDir() {
				return err
			}
			content, err := os.ReadFile(file)
			for word, place := range m {
				if strings.Contains(string(content), word) {
					t.Errorf("the file %s holds %s", e.Name(), place)
				}
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		s.Healthy()
	})
}

// TestEverythingKeptCanBeDownloaded searches a customer's download for the words that they, staff and others wrote:
// it contains all of the included columns, none of the others, and no other person's data.
func TestEverythingKeptCanBeDownloaded(t *testing.T) {
	listed := personalData(t)
	// Facts that docs/personal-data.tsv states about rows, not columns: a code was sent to the first, the writer of the
	// letter is unconfirmed, and the note belongs to staff.
	not := []string{"e-mail at registration", "name of a guest", "subject of a letter", "text of a letter",
		"note among staff"}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := lived(t, d)
		a := l.s.Do("GET", "/user/data", l.p.Token, nil)
		if a.Status != 200 || a.Header.Get("Content-Disposition") != `attachment; filename="wekala-data.json"` ||
			a.Header.Get("Content-Type") != "application/json" || a.Header.Get("Cache-Control") != "no-store" {
			t.Fatalf("%d %v", a.Status, a.Header)
		}
		var file struct {
			About struct{ Customer string }
			Data  map[string]map[string][]map[string]any
		}
		if err := json.Unmarshal([]byte(a.Body), &file); err != nil || file.About.Customer != l.p.ID {
			t.Fatalf("%v: %s", err, a.Body[:200])
		}
		text := strings.ToLower(a.Body)
		in, out := 0, 0
		included := map[string]bool{}
		for c, places := range l.m.found(t, d) {
			for _, place := range places {
				included[place] = included[place] || listed[c].included()
			}
		}
		for word, place := range l.m {
			want := included[place] && !slices.Contains(not, place)
			if strings.Contains(text, strings.ToLower(word)) != want {
				t.Errorf("%s (%s) is in the download: %v", place, word, !want)
			} else if want {
				in++
			} else {
				out++
			}
		}
		if in < 40 || out < 6 {
			t.Errorf("%d places are in it and %d are not: this test looks at nothing", in, out)
		}
		for _, other := range append([]string{l.inviting.ID, l.inviting.Phone, "evidence", "_hash", "p256dh", "staff_"},
			theirWords...) {
			if strings.Contains(text, strings.ToLower(other)) {
				t.Errorf("the download holds %q", other)
			}
		}
		// A word that is in several tables is in the rows of each included table.
		tables := map[string]string{}
		for _, feature := range file.Data {
			for name, rows := range feature {
				raw, err := json.Marshal(rows)
				if err != nil {
					t.Fatal(err)
				}
				tables[name] = strings.ToLower(string(raw))
			}
		}
		words := map[string][]string{}
		for word, place := range l.m {
			words[place] = append(words[place], strings.ToLower(word))
		}
		for c, places := range l.m.found(t, d) {
			for _, place := range places {
				in := func(word string) bool { return strings.Contains(tables[c.table], word) }
				if listed[c].download == "included" && !slices.ContainsFunc(words[place], in) {
					t.Errorf("%s is in %s.%s and not in its rows of the download", place, c.table, c.name)
				}
			}
		}
		for c, e := range listed {
			if _, told := tables[c.table]; e.included() && !told {
				t.Errorf("%s is included and not in the file", c.table)
			}
		}

		// The other customer's own data belongs to them.
		b := l.s.Do("GET", "/user/data", l.inviting.Token, nil)
		for _, word := range theirWords {
			if !strings.Contains(b.Body, word) {
				t.Errorf("%s is not in the download of who wrote it", word)
			}
		}
		for word, place := range l.m {
			if strings.Contains(strings.ToLower(b.Body), strings.ToLower(word)) {
				t.Errorf("%s (%s) is in somebody else's download", place, word)
			}
		}
	})
}

// TestDownloadsAreFew: three a day, counted per customer, and none without a session.
func TestDownloadsAreFew(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p, other := s.Customer(), s.Customer()
		get := func(token string, want int) apptest.Answer {
			t.Helper()
			a := s.Do("GET", "/user/data", token, nil)
			if a.Status != want {
				t.Errorf("%d, not %d: %s", a.Status, want, a.Short())
			}
			return a
		}
		for range 3 {
			get(p.Token, 200)
			s.Clock.Advance(time.Minute)
		}
		if a := get(p.Token, 429); a.Code() != "too_many_downloads" || a.Header.Get("Retry-After") == "" {
			t.Errorf("%s %v", a.Code(), a.Header)
		}
		get(other.Token, 200)
		get("", 401)
		s.Clock.Advance(24 * time.Hour)
		get(p.Token, 200)
	})
}

// ofSomebody are the tables whose rows name a customer but are not in the download, and why.
var ofSomebody = map[string]string{
	"call_guests": "guests have no account to download with",
	"call_orders": "likewise",
	"idempotency": "copies of answers", "referral_signals": "hold abuse off",
	"wallet_grants": "what staff asked each other",
	"user_words":    "words of their name, which is",
}

// TestWhoseRowsAreDownloaded: a table whose rows name a customer is in the download, or its reason is listed here.
func TestWhoseRowsAreDownloaded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		var file struct {
			Data map[string]map[string]json.RawMessage
		}
		if err := json.Unmarshal([]byte(s.Do("GET", "/user/data", s.Customer().Token, nil).Body), &file); err != nil {
			t.Fatal(err)
		}
		told := map[string]bool{"referrals": true} // as referrals_made and referrals_received
		for _, feature := range file.Data {
			for name := range feature {
				told[name] = true
			}
		}
		n := 0
		for c := range columnsOf(t, d) {
			if c.name != "user_id" {
				continue
			}
			n++
			if why := ofSomebody[c.table]; told[c.table] == (why != "") {
				t.Errorf("%s is in the download: %v, and why not: %q", c.table, told[c.table], why)
			}
		}
		if n < 30 {
			t.Errorf("only %d tables have a user_id", n)
		}
	})
}
