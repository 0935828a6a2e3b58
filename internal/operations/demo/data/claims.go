package data

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Figures in the text of a banner or a row: a coupon's code, percents, pounds.
var (
	codeSaid    = regexp.MustCompile(`\b[A-Z]{2,}[0-9]+\b`)
	percentSaid = regexp.MustCompile(`([0-9]+)\s?[%٪]`)
	poundsSaid  = regexp.MustCompile(`EGP ([0-9]+)|([0-9]+) جنيه`)
	alwaysSaid  = regexp.MustCompile(`24 hours|24 ساعة`)
	underSaid   = regexp.MustCompile(`[Uu]nder EGP|أقل من`)
)

// said are the figures of a text, each once, in order.
func said(figure *regexp.Regexp, text string) []string {
	var all []string
	for _, found := range figure.FindAllStringSubmatch(text, -1) {
		all = append(all, strings.Join(found[1:], ""))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// checkClaims holds what banners and rows promise against the coupons, the
// hours and the prices that keep it, in both languages.
func (s *Shop) checkClaims(c *checker) {
	coupons := map[string]*Coupon{}
	for i := range s.Coupons {
		coupons[s.Coupons[i].Code] = &s.Coupons[i]
	}
	for i := range s.Banners {
		b := &s.Banners[i]
		for _, text := range []string{b.Title.EN + " " + b.Text.EN, b.Title.AR + " " + b.Text.AR} {
			s.checkBanner(c, b, text, coupons)
		}
	}
	for i := range s.Blocks {
		b := &s.Blocks[i]
		for _, title := range []string{b.Title.EN, b.Title.AR} {
			for _, pounds := range said(poundsSaid, title) {
				most, _ := piastres(pounds)
				c.want(underSaid.MatchString(title) && b.Rule == "list", "%s: %q is kept by nothing", b.Slug, title)
				for _, slug := range b.Products {
					c.want(s.cheapest(slug) < most, "%s: %s is not under %s", b.Slug, slug, pounds)
				}
			}
		}
	}
}

func (s *Shop) checkBanner(c *checker, b *Banner, text string, coupons map[string]*Coupon) {
	codes := codeSaid.FindAllString(text, -1)
	percents, pounds := said(percentSaid, text), said(poundsSaid, text)
	if alwaysSaid.MatchString(text) {
		branch := s.branches[strings.TrimPrefix(b.Link, "/branches/")]
		c.want(branch != nil && branch.always(), "%s: %q, but its branch closes", b.Slug, text)
	}
	if len(codes) == 0 {
		c.want(len(percents)+len(pounds) == 0, "%s: no coupon or price keeps %q", b.Slug, text)
		return
	}
	v := coupons[codes[0]]
	if v == nil || len(codes) > 1 {
		c.want(false, "%s: coupon %q", b.Slug, codes)
		return
	}
	var rates, amounts []string
	switch v.Kind {
	case "percent":
		rates = append(rates, fmt.Sprint(v.Value/100))
	case "amount":
		amounts = append(amounts, fmt.Sprint(v.Value/100))
	}
	for _, limit := range []int64{v.Minimum, v.Cap} {
		if limit > 0 {
			amounts = append(amounts, fmt.Sprint(limit/100))
		}
	}
	slices.Sort(amounts)
	c.want(slices.Equal(percents, rates) && slices.Equal(pounds, slices.Compact(amounts)),
		"%s says %v percent and %v pounds, %s has %v and %v: %s", b.Slug, percents, pounds, v.Code, rates, amounts, text)
	c.want(len(v.Services) == 0 || slices.Contains(v.Services, b.Service), "%s: %s is for %v", b.Slug, v.Code, v.Services)
	c.want(v.EndsInDays == nil || b.EndsInDays != nil && *b.EndsInDays <= *v.EndsInDays,
		"%s is shown longer than %s lasts", b.Slug, v.Code)
	c.want(v.StartsInDays == nil || b.StartsInDays != nil && *b.StartsInDays >= *v.StartsInDays,
		"%s is shown before %s begins", b.Slug, v.Code)
}

// always reports a branch that never closes.
func (b *Branch) always() bool {
	days := 0
	for _, h := range b.Hours {
		if h.Open == "00:00" && h.Close == "00:00" {
			days++
		}
	}
	return days == 7
}

// cheapest is the lowest price of a product, where it is dearest.
func (s *Shop) cheapest(slug string) int64 {
	p := s.products[slug]
	var dearest int64
	for i := range s.Branches {
		b := &s.Branches[i]
		if b.Store != p.Store {
			continue
		}
		var lowest int64
		for _, v := range p.Variants {
			shelf := s.Shelf(b, p, v)
			if price := shelf.Price; shelf.Sold && (lowest == 0 || price < lowest) {
				lowest = price
			}
		}
		dearest = max(dearest, lowest)
	}
	return dearest
}
