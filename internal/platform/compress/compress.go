// Package compress sends JSON answers compressed to clients that accept that, and not at all to clients that have them
// already.
//
// An answer that is equal for everybody (it has the header KeptHeader) gets an ETag, and its compressed bytes are kept:
// a listing is compressed once and sent often. A personal answer is compressed each time, fast, and never kept. Headers
// between parts of the program (InternalPrefix) never leave it.
package compress

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// InternalPrefix begins the names of headers that one part of the program sends to another about an answer.
const InternalPrefix = "X-Wekala-"

// KeptHeader marks a response whose bytes are the same for everybody with the same request, location and language. It
// holds their Digest.
const KeptHeader = InternalPrefix + "Kept"

// The names of the encodings in HTTP.
const (
	Brotli = "br"
	Gzip   = "gzip"
)

// Digest identifies the content of a response.
func Digest(body []byte) string {
	sum := sha256.Sum256(body)
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

const (
	// worthIt is the size from which compression saves a network packet.
	worthIt = 1400
	// keptBytes bounds the compressed bytes in memory.
	keptBytes = 8 << 20
	// keptLevel and ownLevel are the brotli levels for stored responses and for those compressed each time.
	keptLevel, ownLevel = 5, 2
)

// Handler compresses the responses of next to GET requests. It removes internal headers from every response.
func Handler(next http.Handler) http.Handler {
	kept := &store{packed: map[key][]byte{}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a := &answer{ResponseWriter: w, request: r, kept: kept}
		next.ServeHTTP(a, r)
		a.send()
		a.free()
	})
}

// answer buffers a JSON response until it is complete. Everything else passes through immediately, including streams.
type answer struct {
	http.ResponseWriter
	request *http.Request
	kept    *store

	status int
	digest string // empty for personal responses
	held   *bytes.Buffer
}

// buffers are reused: allocating one for every response took a fifth of a listing's time in garbage collection.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// largestFreed bounds the memory that a reused buffer may keep.
const largestFreed = 256 << 10

// free returns the buffer to the pool once its bytes were written or compressed.
func (a *answer) free() {
	if a.held != nil && a.held.Cap() <= largestFreed {
		a.held.Reset()
		buffers.Put(a.held)
	}
	a.held = nil
}

// Unwrap lets http.ResponseController reach the connection.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

func (a *answer) WriteHeader(status int) {
	if a.status != 0 || status < http.StatusOK {
		if status < http.StatusOK {
			a.ResponseWriter.WriteHeader(status)
		}
		return
	}
	a.status = status
	header := a.Header()
	a.digest = header.Get(KeptHeader)
	for name := range header {
		if strings.HasPrefix(name, InternalPrefix) {
			delete(header, name)
		}
	}
	if status == http.StatusOK && a.request.Method == http.MethodGet && header.Get("Content-Encoding") == "" &&
		strings.HasPrefix(header.Get("Content-Type"), "application/json") {
		a.held = buffers.Get().(*bytes.Buffer)
		return
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	if a.held != nil {
		return a.held.Write(p)
	}
	return a.ResponseWriter.Write(p)
}

// send sends the buffered response. It ignores clients that have disconnected.
func (a *answer) send() {
	if a.status == 0 {
		a.WriteHeader(http.StatusOK) // as net/http would
	}
	if a.held == nil {
		return
	}
	body, header := a.held.Bytes(), a.Header()
	header.Add("Vary", "Accept-Encoding")
	if a.digest != "" {
		header.Set("ETag", `W/"`+a.digest+`"`)
		header.Set("Cache-Control", "private, no-cache")
		if strings.Contains(a.request.Header.Get("If-None-Match"), `"`+a.digest+`"`) {
			a.ResponseWriter.WriteHeader(http.StatusNotModified)
			return
		}
	}
	if encoding := Accepted(a.request.Header.Get("Accept-Encoding")); encoding != "" && len(body) >= worthIt {
		if a.digest != "" {
			body = a.kept.get(key{a.digest, encoding}, func() []byte { return Pack(encoding, body, keptLevel) })
		} else {
			body = Pack(encoding, body, ownLevel)
		}
		header.Set("Content-Encoding", encoding)
		a.free() // a slow client then holds only the compressed bytes
	}
	header.Set("Content-Length", strconv.Itoa(len(body)))
	a.ResponseWriter.WriteHeader(a.status)
	_, _ = a.ResponseWriter.Write(body)
}

// Accepted returns the best encoding that a client accepts: Brotli, Gzip or none.
func Accepted(header string) string {
	best := ""
	for part := range strings.SplitSeq(header, ",") {
		name, weight, _ := strings.Cut(strings.TrimSpace(part), ";")
		switch weight = strings.ReplaceAll(weight, " ", ""); weight {
		case "q=0", "q=0.0", "q=0.00", "q=0.000":
			continue
		}
		switch strings.ToLower(strings.TrimSpace(name)) {
		case Brotli:
			return Brotli
		case Gzip:
			best = Gzip
		}
	}
	return best
}

// packer compresses in either encoding. Each holds some hundred kilobytes, so packers are reused.
type packer interface {
	io.WriteCloser
	Reset(io.Writer)
}

type kind struct {
	encoding string
	level    int
}

var packers sync.Map // of *sync.Pool by kind

// Pack compresses body in an encoding that Accepted returns. It cannot fail, because it writes to memory.
func Pack(encoding string, body []byte, level int) []byte {
	k := kind{encoding, level}
	found, ok := packers.Load(k)
	if !ok {
		found, _ = packers.LoadOrStore(k, &sync.Pool{New: func() any {
			if encoding == Brotli {
				return brotli.NewWriterLevel(nil, level)
			}
			w, _ := gzip.NewWriterLevel(nil, level)
			return w
		}})
	}
	pool := found.(*sync.Pool)
	w := pool.Get().(packer)
	packed := buffers.Get().(*bytes.Buffer)
	w.Reset(packed)
	_, _ = w.Write(body)
	_ = w.Close()
	w.Reset(io.Discard)
	pool.Put(w)
	// Most compressed bytes are stored, so they get no spare capacity.
	out := bytes.Clone(packed.Bytes())
	if packed.Cap() <= largestFreed {
		packed.Reset()
		buffers.Put(packed)
	}
	return out
}

// Unpack reverses Pack.
func Unpack(encoding string, packed []byte) ([]byte, error) {
	if encoding == Brotli {
		return io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

type key struct{ digest, encoding string }

// store holds compressed bytes by the digest of their content, up to about keptBytes.
type store struct {
	mu     sync.RWMutex
	packed map[key][]byte
	bytes  int
}

func (s *store) get(k key, make func() []byte) []byte {
	s.mu.RLock()
	packed, ok := s.packed[k]
	s.mu.RUnlock()
	if ok {
		return packed
	}
	packed = make()
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.packed[k]; ok {
		return packed
	}
	// Any entry in the map's order makes room; frequently used ones soon return.
	for old, bytes := range s.packed {
		if s.bytes+len(packed) <= keptBytes {
			break
		}
		s.bytes -= len(bytes)
		delete(s.packed, old)
	}
	s.packed[k] = packed
	s.bytes += len(packed)
	return packed
}
