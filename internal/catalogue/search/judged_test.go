package search

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/operations/demo/data"
)

// The judged questions are asked of the demo's shop by a customer in Maadi on
// a Tuesday evening: place and clock never move.
const (
	judgedDistrict = "maadi"
	judgedDay      = time.Tuesday
	judgedTime     = "20:00"

	// judgedDepth is the longest page, longer than any answer: every result must have been judged.
	judgedDepth = maxPerPage
	// gainDepth is how far down a place still counts.
	gainDepth = 10
)

// question is one judged question.
type question struct {
	lang, text     string
	service, first string // only of this service; this one first
	grades         map[string]int
	onShelf        map[string]int // of products that may be named as well
}

func (q *question) String() string {
	head := q.lang
	if q.service != "" {
		head += " " + q.service
	}
	if q.first != "" {
		head += " in " + q.first
	}
	return head + ": " + q.text
}

// readJudged reads questions as the head of their file describes.
func readJudged(t *testing.T, file string, shop *data.Shop) []*question {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	shelves := map[string][]string{}
	known := map[string]bool{}
	for _, p := range shop.Products {
		shelves[p.Category] = append(shelves[p.Category], p.Slug)
		known[p.Slug] = true
	}
	var list []*question
	for n, line := range strings.Split(string(raw), "\n") {
		fail := func(format string, args ...any) {
			t.Fatalf("%s:%d: %s", file, n+1, fmt.Sprintf(format, args...))
		}
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
		case !strings.HasPrefix(line, "  "):
			head, text, ok := strings.Cut(line, ": ")
			lang, service, _ := strings.Cut(head, " ")
			first, in := strings.CutPrefix(service, "in ")
			if in {
				service = ""
			} else {
				first = ""
			}
			if !ok || !slices.Contains([]string{"ar", "en", "franco"}, lang) {
				fail("no question: %s", line)
			}
			q := &question{lang: lang, service: service, first: first, text: text, grades: map[string]int{},
				onShelf: map[string]int{}}
			if slices.ContainsFunc(list, func(o *question) bool { return o.String() == q.String() }) {
				fail("%s is asked twice", q)
			}
			list = append(list, q)
		default:
			f := strings.Fields(line)
			q := list[len(list)-1]
			grade := slices.Index([]string{"0", "1", "2", "3"}, f[0])
			if grade < 0 {
				fail("the grade %s", f[0])
			}
			for _, slug := range f[1:] {
				if shelf, ok := strings.CutPrefix(slug, "@"); ok {
					if shelves[shelf] == nil {
						fail("no shelf %s", shelf)
					}
					for _, s := range shelves[shelf] {
						if _, twice := q.onShelf[s]; twice {
							fail("@%s is judged twice", shelf)
						}
						q.onShelf[s] = grade
					}
					continue
				}
				if !known[slug] {
					fail("no product %s", slug)
				}
				if g, twice := q.grades[slug]; twice && g != grade {
					fail("%s is judged twice", slug)
				}
				q.grades[slug] = grade
			}
		}
	}
	for _, q := range list {
		for s, g := range q.onShelf {
			if _, named := q.grades[s]; !named {
				q.grades[s] = g
			}
		}
	}
	return list
}

// judgedShop is the demo as the feed would hand it over.
func judgedShop(t *testing.T) (*data.Shop, *Index, *Place) {
	t.Helper()
	shop, err := data.Load()
	if err != nil {
		t.Fatal(err)
	}
	ix := New()
	categories := map[string]data.Category{}
	for _, c := range shop.Categories {
		categories[c.Slug] = c
	}
	var near []PlaceBranch
	at := shop.Branches[slices.IndexFunc(shop.Branches,
		func(b data.Branch) bool { return b.Main && b.District == judgedDistrict })].At
	for i := range shop.Branches {
		b := &shop.Branches[i]
		near = append(near, PlaceBranch{
			Branch:   ix.Branch(b.Slug),
			Delivers: slices.ContainsFunc(b.Zones, func(z data.Zone) bool { return z.District == judgedDistrict }),
			Open:     !b.SwitchedClosed && slices.ContainsFunc(b.Hours, openThen),
			Rank:     int(math.Hypot(b.At.Lat-at.Lat, b.At.Lng-at.Lng) * 100_000),
		})
	}
	var products []Product
	for i := range shop.Products {
		p := &shop.Products[i]
		made := Product{
			ID: p.Slug, Slug: p.Slug, NameEN: p.Name.EN, NameAR: p.Name.AR, StoreID: p.Store, ServiceID: p.Service,
			Rank: p.Popularity,
		}
		for c, ok := categories[p.Category]; ok; c, ok = categories[c.Parent] {
			made.Categories = append(made.Categories, c.Slug)
			made.Shelves = append(made.Shelves, Text{c.Name.EN, c.Name.AR})
		}
		if p.Keywords != "" {
			made.Keywords = []string{p.Keywords}
		}
		for k := range shop.Branches {
			b := &shop.Branches[k]
			for _, v := range p.Variants {
				if shelf := shop.Shelf(b, p, v); shelf.Sold {
					made.Offers = append(made.Offers,
						Offer{Branch: ix.Branch(b.Slug), Price: cmp.Or(shelf.OfferPrice, shelf.Price), Available: shelf.Stock > 0})
				}
			}
		}
		products = append(products, made)
	}
	ix.Apply(products, nil)
	return shop, ix, NewPlace(near)
}

