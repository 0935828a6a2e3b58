package connections

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// server is one under bounds, whose clients come from addresses of 127.0.0.0/8. A request for /hold is answered once
// held is closed.
type server struct {
	t       *testing.T
	limiter *Limiter
	addr    string
	held    chan struct{}
	busy    atomic.Int64
	served  atomic.Int64 // handlers that returned
}

func serve(t *testing.T, b Bounds, proxies ...string) *server {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("clients come from several addresses of this machine, which other systems do not have by themselves")
	}
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	proxy := func(ip netip.Addr) bool {
		for _, p := range proxies {
			if netip.MustParsePrefix(p).Contains(ip) {
				return true
			}
		}
		return false
	}
	s := &server{t: t, limiter: New(b, proxy, slog.New(slog.DiscardHandler)), addr: inner.Addr().String(),
		held: make(chan struct{})}
	h := http.NewServeMux()
	h.HandleFunc("/hold", func(http.ResponseWriter, *http.Request) {
		s.busy.Add(1)
		<-s.held
		s.busy.Add(-1)
	})
	h.HandleFunc("/", func(http.ResponseWriter, *http.Request) {})
	var protocols http.Protocols
	protocols.SetHTTP1(true)
	protocols.SetUnencryptedHTTP2(true)
	web := &http.Server{Handler: h, Protocols: &protocols, ReadHeaderTimeout: time.Minute}
	s.limiter.Watch(web)
	watched := web.Handler
	web.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		watched.ServeHTTP(w, r)
		s.served.Add(1)
	})
	done := make(chan error, 1)
	go func() { done <- web.Serve(s.limiter.Listener(inner)) }()
	t.Cleanup(func() {
		select {
		case <-s.held:
		default:
			close(s.held)
		}
		if err := errors.Join(web.Close(), <-done); !errors.Is(err, http.ErrServerClosed) {
			t.Error(err)
		}
	})
	return s
}

// client is one connection of HTTP/1.1.
type client struct {
	net.Conn
	s    *server
	read *bufio.Reader
}

func (s *server) dial(from string) *client {
	s.t.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
	before := s.seen()
	conn, err := d.DialContext(s.t.Context(), "tcp", s.addr)
	for s.seen() == before { // until it is accepted or refused
		time.Sleep(time.Millisecond)
	}
	if err != nil { // refused before the client saw that it was accepted
		return &client{s: s}
	}
	s.t.Cleanup(func() { _ = conn.Close() })
	return &client{conn, s, bufio.NewReader(conn)}
}

// seen combines the counts of all outcomes so far, so that a connection that replaces another also changes it.
func (s *server) seen() int64 {
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	return int64(s.limiter.all) + 1000*s.limiter.refused.Load() + 1_000_000*s.limiter.closed.Load()
}

// ask sends a request and reports whether it was answered.
func (c *client) ask() bool {
	c.s.t.Helper()
	if c.Conn == nil {
		return false
	}
	if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		return false
	}
	res, err := http.ReadResponse(c.read, nil)
	if err != nil {
		return false
	}
	return res.StatusCode == http.StatusOK && res.Body.Close() == nil
}

// hold sends a request that stays under way.
func (c *client) hold() *client {
	c.s.t.Helper()
	before := c.s.busy.Load()
	if _, err := io.WriteString(c, "GET /hold HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		c.s.t.Fatal(err)
	}
	for c.s.busy.Load() == before {
		time.Sleep(time.Millisecond)
	}
	return c
}

// idle makes a request, so that the connection waits for another.
func (c *client) idle() *client {
	c.s.t.Helper()
	if !c.ask() {
		c.s.t.Fatal("an open connection was not answered")
	}
	return c
}

func (c *client) want(answered bool, what string) {
	c.s.t.Helper()
	if c.ask() != answered {
		c.s.t.Errorf("%s: answered is %v", what, !answered)
	}
}

