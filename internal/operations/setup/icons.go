package setup

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/png"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"wekala/internal/platform/files"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/pdf"
	"wekala/internal/platform/pictures"
)

// iconsMade are the icons made from a shop's own picture: their size, background, and the blank part of a side. Phones
// cut a maskable one to their own shape and show a home screen's transparent areas as black.
var iconsMade = map[string]struct {
	side, edge int
	ground     color.Color
}{
	"/favicon.ico":           {32, 0, nil},
	"/icon-32.png":           {32, 0, nil},
	"/icon-192.png":          {192, 0, nil},
	"/icon-512.png":          {512, 0, nil},
	"/icon-maskable-512.png": {512, 16, color.White},
	"/apple-touch-icon.png":  {180, 8, color.White},
}

// ownIcons returns the icons' part of the manifest.
func ownIcons(version string) []map[string]string {
	one := func(path, size, purpose string) map[string]string {
		return map[string]string{"src": path + "?" + version, "sizes": size, "type": "image/png", "purpose": purpose}
	}
	return []map[string]string{one("/icon-192.png", "192x192", "any"), one("/icon-512.png", "512x512", "any"),
		one("/icon-maskable-512.png", "512x512", "maskable")}
}

// icons caches the icons made from the current picture.
type icons struct {
	mu   sync.Mutex
	of   files.Made
	made map[string][]byte
}

// largest is the width of the stored picture from which all icons are made.
const largest = 960

// picture reads a stored picture in the smallest sufficient width.
func (s *Service) picture(ctx context.Context, made files.Made) (image.Image, error) {
	width := made.Width
	for _, w := range made.Sizes() {
		if w <= largest {
			width = w
		}
	}
	data, err := s.Uploads.Get(ctx, made.File(width))
	if err != nil {
		return nil, err
	}
	return pictures.Decode(data)
}

func (s *Service) ownIcon(ctx context.Context, path string) ([]byte, error) {
	now, keep := s.brand.now(), &s.brand.icons
	keep.mu.Lock()
	defer keep.mu.Unlock()
	if keep.of != now.sign {
		keep.of, keep.made = now.sign, map[string][]byte{}
	}
	if data, ok := keep.made[path]; ok {
		return data, nil
	}
	src, err := s.picture(ctx, now.sign)
	if err != nil {
		return nil, err
	}
	want := iconsMade[path]
	var out bytes.Buffer
	if err := png.Encode(&out, pictures.Square(src, want.side, want.edge, want.ground)); err != nil {
		return nil, err
	}
	keep.made[path] = out.Bytes()
	return out.Bytes(), nil
}

// IconPaths returns the paths of the icons.
func IconPaths() []string { return slices.Sorted(maps.Keys(iconsMade)) }

// IconFile serves the shop's own icon, or the program's if there is none or its picture cannot be read.
func (s *Service) IconFile(static http.Handler) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		version := s.brand.icon()
		if version == "" {
			static.ServeHTTP(w, r)
			return
		}
		data, err := s.ownIcon(r.Context(), r.URL.Path)
		if err != nil {
			s.Log.ErrorContext(r.Context(), "the shop's icon cannot be made", "err", err)
			static.ServeHTTP(w, r)
			return
		}
		h := w.Header()
		h.Set("Content-Type", "image/png")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Etag", `"`+version+`"`)
		h.Set("Cache-Control", "no-cache")
		if r.URL.RawQuery == version {
			h.Set("Cache-Control", "public, max-age=31536000, immutable")
		}
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	}
}

// paper caches the letterhead of the current look.
type paper struct {
	mu   sync.Mutex
	of   string
	head pdf.Letterhead
}

// Letterhead returns the design of the shop's documents. A logo that currently cannot be read is left out, so that an
// invoice doesn't wait for a picture.
func (s *Service) Letterhead(ctx context.Context) pdf.Letterhead {
	shop, keep := s.Shop(), &s.brand.paper
	of := shop.Colour + " " + shop.Logo
	keep.mu.Lock()
	defer keep.mu.Unlock()
	if keep.of == of {
		return keep.head
	}
	var head pdf.Letterhead
	if own, ok := shop.Paint(); ok {
		head.Colour = pdf.Color{R: own.R, G: own.G, B: own.B}
	}
	if made, ok := files.ParseMade(shop.Logo); ok {
		src, err := s.picture(ctx, made)
		if err != nil {
			s.Log.ErrorContext(ctx, "the shop's logo cannot be read", "err", err)
			return head
		}
		head.Logo = pdf.NewPicture(src)
	}
	keep.of, keep.head = of, head
	return head
}

// The size of the box for a logo in an e-mail.
const mailWidth, mailHeight = 200, 48

// MailLetterhead returns the design of e-mails. A shop that is not reachable from the internet shows its name instead
// of a picture.
func (s *Service) MailLetterhead(lang string) notify.Letterhead {
	shop := s.Shop()
	head := notify.Letterhead{Colour: shop.Colour, Foot: shop.Legal(lang)}
	if made, ok := files.ParseMade(shop.Logo); ok && strings.HasPrefix(s.PublicURL, "https://") {
		scale := min(float64(mailWidth)/float64(made.Width), float64(mailHeight)/float64(made.Height))
		head.Width, head.Height = max(1, int(float64(made.Width)*scale)), max(1, int(float64(made.Height)*scale))
		head.Logo = s.absolute(files.Prefix + made.File(made.Sizes()[min(2, len(made.Sizes())-1)]))
	}
	return head
}

// absolute returns the full address of a path, for use outside the shop's pages.
func (s *Service) absolute(path string) string { return strings.TrimSuffix(s.PublicURL, "/") + path }
