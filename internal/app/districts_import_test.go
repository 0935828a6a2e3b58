package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

var _ = addWrites(map[string]write{
	"console-create-governorate": {share: 1, staff: true,
		body: func(ids) fields { return fields{"name_en": freshSlug("Delta"), "name_ar": "", "version": 0} }},
	"console-save-governorate": {share: 1, staff: true, path: "address",
		body: func(ids) fields { return fields{"name_en": freshSlug("Delta"), "name_ar": "", "version": 1} }},
})

func (m *matrix) governorate() thing {
	ref := freshSlug("gov")
	m.s.Exec(`INSERT INTO governorates (id, name_en, name_ar, sort) VALUES ($1, $1, $1, 99)`, ref)
	return thing{id: ref, missing: "no-such-governorate", owner: m.s.Customer()}
}

var _ = addCases(map[string][]idCase{
	"GET /console/governorates/{id}": {{make: (*matrix).governorate, want: ofOwners}},
	"PUT /console/governorates/{id}": {{make: (*matrix).governorate, want: ofOwners, body: sends(func() fields {
		return fields{"name_en": freshSlug("Delta"), "name_ar": "", "version": 1}
	})}},
}, `SELECT 'governorates ' || SUM(version) || $1 || $2 || $3 FROM governorates WHERE sort < 99`)

type importedDistricts struct {
	Added, Changed, Same, Refused int
	Saved                         bool
	Ignored                       []string
	Rows                          []struct {
		Line                    int
		Name, Governorate, What string
		Problems                []string
	}
}

func sendDistricts(s *apptest.Shop, t *testing.T, token, where, file string) (in importedDistricts) {
	t.Helper()
	s.Do("POST", "/console/districts/"+where, token, file, apptest.Header{"Content-Type": "text/csv"}).Into(t, &in)
	return in
}

