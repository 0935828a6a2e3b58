package app_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/operations/messagetemplates"
	"wekala/internal/platform/bidi"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// saying is a message for which the shop has no text.
func (m *matrix) saying() thing {
	m.s.Exec(`DELETE FROM settings WHERE key = 'wording.orders.notice_ready'`)
	return thing{id: "orders.notice_ready", missing: "orders.notice_none", owner: m.s.Customer()}
}

var _ = addCases(map[string][]idCase{
	"GET /console/wording/{id}": {{make: (*matrix).saying, want: ofOwners}},
	"PUT /console/wording/{id}": {{make: (*matrix).saying, want: ofOwners, body: sends(func() fields {
		return fields{"texts": []fields{said("sms", "en", "Order {number} is ready.")}, "version": 0}
	})}},
	"POST /console/wording/{id}/preview": {{make: (*matrix).saying, want: ofOwners, body: sends(func() fields {
		return fields{"texts": []fields{said("sms", "en", "Order {number} is ready.")}}
	})}},
},
	`SELECT 'wording ' || COUNT(*) || $1 || $2 || $3 FROM settings WHERE key LIKE 'wording.%' AND value LIKE '%is ready%'`)

var _ = addWrites(map[string]write{
	"console-save-wording": {share: 1, staff: true, path: "address", body: func(ids) fields {
		return fields{"texts": []fields{said("sms", "en", "Order {number} is ready.")}, "version": 0}
	}},
	"console-preview-wording": {share: 1, staff: true, path: "address", body: func(ids) fields {
		return fields{"texts": []fields{said("sms", "en", "Order {number} is ready.")}}
	}},
})

// said is a text of a message, as it is sent to the console.
func said(channel, language, text string) fields {
	return fields{"channel": channel, "language": language, "text": text}
}

type wordingShown struct {
	Text, Problem               string
	Parts, Letters, Alone, Each int
	Channel, Language, Form     string
	Usual                       string
	Own                         bool
	Placeholders                []string
	Shown                       *wordingShown
}

type wordingView struct {
	Version int64
	Texts   []wordingShown
}

func (v wordingView) of(channel, language string) wordingShown {
	for _, t := range v.Texts {
		if t.Channel == channel && t.Language == language {
			return t
		}
	}
	return wordingShown{}
}

// TestTheProgramsTextsHoldItsOwnRules: the program's own texts satisfy the rules for owners' texts.
func TestTheProgramsTextsHoldItsOwnRules(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		var all []struct {
			ID       string
			Channels []string
			Own      bool
		}
		s.Do("GET", "/console/wording", owner, nil).Into(t, &all)
		if len(all) != len(messagetemplates.Kinds) {
			t.Errorf("%d messages of %d", len(all), len(messagetemplates.Kinds))
		}
		for _, m := range all {
			var v wordingView
			s.Do("GET", "/console/wording/"+m.ID, owner, nil).Into(t, &v)
			if len(v.Texts) == 0 || v.Version != 0 || m.Own {
				t.Errorf("%s: %+v", m.ID, v)
			}
			var typed []fields
			for _, one := range v.Texts {
				if one.Own || one.Text == "" || one.Text != one.Usual {
					t.Errorf("%s %s %s: %+v", m.ID, one.Channel, one.Language, one)
				}
				// With one more space it is the shop's own text.
				text := strings.Replace(one.Text, " ", "  ", 1)
				typed = append(typed, fields{"channel": one.Channel, "language": one.Language, "form": one.Form, "text": text})
			}
			var look struct{ Texts []wordingShown }
			s.Do("POST", "/console/wording/"+m.ID+"/preview", owner, fields{"texts": typed}).Into(t, &look)
			for i, one := range look.Texts {
				if one.Problem != "" || (one.Parts > 0) != (v.Texts[i].Channel == notify.SMS) || strings.Contains(one.Text, "{") {
					t.Errorf("%s %v: %+v", m.ID, typed[i], one)
				}
			}
			// A text equal to the program's is not stored as the shop's own.
			for i, one := range v.Texts {
				typed[i]["text"] = one.Usual
			}
			var kept wordingView
			a := s.Do("PUT", "/console/wording/"+m.ID, owner, fields{"texts": typed, "version": 0})
			a.Into(t, &kept)
			if a.Status != 200 || slices.ContainsFunc(kept.Texts, func(one wordingShown) bool { return one.Own }) {
				t.Errorf("%s: %s", m.ID, a.Body)
			}
		}
	})
}

