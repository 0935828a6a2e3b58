package search

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
)

// PlaceBranch describes how one branch serves a place.
type PlaceBranch struct {
	Branch   uint32 // from Index.Branch
	Delivers bool   // there, at all
	Open     bool   // now
	Rank     int    // 0 is the nearest; without a place, the store's main branch
}

// Place is a customer's place as listings need it: the preference of branches there. It is immutable: create one per
// district, again when a branch opens or closes, and share it. A nil *Place prefers no branch.
type Place struct {
	pref []uint32 // by branch number; higher is better, without what depends on the product
	key  [16]byte
	some bool // a branch delivers there

	reach [16]byte // of which branches deliver there, open or not and however near
	ready [16]byte // of which branches deliver there, and of those which are open
}

// Bits of a preference, best first: delivers, open, in stock, nearest.
const (
	prefDelivers = 1 << 31
	prefOpen     = 1 << 30
	prefInStock  = 1 << 29
	prefNearest  = prefInStock - 1
)

// NewPlace creates a Place. Branches that are not in the list count as closed, do not deliver there and come last.
// Between equally good branches the lower price decides, then the lower id.
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
			p.some = true
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
	for i, v := range p.pref {
		binary.LittleEndian.PutUint32(sum[4*i:], v&prefDelivers)
	}
	full = sha256.Sum256(append(sum, 2))
	copy(p.reach[:], full[:])
	for i, v := range p.pref {
		if v &= prefDelivers | prefOpen; v&prefDelivers == 0 {
			v = 0 // open or not, nobody here gets anything of it
		}
		binary.LittleEndian.PutUint32(sum[4*i:], v)
	}
	full = sha256.Sum256(append(sum, 3))
	copy(p.ready[:], full[:])
	return p
}

// delivered reports whether any branch delivers there.
func (p *Place) delivered() bool { return p != nil && p.some }

// reached reports whether a branch delivers there.
func (p *Place) reached(branch uint32) bool {
	return int(branch) < len(p.pref) && p.pref[branch]&prefDelivers != 0
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

func (p *Place) reaching() (k [16]byte) {
	if p == nil {
		return
	}
	return p.reach
}

func (p *Place) opened() (k [16]byte) {
	if p == nil {
		return
	}
	return p.ready
}

// choice is the offer under which a product is listed: its position among the product's offers, and its most used
// properties, so that the offer itself need not be read.
type choice uint16

const (
	choiceAt        = 1<<12 - 1 // the place; choiceAt itself when nobody sells it
	choiceAvailable = 1 << 12
	choiceOnOffer   = 1 << 13
	choiceTier      = 14 // shift

	// maxOffers is the maximum number of branches that can sell one product.
	maxOffers = choiceAt
)

func (c choice) none() bool      { return c&choiceAt == choiceAt }
func (c choice) available() bool { return c&choiceAvailable != 0 }
func (c choice) onOffer() bool   { return c&choiceOnOffer != 0 }

// tier is how available the product is: 3 in stock, delivered and open; 2 in stock and delivered; 1 in stock; 0 not in
// stock.
func (c choice) tier() uint64 {
	if !c.available() {
		return 0
	}
	return uint64(c >> choiceTier)
}

// open reports whether an open branch delivers it here, in stock or not.
func (c choice) open() bool { return c>>choiceTier == 3 }

// delivered reports whether a branch delivers it here, in stock or not.
func (c choice) delivered() bool { return c>>choiceTier >= 2 }

// offer returns a chosen offer.
func (s *segment) offer(d uint32, c choice) *offer {
	return &s.offers[s.offerAt[d]+uint32(c&choiceAt)]
}

// choose picks the offer under which a product is listed. of is the number of a branch that restricts the choice, or 0.
func (s *segment) choose(d uint32, prefs []uint32, of uint32) choice {
	at, bestPref := -1, uint32(0)
	var best offer
	from, to := s.offerAt[d], s.offerAt[d+1]
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
		if at < 0 || pref > bestPref || pref == bestPref && o.price < best.price {
			at, bestPref, best = i, pref, o
		}
	}
	if at < 0 {
		return choiceAt
	}
	c := choice(at)
	if best.old > best.price {
		c |= choiceOnOffer
	}
	if bestPref&prefInStock != 0 {
		c |= choiceAvailable
	}
	switch bestPref & (prefDelivers | prefOpen) {
	case prefDelivers | prefOpen:
		c |= 3 << choiceTier
	case prefDelivers:
		c |= 2 << choiceTier
	default:
		c |= 1 << choiceTier
	}
	return c
}

// choices returns the choice for every product of a segment at the filter's place, cached for later queries. nil means
// that choices are made one by one.
func (ix *Index) choices(s *segment, f *filter) []choice {
	if f.branch != 0 || s.n < ix.policy.remember {
		return nil
	}
	key := cacheKey{serial: s.serial, kind: kindChoices, filter: filterKey{place: f.place}}
	return ix.lists.get(key, func() *sorted {
		all := make([]choice, s.n)
		for d := range all {
			all[d] = s.choose(uint32(d), f.prefs, 0)
		}
		return &sorted{choices: all}
	}).choices
}
