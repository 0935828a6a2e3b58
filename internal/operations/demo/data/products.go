package data

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Product files, products/<store>.txt:
//
//	= category ; vat=14 ; unit=plate        what the lines below have in common
//	name en | name ar | description en | description ar | price | extras
//
// A product's picture has its slug for a name. The price is pounds, "60", or "60>48" while on offer, or "-" where an
// option carries it. Extras are divided by ";":
//
//	slug=  kw=  min=  max=  pop=  unit=  vat=   as in Product (kw: other words)
//	opt=size(small:45, large:60>52)         an option whose values carry the price
//	opt=colour(black, white)                one that does not; two options at most
//	anything else, weight=1kg or brand=talla, is an attribute: a measure or a
//	word of vocabulary.txt
//
// The slug is the English name's unless given.

type section struct {
	category string
	vat      int64
	unit     Text
}

func (s *Shop) loadProducts(words vocabulary) error {
	for _, store := range s.Stores {
		name := "products/" + store.Slug + ".txt"
		if _, err := fs.Stat(texts, name); err != nil {
			return err
		}
		var in section
		err := rows(name, func(f []string) error {
			if head, ok := strings.CutPrefix(f[0], "="); ok {
				var err error
				in, err = readSection(words, head)
				return err
			}
			if len(f) != 5 && len(f) != 6 {
				return fmt.Errorf("%d fields, want 5 or 6", len(f))
			}
			p, err := readProduct(words, in, f)
			if err != nil {
				return err
			}
			p.Store, p.Service = store.Slug, store.Service
			s.Products = append(s.Products, p)
			return nil
		})
		if err != nil {
			return err
		}
	}
	for i := range s.Products {
		s.products[s.Products[i].Slug] = &s.Products[i]
	}
	return nil
}

func readSection(words vocabulary, head string) (section, error) {
	parts := strings.Split(head, ";")
	in := section{category: strings.TrimSpace(parts[0]), vat: -1}
	for _, part := range parts[1:] {
		key, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		var err error
		switch key {
		case "vat":
			var percent int64
			percent, err = strconv.ParseInt(value, 10, 64)
			in.vat = percent * 100
		case "unit":
			in.unit, err = words.find("unit", value)
		default:
			err = fmt.Errorf("unknown setting %q", key)
		}
		if err != nil {
			return in, err
		}
	}
	return in, nil
}

func readProduct(words vocabulary, in section, f []string) (Product, error) {
	p := Product{
		Category: in.category, VATBP: in.vat, Unit: in.unit, MinQty: 1,
		Name: Text{EN: f[0], AR: f[1]}, Description: Text{EN: f[2], AR: f[3]},
		Slug: slugOf(f[0]),
	}
	p.Popularity = -1
	var opts []option
	if len(f) == 6 {
		for part := range strings.SplitSeq(f[5], ";") {
			o, err := p.extra(words, strings.TrimSpace(part))
			if err != nil {
				return p, err
			}
			if o != nil {
				opts = append(opts, *o)
			}
		}
	}
	if p.Popularity < 0 {
		p.Popularity = int64(Hash(p.Slug, "popularity") % 700)
	}
	p.Images = []string{p.Slug}
	return p, p.variants(f[4], opts)
}

// extra takes one "key=value" of a product's last field.
func (p *Product) extra(words vocabulary, s string) (*option, error) {
	if s == "" {
		return nil, nil
	}
	key, value, _ := strings.Cut(s, "=")
	var err error
	switch key {
	case "slug":
		p.Slug = value
	case "kw":
		p.Keywords = value
	case "min":
		p.MinQty, err = strconv.ParseInt(value, 10, 64)
	case "max":
		p.MaxQty, err = strconv.ParseInt(value, 10, 64)
	case "pop":
		p.Popularity, err = strconv.ParseInt(value, 10, 64)
	case "vat":
		p.VATBP, err = strconv.ParseInt(value+"00", 10, 64)
	case "unit":
		p.Unit, err = words.find("unit", value)
	case "opt":
		var o option
		o, err = readOption(words, value)
		return &o, err
	default:
		var fact Fact
		if fact.Name, err = words.find("attr", key); err != nil {
			return nil, err
		}
		if fact.Value, err = words.value("term", value); err != nil {
			return nil, err
		}
		p.Attributes = append(p.Attributes, fact)
	}
	return nil, err
}

// option is an Option with the prices its values carry, if they do.
type option struct {
	Option
	prices []string
}

var optionForm = regexp.MustCompile(`^([a-z]+)\((.+)\)$`)

func readOption(words vocabulary, s string) (option, error) {
	var o option
	m := optionForm.FindStringSubmatch(s)
	if m == nil {
		return o, fmt.Errorf("option %q", s)
	}
	o.ID = m[1]
	var err error
	if o.Name, err = words.find("option", o.ID); err != nil {
		return o, err
	}
	for v := range strings.SplitSeq(m[2], ",") {
		id, price, priced := strings.Cut(strings.TrimSpace(v), ":")
		name, ok := words["choice"][o.ID+"."+id]
		if !ok {
			if name, ok = measure(id); !ok {
				return o, fmt.Errorf("unknown choice %s.%s", o.ID, id)
			}
		}
		o.Values = append(o.Values, OptionValue{ID: strings.ReplaceAll(id, ".", "_"), Name: name})
		if priced {
			o.prices = append(o.prices, price)
		}
	}
	if len(o.prices) != 0 && len(o.prices) != len(o.Values) {
		return o, fmt.Errorf("option %q: some values have a price and some have none", s)
	}
	return o, nil
}

// variants makes every combination of the options, the first varying slowest.
func (p *Product) variants(price string, opts []option) error {
	combos := [][]int{{}}
	for _, o := range opts {
		p.Options = append(p.Options, o.Option)
		var next [][]int
		for _, c := range combos {
			for i := range o.Values {
				next = append(next, append(slices.Clone(c), i))
			}
		}
		combos = next
	}
	if len(opts) > 2 {
		return fmt.Errorf("%d options, at most 2", len(opts))
	}
	for _, c := range combos {
		v := Variant{SKU: p.Slug, Choices: map[string]string{}}
		carried := price
		var en, ar []string
		for k, i := range c {
			value := opts[k].Values[i]
			v.SKU += "--" + value.ID
			v.Choices[opts[k].ID] = value.ID
			// The product's own picture shows the first colour.
			if opts[k].ID == "colour" && i > 0 {
				v.Image = p.Slug + "-" + value.ID
			}
			en, ar = append(en, value.Name.EN), append(ar, value.Name.AR)
			if len(opts[k].prices) > 0 {
				if carried != "-" {
					return fmt.Errorf("two prices for %s", p.Slug)
				}
				carried = opts[k].prices[i]
			}
		}
		v.Name = Text{EN: strings.Join(en, ", "), AR: strings.Join(ar, "، ")}
		list, offer, onOffer := strings.Cut(carried, ">")
		var err error
		if v.Price, err = piastres(list); err != nil {
			return err
		}
		if onOffer {
			if v.OfferPrice, err = piastres(offer); err != nil {
				return err
			}
		}
		p.Variants = append(p.Variants, v)
	}
	return nil
}

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

func slugOf(name string) string {
	name = strings.ReplaceAll(strings.ToLower(name), "'", "")
	return strings.Trim(notSlug.ReplaceAllString(name, "-"), "-")
}
