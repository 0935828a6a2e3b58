package search

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestSpellerCutsAsTokens compares words that are remembered with those cut
// afresh.
func TestSpellerCutsAsTokens(t *testing.T) {
	s := newSpeller()
	rapid.Check(t, func(t *rapid.T) {
		signs := []string{" ", "  ", ",", "،", "(", ") ", "/", ".", "'", "ـ", "ء", "\u064e", "™", "ﷺ", "e\u0301", "\xff", "1",
			"5", "٥", "a", "Milk", "لبن", "500ml", "\t"}
		text := strings.Join(rapid.SliceOf(rapid.SampledFrom(signs)).Draw(t, "text"), "")
		type cut struct {
			text  string
			kind  runeKind
			begin bool
		}
		var want, got []cut
		last := 0
		tokens(text, func(x token) bool {
			want = append(want, cut{string(x.text), x.kind, x.start > last && strings.ContainsAny(text[last:x.start], ",،;()/")})
			last = x.end
			return true
		})
		for range 2 {
			got = nil
			for _, x := range s.spell(nil, text) {
				got = append(got, cut{x.text, x.kind, x.begin})
				if x.stem != stem(x.text) || s.list[x.num] != x.spelled {
					t.Fatalf("%q: %+v", text, x.spelled)
				}
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%q: %v, want %v", text, got, want)
			}
		}
	})
}

// TestNamesStandInTheOrderOfTheirFoldedForm compares the order by words with
// that of whole names, with many products of few words.
func TestNamesStandInTheOrderOfTheirFoldedForm(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Product
		for i := range rapid.IntRange(1, 100).Draw(t, "n") {
			p := drawProduct(t)
			p.NameEN += strings.Repeat(" "+rapid.SampledFrom(someWords).Draw(t, "word"), rapid.IntRange(0, 5).Draw(t, "times"))
			if rapid.Bool().Draw(t, "other id") {
				p.ID = fmt.Sprintf("q%03d", i)
			}
			list = append(list, p)
		}
		ix := New()
		for i := range 5 {
			ix.Branch(fmt.Sprint(i))
		}
		if err := ix.Load(func(yield func(Product, error) bool) {
			for _, p := range list {
				if !yield(p, nil) {
					return
				}
			}
		}); err != nil {
			t.Fatal(err)
		}
		last := map[string]Product{}
		for _, p := range list {
			last[p.ID] = p
		}
		s := ix.snap.Load().views[0].segment
		if s.n != len(last) {
			t.Fatalf("%d products, want %d", s.n, len(last))
		}
		for d := range uint32(s.n) {
			p := last[s.id(d)]
			if s.field(d, fieldEN) != p.NameEN || s.rank[d] != p.Rank || s.hash[d] != ix.hash(&p) {
				t.Fatalf("%s is not the last of its id", p.ID)
			}
			if at, ok := s.find(p.ID); !ok || at != d {
				t.Fatalf("%s is not found", p.ID)
			}
			if d > 0 && compareRank(s, d-1, s, d) >= 0 {
				t.Fatalf("%s is out of order", p.ID)
			}
		}
		for lang := range 2 {
			order := invert(s.nameRank[lang])
			if !slices.IsSortedFunc(order, func(a, b uint32) int {
				return cmp.Or(strings.Compare(Fold(s.name(a, lang)), Fold(s.name(b, lang))), cmp.Compare(a, b))
			}) {
				t.Fatal("names are out of order")
			}
		}
	})
}

// TestStepsRiseWithPrices holds that a step never says of two prices what they do not.
func TestStepsRiseWithPrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Int64().Draw(t, "a"), rapid.Int64().Draw(t, "b")
		if a > b {
			a, b = b, a
		}
		if x, y := step(a), step(b); x > y || x < 0 || y >= noStep {
			t.Fatalf("%d at %d, %d at %d", a, x, b, y)
		}
	})
}

// TestFirstByPriceAreTheCheapest asks for few of many whose prices are nearly the
// same.
func TestFirstByPriceAreTheCheapest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ix := New()
		here := ix.Branch("here")
		prices := rapid.SliceOfN(rapid.Int64Range(priceBase,
			priceBase+rapid.SampledFrom([]int64{3, 300, 30_000}).Draw(t, "spread")), 1, 200).Draw(t, "prices")
		var list []Product
		for i, price := range prices {
			list = append(list, Product{ID: fmt.Sprintf("p%03d", i), NameEN: "Tea",
				Offers: []Offer{{Branch: here, Price: price, Available: true}}})
		}
		ix.Apply(list, nil)
		place := NewPlace([]PlaceBranch{{Branch: here, Delivers: true, Open: true}})
		slices.Sort(prices)
		per := rapid.IntRange(1, 5).Draw(t, "per page")
		for _, sort := range []Sort{PriceAsc, PriceDesc} {
			for page := range 3 {
				r := ix.Search(Query{Text: "tea", Sort: sort, Place: place, PerPage: per, Page: page + 1, Facets: true})
				if r.Facets.PriceMin != prices[0] || r.Facets.PriceMax != prices[len(prices)-1] {
					t.Fatalf("from %d to %d", r.Facets.PriceMin, r.Facets.PriceMax)
				}
				for i, h := range r.Hits {
					want := prices[min(page*per+i, len(prices)-1)]
					if sort == PriceDesc {
						want = prices[max(0, len(prices)-1-page*per-i)]
					}
					if h.Price != want {
						t.Fatalf("%s, page %d: %d for %d at %d", sort, page+1, h.Price, want, i)
					}
				}
			}
		}
	})
}

// TestSettledWordsAreMetTheBestWay compares what is read of each word with the
// best of all the ways it was met.
func TestSettledWordsAreMetTheBestWay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const terms = 12
		v := vocab{postAt: make([]uint32, terms+1)}
		for i := range v.postAt {
			v.postAt[i] = uint32(i)
		}
		var e expansion
		want := map[uint32]class{}
		for range rapid.IntRange(0, 3).Draw(t, "stretches") {
			from := rapid.Uint32Range(0, terms-1).Draw(t, "from")
			to := rapid.Uint32Range(from+1, terms).Draw(t, "to")
			e.ranges = append(e.ranges, [2]uint32{from, to})
			for i := from; i < to; i++ {
				want[i] = max(want[i], classPrefix)
			}
		}
		for range rapid.IntRange(0, 6).Draw(t, "hits") {
			h := hit{rapid.Uint32Range(0, terms-1).Draw(t, "term"), class(rapid.IntRange(1, int(classes)-1).Draw(t, "class"))}
			e.hits = append(e.hits, h)
			want[h.term] = max(want[h.term], h.class)
		}
		v.settle(&e)
		got := map[uint32]class{}
		for _, r := range e.ranges {
			for i := r[0]; i < r[1]; i++ {
				if got[i] != classNone {
					t.Fatalf("%d twice", i)
				}
				got[i] = classPrefix
			}
		}
		for _, h := range e.hits {
			if got[h.term] != classNone {
				t.Fatalf("%d twice", h.term)
			}
			got[h.term] = h.class
		}
		if fmt.Sprint(got) != fmt.Sprint(want) || e.size != len(want) {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}
