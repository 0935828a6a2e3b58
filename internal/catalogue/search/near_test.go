package search

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestOnlyNear reports when no result is what the user searched for.
func TestOnlyNear(t *testing.T) {
	s := newShop()
	organ := s.item("organ", "First keyboard", "أورج أطفال", 100, 1)
	organ.Keywords = []string{"بيانو", "piano"}
	cushion := s.item("cushion", "Velvet cushion", "خدادية", 100, 1)
	cushion.Keywords = []string{"مخدة كنبة"}
	phone := s.item("galaxy", "Galaxy S24", "جالاكسي", 100, 1)
	phone.Keywords = []string{"smartwatch"}
	oil := s.item("oil", "Sunflower oil", "زيت عباد الشمس", 100, 1)
	oil.Shelves = []Text{{"Oil and sugar", "زيت وسكر"}}
	s.Apply([]Product{
		organ, cushion, phone, oil,
		s.item("bags", "Freezer bags", "أكياس فريزر", 100, 1), s.item("stand", "Laptop stand", "حامل لابتوب", 100, 1),
		s.item("patties", "Burger patties", "برجر بقري", 100, 1), s.item("koshary", "Classic koshary", "كشري", 100, 1),
		s.item("shirt", "Cotton shirt", "قميص قطن", 100, 1), s.item("spray", "Insect spray", "مبيد حشرات", 100, 1),
		s.item("charger", "Wall charger", "شاحن حائط", 100, 1), s.item("cola", "Cola bottle", "كولا", 100, 1),
		s.item("carrots", "Carrots", "جزر", 100, 1),
	}, nil)
	for _, c := range []struct {
		typed, want string
		near        bool
	}{
		{"تلاجة", "bags", true},         // bags for it
		{"بيانو", "organ", true},        // a thing of another name, whatever the merchant adds
		{"piano", "organ", true},        //
		{"كنبة", "cushion", true},       // a cushion for it
		{"laptop", "stand", true},       // a stand for it
		{"sugar", "oil", true},          // on a shelf with it
		{"تليفون", "charger", true},     // asked by it
		{"car", "carrots", true},        // only begins so
		{"cola zero", "cola", true},     // a part of what was asked for
		{"burger", "patties", false},    // the Arabic name says so
		{"koshary", "koshary", false},   //
		{"koshari", "koshary", false},   // another spelling of it
		{"kshry", "koshary", false},     // a slip
		{"koshry", "koshary", false},    //
		{"7ashara", "spray", false},     // what it is for, in Franco
		{"cotton", "shirt", false},      // a material is no thing of its own
		{"carr", "carrots", false},      // unfinished
		{"smartwatch", "galaxy", false}, // the name says nothing of what it is, the merchant does
		{"freezer bags", "bags", false},
		{"rl", "", false},          // قم, which begins قميص, on the other layout: two letters are a guess
		{"velva", "cushion", true}, // a slip of what is unfinished
		{"xqzk", "", false},
	} {
		t.Run(c.typed, func(t *testing.T) {
			r := s.Search(Query{Text: c.typed})
			near := len(r.Hits) > 0 && !slices.ContainsFunc(r.Hits, func(h Hit) bool { return !h.Near })
			if ids(r) != c.want || r.OnlyNear != c.near || near != c.near {
				t.Errorf("%s, only near: %v, all hits: %v, corrected %q", ids(r), r.OnlyNear, near, r.Corrected)
			}
		})
	}
	if r := s.Search(Query{Text: "laptop", PriceMax: 1}); r.OnlyNear {
		t.Error("nothing at all is called near")
	}
	// In another order, on a page of it that holds nothing else.
	s.Apply([]Product{s.item("laptop", "Laptop", "لابتوب", 900, 1)}, nil)
	for page, want := range []string{"stand", "laptop"} {
		r := s.Search(Query{Text: "laptop", Sort: PriceAsc, Page: page + 1, PerPage: 1})
		if ids(r) != want || r.OnlyNear || r.Hits[0].Near {
			t.Errorf("page %d: %s, %+v", page+1, ids(r), r)
		}
	}
	if r := s.Search(Query{Text: "laptop", PriceMax: 100}); ids(r) != "stand" || !r.OnlyNear {
		t.Errorf("narrowed down to what is near: %s, %v", ids(r), r.OnlyNear)
	}
}

