package products_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

var editor = products.Actor{StaffID: "stf_editor"}

func (s *shop) tx(t *testing.T, fn func(ctx context.Context, tx *db.Tx) error) error {
	t.Helper()
	return s.db.InTx(t.Context(), fn)
}

func (s *shop) must(t *testing.T, fn func(ctx context.Context, tx *db.Tx) error) {
	t.Helper()
	if err := s.tx(t, fn); err != nil {
		t.Fatalf("%v", err)
	}
}

func count(t *testing.T, d *db.DB, query string, args ...any) (n int64) {
	t.Helper()
	if err := d.Get(t.Context(), &n, query, args...); err != nil {
		t.Fatal(err)
	}
	return n
}

// soup is a product with two sizes.
func soup() products.ProductForm {
	text := func(en, ar string) i18n.Text { return i18n.Text{EN: en, AR: ar} }
	return products.ProductForm{StoreID: "sto_koshary", CategoryID: "cat_meals", NameEN: "Lentil soup",
		NameAR: "شوربة عدس", VATBP: 1400, Options: []products.Option{
			{Name: text("Size", "الحجم"), Values: []products.Value{
				{Name: text("Small", "صغير")}, {Name: text("Large", "كبير")}}}},
		Variants: []products.VariantForm{
			{SKU: "SOUP-S", Choices: map[string]string{"size": "small"}, Active: true, Barcode: "6221"},
			{SKU: "SOUP-L", Choices: map[string]string{"size": "large"}, Active: true},
		}}
}

func (s *shop) create(t *testing.T, f products.ProductForm) string {
	t.Helper()
	var made []products.Made
	s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
		made, err = s.Create(ctx, tx, editor, []products.NewProduct{{ProductForm: f}})
		return err
	})
	if made[0].Refused != nil {
		t.Fatal(made[0].Refused)
	}
	return made[0].ID
}

func (s *shop) read(t *testing.T, id string) *products.Record {
	t.Helper()
	r, err := products.Read(t.Context(), s.db, id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func (s *shop) healthy(t *testing.T) {
	t.Helper()
	results, err := doctor.Run(t.Context(), s.db, products.Checks())
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if r.Violations > 0 {
			t.Errorf("doctor: %s: %v", r.Check, r.First)
		}
	}
}

func skus(r *products.Record) (out []string) {
	for _, v := range r.Variants {
		state := "+"
		if !v.Active {
			state = "-"
		}
		out = append(out, state+v.SKU)
	}
	return out
}

// TestAProductsVariants: the grid decides; variants that could have been ordered are switched off and stay, those that
// never had a price are deleted, and one that comes back is the same variant again.
func TestAProductsVariants(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		id := s.create(t, soup())
		r := s.read(t, id)
		if r.Slug != "lentil-soup" || r.State() != products.Draft || !slices.Equal(skus(r), []string{"+SOUP-S", "+SOUP-L"}) {
			t.Fatalf("%s %s %v", r.Slug, r.State(), skus(r))
		}
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.SetPrices(ctx, tx, editor, []products.PriceChange{
				{Price: products.Price{BranchID: "br_koshary_maadi", VariantID: r.Variants[0].ID, Price: 3000, Sold: true}}})
			return err
		})
		// One value for both: a price was asked for the small one alone.
		f := s.read(t, id).ProductForm
		f.Options[0].Values = []products.Value{{Name: i18n.Text{EN: "Family", AR: "عائلي"}}}
		f.Variants = []products.VariantForm{{SKU: "SOUP-F", Choices: map[string]string{"size": "family"}, Active: true}}
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.Update(ctx, tx, editor, id, r.Version, f)
			return err
		})
		after := s.read(t, id)
		if got := skus(after); !slices.Equal(got, []string{"+SOUP-F", "-SOUP-S"}) {
			t.Errorf("the variants are %v", got)
		}
		// The old sizes again, without ids, their SKUs exchanged.
		f = soup()
		f.Variants[0].SKU, f.Variants[1].SKU = "SOUP-L", "SOUP-S"
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			_, err := s.Update(ctx, tx, editor, id, after.Version, f)
			return err
		})
		again := s.read(t, id)
		if again.Variants[0].ID != r.Variants[0].ID || again.Variants[0].SKU != "SOUP-L" || !again.Variants[0].Active ||
			len(again.Variants) != 2 {
			t.Errorf("again: %+v", again.Variants)
		}
		if name := count(t, d, `SELECT COUNT(*) FROM variants WHERE product_id = $1 AND name_ar = 'صغير'`, id); name != 1 {
			t.Errorf("%d are called small", name)
		}
		s.healthy(t)
	})
}

