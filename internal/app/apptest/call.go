package apptest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"wekala/internal/platform/httpapi"
)

// Header is a request's headers.
type Header map[string]string

// Answer is a response of the program.
type Answer struct {
	Status int
	Header http.Header
	Body   string
}

type failure struct {
	Message string              `json:"message"`
	Code    string              `json:"code"`
	Errors  map[string][]string `json:"errors"`
}

func (a Answer) failure() failure {
	var f failure
	_ = json.Unmarshal([]byte(a.Body), &f) // no refusal has none of these
	return f
}

// Code is the machine-readable code of a refusal.
func (a Answer) Code() string { return a.failure().Code }

// Message is a refusal's text.
func (a Answer) Message() string { return a.failure().Message }

// Short names an answer by status and code: "200", "400 out_of_stock".
func (a Answer) Short() string {
	return strings.TrimSpace(strconv.Itoa(a.Status) + " " + a.Code())
}

// Into decodes the data of a success.
func (a Answer) Into(tb testing.TB, v any) {
	tb.Helper()
	var e struct {
		Response struct {
			Data json.RawMessage `json:"data"`
		} `json:"response"`
	}
	if a.Status != http.StatusOK {
		tb.Fatalf("status %d: %s", a.Status, a.Body)
	}
	if err := json.Unmarshal([]byte(a.Body), &e); err != nil {
		tb.Fatalf("%v in %s", err, a.Body)
	}
	if err := json.Unmarshal(e.Response.Data, v); err != nil {
		tb.Fatalf("%v in %s", err, a.Body)
	}
}

// Request builds a request to the API for a path that begins with "/", or to any other part of the program for a path
// that begins with "=". body is a string, bytes or a value to encode.
func (s *Shop) Request(ctx context.Context, method, path, token string, body any, headers ...Header) *http.Request {
	s.TB.Helper()
	var in []byte
	switch b := body.(type) {
	case nil:
	case string:
		in = []byte(b)
	case []byte:
		in = b
	default:
		var err error
		if in, err = json.Marshal(b); err != nil {
			s.TB.Fatal(err)
		}
	}
	target := s.URL + httpapi.Base + path
	if rest, other := strings.CutPrefix(path, "="); other {
		target = s.URL + rest
	}
	r, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(in))
	if err != nil {
		s.TB.Fatal(err)
	}
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
	}
	if token == "" {
		token = "null"
	}
	r.Header.Set("Authorization", "Bearer "+token)
	for _, h := range headers {
		for k, v := range h {
			r.Header.Set(k, v)
		}
	}
	return r
}

// Do calls the program in-process, because most tests do not need the network, and many thousand requests would be
// slow.
func (s *Shop) Do(method, path, token string, body any, headers ...Header) Answer {
	s.TB.Helper()
	r := s.Request(context.Background(), method, path, token, body, headers...)
	r.RemoteAddr = "127.0.0.1:50000"
	r.RequestURI = r.URL.RequestURI()
	w := httptest.NewRecorder()
	s.App.Handler.ServeHTTP(w, r)
	return Answer{w.Code, w.Header(), w.Body.String()}
}

// Send calls the program over the network.
func (s *Shop) Send(method, path, token string, body any, headers ...Header) Answer {
	s.TB.Helper()
	res, err := s.Wire.Do(s.Request(context.Background(), method, path, token, body, headers...))
	if err != nil {
		s.TB.Errorf("%s %s: %v", method, path, err)
		return Answer{}
	}
	defer closeBody(res.Body)
	text, err := io.ReadAll(res.Body)
	if err != nil {
		s.TB.Errorf("%s %s: %v", method, path, err)
		return Answer{}
	}
	return Answer{res.StatusCode, res.Header, string(text)}
}
