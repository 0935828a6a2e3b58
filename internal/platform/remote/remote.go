// Package remote sends requests to external servers: gateways and message providers. Responses are bounded in time and
// size. Redirects are not followed, because that would send secrets to an address nobody configured. An error shows
// whether the request may have arrived.
package remote

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// maxAnswer bounds the bytes read of a response.
const maxAnswer = 1 << 20

// NewClient returns a client with a time limit that may connect to any address.
func NewClient(timeout time.Duration) *http.Client {
	return (*AllowedNetworks)(nil).Client(timeout)
}

// Answer is a server's response.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
}

// OK reports a 2xx status.
func (a Answer) OK() bool { return a.Status >= 200 && a.Status < 300 }

// Again reports a status that means "not now": a later retry may succeed.
func (a Answer) Again() bool {
	switch a.Status {
	case http.StatusRequestTimeout, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return a.Status >= 500
}

// RetryAfter returns how long the server asks clients to wait, 0 if it doesn't.
func (a Answer) RetryAfter() time.Duration {
	seconds, err := strconv.Atoi(a.Header.Get("Retry-After"))
	if err != nil || seconds < 0 {
		return 0
	}
	return min(time.Duration(seconds)*time.Second, time.Hour)
}

// ErrUnheard is wrapped by the errors of requests that never reached the server.
var ErrUnheard = errors.New("remote: not reached")

// Do sends a request and reads the response. After an error other than ErrUnheard, the server may have carried out the
// request. Errors contain only the host, because addresses may contain secrets.
func Do(ctx context.Context, client *http.Client, r *http.Request) (Answer, error) {
	res, err := client.Do(r.WithContext(ctx))
	if err != nil {
		var wrapped *url.Error
		if errors.As(err, &wrapped) {
			err = wrapped.Err
		}
		if errors.Is(err, ErrOwnNetwork) {
			return Answer{}, fmt.Errorf("%w: %s: %w", ErrUnheard, r.URL.Host, ErrOwnNetwork)
		}
		var op *net.OpError
		if errors.As(err, &op) && op.Op == "dial" {
			return Answer{}, fmt.Errorf("%w: %s", ErrUnheard, r.URL.Host)
		}
		return Answer{}, fmt.Errorf("remote: no answer of %s: %w", r.URL.Host, err)
	}
	defer func() { _ = res.Body.Close() }()
	body, err := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if err != nil {
		return Answer{}, fmt.Errorf("remote: half an answer of %s: %w", r.URL.Host, err)
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: body}, nil
}