// TestTwoPeopleEditOneProduct: of several people who read one version, exactly one saves, and the others get a
// conflict.
func TestTwoPeopleEditOneProduct(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		id := s.create(t, soup())
		r := s.read(t, id)
		var saved, moved atomic.Int64
		start := make(chan struct{})
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				f := r.ProductForm
				f.NameEN = fmt.Sprint("Soup ", i)
				<-start
				err := s.db.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					_, err := s.Update(ctx, tx, editor, id, r.Version, f)
					return err
				})
				switch {
				case err == nil:
					saved.Add(1)
				case errs.Is(err, "common.moved_on"):
					moved.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		close(start)
		wg.Wait()
		if saved.Load() != 1 || moved.Load() != 7 || s.read(t, id).Version != r.Version+1 {
			t.Errorf("saved %d, moved on %d, version %d", saved.Load(), moved.Load(), s.read(t, id).Version)
		}
	})
}

// TestWhatIsWrongWithAProduct names the field, and leaves nothing behind.
func TestWhatIsWrongWithAProduct(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		first := s.create(t, soup())
		before := count(t, d, `SELECT COUNT(*) FROM products`)
		for name, c := range map[string]struct {
			change func(f *products.ProductForm)
			field  string
		}{
			"no name":                {func(f *products.ProductForm) { f.NameEN, f.NameAR = " ", "" }, "name_ar"},
			"another store":          {func(f *products.ProductForm) { f.StoreID = "sto_none" }, "store_id"},
			"another service's":      {func(f *products.ProductForm) { f.CategoryID = "cat_phones" }, "category_id"},
			"a class there is not":   {func(f *products.ProductForm) { f.VATBP = 700 }, "vat_bp"},
			"most below least":       {func(f *products.ProductForm) { f.MinQty, f.MaxQty = 5, 2 }, "max_qty"},
			"another's SKU":          {func(*products.ProductForm) {}, "variants.0.sku"},
			"a picture there is not": {func(f *products.ProductForm) { f.Images = []string{"gone"} }, "images"},
			"a choice there is not":  {func(f *products.ProductForm) { f.Variants[1].Choices["size"] = "huge" }, "variants.1"},
			"one choice twice":       {func(f *products.ProductForm) { f.Variants[1].Choices["size"] = "small" }, "variants.1"},
			"two values of one name in English": {func(f *products.ProductForm) {
				f.Options[0].Values[0].Name.EN = strings.ToUpper(f.Options[0].Values[1].Name.EN)
			}, "options.0"},
			"two values of one name in Arabic": {func(f *products.ProductForm) {
				f.Options[0].Values[0].Name.AR = f.Options[0].Values[1].Name.AR
			}, "options.0"},
			"no variants": {func(f *products.ProductForm) { f.Variants = nil }, "variants"},
		} {
			f := soup()
			if name != "another's SKU" {
				f.Variants[0].SKU, f.Variants[1].SKU = "", ""
			}
			c.change(&f)
			var made []products.Made
			s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
				made, err = s.Create(ctx, tx, editor, []products.NewProduct{{ProductForm: f}})
				return err
			})
			if no := made[0].Refused; no == nil ||
				!slices.ContainsFunc(no.Fields, func(w errs.Field) bool { return w.Name == c.field }) {
				t.Errorf("%s: %+v", name, no)
			}
		}
		if after := count(t, d, `SELECT COUNT(*) FROM products`); after != before {
			t.Errorf("%d products were left behind", after-before)
		}
		// One language is enough, as for stores and branches; the other one's readers see it too.
		f := soup()
		f.NameEN, f.NameAR = "", ""
		f.Variants[0].SKU, f.Variants[1].SKU = "", ""
		s.must(t, func(ctx context.Context, tx *db.Tx) error {
			made, err := s.Create(ctx, tx, editor, []products.NewProduct{{ProductForm: f, Published: true}})
			if err == nil && (made[0].Refused == nil || !errs.Is(made[0].Refused, "common.one_language")) {
				t.Errorf("published without a name: %+v", made[0].Refused)
			}
			return err
		})
		f = soup()
		f.NameEN, f.Variants[0].SKU, f.Variants[1].SKU = "", "", ""
		half := s.create(t, f)
		if slug := s.read(t, half).Slug; slug != "shorba-ads" {
			t.Errorf("an Arabic name makes the address %q", slug)
		}
		s.must(t, func(ctx context.Context, tx *db.Tx) error { return s.Publish(ctx, tx, editor, half, true) })
		s.must(t, func(ctx context.Context, tx *db.Tx) error { return s.Publish(ctx, tx, editor, first, true) })
	})
}

