package httpapi

import (
	"context"
	"math"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"strings"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// A Who is the caller according to the request. UserID and StaffID are set only after their token was validated.
type Who struct {
	UserID, SessionID, StaffID        string
	Lang                              i18n.Lang
	DistrictID, CurrencyID, AddressID string
	Lat, Lng                          *float64 // degrees
	CartToken, Token                  string
	IP                                netip.Addr
	UserAgent, RequestID              string
	DeviceID                          string // the client's own name for its device; not authenticated
	DeviceSecret                      string // given to a device that signed in; it proves only that
}

// Guest reports whether nobody is signed in.
func (w *Who) Guest() bool { return w.UserID == "" }

type callerKey struct{}

var nobody = &Who{Lang: i18n.EN}

// Caller returns the caller; never nil.
func Caller(ctx context.Context) *Who {
	if who, ok := ctx.Value(callerKey{}).(*Who); ok {
		return who
	}
	return nobody
}

// WithCaller sets the caller of a context that does not come from a request.
func WithCaller(ctx context.Context, who *Who) context.Context {
	return context.WithValue(ctx, callerKey{}, who)
}

// floodsAs returns the address under which a request is counted. A forwarded request with this machine's address came
// through an undeclared local proxy, so its sender is unknown.
func (a *API) floodsAs(r *http.Request, ip netip.Addr) netip.Addr {
	if ip.IsLoopback() && forwarded(r.Header) {
		return netip.IPv6Unspecified()
	}
	return ip
}

// forwarded reports whether a proxy has forwarded a request: not every proxy sends the address.
func forwarded(h http.Header) bool {
	return h.Get("X-Forwarded-For") != "" || h.Get("Forwarded") != "" || h.Get("X-Real-Ip") != "" || h.Get("Via") != ""
}

type oursKey struct{}

// Own serves the program's own requests for a page that it renders. They are not counted, because the request for the
// page was. The address cannot identify them: behind a proxy on this machine all requests come from loopback.
func (a *API) Own() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), oursKey{}, true)))
	})
}

func ours(ctx context.Context) bool { return ctx.Value(oursKey{}) != nil }

// header reads a header in which clients may send the word null.
func header(h http.Header, canonical string) string {
	v := h[canonical]
	if len(v) == 0 || v[0] == "null" || v[0] == "undefined" || len(v[0]) > 200 {
		return ""
	}
	return v[0]
}

func (a *API) readCaller(r *http.Request) *Who {
	h := r.Header
	who := &Who{
		Lang:         i18n.Negotiate(header(h, "Accept-Language")),
		DistrictID:   header(h, "District-Id"),
		CurrencyID:   header(h, "Currency-Id"),
		AddressID:    header(h, "Address-Id"),
		CartToken:    header(h, "Cart-Token"),
		DeviceID:     header(h, "Device-Id"),
		DeviceSecret: header(h, "Device-Secret"),
		UserAgent:    header(h, "User-Agent"),
		IP:           a.address(r),
		RequestID:    id.Short(),
	}
	if auth := header(h, "Authorization"); len(auth) > 7 && strings.EqualFold(auth[:7], "bearer ") {
		if token := strings.TrimSpace(auth[7:]); token != "null" && token != "undefined" {
			who.Token = token
		}
	}
	who.Lat, who.Lng = Coordinates(header(h, "Latitude"), header(h, "Longitude"))
	return who
}

// Coordinates parses a pair in degrees; an incomplete or invalid pair is no location.
func Coordinates(latText, lngText string) (lat, lng *float64) {
	if latText == "" || lngText == "" {
		return nil, nil
	}
	a, errA := strconv.ParseFloat(latText, 64)
	b, errB := strconv.ParseFloat(lngText, 64)
	if errA != nil || errB != nil || !(math.Abs(a) <= 90) || !(math.Abs(b) <= 180) {
		return nil, nil
	}
	return &a, &b
}

// Address returns the client address of a request outside the API.
func (a *API) Address(r *http.Request) netip.Addr { return a.address(r) }

// address returns the client address of a request: the peer, or the address that a trusted proxy reports (the last one
// in X-Forwarded-For that is not itself trusted).
func (a *API) address(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.IPv6Unspecified()
	}
	addr := peer.Addr().Unmap()
	if !trusted(a.opts.TrustedProxies, addr) {
		if forwarded(r.Header) {
			a.undeclared.Do(func() {
				a.opts.Log.Warn("a request was forwarded by a proxy that is not declared: if it is yours, name it in --proxies "+
					"(WEKALA_PROXIES); until then everybody behind it counts as one address", "peer", addr.String())
			})
		}
		return addr
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := hopAddress(strings.TrimSpace(hops[i]))
		if err != nil {
			break
		}
		addr = hop.Unmap()
		if !trusted(a.opts.TrustedProxies, addr) {
			break
		}
	}
	return addr
}

// Shared reports whether a connection from an address may carry requests of many people: from a trusted proxy, or from
// this machine, which has no limit either.
func (a *API) Shared(peer netip.Addr) bool {
	return peer.IsLoopback() || trusted(a.opts.TrustedProxies, peer)
}

// hopAddress parses an address as proxies write it, possibly with a port.
func hopAddress(text string) (netip.Addr, error) {
	addr, err := netip.ParseAddr(strings.TrimSuffix(strings.TrimPrefix(text, "["), "]"))
	if err == nil {
		return addr, nil
	}
	both, err := netip.ParseAddrPort(text)
	return both.Addr(), err
}

func trusted(proxies []netip.Prefix, addr netip.Addr) bool {
	for _, p := range proxies {
		if p.Contains(addr) {
			return true
		}
	}
	return false
}

func stack() string { return string(debug.Stack()) }