// TestDistrictsComeFromAFile: the effects of a file are shown line by line before they are applied, refused lines
// have a reason, and the rest is available immediately on every node.
func TestDistrictsComeFromAFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		second, owner := apptest.Node(t, d, s.Clock), s.Staff("owner")
		const gharbia = "gharbia" // exists in every new shop
		file := strings.Join([]string{
			"\ufeffالمحافظة;name_en;الاسم;aliases;lat;lng;outline;shown",
			`الغربيه;Tanta First;طنطا أول;Tanta 1|طنطا ١;;;"POLYGON ((30.98 30.78, 31.00 30.78, 31.00 30.80, 30.98 30.80, 30.98 30.78))";`,
			`gharbia;Tanta Second;طنطا ثان;;٣٠٫٨١;31,01;;no`,
			`Gharbia;Sibirbay;;;;;"{""type"":""Feature"",""geometry"":{""type"":""Polygon"",""coordinates"":[[[31.01,30.82],[31.03,30.82],[31.03,30.84],[31.02,30.825],[31.01,30.84]]]}}";`,
			`Gharbia;Nowhere;;;;;;`,
			`Atlantis;Deep;;;1;1;;`,
			`Gharbia;Crossed;;;;;"POLYGON ((30 30, 30.1 30.1, 30.1 30, 30 30.1, 30 30))";`,
			`Gharbia;Holed;;;;;"POLYGON ((30 30, 30.1 30, 30.1 30.1, 30 30), (30.01 30.01, 30.02 30.01, 30.02 30.02, 30.01 30.01))";`,
			`Gharbia;<script>alert(1)</script>;=2+5;;30.9;31.1;;perhaps`,
		}, "\n")
		rows := func() []string {
			return s.Lines(`SELECT name_en || ' ' || lat_e6 || ' ' || lng_e6 || ' ' ||
				CASE WHEN active THEN 'shown' ELSE 'hidden' END
				FROM districts WHERE governorate_id = '` + gharbia + `' ORDER BY id`)
		}
		// The preinstalled towns stay as they are.
		seeded := rows()
		trial := sendDistricts(s, t, owner, "check", file)
		if trial.Saved || trial.Added != 3 || trial.Refused != 5 || len(trial.Rows) != 8 {
			t.Fatalf("%+v", trial)
		}
		for i, row := range trial.Rows {
			if (row.What == "refused") != (len(row.Problems) > 0) || row.Line != i+2 {
				t.Errorf("%+v", row)
			}
		}
		count := func() string {
			added := slices.DeleteFunc(rows(), func(row string) bool { return slices.Contains(seeded, row) })
			return strings.Join(added, "\n")
		}
		if count() != "" || len(s.Lines(`SELECT id FROM audit_log WHERE action LIKE 'district.%'`)) > 0 {
			t.Fatalf("a trial left: %s", count())
		}
		done := sendDistricts(s, t, owner, "import", file)
		if !done.Saved || done.Added != 3 || done.Refused != 5 {
			t.Fatalf("%+v", done)
		}
		lines := strings.Split(count(), "\n")
		if len(lines) != 3 || !strings.HasPrefix(lines[0], "Sibirbay ") ||
			lines[1] != "Tanta First 30790000 30990000 shown" || lines[2] != "Tanta Second 30810000 31010000 hidden" {
			t.Errorf("%q", lines)
		}
		for _, node := range []*apptest.Shop{s, second} {
			if err := node.App.Poll(context.Background()); err != nil {
				t.Fatal(err)
			}
		}
		for _, node := range []*apptest.Shop{s, second} {
			for pin, want := range map[string]string{"lat=30.785&lng=30.985": `"Tanta First"`,
				"lat=30.8205&lng=31.02": `"Sibirbay"`} {
				if a := node.Do("GET", "/districts/locate?"+pin, "", nil); !strings.Contains(a.Body, want) {
					t.Errorf("%s: %s", pin, a.Body)
				}
			}
		}
		// A second import adds nothing twice, and an empty cell keeps the existing value.
		again := sendDistricts(s, t, owner, "import",
			"governorate,name_en,name_ar,aliases\nGharbia,tanta first,,\nالغربية,,طنطا ثان,Tanta II\n")
		if again.Added != 0 || again.Changed != 2 || again.Same != 0 {
			t.Errorf("%+v", again) // the first is spelt anew
		}
		again = sendDistricts(s, t, owner, "import",
			"governorate,name_en,name_ar,aliases\nGharbia,tanta first,,\nالغربية,,طنطا ثان,Tanta II\n")
		if again.Same != 2 {
			t.Errorf("%+v", again)
		}
		if now := count(); !strings.Contains(now, "tanta first 30790000 30990000 shown") ||
			!strings.Contains(now, "Tanta Second 30810000 31010000 hidden") {
			t.Errorf("%s", now)
		}
		crossed := sendDistricts(s, t, owner, "check", "governorate,name_en,name_ar\nGharbia,tanta first,طنطا ثان\n")
		if crossed.Refused != 1 {
			t.Errorf("two at once: %+v", crossed)
		}
		for want, body := range map[string]string{"422 file_kind": "", "422 file_columns": "a,b\n1,2\n",
			"422 file_lines": "name\n" + strings.Repeat("x\n", 1001)} {
			if a := s.Do("POST", "/console/districts/import", owner, body,
				apptest.Header{"Content-Type": "text/csv"}); a.Short() != want {
				t.Errorf("%s: %s", want, a.Body)
			}
		}
		if a := s.Do("POST", "/console/districts/import", s.Staff("editor"), file,
			apptest.Header{"Content-Type": "text/csv"}); a.Status != 403 {
			t.Errorf("an editor: %d", a.Status)
		}
		s.Healthy()
	})
}

