package app_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/egress"
)

// stalled is one HTTP/2 connection whose reader grants no byte of any answer.
type stalled struct {
	net.Conn
	t *testing.T
}

func stall(t *testing.T, s *apptest.Shop) stalled {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	c := stalled{conn, t}
	if _, err := io.WriteString(c, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	c.frame(4, 0, 0, []byte{0, 4, 0, 0, 0, 0}) // SETTINGS: an initial window of nothing
	return c
}

func (c stalled) frame(kind, flags byte, stream uint32, payload []byte) {
	c.t.Helper()
	head := []byte{byte(len(payload) >> 16), byte(len(payload) >> 8), byte(len(payload)), kind, flags}
	if _, err := c.Write(append(binary.BigEndian.AppendUint32(head, stream), payload...)); err != nil {
		c.t.Fatal(err)
	}
}

// get requests a path on one of the client's streams.
func (c stalled) get(n int, path string, headers ...string) {
	var b bytes.Buffer
	b.Write([]byte{0x82, 0x86}) // GET, http
	text := func(s string) { b.WriteByte(byte(len(s))); b.WriteString(s) }
	b.WriteByte(0x04) // :path, not indexed
	text(path)
	b.WriteByte(0x01) // :authority
	text("shop.example")
	for i := 0; i < len(headers); i += 2 {
		b.WriteByte(0)
		text(headers[i])
		text(headers[i+1])
	}
	c.frame(1, 0x5, uint32(2*n+1), b.Bytes()) // HEADERS that end their stream
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// manyProducts fills the catalogue of SQLite so that a sitemap is large.
func manyProducts(s *apptest.Shop, n int) {
	var into, from []string
	for _, name := range s.Lines(`SELECT name FROM pragma_table_info('products')`) {
		value := name
		switch name {
		case "id":
			value = `'prd_m' || n.i`
		case "slug":
			value = `'a-product-with-a-rather-long-address-number-' || n.i`
		}
		into, from = append(into, name), append(from, value)
	}
	s.Exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO products
		(`+strings.Join(into, ", ")+`) SELECT `+strings.Join(from, ", ")+` FROM products p, n WHERE p.id = 'prd_juice'`, n)
}

// TestReadersWhoTakeNothingHoldNothing: a connection that requests the largest answers at its concurrency limit and
// grants no byte holds neither memory nor itself: its answers share their bytes and end at the deadline, and so does
// the connection, unless it is a proxy's.
func TestReadersWhoTakeNothingHoldNothing(t *testing.T) {
	const asked = 100
	bounds := egress.Usual
	bounds.Within = 3 * time.Second
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.How(app.WithEgress(bounds)),
		apptest.Set(func(c *config.Serve) { c.Proxies = "127.0.0.0/8" }))
	manyProducts(s, 10_000)
	const most = 16 << 20
	for path, forwarded := range map[string][]string{
		"/sitemaps/products-1.xml": nil, "/api/openapi.json": {"x-forwarded-for", "203.0.113.9"}} {
		whole := s.Send("GET", "="+path, "", nil, from("198.51.100.7"))
		if whole.Status != http.StatusOK || len(whole.Body) < 500<<10 {
			t.Fatalf("%s: %d, %d bytes", path, whole.Status, len(whole.Body))
		}
		size := len(whole.Body)
		whole.Body = ""
		before := heap()
		c := stall(t, s)
		for i := range asked {
			c.get(i, path, forwarded...)
		}
		for settled := false; !settled; {
			_, underWay := s.App.Held()
			settled = underWay == asked
			runtime.Gosched()
		}
		more := heap() - before
		for tries := 0; more > most && tries < 10; tries++ { // while the shared bytes are still decompressed
			time.Sleep(bounds.Within / 30)
			more = heap() - before
		}
		if _, underWay := s.App.Held(); underWay < asked {
			t.Fatalf("%s: %d of %d answers are under way", path, underWay, asked)
		}
		if more > most {
			t.Errorf("%s: %d MB are held by one connection that takes none of %d answers of %d KB", path, more>>20, asked,
				size>>10)
		} else {
			t.Logf("%s: %d KB held for %d answers of %d KB", path, more>>10, asked, size>>10)
		}
		if err := c.SetReadDeadline(time.Now().Add(20 * bounds.Within)); err != nil {
			t.Fatal(err)
		}
		if forwarded != nil {
			for underWay := asked; underWay > 0; time.Sleep(bounds.Within / 10) {
				_, underWay = s.App.Held()
			}
			_ = c.SetReadDeadline(time.Now().Add(bounds.Within / 10))
		}
		_, err := io.Copy(io.Discard, c)
		if stays := errors.Is(err, os.ErrDeadlineExceeded); stays != (forwarded != nil) {
			t.Errorf("%s: the connection is still there: %v", path, stays)
		}
	}
	s.Forgive()
}

// TestReadersWhoTakeNothingLeaveRoom: an address that reads nothing of its maximum of answers blocks neither its
// network's other addresses nor, after a while, others behind the same address. Bytes shared by all readers are not
// counted.
func TestReadersWhoTakeNothingLeaveRoom(t *testing.T) {
	bounds := egress.Usual
	bounds.Stalled, bounds.Answers, bounds.EachAnswers = 50*time.Millisecond, 60, 40
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.How(app.WithEgress(bounds)),
		apptest.Set(func(c *config.Serve) { c.Proxies = "127.0.0.0/8" }))
	waits := func(underWay int) {
		t.Helper()
		for n := 0; n != underWay; {
			_, n = s.App.Held()
			runtime.Gosched()
		}
	}
	if a := s.Send("GET", "=/api/openapi.json", "", nil); a.Status != http.StatusOK { // made once
		t.Fatal(a.Short())
	}
	for i, address := range []string{"203.0.113.9", "2001:db8:7:1::9"} {
		c := stall(t, s)
		for n := range 40 {
			c.get(n, "/api/openapi.json", "x-forwarded-for", address)
		}
		waits(40 * (i + 1))
	}
	if held, _ := s.App.Held(); held != 0 {
		t.Errorf("%d bytes that everybody shares count as held", held)
	}
	services := func(address string) string {
		return s.Send("GET", "/services", "", nil, from(address)).Short()
	}
	for _, address := range []string{"203.0.113.77", "2001:db8:7:ffff::1", "198.51.100.7"} {
		if got := services(address); got != "200" {
			t.Errorf("%s beside readers who take nothing: %s", address, got)
		}
	}
	for _, address := range []string{"203.0.113.9", "2001:db8:7:1::77"} {
		for tries := 0; services(address) != "200"; tries++ { // until an answer has stalled
			if tries == 100 {
				t.Fatalf("%s is never answered beside readers who take nothing", address)
			}
			time.Sleep(bounds.Stalled)
		}
	}
	s.Forgive()
}
