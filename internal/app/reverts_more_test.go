package app_test

import (
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestMenusExtrasAndTextsGoBackFromTheLog: changes of menus, extras, banners, contact details and message texts can
// be undone like others: once, and not after a later change.
func TestMenusExtrasAndTextsGoBackFromTheLog(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		s.Staff("owner")
		made := func(path string, body fields) string {
			t.Helper()
			var one struct{ ID string }
			a := s.Do("POST", path, owner, body, keyHeader())
			if a.Status > 201 {
				t.Fatal(path, a.Body)
			}
			a.Into(t, &one)
			return path + "/" + one.ID
		}
		group := fields{"name_en": "Sauces", "name_ar": "صوصات", "least": 0, "most": 2, "extras": []fields{
			{"id": "", "name_en": "Dakka", "name_ar": "دقة", "price": 3, "most": 1, "preset": 0, "active": true},
			{"id": "", "name_en": "Shatta", "name_ar": "شطة", "price": 2.5, "most": 1, "preset": 0, "active": true}}}
		extras := made("/console/extras", but(group, "store_id", "sto_koshary"))
		menu := made("/console/menus", but(menuBody(), "store_id", "sto_koshary"))
		banner := bannerBody("")
		delete(banner, "version")
		banners := made("/console/banners", banner)
		contact := fields{"phone": "+201001234567", "whatsapp": "", "email": "", "address_en": "", "address_ar": "",
			"hours_en": "Daily", "hours_ar": "يوميًا", "version": 0}
		if a := s.Do("PUT", "/console/contact", owner, contact); a.Status != 200 {
			t.Fatal(a.Body)
		}
		words := func(text string) fields {
			return fields{"texts": []fields{{"channel": "sms", "language": "en", "form": "", "text": text}}}
		}
		fewer := func(now map[string]any) fields { // an extra is removed
			return but(group, "extras", now["extras"].([]any)[:1])
		}
		area := func(name string, value any) func(map[string]any) fields {
			return func(now map[string]any) fields {
				f := fields{"governorate": now["governorate"].(map[string]any)["id"]}
				for _, one := range []string{"name_en", "name_ar", "aliases", "lat", "lng", "outline", "active"} {
					f[one] = now[one]
				}
				return but(f, name, value)
			}
		}
		same := func(f fields) func(map[string]any) fields { return func(map[string]any) fields { return f } }
		for _, c := range []struct {
			action, record, method, path string
			body, other                  func(now map[string]any) fields
		}{
			{"menu.edit", menu, "PUT", menu, same(but(menuBody(), "name_en", "Iftar")),
				same(but(menuBody(), "name_en", "Suhoor"))},
			{"menu.archive", menu, "POST", menu + "/archive", nil, nil},
			{"extra.edit", extras, "PUT", extras, fewer, same(but(group, "most", 1))},
			{"extra.archive", extras, "POST", extras + "/archive", nil, nil},
			{"banner.save", banners, "PUT", banners, same(but(bannerBody(""), "title_en", "Ramadan")),
				same(but(bannerBody(""), "title_en", "Feast"))},
			{"contact.save", "/console/contact", "PUT", "/console/contact", same(but(contact, "hours_en", "Nights")),
				same(but(contact, "hours_en", "Mornings"))},
			{"district.edit", "/console/districts/maadi", "PUT", "/console/districts/maadi", area("name_en", "Maadi Corniche"),
				area("aliases", []string{"El Maadi"})},
			{"message.wording", "/console/wording/orders.notice_ready", "PUT", "/console/wording/orders.notice_ready",
				same(words("{number} is ready. Come!")), same(words("{number}: come."))},
		} {
			read := func() map[string]any {
				t.Helper()
				var v map[string]any
				s.Do("GET", c.record, owner, nil).Into(t, &v)
				return v
			}
			shown := func() string {
				v := read()
				for _, moving := range []string{"version", "updated_at", "archived_at"} {
					delete(v, moving)
				}
				raw, _ := json.Marshal(v)
				text := string(raw)
				for _, e := range listOf(v["extras"]) { // a removed one is restored with another id
					text = strings.ReplaceAll(text, e["id"].(string), "")
				}
				return text
			}
			change := func(of func(map[string]any) fields) {
				t.Helper()
				var body any
				if of != nil {
					now := read()
					f := maps.Clone(of(now))
					f["version"] = now["version"]
					body = f
				}
				if a := s.Do(c.method, c.path, owner, body); a.Status != 200 {
					t.Fatal(c.action, a.Status, a.Body)
				}
				s.Clock.Advance(time.Second)
			}
			lines := func() int { return apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log`) }
			revert := func(line string) string { return s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short() }

			was := shown()
			change(c.body)
			if shown() == was {
				t.Fatalf("%s changed nothing: %s", c.action, was)
			}
			line, n := newestLine(s, c.action), lines()
			if got := revert(line); got != "200" || lines() != n+1 {
				t.Fatalf("%s: %s", c.action, got)
			}
			if is := shown(); is != was && !strings.Contains(c.action, "archive") {
				t.Errorf("%s\nwas %s\nis  %s", c.action, was, is)
			}
			n = lines()
			if got := revert(line); got != "409 changed_since" || lines() != n {
				t.Errorf("%s undone twice: %s", c.action, got)
			}
			if c.other == nil {
				continue
			}
			s.Clock.Advance(time.Second)
			change(c.body)
			line = newestLine(s, c.action)
			change(c.other)
			after, n := shown(), lines()
			if got := revert(line); got != "409 changed_since" || shown() != after || lines() != n {
				t.Errorf("%s over a later change: %s", c.action, got)
			}
		}
	})
}

func listOf(v any) (all []map[string]any) {
	list, _ := v.([]any)
	for _, one := range list {
		if m, ok := one.(map[string]any); ok {
			all = append(all, m)
		}
	}
	return all
}

// TestOnlyTheNewestSoldOutGoesBack: switching on or off looks the same each time, and ends with its day.
func TestOnlyTheNewestSoldOutGoesBack(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		var group struct {
			Extras []struct{ ID string }
		}
		s.Do("POST", "/console/extras", owner, fields{
			"store_id": "sto_koshary", "name_en": "Sauces", "name_ar": "صوصات", "least": 0, "most": 1, "extras": []fields{
				{"id": "", "name_en": "Dakka", "name_ar": "دقة", "price": 3, "most": 1, "preset": 0, "active": true}}},
			keyHeader()).Into(t, &group)
		say := func(out bool) string {
			t.Helper()
			if a := s.Do("PUT", "/console/branches/"+apptest.Koshary+"/extras/sold-out", owner,
				fields{"extras": []string{group.Extras[0].ID}, "sold_out": out}); a.Status != 200 {
				t.Fatal(a.Body)
			}
			line := newestLine(s, "extra.sold_out")
			s.Clock.Advance(time.Second)
			return line
		}
		revert := func(line string) string { return s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short() }
		out := func() int { return apptest.Get[int](s, `SELECT COUNT(*) FROM extra_outs`) }
		first := say(true)
		say(false)
		newest := say(true)
		if got := revert(first); got != "409 changed_since" || out() != 1 {
			t.Errorf("an older line: %s, %d sold out", got, out())
		}
		if got := revert(newest); got != "200" || out() != 0 {
			t.Errorf("the newest: %s, %d sold out", got, out())
		}
		s.Clock.Advance(time.Second)
		last := say(true)
		s.Clock.Advance(48 * time.Hour)
		owner = s.Staff("owner") // the previous session has ended
		if got := revert(last); got != "409 changed_since" {
			t.Errorf("a line of another day: %s", got)
		}
	})
}

// TestAnArchiveGoesBackOnce: of several concurrent undos, one succeeds.
func TestAnArchiveGoesBackOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		var menu struct{ ID string }
		s.Do("POST", "/console/menus", owner, but(menuBody(), "store_id", "sto_koshary"), keyHeader()).Into(t, &menu)
		if a := s.Do("POST", "/console/menus/"+menu.ID+"/archive", owner, nil); a.Status != 200 {
			t.Fatal(a.Body)
		}
		line := newestLine(s, "menu.archive")
		got, ready := make(chan string, 6), make(chan struct{})
		for range cap(got) {
			go func() {
				<-ready
				got <- s.Do("POST", "/console/audit/"+line+"/revert", owner, nil).Short()
			}()
		}
		close(ready)
		done := 0
		for range cap(got) {
			switch one := <-got; one {
			case "200":
				done++
			case "409 changed_since":
			default:
				t.Error(one)
			}
		}
		if done != 1 {
			t.Errorf("undone %d times", done)
		}
	})
}
