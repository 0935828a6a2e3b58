package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"
)

// Shot is one prepared request.
type Shot []byte

// get prepares a GET; headers are "Name: value" lines.
func get(path string, headers ...string) Shot { return shot("GET", path, "", headers...) }

// post prepares a POST of JSON.
func post(path, body string, headers ...string) Shot {
	return shot("POST", path, body, append(headers, "Content-Type: application/json")...)
}

func shot(method, path, body string, headers ...string) Shot {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s HTTP/1.1\r\nHost: bench\r\nAccept-Language: en\r\n", method, path)
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	if method != "GET" {
		fmt.Fprintf(&b, "Content-Length: %d\r\n", len(body))
	}
	b.WriteString("\r\n" + body)
	return b.Bytes()
}

// Result is the result of a load.
type Result struct {
	Requests int64
	Errors   int64 // no answer, or a status other than 2xx
	PerSec   float64
	P50, P99 time.Duration
	Bytes    int64 // of the last body
	First    string
}

// load sends requests to addr (or evenly to several, separated by commas) over conns connections, each as fast as it is
// answered, for the given time or until next returns nil. It parses just the status and the end of an answer, so that
// mostly the server is measured.
func load(addr string, conns int, d time.Duration, next func(conn, n int) Shot) Result {
	var (
		wg       sync.WaitGroup
		mu       sync.Mutex
		all      []time.Duration
		requests atomic.Int64
		failed   atomic.Int64
		size     atomic.Int64
		first    atomic.Value
	)
	nodes := strings.Split(addr, ",")
	start := time.Now()
	deadline := start.Add(d)
	for c := range conns {
		wg.Go(func() {
			times := make([]time.Duration, 0, 1<<14)
			defer func() {
				mu.Lock()
				all = append(all, times...)
				mu.Unlock()
			}()
			var conn *wire
			for n := 0; ; n++ {
				if time.Now().After(deadline) {
					return
				}
				s := next(c, n) // may wait, as who reads a page does
				if s == nil {
					return
				}
				began := time.Now()
				if conn == nil {
					var err error
					if conn, err = dial(nodes[c%len(nodes)]); err != nil {
						failed.Add(1)
						return
					}
				}
				status, body, err := conn.do(s)
				if err != nil {
					conn.close()
					conn = nil
				}
				requests.Add(1)
				size.Store(int64(len(body)))
				if err != nil || status < 200 || status > 299 {
					if failed.Add(1) == 1 {
						said := "a packed answer"
						if utf8.Valid(body) {
							said = fmt.Sprintf("%.300s", body)
						}
						first.Store(fmt.Sprintf("%d %v %s", status, err, said))
					}
				}
				times = append(times, time.Since(began))
			}
		})
	}
	wg.Wait()
	took := time.Since(start)
	r := Result{Requests: requests.Load(), Errors: failed.Load(), Bytes: size.Load(),
		PerSec: float64(requests.Load()-failed.Load()) / took.Seconds()}
	if s, ok := first.Load().(string); ok {
		r.First = s
	}
	r.P50, r.P99 = percentiles(all)
	return r
}

// loadAt fires so many a second for the given time, whether or not the last ones
// were answered: a request's time is counted from when it was due.
func loadAt(addr string, rate float64, d time.Duration, next func(n int) Shot) Result {
	var (
		wg     sync.WaitGroup
		mu     sync.Mutex
		all    []time.Duration
		failed int64
		first  string
		idle   []*wire
	)
	start := time.Now()
	fired := 0
	for ; time.Since(start) < d; time.Sleep(500 * time.Microsecond) {
		for due := int(time.Since(start).Seconds() * rate); fired < due; fired++ {
			at, s := start.Add(time.Duration(float64(fired)/rate*float64(time.Second))), next(fired)
			wg.Go(func() {
				mu.Lock()
				var conn *wire
				if n := len(idle); n > 0 {
					conn, idle = idle[n-1], idle[:n-1]
				}
				mu.Unlock()
				var err error
				status := 0
				if conn == nil {
					conn, err = dial(addr)
				}
				if err == nil {
					status, _, err = conn.do(s)
				}
				took := time.Since(at)
				mu.Lock()
				defer mu.Unlock()
				all = append(all, took)
				if err != nil || status < 200 || status > 299 {
					failed++
					first = fmt.Sprint(status, " ", err)
				}
				if err == nil {
					idle = append(idle, conn)
				} else if conn != nil {
					conn.close()
				}
			})
		}
	}
	wg.Wait()
	took := time.Since(start)
	for _, c := range idle {
		c.close()
	}
	r := Result{Requests: int64(len(all)), Errors: failed, First: first,
		PerSec: float64(int64(len(all))-failed) / took.Seconds()}
	r.P50, r.P99 = percentiles(all)
	return r
}

func percentiles(all []time.Duration) (p50, p99 time.Duration) {
	if len(all) == 0 {
		return 0, 0
	}
	slices.Sort(all)
	return all[len(all)/2], all[len(all)*99/100]
}

// wire is one HTTP/1.1 connection.
type wire struct {
	conn net.Conn
	in   *bufio.Reader
	body []byte
}

func dial(addr string) (*wire, error) {
	c, err := net.Dial("tcp", addr)
	if err != nil {
		return nil, err
	}
	return &wire{conn: c, in: bufio.NewReaderSize(c, 64<<10)}, nil
}

func (w *wire) close() { _ = w.conn.Close() }

var errAnswer = errors.New("bench: an answer that cannot be read")

// do sends one request and reads one answer. The body is valid until the next.
func (w *wire) do(s Shot) (status int, body []byte, err error) {
	if _, err := w.conn.Write(s); err != nil {
		return 0, nil, err
	}
	line, err := w.in.ReadSlice('\n')
	if err != nil || len(line) < 12 {
		return 0, nil, errors.Join(errAnswer, err)
	}
	if status, err = strconv.Atoi(string(line[9:12])); err != nil {
		return 0, nil, errAnswer
	}
	length, chunked := -1, false
	for {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return status, nil, err
		}
		if len(line) <= 2 {
			break
		}
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			length, err = strconv.Atoi(string(bytes.TrimSpace(value)))
			if err != nil {
				return status, nil, errAnswer
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			chunked = true
		}
	}
	w.body = w.body[:0]
	if !chunked {
		if length > 0 {
			w.body = slices.Grow(w.body, length)[:length]
			_, err = io.ReadFull(w.in, w.body)
		}
		return status, w.body, err
	}
	for {
		if line, err = w.in.ReadSlice('\n'); err != nil {
			return status, nil, err
		}
		n, err := strconv.ParseInt(string(bytes.TrimSpace(line)), 16, 32)
		if err != nil {
			return status, nil, errAnswer
		}
		from := len(w.body)
		w.body = slices.Grow(w.body, int(n)+2)[:from+int(n)+2]
		if _, err := io.ReadFull(w.in, w.body[from:]); err != nil {
			return status, nil, err
		}
		w.body = w.body[:len(w.body)-2]
		if n == 0 {
			return status, w.body, nil
		}
	}
}
