package search

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"wekala/internal/operations/demo/data"
)

// demoCatalogue is a large shop as the command demo makes it.
type demoCatalogue struct {
	ix      *Index
	n       int
	shelves []demoShelf
	brands  []Text
	kinds   []Text
	sizes   []Text
	place   *Place
	rnd     *rand.Rand
}

type demoShelf struct {
	service, store string
	main, other    uint32
	categories     []string
	names          []Text
}

func newDemoCatalogue(tb testing.TB, ix *Index, n int) *demoCatalogue {
	tb.Helper()
	shop, err := data.Load()
	if err != nil {
		tb.Fatal(err)
	}
	c := &demoCatalogue{ix: ix, n: n, rnd: rand.New(rand.NewPCG(1, 2))}
	categories := map[string]data.Category{}
	for _, x := range shop.Categories {
		categories[x.Slug] = x
	}
	sellers := map[string][]uint32{}
	var near []PlaceBranch
	for i, b := range shop.Branches {
		number := ix.Branch("brn_" + b.Slug)
		sellers[b.Store] = append(sellers[b.Store], number)
		near = append(near,
			PlaceBranch{Branch: number, Delivers: i%2 == 0 || b.Main && i%3 > 0, Open: i%5 > 0, Rank: i * 37 % 100})
	}
	c.place = NewPlace(near)
	seen := map[string]bool{}
	named := map[string]bool{}
	for _, p := range shop.Products {
		if key := p.Store + "/" + p.Category; !seen[key] {
			seen[key] = true
			at := sellers[p.Store]
			s := demoShelf{service: "svc_" + p.Service, store: "str_" + p.Store, main: at[0], other: at[len(at)-1]}
			for slug := p.Category; slug != ""; slug = categories[slug].Parent {
				s.categories = append(s.categories, "cat_"+slug)
				s.names = append(s.names, Text{categories[slug].Name.EN, categories[slug].Name.AR})
			}
			c.shelves = append(c.shelves, s)
		}
		if last := p.Name.EN[strings.LastIndexByte(p.Name.EN, ' ')+1:]; !named[last] {
			named[last] = true
			c.kinds = append(c.kinds, Text{p.Name.EN, p.Name.AR})
		}
	}
	for _, a := range [][2]string{{"Ba", "با"}, {"Da", "دا"}, {"Fa", "فا"}, {"Ka", "كا"}, {"La", "لا"}, {"Ma", "ما"},
		{"Na", "نا"}, {"Ra", "را"}, {"Sa", "سا"}, {"Za", "زا"}} {
		for _, b := range [][2]string{{"bi", "بي"}, {"di", "دي"}, {"fo", "فو"}, {"li", "لي"}, {"mo", "مو"}, {"ni", "ني"},
			{"ro", "رو"}, {"to", "تو"}} {
			for _, d := range [][2]string{{"na", "نا"}, {"ra", "را"}, {"dan", "دان"}, {"mex", "مكس"}, {"lin", "لين"}} {
				c.brands = append(c.brands, Text{a[0] + b[0] + d[0], a[1] + b[1] + d[1]})
			}
		}
	}
	c.sizes = []Text{{"small", "صغير"}, {"medium", "وسط"}, {"large", "كبير"}, {"family", "عائلي"}, {"classic", "كلاسيك"},
		{"extra", "إكسترا"}, {"light", "خفيف"}}
	return c
}

func (c *demoCatalogue) product(i int) Product {
	i += 10_000_000
	s, b, k, z := &c.shelves[i%len(c.shelves)], c.brands[i*31%len(c.brands)], c.kinds[i*17%len(c.kinds)],
		c.sizes[i*13%len(c.sizes)]
	number := strconv.Itoa(i)
	p := Product{
		ID: "prd_" + number, Slug: "item-" + number,
		NameEN:  b.EN + " " + k.EN + " " + z.EN + " " + strconv.Itoa(i%997),
		NameAR:  b.AR + " " + k.AR + " " + z.AR + " " + strconv.Itoa(i%997),
		StoreID: s.store, ServiceID: s.service, Categories: s.categories, Shelves: s.names,
		Rank: int64(i * 7919 % 400), CreatedAt: int64(-i % 7776000 * 1000),
	}
	o := Offer{Branch: s.main, Price: int64(500+i*104729%20000) * 25, Available: i%25 != 0}
	if i%20 == 0 {
		o.OldPrice, o.Price = o.Price, o.Price*9/10/25*25
	}
	p.Offers = append(make([]Offer, 0, 2), o)
	if i%3 == 0 && s.other != s.main {
		o.Branch = s.other
		p.Offers = append(p.Offers, o)
	}
	return p
}

