package remote

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"syscall"
	"time"
)

// AllowedNetworks are the networks to which addresses typed into the console may lead: the public internet and those
// that the machine's operator has added. It is checked when a connection is made, by the address to which the name
// resolves at that moment. A nil AllowedNetworks allows any.
type AllowedNetworks struct {
	Also []netip.Prefix
	// Own returns the machine's own addresses, which are always refused; nil: those of its interfaces.
	Own func() []netip.Addr
}

// ErrOwnNetwork is wrapped by the errors of requests that AllowedNetworks refused.
var ErrOwnNetwork = errors.New("remote: the address is none of the public internet")

// closed are the IPv4 networks that are not public, and one public address at which a cloud serves its own machines.
var closed = prefixes("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "168.63.129.16/32", "169.254.0.0/16",
	"172.16.0.0/12", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15",
	"198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/3",
	// Excluded from the public IPv6 networks: tunnels, which may end anywhere, and examples.
	"2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20")

// The IPv6 networks that are public, and the one that embeds IPv4 addresses.
var (
	global     = netip.MustParsePrefix("2000::/3")
	translated = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(list ...string) (all []netip.Prefix) {
	for _, one := range list {
		all = append(all, netip.MustParsePrefix(one))
	}
	return all
}

func within(list []netip.Prefix, ip netip.Addr) bool {
	for _, p := range list {
		if p.Contains(ip) {
			return true
		}
	}
	return false
}

// Allows reports whether an address may be connected to.
func (r *AllowedNetworks) Allows(ip netip.Addr) bool {
	if r == nil {
		return true
	}
	ip = ip.Unmap().WithZone("")
	if within(r.Also, ip) {
		return true
	}
	if translated.Contains(ip) {
		b := ip.As16()
		return r.Allows(netip.AddrFrom4([4]byte(b[12:])))
	}
	own := r.Own
	if own == nil {
		own = interfaces
	}
	return ip.IsValid() && (ip.Is4() || global.Contains(ip)) && !within(closed, ip) && !slices.Contains(own(), ip)
}

// AllowsName reports whether a host may be typed: a forbidden address is refused now, a name only when it is used.
func (r *AllowedNetworks) AllowsName(host string) bool {
	name := strings.TrimSuffix(strings.ToLower(host), ".")
	if name == "localhost" || strings.HasSuffix(name, ".localhost") {
		return r.Allows(netip.AddrFrom4([4]byte{127, 0, 0, 1})) || r.Allows(netip.IPv6Loopback())
	}
	ip, err := netip.ParseAddr(name)
	return err != nil || r.Allows(ip)
}

// Dialer returns a dialer that connects only to allowed networks.
func (r *AllowedNetworks) Dialer() *net.Dialer {
	d := &net.Dialer{Timeout: 30 * time.Second, KeepAlive: 30 * time.Second}
	if r != nil {
		// Called with each resolved address before the connection.
		d.Control = func(_, address string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(address)
			if err != nil || !r.Allows(at.Addr()) {
				return ErrOwnNetwork
			}
			return nil
		}
	}
	return d
}

// Client is NewClient limited to allowed networks.
func (r *AllowedNetworks) Client(timeout time.Duration) *http.Client {
	return &http.Client{Timeout: timeout, Transport: r.Transport(),
		CheckRedirect: func(*http.Request, []*http.Request) error {
			return http.ErrUseLastResponse
		}}
}
