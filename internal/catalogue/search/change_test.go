package search

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
)

func TestApply(t *testing.T) {
	s := newShop()
	milk := s.item("a", "Milk", "حليب", 100, 1)
	if !s.Apply([]Product{milk}, nil) || s.Len() != 1 || s.Version() != 1 {
		t.Fatal("the first product")
	}
	if s.Apply([]Product{milk}, []string{"no such"}) || s.Version() != 1 {
		t.Error("the same again is a change")
	}
	milk.NameEN, milk.NameAR = "Cheese", "جبنة"
	if !s.Apply([]Product{s.item("a", "Overtaken", "", 1, 1), milk}, nil) {
		t.Error("a new name is no change")
	}
	if ids(s.Search(Query{Text: "milk"})) != "" || ids(s.Search(Query{Text: "cheese"})) != "a" || s.Len() != 1 {
		t.Error("the old name is found, or the last one is not")
	}
	if !s.Apply([]Product{s.item("b", "Milk", "", 1, 1)}, []string{"a", "b", "a"}) || ids(s.Search(Query{})) != "b" {
		t.Error("deleting comes before adding")
	}
	if !s.Apply(nil, []string{"b"}) || s.Len() != 0 || s.Search(Query{Facets: true}).Total != 0 {
		t.Error("an empty index")
	}
	if s.Version() != 4 {
		t.Errorf("version %d", s.Version())
	}
}

func TestStockChangesAtOnce(t *testing.T) {
	s := grocery()
	q := Query{Text: "mango", InStock: true}
	if s.Search(q).Total != 1 {
		t.Fatal("no juice")
	}
	p := s.item("juice", "Mango Juice", "عصير مانجو", 1500, 4)
	p.Offers[0].Available = false
	s.Apply([]Product{p}, nil)
	if s.Search(q).Total != 0 {
		t.Error("the last one is still on sale")
	}
}

func TestLoad(t *testing.T) {
	s := grocery()
	all := func(yield func(Product, error) bool) {
		_ = yield(s.item("x", "Old", "", 1, 1), nil) && yield(s.item("y", "Tea", "", 1, 1), nil) &&
			yield(s.item("x", "New", "", 1, 2), nil)
	}
	if err := s.Load(all); err != nil {
		t.Fatal(err)
	}
	if got := ids(s.Search(Query{})); got != "x y" || s.Search(Query{Text: "old"}).Total != 0 ||
		s.Search(Query{Text: "new"}).Total != 1 {
		t.Errorf("loaded %s", got)
	}
	broken := errors.New("the database went away")
	err := s.Load(func(yield func(Product, error) bool) { _ = yield(Product{ID: "z"}, nil) && yield(Product{}, broken) })
	if !errors.Is(err, broken) || ids(s.Search(Query{})) != "x y" {
		t.Errorf("%v, then %s", err, ids(s.Search(Query{})))
	}
}

// TestOrderOfArrivalDoesNotMatter feeds the same products in different orders
// and portions, with detours, and compares every result.
func TestOrderOfArrivalDoesNotMatter(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	make1 := func(seed uint64) *catalogue {
		c := newCatalogue(New(), 600)
		products := make([]Product, c.n)
		for i := range products {
			products[i] = c.product(i)
		}
		if seed == 0 {
			c.ix.Apply(products, nil)
			return c
		}
		c.ix.policy = policy{fanout: int(seed), inline: 100, minDead: 10, remember: 50}
		rnd.Shuffle(len(products), func(i, j int) { products[i], products[j] = products[j], products[i] })
		for i, p := range products {
			detour := p
			detour.NameEN, detour.NameAR, detour.Rank = "Chocolat Samsng Detour", "شوكولا عصير", 5000
			detour.Offers = nil
			c.ix.Apply([]Product{detour, c.product(c.n + i)}, nil)
			c.ix.Apply([]Product{p}, []string{c.product(c.n + i).ID})
		}
		c.ix.Settle()
		return c
	}
	// product draws from one random source, so every catalogue is made alike
	// before anything else is drawn.
	one, two := make1(0), make1(2)
	for _, bq := range append(benchQueries, []struct {
		name string
		q    Query
	}{{"all", Query{}}, {"names", Query{Sort: Name, Lang: "ar", Page: 4}}, {"detour", Query{Text: "detuor"}},
		{"prices", Query{Sort: PriceDesc, Page: 3}}}...) {
		a, b := bq.q, bq.q
		a.Facets, b.Facets = true, true
		a.Place, b.Place = one.place, two.place
		ra, rb := *one.ix.Search(a), *two.ix.Search(b)
		ra.Version, rb.Version = 0, 0
		if !reflect.DeepEqual(ra, rb) {
			t.Errorf("%s: %+v\n%+v", bq.name, ra, rb)
		}
	}
}

// TestReadersSeeWholeVersions reads while products change. Every change keeps
// a sum constant: prices add up to the same in every version.
func TestReadersSeeWholeVersions(t *testing.T) {
	const n, price = 400, 1000
	s := newShop()
	s.policy = policy{fanout: 2, inline: 50, minDead: 20, remember: 10}
	var list []Product
	for i := range n {
		list = append(list, s.item(fmt.Sprintf("p%03d", i), fmt.Sprintf("Pen %d", i%7), "قلم", price, int64(i%5)))
	}
	s.Apply(list, nil)
	here := NewPlace([]PlaceBranch{{Branch: s.main, Delivers: true}})
	var stop atomic.Bool
	var wg sync.WaitGroup
	for r := range 3 {
		wg.Go(func() {
			for i := 0; !stop.Load(); i++ {
				q := Query{Sort: []Sort{PriceAsc, Name, Relevance, Popular}[(i+r)%4], PerPage: n + 10, Facets: true, Place: here}
				if i%2 == 0 {
					q.Text = "pen"
				}
				res := s.Search(q)
				sum := int64(0)
				for _, h := range res.Hits {
					sum += h.Price
				}
				if res.Total != n || len(res.Hits) != n || sum != n*price || res.Facets.InStock != n {
					t.Errorf("%q %s: %d of %d products, %d in stock, prices add up to %d", q.Text, q.Sort, len(res.Hits), res.Total,
						res.Facets.InStock, sum)
					return
				}
				s.Suggest(SuggestQuery{Prefix: "p", Place: here})
				s.Len()
			}
		})
	}
	rnd := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		a, b := rnd.IntN(n), rnd.IntN(n)
		if a == b {
			continue
		}
		d := int64(rnd.IntN(100))
		p, q := list[a], list[b]
		p.Offers = []Offer{{Branch: s.main, Price: p.Offers[0].Price + d, Available: true}}
		q.Offers = []Offer{{Branch: s.main, Price: q.Offers[0].Price - d, Available: true}}
		p.Rank = int64(rnd.IntN(9))
		list[a], list[b] = p, q
		s.Apply([]Product{p, q}, nil)
	}
	stop.Store(true)
	wg.Wait()
	s.Settle()
}
