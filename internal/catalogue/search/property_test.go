package search

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// Words that are near one another in every way the index knows.
var someWords = []string{
	"milk", "milky", "silk", "chocolate", "choclate", "samsung", "galaxy", "apple", "apples", "box", "boxes", "a54",
	"500ml", "1.5",
	"butter", "buttermilk", "crème", "the", "coca", "cola", "cocacola", "7up",
	"حليب", "الحليب", "وحليب", "حَلِيب", "شوكولاتة", "شوكلاته", "عصير", "تفاح", "تفاحة", "قهوة", "أرز", "ارز", "جبنة",
	"جبن", "لبن", "بان",
	"٥٠٠", "مل", "من", "كوكا", "كولا", "كوكاكولا", "مانجو",
}

var someQueries = append([]string{
	"", " ", "m", "ap", "milk choc", "chocolat", "samsng", "samsng galaxy", "3aseer", "7alib", "laban", "gebna", "2ahwa",
	"3as", "ahwa",
	"ugdg", "gfk", "pgdf", "ةهمن", "لاعففثق", "حل", "الحل", "بالحليب", "شوكولاطه", "milk zzzz", "zzzz qqqq",
	"milk apple samsung box",
	"!!!", "🍎", "500 مل", "500", "٥٠", "coca cola", "cocacola zero", "buttermilk box", "butter milk", "ال", "ا", "و",
	"the milk", "the",
}, someWords...)

func drawText(t *rapid.T, label string, max int) string {
	s := ""
	for i, w := range rapid.SliceOfN(rapid.SampledFrom(someWords), 0, max).Draw(t, label) {
		if i > 0 {
			s += " "
		}
		s += w
	}
	return s
}

func drawSome(t *rapid.T, label, prefix string, kinds, max int) []string {
	var out []string
	for _, i := range rapid.SliceOfNDistinct(rapid.IntRange(0, kinds-1), 0, max, rapid.ID[int]).Draw(t, label) {
		out = append(out, fmt.Sprint(prefix, i))
	}
	return out
}

// priceBase makes prices so high that several of them share a step.
const priceBase = 100_000

func drawProduct(t *rapid.T) Product {
	small := func(label string, n int) int { return rapid.IntRange(0, n).Draw(t, label) }
	p := Product{
		ID:         fmt.Sprintf("p%02d", small("id", 40)),
		NameEN:     drawText(t, "en", 3),
		NameAR:     drawText(t, "ar", 3),
		StoreID:    fmt.Sprint("s", small("store", 2)),
		ServiceID:  fmt.Sprint("v", small("service", 1)),
		Categories: drawSome(t, "cats", "c", 4, 3),
		Blocks:     drawSome(t, "blocks", "b", 2, 1),
		Rank:       int64(small("rank", 3)),
		CreatedAt:  int64(small("created", 3)) - 1,
	}
	if small("keywords", 2) == 0 {
		p.Keywords = []string{drawText(t, "keyword", 2)}
	}
	for _, v := range drawSome(t, "attrs", "v", 3, 2) {
		p.Attributes = append(p.Attributes, Attribute{fmt.Sprint("k", small("key", 1)), v})
	}
	for _, b := range rapid.SliceOfNDistinct(rapid.IntRange(1, 4), 0, 3, rapid.ID[int]).Draw(t, "branches") {
		o := Offer{Branch: uint32(b), Price: priceBase + int64(10*small("price", 4)), Available: small("in stock", 2) > 0}
		if small("offer", 2) == 0 {
			o.OldPrice = priceBase + int64(10*small("old", 6))
		}
		p.Offers = append(p.Offers, o)
	}
	return p
}

func drawQuery(t *rapid.T, places []*Place) Query {
	maybe := func(label string, values ...string) string {
		return rapid.SampledFrom(append([]string{"", "", ""}, values...)).Draw(t, label)
	}
	q := Query{
		Text: rapid.SampledFrom(someQueries).Draw(t, "text"),
		Lang: maybe("lang", "ar"), First: maybe("first", "v0"), Service: maybe("service", "v0", "v1"),
		Store:  maybe("store", "s0", "s1"),
		Branch: maybe("branch", "a", "d"), Category: maybe("category", "c0", "c1"), Block: maybe("block", "b0"),
		InStock: rapid.Bool().Draw(t, "stock"), OnOffer: rapid.IntRange(0, 3).Draw(t, "on offer") == 0,
		Sort:    rapid.SampledFrom([]Sort{"", Relevance, Popular, Newest, PriceAsc, PriceDesc, Name}).Draw(t, "sort"),
		Place:   rapid.SampledFrom(places).Draw(t, "place"),
		Facets:  rapid.Bool().Draw(t, "facets"),
		Apart:   rapid.Bool().Draw(t, "apart"),
		Page:    rapid.IntRange(0, 3).Draw(t, "page"),
		PerPage: rapid.SampledFrom([]int{0, 1, 3, 7}).Draw(t, "per page"),
	}
	if rapid.IntRange(0, 2).Draw(t, "by price") == 0 {
		q.PriceMin = rapid.SampledFrom([]int64{0, priceBase, priceBase + 7, priceBase + 10, priceBase + 20}).Draw(t, "min")
		q.PriceMax = rapid.SampledFrom([]int64{0, priceBase, priceBase + 10, priceBase + 25, priceBase + 30, priceBase + 40}).
			Draw(t, "max")
	}
	for range rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "attrs") {
		q.Attributes = append(q.Attributes, Attribute{
			fmt.Sprint("k", rapid.IntRange(0, 1).Draw(t, "key")), fmt.Sprint("v", rapid.IntRange(0, 3).Draw(t, "value")),
		})
	}
	return q
}

