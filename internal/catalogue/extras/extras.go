// Package extras manages the extras of a product: groups that many products share (size, bread, what to add, what to
// leave out), each with the minimum and maximum number that a customer chooses, and a price for every extra.
//
// Whether extras can be chosen together is decided by a pure function of the groups as a branch offers them
// (Offered.Check). Picks holds a customer's choice; its text (Picks.Key) distinguishes two lines of one variant in a
// cart. An order keeps the names and prices that applied when it was placed (Frozen).
//
// An extra can be sold out at a branch until its next business day. Checkout checks again in its transaction (Guard).
package extras

import (
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

// Pick is a chosen extra, and its quantity per unit of the product.
type Pick struct {
	ID  string
	Qty int64
}

// Picks are the extras chosen for a line, each once, sorted by id.
type Picks []Pick

// MaxPicks limits the number of different extras of a line.
const MaxPicks = 40

// Sorted sorts picks, adds up repeated ones and drops those with a quantity of zero.
func Sorted(picks []Pick) Picks {
	out := make(Picks, 0, len(picks))
	for _, p := range picks {
		at := slices.IndexFunc(out, func(o Pick) bool { return o.ID == p.ID })
		switch {
		case at >= 0:
			out[at].Qty += p.Qty
		case p.Qty != 0:
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b Pick) int { return cmp.Compare(a.ID, b.ID) })
	return out
}

// Key encodes picks as text: equal picks give the same text.
func (p Picks) Key() string {
	var b strings.Builder
	for i, one := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(one.ID)
		if one.Qty != 1 {
			b.WriteByte('*')
			b.WriteString(strconv.FormatInt(one.Qty, 10))
		}
	}
	return b.String()
}

// Parse decodes the output of Key.
func Parse(key string) Picks {
	if key == "" {
		return nil
	}
	parts := strings.Split(key, ",")
	out := make(Picks, len(parts))
	for i, part := range parts {
		ref, n, counted := strings.Cut(part, "*")
		out[i] = Pick{ref, 1}
		if counted {
			out[i].Qty, _ = strconv.ParseInt(n, 10, 64) // written by Key
		}
	}
	return out
}

// of returns how many of an extra were chosen.
func (p Picks) of(ref string) int64 {
	for _, one := range p {
		if one.ID == ref {
			return one.Qty
		}
	}
	return 0
}

// Extra is one extra as a branch offers it.
type Extra struct {
	ID     string
	Name   i18n.Text
	Price  int64
	Most   int64
	Preset int64
	Out    bool // sold out here
}

// Group is a group of extras that a product offers.
type Group struct {
	ID          string
	Name        i18n.Text
	Least, Most int64
	Extras      []Extra
}

// Offered lists the groups that a branch offers with a product, in display order.
type Offered []Group

// find returns an extra and its group.
func (o Offered) find(ref string) (*Group, *Extra) {
	for i := range o {
		for j := range o[i].Extras {
			if o[i].Extras[j].ID == ref {
				return &o[i], &o[i].Extras[j]
			}
		}
	}
	return nil, nil
}

// Check returns why picks cannot be ordered: extras.extra_unknown (withdrawn, or of another product), extra_sold_out,
// extra_too_many of one, extras_too_many of a group, extras_missing; or nil.
func (o Offered) Check(picks Picks) *errs.Error {
	chosen := map[string]int64{}
	for _, p := range picks {
		g, e := o.find(p.ID)
		switch {
		case e == nil, p.Qty < 1:
			return errs.Refuse("extras.extra_unknown")
		case e.Out:
			return errs.Refuse("extras.extra_sold_out", "name", e.Name)
		case p.Qty > e.Most:
			return errs.Refuse("extras.extra_too_many", "name", e.Name, "most", e.Most)
		}
		chosen[g.ID] += p.Qty
	}
	for i := range o {
		g := &o[i]
		switch n := chosen[g.ID]; {
		case n > g.Most:
			return errs.Refuse("extras.extras_too_many", "group", g.Name, "most", g.Most)
		case n < g.Least:
			return errs.Refuse("extras.extras_missing", "group", g.Name, "least", g.Least)
		}
	}
	return nil
}

