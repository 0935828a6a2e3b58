package app_test

import (
	"strings"
	"testing"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

var _ = addWrites(map[string]write{
	"console-save-tiles": {share: 1, staff: true, body: func(ids) fields { return tilesBody(0, "") }},
	"console-try-tiles": {share: 1, staff: true,
		body: func(ids) fields { return fields{"url": "https://127.0.0.1:1/{z}/{x}/{y}.png"} }},
})

func tilesBody(version int64, address string) fields {
	return fields{"url": address, "by": "© Somebody", "version": version}
}

const someTiles = "https://{s}.tiles.example/{z}/{x}/{y}.png?key=1"

// notDemo runs a real shop, because the demo does not use tiles set in the console.
var notDemo = apptest.Set(func(c *config.Serve) { c.Demo, c.Payments, c.CodeChannels = false, "cod", "" })

// images is the policy from where a page may load pictures.
func images(s *apptest.Shop) string {
	_, rest, _ := strings.Cut(s.Do("GET", "=/healthz", "", nil).Header.Get("Content-Security-Policy"), "img-src ")
	from, _, _ := strings.Cut(rest, ";")
	return from
}

// TestAnOwnerSetsMapTiles: there are none unless set; once set they are in force on every node without a restart, and
// pages may load pictures from that host only.
func TestAnOwnerSetsMapTiles(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, notDemo)
		other := apptest.Node(t, d, s.Clock, notDemo)
		owner := s.Staff("owner")
		const own = "'self' data: blob:"
		if got := images(s); got != own {
			t.Fatalf("pictures from %q in a new shop", got)
		}
		for address, want := range map[string]string{
			"http://tiles.example/{z}/{x}/{y}.png":                   "422 url_https",
			"tiles.example/{z}/{x}/{y}.png":                          "422 url_https",
			"https://tiles.example/{z}/{x}.png":                      "422 places",
			"https://tiles.example/{z}/{z}/{x}/{y}.png":              "422 places",
			"https://tiles.example/{z}/{x}/{y}/{r}.png":              "422 url_format",
			"https://tiles.example; script-src */{z}/{x}/{y}.png":    "422 url_format",
			"https://*/{z}/{x}/{y}.png":                              "422 url_format",
			"https://tiles.{s}.example/{z}/{x}/{y}.png":              "422 url_format",
			"https://key@tiles.example/{z}/{x}/{y}.png":              "422 url_format",
			"https://{s}.com/{z}/{x}/{y}.png":                        "422 url_format",
			"https://tiles.example:0/{z}/{x}/{y}.png":                "422 url_format",
			"https://tiles.example:99999/{z}/{x}/{y}.png":            "422 url_format",
			"https://tiles.example/خريطة/{z}/{x}/{y}.png":            "422 url_format",
			"https:///{z}/{x}/{y}.png":                               "422 url_format",
			"https://tiles.example?{z}/{x}/{y}":                      "422 url_format",
			"https://tiles.example/{z}/{x}/{y}.png\"><script>":       "422 url_format",
			"https://tiles.example/" + strings.Repeat("x", 500) + "": "422 too_long",
		} {
			a := s.Do("PUT", "/console/tiles", owner, tilesBody(0, address))
			if a.Short() != want || !strings.Contains(a.Body, `"url"`) {
				t.Errorf("%s: %s", address, a.Short())
			}
		}
		if a := s.Do("PUT", "/console/tiles", owner, but(tilesBody(0, someTiles), "by", " ")); a.Short() != "422 required" {
			t.Error(a.Short())
		}
		if got := images(s); got != own {
			t.Errorf("pictures from %q after refusals", got)
		}

		if a := s.Do("PUT", "/console/tiles", owner, tilesBody(0, someTiles)); a.Status != 200 {
			t.Fatal(a.Body)
		}
		if a := s.Do("PUT", "/console/tiles", owner, tilesBody(0, "")); a.Short() != "409 moved_on" {
			t.Errorf("from an old version: %s", a.Short())
		}
		if err := other.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for name, node := range map[string]*apptest.Shop{"this node": s, "the other": other} {
			if got := images(node); got != own+" https://*.tiles.example" {
				t.Errorf("%s: pictures from %q", name, got)
			}
		}

		// Undone from the log.
		line := newestLine(s, "shop.tiles")
		if a := s.Do("POST", "/console/audit/"+line+"/revert", owner, nil); a.Status != 200 {
			t.Error(a.Body)
		}
		if got := images(s); got != own {
			t.Errorf("pictures from %q once it was undone", got)
		}
		s.Healthy()
	})
}

// TestAVariableOfTilesWins: the tiles of the environment are used, whatever the console sets.
func TestAVariableOfTilesWins(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d, notDemo,
			apptest.Set(func(c *config.Serve) { c.TilesURL = "https://maps.example/{z}/{x}/{y}.png" }))
		owner := s.Staff("owner")
		if a := s.Do("PUT", "/console/tiles", owner, tilesBody(0, someTiles)); a.Status != 200 ||
			!strings.Contains(a.Body, `"variable":true`) {
			t.Error(a.Body)
		}
		if got := images(s); !strings.HasSuffix(got, " https://maps.example") {
			t.Errorf("pictures from %q", got)
		}
	})
}
