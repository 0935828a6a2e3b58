package search

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"
)

// A catalogue as a large marketplace has it: some hundred things to buy, from
// many brands, in many kinds and sizes, sold by the two or three branches of
// their store.
var (
	benchThings = [][2]string{
		{"Milk", "حليب"}, {"Cheese", "جبنة"}, {"Yogurt", "زبادي"}, {"Butter", "زبدة"}, {"Cream", "كريمة"}, {"Eggs", "بيض"},
		{"Bread", "خبز"}, {"Rice", "أرز"}, {"Pasta", "مكرونة"}, {"Flour", "دقيق"}, {"Sugar", "سكر"}, {"Salt", "ملح"},
		{"Tea", "شاي"}, {"Coffee", "قهوة"}, {"Juice", "عصير"}, {"Water", "مياه"}, {"Cola", "كولا"}, {"Chocolate", "شوكولاتة"},
		{"Biscuits", "بسكويت"}, {"Chips", "شيبسي"}, {"Honey", "عسل"}, {"Jam", "مربى"}, {"Tuna", "تونة"}, {"Beans", "فول"},
		{"Lentils", "عدس"}, {"Chickpeas", "حمص"}, {"Tomatoes", "طماطم"}, {"Potatoes", "بطاطس"}, {"Onions", "بصل"},
		{"Garlic", "ثوم"},
		{"Apples", "تفاح"}, {"Bananas", "موز"}, {"Oranges", "برتقال"}, {"Mango", "مانجو"}, {"Grapes", "عنب"},
		{"Dates", "تمر"},
		{"Chicken", "دجاج"}, {"Beef", "لحم بقري"}, {"Fish", "سمك"}, {"Shrimp", "جمبري"}, {"Sausage", "سجق"},
		{"Burger", "برجر"},
		{"Shampoo", "شامبو"}, {"Soap", "صابون"}, {"Toothpaste", "معجون أسنان"}, {"Detergent", "منظف"}, {"Tissues", "مناديل"},
		{"Diapers", "حفاضات"},
		{"Phone", "هاتف"}, {"Charger", "شاحن"}, {"Headphones", "سماعات"}, {"Laptop", "لابتوب"}, {"Tablet", "تابلت"},
		{"Cable", "كابل"},
		{"Shirt", "قميص"}, {"Trousers", "بنطلون"}, {"Dress", "فستان"}, {"Shoes", "حذاء"}, {"Jacket", "جاكيت"},
		{"Socks", "جوارب"},
		{"Lamp", "مصباح"}, {"Chair", "كرسي"}, {"Table", "طاولة"}, {"Pillow", "وسادة"}, {"Blanket", "بطانية"},
		{"Towel", "منشفة"},
		{"Pen", "قلم"}, {"Notebook", "دفتر"}, {"Toy", "لعبة"}, {"Ball", "كرة"}, {"Vitamin", "فيتامين"}, {"Perfume", "عطر"},
	}
	benchKinds = [][2]string{
		{"Fresh", "طازج"}, {"Organic", "عضوي"}, {"Full Cream", "كامل الدسم"}, {"Light", "خفيف"}, {"Premium", "فاخر"},
		{"Classic", "كلاسيك"},
		{"Family", "عائلي"}, {"Mini", "صغير"}, {"Extra", "إكسترا"}, {"Golden", "ذهبي"}, {"White", "أبيض"}, {"Black", "أسود"},
		{"Red", "أحمر"}, {"Green", "أخضر"}, {"Natural", "طبيعي"}, {"Spicy", "حار"}, {"Sweet", "حلو"}, {"Frozen", "مجمد"},
		{"Soft", "ناعم"}, {"Strong", "قوي"},
	}
	benchSounds = [][2]string{
		{"ju", "جو"}, {"ha", "ها"}, {"na", "نا"}, {"la", "لا"}, {"mar", "مر"}, {"do", "دو"}, {"fa", "فا"}, {"ra", "را"},
		{"gi", "جي"}, {"za", "زا"},
		{"nor", "نور"}, {"sam", "سام"}, {"ty", "تي"}, {"be", "بي"}, {"ko", "كو"}, {"pan", "بان"}, {"da", "دا"}, {"vi", "في"},
		{"lu", "لو"}, {"mo", "مو"},
	}
	benchSizes = []string{"100 g", "250 g", "500 g", "1 kg", "2 kg", "200 ml", "500 ml", "1 L", "1.5 L", "6 x", "12 x",
		"24 x"}
)