func (c *demoCatalogue) all(yield func(Product, error) bool) {
	for i := range c.n {
		if !yield(c.product(i), nil) {
			return
		}
	}
}

// asking is one a customer may ask, and its kind.
type asking struct {
	kind string
	q    Query
}

// questions asks n different things of each kind.
func (c *demoCatalogue) questions(n int) []asking {
	rnd := rand.New(rand.NewPCG(3, 4))
	pick := func(list []Text) Text { return list[rnd.IntN(len(list))] }
	kindWord := func(lang int) string {
		k := pick(c.kinds)
		f := strings.Fields(k.EN)
		if lang == 1 {
			f = strings.Fields(k.AR)
		}
		return f[rnd.IntN(len(f))]
	}
	in := func(t Text, lang int) string {
		if lang == 1 {
			return t.AR
		}
		return t.EN
	}
	slip := func(s string) string {
		r := []rune(s)
		if len(r) < 5 {
			return s + s[:1]
		}
		i := 1 + rnd.IntN(len(r)-2)
		switch rnd.IntN(3) {
		case 0:
			return string(append(r[:i:i], r[i+1:]...))
		case 1:
			r[i], r[i+1] = r[i+1], r[i]
		default:
			r[i] = r[0]
		}
		return string(r)
	}
	franco := []string{"3aseer", "gebna", "7aleeb", "laban", "zeit", "2ahwa", "shay", "sokar", "roz", "makarona",
		"ta7eena", "3asal", "fera5", "lahma", "samak", "batates", "basal", "tom", "tofa7", "moz", "bortoqan", "manga",
		"3enab", "balah", "shokolata", "baskot", "mayya", "sabon", "fota", "kobaya"}
	letters := strings.Split("abcdefghijklmnopqrstuvwxyzابتثجحخدذرزسشصضطظعغفقكلمنهوي", "")
	categories := map[string]bool{}
	for _, s := range c.shelves {
		for _, id := range s.categories {
			categories[id] = true
		}
	}
	cats := make([]string, 0, len(categories))
	for id := range categories {
		cats = append(cats, id)
	}
	slices.Sort(cats)
	var out []asking
	seen := map[string]bool{}
	add := func(kind string, make func(lang int) Query) {
		for i := range n {
			var q Query
			for range 20 {
				q = make(i % 2)
				if key := fmt.Sprint(q); !seen[key] {
					seen[key] = true
					break
				}
				q.PriceMax = int64(1_000_000 + len(out)) // no question twice
			}
			q.Facets, q.Place, q.Lang = true, c.place, []string{"en", "ar"}[i%2]
			out = append(out, asking{kind, q})
		}
	}
	add("word", func(lang int) Query { return Query{Text: kindWord(lang)} })
	add("brand", func(lang int) Query { return Query{Text: in(pick(c.brands), lang)} })
	add("size", func(lang int) Query { return Query{Text: in(pick(c.sizes), lang)} })
	add("letter", func(lang int) Query { return Query{Text: letters[rnd.IntN(len(letters))]} })
	add("two letters", func(lang int) Query {
		r := []rune(kindWord(lang))
		return Query{Text: string(r[:min(2, len(r))])}
	})
	add("prefix", func(lang int) Query {
		r := []rune(kindWord(lang))
		return Query{Text: string(r[:min(3+rnd.IntN(2), len(r))])}
	})
	add("two words", func(lang int) Query { return Query{Text: kindWord(lang) + " " + in(pick(c.sizes), lang)} })
	add("brand and word", func(lang int) Query { return Query{Text: in(pick(c.brands), lang) + " " + kindWord(lang)} })
	add("whole name", func(lang int) Query { return Query{Text: in(pick(c.kinds), lang)} })
	add("full name", func(lang int) Query {
		p := c.product(rnd.IntN(c.n))
		return Query{Text: []string{p.NameEN, p.NameAR}[lang]}
	})
	add("figure", func(lang int) Query { return Query{Text: strconv.Itoa(rnd.IntN(1000))} })
	add("typo", func(lang int) Query { return Query{Text: slip(kindWord(lang))} })
	add("typo in two", func(lang int) Query { return Query{Text: slip(kindWord(lang)) + " " + in(pick(c.sizes), lang)} })
	add("typo in brand", func(lang int) Query {
		return Query{Text: slip(in(pick(c.brands), lang)) + " " + kindWord(lang)}
	})
	add("franco", func(lang int) Query {
		return Query{Text: franco[rnd.IntN(len(franco))] + []string{"", " large", " family"}[rnd.IntN(3)]}
	})
	add("layout", func(lang int) Query {
		if o := otherLayout(strings.ToLower(kindWord(lang))); len(o) > 0 {
			return Query{Text: o[0]}
		}
		return Query{Text: "pgdf"}
	})
	add("nothing", func(lang int) Query {
		return Query{Text: []string{"qqqwww", "زظظضض"}[lang] + strconv.Itoa(rnd.IntN(100))}
	})
	add("drop", func(lang int) Query { return Query{Text: kindWord(lang) + " qqqwww " + in(pick(c.sizes), lang)} })
	add("not together", func(lang int) Query {
		return Query{Text: kindWord(lang) + " " + kindWord(lang) + " " + kindWord(lang)}
	})
	add("in stock", func(lang int) Query { return Query{Text: kindWord(lang), InStock: true} })
	add("by price", func(lang int) Query { return Query{Text: kindWord(lang), Sort: PriceAsc, PriceMin: 1000} })
	add("price range", func(lang int) Query {
		return Query{Text: kindWord(lang), PriceMin: int64(rnd.IntN(100_000)), PriceMax: int64(100_000 + rnd.IntN(400_000))}
	})
	add("category", func(lang int) Query { return Query{Text: kindWord(lang), Category: cats[rnd.IntN(len(cats))]} })
	add("store", func(lang int) Query {
		return Query{Text: kindWord(lang), Store: c.shelves[rnd.IntN(len(c.shelves))].store}
	})
	add("service", func(lang int) Query {
		return Query{Text: kindWord(lang), Service: c.shelves[rnd.IntN(len(c.shelves))].service}
	})
	add("first service", func(lang int) Query {
		return Query{Text: kindWord(lang), First: c.shelves[rnd.IntN(len(c.shelves))].service}
	})
	add("page", func(lang int) Query { return Query{Text: kindWord(lang), Page: 2 + rnd.IntN(4)} })
	rnd.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// loadDemo builds the index of WEKALA_SEARCH_TAIL products, or skips the test.
func loadDemo(t *testing.T) *demoCatalogue {
	n, err := strconv.Atoi(os.Getenv("WEKALA_SEARCH_TAIL"))
	if err != nil {
		t.Skip("WEKALA_SEARCH_TAIL is not set")
	}
	var before, after runtime.MemStats
	ix := New()
	c := newDemoCatalogue(t, ix, n)
	runtime.GC()
	runtime.ReadMemStats(&before)
	stop := profile(t, "build")
	start, used := time.Now(), cpuTime()
	if err := ix.Load(c.all); err != nil {
		t.Fatal(err)
	}
	took, cpu := time.Since(start), cpuTime()-used
	stop()
	runtime.ReadMemStats(&after)
	allocated, system := after.TotalAlloc-before.TotalAlloc, after.HeapSys-after.HeapReleased
	runtime.GC()
	runtime.ReadMemStats(&after)
	t.Logf("%d products built in %.1f s (%.1f s of the processor), %d MB allocated, heap from the system %d MB, %.0f "+
		"bytes a product",
		n, took.Seconds(), cpu.Seconds(), allocated>>20, system>>20, float64(after.HeapAlloc-before.HeapAlloc)/float64(n))
	return c
}

// profile writes a profile of the processor into WEKALA_SEARCH_PROFILE.
func profile(t *testing.T, name string) func() {
	dir := os.Getenv("WEKALA_SEARCH_PROFILE")
	if dir == "" {
		return func() {}
	}
	f, err := os.Create(dir + "/" + name + ".prof")
	if err != nil {
		t.Fatal(err)
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		t.Fatal(err)
	}
	return func() { pprof.StopCPUProfile(); _ = f.Close() }
}

// TestTail says how much of the processor each kind of question takes, none
// asked twice.
func TestTail(t *testing.T) {
	c := loadDemo(t)
	debug.SetGCPercent(70)
	each := 40
	if n, err := strconv.Atoi(os.Getenv("WEKALA_SEARCH_EACH")); err == nil {
		each = n
	}
	list := c.questions(each)
	times := map[string][]time.Duration{}
	sums := map[string]string{}
	var all []time.Duration
	ask := func(q Query) *Result {
		q.normalise()
		return c.ix.search(c.ix.snap.Load(), &q)
	}
	ask(Query{Text: "m", Facets: true, Place: c.place}) // the place's choices are made
	found := map[string]int{}
	kinds := []string{}
	defer profile(t, "tail")()
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, used := time.Now(), cpuTime()
	for _, x := range list {
		from := threadTime()
		r := ask(x.q)
		took := threadTime() - from
		if times[x.kind] == nil {
			kinds = append(kinds, x.kind)
		}
		times[x.kind] = append(times[x.kind], took)
		all = append(all, took)
		found[x.kind] += r.Total
		raw, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		sum := sha256.Sum256(append(raw, sums[x.kind]...))
		sums[x.kind] = hex.EncodeToString(sum[:6])
	}
	wall, cpu := time.Since(start), cpuTime()-used
	slices.Sort(kinds)
	line := func(kind string, d []time.Duration, found int, sum string) {
		slices.Sort(d)
		var total time.Duration
		for _, x := range d {
			total += x
		}
		ms := func(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
		t.Logf("%-15s mean %6.2f  p50 %6.2f  p99 %6.2f  max %6.2f ms, %7d found  %s", kind, ms(total/time.Duration(len(d))),
			ms(d[len(d)/2]), ms(d[len(d)*99/100]), ms(d[len(d)-1]), found/len(d), sum)
	}
	for _, k := range kinds {
		line(k, times[k], found[k], sums[k])
	}
	line("all", all, 0, "")
	t.Logf("%.0f a second, %.2f ms of the processor each", float64(len(list))/wall.Seconds(),
		float64(cpu.Microseconds())/1000/float64(len(list)))
	if path := os.Getenv("WEKALA_SEARCH_ANSWERS"); path != "" {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		e := json.NewEncoder(f)
		for _, x := range list {
			r := *ask(x.q)
			r.Version = 0
			x.q.Place = nil
			if err := e.Encode([]any{x.kind, x.q, r}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// TestTailAtRate asks a thousand a second, a fifth of them never asked before,
// whether or not the last ones were answered.
func TestTailAtRate(t *testing.T) {
	c := loadDemo(t)
	debug.SetGCPercent(70)
	fresh := c.questions(200)
	known := c.questions(20)
	for _, x := range known {
		c.ix.Search(x.q)
	}
	var mu sync.Mutex
	var all, missed []time.Duration
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	const rate = 1000
	var wg sync.WaitGroup
	start := time.Now()
	defer profile(t, "rate")()
	asked, used := 0, cpuTime()
	for ctx.Err() == nil && asked/5 < len(fresh) {
		due := int(time.Since(start).Seconds() * rate)
		for ; asked < due && asked/5 < len(fresh); asked++ {
			at := start.Add(time.Duration(asked) * time.Second / rate)
			x, isNew := known[asked%len(known)], asked%5 == 0
			if isNew {
				x = fresh[asked/5]
				x.q.PriceMax += int64(10_000_000 + asked)
			}
			wg.Go(func() {
				c.ix.Search(x.q)
				took := time.Since(at)
				mu.Lock()
				defer mu.Unlock()
				all = append(all, took)
				if isNew {
					missed = append(missed, took)
				}
			})
		}
		time.Sleep(time.Millisecond)
	}
	wg.Wait()
	wall := time.Since(start)
	for _, x := range []struct {
		name string
		d    []time.Duration
	}{{"all", all}, {"never asked before", missed}} {
		slices.Sort(x.d)
		t.Logf("%-20s %d, p50 %v, p99 %v, max %v", x.name, len(x.d), x.d[len(x.d)/2], x.d[len(x.d)*99/100], x.d[len(x.d)-1])
	}
	t.Logf("%d in %.1f s, %.2f cores", len(all), wall.Seconds(), (cpuTime()-used).Seconds()/wall.Seconds())
}

func cpuTime() time.Duration { return usedBy(syscall.RUSAGE_SELF) }

// threadTime is the processor's time of the thread, of which a machine that is
// busy with other things takes nothing.
func threadTime() time.Duration { return usedBy(1) }

func usedBy(who int) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
