package data

import (
	"fmt"
	"strconv"
	"strings"
)

func (s *Shop) loadContent() error {
	if err := s.loadBanners(); err != nil {
		return err
	}
	if err := s.loadBlocks(); err != nil {
		return err
	}
	return s.loadCoupons()
}

// dash reads "-" as nothing.
func dash(s string) string {
	if s == "-" {
		return ""
	}
	return s
}

func (s *Shop) loadBanners() error {
	return table("banners.txt", 13, func(f []string) error {
		b := Banner{
			Slug: f[0], Service: dash(f[1]), District: dash(f[2]), Image: f[3], Link: f[6],
			Title: Text{EN: f[7], AR: f[8]}, Text: Text{EN: f[9], AR: f[10]}, Action: Text{EN: f[11], AR: f[12]},
		}
		var err error
		if b.StartsInDays, err = days(f[4]); err != nil {
			return err
		}
		if b.EndsInDays, err = days(f[5]); err != nil {
			return err
		}
		s.Banners = append(s.Banners, b)
		return nil
	})
}

func (s *Shop) loadBlocks() error {
	return table("blocks.txt", 7, func(f []string) error {
		b := Block{Slug: f[0], Service: f[1], Title: Text{EN: f[2], AR: f[3]}, Rule: f[4], Products: list(f[6])}
		if from, to, ok := strings.Cut(f[5], "-"); ok {
			b.From, b.To = from, to
		}
		for _, slug := range b.Products {
			if _, ok := s.products[slug]; !ok {
				return fmt.Errorf("unknown product %q", slug)
			}
			s.wanted[slug] = true
		}
		s.Blocks = append(s.Blocks, b)
		return nil
	})
}

func (s *Shop) loadCoupons() error {
	return table("coupons.txt", 14, func(f []string) error {
		c := Coupon{
			Code: f[0], Kind: f[1], FirstOrder: f[9] == "yes",
			Services: list(f[10]), Stores: list(f[11]), Categories: list(f[12]),
			Listed: f[13] == "yes",
		}
		amount := func(to *int64, from string) error {
			if from == "-" {
				return nil
			}
			var err error
			*to, err = piastres(from) // a percent's hundredths are basis points
			return err
		}
		count := func(to *int64, from string) error {
			if from == "-" {
				return nil
			}
			var err error
			*to, err = strconv.ParseInt(from, 10, 64)
			return err
		}
		for _, err := range []error{
			amount(&c.Value, f[2]), amount(&c.Minimum, f[3]), amount(&c.Cap, f[4]),
			count(&c.TotalLimit, f[7]), count(&c.CustomerLimit, f[8]),
		} {
			if err != nil {
				return err
			}
		}
		var err error
		if c.StartsInDays, err = days(f[5]); err != nil {
			return err
		}
		if c.EndsInDays, err = days(f[6]); err != nil {
			return err
		}
		s.Coupons = append(s.Coupons, c)
		return nil
	})
}
