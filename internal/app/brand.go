package app

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"

	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/setup"
	"wekala/web"
)

// themePath is where the shop's own colours are; the query names their version.
const themePath = "/theme.css"

// look is how the shop looks: made once each time its name, colour or logo
// changes.
type look struct {
	href, styles string
	logo         files.Image
	sign         files.Made // what icons are made of
	signed       bool
}

type brand struct {
	look  atomic.Pointer[look]
	icons icons
	paper paper
}

// now is how the shop looks at the moment.
func (b *brand) now() look {
	if now := b.look.Load(); now != nil {
		return *now
	}
	return look{}
}

// icon is the query by which browsers know the icons made of the shop's own
// picture; empty where it has none.
func (b *brand) icon() string {
	if now := b.now(); now.signed {
		return now.sign.Digest[:12]
	}
	return ""
}

// applyBrand has every text and page call the shop by its name and wear its
// colour. The demo's name is the program's.
func (a *App) applyBrand(shop setup.Shop) {
	i18n.SetBrand(shop.Name)
	next := &look{styles: shop.Styles(), logo: shop.Wears()}
	next.sign, next.signed = shop.Sign()
	if next.styles != "" {
		next.href = themePath + "?" + id.Digest(next.styles)[:12]
	}
	a.brand.look.Store(next)
}

func (a *App) theme() string {
	return a.brand.now().href
}

// themeFile is the stylesheet: it comes after the program's own.
func (a *App) themeFile(w http.ResponseWriter, r *http.Request) {
	now := a.brand.now()
	if now.styles == "" {
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
		icon := a.brand.icon()
		if brand == i18n.DefaultBrand && icon == "" {
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
		if icon != "" {
			described["icons"] = ownIcons(icon)
		}
		w.Header().Set("Content-Type", "application/manifest+json")
		w.Header().Set("Cache-Control", "no-cache")
		_ = json.NewEncoder(w).Encode(described)
	})
}
