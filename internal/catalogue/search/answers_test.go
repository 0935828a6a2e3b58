package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// shop is a small catalogue for tests by example. Two branches of one store
// and one of another: main, near and other.
type shop struct {
	*Index
	main, near, other uint32
}

func newShop() *shop {
	ix := New()
	return &shop{ix, ix.Branch("main"), ix.Branch("near"), ix.Branch("other")}
}

// item is a product that all its branches sell at price.
func (s *shop) item(id, en, ar string, price int64, rank int64) Product {
	return Product{
		ID: id, Slug: id + "-slug", NameEN: en, NameAR: ar, ServiceID: "grocery", StoreID: "store",
		Categories: []string{"food", "cat-" + id},
		Rank:       rank, CreatedAt: rank, Offers: []Offer{{Branch: s.main, Price: price, Available: true}},
	}
}

func ids(r *Result) string {
	var out []string
	for _, h := range r.Hits {
		out = append(out, h.ID)
	}
	return strings.Join(out, " ")
}

func grocery() *shop {
	s := newShop()
	oil := s.item("oil", "Olive Oil", "زيت زيتون", 9000, 1)
	oil.Keywords = []string{"cooking"}
	s.Apply([]Product{
		s.item("milk", "Juhayna Full Cream Milk 1 L", "حليب جهينة كامل الدسم ١ لتر", 4000, 5),
		s.item("choc", "Milk Chocolate Bar", "شوكولاتة بالحليب", 2000, 9),
		s.item("shake", "Milkshake Vanilla", "ميلك شيك فانيليا", 3000, 99),
		s.item("juice", "Mango Juice", "عصير مانجو", 1500, 4),
		s.item("apple", "Red Apples", "تفاح أحمر", 3500, 3),
		s.item("coffee", "Turkish Coffee", "قهوة تركي", 6000, 2),
		s.item("tv", "Samsung Smart TV 55", "تلفزيون سامسونج ٥٥ بوصة", 1500000, 1),
		s.item("lalel", "Balm", "بلسم عليل", 500, 0),
		oil,
	}, nil)
	return s
}

func TestWhatPeopleType(t *testing.T) {
	s := grocery()
	for _, c := range []struct{ typed, want, corrected, dropped string }{
		{typed: "milk", want: "milk choc shake"}, // the thing itself, then what is made with it, then what begins so
		{typed: "MILK ", want: "milk choc shake"},
		{typed: "mil", want: "milk shake choc"},
		{typed: "juhayna milk", want: "milk"},
		{typed: "cooking", want: "oil"},    // a keyword
		{typed: "apple", want: "apple"},    // singular
		{typed: "حليب", want: "milk choc"}, // the word itself before another form of it
		{typed: "الحليب", want: "milk choc"},
		{typed: "حَلِيبٌ", want: "milk choc"},
		{typed: "زيت", want: "oil"},
		{typed: "تفاحة", want: "apple"},
		{typed: "قهوه", want: "coffee"},
		{typed: "القه", want: "coffee"},
		{typed: "احمر", want: "apple"},
		{typed: "55", want: "tv"},
		{typed: "٥٥", want: "tv"},
		{typed: "samsng", want: "tv", corrected: "Samsung"},
		{typed: "smasung tv", want: "tv", corrected: "Samsung tv"},
		{typed: "choclat", want: "choc", corrected: "Chocolate"},
		{typed: "شكولاته", want: "choc"}, // another way to write it
		{typed: "شوكولاطة", want: "choc", corrected: "شوكولاتة"},
		{typed: "3aseer", want: "juice", corrected: "عصير"},
		{typed: "3aseer manga", want: "juice", corrected: "عصير Mango"},
		{typed: "7aleb", want: "milk choc", corrected: "حليب"},
		{typed: "2ahwa", want: "coffee", corrected: "قهوة"},
		{typed: "toffa7", want: "apple", corrected: "تفاح"},
		{typed: "ugdg", want: "lalel", corrected: "عليل"},
		{typed: "tjhp", want: ""}, // فتاح on the other layout, a slip of تفاح: nothing is repaired twice
		{typed: "ةهمن", want: "milk choc shake", corrected: "milk"},
		{typed: "سةشقف فر", want: "tv", corrected: "smart tv"},
		{typed: "كوكاكولا", want: ""}, // ;,;h;,gh on the other layout: signs are no word
		{typed: "olive xqzk oil", want: "oil", corrected: "olive oil", dropped: "xqzk"},
		{typed: "xqzk samsn", want: ""}, // a slip of an unfinished word, beside one that leads nowhere
		{typed: "coffee apple", want: "coffee", corrected: "coffee", dropped: "apple"},
		{typed: "milk shake", want: "shake", corrected: "milkshake"},
		{typed: "mangojuice", want: "juice", corrected: "mango juice"},
		{typed: "xqzk", want: ""},
		{typed: "!!!", want: ""},
		{typed: "the oil", want: "oil"},
	} {
		t.Run(c.typed, func(t *testing.T) {
			r := s.Search(Query{Text: c.typed})
			if ids(r) != c.want || r.Corrected != c.corrected || strings.Join(r.Dropped, " ") != c.dropped {
				t.Errorf("found %q, corrected %q, dropped %q", ids(r), r.Corrected, r.Dropped)
			}
		})
	}
}