// TestTheTail drops near results if there is enough of the thing itself.
func TestTheTail(t *testing.T) {
	for _, c := range []struct {
		cheeses int
		want    string
	}{
		{enough, ""},
		{enough - 1, "sandwich"},
		{fewFound - 1, "eggs sandwich"},
	} {
		s := newShop()
		sandwich, eggs := s.item("sandwich", "Aubergine sandwich", "ساندوتش باذنجان", 100, 9),
			s.item("eggs", "Eggs", "بيض", 100, 9)
		sandwich.Shelves, eggs.Shelves = []Text{{"Breakfast and cheese", ""}}, []Text{{"Breakfast and cheesecakes", ""}}
		list := []Product{sandwich, eggs, s.item("pizza", "Cheese pizza", "بيتزا", 100, 9)}
		for i := range c.cheeses {
			list = append(list, s.item(fmt.Sprint("cheese", i), fmt.Sprintf("Feta cheese %d", i), "جبنة", 100, 1))
		}
		s.Apply(list, nil)
		place := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}})
		elsewhere := NewPlace([]PlaceBranch{{Branch: s.near, Delivers: true, Open: true}})
		tail := func(q Query) string {
			q.PerPage, q.Facets = 100, true
			r := s.Search(q)
			if len(r.Facets.Categories) != r.Total+1 { // each has one of its own, and one together
				t.Errorf("%d cheeses: %d found, %d counted", c.cheeses, r.Total, len(r.Facets.Categories)-1)
			}
			left := slices.DeleteFunc(strings.Fields(ids(r)),
				func(id string) bool { return strings.HasPrefix(id, "cheese") || id == "pizza" })
			slices.Sort(left)
			return strings.Join(left, " ")
		}
		for _, q := range []Query{{Text: "cheese"}, {Text: "cheese", Place: place}, {Text: "cheese", Sort: Popular},
			{Text: "cheese", PriceMax: 100}} {
			if got := tail(q); got != c.want {
				t.Errorf("%d cheeses, %+v: %q, want %q", c.cheeses, q, got, c.want)
			}
		}
		// Filters do not change what the search finds.
		if r := s.Search(Query{Text: "cheese", Category: "cat-sandwich"}); (r.Total == 0) != (c.want == "") {
			t.Errorf("%d cheeses, in a category without: %s", c.cheeses, ids(r))
		}
		// Products that are not delivered here do not count as enough of the thing.
		if got := tail(Query{Text: "cheese", Place: elsewhere}); got != "eggs sandwich" {
			t.Errorf("%d cheeses elsewhere: %s", c.cheeses, got)
		}
	}
}

// TestSuggestionsAreTheThing leaves out products that are only in a category of that name.
func TestSuggestionsAreTheThing(t *testing.T) {
	s := newShop()
	kofta, chops := s.item("kofta", "Kofta", "كفتة", 100, 1), s.item("chops", "Lamb chops", "ريش", 100, 9)
	kofta.Shelves = []Text{{"Kofta and kebab", "كفتة وكباب"}}
	chops.Shelves = kofta.Shelves
	s.Apply([]Product{kofta, chops, s.item("sandwich", "Kofta sandwich", "ساندوتش كفتة", 100, 9)}, nil)
	for typed, want := range map[string]string{"kofta": "kofta sandwich", "kebab": "chops kofta"} {
		var got []string
		for _, x := range s.Suggest(SuggestQuery{Prefix: typed}) {
			got = append(got, x.ID)
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %v, want %s", typed, got, want)
		}
	}
}

// TestSuggestionsBeginWithTheThing lists the thing before products that contain it, wherever it is and however it is
// spelled, and available products before a few unavailable ones.
func TestSuggestionsBeginWithTheThing(t *testing.T) {
	s := newShop()
	away := func(id, en, ar string) Product {
		p := s.item(id, en, ar, 100, 1)
		p.Offers = []Offer{{Branch: s.near, Price: 100, Available: true}}
		return p
	}
	list := []Product{
		s.item("cheese", "Cheese with tomato", "جبنة قديمة بالطماطم", 100, 99), away("tomato", "Tomatoes", "طماطم"),
		s.item("cherry", "Cherry tomatoes", "طماطم شيري", 100, 1), away("salad", "Salad with tomato", "سلطة بالطماطم"),
	}
	list[0].ServiceID, list[3].ServiceID = "food", "food"
	s.Apply(list, nil)
	place := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true, Open: true}})
	for _, typed := range []string{"طمطم", "طماطم", "طماط", "tomato", "tomat", "tomatos", "tmatm"} {
		var got []string
		for _, x := range s.Suggest(SuggestQuery{Prefix: typed, Place: place, First: "food"}) {
			got = append(got, x.ID)
		}
		if !slices.Equal(got, []string{"cherry", "tomato", "cheese"}) && !slices.Equal(got, []string{"cherry", "tomato"}) {
			t.Errorf("%s: %v", typed, got)
		}
	}
	// If nothing is delivered, all of it is suggested.
	if got := s.Suggest(SuggestQuery{Prefix: "tomato", Place: NewPlace([]PlaceBranch{})}); len(got) != 4 {
		t.Errorf("nothing is delivered: %v", got)
	}
	// Of much that is not delivered, two are enough.
	for i := range 9 {
		s.Apply([]Product{
			away(fmt.Sprint("more", i), fmt.Sprintf("Red tomatoes %d", i), "طماطم"),
			s.item(fmt.Sprint("dish", i), fmt.Sprintf("Dish with tomato %d", i), "طبق بالطماطم", 100, 1),
		}, nil)
	}
	got := s.Suggest(SuggestQuery{Prefix: "tomatoes", Lang: "en", Place: place, N: 6})
	if len(got) != 6 || got[0].ID != "cherry" || !strings.HasPrefix(got[2].ID, "more") || got[3].ID != "cheese" {
		t.Errorf("%+v", got)
	}
}
