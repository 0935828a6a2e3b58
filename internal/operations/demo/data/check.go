package data

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"unicode"

	placesdata "wekala/internal/locations/places/data"
)

// checker collects everything that is wrong, so that one run shows it all.
type checker struct {
	errs []error
	seen map[string]bool
}

func (c *checker) want(ok bool, format string, args ...any) {
	if !ok {
		c.errs = append(c.errs, fmt.Errorf(format, args...))
	}
}

func (c *checker) unique(kind, key string) {
	c.want(key != "" && !c.seen[kind+" "+key], "%s %q is empty or there twice", kind, key)
	c.seen[kind+" "+key] = true
}

func arabic(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Arabic, r) })
}

// text wants both languages, each in its own letters.
func (c *checker) text(of string, t Text) {
	c.want(t.EN != "" && !arabic(t.EN), "%s: English text %q", of, t.EN)
	c.want(arabic(t.AR), "%s: Arabic text %q", of, t.AR)
}

// label is a text that may be only figures and Latin letters in both, as
// sizes are.
func (c *checker) label(of string, t Text) {
	c.want(t.EN != "" && !arabic(t.EN) && (arabic(t.AR) || t.AR == t.EN), "%s: label %q, %q", of, t.EN, t.AR)
}

func (c *checker) image(of, name string) {
	found, err := fs.Glob(images, "images/"+name+".*")
	c.want(err == nil && len(found) > 0, "%s: no picture %s", of, name)
}

// check proves that the facts fit together.
func (s *Shop) check(places *placesdata.Places) error {
	c := &checker{seen: map[string]bool{}}
	districts := map[string]placesdata.District{}
	for _, d := range places.Districts {
		districts[d.ID] = d
	}
	for _, v := range s.Services {
		c.unique("service", v.Slug)
		c.text(v.Slug, v.Name)
		c.text(v.Slug, v.Tagline)
		c.image(v.Slug, v.Image)
	}
	for _, v := range s.Stores {
		c.unique("store", v.Slug)
		c.want(c.seen["service "+v.Service], "%s: unknown service %q", v.Slug, v.Service)
		c.text(v.Slug, v.Name)
		c.text(v.Slug, v.About)
		c.image(v.Slug, v.Image)
		c.image(v.Slug, v.Cover)
	}
	s.checkBranches(c, districts)
	s.checkCatalogue(c)
	s.checkContent(c, districts)
	s.checkClaims(c)
	s.checkPeople(c)
	s.checkRegulars(c)
	return errors.Join(c.errs...)
}

func (s *Shop) checkBranches(c *checker, districts map[string]placesdata.District) {
	mains := map[string]bool{}
	for _, b := range s.Branches {
		c.unique("branch", b.Slug)
		c.unique("branch phone", b.Phone)
		c.text(b.Slug, b.Name)
		c.label(b.Slug, b.Area)
		c.text(b.Slug, b.Address)
		c.want(districts[b.District].Contains(b.At), "%s is not in %s", b.Slug, b.District)
		c.want(b.MinimumOrder > 0 && len(b.Hours) > 0, "%s: no minimum or hours", b.Slug)
		c.want((b.DeliveryMinutes == 0) == (b.Service == "general"), "%s: delivery minutes", b.Slug)
		home := false
		for _, z := range b.Zones {
			_, known := districts[z.District]
			c.want(known && z.Fee > 0 && (z.Minutes > 0) == (b.DeliveryMinutes > 0), "%s: zone %v", b.Slug, z)
			c.unique("zone of "+b.Slug, z.District)
			home = home || z.District == b.District
		}
		c.want(home, "%s does not deliver at home", b.Slug)
		for _, e := range b.Exceptions {
			c.text(b.Slug, e.Note)
			c.want((e.Date == "") == (e.InDays > 0), "%s: exception %v", b.Slug, e)
		}
		c.want(b.Main != mains[b.Store], "%s: main branch of %s", b.Slug, b.Store)
		mains[b.Store] = true
	}
	for _, v := range s.Stores {
		c.want(mains[v.Slug], "%s has no branch", v.Slug)
	}
}

func (s *Shop) checkCatalogue(c *checker) {
	service, parents := map[string]string{}, map[string]bool{}
	for _, v := range s.Categories {
		c.unique("category", v.Slug)
		c.want(c.seen["service "+v.Service], "%s: unknown service %q", v.Slug, v.Service)
		c.text(v.Slug, v.Name)
		c.image(v.Slug, v.Image)
		service[v.Slug] = v.Service
		if v.Parent != "" {
			parents[v.Parent] = true
		}
	}
	used := map[string]bool{}
	for _, p := range s.Products {
		c.unique("product", p.Slug)
		c.unique("description", p.Description.EN)
		c.unique("description", p.Description.AR)
		c.text(p.Slug, p.Name)
		c.text(p.Slug, p.Description)
		c.text(p.Slug, p.Unit)
		c.want(service[p.Category] == p.Service, "%s: category %q is not of service %s", p.Slug, p.Category, p.Service)
		used[p.Category] = true
		c.want(len(p.Images) > 0, "%s has no picture", p.Slug)
		for _, name := range p.Images {
			c.image(p.Slug, name)
		}
		c.want(p.VATBP == 0 || p.VATBP == 500 || p.VATBP == 1400, "%s: VAT %d", p.Slug, p.VATBP)
		c.want(p.MinQty >= 1 && (p.MaxQty == 0 || p.MaxQty >= p.MinQty), "%s: quantities", p.Slug)
		for _, fact := range p.Attributes {
			c.text(p.Slug, fact.Name)
			c.label(p.Slug, fact.Value)
		}
		c.want(len(p.Variants) > 0 && (len(p.Variants) > 1) == (len(p.Options) > 0), "%s: variants", p.Slug)
		for _, v := range p.Variants {
			c.unique("sku", v.SKU)
			c.want(v.Price > 0 && v.OfferPrice >= 0 && v.OfferPrice < v.Price, "%s: price %d, offer %d", v.SKU, v.Price,
				v.OfferPrice)
			if len(p.Options) > 0 {
				c.label(v.SKU, v.Name)
			}
		}
	}
	for _, v := range s.Categories {
		c.want(used[v.Slug] || parents[v.Slug], "%s is empty", v.Slug)
	}
}