// TestIndexAnswersAsALinearScan changes an index and a list in the same ways
// and asks both the same.
func TestIndexAnswersAsALinearScan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ix := NewSized(rapid.SampledFrom([]int{0, 5000, defaultListBytes}).Draw(t, "cache"))
		ix.policy = rapid.SampledFrom([]policy{
			defaultPolicy, {fanout: 0, minDead: 1 << 10}, {fanout: 1, inline: 4, minDead: 2}, {fanout: 2, minDead: 3, probe: 2},
		}).Draw(t, "policy")
		o := &oracle{products: map[string]Product{}, branches: []string{""}, places: map[*Place][]PlaceBranch{}}
		for _, id := range rapid.Permutation([]string{"a", "b", "c", "d"}).Draw(t, "branch ids") {
			ix.Branch(id)
			o.branches = append(o.branches, id)
		}
		places := []*Place{nil}
		for range 2 {
			var list []PlaceBranch
			for b := 1; b <= 4; b++ {
				if rapid.IntRange(0, 3).Draw(t, "named") > 0 {
					list = append(list, PlaceBranch{
						uint32(b), rapid.Bool().Draw(t, "delivers"), rapid.Bool().Draw(t, "open"), rapid.IntRange(0, 2).Draw(t, "rank"),
					})
				}
			}
			p := NewPlace(list)
			places = append(places, p)
			o.places[p] = list
		}
		seed := []Product{{ID: "seed", ServiceID: "v0"},
			{ID: "seed2", ServiceID: "v1", StoreID: "s1", Categories: []string{"c1"}}}
		ix.Apply(seed, nil)
		o.apply(seed, nil)
		// Asked again after every change, these meet lists made before it.
		var again []Query
		for range 3 {
			q := drawQuery(t, places)
			q.Facets = true
			if rapid.Bool().Draw(t, "listing") {
				q.Text = ""
			}
			again = append(again, q)
		}
		t.Repeat(map[string]func(*rapid.T){
			"apply": func(t *rapid.T) {
				var ups []Product
				for range rapid.IntRange(0, 12).Draw(t, "n") {
					ups = append(ups, drawProduct(t))
				}
				var dels []string
				for range rapid.IntRange(0, 3).Draw(t, "deletes") {
					dels = append(dels, fmt.Sprintf("p%02d", rapid.IntRange(0, 40).Draw(t, "id")))
				}
				ix.Apply(slices.Clone(ups), dels)
				o.apply(ups, dels)
			},
			"search": func(t *rapid.T) { compareBoth(t, ix, o, drawQuery(t, places)) },
			"search more": func(t *rapid.T) {
				for range 5 {
					compareBoth(t, ix, o, drawQuery(t, places))
				}
			},
			"": func(t *rapid.T) {
				if ix.Len() != len(o.products) {
					t.Fatalf("%d products, want %d", ix.Len(), len(o.products))
				}
				for _, q := range again {
					compareBoth(t, ix, o, q)
				}
			},
		})
	})
}

func compareBoth(t *rapid.T, ix *Index, o *oracle, q Query) {
	got, want := *ix.Search(q), *o.search(q)
	got.Corrected, got.Guessed, got.OnlyNear, got.Version = "", false, false, 0
	got.Hits = slices.Clone(got.Hits)
	for i := range got.Hits {
		got.Hits[i].Near = false // examples say what that is
	}
	if len(got.Hits) == 0 {
		got.Hits = nil
	}
	if f := got.Facets; f != nil && len(f.Attributes) == 0 {
		f.Attributes = nil
	}
	if !reflect.DeepEqual(got, want) {
		t.Fatalf("%+v\ngot  %+v %+v\nwant %+v %+v", q, got, got.Facets, want, want.Facets)
	}
}
