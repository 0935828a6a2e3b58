package app_test

import (
	"bufio"
	"errors"
	"io"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"wekala/internal/app"
	"wekala/internal/app/apptest"
	"wekala/internal/platform/connections"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// TestConnectionsOfANodeAreBounded: a node serves a visitor while a client opens more connections than allowed.
func TestConnectionsOfANodeAreBounded(t *testing.T) {
	const most = 8
	s := apptest.New(t, dbtest.New(t, db.SQLite), apptest.How(app.WithConnections(connections.Bounds{
		Address: most, Network: most, All: most, Idle: time.Hour})))
	dial := func() net.Conn {
		t.Helper()
		conn, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = conn.Close() })
		return conn
	}
	var crowd []net.Conn
	for range 3 * most {
		crowd = append(crowd, dial())
	}
	visitor := dial()
	if _, err := io.WriteString(visitor, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(visitor), nil)
	if err != nil || res.StatusCode != http.StatusOK || res.Body.Close() != nil {
		t.Fatalf("a visitor: %v", err)
	}
	left := 0
	for _, conn := range crowd {
		if err := conn.SetReadDeadline(time.Now().Add(20 * time.Millisecond)); err != nil {
			t.Fatal(err)
		}
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			left++
		}
	}
	if left >= most {
		t.Errorf("%d connections are open beside the visitor's, of %d", left, most)
	}
}
