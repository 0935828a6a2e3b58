package demo

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"wekala/internal/operations/demo/data"
	"wekala/internal/platform/clock"
)

// The regulars' orders are between these days before the demo's present, before all handwritten orders. They became
// customers earlier.
const (
	regularsJoined = 330
	firstVisit     = 200
	lastVisit      = 110
	minAgain       = 2 // times that somebody ordered the same again, a week after the other
	maxAgain       = 6
)

// tourDistrict is where visitors of the demo begin.
const tourDistrict = "maadi"

// newcomers are branches without ratings, besides those that never open.
var newcomers = map[string]bool{"beit-naddaf-obour": true, "dell-shagara-madinaty": true}

// visit is a regular's order at a branch, and their opinion, each time: the first is in the order.
type visit struct {
	order PastOrder
	again []*PastOpinion
}

// visits returns who ordered what at which branch: the same in every demo.
func visits(shop *data.Shop, now time.Time) []visit {
	var all []visit
	reviews := slices.Clone(shop.Reviews)
	nth := map[string]int{} // of a store's branches
	for i := range shop.Branches {
		b := &shop.Branches[i]
		nth[b.Store]++
		if b.SwitchedClosed || newcomers[b.Slug] {
			continue
		}
		goods := liked(shop, b)
		var here []visit
		times := 0
		for n, who := range regularsOf(shop, b) {
			again := minAgain + int(data.Hash(b.Slug, who.customer.ID, "again")%(maxAgain-minAgain+1))
			days := lastVisit + int(data.Hash(b.Slug, who.customer.ID, "day")%(firstVisit-lastVisit))
			hour := 12 + int(data.Hash(b.Slug, who.customer.ID, "hour")%10)
			y, m, d := now.In(clock.Cairo).Date()
			here = append(here, visit{again: make([]*PastOpinion, again), order: PastOrder{
				UserID: CustomerID(who.customer.ID), AddressID: AddressID(who.customer.ID, who.address), BranchID: BranchID(b.Slug),
				Status: "delivered", Payment: "cod",
				PlacedAt: time.Date(y, m, d-days, hour, 0, 0, 0, clock.Cairo).UTC(),
				Lines:    enough(b, goods, 3*n+4*(nth[b.Store]-1)),
			}})
			times += 1 + again
		}
		stars := rated(b, times)
		for k := range here {
			v := &here[k]
			who := shop.Regular(v.order.UserID[len(CustomerID("")):])
			for t := range 1 + len(v.again) {
				last := t == len(v.again)
				o := &PastOpinion{After: time.Duration(1+data.Hash(b.Slug, who.ID, strconv.Itoa(t))%26) * time.Hour,
					Stars: stars[0]}
				stars = stars[1:]
				o.DeliveryStars = min(5, o.Stars+int64(data.Hash(b.Slug, who.ID, "delivery", strconv.Itoa(t))%2))
				if last {
					o.Text, o.Answer = say(&reviews, b.Service, "order", who.Lang, o.Stars)
				}
				if (len(v.again)-t)%3 == 0 {
					o.Lines = map[string]PastLineOpinion{}
					for n, l := range v.order.Lines {
						one := PastLineOpinion{Stars: likes(goods, l.VariantID, who.ID+strconv.Itoa(t))}
						if last && n == 0 {
							one.Text, one.Answer = say(&reviews, b.Service, "product", who.Lang, one.Stars)
						}
						o.Lines[l.VariantID] = one
					}
				}
				if t == 0 {
					v.order.Opinion = o
				} else {
					v.again[t-1] = o
				}
			}
		}
		all = append(all, here...)
	}
	return all
}

// say takes the first unused text with so many stars.
func say(reviews *[]data.Review, service, of, lang string, stars int64) (text, answer string) {
	n := slices.IndexFunc(*reviews, func(r data.Review) bool {
		return r.Service == service && r.Of == of && r.Lang == lang && r.Stars == stars
	})
	if n < 0 {
		return "", ""
	}
	r := (*reviews)[n]
	*reviews = slices.Delete(*reviews, n, n+1)
	return r.Text, r.Answer
}

