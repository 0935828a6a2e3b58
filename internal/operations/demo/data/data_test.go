package data

import (
	"reflect"
	"slices"
	"testing"
	"time"
)

func load(t *testing.T) *Shop {
	t.Helper()
	s, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Load itself checks references, languages, places and prices; this one asks
// that there is enough of everything.
func TestIsRich(t *testing.T) {
	s := load(t)
	variants, offers, withOptions := 0, 0, 0
	vat := map[int64]int{}
	for _, p := range s.Products {
		variants += len(p.Variants)
		vat[p.VATBP]++
		if len(p.Options) > 0 {
			withOptions++
		}
		for _, v := range p.Variants {
			if v.OfferPrice > 0 {
				offers++
				break
			}
		}
	}
	t.Logf("%d stores, %d branches, %d categories, %d products (%d with options, %d on offer), %d variants",
		len(s.Stores), len(s.Branches), len(s.Categories), len(s.Products), withOptions, offers, variants)
	for _, c := range []struct {
		what         string
		got, atLeast int
	}{
		{"services", len(s.Services), 3}, {"stores", len(s.Stores), 14}, {"branches", len(s.Branches), 32},
		{"categories", len(s.Categories), 50}, {"products", len(s.Products), 520},
		{"products with options", withOptions, 80}, {"products on offer", offers, 40},
		{"banners", len(s.Banners), 6}, {"coupons", len(s.Coupons), 5}, {"customers", len(s.Customers), 3},
		{"exempt products", vat[0], 20}, {"products at 5 %", vat[500], 20}, {"products at 14 %", vat[1400], 20},
	} {
		if c.got < c.atLeast {
			t.Errorf("%d %s, want at least %d", c.got, c.what, c.atLeast)
		}
	}
}

func TestIsTheSameEveryTime(t *testing.T) {
	if a, b := load(t), load(t); !reflect.DeepEqual(a, b) {
		t.Error("two loads differ")
	}
}

func TestBranchesShowEveryKindOfHours(t *testing.T) {
	s := load(t)
	found := map[string]bool{}
	for _, b := range s.Branches {
		perDay := map[time.Weekday]int{}
		for _, h := range b.Hours {
			perDay[h.Day]++
			found["split shifts"] = found["split shifts"] || perDay[h.Day] > 1
			found["all day"] = found["all day"] || h.Open == "00:00" && h.Close == "00:00"
			found["past midnight"] = found["past midnight"] || h.Close > "00:00" && h.Close < h.Open
		}
		found["a closed day"] = found["a closed day"] || len(perDay) < 7
		found["switched closed"] = found["switched closed"] || b.SwitchedClosed
		found["exceptions"] = found["exceptions"] || len(b.Exceptions) > 0
	}
	for _, kind := range []string{"split shifts", "all day", "past midnight", "a closed day", "switched closed",
		"exceptions"} {
		if !found[kind] {
			t.Errorf("no branch shows %s", kind)
		}
	}
}

func TestSomeDistrictsAreNotServed(t *testing.T) {
	s := load(t)
	served, byMinute := map[string]bool{}, map[string]bool{}
	for _, b := range s.Branches {
		for _, z := range b.Zones {
			served[z.District] = true
			byMinute[z.District] = byMinute[z.District] || z.Minutes > 0
		}
	}
	if served["el-marg"] || !served["helwan"] || byMinute["helwan"] || !byMinute["maadi"] {
		t.Error("el-marg has no branch, helwan parcels only, maadi everything")
	}
}

// A visitor by day finds several kitchens and shops wherever anything comes by
// the minute, and most in Maadi, where the pictures and the tour begin.
func TestEveryDistrictHasAChoice(t *testing.T) {
	s := load(t)
	open := map[string]map[string]map[string]bool{} // district > service > stores that are open at half past twelve
	for _, b := range s.Branches {
		byDay := slices.ContainsFunc(b.Hours, func(h Shift) bool {
			return h.Day == time.Tuesday && h.Open <= "12:30" && (h.Close > "12:30" || h.Close <= h.Open)
		})
		for _, z := range b.Zones {
			if z.Minutes == 0 {
				continue
			}
			if open[z.District] == nil {
				open[z.District] = map[string]map[string]bool{"food": {}, "grocery": {}}
			}
			if byDay && !b.SwitchedClosed {
				open[z.District][b.Service][b.Store] = true
			}
		}
	}
	for district, services := range open {
		for service, stores := range services {
			least := 2
			if district == "maadi" && service == "food" {
				least = 4
			}
			if len(stores) < least {
				t.Errorf("%s: %d stores of %s are open by day, want %d", district, len(stores), service, least)
			}
		}
	}
}

func TestShelves(t *testing.T) {
	s := load(t)
	var out, low, missing, dearer, cheaper, all int
	dishes, sizes := 0, 0 // with choices: a dish that is out, goods of which some are
	for i := range s.Branches {
		b := &s.Branches[i]
		for k := range s.Products {
			p := &s.Products[k]
			gone := 0
			for _, v := range p.Variants {
				shelf := s.Shelf(b, p, v)
				if shelf.Sold && shelf.Stock == 0 {
					gone++
				}
				if p.Store != b.Store {
					if shelf.Sold {
						t.Fatalf("%s sells another store's %s", b.Slug, v.SKU)
					}
					continue
				}
				all++
				if !shelf.Sold {
					missing++
					continue
				}
				if shelf.Price%25 != 0 || shelf.Price <= 0 || shelf.OfferPrice >= shelf.Price {
					t.Errorf("%s at %s: price %d, offer %d", v.SKU, b.Slug, shelf.Price, shelf.OfferPrice)
				}
				if b.Main && shelf.Price != v.Price {
					t.Errorf("%s at its main branch is not at list price", v.SKU)
				}
				if s.wanted[p.Slug] && shelf.Stock < 10 {
					t.Errorf("%s is needed and nearly gone at %s", v.SKU, b.Slug)
				}
				switch {
				case shelf.Stock == 0:
					out++
				case shelf.Stock <= 3:
					low++
				}
				switch {
				case shelf.Price > v.Price:
					dearer++
				case shelf.Price < v.Price:
					cheaper++
				}
			}
			switch n := len(p.Variants); {
			case gone == 0 || n == 1:
			case b.Service == "food" && gone < n:
				t.Errorf("%s has %d of %d choices of %s: a kitchen has all or none", b.Slug, n-gone, n, p.Slug)
			case b.Service == "food":
				dishes++
			case gone < n:
				sizes++
			}
		}
	}
	t.Logf("of %d shelves %d not sold, %d empty, %d nearly so, %d dearer, %d cheaper", all, missing, out, low, dearer,
		cheaper)
	for what, n := range map[string]int{"not sold": missing, "empty": out, "nearly empty": low, "dearer": dearer,
		"cheaper": cheaper, "empty with all a dish's choices": dishes, "empty beside others of their product": sizes} {
		if n == 0 || n > all/3 {
			t.Errorf("%d of %d shelves are %s", n, all, what)
		}
	}
}

func TestOrdersShowTheirStates(t *testing.T) {
	s := load(t)
	per, states := map[string]int{}, map[string]bool{}
	for _, o := range s.Orders {
		per[o.Customer]++
		states[o.Status] = true
	}
	for _, v := range s.Customers {
		if per[v.ID] < 3 {
			t.Errorf("%s has %d orders", v.ID, per[v.ID])
		}
	}
	for _, want := range []string{"pending", "processing", "shipped", "out_for_delivery", "delivered", "cancelled",
		"rejected"} {
		if !states[want] {
			t.Errorf("no order is %s", want)
		}
	}
}

func TestReaders(t *testing.T) {
	for in, want := range map[string]int64{"12": 1200, "12.5": 1250, "0.75": 75} {
		if got, err := piastres(in); err != nil || got != want {
			t.Errorf("piastres(%q) = %d, %v", in, got, err)
		}
	}
	for _, in := range []string{"", "1.234", "x"} {
		if _, err := piastres(in); err == nil {
			t.Errorf("piastres(%q) is accepted", in)
		}
	}
	got, err := hours("sat-thu 09:00-13:00 16:00-21:00; fri 14:00-21:00")
	if err != nil || len(got) != 13 || got[0].Day != time.Saturday || got[12].Day != time.Friday {
		t.Errorf("hours = %v, %v", got, err)
	}
	for _, in := range []string{"daily", "someday 09:00-10:00", "daily 9:00-10:00", "daily 09:00-24:00"} {
		if _, err := hours(in); err == nil {
			t.Errorf("hours(%q) is accepted", in)
		}
	}
	for in, want := range map[string]string{
		"500g": "500 جم", "1pc": "قطعة واحدة", "2rl": "بكرتان", "6pc": "6 قطع", "12pc": "12 قطعة",
		"312pg": "312 صفحة", "104pg": "104 صفحات", "70%": "70٪", "1.5l": "1.5 لتر",
	} {
		if got, ok := measure(in); !ok || got.AR != want {
			t.Errorf("measure(%q) = %q", in, got.AR)
		}
	}
}

// TestClaimsAreKept changes what keeps a promise, and what makes it, one at a time.
func TestClaimsAreKept(t *testing.T) {
	coupon := func(s *Shop, code string) *Coupon {
		for i := range s.Coupons {
			if s.Coupons[i].Code == code {
				return &s.Coupons[i]
			}
		}
		t.Fatalf("no coupon %s", code)
		return nil
	}
	banner := func(s *Shop, slug string) *Banner {
		for i := range s.Banners {
			if s.Banners[i].Slug == slug {
				return &s.Banners[i]
			}
		}
		t.Fatalf("no banner %s", slug)
		return nil
	}
	for what, change := range map[string]func(s *Shop){
		"":                          func(*Shop) {},
		"another percent":           func(s *Shop) { coupon(s, "GRILL10").Value = 1500 },
		"another minimum":           func(s *Shop) { coupon(s, "GRILL10").Minimum = 250_00 },
		"a cap that is not said":    func(s *Shop) { coupon(s, "SAWT15").Cap = 150_00 },
		"a coupon that ends first":  func(s *Shop) { n := 3; coupon(s, "SAWT15").EndsInDays = &n },
		"another service":           func(s *Shop) { coupon(s, "GRILL10").Services = []string{"grocery"} },
		"no such coupon":            func(s *Shop) { coupon(s, "GRILL10").Code = "GRILL20" },
		"a figure without a coupon": func(s *Shop) { banner(s, "hot-koshary").Text.AR = "خصم 20٪ على الكشري." },
		"one language says another": func(s *Shop) {
			banner(s, "sound-week").Text.EN = "20% off, up to EGP 200, with code SAWT15."
		},
		"a branch that closes":         func(s *Shop) { banner(s, "maadi-grocery").Link = "/branches/forn-nawara-maadi" },
		"a price above what is said":   func(s *Shop) { s.products["rose-water"].Variants[0].Price = 900_00 },
		"a row of a rule with a price": func(s *Shop) { s.Blocks[0].Title.EN = "Under EGP 100" },
	} {
		s := load(t)
		change(s)
		c := &checker{seen: map[string]bool{}}
		s.checkClaims(c)
		if (len(c.errs) > 0) != (what != "") {
			t.Errorf("%s: %v", what, c.errs)
		}
	}
}
