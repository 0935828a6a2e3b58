// Package egress bounds what answers cost until they have been read. Each write has a deadline, which progress extends,
// so that a client that reads nothing is disconnected. The answers and event streams that one address and one network
// have open, and the bytes that wait to be read by a network and by everybody, are bounded. At a bound, the client with
// most makes room for others.
//
// Shared keeps one copy of content that several readers get at a time.
package egress

import (
	"context"
	"errors"
	"io"
	"math"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds are the limits of responses.
type Bounds struct {
	// Within is the time a client may take to read one piece of a response. Stalled is how long a client that reads
	// nothing keeps its slot when a limit is reached.
	Within, Stalled time.Duration
	// Answers and Streams limit the open responses and event streams of a network, EachAnswers and EachStreams those of an
	// address.
	Answers, Streams         int
	EachAnswers, EachStreams int
	// Bytes limits the unread bytes of one network, All those of all clients.
	Bytes, All int64
}

// Usual are limits that leave room for the many customers of a carrier who share one network. A phone with a good
// connection reads a response in a fraction of a second.
var Usual = Bounds{Within: 30 * time.Second, Stalled: 5 * time.Second, Answers: 512, Streams: 2048, EachAnswers: 256,
	EachStreams: 1024, Bytes: 32 << 20, All: 256 << 20}

const (
	// piece is the number of bytes written at a time. Clients that need longer than Bounds.Within for one piece are
	// disconnected.
	piece = 32 << 10
	// weighed bounds the bytes counted for one response, because longer ones are sent from a file piece by piece.
	weighed = 4 << 20
	// free is the size of a response that is always sent: the limit of Answers keeps the total small.
	free = 32 << 10
)

// errHeld ends responses to networks with too many unread bytes.
var errHeld = errors.New("egress: too much waits to be read already")

// Source is the origin of a request. An empty Network has no limit.
type Source struct {
	Network, Address string
	// Shared means that the connection also carries other clients' requests, as a proxy's does.
	Shared bool
}

// Guard enforces Bounds. Create it with New.
type Guard struct {
	bounds Bounds
	source func(*http.Request) Source
	refuse func(w http.ResponseWriter, r *http.Request)

	mu       sync.Mutex
	networks map[string]*network
	all      int64
}

// counts are the open responses, streams and unread bytes of a network or an address.
type counts struct {
	answers, streams int
	bytes            int64
}

func (c *counts) add(o counts) {
	c.answers += o.answers
	c.streams += o.streams
	c.bytes += o.bytes
}

func (c *counts) remove(o counts) { c.add(counts{-o.answers, -o.streams, -o.bytes}) }

type network struct {
	counts
	addresses map[string]*address
}

type address struct {
	counts
	first *answer // its open responses, newest first
}

// New returns a guard. refuse responds to a client that has too many open responses.
func New(bounds Bounds, source func(*http.Request) Source, refuse func(http.ResponseWriter, *http.Request)) *Guard {
	return &Guard{bounds: bounds, source: source, refuse: refuse, networks: map[string]*network{}}
}

type connection struct{}

// Context lets responses close their connection. Use it as http.Server.ConnContext.
func Context(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}

// Handler applies the limits to the responses of next.
func (g *Guard) Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, control: http.NewResponseController(w), request: r, guard: g, source: g.source(r)}
		if !g.enter(a) {
			g.refuse(w, r)
			return
		}
		defer a.leave()
		if r.Body != nil && r.Body != http.NoBody {
			with := *r
			with.Body = body{r.Body, a}
			r = &with
		}
		next.ServeHTTP(a, r)
		a.finish()
	})
}

// enter counts a response and ends those that make room for it; false if none can.
func (g *Guard) enter(a *answer) bool {
	g.mu.Lock()
	n := g.networks[a.source.Network]
	if n == nil {
		n = &network{addresses: map[string]*address{}}
	}
	of := n.addresses[a.source.Address]
	if of == nil {
		of = &address{}
	}
	var ended *answer
	if ok := a.source.Network == ""; !ok {
		if ended, ok = g.place(n, of); !ok {
			g.mu.Unlock()
			return false
		}
	}
	if ended != nil {
		g.forget(ended)
	}
	// A response that just ended may have been the last of its network or address.
	g.networks[a.source.Network], n.addresses[a.source.Address] = n, of
	a.network, a.address = n, of
	if a.next = of.first; a.next != nil {
		a.next.previous = a
	}
	of.first = a
	g.count(a, counts{answers: 1})
	g.mu.Unlock()
	ended.cut()
	return true
}

