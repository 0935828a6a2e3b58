package ratelimit

import (
	"net/netip"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/httpapi"
)

// The number of calls that one address may make to one node. A household behind one address makes far fewer. Limits
// that apply across nodes are in the database, with their feature.
const (
	addressesKept = 50_000
	readsAMinute  = 1_800
	writesAMinute = 240
	// A page shows dozens of pictures, which browsers cache.
	picturesAMinute = 18_000
	// inNetwork multiplies the limit for all addresses of an IPv6 /48 together: one person may own a whole /48, while a
	// carrier's is shared by many.
	inNetwork = 20
)

// Flood limits the calls of an address; for IPv6 it limits networks, which are handed out whole. The program's own
// calls (httpapi.API.Own) and those from this machine are not counted. Requests through an undeclared local proxy come
// from the unspecified address and share one limit.
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
			// The network is checked first, so that it adds no more entries than it may make calls.
			if wait, ok := l.Allow(kind+counters.Network(ip), limit*inNetwork, time.Minute); !ok {
				return wait, false
			}
		}
		return l.Allow(kind+counters.Address(ip), limit, time.Minute)
	}
}
