// Package connections limits the open connections of each address, of each network, and in total. At a limit, an idle
// connection is closed for a new one. If all are busy, the client with the most connections loses one to another
// client, and its own new ones are refused.
package connections

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"wekala/internal/platform/counters"
)

// Bounds are the limits of open connections.
type Bounds struct {
	// Address is the limit for an IPv4 address or an IPv6 /64, Network for a /24 or a /48, and All for all clients
	// together.
	Address, Network, All int
	// Idle is how long a connection may be idle once three quarters of a limit are used.
	Idle time.Duration
}

const (
	maxAll     = 16_384
	maxNetwork = 1_024
	idle       = 10 * time.Second
)

// Usual returns limits based on the number of files that this process may open. A quarter of them is reserved for the
// database, files and outgoing requests. A browser needs one connection, or six over HTTP/1.1, and many customers of a
// carrier share one network.
func Usual() Bounds { return usual(descriptors()) }

func usual(descriptors int) Bounds {
	all := min(maxAll, descriptors*3/4)
	network := min(maxNetwork, all/4)
	return Bounds{Address: network / 2, Network: network, All: all, Idle: idle}
}

// Limiter enforces Bounds. Create it with New.
type Limiter struct {
	bounds  Bounds
	proxy   func(netip.Addr) bool
	log     *slog.Logger
	refused atomic.Int64
	closed  atomic.Int64

	mu       sync.Mutex
	all      int
	networks map[string]map[*conn]bool // open connections; "" holds those that only All limits
	swept    time.Time
	warned   time.Time
}

// New returns a limiter. proxy reports whether an address belongs to a trusted proxy or to this machine: such
// connections carry many people's requests, so only the total limit applies to them.
func New(bounds Bounds, proxy func(netip.Addr) bool, log *slog.Logger) *Limiter {
	return &Limiter{bounds: bounds, proxy: proxy, log: log, networks: map[string]map[*conn]bool{}}
}

// Refused returns the number of refused connections.
func (l *Limiter) Refused() int64 { return l.refused.Load() }

// Closed returns the number of connections that were closed to make room for others.
func (l *Limiter) Closed() int64 { return l.closed.Load() }

// Listener returns a listener that accepts the connections of inner that are within the limits.
func (l *Limiter) Listener(inner net.Listener) net.Listener { return &listener{inner, l} }

type listener struct {
	net.Listener
	limiter *Limiter
}

func (l *listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if c := l.limiter.open(inner, time.Now()); c != nil {
			return c, nil
		}
		if tcp, ok := inner.(*net.TCPConn); ok {
			_ = tcp.SetLinger(0) // unsent data is dropped immediately
		}
		_ = inner.Close()
	}
}

// conn is a counted connection.
type conn struct {
	net.Conn
	limiter          *Limiter
	network, address string
	// since is the time in nanoseconds since which the connection is idle; negative: since which it is busy.
	since atomic.Int64
}

// Close closes the connection and stops counting it.
func (c *conn) Close() error {
	c.limiter.mu.Lock()
	c.limiter.forget(c)
	c.limiter.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite lets the server end its side first, so that the client reads the response before the connection ends.
func (c *conn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

type counted struct{}

// Watch tracks which connections of a server are idle. Over HTTP/1 a connection counts as idle once its request is
// answered, even if net/http is still reading a body that was sent in part.
func (l *Limiter) Watch(server *http.Server) {
	server.ConnState = func(inner net.Conn, state http.ConnState) {
		if c := unwrap(inner); c != nil {
			c.enter(state)
		}
	}
	connContext := server.ConnContext
	server.ConnContext = func(ctx context.Context, inner net.Conn) context.Context {
		if connContext != nil {
			ctx = connContext(ctx, inner)
		}
		return context.WithValue(ctx, counted{}, unwrap(inner))
	}
	handler := server.Handler
	server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r)
		if c, _ := r.Context().Value(counted{}).(*conn); c != nil && r.ProtoMajor == 1 {
			c.enter(http.StateIdle)
		}
	})
}

// unwrap returns the conn inside a connection of the server; nil if there is none.
func unwrap(inner net.Conn) *conn {
	for {
		switch c := inner.(type) {
		case *conn:
			return c
		case interface{ NetConn() net.Conn }: // TLS
			inner = c.NetConn()
		default:
			return nil
		}
	}
}

// enter records that a connection is now idle or busy.
func (c *conn) enter(state http.ConnState) {
	now := time.Now().UnixNano()
	if state == http.StateNew || state == http.StateIdle {
		c.since.Store(now)
	} else {
		c.since.Store(-now)
	}
}

