package ratelimit

import (
	"net/netip"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/httpapi"
)

// How often one address may call one node. A household behind one address
// stays far below; what must be limited across nodes is limited in the
// database, by its feature.
const (
	addressesKept = 50_000
	readsAMinute  = 1_800
	writesAMinute = 240
	// A page shows some dozens of pictures, which browsers keep.
	picturesAMinute = 18_000
	// inNetwork is how many times as often a /48 of IPv6 may call, all its addresses
	// together: somebody may have one of their own, a carrier's is many people.
	inNetwork = 20
)

// Flood limits how often an address may call: IPv6 hands out whole networks, so there the network
// counts. What pages ask in-process is not counted (httpapi.API.Own), nor who is on this machine; what a
// proxy here forwards without being declared comes from the unspecified address, everybody's together.
func Flood(c clock.Clock) func(ip netip.Addr, call httpapi.Call) (time.Duration, bool) {
	l := New(c, addressesKept)
	return func(ip netip.Addr, call httpapi.Call) (time.Duration, bool) {
		if ip.IsLoopback() {
			return 0, true
		}
		kind, limit := string(rune(call)), readsAMinute
		switch call {
		case httpapi.Writing:
			limit = writesAMinute
		case httpapi.Showing:
			limit = picturesAMinute
		}
		if ip = ip.Unmap(); ip.Is6() {
			// The network first, so that it makes no more entries than it has calls.
			if wait, ok := l.Allow(kind+counters.Network(ip), limit*inNetwork, time.Minute); !ok {
				return wait, false
			}
		}
		return l.Allow(kind+counters.Address(ip), limit, time.Minute)
	}
}