// place returns the response that must end to make room for another of an address; nil if there is room, false if none
// can end.
func (g *Guard) place(n *network, of *address) (*answer, bool) {
	if of.answers < g.bounds.EachAnswers && n.answers < g.bounds.Answers {
		return nil, true
	}
	stalled := g.stalled()
	if of.answers >= g.bounds.EachAnswers {
		one := of.longest(stalled)
		return one, one != nil
	}
	var found *answer
	for _, other := range n.addresses {
		if one := other.longest(stalled); found == nil || one != nil && one.waits.Load() < found.waits.Load() {
			found = one
		}
	}
	if found == nil {
		if other := n.most(func(c counts) int64 { return int64(c.answers) }); other.answers > of.answers+1 {
			found = other.longest(math.MaxInt64)
		}
	}
	return found, found != nil
}

// hold counts more for a response and ends others to make room for it; false if none can end. Only bounded bytes need
// room.
func (g *Guard) hold(a *answer, more counts, bounded bool) bool {
	var ended []*answer
	defer func() {
		for _, one := range ended {
			one.cut()
		}
	}()
	g.mu.Lock()
	defer g.mu.Unlock()
	if !a.counted() {
		return false // it was ended to make room for another
	}
	end := func(one *answer) bool {
		if one == nil || one == a {
			return false
		}
		g.forget(one)
		ended = append(ended, one)
		return true
	}
	if more.streams > 0 && a.source.Network != "" && !g.roomForStream(a, end) ||
		bounded && !g.roomForBytes(a, more.bytes, end) {
		return false
	}
	g.count(a, more)
	return true
}

// roomForStream ends a stream to make room for another; false if none can end.
func (g *Guard) roomForStream(a *answer, end func(*answer) bool) bool {
	n, of := a.network, a.address
	if of.streams >= g.bounds.EachStreams {
		return false
	}
	if n.streams < g.bounds.Streams {
		return true
	}
	other := n.most(func(c counts) int64 { return int64(c.streams) })
	return other.streams > of.streams+1 && end(other.oldestStream())
}

// roomForBytes ends responses to make room for the given number of bytes; false if none can end.
func (g *Guard) roomForBytes(a *answer, bytes int64, end func(*answer) bool) bool {
	n, of, stalled := a.network, a.address, g.stalled()
	for a.source.Network != "" && n.bytes+bytes > g.bounds.Bytes {
		other := n.mostBytes()
		if one := other.heavy(); other.bytes <= of.bytes+bytes && !one.stalled(stalled) || !end(one) {
			return false
		}
	}
	for g.all+bytes > g.bounds.All {
		other := g.mostBytes()
		if one := other.mostBytes().heavy(); other.bytes <= n.bytes+bytes && !one.stalled(stalled) || !end(one) {
			return false
		}
	}
	return true
}

// stalled returns the time before which a client that still hasn't read counts as stalled.
func (g *Guard) stalled() int64 { return time.Now().Add(-g.bounds.Stalled).UnixNano() }

// mostBytes returns the limited network with the most unread bytes.
func (g *Guard) mostBytes() *network {
	found := &network{}
	for name, n := range g.networks {
		if name != "" && n.bytes > found.bytes {
			found = n
		}
	}
	return found
}

// mostBytes returns the address of a network with the most unread bytes.
func (n *network) mostBytes() *address { return n.most(func(c counts) int64 { return c.bytes }) }

// most returns the address of a network with the highest count.
func (n *network) most(of func(counts) int64) *address {
	found := &address{}
	for _, other := range n.addresses {
		if of(other.counts) > of(found.counts) {
			found = other
		}
	}
	return found
}

// longest returns the response (not a stream) whose client has kept it waiting longest, at least since a time.
func (of *address) longest(since int64) (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.answers > 0 && a.stalled(since) && (found == nil || a.waits.Load() < found.waits.Load()) {
			found = a
		}
	}
	return found
}