// open counts a new connection and closes those that make room for it; nil if there is no room.
func (l *Limiter) open(inner net.Conn, now time.Time) *conn {
	c := &conn{Conn: inner, limiter: l}
	c.since.Store(now.UnixNano())
	if peer, err := netip.ParseAddrPort(inner.RemoteAddr().String()); err == nil && !l.proxy(peer.Addr().Unmap()) {
		c.network, c.address = counters.Network(peer.Addr()), counters.Address(peer.Addr())
	}
	l.mu.Lock()
	ended, ok := l.room(c, now)
	if ok {
		if l.networks[c.network] == nil {
			l.networks[c.network] = map[*conn]bool{}
		}
		l.networks[c.network][c] = true
		l.all++
	}
	warn := !ok && now.Sub(l.warned) > time.Minute
	if warn {
		l.warned = now
	}
	l.mu.Unlock()
	for _, one := range ended {
		l.closed.Add(1)
		_ = one.Conn.Close()
	}
	if ok {
		return c
	}
	l.refused.Add(1)
	if warn {
		l.log.Warn("a network has as many connections as it may have, and further ones are refused: if it is your proxy, "+
			"name it in --proxies (WEKALA_PROXIES)", "network", c.network)
	}
	return nil
}

// room selects connections to close for a new one, and stops counting them; false if there are none. The caller closes
// them.
func (l *Limiter) room(c *conn, now time.Time) (ended []*conn, ok bool) {
	end := func(one *conn) bool {
		if one != nil {
			l.forget(one)
			ended = append(ended, one)
		}
		return one != nil
	}
	for _, one := range l.stale(c.network, now) {
		end(one)
	}
	if network := l.networks[c.network]; c.network != "" && len(network) >= l.bounds.Address {
		of := map[string]int{}
		for one := range network {
			of[one.address]++
		}
		if own := of[c.address]; own >= l.bounds.Address {
			if !end(oldest(network, waiting, c.address)) {
				return ended, false
			}
		} else if len(network) >= l.bounds.Network && !end(oldest(network, waiting, "")) {
			address, most := largest(of)
			if most <= own+1 || !end(oldest(network, busy, address)) {
				return ended, false
			}
		}
	}
	if l.all < l.bounds.All {
		return ended, true
	}
	var first *conn
	sizes := map[string]int{}
	for name, network := range l.networks {
		if name != "" {
			sizes[name] = len(network)
		}
		if one := oldest(network, waiting, ""); first == nil || one != nil && waiting(one) < waiting(first) {
			first = one
		}
	}
	if end(first) {
		return ended, true
	}
	name, most := largest(sizes)
	return ended, most > len(l.networks[c.network])+1 && end(oldest(l.networks[name], busy, ""))
}

// stale lists connections that have been idle too long when a limit is near.
func (l *Limiter) stale(network string, now time.Time) (all []*conn) {
	add := func(name string) {
		for one := range l.networks[name] {
			if since := waiting(one); since > 0 && now.Sub(time.Unix(0, since)) > l.bounds.Idle {
				all = append(all, one)
			}
		}
	}
	switch {
	case l.all >= l.bounds.All*3/4 && now.Sub(l.swept) >= time.Second:
		l.swept = now
		for name := range l.networks {
			add(name)
		}
	case network != "" && len(l.networks[network]) >= l.bounds.Network*3/4:
		add(network)
	}
	return all
}

// forget stops counting a connection; a second call does nothing.
func (l *Limiter) forget(c *conn) {
	network := l.networks[c.network]
	if !network[c] {
		return
	}
	delete(network, c)
	if len(network) == 0 {
		delete(l.networks, c.network)
	}
	l.all--
}

// waiting returns the time since which a connection is idle, 0 while it is busy; busy is the opposite.
func waiting(c *conn) int64 { return max(c.since.Load(), 0) }
func busy(c *conn) int64    { return max(-c.since.Load(), 0) }

// oldest returns the connection that has been in a state longest, of one address unless that is ""; nil if there is
// none.
func oldest(network map[*conn]bool, state func(*conn) int64, address string) (found *conn) {
	var first int64
	for c := range network {
		if since := state(c); since > 0 && (found == nil || since < first) && (address == "" || c.address == address) {
			found, first = c, since
		}
	}
	return found
}

func largest(of map[string]int) (name string, most int) {
	for one, n := range of {
		if n > most {
			name, most = one, n
		}
	}
	return name, most
}