func TestWhoSells(t *testing.T) {
	s := newShop()
	p := Product{ID: "p", NameEN: "Rice", Offers: []Offer{
		{Branch: s.main, Price: 300, Available: true},
		{Branch: s.near, Price: 200, OldPrice: 250, Available: true},
		{Branch: s.other, Price: 100},
	}}
	s.Apply([]Product{p, {ID: "nobody", NameEN: "Nobody sells it"}}, nil)
	for _, c := range []struct {
		name   string
		place  *Place
		branch string
		want   Hit
	}{
		{"no place: the cheapest in stock", nil, "", Hit{
			ID: "p", Branch: "near", Price: 200, OldPrice: 250, Available: true}},
		{"the main branch where the caller says so", NewPlace([]PlaceBranch{{Branch: s.main}, {Branch: s.near, Rank: 1}}), "",
			Hit{ID: "p", Branch: "main", Price: 300, Available: true}},
		{"delivers before open",
			NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Rank: 9}, {Branch: s.near, Open: true}}), "",
			Hit{ID: "p", Branch: "main", Price: 300, Available: true}},
		{"open before in stock",
			NewPlace([]PlaceBranch{{Branch: s.other, Delivers: true, Open: true}, {Branch: s.near, Delivers: true}}), "",
			Hit{ID: "p", Branch: "other", Price: 100}},
		{"in stock before nearest",
			NewPlace([]PlaceBranch{{Branch: s.other, Delivers: true}, {Branch: s.near, Delivers: true, Rank: 5}}), "",
			Hit{ID: "p", Branch: "near", Price: 200, OldPrice: 250, Available: true}},
		{"nearest",
			NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Rank: 4}, {Branch: s.near, Delivers: true, Rank: 5}}), "",
			Hit{ID: "p", Branch: "main", Price: 300, Available: true}},
		{"one branch's listing", nil, "other", Hit{ID: "p", Branch: "other", Price: 100}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := s.Search(Query{Place: c.place, Branch: c.branch, Sort: Popular})
			if len(r.Hits) == 0 || !slices.Contains(r.Hits, c.want) {
				t.Errorf("got %+v", r.Hits)
			}
			if sold := slices.ContainsFunc(r.Hits, func(h Hit) bool { return h.ID == "nobody" && h.Branch == "" }); sold != (c.branch == "") {
				t.Errorf("what nobody sells is listed: %v", sold)
			}
		})
	}
}

