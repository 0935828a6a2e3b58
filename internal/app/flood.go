package app

import (
	"net/http"
	"net/netip"
	"slices"
	"time"

	"wekala/internal/currency"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/ratelimit"
)

// How often one address may call one node. A household behind one address
// stays far below; what must be limited across nodes is limited in the
// database, by its feature.
const (
	floodAddresses = 50_000
	readsAMinute   = 1_800
	writesAMinute  = 240
	// inNetwork is how many times as often a /48 of IPv6 may call, all its addresses
	// together: somebody may have one of their own, a carrier's is many people.
	inNetwork = 20
)

// flood limits addresses; IPv6 hands out whole networks, so there the network
// counts. What pages ask in-process is not counted (httpapi.Ours), nor who is on
// this machine; what a proxy here forwards without being declared comes from the
// unspecified address, everybody's together.
func flood(l *ratelimit.Limiter) func(ip netip.Addr, write bool) (time.Duration, bool) {
	return func(ip netip.Addr, write bool) (time.Duration, bool) {
		if ip.IsLoopback() {
			return 0, true
		}
		kind, limit := "r", readsAMinute
		if write {
			kind, limit = "w", writesAMinute
		}
		if ip = ip.Unmap(); ip.Is6() {
			// The network first, so that it makes no more entries than it has calls.
			if wait, ok := l.Allow(kind+counters.Network(ip), limit*inNetwork, time.Minute); !ok {
				return wait, false
			}
			if network, err := ip.Prefix(64); err == nil {
				ip = network.Addr()
			}
		}
		return l.Allow(kind+ip.String(), limit, time.Minute)
	}
}

// own answers what the program asks of its own API.
func (a *App) own() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.API.ServeHTTP(w, r.WithContext(httpapi.Ours(r.Context())))
	})
}

// knownDistrict and offeredCurrency say which ids of a browser's cookies make a
// page of their own: made-up ones would fill the kept pages.
func (a *App) knownDistrict(id string) bool {
	_, ok := a.features.places.District(id)
	return ok
}

func (a *App) offeredCurrency(code string) bool {
	offered, _ := a.features.currency.Offered()
	return slices.ContainsFunc(offered, func(c currency.Currency) bool { return c.Code == code })
}