// TestGovernoratesAreRenamed: they can be added and renamed, only by the person who read the latest version, and
// names are unique.
func TestGovernoratesAreRenamed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		owner := s.Staff("owner")
		var g struct {
			ID, Name  string
			Districts int64
			Version   int64
		}
		body := func(en, ar string, version int64) fields {
			return fields{"name_en": en, "name_ar": ar, "version": version}
		}
		s.Do("POST", "/console/governorates", owner, body("East Delta", "شرق الدلتا", 0)).Into(t, &g)
		for want, a := range map[string]apptest.Answer{
			"422 governorate_taken": s.Do("POST", "/console/governorates", owner, body("East Delta", "", 0)),
			"422 one_language":      s.Do("POST", "/console/governorates", owner, body(" ", "\u202e", 0)),
			"409 moved_on":          s.Do("PUT", "/console/governorates/"+g.ID, owner, body("Mansoura", "المنصورة", 7)),
		} {
			if a.Short() != want {
				t.Errorf("%s: %s", want, a.Body)
			}
		}
		s.Do("PUT", "/console/governorates/"+g.ID, owner, body("Delta East", "شرق الدلتا", g.Version)).Into(t, &g)
		if g.Name != "Delta East" || g.Version != 2 {
			t.Errorf("%+v", g)
		}
		area := districtBody()
		area["governorate"] = g.ID
		s.Do("POST", "/console/districts", owner, area)
		var all []struct {
			ID, Name  string
			Districts int64
		}
		s.Do("GET", "/console/governorates", owner, nil).Into(t, &all)
		if last := all[len(all)-1]; last.ID != g.ID || last.Districts != 1 {
			t.Errorf("%+v", last)
		}
		wins := apptest.Burst(8, 8, func(i int) string {
			return s.Do("PUT", "/console/governorates/"+g.ID, owner, body(fmt.Sprint("Name ", i), "", 2)).Short()
		})
		if wins["200"]+wins["200 "] != 1 {
			t.Errorf("of eight at once: %v", wins)
		}
	})
}

// TestAFileOfAreasTakesTheConsolesWords reads the form's own labels, in both languages, as names of columns, and
// reports unknown columns.
func TestAFileOfAreasTakesTheConsolesWords(t *testing.T) {
	s := apptest.New(t, dbtest.New(t, db.SQLite))
	owner := s.Staff("owner")
	for _, lang := range []string{"en", "ar"} {
		var words map[string]string
		text, err := os.ReadFile("../../web/src/locales/" + lang + "/console/areas.json")
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(text, &words); err != nil {
			t.Fatal(err)
		}
		heads := []string{words["governorate"], words["name_english"], words["name_arabic"], words["aliases"], words["lat"],
			words["lng"], words["radius"], words["active"], "Postcode", "Empty"}
		file := strings.Join(heads, ";") + "\ngharbia;Tanta Third " + lang + ";طنطا ثالث " + lang + ";T3" + lang +
			";30.81;31.01;900;no;31111;\n"
		done := sendDistricts(s, t, owner, "import", file)
		if done.Added != 1 || fmt.Sprint(done.Ignored) != "[Postcode]" {
			t.Fatalf("%s: %+v", lang, done)
		}
		if got := s.Lines(`SELECT name_ar || ' ' || aliases || ' ' || lat_e6 || ' ' || radius_m || ' ' || CASE
			WHEN active THEN 'shown' ELSE 'hidden' END FROM districts
			WHERE name_en =
			'Tanta Third ` + lang + `'`); len(got) != 1 || got[0] != "طنطا ثالث "+lang+` ["T3`+lang+`"] 30810000 900 hidden` {
			t.Errorf("%s: %q", lang, got)
		}
	}
	if a := sendDistricts(s, t, owner, "check",
		"governorate;name_en;lat;lng;radius\ngharbia;Tanta Fourth;30.8;31;near\n"); a.Refused != 1 ||
		!strings.Contains(fmt.Sprint(a.Rows), "whole number of meters") {
		t.Errorf("%+v", a)
	}
}