func openThen(s data.Shift) bool {
	if s.Day != judgedDay {
		return false
	}
	return s.Open <= judgedTime && (judgedTime < s.Close || s.Close <= s.Open)
}

// gain is the worth of a grade at a place: an unavailable product is worth the next lower grade, but never nothing.
func gain(grade int, here bool) float64 {
	if grade > 1 && !here {
		grade--
	}
	return float64(int(1)<<grade - 1)
}

// ndcg compares the order of the results with the best possible order of all judged products.
func ndcg(gains, all []float64) float64 {
	slices.SortFunc(all, func(a, b float64) int { return cmp.Compare(b, a) })
	sum := func(list []float64) (s float64) {
		for i, g := range list[:min(len(list), gainDepth)] {
			s += g / math.Log2(float64(i)+2)
		}
		return s
	}
	if best := sum(all); best > 0 {
		return sum(gains) / best
	}
	return 0
}

// TestJudgedSearch runs hundreds of searches and compares the order of the results with what people would want. The
// sealed ones were judged by people who had not seen the ranking, and are never used for tuning.
func TestJudgedSearch(t *testing.T) {
	shop, ix, place := judgedShop(t)
	had, now := map[string]bool{}, map[string]bool{}
	for page := 1; ; page++ {
		r := ix.Search(Query{Sort: Popular, Place: place, Page: page, PerPage: maxPerPage})
		if len(r.Hits) == 0 {
			break
		}
		for _, h := range r.Hits {
			pref := place.pref[ix.Branch(h.Branch)]
			had[h.ID] = h.Available && pref&prefDelivers != 0
			now[h.ID] = had[h.ID] && pref&prefOpen != 0
		}
	}
	for _, set := range []struct {
		file         string
		count        int
		least, worst float64
		behind       int     // at most
		wrong        float64 // share of what is found, at most
		denied       int     // questions whose good answers are called near, at most
	}{
		{"testdata/judged-tuning.txt", 263, 0.90, 0.5, 12, 0.29, 1},
		{"testdata/judged-sealed.txt", 113, 0.85, 0, 10, 0.5, 6},
	} {
		t.Run(strings.TrimSuffix(strings.TrimPrefix(set.file, "testdata/judged-"), ".txt"), func(t *testing.T) {
			questions := readJudged(t, set.file, shop)
			if len(questions) < set.count {
				t.Errorf("%d questions, want %d", len(questions), set.count)
			}
			type outcome struct {
				*question
				score float64
				found string
			}
			var outcomes []outcome
			sum, behind, all, wrong, denied := 0.0, 0, 0, 0, 0
			for _, q := range questions {
				lang := "ar"
				if q.lang == "en" {
					lang = "en"
				}
				r := ix.Search(
					Query{Text: q.text, Lang: lang, Service: q.service, First: q.first, Place: place, PerPage: judgedDepth})
				var gains, best []float64
				var found []string
				all += len(r.Hits)
				if r.OnlyNear && slices.ContainsFunc(r.Hits, func(h Hit) bool { return q.grades[h.ID] > 1 }) {
					denied++
				}
				for i, h := range r.Hits {
					for _, before := range r.Hits[:min(i, gainDepth)] {
						if i < gainDepth && now[h.ID] && !now[before.ID] && q.grades[h.ID] > 0 && q.grades[h.ID] >= q.grades[before.ID] {
							behind++
						}
					}
					grade, judged := q.grades[h.ID]
					if !judged {
						t.Errorf("%s: nobody judged %s", q, h.ID)
					}
					if grade == 0 {
						wrong++
					}
					gains = append(gains, gain(grade, had[h.ID]))
					mark := ""
					if !had[h.ID] {
						mark = "-"
					}
					found = append(found, fmt.Sprintf("%s=%d%s", h.ID, grade, mark))
				}
				for id, grade := range q.grades {
					best = append(best, gain(grade, had[id]))
				}
				score := ndcg(gains, best)
				sum += score
				outcomes = append(outcomes, outcome{q, score, strings.Join(found, " ")})
				if score < set.worst {
					t.Errorf("%s: %.2f, want %.2f: %s", q, score, set.worst, outcomes[len(outcomes)-1].found)
				}
			}
			mean := sum / float64(len(questions))
			t.Logf("nDCG@%d of %d questions: %.3f", gainDepth, len(questions), mean)
			t.Logf("%d times what can be ordered now stands behind what cannot and is no better", behind)
			t.Logf("%d of %d products found are wrong (%.3f); good answers to %d questions are called near", wrong, all,
				float64(wrong)/float64(all), denied)
			if share := float64(wrong) / float64(all); share > set.wrong || denied > set.denied {
				t.Errorf(
					"%.3f of what is found is wrong, want %.2f at most; %d questions are denied their answers, want %d at most", share,
					set.wrong, denied, set.denied)
			}
			if behind > set.behind {
				t.Errorf("%d times what can be ordered now stands behind what cannot, want %d at most", behind, set.behind)
			}
			if mean < set.least {
				t.Errorf("nDCG@%d is %.3f, want %.2f", gainDepth, mean, set.least)
			}
			slices.SortFunc(outcomes, func(a, b outcome) int { return cmp.Compare(a.score, b.score) })
			for _, o := range outcomes[:10] {
				t.Logf("%.2f %s → %s", o.score, o.question, o.found)
			}
		})
	}
}