// TestAnOwnerWordsMessages: customers get the owner's text from every node, by each channel, until it is reset.
func TestAnOwnerWordsMessages(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		carrier := newCarrier(t)
		s, link := fresh(t, d)
		second, _ := fresh(t, d)
		var in struct{ Token string }
		s.Do("POST", "/setup/owner", "", firstOwner(link)).Into(t, &in)
		body := providersBody(carrier.URL, 0)
		body["sms"].(fields)["headers"] = ""
		if a := s.Do("PUT", "/console/providers", in.Token, body); a.Status != 200 {
			t.Fatal(a.Body)
		}
		const ready = "/console/wording/orders.notice_ready"
		var v wordingView
		a := s.Do("PUT", ready, in.Token, fields{"texts": []fields{
			said("sms", "en", "{shop}: order {number} waits for you. Bring {number}!\r\n\r\n\r\nSee you \u202esoon\u202c"),
			said("inbox", "ar", "طلبك {number} في انتظارك عند {store}"),
			said("sms", "ar", ""),
			said("push", "en", "Your order {number} is ready for pickup at {store}. Your pickup code is on the order page."),
		}, "version": 0})
		a.Into(t, &v)
		if en := v.of("sms", "en"); a.Status != 200 || !en.Own ||
			en.Text != "{shop}: order {number} waits for you. Bring {number}!\n\nSee you soon" ||
			en.Shown.Parts != 1 || en.Shown.Alone != 160 || !strings.Contains(en.Shown.Text, "W-7F3K-29QD waits") {
			t.Fatalf("%s", a.Body)
		}
		if ar := v.of("sms", "ar"); ar.Own || ar.Shown.Alone != 70 || ar.Shown.Each != 67 || ar.Shown.Parts != 2 {
			t.Errorf("untouched: %+v", ar)
		}
		if v.of("push", "en").Own {
			t.Error("what the program says is not the shop's own")
		}
		// Two people edit one message: the second gets a conflict.
		if a := s.Do("PUT", ready, in.Token, fields{"texts": []fields{}, "version": 0}); a.Status != 409 {
			t.Errorf("from an older version: %d %s", a.Status, a.Body)
		}
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		for i, node := range []*apptest.Shop{s, second} {
			for lang, want := range map[string]string{"en": "Wekala: order W-1 waits for you. Bring W-1!\n\nSee you soon",
				"ar": "Nile {amount} {link} <b>"} {
				before := len(carrier.got)
				err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					return notify.Send(ctx, tx,
						notify.Message{Channel: notify.SMS, To: "+201012345678", Template: "orders.notice_ready", Lang: lang,
							Params: map[string]string{"number": "W-1", "store": "Nile {amount} {link} <b>"}, At: node.Clock.Now()})
				})
				if err != nil {
					t.Fatal(err)
				}
				node.RunJobs()
				if got := carrier.got[before:]; len(got) != 1 || !strings.Contains(got[0].Get("msg"), want) {
					t.Errorf("node %d, %s: %q, want %q", i, lang, got, want)
				}
			}
		}
		log := strings.Join(s.Lines(`SELECT after FROM audit_log WHERE action = 'message.wording'
			AND object = 'orders.notice_ready'`), "\n")
		if strings.Count(log, `"channel"`) != 2 || !strings.Contains(log, "waits for you") {
			t.Errorf("the log: %s", log)
		}
		// Reset.
		if a := s.Do("PUT", ready, in.Token, fields{"texts": []fields{}, "version": v.Version}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := s.Do("GET", ready, in.Token, nil); strings.Contains(a.Body, "waits for you") {
			t.Errorf("taken back: %s", a.Body)
		}
	})
}

