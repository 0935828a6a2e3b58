package ssr

import (
	"net/http"
	"strings"
)

// renewed are the cookies of the browser's memory that are kept for a year (web/src/lib/cookies.ts). The session's are
// not among them: the specification sets their lifetime.
var renewed = []string{
	"district_id", "default_location", "selected_service", "service_name", "selectedCurrency", "language", "figures",
}

const (
	renewedFor = 365 * 24 * 60 * 60
	// Longer ones are not ours.
	maxRenewed = 256
)

// renewCookies sends the browser's own cookies back. WebKit forgets cookies that a script wrote after seven days, and
// keeps those that a server set for as long as it is asked to; no other engine needs it.
func renewCookies(w http.ResponseWriter, req *http.Request, secure bool) {
	if !strings.Contains(req.UserAgent(), "AppleWebKit/6") {
		return
	}
	for _, name := range renewed {
		found, err := req.Cookie(name)
		if err != nil || found.Value == "" || len(found.Value) > maxRenewed {
			continue
		}
		found.Path, found.MaxAge, found.SameSite, found.Secure = "/", renewedFor, http.SameSiteLaxMode, secure
		http.SetCookie(w, found)
	}
}
