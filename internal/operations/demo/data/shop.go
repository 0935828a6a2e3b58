package data

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	placesdata "wekala/internal/locations/places/data"
)

var services = []Service{
	{
		Slug: "food", Name: Text{EN: "Food", AR: "مطاعم"}, Tint: "food", Promise: "minutes",
		Tagline: Text{EN: "Hot meals from kitchens near you", AR: "أكل سخن من مطاعم جنبك لحد باب البيت"},
		Image:   "service-food",
	},
	{
		Slug: "grocery", Name: Text{EN: "Grocery", AR: "سوبر ماركت"}, Tint: "grocery", Promise: "minutes",
		Tagline: Text{EN: "The week's shopping within the hour", AR: "طلبات البيت عندك خلال ساعة"},
		Image:   "service-grocery",
	},
	{
		Slug: "general", Name: Text{EN: "Mall", AR: "المول"}, Tint: "general", Promise: "days", PromiseDays: 2,
		Tagline: Text{EN: "Everything else, in two days", AR: "كل حاجة تانية، خلال يومين"},
		Image:   "service-general",
	},
}

// Load reads and checks the demo. It fails only when a text file is malformed or the facts contradict each other, which
// the package's tests rule out; callers may treat an error as a broken build.
func Load() (*Shop, error) {
	places, err := placesdata.Load()
	if err != nil {
		return nil, err
	}
	words, err := loadVocabulary()
	if err != nil {
		return nil, err
	}
	s := &Shop{Services: services, branches: map[string]*Branch{}, products: map[string]*Product{},
		wanted: map[string]bool{}}
	for _, step := range []func() error{
		s.loadStores,
		func() error { return s.loadBranches(places) },
		s.loadExceptions,
		s.loadCategories,
		func() error { return s.loadProducts(words) },
		s.loadContent,
		func() error { return s.loadPeople(places) },
		func() error { return s.check(places) },
	} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("demo data: %w", err)
		}
	}
	return s, nil
}

func (s *Shop) loadStores() error {
	return table("stores.txt", 6, func(f []string) error {
		s.Stores = append(s.Stores, Store{
			Slug: f[0], Service: f[1], Image: "store-" + f[0], Cover: "cover-" + f[0],
			Name: Text{EN: f[2], AR: f[3]}, About: Text{EN: f[4], AR: f[5]},
		})
		return nil
	})
}

func (s *Shop) store(slug string) (*Store, error) {
	for i := range s.Stores {
		if s.Stores[i].Slug == slug {
			return &s.Stores[i], nil
		}
	}
	return nil, fmt.Errorf("unknown store %q", slug)
}

func (s *Shop) loadBranches(places *placesdata.Places) error {
	districts := map[string]placesdata.District{}
	for _, d := range places.Districts {
		districts[d.ID] = d
	}
	started := map[string]bool{}
	err := table("branches.txt", 14, func(f []string) error {
		store, err := s.store(f[1])
		if err != nil {
			return err
		}
		home, ok := districts[f[2]]
		if !ok {
			return fmt.Errorf("unknown district %q", f[2])
		}
		b := Branch{
			Slug: f[0], Store: store.Slug, Service: store.Service, District: home.ID,
			Area:    Text{EN: f[3], AR: f[4]},
			Name:    Text{EN: store.Name.EN + " – " + f[3], AR: store.Name.AR + " – " + f[4]},
			Address: Text{EN: f[5], AR: f[6]},
			Phone:   fmt.Sprintf("+2010000000%02d", len(s.Branches)+1),
			Main:    !started[store.Slug],
		}
		started[store.Slug] = true
		lat, lng, _ := strings.Cut(f[7], ",")
		if b.At.Lat, err = strconv.ParseFloat(lat, 64); err != nil {
			return err
		}
		if b.At.Lng, err = strconv.ParseFloat(lng, 64); err != nil {
			return err
		}
		if b.Hours, err = hours(f[8]); err != nil {
			return err
		}
		b.SwitchedClosed = f[9] == "closed"
		if b.MinimumOrder, err = piastres(f[10]); err != nil {
			return err
		}
		if b.DeliveryMinutes, err = strconv.ParseInt(f[11], 10, 64); err != nil {
			return err
		}
		if b.pricePercent, err = strconv.ParseInt(f[12], 10, 64); err != nil {
			return err
		}
		if f[13] == "everywhere" {
			for _, d := range places.Districts {
				if !unserved[d.ID] {
					b.Zones = append(b.Zones, zone(&b, d))
				}
			}
		} else {
			for _, id := range append([]string{home.ID}, strings.Fields(f[13])...) {
				d, ok := districts[id]
				if !ok {
					return fmt.Errorf("unknown district %q in zones", id)
				}
				b.Zones = append(b.Zones, zone(&b, d))
			}
		}
		s.Branches = append(s.Branches, b)
		return nil
	})
	for i := range s.Branches {
		s.branches[s.Branches[i].Slug] = &s.Branches[i]
	}
	return err
}

// unserved are known districts to which no branch delivers, so that the shop can show its text for that case.
var unserved = map[string]bool{"el-marg": true}

// zone prices a delivery by the distance to the district's centre: parcels
// EGP 45 within 15 km and EGP 65 beyond; by the minute EGP 15 and 5 more for
// every 2 km up to EGP 40, and 3 minutes more for each km after the first two.
func zone(b *Branch, d placesdata.District) Zone {
	km := distanceKM(b.At, d.Centre)
	if b.DeliveryMinutes == 0 {
		if km <= 15 {
			return Zone{District: d.ID, Fee: 4500}
		}
		return Zone{District: d.ID, Fee: 6500}
	}
	fee := min(1500+500*int64(km/2), 4000)
	minutes := b.DeliveryMinutes
	if km > 2 {
		minutes += (3*int64(km-2) + 4) / 5 * 5
	}
	return Zone{District: d.ID, Fee: fee, Minutes: minutes}
}

// distanceKM is good to a few metres over a city.
func distanceKM(a, b placesdata.Point) float64 {
	const kmPerDegree = 111.32
	dy := (a.Lat - b.Lat) * kmPerDegree
	dx := (a.Lng - b.Lng) * kmPerDegree * math.Cos(a.Lat*math.Pi/180)
	return math.Hypot(dx, dy)
}

func (s *Shop) loadExceptions() error {
	return table("exceptions.txt", 5, func(f []string) error {
		b, ok := s.branches[f[0]]
		if !ok {
			return fmt.Errorf("unknown branch %q", f[0])
		}
		e := Exception{Note: Text{EN: f[3], AR: f[4]}}
		if strings.HasPrefix(f[1], "+") {
			n, err := strconv.Atoi(f[1][1:])
			if err != nil {
				return err
			}
			e.InDays = n
		} else {
			e.Date = f[1]
		}
		if f[2] != "closed" {
			var err error
			if e.Shifts, err = spans(strings.Fields(f[2])); err != nil {
				return err
			}
		}
		b.Exceptions = append(b.Exceptions, e)
		return nil
	})
}

func (s *Shop) loadCategories() error {
	service := map[string]string{}
	return table("categories.txt", 5, func(f []string) error {
		c := Category{Slug: f[0], Image: f[2], Name: Text{EN: f[3], AR: f[4]}}
		if top, ok := strings.CutPrefix(f[1], "["); ok {
			c.Service = strings.TrimSuffix(top, "]")
		} else {
			c.Parent = f[1]
			if c.Service, ok = service[c.Parent]; !ok {
				return fmt.Errorf("unknown parent %q", c.Parent)
			}
		}
		service[c.Slug] = c.Service
		s.Categories = append(s.Categories, c)
		return nil
	})
}