// Presets are the extras chosen by default, without those that are sold out.
func (o Offered) Presets() Picks {
	var out []Pick
	for _, g := range o {
		left := g.Most
		for _, e := range g.Extras {
			if n := min(e.Preset, left); n > 0 && !e.Out {
				out = append(out, Pick{e.ID, n})
				left -= n
			}
		}
	}
	return Sorted(out)
}

// Optional reports whether no extra is required or preset.
func (o Offered) Optional() bool {
	return !slices.ContainsFunc(o, func(g Group) bool {
		return g.Least > 0 || slices.ContainsFunc(g.Extras, func(e Extra) bool { return e.Preset > 0 })
	})
}

// Still returns the picks that can still be chosen, and the names of the others; a withdrawn extra has the name it had
// in was.
func (o Offered) Still(picks Picks, was []Frozen) (kept Picks, gone []i18n.Text) {
	left := map[string]int64{}
	for _, p := range picks {
		g, e := o.find(p.ID)
		if e == nil || e.Out {
			name := i18n.Text{}
			if e != nil {
				name = e.Name
			} else if at := slices.IndexFunc(was, func(f Frozen) bool { return f.ID == p.ID }); at >= 0 {
				name = was[at].Name
			}
			gone = append(gone, name)
			continue
		}
		if _, seen := left[g.ID]; !seen {
			left[g.ID] = g.Most
		}
		n := min(p.Qty, e.Most, left[g.ID])
		left[g.ID] -= n
		if n < p.Qty {
			gone = append(gone, e.Name)
		}
		if n > 0 {
			kept = append(kept, Pick{p.ID, n})
		}
	}
	return kept, gone
}

// Frozen is a chosen extra with its names and price at the time of the choice.
type Frozen struct {
	ID    string    `json:"id"`
	Group i18n.Text `json:"group"`
	Name  i18n.Text `json:"name"`
	Price int64     `json:"price"`
	Qty   int64     `json:"qty"`
}

// Freeze returns picks with their names and prices, in the order of the groups. Extras that are no longer offered are
// left out.
func (o Offered) Freeze(picks Picks) []Frozen {
	var out []Frozen
	for _, g := range o {
		for _, e := range g.Extras {
			if n := picks.of(e.ID); n > 0 {
				out = append(out, Frozen{e.ID, g.Name, e.Name, e.Price, n})
			}
		}
	}
	return out
}

// Sum is the amount that extras add to the price of one unit.
func Sum(list []Frozen) int64 {
	var sum int64
	for _, f := range list {
		sum += f.Price * f.Qty
	}
	return sum
}

// PicksOf returns the picks of frozen extras.
func PicksOf(list []Frozen) Picks {
	picks := make([]Pick, len(list))
	for i, f := range list {
		picks[i] = Pick{f.ID, f.Qty}
	}
	return Sorted(picks)
}

// Text encodes Frozen for storage; empty for none.
func Text(list []Frozen) string {
	if len(list) == 0 {
		return ""
	}
	raw, err := json.Marshal(list)
	if err != nil {
		panic("extras: names and numbers must encode: " + err.Error())
	}
	return string(raw)
}

// Read parses the output of Text. Text that doesn't parse yields nil.
func Read(text string) []Frozen {
	if text == "" {
		return nil
	}
	var out []Frozen
	_ = json.Unmarshal([]byte(text), &out)
	return out
}

// Deps are the service's dependencies.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Branches *branches.Service
	Catalog  *products.Service
}

// Service edits groups of extras and returns those offered with a product.
type Service struct {
	Deps
	keys *idempotency.Keys
}

// New returns a Service.
func New(deps Deps) *Service { return &Service{deps, idempotency.New(deps.DB, deps.Clock)} }