type catalogue struct {
	ix    *Index
	rnd   *rand.Rand
	n     int
	place *Place
}

const (
	benchStores   = 200
	benchServices = 3
)

func newCatalogue(ix *Index, n int) *catalogue {
	c := &catalogue{ix: ix, n: n, rnd: rand.New(rand.NewPCG(1, 2))}
	var near []PlaceBranch
	for s := range benchStores {
		for b := range 3 {
			near = append(near, PlaceBranch{
				Branch: ix.Branch(fmt.Sprintf("brn_01J%08d%d", s, b)), Delivers: c.rnd.IntN(2) == 0, Open: c.rnd.IntN(5) > 0,
				Rank: c.rnd.IntN(100),
			})
		}
	}
	c.place = NewPlace(near)
	return c
}

func (c *catalogue) product(i int) Product {
	r := c.rnd
	thing := r.IntN(len(benchThings))
	kind := benchKinds[r.IntN(len(benchKinds))]
	a, b, d := benchSounds[r.IntN(20)], benchSounds[r.IntN(20)], benchSounds[r.IntN(5)]
	size := benchSizes[r.IntN(len(benchSizes))]
	store := thing%benchServices + benchServices*r.IntN(benchStores/benchServices)
	p := Product{
		ID: fmt.Sprintf("prd_01JZZ%021d", i), Slug: "product-" + strconv.Itoa(i),
		NameEN:    fmt.Sprintf("%s %s %s %s", a[0]+b[0]+d[0], kind[0], benchThings[thing][0], size),
		NameAR:    fmt.Sprintf("%s %s %s %s", benchThings[thing][1], kind[1], a[1]+b[1]+d[1], size),
		StoreID:   fmt.Sprintf("str_01J%023d", store),
		ServiceID: fmt.Sprint("svc_", thing%benchServices),
		Categories: []string{
			fmt.Sprint("cat_leaf", thing), fmt.Sprint("cat_mid", thing%12), fmt.Sprint("cat_top", thing%benchServices),
		},
		Keywords:   []string{"SKU" + strconv.Itoa(i)},
		Rank:       int64(r.IntN(1000)),
		CreatedAt:  int64(i),
		Attributes: []Attribute{{"brand", a[0] + b[0] + d[0]}, {"size", size}},
	}
	price := int64(500 + r.IntN(50000))
	for b := range 2 + r.IntN(2) {
		o := Offer{Branch: c.ix.Branch(fmt.Sprintf("brn_01J%08d%d", store, b)), Price: price + int64(r.IntN(5))*100,
			Available: r.IntN(10) > 0}
		if r.IntN(5) == 0 {
			o.OldPrice = o.Price * 5 / 4
		}
		p.Offers = append(p.Offers, o)
	}
	return p
}

func (c *catalogue) all(yield func(Product, error) bool) {
	for i := range c.n {
		if !yield(c.product(i), nil) {
			return
		}
	}
}

var bench100k = sync.OnceValue(func() *catalogue {
	ix := New()
	c := newCatalogue(ix, 100_000)
	if err := ix.Load(c.all); err != nil {
		panic(err)
	}
	return c
})

// processor reports the processor time of the loop that follows: the machine
// may be busy with other things.
func processor(b *testing.B) (done func()) {
	used := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			b.Fatal(err)
		}
		return u.Utime.Nano() + u.Stime.Nano()
	}
	runtime.GC()
	b.ResetTimer()
	from := used()
	return func() { b.ReportMetric(float64(used()-from)/float64(b.N), "cpu-ns/op") }
}

// uncached asks as if nobody had asked the same before.
func (c *catalogue) uncached(q Query) *Result {
	q.normalise()
	return c.ix.search(c.ix.snap.Load(), &q)
}

