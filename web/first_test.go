package web_test

import (
	"encoding/json"
	"io/fs"
	"path"
	"regexp"
	"strings"
	"testing"

	"wekala/web"
)

// chunk is a file of the build, as its manifest describes it.
type chunk struct {
	File    string   `json:"file"`
	Imports []string `json:"imports"`
}

type build struct {
	tb     testing.TB
	dist   fs.FS
	chunks map[string]chunk
}

func built(tb testing.TB) build {
	tb.Helper()
	if !web.Built() {
		tb.Fatal("the web files are not built: run make web")
	}
	b := build{tb: tb, dist: web.Dist()}
	if err := json.Unmarshal([]byte(b.read("manifest.json")), &b.chunks); err != nil {
		tb.Fatal(err)
	}
	return b
}

func (b build) read(name string) string {
	b.tb.Helper()
	text, err := fs.ReadFile(b.dist, name)
	if err != nil {
		b.tb.Fatal(err)
	}
	return string(text)
}

// packed is the transferred size of a file; the smallest are sent uncompressed.
func (b build) packed(file string) int {
	if _, err := fs.Stat(b.dist, file+".br"); err == nil {
		file += ".br"
	}
	return len(b.read(file))
}

// with adds a chunk and all its static imports to the loaded files.
func (b build) with(loaded map[string]bool, names ...string) map[string]bool {
	b.tb.Helper()
	all := map[string]bool{}
	for name := range loaded {
		all[name] = true
	}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		c, ok := b.chunks[name]
		if !ok {
			b.tb.Fatalf("the build has no %s", name)
		}
		if !all[name] {
			all[name] = true
			names = append(names, c.Imports...)
		}
	}
	return all
}

// start returns the files that every page of the shop loads before its own chunk.
func (b build) start() map[string]bool {
	return b.with(nil, "src/storefront/entry-client.ts", "src/storefront/start.tsx")
}

// pages returns the chunks of the shop's own pages.
func (b build) pages() []string {
	b.tb.Helper()
	page := regexp.MustCompile(`^src/features/[a-z]+/[a-z]+/pages/[a-z-]+\.tsx$`)
	var all []string
	for name := range b.chunks {
		if page.MatchString(name) {
			all = append(all, name)
		}
	}
	if len(all) < 30 {
		b.tb.Fatalf("only %d pages are in the build: %v", len(all), all)
	}
	return all
}

const placePicker = "src/features/locations/places/components/LocationDialog.tsx"

// TestFirstPagesLoadNoReactAria checks the built files: the menu library weighs a third of
// everything else and is loaded when a menu is opened. Sources may keep it separate
// (structure.test.ts) while the bundler puts it into a chunk shared by all pages.
func TestFirstPagesLoadNoReactAria(t *testing.T) {
	b := built(t)
	const mark = "react-aria"
	heavy := map[string]bool{}
	for name, c := range b.chunks {
		if strings.HasSuffix(c.File, ".js") && strings.Contains(b.read(c.File), mark) {
			heavy[name] = true
		}
	}
	if len(heavy) == 0 {
		t.Fatalf("no file of the build holds %q: this test would find nothing", mark)
	}
	for _, page := range append(b.pages(), placePicker) {
		for name := range b.with(b.start(), page) {
			if heavy[name] {
				t.Errorf("%s loads React Aria at once, with %s (%s)", page, name, b.chunks[name].File)
			}
		}
	}
}

// TestFirstPagesAreLight checks the limit of docs/performance.md on the pages that visitors enter
// by: all of their scripts, compressed, in the language with the longer texts, and with the
// location picker where it opens immediately.
func TestFirstPagesAreLight(t *testing.T) {
	const most = 135_000 // bytes
	b := built(t)
	for page, also := range map[string][]string{
		"marketing/home/landing":        nil,
		"marketing/home/home":           {placePicker},
		"catalogue/search/results":      nil,
		"locations/branches/results":    nil,
		"locations/branches/branch":     {placePicker},
		"catalogue/products/category":   {placePicker},
		"catalogue/products/product":    nil,
		"marketing/blogs/list":          {placePicker},
		"marketing/blogs/article":       nil,
		"marketing/content/information": nil,
		"aftersales/support/contact":    nil,
	} {
		for _, lang := range []string{"en", "ar"} {
			part := "src/features/" + path.Dir(page) + "/pages/" + path.Base(page) + ".tsx"
			sum := 0
			for name := range b.with(b.start(), append([]string{part, "src/locales/" + lang + ".ts"}, also...)...) {
				if file := b.chunks[name].File; strings.HasSuffix(file, ".js") {
					sum += b.packed(file)
				}
			}
			t.Logf("%s in %s: %d bytes", page, lang, sum)
			if sum > most {
				t.Errorf("%s in %s begins with %d bytes of script, %d at most", page, lang, sum, most)
			}
		}
	}
}