func TestFiltersOrdersAndPages(t *testing.T) {
	s := grocery()
	out := s.item("gone", "Milk Powder", "لبن بودرة", 100, 50)
	out.Offers = []Offer{{Branch: s.near, Price: 100, OldPrice: 200}}
	out.StoreID, out.ServiceID, out.Blocks = "store2", "pharmacy", []string{"block"}
	out.Attributes = []Attribute{{"brand", "Nido"}, {"size", "L"}}
	s.Apply([]Product{out}, nil)
	here := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}})
	for _, c := range []struct {
		name, want string
		total      int
		q          Query
	}{
		{"in stock here first", "milk choc gone shake", 4, Query{Text: "milk", Place: here}},
		{"in stock only", "milk choc shake", 3, Query{Text: "milk", InStock: true}},
		{"on offer only", "gone", 1, Query{OnOffer: true}},
		{"service", "gone", 1, Query{Service: "pharmacy"}},
		{"store", "gone", 1, Query{Text: "milk", Store: "store2"}},
		{"branch", "gone", 1, Query{Branch: "near"}},
		{"category", "juice", 1, Query{Category: "cat-juice"}},
		{"block", "gone", 1, Query{Block: "block"}},
		{"unknown ids", "", 0, Query{Category: "no such", Text: "milk"}},
		{"attribute", "gone", 1, Query{Attributes: []Attribute{{"brand", "Nido"}, {"brand", "Other"}, {"size", "L"}}}},
		{"attributes of two keys", "", 0, Query{Attributes: []Attribute{{"brand", "Nido"}, {"size", "S"}}}},
		{"price", "juice choc shake", 3, Query{PriceMin: 1500, PriceMax: 3000, Sort: PriceAsc}},
		{"dearest", "tv oil coffee", 10, Query{Sort: PriceDesc, PerPage: 3}},
		{"popular", "shake gone choc", 10, Query{Sort: Popular, PerPage: 3}},
		{"second page", "milk juice apple", 10, Query{Sort: Popular, PerPage: 3, Page: 2}},
		{"past the end", "", 10, Query{Sort: Popular, PerPage: 3, Page: 99}},
		{"past the end of a search", "", 4, Query{Text: "milk", PerPage: 3, Page: 99}},
		{"by English name", "lalel milk juice", 10, Query{Sort: Name, PerPage: 3}},
		{"by Arabic name", "lalel apple tv", 10, Query{Sort: Name, PerPage: 3, Lang: "ar"}},
		{"unknown order is relevance", "milk choc shake", 3, Query{Text: "milk", InStock: true, Sort: "; drop table"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := s.Search(c.q)
			if ids(r) != c.want || r.Total != c.total {
				t.Errorf("found %q, %d in all", ids(r), r.Total)
			}
		})
	}
	f := s.Search(Query{Text: "milk", Store: "store", Facets: true}).Facets
	if want := []Count{{"store", 3}, {"store2", 1}}; !slices.Equal(f.Stores, want) {
		t.Errorf("stores %v", f.Stores)
	}
	if want := []Count{{"food", 3}, {"cat-choc", 1}, {"cat-milk", 1}, {"cat-shake", 1}}; !slices.Equal(f.Categories,
		want) {
		t.Errorf("categories %v", f.Categories)
	}
	if f.InStock != 3 || f.OnOffer != 0 || f.PriceMin != 2000 || f.PriceMax != 4000 {
		t.Errorf("%+v", f)
	}
}

