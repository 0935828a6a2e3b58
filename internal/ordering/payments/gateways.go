package payments

import (
	"context"
	"slices"
	"sync/atomic"
)

// Trier is a gateway whose account can be tested without moving money.
type Trier interface {
	Try(ctx context.Context) error
}

// Gateways holds the open card gateways and the one for new payments; an owner may change them while the program runs.
// Payments and their refunds stay with the gateway that took the payment, as long as it is open.
type Gateways struct {
	// Held reports whether the gateways must not be called at the moment. nil means never.
	Held func() bool

	names []string // gateways with a webhook address
	now   atomic.Pointer[openGateways]
}

type openGateways struct {
	by    map[string]Gateway
	takes Gateway
}

// NewGateways creates an empty set; names are the gateways that may ever be open.
func NewGateways(names ...string) *Gateways {
	g := &Gateways{names: names}
	g.Set(nil)
	return g
}

// fixed is a set with one gateway that never changes; nil for no cards.
func fixed(one Gateway) *Gateways {
	if one == nil {
		return NewGateways()
	}
	g := NewGateways(one.Name())
	g.Set(one, one)
	return g
}

// Set opens gateways; takes is the one for new payments, nil for none.
func (g *Gateways) Set(takes Gateway, open ...Gateway) {
	next := &openGateways{by: map[string]Gateway{}, takes: takes}
	for _, one := range open {
		next.by[one.Name()] = one
	}
	g.now.Store(next)
}

// Takes returns the gateway for new payments; nil while cards are off.
func (g *Gateways) Takes() Gateway {
	if g.IsHeld() {
		return nil
	}
	return g.now.Load().takes
}

// Of returns the open gateway with a name; nil if there is none.
func (g *Gateways) Of(name string) Gateway {
	if g.IsHeld() {
		return nil
	}
	return g.now.Load().by[name]
}

// IsHeld reports whether the gateways must not be called at the moment.
func (g *Gateways) IsHeld() bool { return g.Held != nil && g.Held() }

// Names lists the gateways that may ever be open, in order.
func (g *Gateways) Names() []string { return slices.Sorted(slices.Values(g.names)) }
