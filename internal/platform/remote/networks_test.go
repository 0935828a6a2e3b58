package remote_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"
	"time"

	"wekala/internal/platform/remote"
)

func TestAReachLeadsToThePublicInternetAlone(t *testing.T) {
	var r remote.AllowedNetworks
	for _, c := range []struct {
		address string
		public  bool
	}{
		{"8.8.8.8", true}, {"41.32.0.1", true}, {"2606:4700::1111", true}, {"2a00:1450::1", true}, {"::ffff:8.8.8.8", true},
		{"64:ff9b::8.8.8.8", true},
		{"127.0.0.1", false}, {"127.9.9.9", false}, {"0.0.0.0", false}, {"10.1.2.3", false}, {"172.16.0.1", false},
		{"172.31.255.255", false}, {"172.32.0.1", true},
		{"192.168.1.1", false}, {"100.64.0.1", false}, {"100.100.100.200", false}, {"169.254.169.254", false},
		{"168.63.129.16", false}, {"192.0.0.192", false},
		{"198.18.0.1", false}, {"224.0.0.1", false}, {"255.255.255.255", false},
		{"::", false}, {"::1", false}, {"fe80::1%eth0", false}, {"fe80::1", false}, {"fc00::1", false},
		{"fd00:ec2::254", false}, {"ff02::1", false},
		{"::ffff:127.0.0.1", false}, {"::ffff:169.254.169.254", false}, {"::127.0.0.1", false},
		{"64:ff9b::169.254.169.254", false}, {"64:ff9b:1::10.0.0.1", false},
		{"2002:7f00:1::", false}, {"2001:0:4136:e378::", false}, {"2001:db8::1", false},
	} {
		if got := r.Allows(netip.MustParseAddr(c.address)); got != c.public {
			t.Errorf("%s: %t, not %t", c.address, got, c.public)
		}
	}
	if r.Allows(netip.Addr{}) {
		t.Error("no address is allowed")
	}
	beside := remote.AllowedNetworks{Also: []netip.Prefix{netip.MustParsePrefix("10.1.0.0/16")}}
	for address, want := range map[string]bool{"10.1.2.3": true, "::ffff:10.1.2.3": true, "10.2.0.1": false,
		"127.0.0.1": false} {
		if got := beside.Allows(netip.MustParseAddr(address)); got != want {
			t.Errorf("beside, %s: %t", address, got)
		}
	}
	for host, want := range map[string]bool{"sms.example.com": true, "localhost": false, "LocalHost.": false,
		"a.localhost": false, "127.0.0.1": false, "::1": false, "8.8.8.8": true} {
		if got := r.AllowsName(host); got != want {
			t.Errorf("%s may be typed: %t", host, got)
		}
	}
}

// TestNamesAreJudgedAsTheyResolve: a name that resolves to this machine is refused when it is connected to, whatever it
// resolved to when it was typed.
func TestNamesAreJudgedAsTheyResolve(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	at, _ := url.Parse(server.URL)
	ask := func(r *remote.AllowedNetworks, host string) error {
		q, err := http.NewRequest(http.MethodGet, "http://"+host+":"+at.Port(), nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = remote.Do(context.Background(), r.Client(time.Second), q)
		return err
	}
	for _, host := range []string{"localhost", "127.0.0.1", "[::ffff:127.0.0.1]"} {
		if err := ask(&remote.AllowedNetworks{}, host); !errors.Is(err, remote.ErrOwnNetwork) ||
			!errors.Is(err, remote.ErrUnheard) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("%d questions came through", n)
	}
	for _, r := range []*remote.AllowedNetworks{nil, {Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}} {
		if err := ask(r, "127.0.0.1"); err != nil {
			t.Errorf("%v: %v", r, err)
		}
	}
}
