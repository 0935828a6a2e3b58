package app_test

import (
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// formWith is the body of a record's form as it was read, plus more fields.
func formWith(s *apptest.Shop, token, path string, more fields, names ...string) fields {
	s.TB.Helper()
	var v map[string]any
	s.Do("GET", path, token, nil).Into(s.TB, &v)
	body := fields{}
	for _, name := range names {
		body[name] = v[name]
	}
	if d, ok := v["district"].(map[string]any); ok {
		body["district"] = d["id"]
	}
	for k, val := range more {
		body[k] = val
	}
	return body
}

// TestTakenDownByThePlatform: the seller's staff cannot restore a store, branch or product that the platform
// archived, hid, paused or unpublished; the platform can. They can restore their own takedowns, and limited staff of
// the platform's own store can restore all of them.
func TestTakenDownByThePlatform(t *testing.T) {
	type call func(s *apptest.Shop, token string) apptest.Answer
	type ways map[string]call
	const koshary, product = "/console/branches/" + apptest.Koshary, "/console/products/prd_koshary"
	post := func(path string, body fields) call {
		return func(s *apptest.Shop, token string) apptest.Answer { return s.Do("POST", path, token, body) }
	}
	store := func(s *apptest.Shop) string {
		return "/console/stores/" + apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
	}
	ofStore := func(end string) call {
		return func(s *apptest.Shop, token string) apptest.Answer { return s.Do("POST", store(s)+end, token, nil) }
	}
	showStore := func(on bool) call {
		return func(s *apptest.Shop, token string) apptest.Answer {
			return s.Do("PUT", store(s), token,
				formWith(s, token, store(s), fields{"active": on}, "name_en", "name_ar", "version"))
		}
	}
	showBranch := func(on bool) call {
		return func(s *apptest.Shop, token string) apptest.Answer {
			return s.Do("PUT", koshary, token, formWith(s, token, koshary, fields{"active": on}, "name_en", "name_ar", "lat",
				"lng", "delivery_minutes", "version"))
		}
	}
	turn := func(closed bool) call {
		return func(s *apptest.Shop, token string) apptest.Answer {
			at := koshary + "/settings"
			return s.Do("PUT", at, token, formWith(s, token, at, fields{"closed": closed}, "slot_capacity", "pickup_minutes",
				"accept_minutes", "minimum_order", "free_from", "version"))
		}
	}
	bulk := func(action string) call { return post("/console/products/bulk", bulkBody(action, "prd_koshary")) }
	undo := func(s *apptest.Shop, token string) apptest.Answer {
		line := apptest.Get[string](s, `SELECT id FROM audit_log WHERE object = 'prd_koshary' OR object = $1
			OR object = 'sto_koshary' ORDER BY at DESC, id DESC LIMIT 1`, apptest.Koshary)
		return s.Do("POST", "/console/audit/"+line+"/revert", token, nil)
	}
	short := func(a apptest.Answer) string {
		if _, after, bulk := strings.Cut(a.Body, `"refused":[{"id":"prd_koshary","code":"`); bulk {
			code, _, _ := strings.Cut(after, `"`)
			return "400 " + code
		}
		return a.Short()
	}
	const state = `SELECT s.active || ' ' || (s.archived_at IS NULL) || ' ' || b.active || ' ' || (b.archived_at IS NULL)
		|| ' ' || b.switched_closed || ' ' || COALESCE(b.paused_until, 0) || ' '
		|| p.active || ' ' || (p.archived_at IS NULL) || ' ' || b.accept_minutes FROM products p, branches b
		JOIN stores s ON s.id = b.store_id WHERE b.id = 'br_koshary_maadi' AND p.id = 'prd_koshary'`

	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			by       string // the seller's
			down, up ways
		}{
			"store archived": {"owner", ways{"archive": ofStore("/archive")},
				ways{"restore": ofStore("/restore"), "undo": undo}},
			"store hidden": {"owner", ways{"hide": showStore(false)}, ways{"show": showStore(true)}},
			"branch archived": {"owner", ways{"archive": post(koshary+"/archive", nil)},
				ways{"restore": post(koshary+"/restore", nil), "undo": undo}},
			"branch hidden": {"owner", ways{"hide": showBranch(false)}, ways{"show": showBranch(true), "undo": undo}},
			"branch paused": {"owner", ways{"pause": post(koshary+"/pause", fields{"reason": "busy"}), "switch": turn(true)},
				ways{"resume": post(koshary+"/resume", nil), "switch": turn(false), "undo": undo,
					"pause for less": post(koshary+"/pause", fields{"minutes": 1})}},
			"branch paused for a while": {"manager", ways{"pause": post(koshary+"/pause", fields{"minutes": 90})},
				ways{"resume": post(koshary+"/resume", nil), "switch": turn(true),
					"pause for less": post(koshary+"/pause", fields{"minutes": 1})}},
			"product archived": {"editor", ways{"archive": post(product+"/archive", nil), "bulk": bulk("archive")},
				ways{"restore": post(product+"/restore", nil), "bulk": bulk("restore"), "undo": undo}},
			"product unpublished": {
				"editor", ways{"unpublish": post(product+"/publish", fields{"published": false}), "bulk": bulk("unpublish")},
				ways{"publish": post(product+"/publish", fields{"published": true}), "bulk": bulk("publish"), "undo": undo}},
		} {
			t.Run(name, func(t *testing.T) {
				s := apptest.New(t, dbtest.New(t, d.Engine()))
				boss := s.Staff("owner")
				ref := strings.TrimPrefix(store(s), "/console/stores/")
				theirs := s.Staff(c.by, s.Lines(`SELECT id FROM branches WHERE store_id = $1`, ref)...)
				do := func(what, token string, call call, want string) {
					t.Helper()
					s.Clock.Advance(time.Second) // so that the newest line is the last one
					before := s.Lines(state)[0]
					a := call(s, token)
					if got := short(a); got != want {
						t.Errorf("%s: %s, want %s (%s)", what, got, want, a.Body)
					}
					if now := s.Lines(state)[0]; (now == before) == (want == "200") {
						t.Errorf("%s: from %s to %s", what, before, now)
					}
					if err := s.App.Poll(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				for down, takes := range c.down {
					for up, lifts := range c.up {
						for _, owner := range []string{"seller", "platform"} {
							s.Exec(`UPDATE stores SET owned_by = $2 WHERE id = $1`, ref, owner)
							s.Exec(`UPDATE products SET active = TRUE WHERE id = 'prd_koshary'`) // a restored product is a draft
							s.Exec(`UPDATE branches SET switched_closed = FALSE, paused_until = NULL, held_paused = FALSE WHERE id = $1`,
								apptest.Koshary)
							what := down + " then " + up + " in a store of the " + owner + ": "
							do(what+"the platform takes down", boss, takes, "200")
							if up == "undo" { // limited staff undo nothing from the log
								do(what+"limited staff lift", theirs, lifts, "403 not_allowed")
								do(what+"the platform lifts", boss, lifts, "200")
								continue
							}
							if owner == "platform" {
								do(what+"limited staff lift", theirs, lifts, "200")
								continue
							}
							do(what+"the seller lifts", theirs, lifts, "400 taken_down")
							do(what+"the platform lifts", boss, lifts, "200")
							s.Exec(`UPDATE products SET active = TRUE WHERE id = 'prd_koshary'`)
							s.Exec(`UPDATE branches SET switched_closed = FALSE, paused_until = NULL, held_paused = FALSE WHERE id = $1`,
								apptest.Koshary)
							do(what+"the seller takes down", theirs, takes, "200")
							do(what+"the seller lifts their own", theirs, lifts, "200")
						}
					}
				}
				s.Healthy()
			})
		}
	})
}

