package app

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"

	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/setup"
	"wekala/web"
)

// themePath is where the shop's own colours are; the query names their version.
const themePath = "/theme.css"

// look is how the shop looks: made once each time its name or colour changes.
type look struct{ href, styles string }

type brand struct{ look atomic.Pointer[look] }

// applyBrand has every text and page call the shop by its name and wear its
// colour. The demo's name is the program's.
func (a *App) applyBrand(shop setup.Shop) {
	i18n.SetBrand(shop.Name)
	next := &look{styles: shop.Styles()}
	if next.styles != "" {
		next.href = themePath + "?" + id.Digest(next.styles)[:12]
	}
	a.brand.look.Store(next)
}

func (a *App) theme() string {
	if now := a.brand.look.Load(); now != nil {
		return now.href
	}
	return ""
}

// themeFile is the stylesheet: it comes after the program's own.
func (a *App) themeFile(w http.ResponseWriter, r *http.Request) {
	now := a.brand.look.Load()
	if now == nil || now.styles == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	if themePath+"?"+r.URL.RawQuery == now.href {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	_, _ = w.Write([]byte(now.styles))
}

// manifest describes the shop to a phone that keeps it on its home screen.
func (a *App) manifest(lang i18n.Lang, static http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		brand := i18n.Brand()
		if brand == i18n.DefaultBrand {
			static.ServeHTTP(w, r)
			return
		}
		var described map[string]any
		raw, err := fs.ReadFile(web.Dist(), strings.TrimPrefix(r.URL.Path, "/"))
		if err == nil {
			err = json.Unmarshal(raw, &described)
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		described["name"], described["short_name"] = brand.In(lang), brand.In(lang)
		delete(described, "description") // what the demo says of itself
		w.Header().Set("Content-Type", "application/manifest+json")
		w.Header().Set("Cache-Control", "no-cache")
		_ = json.NewEncoder(w).Encode(described)
	})
}
