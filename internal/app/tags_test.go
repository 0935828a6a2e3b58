package app_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/id"
)

// TestTags: short words that a shop gives its products. Staff can list products by tag, customers' searches match
// them, and copies and files include them.
func TestTags(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		editor := s.Staff("editor")
		const path = "/console/products/prd_koshary"
		s.Exec(`UPDATE products SET images = '[]'`) // the library of a test is empty
		read := func() fields {
			t.Helper()
			var v fields
			s.Do("GET", path, editor, nil).Into(t, &v)
			return v
		}
		save := func(tags ...string) apptest.Answer {
			t.Helper()
			now, body := read(), productBody()
			for name := range body {
				body[name] = now[name]
			}
			return s.Do("PUT", path, editor, but(but(body, "tags", append([]string{}, tags...)), "version", now["version"]))
		}
		listed := func(query string) (found []string) {
			t.Helper()
			var rows []struct{ ID string }
			s.Do("GET", "/console/products"+query, editor, nil).Into(t, &rows)
			for _, r := range rows {
				found = append(found, r.ID)
			}
			slices.Sort(found)
			return found
		}
		if got := fmt.Sprint(read()["tags"]); got != "[]" {
			t.Fatalf("a product begins with tags: %s", got)
		}

		// However many are sent, they are refused quickly.
		began := time.Now()
		var heap strings.Builder
		for i := range 60_000 {
			fmt.Fprintf(&heap, "t%d,", i)
		}
		if a := save(heap.String()); a.Status != 422 {
			t.Errorf("60,000 tags: %d", a.Status)
		}
		if took := time.Since(began); took > 3*time.Second {
			t.Errorf("60,000 tags took %s", took)
		}

		// Normalised: in the original order, without duplicates regardless of case, separated by commas.
		if a := save(" Zesty ", "hot, NEW", "ZESTY", "", "عرض الصيف،جديد"); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if got := fmt.Sprintf("%q", read()["tags"]); got != `["Zesty" "hot" "NEW" "عرض الصيف" "جديد"]` {
			t.Error(got)
		}

		// An excess is reported at its field, and changes nothing.
		many := strings.Split(strings.TrimSuffix(strings.Repeat("t-", 21), "-"), "-")
		for i := range many {
			many[i] += fmt.Sprint(i)
		}
		for _, tags := range [][]string{many, {strings.Repeat("و", 41)}} {
			if a := save(tags...); a.Status != 422 || !strings.Contains(a.Body, `"tags"`) {
				t.Errorf("%d tags: %d %s", len(tags), a.Status, a.Body)
			}
		}
		if a := save(append(many[:19:19], strings.Repeat("و", 40))...); a.Status != 200 {
			t.Error(a.Body)
		}
		if a := save("Zesty", "glimmerfold special"); a.Status != 200 {
			t.Fatal(a.Body)
		}

		// The list filtered by a tag, and the existing tags.
		if got := listed("?tag=zESTY"); !slices.Equal(got, []string{"prd_koshary"}) {
			t.Errorf("by a tag: %v", got)
		}
		for _, query := range []string{"?tag=zest", "?tag=none", "?tag=Zesty&state=archived"} {
			if got := listed(query); len(got) != 0 {
				t.Errorf("%s: %v", query, got)
			}
		}
		if got := listed("?q=glimmerfold"); !slices.Equal(got, []string{"prd_koshary"}) {
			t.Errorf("by a word of a tag: %v", got)
		}
		tagsSeen := func(token string) string {
			var v struct{ Tags []string }
			s.Do("GET", "/console/catalogue/choices", token, nil).Into(t, &v)
			return fmt.Sprint(v.Tags)
		}
		if got := tagsSeen(editor); got != "[glimmerfold special Zesty]" {
			t.Errorf("tags there are: %s", got)
		}
		other := apptest.Get[string](s, `SELECT MIN(id) FROM branches WHERE store_id <> 'sto_koshary'`)
		if got := tagsSeen(s.Staff("manager", other)); got != "[]" {
			t.Errorf("another store's manager is told of tags: %s", got)
		}

		// Customers' searches match it, but it is not shown to them.
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.App.Index(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, q := range []string{"glimmerfold", "zesty"} {
			a := s.Do("GET", "/search?q="+q, "", nil)
			if a.Status != 200 || !strings.Contains(a.Body, "/koshary") && !strings.Contains(a.Body, `"koshary"`) {
				t.Errorf("search for %s: %d %.400s", q, a.Status, a.Body)
			}
		}
		if a := s.Do("GET", "/products/koshary", "", nil); strings.Contains(a.Body, "Zesty") {
			t.Error("a product's page says its tags")
		}

		// A copy includes them.
		var made struct {
			ID   string
			Tags []string
		}
		s.Do("POST", "/console/products/duplicate", editor, fields{"product_id": "prd_koshary", "prices": true}, keyHeader()).
			Into(t, &made)
		if fmt.Sprint(made.Tags) != "[Zesty glimmerfold special]" {
			t.Errorf("a copy has %v", made.Tags)
		}

		// Files include them, and restore them on import.
		var file bytes.Buffer
		if _, err := s.App.Imports().WriteOut(t.Context(), &file, imports.Export{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(file.String(), `"Zesty, glimmerfold special"`) {
			t.Errorf("the file says no tags: %.600s", file.String())
		}
		before := catalogued(s)
		inShop(t, s, file.String(), wanted{id: id.New("imp")})
		if after := catalogued(s); !slices.Equal(before, after) {
			t.Error("a file that says what is there changed something")
		}
		if a := save(); a.Status != 200 {
			t.Fatal(a.Body)
		}
		inShop(t, s, file.String(), wanted{id: id.New("imp")})
		if got := fmt.Sprint(read()["tags"]); got != "[Zesty glimmerfold special]" {
			t.Errorf("brought back: %s", got)
		}
		s.Healthy()
	})
}

// TestTagsOfOtherShops: other shops' tags are imported as tags; tags beyond the limits are reported, and the product
// is imported without them.
func TestTagsOfOtherShops(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		tags := make([]string, 22)
		for i := range tags {
			tags[i] = fmt.Sprintf("tag %d", i+1)
		}
		long := strings.Repeat("x", 41)
		_, done := inShop(t, s, "Handle,Title,Type,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price\n"+
			`basbousa,Basbousa,Sweets,"Eid, sweet, EID, `+long+`",Title,Default Title,BAS,40`+"\n"+
			`konafa,Konafa,Sweets,"`+strings.Join(tags, ", ")+`",Title,Default Title,KON,40`+"\n",
			wanted{id: "imp_1", store: "koshary-house", branches: []string{"koshary-maadi"}})
		if got := s.Lines(
			`SELECT p.tags FROM products p JOIN variants v ON v.product_id = p.id WHERE v.sku = 'BAS'`); fmt.Sprint(
			got) != `[["Eid","sweet"]]` {
			t.Error(got)
		}
		if got := s.Lines(`SELECT p.tags || p.keywords FROM products p JOIN variants v ON v.product_id = p.id
			WHERE v.sku =
			'KON'`); len(got) != 1 || strings.Count(got[0], "tag ") != 20 || !strings.HasSuffix(got[0], `"tag 20"]`) {
			t.Error(got)
		}
		left := map[string]string{"Basbousa": long, "Konafa": "tag 21, tag 22"}
		for _, one := range done {
			if one.Outcome != imports.Added || len(one.Problems) != 1 || one.Problems[0].Key != "imports.tags_left" ||
				one.Problems[0].Value != left[one.Name] {
				t.Errorf("%+v", one)
			}
		}
		s.Healthy()
	})
}