// TestTakenDownStaysEditable: the seller can edit everything else of objects that the platform took down, no file
// publishes them, a pause by the platform ends by itself, and restoring one does not restore those taken down
// otherwise.
func TestTakenDownStaysEditable(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		boss := s.Staff("owner")
		ref := apptest.Get[string](s, `SELECT store_id FROM branches WHERE id = $1`, apptest.Koshary)
		s.Exec(`UPDATE stores SET owned_by = 'seller' WHERE id = $1`, ref)
		s.Exec(`UPDATE products SET images = '[]' WHERE id = 'prd_koshary'`) // its picture does not exist
		owner := s.Staff("owner", s.Lines(`SELECT id FROM branches WHERE store_id = $1`, ref)...)
		const koshary, product = "/console/branches/" + apptest.Koshary, "/console/products/prd_koshary"
		store := "/console/stores/" + ref
		want := func(what, method, path, token string, body fields, want string) {
			t.Helper()
			s.Clock.Advance(time.Second)
			if a := s.Do(method, path, token, body); a.Short() != want {
				t.Errorf("%s: %s, want %s", what, a.Body, want)
			}
			if err := s.App.Poll(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		ofStore := func(more fields) fields { return formWith(s, boss, store, more, "name_ar", "version") }
		ofProduct := func(more fields) fields {
			return formWith(s, boss, product, more, strings.Fields(formKeys)...)
		}

		want("the platform unpublishes", "POST", product+"/publish", boss, fields{"published": false}, "200")
		want("the seller edits", "PUT", product, owner, ofProduct(fields{"name_en": "Koshary of Maadi"}), "200")
		want("the seller archives", "POST", product+"/archive", owner, nil, "200")
		want("the seller restores", "POST", product+"/restore", owner, nil, "200")
		want("the seller publishes", "POST", product+"/publish", owner, fields{"published": true}, "400 taken_down")

		sku := apptest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, apptest.Small)
		slug := apptest.Get[string](s, `SELECT slug FROM products WHERE id = 'prd_koshary'`)
		file := "handle,name_en,sku,branch,price,published\n" + slug + ",Koshary of Maadi," + sku + ",koshary-maadi,47,yes\n"
		rights := imports.Rights{Role: team.Owner, Scoped: true,
			Branches: s.Lines(`SELECT id FROM branches WHERE store_id = $1`, ref)}
		_, got := inShop(t, s, file, wanted{id: "imp_t", by: "stf_000002", rights: rights})
		if keys := problemKeys(got); len(keys) != 1 || !strings.Contains(keys[0], "catalog.taken_down") {
			t.Errorf("the file's problems: %v", keys)
		}
		if apptest.Get[bool](s, `SELECT active FROM products WHERE id = 'prd_koshary'`) {
			t.Error("a file published it")
		}
		if got := apptest.Get[int64](s, `SELECT price FROM branch_prices WHERE variant_id = $1 AND branch_id = $2`,
			apptest.Small, apptest.Koshary); got != 4700 {
			t.Errorf("the rest of the file is not done: %d", got)
		}

		want("the platform hides", "PUT", store, boss, ofStore(fields{"name_en": "House", "active": false}), "200")
		want("the seller edits what is hidden", "PUT", store, owner,
			ofStore(fields{"name_en": "Koshary house", "active": false}), "200")
		want("the seller archives the store", "POST", store+"/archive", owner, nil, "200")
		want("the platform restores it", "POST", store+"/restore", boss, nil, "200")
		want("the platform edits it", "PUT", store, boss, ofStore(fields{"name_en": "House"}), "200")
		want("the seller shows it", "PUT", store, owner, ofStore(fields{"name_en": "House", "active": true}),
			"400 taken_down")
		want("the platform shows it", "PUT", store, boss, ofStore(fields{"name_en": "House", "active": true}), "200")

		want("the platform pauses", "POST", koshary+"/pause", boss, fields{"minutes": 5}, "200")
		want("the seller resumes", "POST", koshary+"/resume", owner, nil, "400 taken_down")
		s.Clock.Advance(6 * time.Minute)
		want("the seller pauses later", "POST", koshary+"/pause", owner, fields{"minutes": 30}, "200")
		want("the seller resumes that", "POST", koshary+"/resume", owner, nil, "200")
		s.Healthy()
	})
}