// TestOpenFirst lists a product of each kind; the less available it is, the more popular it is.
func TestOpenFirst(t *testing.T) {
	s := newShop()
	sold := func(id, en string, branch uint32, available bool, rank int64) Product {
		p := s.item(id, en, "", rank*100, rank)
		p.Offers = []Offer{{Branch: branch, Price: rank * 100, Available: available}}
		return p
	}
	s.Apply([]Product{
		sold("now", "Brown rice", s.main, true, 1),
		sold("later", "Rice", s.near, true, 3),
		sold("away", "Rice", s.other, true, 4),
		sold("out", "Rice", s.main, false, 2),
		sold("with", "Noodles with rice", s.main, true, 5),
	}, nil)
	place := func(main, near bool) *Place {
		return NewPlace([]PlaceBranch{
			{Branch: s.main, Delivers: true, Open: main}, {Branch: s.near, Delivers: true, Open: near},
			{Branch: s.other, Open: true},
		})
	}
	evening, night, morning := place(true, false), place(false, false), place(false, true)
	for _, c := range []struct {
		name, want string
		q          Query
	}{
		{"popular", "with out now later away", Query{Sort: Popular, Place: evening}},
		{"popular, all closed", "with later out now away", Query{Sort: Popular, Place: night}},
		{"popular, the other open", "later with out now away", Query{Sort: Popular, Place: morning}},
		{"popular without a place", "with away later out now", Query{Sort: Popular}},
		{"popular words", "with out now later away", Query{Text: "rice", Sort: Popular, Place: evening}},
		{"the listing", "with now later away out", Query{Place: evening}},
		{"words: open first, the thing itself before what has it", "now later away out with",
			Query{Text: "rice", Place: evening}},
		{"words, all closed", "later now away out with", Query{Text: "rice", Place: night}},
		{"a price stays an order", "now out later with away", Query{Sort: PriceAsc, Place: evening}},
		{"the newest stay an order", "with later out now away", Query{Sort: Newest, Place: evening}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ids(s.Search(c.q)); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
	if again := NewPlace([]PlaceBranch{
		{Branch: s.main, Delivers: true, Open: true, Rank: 7}, {Branch: s.near, Delivers: true}, {Branch: s.other},
	}); again.opened() != evening.opened() || again.reaching() != night.reaching() {
		t.Error("the same branches open, yet other lists are kept for another district")
	}
}

// TestOpenBeforeAnotherName searches for a product that a closed shop has under another name and an open one under its
// own.
func TestOpenBeforeAnotherName(t *testing.T) {
	s := newShop()
	sold := func(id, en, ar string, branch uint32, keywords ...string) Product {
		p := s.item(id, en, ar, 100, 1)
		p.Offers, p.Keywords = []Offer{{Branch: branch, Price: 100, Available: true}}, keywords
		return p
	}
	s.Apply([]Product{
		sold("head", "Fresh macarona", "عجين", s.near), sold("penne", "Arrabbiata", "أرابياتا", s.near, "macarona"),
		sold("orzo", "Orzo", "لسان عصفور", s.main, "macarona"), sold("tagen", "Macarona tagen", "طاجن", s.main),
		sold("sauce", "Jar with macarona", "برطمان", s.main),
	}, nil)
	place := func(main, near bool) *Place {
		return NewPlace(
			[]PlaceBranch{{Branch: s.main, Delivers: true, Open: main}, {Branch: s.near, Delivers: true, Open: near}})
	}
	for _, c := range []struct {
		name, want string
		place      *Place
	}{
		{"one open", "orzo head tagen penne sauce", place(true, false)},
		{"all open", "head orzo penne tagen sauce", place(true, true)},
		{"all closed", "head orzo penne tagen sauce", place(false, false)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ids(s.Search(Query{Text: "macarona", Place: c.place})); got != c.want {
				t.Errorf("found %q, want %q", got, c.want)
			}
		})
	}
}

func TestNarrowingNeverChangesWhatAWordMeans(t *testing.T) {
	s := grocery()
	r := s.Search(Query{Text: "samsung", PriceMax: 10})
	if r.Total != 0 || r.Corrected != "" {
		t.Errorf("found %s by %q", ids(r), r.Corrected)
	}
	if r := s.Search(Query{Text: "samsng", PriceMax: 10}); r.Total != 0 {
		t.Errorf("found %s", ids(r))
	}
}

// TestFacetsCountWhatIsShown: the count of a facet value equals the total of the same search filtered by it, also where
// words are dropped, replaced by others, or matched only by near results.
func TestFacetsCountWhatIsShown(t *testing.T) {
	s := newShop()
	of := func(store string, p Product) Product {
		p.StoreID = store
		return p
	}
	s.Apply([]Product{
		of("dairy", s.item("ice", "Vanilla ice cream", "آيس كريم فانيليا", 100, 9)),
		of("dairy", s.item("cooking", "Cooking cream", "كريمة طبخ", 100, 1)),
		of("dairy", s.item("iced", "Iced latte", "آيس لاتيه", 100, 1)),
		of("beauty", s.item("hand", "Hand cream", "كريم يدين", 100, 2)),
		of("beauty", s.item("face", "Face cream", "كريم وجه", 100, 1)),
		of("beauty", s.item("towel", "Cream towel", "فوطة", 100, 1)),
		of("meat", s.item("minced", "Minced beef", "لحم مفروم", 100, 1)),
		of("meat", s.item("beef", "Beef cubes", "لحم مكعبات", 100, 1)),
		of("grill", s.item("kofta", "Beef kofta", "كفتة لحم", 100, 1)),
		of("home", s.item("bags", "Freezer bags", "أكياس فريزر", 100, 1)),
	}, nil)
	for _, text := range []string{"ice cream", "minced beef", "lahma mafrouma", "creem", "vanilla xqzk", "minced cream",
		"تلاجة", "ايس كرم", "beef", ""} {
		all := s.Search(Query{Text: text, Facets: true})
		if text != "" && all.Total == 0 {
			t.Errorf("%s finds nothing", text)
		}
		sum := 0
		for _, c := range all.Facets.Stores {
			sum += c.N
			narrowed := s.Search(Query{Text: text, Store: c.ID, Facets: true})
			if narrowed.Total != c.N || !slices.Equal(narrowed.Facets.Stores, all.Facets.Stores) {
				t.Errorf("%s: %s shows %d of %v, counted were %v", text, c.ID, narrowed.Total, narrowed.Facets.Stores,
					all.Facets.Stores)
			}
		}
		if sum != all.Total {
			t.Errorf("%s: the stores count %d, %d were found", text, sum, all.Total)
		}
		for _, c := range all.Facets.Categories {
			if r := s.Search(Query{Text: text, Category: c.ID}); r.Total != c.N {
				t.Errorf("%s: %s shows %d, counted were %d", text, c.ID, r.Total, c.N)
			}
		}
	}
}

func TestLongFacetsAreCut(t *testing.T) {
	s := newShop()
	var list []Product
	for i := range 3 * maxFacetStores {
		p := s.item(fmt.Sprintf("p%03d", i), "Pen", "قلم", 100, 0)
		p.StoreID = fmt.Sprintf("s%03d", i)
		p.Attributes = []Attribute{{"brand", fmt.Sprintf("b%03d", i)}}
		twin := p
		twin.ID += "x"
		twin.StoreID = fmt.Sprintf("s%03d", i/2*2)
		list = append(list, p, twin)
	}
	s.Apply(list, nil)
	for _, text := range []string{"", "pen"} {
		f := s.Search(Query{Text: text, Facets: true}).Facets
		// The store being filtered by is counted, even if many other stores have more products.
		of := s.Search(Query{Text: text, Facets: true, Store: "s299"})
		if last := of.Facets.Stores[len(of.Facets.Stores)-1]; last != (Count{"s299", of.Total}) {
			t.Errorf("of a store that is cut off: %v, %d are shown", last, of.Total)
		}
		if len(f.Stores) != maxFacetStores || f.Stores[0] != (Count{"s000", 3}) ||
			f.Stores[maxFacetStores-1] != (Count{"s198", 3}) {
			t.Errorf("%d stores, %v to %v", len(f.Stores), f.Stores[0], f.Stores[len(f.Stores)-1])
		}
		if v := f.Attributes[0].Values; len(v) != maxFacetValues || v[0] != (Count{"b000", 2}) {
			t.Errorf("%d brands from %v", len(v), v[0])
		}
	}
}
