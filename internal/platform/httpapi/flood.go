package httpapi

import (
	"net/http"
	"net/netip"

	"wekala/internal/platform/errs"
)

// Call is a kind of request with its own limit.
type Call byte

// The kinds of calls. Showing is the loading of one of the many pictures of a page.
const (
	Reading Call = 'r'
	Writing Call = 'w'
	Showing Call = 'f'
)

// Guarded counts requests outside the API against the same limits. call returns the kind of a request; 0 means that it
// is not counted.
func (a *API) Guarded(next http.Handler, call func(*http.Request) Call) http.Handler {
	if a.opts.Flood == nil {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if c := call(r); c != 0 {
			if wait, ok := a.opts.Flood(a.Sender(r), c); !ok {
				a.Refuse(w, r, errs.TooMany("common.too_many", wait))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// Sender returns the address that a request is counted under.
func (a *API) Sender(r *http.Request) netip.Addr { return a.floodsAs(r, a.address(r)) }
