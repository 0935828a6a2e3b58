// Package seo tells search engines about the shop: which pages to leave alone (robots.txt) and which exist, in both
// languages (sitemaps). A page's metadata is rendered with the page. The package owns no tables.
package seo

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"

	"wekala/internal/catalogue/products"
	"wekala/internal/locations/branches"
	"wekala/internal/marketing/content"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Service serves the files for search engines.
type Service struct {
	DB        *db.DB
	Branches  *branches.Service
	Catalog   *products.Service
	Content   *content.Service
	PublicURL string
	Log       *slog.Logger
	Clock     clock.Clock
	// Version changes when the pages change.
	Version func() int64

	files files
}

// Mount serves the files where search engines expect them.
func (s *Service) Mount(mux *http.ServeMux) {
	mux.HandleFunc("GET /robots.txt", s.robots)
	mux.HandleFunc("GET /sitemap.xml", s.sitemap)
	mux.HandleFunc("GET /sitemaps/{part}", s.sitemapPart)
}

// perSitemap keeps a part well under the 50,000 addresses a part may have:
// every page is listed once per language.
const perSitemap = 10_000

func (s *Service) robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "User-agent: *\nDisallow: /api/\nDisallow: /console\nDisallow: /cart\nDisallow: /checkout\nDisallow: "+
		"/account/my-\nDisallow: /search-results\nDisallow: /en/search-results\nDisallow: /ar/search-results\n\nSitemap: "+
		"%s/sitemap.xml\n", s.PublicURL)
}

// sitemap serves the list of sitemap parts: one for pages other than products, the others for products.
func (s *Service) sitemap(w http.ResponseWriter, r *http.Request) { s.send(w, r, index) }

func (s *Service) sitemapPart(w http.ResponseWriter, r *http.Request) {
	name, ok := strings.CutSuffix(r.PathValue("part"), ".xml")
	if !ok || name == index || len(name) > 20 {
		http.NotFound(w, r)
		return
	}
	s.send(w, r, name)
}

// index is the cache name of the list of parts; the parts have other names.
const index = "index"

// make generates the file of a name; nil if there is none.
func (s *Service) make(ctx context.Context, name string) ([]byte, error) {
	if name == "pages" {
		return s.list(s.ownPages()), nil
	}
	var productCount int
	if err := s.DB.Get(ctx, &productCount, `SELECT COUNT(*) FROM products WHERE active`); err != nil {
		return nil, err
	}
	if name == index {
		return s.parts(productCount), nil
	}
	number, isProducts := strings.CutPrefix(name, "products-")
	n, err := strconv.Atoi(number)
	if !isProducts || err != nil || n < 1 || (n-1)*perSitemap >= productCount || number != strconv.Itoa(n) {
		return nil, nil
	}
	var paths []string
	err = s.DB.Select(ctx, &paths, `SELECT slug FROM products WHERE active ORDER BY id LIMIT $1 OFFSET $2`, perSitemap,
		(n-1)*perSitemap)
	for i, slug := range paths {
		paths[i] = "/products/" + slug
	}
	return s.list(paths), err
}

// parts generates the file that lists the other files.
func (s *Service) parts(productCount int) []byte {
	var b bytes.Buffer
	b.WriteString(xml.Header + `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`)
	part := func(name string) {
		fmt.Fprintf(&b, "<sitemap><loc>%s/sitemaps/%s.xml</loc></sitemap>", escape(s.PublicURL), name)
	}
	part("pages")
	for n := 0; n*perSitemap < productCount; n++ {
		part(fmt.Sprintf("products-%d", n+1))
	}
	b.WriteString("</sitemapindex>\n")
	return b.Bytes()
}

// list generates a file of pages, each in every language.
func (s *Service) list(paths []string) []byte {
	if len(paths) == 0 {
		return nil
	}
	var b bytes.Buffer
	b.WriteString(xml.Header +
		`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">`)
	addresses := make([]string, len(i18n.Langs))
	for _, path := range paths {
		for i, lang := range i18n.Langs {
			addresses[i] = s.address(lang, path)
		}
		for i := range i18n.Langs {
			b.WriteString("<url><loc>" + addresses[i] + "</loc>")
			for j, other := range i18n.Langs {
				b.WriteString(`<xhtml:link rel="alternate" hreflang="` + other + `" href="` + addresses[j] + `"/>`)
			}
			b.WriteString("</url>")
		}
	}
	b.WriteString("</urlset>\n")
	return b.Bytes()
}

// ownPages lists the public pages other than product pages.
func (s *Service) ownPages() []string {
	paths := []string{"/", "/home", "/blogs", "/contact-us"}
	for _, name := range s.Content.PageNames() {
		paths = append(paths, "/information/"+name)
	}
	paths = append(paths, s.Content.PostPaths()...)
	for _, kind := range s.Branches.ServiceTypes() {
		paths = append(paths, "/home?service_id="+kind.Slug, "/branches-results?service_id="+kind.Slug)
		paths = append(paths, s.categoryPages(kind.ID)...)
	}
	for _, branch := range s.Branches.All() {
		paths = append(paths, "/branches/"+branch.Slug)
	}
	return paths
}

func (s *Service) categoryPages(serviceID string) []string {
	var paths []string
	for _, top := range s.Catalog.Tops(serviceID) {
		queue := []string{top.Slug}
		for _, child := range top.Children {
			queue = append(queue, child.Slug)
		}
		for _, slug := range queue {
			paths = append(paths, "/categories/"+slug)
		}
	}
	return paths
}

func (s *Service) address(lang, path string) string {
	if path == "/" {
		path = ""
	}
	return escape(s.PublicURL + "/" + lang + path)
}

func escape(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text))
	return b.String()
}