// TestCategories: the tree, its order, and what holds something stays in use.
func TestCategories(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		add := func(parent, en, ar string) (id string, err error) {
			err = s.tx(t, func(ctx context.Context, tx *db.Tx) (err error) {
				id, err = s.AddCategory(ctx, tx, editor, products.NewCategory{ServiceID: "svc_food", ParentID: parent,
					CategoryForm: products.CategoryForm{NameEN: en, NameAR: ar, Active: true}})
				return err
			})
			return id, err
		}
		soups, err := add("", "Soups", "شوربة")
		if err != nil {
			t.Fatal(err)
		}
		hot, err := add(soups, "Hot soups", "شوربة ساخنة")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := add("cat_phones", "X", "س"); !errs.Is(err, "catalog.parent_unknown") {
			t.Errorf("below another service's: %v", err)
		}
		move := func(id, parent, before string) error {
			return s.tx(t, func(ctx context.Context, tx *db.Tx) error {
				return s.MoveCategory(ctx, tx, editor, id, parent, before)
			})
		}
		if err := move(soups, hot, ""); !errs.Is(err, "catalog.below_itself") {
			t.Errorf("below itself: %v", err)
		}
		if err := move(soups, "", "cat_meals"); err != nil {
			t.Fatal(err)
		}
		if err := s.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		var tops []string
		for _, c := range s.Tops("svc_food") {
			tops = append(tops, c.ID)
		}
		if want := []string{soups, "cat_meals", "cat_drinks"}; !slices.Equal(tops, want) {
			t.Errorf("the order is %v, want %v", tops, want)
		}
		archive := func(id string) error {
			return s.tx(t, func(ctx context.Context, tx *db.Tx) error { return s.ArchiveCategory(ctx, tx, editor, id) })
		}
		if err := archive(soups); !errs.Is(err, "catalog.category_has_children") {
			t.Errorf("archived above another: %v", err)
		}
		if err := archive("cat_koshary"); !errs.Is(err, "catalog.category_in_use") {
			t.Errorf("archived around products: %v", err)
		}
		if err := archive(hot); err != nil {
			t.Fatal(err)
		}
		f := soup()
		f.CategoryID = hot
		var made []products.Made
		s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
			made, err = s.Create(ctx, tx, editor, []products.NewProduct{{ProductForm: f}})
			return err
		})
		if made[0].Refused == nil {
			t.Error("a product stands in an archived category")
		}
		s.must(t, func(ctx context.Context, tx *db.Tx) error { return s.RestoreCategory(ctx, tx, editor, hot) })
		if n := count(t, d, `SELECT COUNT(*) FROM audit_log WHERE staff_id = 'stf_editor'`); n != 5 {
			t.Errorf("%d lines in the log", n)
		}
		s.healthy(t)
	})
}

