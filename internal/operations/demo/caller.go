package demo

import (
	"bytes"
	"context"
	"net/http"

	"wekala/internal/platform/httpapi"
)

// nobody is the address of the story's requests: one that is reserved for examples.
const nobody = "192.0.2.1:1234"

// call asks the shop's API in this process, without a network.
func call(ctx context.Context, api http.Handler, method, path string, header http.Header,
	body []byte) (int, []byte, error) {
	r, err := http.NewRequestWithContext(ctx, method, httpapi.Base+path, bytes.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.RequestURI, r.RemoteAddr, r.Header = httpapi.Base+path, nobody, header
	kept := &answer{header: http.Header{}, status: http.StatusOK}
	api.ServeHTTP(kept, r)
	return kept.status, kept.body.Bytes(), nil
}

// answer keeps a handler's answer.
type answer struct {
	header  http.Header
	status  int
	decided bool
	body    bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) {
	if !a.decided {
		a.status, a.decided = status, true
	}
}

func (a *answer) Write(p []byte) (int, error) {
	a.decided = true
	return a.body.Write(p)
}