var benchQueries = []struct {
	name string
	q    Query
}{
	{"word", Query{Text: "chocolate"}},
	{"word-ar", Query{Text: "شوكولاته"}},
	{"two-words", Query{Text: "fresh milk"}},
	{"prefix", Query{Text: "choc"}},
	{"one-letter", Query{Text: "m"}},
	{"typo", Query{Text: "choclate"}},
	{"typo-ar", Query{Text: "شكولاتة"}},
	{"typo-two-words", Query{Text: "organic chese"}},
	{"franco", Query{Text: "3aseer"}},
	{"layout", Query{Text: "pgdf"}},
	{"drop", Query{Text: "fresh qqqwww milk"}},
	{"nothing", Query{Text: "qqqwww"}},
	{"code", Query{Text: "sku12345"}},
	{"filtered", Query{Text: "milk", InStock: true, PriceMin: 1000, PriceMax: 20000, Category: "cat_leaf0"}},
	{"by-price", Query{Text: "milk", Sort: PriceAsc}},
	{"page-20", Query{Text: "milk", Page: 20}},
}

func BenchmarkSearch(b *testing.B) {
	c := bench100k()
	for _, bq := range benchQueries {
		q := bq.q
		q.Facets, q.Place = true, c.place
		b.Run(bq.name, func(b *testing.B) {
			b.ReportAllocs()
			total := 0
			defer processor(b)()
			for range b.N {
				total = c.uncached(q).Total
			}
			b.ReportMetric(float64(total), "found")
		})
	}
	b.Run("again", func(b *testing.B) {
		for range b.N {
			c.ix.Search(Query{Text: "chocolate", Facets: true, Place: c.place})
		}
	})
	b.Run("suggest", func(b *testing.B) {
		for i := range b.N {
			c.ix.Suggest(SuggestQuery{Prefix: benchThings[i%len(benchThings)][0][:3], Place: c.place})
		}
	})
}

func BenchmarkListing(b *testing.B) {
	c := bench100k()
	for _, s := range []Sort{Relevance, Popular, PriceAsc, Name} {
		for _, page := range []int{1, 500} {
			b.Run(fmt.Sprint(s, "-page-", page), func(b *testing.B) {
				q := Query{Service: "svc_1", Sort: s, Place: c.place, Page: page}
				for range b.N {
					c.uncached(q)
				}
			})
		}
	}
	b.Run("facets", func(b *testing.B) {
		q := Query{Service: "svc_1", Place: c.place, Facets: true}
		for range b.N {
			c.uncached(q)
		}
	})
	// The first to ask after a branch has opened or closed.
	b.Run("popular-after-an-opening", func(b *testing.B) {
		q := Query{Service: "svc_1", Sort: Popular, Place: c.place}
		for i := range b.N {
			place := *c.place
			place.key[0], place.key[1], place.key[2] = byte(i), byte(i>>8), 1
			place.ready = place.key
			q.Place = &place
			c.uncached(q)
		}
	})
	b.Run("first-time", func(b *testing.B) {
		q := Query{Service: "svc_1", Sort: PriceAsc, Place: c.place, Facets: true}
		for i := range b.N {
			q.PriceMax = int64(1_000_000 + i)
			c.uncached(q)
		}
	})
}

// BenchmarkChange changes one product and asks for a page and a search.
func BenchmarkChange(b *testing.B) {
	c := bench100k()
	p := c.product(77)
	b.Run("apply", func(b *testing.B) {
		b.ReportAllocs()
		for i := range b.N {
			p.ID = fmt.Sprintf("prd_01JZZ%021d", i%100_000)
			p.Rank = int64(i)
			c.ix.Apply([]Product{p}, nil)
		}
	})
	b.Run("apply-and-list", func(b *testing.B) {
		for i := range b.N {
			p.ID = fmt.Sprintf("prd_01JZZ%021d", i%100_000)
			p.Rank = int64(i) + 1<<30
			c.ix.Apply([]Product{p}, nil)
			c.ix.Search(Query{Service: "svc_1", Sort: PriceAsc, Place: c.place, Page: 500})
		}
	})
	b.Run("search-after", func(b *testing.B) {
		b.Logf("%d segments", len(c.ix.snap.Load().views))
		for range b.N {
			c.uncached(Query{Text: "chocolate", Facets: true, Place: c.place})
		}
	})
	c.ix.Settle()
}