// TestArchivingBesideCreating: a product is never left in a category that is
// being archived.
func TestArchivingBesideCreating(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for i := range 6 {
			var id string
			s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
				id, err = s.AddCategory(ctx, tx, editor, products.NewCategory{ServiceID: "svc_food",
					CategoryForm: products.CategoryForm{NameEN: fmt.Sprint("C", i), NameAR: fmt.Sprint("ق", i)}})
				return err
			})
			start := make(chan struct{})
			var wg sync.WaitGroup
			wg.Go(func() {
				<-start
				f := soup()
				f.CategoryID, f.Variants[0].SKU, f.Variants[1].SKU = id, "", ""
				_ = s.db.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					_, err := s.Create(ctx, tx, editor, []products.NewProduct{{ProductForm: f}})
					return err
				})
			})
			wg.Go(func() {
				<-start
				_ = s.db.InTx(context.Background(), func(ctx context.Context, tx *db.Tx) error {
					return s.ArchiveCategory(ctx, tx, editor, id)
				})
			})
			close(start)
			wg.Wait()
		}
		s.healthy(t)
	})
}

// TestAPartOfTheProductsFollowsTheOther: in every order, parts of any size put
// together are the whole list.
func TestAPartOfTheProductsFollowsTheOther(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		for range 5 { // all changed in the same moment, called the same
			f := soup()
			f.Variants[0].SKU, f.Variants[1].SKU = "", ""
			s.create(t, f)
		}
		for _, sort := range []string{products.ByChange, products.ByName, products.ByNameBack, products.ByNewest} {
			for _, text := range []string{"", "s", "soup"} {
				whole, counts, err := s.Locate(t.Context(), products.Lookup{Sort: sort, Text: text})
				if err != nil || len(whole) < 5 {
					t.Fatal(len(whole), err)
				}
				for most := 1; most < 4; most++ {
					q := products.Lookup{Sort: sort, Text: text, Most: most}
					var got []products.Located
					for {
						part, counted, err := s.Locate(t.Context(), q)
						if err != nil || len(part) > most || !reflect.DeepEqual(counted, counts) {
							t.Fatal(len(part), counted, err)
						}
						if len(part) == 0 || len(got) > len(whole) {
							break
						}
						got = append(got, part...)
						q.After = &part[len(part)-1].Place
					}
					if !reflect.DeepEqual(got, whole) {
						t.Errorf("%q by %q, %d at a time: %d of %d, or in another order", text, sort, most, len(got), len(whole))
					}
				}
			}
		}
	})
}

// TestLookingProductsUp: by what people type, immediately after a change, including drafts.
func TestLookingProductsUp(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		look := func(q products.Lookup) (ids []string) {
			found, _, err := s.Locate(t.Context(), q)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range found {
				ids = append(ids, f.ID)
			}
			return ids
		}
		if got := look(products.Lookup{Text: "لبن"}); len(got) != 0 {
			t.Fatalf("found %v", got)
		}
		id := s.create(t, soup())
		for _, q := range []string{"lentil", "شوربه", "عَدَس", "SOUP-l", "٦٢٢١", "soup lentil"} {
			if got := look(products.Lookup{Text: q}); !slices.Equal(got, []string{id}) {
				t.Errorf("%q finds %v", q, got)
			}
		}
		if got := look(products.Lookup{Text: "lentil", Stores: []string{"sto_bakala"}}); len(got) != 0 {
			t.Errorf("in another store: %v", got)
		}
		if got := look(products.Lookup{Missing: products.LacksPrice, Stores: []string{"sto_koshary"}}); !slices.Contains(got,
			id) || slices.Contains(got, "prd_koshary") {
			t.Errorf("without a price: %v", got)
		}
		f := soup()
		f.Variants[0].SKU, f.Variants[1].SKU = "", ""
		twin := s.create(t, f)
		if got := look(products.Lookup{Missing: products.Duplicated}); !slices.Equal(got, []string{twin, id}) {
			t.Errorf("called the same: %v", got)
		}
		s.must(t, func(ctx context.Context, tx *db.Tx) error { return s.Archive(ctx, tx, editor, twin, true) })
		if got := look(products.Lookup{Text: "lentil"}); !slices.Equal(got, []string{id}) {
			t.Errorf("after archiving: %v", got)
		}
		if got := look(products.Lookup{Text: "lentil", State: products.Archived}); !slices.Equal(got, []string{twin}) {
			t.Errorf("archived: %v", got)
		}
	})
}

