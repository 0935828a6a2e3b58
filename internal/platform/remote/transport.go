package remote

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync/atomic"
	"time"
)

// Environment is the proxy setting that uses the environment's HTTPS_PROXY, HTTP_PROXY and NO_PROXY.
const Environment = "environment"

type chooser = func(*http.Request) (*url.URL, error)

var through atomic.Pointer[chooser]

// UseProxy sends all requests of the program through a proxy: "" means none, regardless of the environment.
func UseProxy(setting string) error {
	choose := func(*http.Request) (*url.URL, error) { return nil, nil }
	switch setting {
	case "":
	case Environment:
		choose = http.ProxyFromEnvironment
	default:
		u, err := url.Parse(setting)
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" && u.Scheme != "socks5" {
			return fmt.Errorf("outgoing proxy: %q is no address such as http://proxy.example:3128", setting)
		}
		choose = http.ProxyURL(u)
	}
	through.Store(&choose)
	return nil
}

// Transport returns the transport that every outgoing client uses.
func (r *AllowedNetworks) Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	r.Bind(t)
	return t
}

// Bind makes a transport connect only to allowed networks, and only through the operator's proxy.
func (r *AllowedNetworks) Bind(t *http.Transport) {
	direct, proxied := r.Dialer(), (*AllowedNetworks)(nil).Dialer()
	t.Proxy = func(q *http.Request) (*url.URL, error) {
		proxy, err := r.proxy(q)
		if err == nil && proxy != nil {
			// The proxy connects on our behalf, so the target is checked here.
			err = r.judge(q.Context(), q.URL.Hostname())
		}
		return proxy, err
	}
	// The operator's proxy itself may be anywhere; other connections only go to targets.
	t.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		if r.isProxy(address) {
			return proxied.DialContext(ctx, network, address)
		}
		return direct.DialContext(ctx, network, address)
	}
}

func (r *AllowedNetworks) proxy(q *http.Request) (*url.URL, error) {
	choose := through.Load()
	if choose == nil {
		return nil, nil
	}
	return (*choose)(q)
}

// isProxy reports whether an address is that of the operator's proxy.
func (r *AllowedNetworks) isProxy(address string) bool {
	for _, scheme := range []string{"https", "http"} {
		proxy, err := r.proxy(&http.Request{URL: &url.URL{Scheme: scheme, Host: "wekala.example"}})
		if err != nil || proxy == nil {
			continue
		}
		port := proxy.Port()
		if port == "" {
			port = map[string]string{"http": "80", "https": "443", "socks5": "1080"}[proxy.Scheme]
		}
		if address == net.JoinHostPort(proxy.Hostname(), port) {
			return true
		}
	}
	return false
}

// judge refuses a target in a forbidden network. The proxy decides about names that are unknown here: machines behind
// one often resolve none.
func (r *AllowedNetworks) judge(ctx context.Context, host string) error {
	if r == nil {
		return nil
	}
	if !r.AllowsName(host) {
		return ErrOwnNetwork
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil
	}
	for _, ip := range found {
		if !r.Allows(ip) {
			return ErrOwnNetwork
		}
	}
	return nil
}

// interfaces returns the machine's own addresses. Even a public one leads to services that run next to the shop.
func interfaces() (own []netip.Addr) {
	found, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	for _, a := range found {
		if n, ok := a.(*net.IPNet); ok {
			if ip, ok := netip.AddrFromSlice(n.IP); ok {
				own = append(own, ip.Unmap())
			}
		}
	}
	return own
}
