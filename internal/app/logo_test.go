package app_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"strings"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/web"
)

func drawn(t *testing.T, width, height int) []byte {
	t.Helper()
	m := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := 0; i < len(m.Pix); i += 8 {
		copy(m.Pix[i:], []byte{0xb0, 0x10, 0x40, 0xff})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, m); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestTheShopsOwnLogo: an uploaded logo appears on pages, in the manifest, the icons and invoices, also on another
// node; it cannot be deleted while it is used; without it the program's own is used again.
func TestTheShopsOwnLogo(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		folder := t.TempDir()
		if !web.Built() {
			t.Skip("the web files are not built")
		}
		same := apptest.Set(func(c *config.Serve) { c.DataDir = folder })
		s := apptest.New(t, d, apptest.Pages(), same)
		owner := s.Staff("owner")
		upload := func(data []byte) (name string) {
			var made struct{ Name string }
			s.Do("POST", "/console/media", owner, data, apptest.Header{"Content-Type": "image/png"}).Into(t, &made)
			return made.Name
		}
		logo, small := upload(drawn(t, 480, 160)), upload(drawn(t, 60, 20))
		p := s.Customer()
		s.Stock(apptest.Koshary, apptest.Small, 100)
		order := s.Buy(p, "cod")
		pdf := func() string { return s.Do("GET", "/orders/"+order+"/invoice.pdf", p.Token, nil).Body }
		get := func(path string) apptest.Answer { return s.Do("GET", "="+path, "", nil) }
		if a := get("/icon-32.png"); a.Status != 404 {
			t.Errorf("an icon of a shop without a logo: %d", a.Status)
		}
		plain := pdf()
		body := fields{"name_ar": "ركن هدى", "name_en": "Hoda's corner", "colour": "#7a1f5c", "logo": small, "version": 0}
		if a := s.Do("PUT", "/console/shop", owner, body); a.Status != 422 || !strings.Contains(a.Body, `"logo"`) {
			t.Errorf("a logo too small: %s", a.Body)
		}
		body["logo"] = strings.Repeat("0", 32) + "-480x160.png"
		if a := s.Do("PUT", "/console/shop", owner, body); a.Status != 422 {
			t.Errorf("a logo that nobody uploaded: %s", a.Body)
		}
		body["logo"] = logo
		var saved struct {
			Logo    string
			Version int64
		}
		s.Do("PUT", "/console/shop", owner, body).Into(t, &saved)
		if saved.Logo != logo {
			t.Errorf("saved: %+v", saved)
		}
		if a := s.Do("DELETE", "/console/media/"+logo, owner, nil); a.Short() != "409 in_use" {
			t.Errorf("deleting the logo: %s", a.Short())
		}
		if a := s.Do("GET", "/console/media/"+logo, owner, nil); !strings.Contains(a.Body, `"shop.profile"`) {
			t.Errorf("what shows the logo: %s", a.Body)
		}
		version := logo[:12]
		if a := s.Do("GET", "=/favicon.ico", "", nil); a.Status != 200 || a.Header.Get("Content-Type") != "image/png" {
			t.Errorf("/favicon.ico: %s %s", a.Short(), a.Header.Get("Content-Type"))
		}
		two := apptest.Node(t, d, s.Clock, apptest.Pages(), same)
		for _, node := range []*apptest.Shop{s, two} {
			page := node.Do("GET", "=/en", "", nil).Body
			for _, want := range []string{`/media/` + logo, `/icon-192.png?` + version, `/apple-touch-icon.png?` + version} {
				if !strings.Contains(page, want) {
					t.Errorf("a page does not name %s", want)
				}
			}
			if strings.Contains(page, "/favicon.svg") {
				t.Error("a page shows the program's drawing")
			}
			for path, side := range map[string]int{"/favicon.ico": 32, "/icon-32.png": 32, "/icon-192.png": 192,
				"/icon-512.png": 512, "/icon-maskable-512.png": 512, "/apple-touch-icon.png": 180} {
				a := node.Do("GET", "="+path+"?"+version, "", nil)
				icon, err := png.Decode(strings.NewReader(a.Body))
				if err != nil || icon.Bounds().Dx() != side || icon.Bounds().Dy() != side {
					t.Fatalf("%s: %d %v", path, a.Status, err)
				}
				_, _, _, alpha := icon.At(0, 0).RGBA()
				if solid := strings.Contains(path, "maskable") || strings.Contains(path, "touch"); (alpha == 0xffff) != solid {
					t.Errorf("%s: what lies under it", path)
				}
				if solid := color.RGBAModel.Convert(icon.At(side/2, side/2)).(color.RGBA); solid.A == 0 {
					t.Errorf("%s is empty", path)
				}
				if got := a.Header.Get("Cache-Control"); !strings.Contains(got, "immutable") {
					t.Errorf("%s: %s", path, got)
				}
			}
			if got := node.Do("GET", "=/icon-192.png", "", nil).Header.Get("Cache-Control"); got != "no-cache" {
				t.Errorf("an icon without its version: %s", got)
			}
			var manifest struct {
				Icons []struct{ Src, Purpose string }
			}
			if err := json.Unmarshal([]byte(node.Do("GET", "=/manifest.ar.webmanifest", "", nil).Body), &manifest); err != nil {
				t.Fatal(err)
			}
			if len(manifest.Icons) != 3 || manifest.Icons[0].Src != "/icon-192.png?"+version ||
				manifest.Icons[2].Purpose != "maskable" {
				t.Errorf("the manifest's icons: %+v", manifest.Icons)
			}
		}
		if own := pdf(); !strings.Contains(own, "/Subtype/Image") || strings.Contains(plain, "/Subtype/Image") {
			t.Error("the invoice does not wear the logo, or did before")
		}
		body["logo"], body["version"] = "", saved.Version
		s.Do("PUT", "/console/shop", owner, body).Into(t, &saved)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		s.Clock.Advance(time.Second) // a page's maximum age
		if page := get("/en").Body; strings.Contains(page, logo) || !strings.Contains(page, "/favicon.svg") {
			t.Error("the logo that was taken away is still on a page")
		}
		if a := s.Do("DELETE", "/console/media/"+logo, owner, nil); a.Status != 200 {
			t.Errorf("deleting what was the logo: %s", a.Short())
		}
	})
}