// living is a regular at one of their addresses, by its place.
type living struct {
	customer *data.Customer
	address  int
}

// regularsOf picks one customer within reach of a branch, and two where the tour begins and where parcels are sent
// from: each adds some hundredths of a second to the demo's first start.
func regularsOf(shop *data.Shop, b *data.Branch) []living {
	var near []living
	for i := range shop.Regulars {
		c := &shop.Regulars[i]
		if n := slices.IndexFunc(c.Addresses, func(a data.Address) bool { return reaches(b, a.District) }); n >= 0 {
			near = append(near, living{c, n})
		}
	}
	most := 1
	if b.District == tourDistrict || b.Main && b.DeliveryMinutes == 0 {
		most = 2
	}
	out := make([]living, min(most, len(near)))
	for i := range out {
		out[i] = near[(int(data.Hash(b.Slug, "who")%97)+i)%len(near)]
	}
	return out
}

// good is something a branch sells, with its price there.
type good struct {
	product *data.Product
	variant string
	price   int64
}

// liked lists the goods of a branch, the most frequently bought first.
func liked(shop *data.Shop, b *data.Branch) []good {
	var out []good
	for i := range shop.Products {
		p := &shop.Products[i]
		if s := shop.Shelf(b, p, p.Variants[0]); s.Sold && s.Stock > 0 && p.MinQty <= 1 {
			out = append(out, good{p, VariantID(p.Variants[0].SKU), cmp.Or(s.OfferPrice, s.Price)})
		}
	}
	slices.SortStableFunc(out, func(a, b good) int { return cmp.Compare(b.product.Popularity, a.product.Popularity) })
	return out[:min(len(out), 18)]
}

// enough takes three things from a place in the list on, and more of the dearest
// until a branch takes the order.
func enough(b *data.Branch, goods []good, from int) []PastLine {
	var lines []PastLine
	total, dearest := int64(0), 0
	for k := range min(3, len(goods)) {
		g := goods[(from+k)%len(goods)]
		lines = append(lines, PastLine{g.variant, 1})
		if total += g.price; g.price > goods[(from+dearest)%len(goods)].price {
			dearest = k
		}
	}
	for g := goods[(from+dearest)%len(goods)]; total < b.MinimumOrder &&
		(g.product.MaxQty == 0 || lines[dearest].Qty < g.product.MaxQty); total += g.price {
		lines[dearest].Qty++
	}
	return lines
}

// rated gives a branch its stars, so many: 3.9 to 4.9 on average, in no order.
func rated(b *data.Branch, n int) []int64 {
	tenths := 39 + int(data.Hash(b.Slug, "stars")%11)
	sum := min((tenths*n+9)/10, 5*n-1)
	stars := make([]int64, n)
	for i := range stars {
		stars[i] = int64(sum / n)
		if i < sum%n {
			stars[i]++
		}
	}
	// Two fours may as well be a five and a three.
	if n := slices.Index(stars, 4); n >= 0 && n+3 < len(stars) && stars[n+3] == 4 {
		stars[n], stars[n+1] = 5, 3
	}
	place := func(i int) uint32 { return data.Hash(b.Slug, "place", strconv.Itoa(i)) }
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(place(a), place(b)) })
	out := make([]int64, n)
	for i, from := range order {
		out[i] = stars[from]
	}
	return out
}

// likes is a customer's rating of a product: some are liked more than others.
func likes(goods []good, variant, who string) int64 {
	g := goods[slices.IndexFunc(goods, func(g good) bool { return g.variant == variant })]
	roll := data.Hash(g.product.Slug, who) % 100
	switch {
	case roll < 35+data.Hash(g.product.Slug, "liked")%60:
		return 5
	case roll < 96:
		return 4
	}
	return 3
}