// oldestStream returns the oldest stream; nil if there is none.
func (of *address) oldestStream() (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.streams > 0 {
			found = a
		}
	}
	return found
}

// heavy returns the response with unread bytes whose client has kept it waiting longest; nil if there is none.
func (of *address) heavy() (found *answer) {
	for a := of.first; a != nil; a = a.next {
		if a.own.bytes > 0 && a.stalled(math.MaxInt64) && (found == nil || a.waits.Load() < found.waits.Load()) {
			found = a
		}
	}
	return found
}

// count changes the counts of a response.
func (g *Guard) count(a *answer, more counts) {
	a.own.add(more)
	a.network.add(more)
	a.address.add(more)
	g.all += more.bytes
}

// forget stops counting a response; a second call does nothing.
func (g *Guard) forget(a *answer) {
	if !a.counted() {
		return
	}
	n, of := a.network, a.address
	n.remove(a.own)
	of.remove(a.own)
	g.all -= a.own.bytes
	a.own = counts{}
	if a.previous != nil {
		a.previous.next = a.next
	} else {
		of.first = a.next
	}
	if a.next != nil {
		a.next.previous = a.previous
	}
	a.next, a.previous = nil, nil
	if of.first == nil {
		delete(n.addresses, a.source.Address)
	}
	if len(n.addresses) == 0 {
		delete(g.networks, a.source.Network)
	}
}

// Held returns the number of unread bytes and of open responses and streams.
func (g *Guard) Held() (bytes int64, underWay int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, n := range g.networks {
		underWay += n.answers + n.streams
	}
	return g.all, underWay
}

// Uncounted makes a response count for no bytes, because the program holds its bytes in memory anyway.
func Uncounted(w http.ResponseWriter) {
	if a := under(w); a != nil {
		a.uncounted = true
	}
}

// Buffered counts the bytes of a request that stay in memory until its response, as if they were unread; false if there
// is no room for them.
func Buffered(w http.ResponseWriter, bytes int64) bool {
	a := under(w)
	return a == nil || a.guard.hold(a, counts{bytes: bytes}, true)
}

// under returns the guarded response below a writer; nil if there is none.
func under(w http.ResponseWriter) *answer {
	for {
		switch inner := w.(type) {
		case *answer:
			return inner
		case interface{ Unwrap() http.ResponseWriter }:
			w = inner.Unwrap()
		default:
			return nil
		}
	}
}

// body is a request body whose client may keep the server waiting.
type body struct {
	io.ReadCloser
	answer *answer
}

func (b body) Read(p []byte) (int, error) {
	b.answer.waits.Store(time.Now().UnixNano())
	defer b.answer.waits.Store(0)
	return b.ReadCloser.Read(p)
}

// answer is a response under the guard. Its header is held back until the first byte, so that it can still be refused.
type answer struct {
	http.ResponseWriter
	control *http.ResponseController
	request *http.Request
	guard   *Guard
	source  Source
	// waits is the time in nanoseconds since which the server waits for the client; 0 if it doesn't.
	waits atomic.Int64

	// Owned by the guard, under its lock.
	network        *network
	address        *address
	own            counts
	next, previous *answer

	status    int
	begun     bool
	refused   bool
	uncounted bool
	until     time.Time // the current deadline

	mu   sync.Mutex
	over bool // it was cut off, or its handler has returned
}

// stalled reports whether the server has waited for the client since a time; false for a nil answer.
func (a *answer) stalled(since int64) bool {
	if a == nil {
		return false
	}
	w := a.waits.Load()
	return w > 0 && w <= since
}

// counted reports whether a response is open and was not ended to make room for another.
func (a *answer) counted() bool { return a.own.answers+a.own.streams > 0 }

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answer) WriteHeader(status int) {
	switch {
	case status < http.StatusOK:
		a.ResponseWriter.WriteHeader(status)
	case a.status == 0:
		a.status = status
	}
}

