package search

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// PlaceBranch says how one branch serves a place.
type PlaceBranch struct {
	Branch   uint32 // from Index.Branch
	Delivers bool   // there, at all
	Open     bool   // now
	Rank     int    // 0 is the nearest; without a place, the store's main branch
}

// Place is a shopper's place as the listings need it: which branch is
// preferred to sell a product there. It is immutable; make it once per district
// (and per opening or closing of a branch) and share it. A nil *Place prefers
// no branch.
type Place struct {
	pref []uint32 // by branch number; higher is better, without what depends on the product
	key  [16]byte
}

// Bits of a preference, best first: delivers, open, in stock, nearest.
const (
	prefDelivers = 1 << 31
	prefOpen     = 1 << 30
	prefInStock  = 1 << 29
	prefNearest  = prefInStock - 1
)

// NewPlace makes a Place. Branches that are not named neither deliver nor are
// open, and come last. Equally good branches are told apart by the lower price
// and then by the lower id.
func NewPlace(branches []PlaceBranch) *Place {
	p := &Place{}
	for _, b := range branches {
		if b.Branch >= 1<<20 {
			continue // not a number that Index.Branch gave
		}
		for len(p.pref) <= int(b.Branch) {
			p.pref = append(p.pref, 0)
		}
		v := uint32(prefNearest - min(max(b.Rank, 0), prefNearest-1))
		if b.Delivers {
			v |= prefDelivers
		}
		if b.Open {
			v |= prefOpen
		}
		p.pref[b.Branch] = v
	}
	p.pref = slices.Clip(p.pref)
	var sum []byte
	for _, v := range p.pref {
		sum = binary.LittleEndian.AppendUint32(sum, v)
	}
	full := sha256.Sum256(append(sum, 1))
	copy(p.key[:], full[:])
	return p
}

func (p *Place) prefs() []uint32 {
	if p == nil {
		return nil
	}
	return p.pref
}

func (p *Place) fingerprint() (k [16]byte) {
	if p == nil {
		return
	}
	return p.key
}

// choose picks the offer under which a product is listed: its index in the
// segment's columns, or -1 when nobody sells it. of is a branch number to take
// no other, or 0.
func (s *segment) choose(d uint32, prefs []uint32, of uint32) int32 {
	best, bestPref, bestPrice := int32(-1), uint32(0), int64(0)
	from, to := s.rows[d].offers, s.rows[d+1].offers
	for i, o := range s.offers[from:to] {
		n := o.branch &^ availableBit
		if of != 0 && n != of {
			continue
		}
		var pref uint32
		if int(n) < len(prefs) {
			pref = prefs[n]
		}
		pref |= o.branch >> 31 * prefInStock
		if best < 0 || pref > bestPref || pref == bestPref && o.price < bestPrice {
			best, bestPref, bestPrice = int32(from)+int32(i), pref, o.price
		}
	}
	return best
}

// tier says how well the chosen offer can be had: 3 in stock, delivered and
// open; 2 in stock and delivered; 1 in stock; 0 not in stock.
func (s *segment) tier(offer int32, prefs []uint32) uint64 {
	if offer < 0 || s.offers[offer].branch&availableBit == 0 {
		return 0
	}
	n := int(s.offers[offer].branch &^ availableBit)
	if n >= len(prefs) || prefs[n]&prefDelivers == 0 {
		return 1
	}
	if prefs[n]&prefOpen == 0 {
		return 2
	}
	return 3
}

func (s *segment) available(offer int32) bool {
	return offer >= 0 && s.offers[offer].branch&availableBit != 0
}

func (s *segment) onOffer(offer int32) bool {
	return offer >= 0 && s.offers[offer].old > s.offers[offer].price
}