// TestMillion measures a million products when WEKALA_SEARCH_MILLION is set:
// it wants a gigabyte and half a minute.
func TestMillion(t *testing.T) {
	n, err := strconv.Atoi(os.Getenv("WEKALA_SEARCH_MILLION"))
	if err != nil {
		return
	}
	heap := func() float64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return float64(m.HeapAlloc)
	}
	before := heap()
	ix := New()
	c := newCatalogue(ix, n)
	start := time.Now()
	if err := ix.Load(c.all); err != nil {
		t.Fatal(err)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	t.Logf("loaded in %v, heap from the system %d MB", time.Since(start), (m.HeapSys-m.HeapReleased)>>20)
	t.Logf("%.0f bytes a product", (heap()-before)/float64(n))
	took := func(name string, f func()) {
		start := time.Now()
		f()
		t.Logf("%-28s %v", name, time.Since(start))
	}
	for _, bq := range benchQueries {
		q := bq.q
		q.Facets, q.Place = true, c.place
		c.uncached(q)
		took(bq.name, func() { c.uncached(q) })
	}
	for _, s := range []Sort{Relevance, Popular, PriceAsc, Name} {
		q := Query{Service: "svc_1", Sort: s, Place: c.place}
		took(string(s)+" first time", func() { c.uncached(q) })
		took(string(s)+" page 1", func() { c.uncached(q) })
		q.Page = 500
		took(string(s)+" page 500", func() { c.uncached(q) })
	}
	for i := range 3 {
		p := c.product(i)
		took("apply one", func() { ix.Apply([]Product{p}, nil) })
		took("the same list after it", func() { ix.Search(Query{Service: "svc_1", Sort: PriceAsc, Place: c.place}) })
		took("a search after it", func() { ix.Search(Query{Text: "fresh milk", Facets: true, Place: c.place}) })
	}
	many := make([]Product, n/5)
	for i := range many {
		many[i] = c.product(i)
	}
	took("apply a fifth", func() { ix.Apply(many, nil) })
	many = nil
	took("merge in the background", ix.Settle)
	t.Logf("%.0f bytes a product", (heap()-before)/float64(n))
	runtime.KeepAlive(ix)
}

// BenchmarkCrowd lets 16 customers search at once, none for what another has
// just searched for, in both languages, a third with slips, all with facets
// and a place, some with filters.
func BenchmarkCrowd(b *testing.B) {
	c := bench100k()
	var mu sync.Mutex
	var times []time.Duration
	var seed uint64
	b.SetParallelism(16 / runtime.GOMAXPROCS(0))
	defer processor(b)()
	start := time.Now()
	b.RunParallel(func(pb *testing.PB) {
		mu.Lock()
		seed++
		rnd := rand.New(rand.NewPCG(7, seed))
		mu.Unlock()
		var mine []time.Duration
		for pb.Next() {
			thing, kind := benchThings[rnd.IntN(len(benchThings))], benchKinds[rnd.IntN(len(benchKinds))]
			lang := rnd.IntN(2)
			text := []rune(thing[lang])
			if rnd.IntN(3) == 0 && len(text) > 4 {
				i := 1 + rnd.IntN(len(text)-2)
				text = append(text[:i], text[i+1:]...)
			}
			q := Query{Text: string(text), Facets: true, Place: c.place, InStock: rnd.IntN(4) == 0}
			switch rnd.IntN(4) {
			case 0:
				q.Text += " " + kind[lang]
			case 1:
				q.PriceMax = int64(10_000 + rnd.IntN(40_000))
			case 2:
				q.Service = "svc_1"
			}
			from := time.Now()
			runtime.Gosched() // as a server waits for its connections
			c.uncached(q)
			mine = append(mine, time.Since(from))
		}
		mu.Lock()
		times = append(times, mine...)
		mu.Unlock()
	})
	took := time.Since(start)
	slices.Sort(times)
	b.ReportMetric(float64(len(times))/took.Seconds(), "searches/s")
	b.ReportMetric(float64(times[len(times)/2].Microseconds()), "p50-µs")
	b.ReportMetric(float64(times[len(times)*99/100].Microseconds()), "p99-µs")
}
