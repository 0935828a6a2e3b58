package ssr

import (
	"net/http"
	"net/url"
)

// ViewHeader is how a proxy that keeps pages says what a page depends on beside its address, in
// place of the visitor's cookies and languages: "lang=ar&figures=arab&district=maadi&currency=EGP",
// empty parts left out. It makes the same of it for all visitors who are shown the same, and keeps
// pages by it.
const ViewHeader = "Wekala-View"

// The headers of a page that a proxy may keep: for as long as one is kept here. Browsers ask again.
var (
	sharedVaries = []string{"Accept-Encoding, " + ViewHeader}
	shared       = []string{"public, max-age=0, s-maxage=1"}
)

// viewOf is what a request wants to see, and whether the proxy that asks may keep its page.
func (r *Renderer) viewOf(req *http.Request) (view Request, mayKeep bool) {
	if said := req.Header.Get(ViewHeader); said != "" && r.cfg.Shared != nil && r.cfg.Shared() {
		// What cannot be read is left out, as a cookie that cannot be.
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
