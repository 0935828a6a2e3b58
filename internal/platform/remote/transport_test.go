package remote_test

import (
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

// TestProxiesDoNotOpenPrivateNetworks: a proxy of the environment is none of the program's, and one that the operator
// chose is not asked for addresses that the networks refuse.
func TestProxiesDoNotOpenPrivateNetworks(t *testing.T) {
	var asked atomic.Int64
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { asked.Add(1) }))
	defer proxy.Close()
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		t.Setenv(name, proxy.URL)
	}
	t.Cleanup(func() { _ = remote.UseProxy("") })
	ask := func(r *remote.AllowedNetworks, address string) error {
		q, err := http.NewRequest(http.MethodGet, address, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, err = remote.Do(t.Context(), r.Client(2*time.Second), q)
		return err
	}
	private := []string{"http://10.1.2.3/", "http://169.254.169.254/latest/meta-data", "http://localhost:1/",
		"http://[::1]:1/"}
	beside := &remote.AllowedNetworks{
		Also: []netip.Prefix{netip.MustParsePrefix(netip.MustParseAddrPort(hostOf(t, proxy.URL)).Addr().String() + "/32")}}
	for _, address := range private[:2] {
		if err := ask(beside, address); !errors.Is(err, remote.ErrOwnNetwork) || asked.Load() != 0 {
			t.Errorf("%s with a proxy in the environment: %v, the proxy was asked %d times", address, err, asked.Load())
		}
	}
	if err := remote.UseProxy(proxy.URL); err != nil {
		t.Fatal(err)
	}
	strict := &remote.AllowedNetworks{}
	for _, address := range private {
		if err := ask(strict, address); !errors.Is(err, remote.ErrOwnNetwork) || asked.Load() != 0 {
			t.Errorf("%s with a proxy of the operator's: %v, the proxy was asked %d times", address, err, asked.Load())
		}
	}
	// The proxy itself may be anywhere, and it decides about names that are unknown here.
	if err := ask(strict, "http://8.8.8.8/"); err != nil || asked.Load() != 1 {
		t.Errorf("the internet: %v, the proxy was asked %d times", err, asked.Load())
	}
	for _, wrong := range []string{"proxy.example:3128", "ftp://proxy.example", "http://", "%"} {
		if remote.UseProxy(wrong) == nil {
			t.Errorf("%q was taken for a proxy", wrong)
		}
	}
}

func hostOf(t *testing.T, address string) string {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u.Host
}

// TestOwnAddressesAreRefused: an interface of the machine may have a public address, which leads to services that
// listen next to the shop.
func TestOwnAddressesAreRefused(t *testing.T) {
	own := netip.MustParseAddr("41.32.0.9")
	r := remote.AllowedNetworks{Own: func() []netip.Addr { return []netip.Addr{own} }}
	if r.Allows(own) || r.Allows(netip.MustParseAddr("::ffff:41.32.0.9")) || r.AllowsName("41.32.0.9") {
		t.Error("the machine's own address is allowed")
	}
	if !r.Allows(netip.MustParseAddr("41.32.0.10")) {
		t.Error("another's address is refused")
	}
	r.Also = []netip.Prefix{netip.PrefixFrom(own, 32)}
	if !r.Allows(own) {
		t.Error("it is refused although the operator names it")
	}
}
