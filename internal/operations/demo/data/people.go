package data

import (
	"fmt"
	"strconv"
	"strings"

	placesdata "wekala/internal/locations/places/data"
)

func (s *Shop) loadPeople(places *placesdata.Places) error {
	if err := s.loadCustomers(places); err != nil {
		return err
	}
	if err := s.loadOrders(); err != nil {
		return err
	}
	if err := s.loadOpinions(); err != nil {
		return err
	}
	if err := s.loadRegulars(places); err != nil {
		return err
	}
	if err := s.loadReviews(); err != nil {
		return err
	}
	return table("staff.txt", 7, func(f []string) error {
		s.Staff = append(s.Staff, Staff{
			Role: f[0], Name: Text{EN: f[1], AR: f[2]}, Email: f[3], Lang: f[4], Branches: list(f[5]), Phone: dash(f[6]),
		})
		return nil
	})
}

func (s *Shop) loadCustomers(places *placesdata.Places) error {
	return rows("customers.txt", func(f []string) error {
		switch {
		case f[0] == "customer" && len(f) == 9:
			s.Customers = append(s.Customers, Customer{
				ID: f[1], Name: Text{EN: f[2], AR: f[3]}, Lang: f[4],
				Phone: f[5], Email: f[6], Gender: f[7], Birthdate: f[8],
			})
			return nil
		case f[0] == "address" && len(f) == 11 && len(s.Customers) > 0:
			of := &s.Customers[len(s.Customers)-1]
			a := Address{
				Type: f[1], Label: f[2], District: f[3], Street: f[4], Building: f[5], Floor: f[6],
				Apartment: f[7], Landmark: f[8], Governorate: f[10], Contact: of.Name.In(of.Lang), Phone: of.Phone,
			}
			lat, lng, _ := strings.Cut(f[9], ",")
			var err error
			if a.At.Lat, err = strconv.ParseFloat(lat, 64); err != nil {
				return err
			}
			if a.At.Lng, err = strconv.ParseFloat(lng, 64); err != nil {
				return err
			}
			if d, ok := places.At(a.At); !ok || d.ID != a.District || d.Governorate != a.Governorate {
				return fmt.Errorf("%v is in %s, not in %s", a.At, d.ID, a.District)
			}
			of.Addresses = append(of.Addresses, a)
			return nil
		}
		return fmt.Errorf("not a customer's line and not an address")
	})
}

func (s *Shop) loadOrders() error {
	skus := map[string]*Product{}
	for i := range s.Products {
		for _, v := range s.Products[i].Variants {
			skus[v.SKU] = &s.Products[i]
		}
	}
	return table("orders.txt", 11, func(f []string) error {
		o := OrderRecipe{
			Customer: f[0], Branch: f[1], Status: f[4], Payment: f[5],
			Coupon: dash(f[6]), Note: dash(f[8]), Reason: dash(f[9]),
		}
		branch, ok := s.branches[o.Branch]
		if !ok {
			return fmt.Errorf("unknown branch %q", o.Branch)
		}
		n, err := strconv.Atoi(f[2])
		if err != nil {
			return err
		}
		o.Address = n - 1
		if ago, live := strings.CutSuffix(f[3], "m"); live {
			o.MinutesAgo, err = strconv.Atoi(ago)
		} else {
			var when string
			when, o.Clock, _ = strings.Cut(f[3], " ")
			o.DaysAgo, err = strconv.Atoi(when)
		}
		if err != nil {
			return err
		}
		if o.Tip, err = piastres(f[7]); err != nil {
			return err
		}
		for _, line := range strings.Fields(f[10]) {
			sku, qty, _ := strings.Cut(line, "*")
			n, err := strconv.ParseInt(qty, 10, 64)
			if err != nil {
				return err
			}
			p, ok := skus[sku]
			if !ok || p.Store != branch.Store {
				return fmt.Errorf("%s does not sell %q", branch.Store, sku)
			}
			s.wanted[p.Slug] = true
			o.Lines = append(o.Lines, RecipeLine{SKU: sku, Qty: n})
		}
		s.Orders = append(s.Orders, o)
		return nil
	})
}

// Regular finds a regular customer; nil where there is none.
func (s *Shop) Regular(id string) *Customer {
	for i := range s.Regulars {
		if s.Regulars[i].ID == id {
			return &s.Regulars[i]
		}
	}
	return nil
}