// TestInboxesSayWhatTheOwnerWrote: also for earlier notices, on every node, and placeholders within a value are not
// filled in.
func TestInboxesSayWhatTheOwnerWrote(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		second, owner := apptest.Node(t, d, s.Clock), s.Staff("owner")
		var v wordingView
		body := fields{"texts": []fields{said("inbox", "ar", "طلبك {number} في انتظارك عند {store}")}, "version": 0}
		s.Do("PUT", "/console/wording/orders.notice_ready", owner, body).Into(t, &v)
		if err := second.App.Poll(context.Background()); err != nil {
			t.Fatal(err)
		}
		params := `{"number":"W-1","store":"Nile {number} {link} <b>","link":"https://evil.example"}`
		for i, node := range []*apptest.Shop{s, second} {
			if shown := bidi.Plain(wordingInbox(t, node, params)); shown != "طلبك W-1 في انتظارك عند Nile {number} {link} <b>" {
				t.Errorf("node %d: %q", i, shown)
			}
		}
		s.Do("PUT", "/console/wording/orders.notice_ready", owner, fields{"texts": []fields{}, "version": v.Version})
		if shown := wordingInbox(t, s, params); !strings.Contains(shown, "جاهز") {
			t.Errorf("taken back: %q", shown)
		}
	})
}

// wordingInbox is the inbox's text for an order that is ready.
func wordingInbox(t *testing.T, s *apptest.Shop, params string) string {
	t.Helper()
	buyer := s.Customer()
	s.Exec(`INSERT INTO notices (user_id, id, template, params, link, created_at)
		VALUES ($1, $2, 'orders.notice_ready', $3, '', 1)`,
		buyer.ID, "ntc_"+buyer.ID, params)
	var list []struct{ Text string }
	s.Do("GET", "/notifications", buyer.Token, nil, apptest.Header{"Accept-Language": "ar"}).Into(t, &list)
	if len(list) != 1 {
		t.Fatalf("%d notices", len(list))
	}
	return list[0].Text
}