func (s *server) counts(open int, refused, closed int64) {
	s.t.Helper()
	s.limiter.mu.Lock()
	defer s.limiter.mu.Unlock()
	if s.limiter.all != open || s.limiter.Refused() != refused || s.limiter.Closed() != closed {
		s.t.Errorf("%d are open, %d were refused and %d closed, want %d, %d and %d", s.limiter.all, s.limiter.Refused(),
			s.limiter.Closed(), open, refused, closed)
	}
}

var small = Bounds{Address: 3, Network: 4, All: 100, Idle: time.Hour}

// TestIdleConnectionsMakeRoom: past the bound of its address or network, a new connection takes the place of the one
// that has waited longest, and busy ones stay.
func TestIdleConnectionsMakeRoom(t *testing.T) {
	s := serve(t, small)
	first, busy, second := s.dial("127.0.1.1").idle(), s.dial("127.0.1.1").hold(), s.dial("127.0.1.1").idle()
	s.dial("127.0.1.1").want(true, "a fourth of one address")
	first.want(false, "the one that waited longest")
	second.want(true, "one that waited less")
	s.counts(3, 0, 1)
	s.dial("127.0.1.2").idle()
	s.dial("127.0.1.3").want(true, "a fifth of the network")
	s.counts(4, 0, 2)
	close(s.held)
	if res, err := http.ReadResponse(busy.read, nil); err != nil || res.Body.Close() != nil {
		t.Errorf("the busy one: %v", err)
	}
}

// TestConnectionsWithoutARequestMakeRoom: a client that only opens connections, or never ends its headers, keeps no one
// out.
func TestConnectionsWithoutARequestMakeRoom(t *testing.T) {
	s := serve(t, small)
	for i := range 20 {
		c := s.dial("127.0.1.1")
		if i%2 == 0 {
			if _, err := io.WriteString(c, "GET / HTTP/1.1\r\nX-Slow: "); err != nil && i > 16 {
				t.Fatal(err)
			}
		}
	}
	s.counts(3, 0, 17)
	s.dial("127.0.1.2").want(true, "a neighbour")
}

// TestUnsentBodiesMakeRoom: a request that was answered keeps no connection busy until the rest of its body comes.
func TestUnsentBodiesMakeRoom(t *testing.T) {
	s := serve(t, small)
	for range 3 {
		c := s.dial("127.0.1.1")
		if _, err := io.WriteString(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\npart"); err != nil {
			t.Fatal(err)
		}
		for s.served.Load() == 0 {
			time.Sleep(time.Millisecond)
		}
		s.served.Store(0)
	}
	for range 3 {
		s.dial("127.0.1.1").want(true, "another of the address")
	}
	s.counts(3, 0, 3)
}

// TestAnAddressHoldsNoNetwork: an address whose connections are busy is refused, and makes room for its neighbours.
func TestAnAddressHoldsNoNetwork(t *testing.T) {
	s := serve(t, small)
	held := s.dial("127.0.1.1").hold()
	s.dial("127.0.1.1").hold()
	s.dial("127.0.1.1").hold()
	s.dial("127.0.1.1").want(false, "a fourth of one address")
	s.counts(3, 1, 0)
	s.dial("127.0.1.2").hold()
	s.dial("127.0.1.3").want(true, "a neighbour of a full network")
	s.counts(4, 1, 1)
	if _, err := held.read.ReadByte(); err == nil {
		t.Error("the connection that was busy longest stays")
	}
	s.dial("127.0.2.1").want(true, "another network")
}

// TestNetworksShareAllConnections: where all connections there may be are busy, the network with most makes room
// for one that has fewer, and is itself refused.
func TestNetworksShareAllConnections(t *testing.T) {
	s := serve(t, Bounds{Address: 4, Network: 8, All: 6, Idle: time.Hour})
	waits := s.dial("127.0.2.1").idle()
	for i := range 5 {
		s.dial(fmt.Sprintf("127.0.1.%d", 1+i)).hold()
	}
	s.dial("127.0.1.9").hold()
	waits.want(false, "the one that waits, of another network")
	s.dial("127.0.1.9").want(false, "a seventh of the network that has all")
	s.counts(6, 1, 1)
	s.dial("127.0.3.1").want(true, "another network")
	s.counts(6, 1, 2)
}

