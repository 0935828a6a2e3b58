package ssr

import (
	"net/http"
	"net/url"
)

// ViewHeader is set by a caching proxy to what a page depends on besides its address:
// "lang=ar&figures=arab&district=maadi&currency=EGP", without empty parts. It replaces the visitor's cookies and
// languages, is equal for all visitors who see the same page, and is part of the proxy's cache key.
const ViewHeader = "Wekala-View"

// The headers of a page that a proxy may keep: for as long as one is kept here. Browsers ask again.
var (
	sharedVaries = []string{"Accept-Encoding, " + ViewHeader}
	shared       = []string{"public, max-age=0, s-maxage=1"}
)

// viewOf is the view that a request asks for, and whether the requesting proxy may keep its page.
func (r *Renderer) viewOf(req *http.Request) (view Request, mayKeep bool) {
	if said := req.Header.Get(ViewHeader); said != "" && r.cfg.Shared != nil && r.cfg.Shared() {
		// Unreadable parts are left out, like unreadable cookies.
		parts, _ := url.ParseQuery(said)
		lang := prefixOf(req.URL.Path)
		if lang == "" {
			lang = parts.Get("lang")
		}
		if lang != "en" {
			lang = "ar"
		}
		return Request{Lang: lang, Figures: parts.Get("figures"), District: parts.Get("district"),
			Currency: parts.Get("currency")}, true
	}
	return Request{
		Lang: languageOf(req), Figures: cookie(req, "figures"),
		District: cookie(req, "district_id"), Currency: cookie(req, "selectedCurrency"),
	}, false
}