func (s *Shop) checkContent(c *checker, districts map[string]placesdata.District) {
	known := func(kind, key string) bool { return c.seen[kind+" "+key] }
	for _, b := range s.Banners {
		c.unique("banner", b.Slug)
		for _, t := range []Text{b.Title, b.Text, b.Action} {
			c.text(b.Slug, t)
		}
		c.image(b.Slug, b.Image)
		_, inDistrict := districts[b.District]
		c.want(b.Service == "" || known("service", b.Service), "%s: service %q", b.Slug, b.Service)
		c.want(b.District == "" || inDistrict, "%s: district %q", b.Slug, b.District)
		slug, isCategory := strings.CutPrefix(b.Link, "/categories/")
		branch, isBranch := strings.CutPrefix(b.Link, "/branches/")
		c.want(isCategory && known("category", slug) || isBranch && known("branch", branch), "%s: link %q", b.Slug, b.Link)
	}
	for _, b := range s.Blocks {
		c.unique("block", b.Slug)
		c.text(b.Slug, b.Title)
		category, byCategory := strings.CutPrefix(b.Rule, "category:")
		switch {
		case byCategory:
			c.want(known("category", category), "%s: category %q", b.Slug, category)
		case b.Rule == "list":
			c.want(len(b.Products) >= 6, "%s: a short list", b.Slug)
		default:
			c.want(b.Rule == "offers" || b.Rule == "newest" || b.Rule == "popular", "%s: rule %q", b.Slug, b.Rule)
		}
		for _, slug := range b.Products {
			c.want(s.products[slug].Service == b.Service, "%s: %s is not of its service", b.Slug, slug)
		}
	}
	for _, v := range s.Coupons {
		c.unique("coupon", v.Code)
		switch v.Kind {
		case "percent":
			c.want(v.Value > 0 && v.Value < 10000, "%s: value %d", v.Code, v.Value)
		case "amount":
			c.want(v.Value > 0 && v.Minimum > v.Value, "%s: value %d", v.Code, v.Value)
		default:
			c.want(v.Kind == "free_delivery" && v.Value == 0, "%s: kind %q", v.Code, v.Kind)
		}
		for kind, keys := range map[string][]string{"service": v.Services, "store": v.Stores, "category": v.Categories} {
			for _, key := range keys {
				c.want(known(kind, key), "%s: %s %q", v.Code, kind, key)
			}
		}
	}
}

func (s *Shop) checkPeople(c *checker) {
	customers := map[string]Customer{}
	for _, v := range s.Customers {
		c.unique("customer", v.ID)
		c.unique("phone", v.Phone)
		c.text(v.ID, v.Name)
		c.want(len(v.Addresses) > 0, "%s has no address", v.ID)
		customers[v.ID] = v
	}
	for i, o := range s.Orders {
		who := customers[o.Customer]
		if o.Address < 0 || o.Address >= len(who.Addresses) {
			c.want(false, "order %d: %s has no address %d", i+1, o.Customer, o.Address+1)
			continue
		}
		b := s.branches[o.Branch]
		c.want(b.delivers(who.Addresses[o.Address].District), "order %d: %s does not deliver there", i+1, o.Branch)
		c.want(o.Coupon == "" || c.seen["coupon "+o.Coupon], "order %d: coupon %q", i+1, o.Coupon)
		c.want((o.Reason != "") == (o.Status == "cancelled" || o.Status == "rejected"), "order %d: reason", i+1)
		c.want(o.Payment == "cod" || o.Payment == "card", "order %d: payment %q", i+1, o.Payment)
		c.want((o.Clock == "") == (o.MinutesAgo > 0), "order %d: when", i+1)
		c.want(len(o.Lines) > 0, "order %d is empty", i+1)
		var total int64
		for _, line := range o.Lines {
			total += s.priceAt(b, line)
		}
		c.want(total >= b.MinimumOrder, "order %d: %d is under the minimum of %s", i+1, total, b.Slug)
	}
	for _, v := range s.Staff {
		c.unique("staff", v.Email)
		c.text(v.Email, v.Name)
		c.want(strings.HasSuffix(v.Email, ".example"), "%s could be somebody's", v.Email)
		for _, slug := range v.Branches {
			c.want(c.seen["branch "+slug], "%s: branch %q", v.Email, slug)
		}
	}
}

func (b *Branch) delivers(district string) bool {
	for _, z := range b.Zones {
		if z.District == district {
			return true
		}
	}
	return false
}

// priceAt is a line's price on b's shelf today, offers included; 0 where b
// does not sell it.
func (s *Shop) priceAt(b *Branch, line RecipeLine) int64 {
	for i := range s.Products {
		p := &s.Products[i]
		for _, v := range p.Variants {
			if v.SKU != line.SKU {
				continue
			}
			shelf := s.Shelf(b, p, v)
			if !shelf.Sold || shelf.Stock < line.Qty {
				return 0
			}
			if shelf.OfferPrice > 0 {
				return shelf.OfferPrice * line.Qty
			}
			return shelf.Price * line.Qty
		}
	}
	return 0
}
