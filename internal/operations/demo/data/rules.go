package data

import "hash/fnv"

// Shelf is how a branch sells a variant. Sold is false where it does not.
// OfferPrice is 0 without an offer.
type Shelf struct {
	Sold       bool
	Price      int64
	OfferPrice int64
	Stock      int64
}

// Shelf returns the price and stock of a variant of p at a branch, by a rule that is the same on every machine. Main
// branches ask the list price; others up to 5 % more or less, rounded to a quarter pound, and leave out about 1 product
// in 20.
func (s *Shop) Shelf(b *Branch, p *Product, v Variant) Shelf {
	// About 4 variants in 100 are out of stock and 6 in 100 nearly so (1–3 left), never those that a home block or a past
	// order needs; a kitchen has a dish with all its choices or not at all.
	if b.Store != p.Store {
		return Shelf{}
	}
	needed := s.wanted[p.Slug]
	if !b.Main && !needed && Hash(b.Slug, p.Slug, "sold")%20 == 0 {
		return Shelf{}
	}
	out := Shelf{Sold: true, Price: adjust(v.Price, b.pricePercent)}
	if v.OfferPrice > 0 {
		out.OfferPrice = adjust(v.OfferPrice, b.pricePercent)
	}
	const most = 120
	least := 4 * p.MinQty
	counted := v.SKU
	if b.Service == "food" {
		counted = p.Variants[0].SKU
	}
	roll := Hash(b.Slug, counted, "stock") % 100
	switch {
	case needed || roll >= 10:
		out.Stock = max(least, 20+int64(Hash(b.Slug, counted, "amount")%(most-20)))
	case roll < 4:
		out.Stock = 0
	default:
		out.Stock = p.MinQty + int64(Hash(b.Slug, counted, "few")%3)
	}
	return out
}

// adjust changes an amount by percent and rounds it to 25 piastres, halves up.
func adjust(amount, percent int64) int64 {
	if percent == 0 {
		return amount
	}
	const step = 25
	return (amount*(100+percent) + 100*step/2) / (100 * step) * step
}

// Hash replaces randomness in the demo.
func Hash(parts ...string) uint32 {
	h := fnv.New32a()
	for _, p := range parts {
		_, _ = h.Write([]byte(p))
		_, _ = h.Write([]byte{0})
	}
	// FNV's low bits are weak for short texts: mix them with the high ones.
	sum := h.Sum32()
	sum ^= sum >> 16
	sum *= 0x85ebca6b
	return sum ^ sum>>13
}
