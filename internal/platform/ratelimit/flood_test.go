package ratelimit

import (
	"fmt"
	"net/netip"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/httpapi"
)

func TestFloodCountsNetworksAndSparesOurselves(t *testing.T) {
	allow := Flood(clock.NewFake(time.Unix(1000, 0)))
	request := func(ip string, times int) (refused int) {
		for range times {
			if _, ok := allow(netip.MustParseAddr(ip), httpapi.Writing); !ok {
				refused++
			}
		}
		return refused
	}
	if n := request("198.51.100.7", writesAMinute); n != 0 {
		t.Fatalf("%d refused within the limit", n)
	}
	if n := request("198.51.100.7", 10); n != 10 {
		t.Fatalf("%d of 10 refused beyond the limit", n)
	}
	if n := request("198.51.100.8", 1); n != 0 {
		t.Fatal("a neighbour was refused")
	}
	if n := request("2001:db8::1", writesAMinute) + request("2001:db8::2", 1); n != 1 {
		t.Fatalf("%d refused; one network is one address", n)
	}
	// The owner of a /48 has 65,536 networks: together they have a limit, and their neighbours are not affected.
	refused := 0
	for i := range 2 * inNetwork {
		refused += request(fmt.Sprintf("2001:db8:1:%x::1", i), writesAMinute)
	}
	if refused != inNetwork*writesAMinute {
		t.Fatalf("%d refused of a /48", refused)
	}
	if n := request("2001:db8:2::1", 1) + request("198.51.100.9", 1); n != 0 {
		t.Fatal("another network was refused")
	}
	if n := request("127.0.0.1", 10*writesAMinute); n != 0 {
		t.Fatal("our own pages were refused")
	}
	// Requests through an undeclared proxy on this machine share the limit of one address.
	if n := request("::", writesAMinute+10); n != 10 {
		t.Fatalf("%d refused behind an undeclared proxy", n)
	}
}