// TestWhatMessagesMayNotSay refuses texts that would not work, cost too much, mislead or reveal private data on a
// locked screen.
func TestWhatMessagesMayNotSay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		for _, c := range []struct{ message, channel, lang, text, want string }{
			{"orders.notice_ready", "sms", "en", "Order {number} for {customer}", "unknown"},
			{"orders.notice_ready", "sms", "en", "Order {number} {amount}", "unknown"},
			{"orders.notice_ready", "sms", "en", "Order {number} {", "braces"},
			{"orders.notice_ready", "sms", "en", "Order {{number}}", "braces"},
			{"orders.notice_ready", "sms", "en", "Order { number }", "unknown"},
			{"orders.notice_ready", "sms", "ar", "طلبك جاهز", "needed"},
			{"orders.notice_ready", "sms", "ar", "طلبك {number} " + strings.Repeat("جاهز الآن ", 40), "too_many_parts"},
			{"orders.notice_ready", "sms", "en", "Order {number} " + strings.Repeat("x", 700), "too_long"},
			{"orders.notice_ready", "sms", "en", "See https://shop.example for {number}", "link_last"},
			{"orders.notice_ready", "email", "en", "Order {number}", "one_of"},
			{"orders.notice_ready", "whatsapp", "en", "Order {number}", "one_of"},
			{"wallet.notice_credit", "push", "en", "You got EGP {amount}", "unknown"},
			{"notify.code", "sms", "en", "Your code is {code}", "code_first"},
			{"notify.code", "sms", "en", "1234 is your code", "needed"},
			{"notify.code", "sms", "en", "{code} at https://x.example", "code_link"},
			{"notify.code", "email", "en", "{code} at www.x.example", "code_link"},
			{"notify.code", "whatsapp", "en", "{code} is yours", "one_of"},
			{"support.notice_answered", "sms", "en", "We replied to {number}", "needed"},
			{"support.notice_answered", "sms", "en", "{link} has our reply to {number}", "link_last"},
			{"favourites.notice_back", "sms", "en", "{name} is back for {price} {link}", "stop_needed"},
			{"favourites.notice_back", "sms", "ar", "رجع {name} بسعر {price} preferences {link}", "stop_needed"},
			{"favourites.notice_back", "whatsapp", "en", "Back: {name} {link}\nStop offers in your preferences.",
				"whatsapp_same"},
			{"favourites.notice_back", "whatsapp", "en", "Back: {name} for {price}. {link}\nStop in your {shop} preferences.",
				"unknown"},
			{"favourites.notice_back", "whatsapp", "en", "{name} is back for {price}. {link}\nStop offers in your preferences.",
				"whatsapp_edge"},
		} {
			body := fields{"texts": []fields{said(c.channel, c.lang, c.text)}, "version": 0}
			if a := s.Do("PUT", "/console/wording/"+c.message, owner, body); a.Short() != "422 "+c.want {
				t.Errorf("%+v: %s", c, a.Body)
			}
			delete(body, "version")
			var look struct{ Texts []wordingShown }
			s.Do("POST", "/console/wording/"+c.message+"/preview", owner, body).Into(t, &look)
			if c.want != "one_of" && (len(look.Texts) != 1 || look.Texts[0].Problem == "") {
				t.Errorf("looked at: %+v: %+v", c, look)
			}
		}
		twice := []fields{said("sms", "en", "Order {number} a"), said("sms", "en", "Order {number} b")}
		if a := s.Do("PUT", "/console/wording/orders.notice_ready", owner,
			fields{"texts": twice, "version": 0}); a.Short() != "422 one_of" {
			t.Errorf("the same twice: %s", a.Body)
		}
		if a := s.Do("GET", "/console/wording/orders.nothing", owner, nil); a.Status != 404 {
			t.Errorf("no message: %d", a.Status)
		}
		if kept := s.Lines(`SELECT key FROM settings WHERE key LIKE 'wording.%'`); len(kept) > 0 {
			t.Errorf("something was kept: %q", kept)
		}
		// A text from before its message changed is not sent.
		s.Exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('wording.orders.notice_ready', '{"texts":[{"channel":"inbox","language":"ar","text":"قديم {gone}"}]}', 1)`)
		s.Exec(`UPDATE catalog_version SET version = version + 1`)
		s.Exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('wording.orders.notice_gone', '{"texts":[{"channel":"inbox","language":"ar","text":"قديم"}]}', 1)`)
		node := apptest.Node(t, d, s.Clock)
		if shown := wordingInbox(t, node, `{"number":"W-1","store":"x"}`); strings.Contains(shown, "قديم") {
			t.Errorf("an old text is shown: %q", shown)
		}
	})
}

// TestWhatsAppTemplatesFollowTheWording: the list of templates to register has the owner's texts, with unchanged
// parameters.
func TestWhatsAppTemplatesFollowTheWording(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, apptest.Set(func(c *config.Serve) { c.Accounts = maps.Clone(c.Accounts) }))
		owner := s.Staff("owner")
		text := "Good news: {name} is here again for {price}. See {link}\nStop offers in your preferences."
		if a := s.Do("PUT", "/console/wording/favourites.notice_back", owner,
			fields{"texts": []fields{said("whatsapp", "en", text)}, "version": 0}); a.Status != 200 {
			t.Fatal(a.Body)
		}
		a := s.Do("GET", "/console/providers", owner, nil)
		if !strings.Contains(a.Body,
			`"lines":["Good news: {{name}} is here again for {{price}}. See {{link}}","Stop offers in your preferences."]`) {
			t.Errorf("%s", a.Body)
		}
		if got := notify.Asked(i18n.T(i18n.EN, "favourites.notice_back_whatsapp")); strings.Join(got,
			" ") != "name price link" {
			t.Errorf("asked: %q", got)
		}
	})
}
