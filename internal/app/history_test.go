package app_test

import (
	"net/url"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// histories are the console's pages that show the history of a record, how each requests it, and the writes that it
// shows. Where the page names no object, it is the one in the path of the write.
var histories = []struct {
	page   string // below web/src/features
	asks   string // as in the page's source
	object string
	action string
	writes []string
}{
	{"operations/backups/console/backups", `action="backup."`, "", "backup.",
		[]string{"PUT /console/backups", "POST /console/backups"}},
	{"locations/branches/console/branch", "object={id}", "", "", []string{
		"PUT /console/branches/{id}", "PUT /console/branches/{id}/hours", "PUT /console/branches/{id}/zones",
		"PUT /console/branches/{id}/settings", "POST /console/branches/{id}/pause", "POST /console/branches/{id}/resume",
	}},
	{"locations/branches/console/days", "object={id}", "", "",
		[]string{"PUT /console/hours/{id}", "POST /console/hours/{id}/move", "POST /console/hours/{id}/archive"}},
	{"locations/branches/console/service", "object={id}", "", "", []string{"PUT /console/services/{id}"}},
	{"locations/branches/console/store", "object={id}", "", "", []string{"PUT /console/stores/{id}"}},
	{"catalogue/products/console/category", "object={id}", "", "",
		[]string{"PUT /console/categories/{id}", "POST /console/categories/{id}/archive"}},
	{"catalogue/products/console/product", "object={id}", "", "",
		[]string{"PUT /console/products/{id}", "POST /console/products/{id}/publish", "POST /console/products/{id}/archive"}},
	{"marketing/content/console/banner", "object={id}", "", "", []string{"PUT /console/banners/{id}"}},
	{"marketing/content/console/block", "object={id}", "", "", []string{"PUT /console/blocks/{id}"}},
	{"marketing/content/console/page", `object={name} action="page."`, "", "page.", []string{"PUT /console/pages/{name}"}},
	{"marketing/content/console/post", "object={id}", "", "", []string{"PUT /console/posts/{id}"}},
	{"aftersales/customers/console/customer", "object={id}", "", "",
		[]string{"POST /console/customers/{id}/block", "POST /console/customers/{id}/end-sessions"}},
	{"catalogue/extras/console/group", "object={one.id}", "", "",
		[]string{"PUT /console/extras/{id}", "POST /console/extras/{id}/archive"}},
	{"catalogue/imports/console/import", "object={run.id}", "", "", []string{"POST /console/imports/{id}/start"}},
	{"identity/media/console/picture", `object={name} action="picture."`, "", "picture.",
		[]string{"PUT /console/media/{name}"}},
	{"catalogue/menus/console/menu", "object={one.id}", "", "",
		[]string{"PUT /console/menus/{id}", "POST /console/menus/{id}/archive"}},
	{"locations/places/console/district", `object={id} action="district."`, "", "district.",
		[]string{"PUT /console/districts/{id}"}},
	{"locations/places/console/governorate", `object={id} action="governorate."`, "", "governorate.",
		[]string{"PUT /console/governorates/{id}"}},
	{"marketing/coupons/console/edit", "object={id}", "", "",
		[]string{"PUT /console/coupons/{id}", "POST /console/coupons/{id}/switch", "POST /console/coupons/{id}/decide"}},
	{"operations/messaging/console/messaging", `object="shop.messages"`, "shop.messages", "",
		[]string{"PUT /console/providers"}},
	{"operations/shoppolicies/console/policies", `object="shop.rules"`, "shop.rules", "", []string{"PUT /console/rules"}},
	{"ordering/paymentmethods/console/methods", `object="shop.ways"`, "shop.ways", "", []string{"PUT /console/ways"}},
	{"operations/setup/console/shop", `object="shop.profile"`, "shop.profile", "", []string{"PUT /console/shop"}},
	{"identity/staff/console/person", "object={id}", "", "",
		[]string{"PUT /console/staff/{id}", "POST /console/staff/{id}/lock"}},
	{"operations/storage/console/storage", `object="shop.storage"`, "shop.storage", "", []string{"PUT /console/storage"}},
	{"operations/maptiles/console/tiles", `object="shop.tiles"`, "shop.tiles", "", []string{"PUT /console/tiles"}},
	{"operations/messagetemplates/console/message", `object={record.id} action="message."`, "", "message.",
		[]string{"PUT /console/wording/{id}"}},
}

// TestRecordsShowTheirHistory makes the writes of each page succeed and checks that the page's own history query
// returns them.
func TestRecordsShowTheirHistory(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		ops := map[string]int{}
		for i, op := range s.App.API.Routes {
			ops[op.Method+" "+op.Path] = i
		}
		for _, h := range histories {
			if source := read(t, filepath.Join("..", "..", "web", "src", "features", h.page+".tsx")); !strings.Contains(source,
				"<RecordHistory "+h.asks+" />") {
				t.Errorf("%s does not ask for its history by %s", h.page, h.asks)
			}
			for _, write := range h.writes {
				t.Run(write, func(t *testing.T) {
					m.s.TB = t
					i, known := ops[write]
					if !known {
						t.Fatal("there is no such operation")
					}
					op, object := s.App.API.Routes[i], h.object
					ask := func() apptest.Answer { return m.succeeding(t, op)() }
					if strings.Contains(op.Path, "{") {
						c := idCases[write][slices.IndexFunc(idCases[write], func(c idCase) bool { return c.want[boss] == ok })]
						th := c.make(m)
						object = th.id
						if op.ID == "console-save-branch-settings" {
							c.body = func(m *matrix, _ thing, _ string) any { return settingsBody(m.s, 7) }
						}
						ask = func() apptest.Answer { return m.ask(t, write, c, boss, th, th.id) }
					}
					if a := ask(); a.Status != 200 {
						t.Fatalf("%s: %.300s", a.Short(), a.Body)
					}
					var lines []struct{ Action string }
					s.Do("GET", "/console/audit?"+url.Values{"object": {object}, "action": {h.action}}.Encode(), s.Staff("owner"),
						nil).Into(t, &lines)
					shown := func(line struct{ Action string }) bool { return slices.Contains(op.Audit, line.Action) }
					if !slices.ContainsFunc(lines, shown) {
						t.Errorf("the history of %q says %v, not %v", object, lines, op.Audit)
					}
				})
			}
		}
		s.TB = t
	})
}

// TestAWordsHistoryIsItsOwn: a coupon's code may equal a district's word, and a query by a code returns the coupon.
func TestAWordsHistoryIsItsOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		coupon := idCases["PUT /console/coupons/{id}"][0].make(newMatrix(s)).id
		s.Exec(`INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
			VALUES ('aud_1', 'stf_1', 'coupon.edit', $1, 'null', 'null', '', 1)`, coupon)
		s.Exec(`UPDATE coupons SET code = 'MAADI' WHERE id = $1`, coupon)
		for query, want := range map[string]int{"object=maadi": 1, "object=maadi&action=district.": 0} {
			var lines []struct{ ID string }
			s.Do("GET", "/console/audit?"+query, s.Staff("owner"), nil).Into(t, &lines)
			if len(lines) != want {
				t.Errorf("%s finds %d lines, want %d", query, len(lines), want)
			}
		}
	})
}