// TestATrustedProxyIsManyPeople: its connections are under no bound but that of all.
func TestATrustedProxyIsManyPeople(t *testing.T) {
	s := serve(t, small, "127.0.9.0/24")
	for range 20 {
		s.dial("127.0.9.1").hold()
	}
	s.counts(20, 0, 0)
	s.dial("127.0.9.1").want(true, "another of the proxy's")
}

// TestIdleConnectionsEndSoonNearABound: three quarters of a bound and more, connections wait for a request shortly.
func TestIdleConnectionsEndSoonNearABound(t *testing.T) {
	s := serve(t, Bounds{Address: 8, Network: 8, All: 100, Idle: 20 * time.Millisecond})
	for range 6 {
		s.dial("127.0.1.1").idle()
	}
	s.counts(6, 0, 0)
	time.Sleep(40 * time.Millisecond)
	s.dial("127.0.1.1").want(true, "another of the network")
	s.counts(1, 0, 6)
}

// TestHTTP2ConnectionsWaitBetweenRequests: one without a request under way makes room, and so does none with one.
func TestHTTP2ConnectionsWaitBetweenRequests(t *testing.T) {
	s := serve(t, small)
	over2 := func(from string) *http.Client {
		var protocols http.Protocols
		protocols.SetUnencryptedHTTP2(true)
		d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.ParseIP(from)}}
		c := &http.Client{Transport: &http.Transport{Protocols: &protocols, DialContext: d.DialContext}}
		t.Cleanup(c.CloseIdleConnections)
		return c
	}
	get := func(c *http.Client, path string) error {
		r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodGet, "http://"+s.addr+path, nil)
		if err != nil {
			return err
		}
		res, err := c.Do(r)
		if err != nil {
			return err
		}
		if res.ProtoMajor != 2 {
			return errors.New(res.Proto)
		}
		return res.Body.Close()
	}
	idle, busy := over2("127.0.1.1"), over2("127.0.1.1")
	if err := get(idle, "/"); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- get(busy, "/hold") }()
	for s.busy.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	s.dial("127.0.1.1").hold()
	s.dial("127.0.1.1").want(true, "beside one that is idle")
	s.counts(3, 0, 1)
	close(s.held)
	if err := <-ended; err != nil {
		t.Errorf("the busy one: %v", err)
	}
}

// TestCrowdsLeaveNothingCounted opens and ends connections from many addresses concurrently.
func TestCrowdsLeaveNothingCounted(t *testing.T) {
	s := serve(t, Bounds{Address: 3, Network: 6, All: 20, Idle: time.Millisecond})
	done := make(chan bool)
	for i := range 40 {
		go func() {
			served := false
			for range 25 {
				d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+i%10), byte(1+i/10))}}
				conn, err := d.Dial("tcp", s.addr)
				if err != nil {
					continue
				}
				_, _ = io.WriteString(conn, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")
				line, _ := bufio.NewReader(conn).ReadString('\n')
				served = served || strings.Contains(line, " 200 ")
				_ = conn.Close()
			}
			done <- served
		}()
	}
	for range 40 {
		if !<-done {
			t.Error("a client was never served")
		}
	}
	for left := -1; left != 0; time.Sleep(time.Millisecond) {
		s.limiter.mu.Lock()
		left = s.limiter.all + len(s.limiter.networks)
		s.limiter.mu.Unlock()
	}
}

func TestBoundsLeaveFilesForOthers(t *testing.T) {
	for files, want := range map[int]Bounds{
		1 << 20: {512, 1024, 16_384, idle}, 65_536: {512, 1024, 16_384, idle}, 1024: {96, 192, 768, idle},
	} {
		if got := usual(files); got != want {
			t.Errorf("of %d files: %+v, want %+v", files, got, want)
		}
	}
}
