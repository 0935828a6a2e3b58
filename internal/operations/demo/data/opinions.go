package data

import (
	"fmt"
	"strconv"
)

// Opinion is a customer's opinion of one thing; Text and Answer may be empty.
type Opinion struct {
	Stars  int64
	Text   string
	Answer string // of the branch
}

// OrderOpinion is a customer's opinion of a delivered order.
type OrderOpinion struct {
	Opinion
	HoursLater    int
	DeliveryStars int64
	Lines         map[string]Opinion // by sku
}

// Heart is something a customer marked: a product or a branch, by slug.
type Heart struct {
	Kind, Slug string
}

// loadOpinions reads what customers thought of the orders, which are there.
func (s *Shop) loadOpinions() error {
	var of *OrderRecipe
	return rows("opinions.txt", func(f []string) error {
		switch {
		case f[0] == "order" && len(f) == 8:
			for i := range s.Orders {
				if o := &s.Orders[i]; o.Customer == f[1] && strconv.Itoa(o.DaysAgo) == f[2] && o.Status == "delivered" {
					of = o
					return of.opinion(f)
				}
			}
			return fmt.Errorf("%s has no delivered order of %s days ago", f[1], f[2])
		case of == nil:
			return fmt.Errorf("no order yet")
		case f[0] == "line" && len(f) == 5:
			for _, l := range of.Lines {
				if l.SKU == f[1] {
					said, err := opinion(f[2:])
					of.Opinion.Lines[f[1]] = said
					return err
				}
			}
			return fmt.Errorf("the order has no %q", f[1])
		case f[0] == "heart" && len(f) == 3:
			_, isProduct := s.products[f[2]]
			_, isBranch := s.branches[f[2]]
			if f[1] == "product" && !isProduct || f[1] == "branch" && !isBranch {
				return fmt.Errorf("unknown %s %q", f[1], f[2])
			}
			of.Hearts = append(of.Hearts, Heart{f[1], f[2]})
			return nil
		}
		return fmt.Errorf("not an order's line, a line's and not a heart's")
	})
}

// opinion reads stars, text and answer.
func opinion(f []string) (Opinion, error) {
	stars, err := strconv.ParseInt(f[0], 10, 64)
	if err == nil && (stars < 1 || stars > 5) {
		err = fmt.Errorf("%d stars", stars)
	}
	return Opinion{Stars: stars, Text: dash(f[1]), Answer: dash(f[2])}, err
}

func (o *OrderRecipe) opinion(f []string) error {
	later, err := strconv.Atoi(f[3])
	if err != nil {
		return err
	}
	delivery, err := strconv.ParseInt(f[5], 10, 64)
	if err != nil {
		return err
	}
	said, err := opinion([]string{f[4], f[6], f[7]})
	o.Opinion = &OrderOpinion{Opinion: said, HoursLater: later, DeliveryStars: delivery, Lines: map[string]Opinion{}}
	return err
}