// TestPricesOfABranch: each row by itself; a price that somebody else changed is refused; a branch of another store
// cannot sell it.
func TestPricesOfABranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := open(t, d)
		id := s.create(t, soup())
		small, large := s.read(t, id).Variants[0].ID, s.read(t, id).Variants[1].ID
		n := func(v int64) *int64 { return &v }
		set := func(list ...products.Price) (out []string) {
			changes := make([]products.PriceChange, len(list))
			for i, p := range list {
				changes[i] = products.PriceChange{Price: p}
			}
			s.must(t, func(ctx context.Context, tx *db.Tx) error {
				done, err := s.SetPrices(ctx, tx, editor, changes)
				out = nil
				for _, o := range done {
					switch {
					case o.Refused != nil:
						out = append(out, o.Refused.Code())
					case o.Changed:
						out = append(out, fmt.Sprint(o.Price.Price, " v", o.Price.Version))
					default:
						out = append(out, "same")
					}
				}
				return err
			})
			return out
		}
		const maadi, zamalek = "br_koshary_maadi", "br_koshary_zamalek"
		for i, c := range []struct {
			list []products.Price
			want []string
		}{
			{
				[]products.Price{{BranchID: maadi, VariantID: small, Price: 3000, Sold: true}, {BranchID: maadi, VariantID: large},
					{BranchID: "br_bakala_maadi", VariantID: large, Price: 100}},
				[]string{"3000 v1", "price_range", "not_of_this_store"}},
			{[]products.Price{{BranchID: maadi, VariantID: small, Price: 3000, Sold: true}}, []string{"same"}},
			{[]products.Price{{BranchID: maadi, VariantID: small, Price: 3100, Sold: true, Version: 0}},
				[]string{"price_moved_on"}},
			{[]products.Price{{BranchID: maadi, VariantID: small, Price: 3100, OfferPrice: n(3100), Sold: true, Version: 1}},
				[]string{"offer_not_lower"}},
			{[]products.Price{{BranchID: maadi, VariantID: small, Price: 3100, OfferPrice: n(2900), Sold: true, Version: 1}},
				[]string{"3100 v2"}},
			{[]products.Price{{BranchID: maadi, VariantID: large, Price: 5000, Sold: true, Version: -1}}, []string{"5000 v1"}},
		} {
			if got := set(c.list...); !slices.Equal(got, c.want) {
				t.Errorf("%d: %v, want %v", i, got, c.want)
			}
		}
		var copied int
		s.must(t, func(ctx context.Context, tx *db.Tx) (err error) {
			copied, _, err = s.CopyPrices(ctx, tx, editor, maadi, zamalek, true)
			return err
		})
		if copied != 3 { // the soup's two, and what is hidden
			t.Errorf("%d prices were copied", copied)
		}
		if p := count(t, d, `SELECT offer_price FROM branch_prices WHERE branch_id = $1 AND variant_id = $2`, zamalek,
			small); p != 2900 {
			t.Errorf("the offer copied is %d", p)
		}
		before := s.news.Version()
		if err := s.news.Poll(t.Context()); err != nil || s.news.Version() == before {
			t.Errorf("the catalogue's version stays %d: %v", before, err)
		}
		s.healthy(t)
	})
}
