package app_test

import (
	"context"
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/catalogue/imports"
	"wekala/internal/catalogue/products"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// calledDear puts a cheap and an expensive product with stock on sale at Koshary House, several days ago, in a shop
// with two owners.
func calledDear(s *apptest.Shop) (cheap, dear string) {
	s.Staff("owner")
	s.Staff("owner")
	for _, p := range []struct {
		id, en, ar string
		price      int64
	}{{"prd_album", "Sticker album", "ألبوم ملصقات", 2_000},
		{"prd_a15", "Samsung Galaxy A15", "سامسونج جالاكسي A15", 800_000}} {
		s.Exec(`INSERT INTO products (id, slug, service_id, store_id, category_id, name_en, name_ar, images, vat_bp, active,
			created_at, updated_at)
			VALUES ($1, $1, 'svc_food', 'sto_koshary', 'cat_meals', $2, $3, '[]', 1400, $4, 1, 1)`, p.id, p.en, p.ar, true)
		s.Exec(`INSERT INTO variants (id, product_id, sku, active, sort) VALUES ($1, $2, $3, $4, 0)`, "var"+p.id[3:], p.id,
			strings.ToUpper(p.id[4:]), true)
		s.Exec(`INSERT INTO branch_prices (branch_id, variant_id, product_id, price, active) VALUES ($1, $2, $3, $4, $5)`,
			apptest.Koshary, "var"+p.id[3:], p.id, p.price, true)
		s.Exec(`INSERT INTO stock (branch_id, variant_id, on_hand, reserved) VALUES ($1, $2, 0, 0)`, apptest.Koshary,
			"var"+p.id[3:])
	}
	return "prd_album", "prd_a15"
}

// byEditor imports a file as an editor and returns the results of its rows.
func byEditor(t *testing.T, s *apptest.Shop, ref, text string) []imports.Result {
	t.Helper()
	service := s.App.Imports()
	s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
		VALUES ('stf_file', 'file@example.com', 'File', 'editor', 'x', 'en', 1)
		ON CONFLICT (id) DO NOTHING`)
	by := imports.Actor{StaffID: "stf_file", Rights: imports.Rights{Role: team.Editor, NoStock: true}}
	r, err := service.Add(t.Context(), by, ref, "file.csv", strings.NewReader(text), int64(len(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Set(t.Context(), by, r.ID, -1,
		imports.Setting{Columns: r.Columns, Store: "koshary-house", VATBP: 1400}); err != nil {
		t.Fatal(err)
	}
	if err := service.Start(t.Context(), by, r.ID, -1); err != nil {
		t.Fatal(err)
	}
	if r, err = service.Finish(t.Context(), r.ID); err != nil || r.State != imports.Done {
		t.Fatalf("%+v %v", r, err)
	}
	return results(t, s, r)
}

// TestFilesRenameNothingDear: an import and its undo use the same checks as the form.
func TestFilesRenameNothingDear(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		cheap, _ := calledDear(s)
		is := func() string {
			return apptest.Get[string](s, `SELECT name_en || ' ' || name_ar FROM products WHERE id = $1`, cheap)
		}
		problem := func(all []imports.Result) string {
			for _, r := range all {
				for _, p := range r.Problems {
					return p.Key
				}
			}
			return ""
		}
		for i, c := range []struct{ row, want, name string }{
			{"Samsung Galaxy A15,سامسونج جالاكسي A15,ALBUM", "imports.name_waits", "Sticker album ألبوم ملصقات"},
			{"Gold ring,خاتم ذهب,ALBUM", "imports.name_waits", "Sticker album ألبوم ملصقات"},
			{"Panini sticker album,ألبوم ملصقات,ALBUM", "", "Panini sticker album ألبوم ملصقات"},
		} {
			all := byEditor(t, s, "imp_n"+string(rune('a'+i)), "name_en,name_ar,sku\n"+c.row+"\n")
			if got := problem(all); got != c.want || is() != c.name {
				t.Errorf("%s: %q, and it is called %q", c.row, got, is())
			}
		}
		// A new product with the expensive one's name gets no price.
		all := byEditor(t, s, "imp_new",
			"handle,name_en,name_ar,category,sku,branch,price\nnew,Galaxy A15 Samsung,هاتف,Drinks,NEW-1,koshary-maadi,5\n")
		if got := problem(all); got != "imports.price_waits" {
			t.Errorf("a new one: %q", got)
		}
		// The undo of a file would restore the former name: the product stays, with that reason.
		s.Exec(`DELETE FROM past_names`)
		inShop(t, s, "name_en,name_ar,sku\nOld silver spoon,ملعقة فضة,ALBUM\n",
			wanted{id: "imp_back", store: "koshary-house"})
		service := s.App.Imports()
		if err := service.TakeBack(t.Context(), imports.Actor{
			StaffID: "stf_file", Rights: imports.Rights{Role: team.Editor, NoStock: true}}, "imp_back", -1); err != nil {
			t.Fatal(err)
		}
		if r, err := service.Finish(t.Context(), "imp_back"); err != nil || r.State != imports.Undone {
			t.Fatalf("%+v %v", r, err)
		}
		left, err := service.Results(t.Context(), "imp_back", imports.PhaseUndo, "", -1, 10)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) != 1 || problem(left) != "imports.undo_waits" || is() != "Old silver spoon ملعقة فضة" {
			t.Errorf("taken back: %+v, and it is called %q", left, is())
		}
		s.Healthy()
	})
}

// TestWhatWaitsForItsNameIsShown: in the record and in the list, with the current and the requested name, to people
// who may approve it and to people who may not.
func TestWhatWaitsForItsNameIsShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		cheap, _ := calledDear(s)
		// As an import leaves them: search words separated by commas, no list of pictures.
		s.Exec(`UPDATE products SET keywords = 'album, ألبوم', images = 'null' WHERE id = $1`, cheap)
		editor, finance := s.Staff("editor"), s.Staff("finance")
		type wait struct {
			ID, Name, Like string
			Changes        []struct{ Field, Now, Asked string }
			CanDecide      bool   `json:"can_decide"`
			WhyNot         string `json:"why_not"`
			Other          bool
			Version        int64
		}
		var record struct {
			Version int64
			NameEN  string `json:"name_en"`
			Waits   *wait
		}
		form := but(but(but(productBody(), "name_en", "Samsung Galaxy A15"), "name_ar", "ألبوم ملصقات"), "version", 1)
		form["keywords"] = "album ألبوم"
		form["variants"] = []fields{
			{"id": "var_album", "sku": "ALBUM", "barcode": "", "choices": fields{}, "image": "", "active": true,
				"weight_grams": 0}}
		a := s.Do("PUT", "/console/products/"+cheap, editor, form)
		a.Into(t, &record)
		if record.Waits == nil || record.NameEN != "Sticker album" || record.Version != 1 ||
			!strings.Contains(a.Body, "Nothing changed yet") {
			t.Fatalf("%s", a.Body)
		}
		if w := record.Waits; w.CanDecide || w.WhyNot == "" || w.Like != "Samsung Galaxy A15" || len(w.Changes) != 1 ||
			w.Changes[0].Field != "name_en" ||
			w.Changes[0].Now != "Sticker album" || w.Changes[0].Asked != "Samsung Galaxy A15" || w.Other {
			t.Errorf("the record says %+v", *w)
		}
		var list []wait
		s.Do("GET", "/console/name-waits", finance, nil).Into(t, &list)
		if len(list) != 1 || !list[0].CanDecide || list[0].Name != "Sticker album" {
			t.Fatalf("the list says %+v", list)
		}
		if a := s.Do("POST", "/console/name-waits/"+list[0].ID+"/decide", finance,
			fields{"version": list[0].Version, "approve": true}); a.Status != 200 {
			t.Fatalf("%s", a.Body)
		}
		s.Do("GET", "/console/products/"+cheap, editor, nil).Into(t, &record)
		if record.Waits != nil || record.NameEN != "Samsung Galaxy A15" {
			t.Errorf("after it was let: %+v", record)
		}
		if a := s.Do("POST", "/console/name-waits/"+list[0].ID+"/decide", finance,
			fields{"version": 1, "approve": true}); a.Status != 404 {
			t.Errorf("let twice: %s", a.Short())
		}
	})
}

// TestNamesInMemoryAreOfNow: the names of a store's products are read once, before the transaction that compares
// them; later renames are visible immediately.
func TestNamesInMemoryAreOfNow(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		cheap, dear := calledDear(s)
		catalogue := s.App.Imports().Catalog
		editor, owner := products.Actor{StaffID: "stf_names", Role: team.Editor}, products.Actor{}
		rename := func(by products.Actor, product, name string) (attempts int, waits bool) {
			t.Helper()
			err := catalogue.Comparing(t.Context(), func(ctx context.Context) error {
				attempts++
				return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
					r, err := products.Read(ctx, tx, product)
					if err != nil {
						return err
					}
					form := r.ProductForm
					form.NameEN = name
					waits, err = catalogue.Update(ctx, tx, by, product, r.Version, form)
					return err
				})
			})
			if err != nil {
				t.Fatal(err)
			}
			return attempts, waits
		}
		if n, waits := rename(editor, cheap, "Sticker albums"); n != 2 || waits {
			t.Errorf("the first took %d attempts, waits %t: the names are read between two", n, waits)
		}
		if n, _ := rename(owner, dear, "Diamond necklace"); n != 1 {
			t.Errorf("names that are known took %d attempts", n)
		}
		if n, waits := rename(editor, cheap, "Diamond necklace"); n != 1 || !waits {
			t.Errorf("what came to be called so after the names were read: %d attempts, waits %t", n, waits)
		}
		s.Exec(`DELETE FROM name_waits`)
		s.Exec(`DELETE FROM catalog_changes`)
		rename(owner, dear, "Golden ring")
		s.Exec(`DELETE FROM catalog_changes WHERE version < (SELECT MAX(version) FROM catalog_changes)`)
		if _, waits := rename(editor, cheap, "Golden ring"); !waits {
			t.Error("where the journal has a gap the names are read anew")
		}
	})
}
