package search

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// oracle answers queries by looking at every product every time. It shares
// with the index what a word means (folding, stems, slips, reading queries
// differently) and nothing of how products are kept or found.
type oracle struct {
	products map[string]Product
	branches []string // by number
	places   map[*Place][]PlaceBranch
}

func (o *oracle) apply(upserts []Product, deletes []string) {
	for _, id := range deletes {
		delete(o.products, id)
	}
	for _, p := range upserts {
		o.products[p.ID] = p
	}
}

// inOrder lists the products by popularity, then id.
func (o *oracle) inOrder() []Product {
	list := slices.Collect(maps.Values(o.products))
	slices.SortFunc(list, func(a, b Product) int {
		return cmp.Or(cmp.Compare(b.Rank, a.Rank), strings.Compare(a.ID, b.ID))
	})
	return list
}

// flags gives the words of a product and what they are to it.
func (o *oracle) flags(p Product) map[string]roles {
	out := map[string]roles{}
	s := writer{speller: newSpeller()}
	s.eachWord(&p, func(w *spelled, role roles) bool {
		out[w.text] |= role
		return true
	})
	return out
}

// score gives how well a product meets a query; 0 when it does not.
func (o *oracle) score(p Product, query []*wanted) int {
	sum := 0
	for _, w := range query {
		best := 0
		for t, flags := range o.flags(p) {
			if c := w.meets(t); c != classNone {
				best = max(best, int(w.weights()[c][flags]))
			}
		}
		if best == 0 {
			return 0
		}
		sum += best
	}
	return sum
}

