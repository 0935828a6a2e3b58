package maptiles_test

import (
	"bytes"
	"image"
	"image/png"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"wekala/internal/identity/staff"
	"wekala/internal/operations/maptiles"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/remote"
)

// TestAnAddressIsTried: a picture is shown, any other answer is reported as no picture, and none of its content is
// returned.
func TestAnAddressIsTried(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		var tile bytes.Buffer
		if err := png.Encode(&tile, image.NewGray(image.Rect(0, 0, 256, 256))); err != nil {
			t.Fatal(err)
		}
		var asked, from string
		server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			asked, from = r.URL.Path, r.Referer()
			switch {
			case strings.HasPrefix(r.URL.Path, "/picture"):
				_, _ = w.Write(tile.Bytes())
			case strings.HasPrefix(r.URL.Path, "/key"):
				w.WriteHeader(http.StatusForbidden)
			case strings.HasPrefix(r.URL.Path, "/away"):
				http.Redirect(w, r, "/picture/1/1/1", http.StatusFound)
			case strings.HasPrefix(r.URL.Path, "/large"):
				_, _ = w.Write(append(tile.Bytes(), make([]byte, 400<<10)...))
			case strings.HasPrefix(r.URL.Path, "/drawing"):
				_, _ = w.Write([]byte(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`))
			default:
				_, _ = w.Write([]byte("something private"))
			}
		}))
		defer server.Close()
		loopback := &remote.AllowedNetworks{Also: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}}
		ask := remote.NewClient(0)
		ask.Transport = server.Client().Transport
		s := maptiles.New(
			maptiles.Deps{DB: d, Clock: clock.System, Ask: ask, Networks: loopback, PublicURL: "https://shop.example"})
		member := staff.Member{ID: "stf_owner"}
		for path, want := range map[string]string{"/picture": "", "/key": "tiles.try_refused",
			"/away": "tiles.try_no_picture", "/large": "tiles.try_no_picture", "/drawing": "tiles.try_no_picture",
			"/text": "tiles.try_no_picture"} {
			picture, problem, err := s.Try(t.Context(), member, server.URL+path+"/{z}/{x}/{y}.png")
			if err != nil || problem != want || (picture == "") != (want != "") {
				t.Errorf("%s: %.60s %q %v", path, picture, problem, err)
			}
			if picture != "" && !strings.HasPrefix(picture, "data:image/png;base64,iVBOR") {
				t.Errorf("%s: %.60s", path, picture)
			}
			if asked != path+"/11/1201/844.png" || from != "https://shop.example/" {
				t.Errorf("asked %s from %s", asked, from)
			}
		}
		// The server's own network is not asked unless it is allowed.
		closed := maptiles.New(maptiles.Deps{DB: d, Clock: clock.System, Networks: &remote.AllowedNetworks{}})
		if _, _, err := closed.Try(t.Context(), member, server.URL+"/{z}/{x}/{y}.png"); !errs.Is(err,
			"providers.own_network") {
			t.Error(err)
		}
		// So many an hour.
		var last error
		for range 21 {
			_, _, last = s.Try(t.Context(), member, server.URL+"/key/{z}/{x}/{y}.png")
		}
		if last == nil {
			t.Error("an address is tried as often as one likes")
		}
	})
}