// begin sends the header, or a refusal instead.
func (a *answer) begin(first int) {
	if a.begun {
		return
	}
	a.begun = true
	header := a.Header()
	bytes := int64(first)
	if length, err := strconv.ParseInt(header.Get("Content-Length"), 10, 64); err == nil && first > 0 {
		bytes = max(bytes, length)
	}
	if bytes = min(bytes, weighed); a.uncounted {
		bytes = 0
	}
	stream := strings.HasPrefix(header.Get("Content-Type"), "text/event-stream")
	a.extend()
	more := counts{bytes: bytes}
	if stream {
		more.answers, more.streams = -1, 1
	}
	if !a.guard.hold(a, more, bytes > free && !stream) {
		a.refused = true
		for _, name := range []string{"Content-Length", "Content-Encoding", "Content-Type", "Content-Range",
			"Content-Disposition", "Etag", "Last-Modified", "Accept-Ranges"} {
			header.Del(name)
		}
		a.guard.refuse(a.ResponseWriter, a.request)
		return
	}
	if a.status == 0 {
		a.status = http.StatusOK
	}
	a.ResponseWriter.WriteHeader(a.status)
}

// extend extends the deadline. Servers without deadlines, such as a test's recorder, are ignored.
func (a *answer) extend() {
	now := time.Now()
	if a.until.Sub(now) > a.guard.bounds.Within*9/10 {
		return
	}
	a.until = now.Add(a.guard.bounds.Within)
	_ = a.SetWriteDeadline(a.until)
}

// SetWriteDeadline sets a deadline unless the answer was cut off.
func (a *answer) SetWriteDeadline(at time.Time) error {
	return a.deadline(a.control.SetWriteDeadline, at)
}

// SetReadDeadline sets a deadline unless the answer was cut off.
func (a *answer) SetReadDeadline(at time.Time) error {
	return a.deadline(a.control.SetReadDeadline, at)
}

func (a *answer) deadline(set func(time.Time) error, at time.Time) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return errHeld
	}
	return set(at)
}

func (a *answer) Write(p []byte) (int, error) {
	a.begin(len(p))
	if a.refused {
		return 0, errHeld
	}
	written := 0
	defer a.waits.Store(0)
	for {
		a.waits.Store(time.Now().UnixNano())
		a.extend()
		n, err := a.ResponseWriter.Write(p[written:min(len(p), written+piece)])
		written += n
		if err != nil {
			a.hangUp()
			return written, err
		}
		if written == len(p) {
			a.rest()
			return written, nil
		}
	}
}

// rest removes the deadline while nothing is written. Over HTTP/2 it would otherwise end a response whose next piece is
// still being made, such as a large export or a backup from a slow store.
func (a *answer) rest() {
	if a.request.ProtoMajor < 2 {
		return
	}
	a.until = time.Time{}
	_ = a.SetWriteDeadline(a.until)
}

// FlushError sends the bytes written so far.
func (a *answer) FlushError() error {
	a.begin(0)
	if a.refused {
		return errHeld
	}
	a.waits.Store(time.Now().UnixNano())
	a.extend()
	err := a.control.Flush()
	a.waits.Store(0)
	a.rest()
	return err
}

// hangUp closes the connection of a client that read nothing until the deadline. Its other responses would wait as
// long, and over HTTP/2 the connection would stay open.
func (a *answer) hangUp() {
	if !time.Now().Before(a.until) {
		a.close()
	}
}

// close closes the connection without TLS's closing message, which would wait for the client. A shared HTTP/2
// connection stays open, because the deadline has already ended this response.
func (a *answer) close() {
	c, ok := a.request.Context().Value(connection{}).(net.Conn)
	if !ok || a.source.Shared && a.request.ProtoMajor >= 2 {
		return
	}
	if secure, ok := c.(interface{ NetConn() net.Conn }); ok {
		c = secure.NetConn()
	}
	_ = c.Close()
}

// cut ends a response to make room for another. It does nothing for nil.
func (a *answer) cut() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.over {
		return
	}
	a.over = true
	past := time.Unix(1, 0)
	_ = a.control.SetWriteDeadline(past)
	_ = a.control.SetReadDeadline(past)
	a.close()
}

// finish sends the header of a response without a body. The server then flushes its buffer under the deadline.
func (a *answer) finish() {
	a.begin(0)
	if !a.refused {
		a.extend()
	}
}

func (a *answer) leave() {
	a.guard.mu.Lock()
	a.guard.forget(a)
	a.guard.mu.Unlock()
	a.mu.Lock()
	a.over = true // it no longer owns any part of the connection
	a.mu.Unlock()
}
