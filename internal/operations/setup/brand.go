package setup

import (
	"encoding/json"
	"io/fs"
	"net/http"
	"strings"
	"sync/atomic"

	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// ThemePath is the path of the stylesheet with the shop's own colours; the query names their version.
const ThemePath = "/theme.css"

// look is the shop's visual identity. It is created again each time its name, colour or logo changes.
type look struct {
	href, styles string
	logo         files.Image
	sign         files.Made // the picture that icons are made from
	signed       bool
}

type brand struct {
	look  atomic.Pointer[look]
	icons icons
	paper paper
}

// now is the shop's current look.
func (b *brand) now() look {
	if now := b.look.Load(); now != nil {
		return *now
	}
	return look{}
}

// icon returns the query that identifies the version of icons made from the shop's own picture; empty if it has none.
func (b *brand) icon() string {
	if now := b.now(); now.signed {
		return now.sign.Digest[:12]
	}
	return ""
}

// wear sets the shop's name in every text and page, and its colour. The demo uses the program's name.
func (s *Service) wear(shop Shop) {
	i18n.SetBrand(shop.Name)
	next := &look{styles: shop.Styles(), logo: shop.Wears()}
	next.sign, next.signed = shop.Sign()
	if next.styles != "" {
		next.href = ThemePath + "?" + id.Digest(next.styles)[:12]
	}
	s.brand.look.Store(next)
}

// Theme returns the address of the shop's own colours; "" if it has none.
func (s *Service) Theme() string { return s.brand.now().href }

// LogoNow returns the current logo for pages; the zero Image if there is none.
func (s *Service) LogoNow() files.Image { return s.brand.now().logo }

// IconVersion returns the query that identifies the version of icons made from the shop's own picture; empty if it has
// none.
func (s *Service) IconVersion() string { return s.brand.icon() }

// Texts are the shop's replacements for the program's own texts, by key; nil if there are none.
func (s *Service) Texts(lang string) map[string]string {
	shop := s.Shop()
	var own map[string]string
	for key, text := range map[string]i18n.Text{"landing:heading": shop.Heading, "landing:text": shop.Intro,
		"shell:footer.tagline": shop.Tagline} {
		if text == (i18n.Text{}) {
			continue
		}
		if own == nil {
			own = map[string]string{}
		}
		own[key] = text.In(i18n.Lang(lang))
	}
	return own
}

// ThemeFile serves the stylesheet, which pages load after the program's own.
func (s *Service) ThemeFile(w http.ResponseWriter, r *http.Request) {
	now := s.brand.now()
	if now.styles == "" {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/css; charset=utf-8")
	if ThemePath+"?"+r.URL.RawQuery == now.href {
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	_, _ = w.Write([]byte(now.styles))
}

// Manifest serves the web app manifest, with which a phone adds the shop to its home screen.
func (s *Service) Manifest(lang i18n.Lang, static http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		brand := i18n.Brand()
		icon := s.brand.icon()
		if brand == i18n.DefaultBrand && icon == "" {
			static.ServeHTTP(w, r)
			return
		}
		var described map[string]any
		raw, err := fs.ReadFile(s.Dist, strings.TrimPrefix(r.URL.Path, "/"))
		if err == nil {
			err = json.Unmarshal(raw, &described)
		}
		if err != nil {
			http.NotFound(w, r)
			return
		}
		described["name"], described["short_name"] = brand.In(lang), brand.In(lang)
		delete(described, "description") // the demo's own description
		if icon != "" {
			described["icons"] = ownIcons(icon)
		}
		w.Header().Set("Content-Type", "application/manifest+json")
		w.Header().Set("Cache-Control", "no-cache")
		_ = json.NewEncoder(w).Encode(described)
	})
}