// offer chooses who sells a product.
func (o *oracle) offer(p Product, q *Query) *Offer {
	var best *Offer
	var bestPref [4]int
	for i := range p.Offers {
		f := &p.Offers[i]
		if q.Branch != "" && o.branches[f.Branch] != q.Branch {
			continue
		}
		pref := [4]int{0, 0, 0, -1 << 40}
		for _, b := range o.places[q.Place] {
			if b.Branch == f.Branch {
				pref = [4]int{one(b.Delivers), one(b.Open), 0, -b.Rank}
			}
		}
		pref[2] = one(f.Available)
		if best == nil || cmp.Or(
			slices.Compare(pref[:], bestPref[:]), cmp.Compare(best.Price, f.Price),
			strings.Compare(o.branches[best.Branch], o.branches[f.Branch]),
		) > 0 {
			best, bestPref = f, pref
		}
	}
	return best
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// tests names the conditions of a query and whether a product meets each.
func (o *oracle) tests(p Product, q *Query) map[string]bool {
	f := o.offer(p, q)
	out := map[string]bool{
		"hard": (q.Service == "" || p.ServiceID == q.Service) && (q.Block == "" || slices.Contains(p.Blocks, q.Block)) &&
			(q.Branch == "" || f != nil),
		"store":    q.Store == "" || p.StoreID == q.Store,
		"category": q.Category == "" || slices.Contains(p.Categories, q.Category),
		"price": (q.PriceMin == 0 || f != nil && f.Price >= q.PriceMin) &&
			(q.PriceMax == 0 || f != nil && f.Price <= q.PriceMax),
		"stock": !q.InStock || f != nil && f.Available,
		"offer": !q.OnOffer || f != nil && f.OldPrice > f.Price,
	}
	for _, a := range q.Attributes {
		out["attr "+a.Key] = slices.ContainsFunc(q.Attributes, func(b Attribute) bool {
			return a.Key == b.Key && slices.Contains(p.Attributes, b)
		})
	}
	return out
}

// passes reports that a product meets all conditions but those named.
func passes(tests map[string]bool, but ...string) bool {
	for name, ok := range tests {
		if !ok && !slices.Contains(but, name) {
			return false
		}
	}
	return true
}

// scoped is the corpus of a query.
type scoped struct {
	*oracle
	q *Query
}

func (s scoped) met(query []*wanted, limit int) int {
	n := 0
	for _, p := range s.products {
		t := s.tests(p, s.q)
		if t["hard"] && s.score(p, query) > 0 {
			n++
		}
	}
	return min(n, limit)
}

func (s scoped) sounding(skeleton string, open bool, visit func(string)) {
	for _, p := range s.products {
		for w := range s.flags(p) {
			for _, k := range arabicSkeletons(w) {
				if k == skeleton || open && strings.HasPrefix(k, skeleton) {
					visit(w)
				}
			}
		}
	}
}

func (s scoped) known(w string, as roles, prefix bool) bool {
	for _, p := range s.products {
		for t, role := range s.flags(p) {
			if role&as != 0 && (stem(t) == stem(w) || prefix && strings.HasPrefix(t, w)) {
				return true
			}
		}
	}
	return false
}

func (o *oracle) search(q Query) *Result {
	q.normalise()
	r := &Result{}
	blank := strings.TrimSpace(q.Text) == ""
	c := scoped{o, &q}
	ws := parse(q.Text)
	repairer{c}.listen(ws)
	query := strict(ws)
	read := asHeard(ws, query)
	if !blank && (len(query) == 0 || c.met(query, 1) == 0) {
		if rep := (repairer{c}).repair(ws); rep != nil {
			query, r.Dropped, read = rep.query, rep.dropped, rep
		}
	}
	var more *rest
	if n := c.met(query, fewFound); n > 0 && n < fewFound && len(query) > 1 && q.Sort == Relevance {
		more = read.rest()
	}
	here, delivered := q.Branch == "" &&
		slices.ContainsFunc(o.places[q.Place], func(b PlaceBranch) bool { return b.Delivers }), 0
	if len(query) == 1 && !query[0].behind {
		n := 0
		for _, p := range o.products {
			n += one(o.named(p, query[0]) && o.tests(p, &q)["hard"] && (!here || o.reaches(o.offer(p, &q), &q)))
		}
		switch {
		case n >= enough && query[0].thing():
			query[0].weigh(&weightsFirm)
		case n >= fewFound:
			query[0].weigh(&weightsLess)
		}
	}
	type row struct {
		p         Product
		o         *Offer
		score     int
		tier      int
		delivered bool
		open      bool
	}
	var rows []row
	cats, stores, attrs := map[string]int{}, map[string]int{}, map[string]map[string]int{}
	fc := &Facets{}
	var prices []int64
	for _, p := range o.inOrder() {
		x := row{p: p, o: o.offer(p, &q)}
		if x.o != nil {
			for _, b := range o.places[q.Place] {
				if b.Branch == x.o.Branch && b.Delivers {
					x.delivered, x.open = true, b.Open
				}
			}
			if x.o.Available {
				x.tier = 1 + one(x.delivered) + one(x.open)
			}
		}
		if !blank {
			if len(query) == 0 {
				continue
			}
			if x.score = o.score(p, query); more != nil {
				s := o.score(p, more.query)
				if x.score == 0 && s >= restLeast {
					x.score = s * int(more.share) / 4
				} else if s <= restNamed {
					x.score = x.score * int(more.share) / 4
				}
			}
			if x.score == 0 {
				continue
			}
		}
		tests := o.tests(p, &q)
		if passes(tests) {
			rows = append(rows, x)
		}
		if here && q.Apart && !x.delivered {
			continue
		}
		if passes(tests, "category") {
			for _, c := range p.Categories {
				cats[c]++
			}
		}
		if passes(tests, "store") && p.StoreID != "" {
			stores[p.StoreID]++
		}
		for _, a := range p.Attributes {
			if passes(tests, "attr "+a.Key) {
				if attrs[a.Key] == nil {
					attrs[a.Key] = map[string]int{}
				}
				attrs[a.Key][a.Value]++
			}
		}
		if passes(tests, "price") && x.o != nil {
			prices = append(prices, x.o.Price)
		}
		if passes(tests) {
			delivered += one(x.delivered)
			fc.InStock += one(x.o != nil && x.o.Available)
			fc.OnOffer += one(x.o != nil && x.o.OldPrice > x.o.Price)
		}
	}
	parted := here && q.Sort != Relevance
	slices.SortStableFunc(rows, func(a, b row) int {
		if c := one(!a.delivered) - one(!b.delivered); parted && c != 0 {
			return c
		}
		if c := one(!a.open) - one(!b.open); parted && q.Sort == Popular && c != 0 {
			return c
		}
		switch q.Sort {
		case Newest:
			return cmp.Compare(b.p.CreatedAt, a.p.CreatedAt)
		case PriceAsc, PriceDesc:
			if a.o == nil || b.o == nil {
				return one(a.o == nil) - one(b.o == nil)
			}
			if q.Sort == PriceDesc {
				a, b = b, a
			}
			return cmp.Compare(a.o.Price, b.o.Price)
		case Name:
			return strings.Compare(Fold(o.name(a.p, q.Lang)), Fold(o.name(b.p, q.Lang)))
		case Relevance:
			return cmp.Compare(o.total(b.p, b.score, b.tier, &q), o.total(a.p, a.score, a.tier, &q))
		}
		return 0
	})
	r.Total = len(rows)
	from := min((q.Page-1)*q.PerPage, len(rows))
	for _, x := range rows[from:min(from+q.PerPage, len(rows))] {
		h := Hit{ID: x.p.ID}
		if x.o != nil {
			h.Branch, h.Price, h.OldPrice, h.Available = o.branches[x.o.Branch], x.o.Price, x.o.OldPrice, x.o.Available
		}
		if q.Sort == Relevance {
			h.Score = x.score
		}
		r.Hits = append(r.Hits, h)
	}
	if q.Facets {
		fc.Categories, fc.Stores = counts(cats), counts(stores)
		for _, k := range slices.Sorted(maps.Keys(attrs)) {
			fc.Attributes = append(fc.Attributes, AttributeCounts{k, counts(attrs[k])})
		}
		if len(prices) > 0 {
			fc.PriceMin, fc.PriceMax = slices.Min(prices), slices.Max(prices)
		}
		if here && q.Apart {
			fc.Delivered = &delivered
		}
		r.Facets = fc
	}
	return r
}

// named reports that a word is a product, by its name or its shelf.
func (o *oracle) named(p Product, w *wanted) bool {
	for t, flags := range o.flags(p) {
		if flags&rolesThing != 0 && w.meets(t) >= classFranco {
			return true
		}
	}
	return false
}

// reaches reports that an offer is delivered to a query's place.
func (o *oracle) reaches(f *Offer, q *Query) bool {
	return f != nil &&
		slices.ContainsFunc(o.places[q.Place], func(b PlaceBranch) bool { return b.Branch == f.Branch && b.Delivers })
}

// total is what products are ordered by under relevance.
func (o *oracle) total(p Product, score, tier int, q *Query) int {
	score += int(tierGain[tier])
	if q.First != "" && q.First == p.ServiceID && strings.TrimSpace(q.Text) != "" {
		score += firstGain
	}
	return score
}

func (o *oracle) name(p Product, lang string) string {
	if lang == "ar" {
		return cmp.Or(p.NameAR, p.NameEN)
	}
	return cmp.Or(p.NameEN, p.NameAR)
}

func counts(m map[string]int) []Count {
	out := make([]Count, 0, len(m))
	for id, n := range m {
		out = append(out, Count{id, n})
	}
	slices.SortFunc(out, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), strings.Compare(a.ID, b.ID)) })
	return out
}
