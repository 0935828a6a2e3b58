package data

import (
	"fmt"

	placesdata "wekala/internal/locations/places/data"
)

// Review is a possible text for an order, or for a thing in it, with so many stars.
type Review struct {
	Service string
	Of      string // order or product
	Lang    string
	Opinion
}

// loadRegulars reads the customers of long ago. They live in the middle of their
// districts.
func (s *Shop) loadRegulars(places *placesdata.Places) error {
	districts := map[string]placesdata.District{}
	for _, d := range places.Districts {
		districts[d.ID] = d
	}
	return rows("regulars.txt", func(f []string) error {
		switch {
		case f[0] == "regular" && len(f) == 7:
			s.Regulars = append(s.Regulars,
				Customer{ID: f[1], Name: Text{EN: f[2], AR: f[3]}, Lang: f[4], Gender: f[5], Phone: f[6]})
			return nil
		case f[0] == "address" && len(f) == 6 && len(s.Regulars) > 0:
			d, ok := districts[f[3]]
			if !ok {
				return fmt.Errorf("unknown district %q", f[3])
			}
			of := &s.Regulars[len(s.Regulars)-1]
			of.Addresses = append(of.Addresses, Address{
				Type: f[1], Label: f[2], District: d.ID, Street: f[4], Building: f[5], Floor: "2", Apartment: "3",
				At: d.Centre, Governorate: d.Governorate, Contact: of.Name.In(of.Lang), Phone: of.Phone,
			})
			return nil
		}
		return fmt.Errorf("not a customer's line and not an address")
	})
}

func (s *Shop) loadReviews() error {
	return table("reviews.txt", 6, func(f []string) error {
		said, err := opinion(f[3:])
		s.Reviews = append(s.Reviews, Review{Service: f[0], Of: f[1], Lang: f[2], Opinion: said})
		return err
	})
}

func (s *Shop) checkRegulars(c *checker) {
	for _, v := range s.Regulars {
		c.unique("customer", v.ID)
		c.unique("phone", v.Phone)
		c.text(v.ID, v.Name)
		c.want(len(v.Addresses) > 0, "%s has no address", v.ID)
	}
	for _, v := range s.Reviews {
		c.unique("review", v.Text)
		c.want(c.seen["service "+v.Service] && (v.Of == "order" || v.Of == "product"), "review %q: of %s of %s", v.Text, v.Of,
			v.Service)
		c.want(arabic(v.Text) == (v.Lang == "ar") && (v.Answer == "" || arabic(v.Answer) == (v.Lang == "ar")),
			"review %q: language %s", v.Text, v.Lang)
	}
}
