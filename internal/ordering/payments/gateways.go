package payments

import (
	"context"
	"slices"
	"sync/atomic"
)

// Trier is a gateway that can be asked whether it knows us, without money.
type Trier interface {
	Try(ctx context.Context) error
}

// Gateways holds the open card gateways and the one that takes new payments; an owner may change them while the program
// runs. Payments stay with the gateway that took them, and so do their refunds, as long as it is open.
type Gateways struct {
	// Held reports whether none may be asked at the moment. Nil: never.
	Held func() bool

	names []string // whose notices have an address
	now   atomic.Pointer[openGateways]
}

type openGateways struct {
	by    map[string]Gateway
	takes Gateway
}

// NewGateways makes a set without any; names are those that may ever be open.
func NewGateways(names ...string) *Gateways {
	g := &Gateways{names: names}
	g.Set(nil)
	return g
}

// fixed is the one gateway of a program that changes none; nil for no cards.
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

// Takes is the gateway for new payments; nil while cards are off.
func (g *Gateways) Takes() Gateway {
	if g.IsHeld() {
		return nil
	}
	return g.now.Load().takes
}

// Of is the open gateway of that name; nil where there is none.
func (g *Gateways) Of(name string) Gateway {
	if g.IsHeld() {
		return nil
	}
	return g.now.Load().by[name]
}

// IsHeld reports whether none may be asked at the moment.
func (g *Gateways) IsHeld() bool { return g.Held != nil && g.Held() }

// Names are those that may ever be open, in order.
func (g *Gateways) Names() []string { return slices.Sorted(slices.Values(g.names)) }
