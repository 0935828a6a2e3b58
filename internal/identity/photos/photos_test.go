package photos_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/jpeg"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/identity/photos"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/pictures"
)

var start = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

type world struct {
	t     testing.TB
	d     *db.DB
	clock *clock.Fake
	s     *photos.Service
	api   *httpapi.API
}

func newWorld(t testing.TB, d *db.DB) *world {
	w := &world{t: t, d: d, clock: clock.NewFake(start)}
	w.s = photos.New(d, w.clock, pictures.NewDecoder())
	for _, user := range []string{"usr_1", "usr_2"} {
		if err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO users (id, phone, name, created_at, updated_at) VALUES ($1, $1, 'Mona', 1, 1)`,
				user)
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	w.api = httpapi.New(httpapi.Options{Version: "test"})
	w.api.ResolveCustomer = func(_ context.Context, token string) (string, string, error) {
		if strings.HasPrefix(token, "usr_") {
			return token, "ses", nil
		}
		return "", "", errs.Unauthorized()
	}
	w.s.Routes(w.api)
	return w
}

func (w *world) send(token, kind string, body io.Reader) *httptest.ResponseRecorder {
	r := httptest.NewRequest("POST", httpapi.Base+"/photos", body)
	r.Header.Set("Authorization", "Bearer "+token)
	r.Header.Set("Accept-Language", "en")
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	rec := httptest.NewRecorder()
	w.api.ServeHTTP(rec, r)
	return rec
}

func (w *world) add(token string) photos.View {
	w.t.Helper()
	rec := w.send(token, "image/png", bytes.NewReader(pngOf(w.t, 40, 20)))
	var a struct {
		Response struct {
			Data photos.View `json:"data"`
		} `json:"response"`
	}
	if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil || rec.Code != 200 {
		w.t.Fatalf("%d %s", rec.Code, rec.Body)
	}
	return a.Response.Data
}

func (w *world) count() int {
	w.t.Helper()
	var n int
	if err := w.d.Get(w.t.Context(), &n, `SELECT COUNT(*) FROM photos`); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) get(method, path string) *httptest.ResponseRecorder {
	rec := httptest.NewRecorder()
	w.s.ServeHTTP(rec, httptest.NewRequest(method, path, http.NoBody))
	return rec
}

// TestUploads sends what people and attackers send: a picture comes back as a
// JPEG of ours, everything else is refused and leaves nothing behind.
func TestUploads(t *testing.T) {
	good := pngOf(t, 40, 20)
	cases := []struct {
		name, token, kind string
		body              []byte
		status            int
		code              string
		width, height     int64
	}{
		{"a JPEG", "usr_1", "image/jpeg", jpegOf(t, 2000, 1000), 200, "", 1600, 800},
		{"a PNG", "usr_1", "image/png", good, 200, "", 40, 20},
		{"a WebP", "usr_1", "image/webp", webpFile(t), 200, "", 1, 1},
		{"a PNG that says it is a JPEG", "usr_1", "image/jpeg", good, 200, "", 40, 20},
		{"with parameters", "usr_1", "image/png; charset=binary", good, 200, "", 40, 20},
		{"lying on its side", "usr_1", "image/jpeg", turned(t, jpegOf(t, 60, 30), 6), 200, "", 30, 60},
		{"one line of pixels", "usr_1", "image/png", pngOf(t, 9000, 1), 200, "", 1600, 1},
		{"a page behind a picture", "usr_1", "image/jpeg", append(jpegOf(t, 8, 8), script...), 200, "", 8, 8},
		{"a page in a comment", "usr_1", "image/jpeg", commented(t, jpegOf(t, 8, 8)), 200, "", 8, 8},

		{"a guest", "null", "image/png", good, 401, "unauthorized", 0, 0},
		{"nothing", "usr_1", "image/png", nil, 422, "unreadable", 0, 0},
		{"no content type", "usr_1", "", good, 422, "wrong_kind", 0, 0},
		{"an SVG", "usr_1", "image/svg+xml", []byte(svg), 422, "wrong_kind", 0, 0},
		{"an SVG that says it is a PNG", "usr_1", "image/png", []byte(svg), 422, "wrong_kind", 0, 0},
		{"a page that says it is a JPEG", "usr_1", "image/jpeg", script, 422, "wrong_kind", 0, 0},
		{"a GIF", "usr_1", "image/gif", []byte("GIF89a"), 422, "wrong_kind", 0, 0},
		{"a GIF with a script", "usr_1", "image/png", []byte("GIF89a/*" + strings.Repeat(" ", 40) + "*/=1;alert(1)"), 422,
			"wrong_kind", 0, 0},
		{"a JPEG's beginning with a page behind it", "usr_1", "image/jpeg", append([]byte("\xff\xd8\xff\xe0"), script...),
			422, "unreadable", 0, 0},
		{"a cut JPEG", "usr_1", "image/jpeg", jpegOf(t, 200, 200)[:900], 422, "unreadable", 0, 0},
		{"a cut PNG", "usr_1", "image/png", good[:len(good)-20], 422, "unreadable", 0, 0},
		{"a cut WebP", "usr_1", "image/webp", webpFile(t)[:20], 422, "unreadable", 0, 0},
		{"a PNG of 4,000,000,000 pixels", "usr_1", "image/png", pngClaiming(60_000, 66_000), 422, "too_many_pixels", 0, 0},
		{"a PNG of 49,000,000 pixels", "usr_1", "image/png", pngClaiming(7000, 7000), 422, "too_many_pixels", 0, 0},
		{"a JPEG of 26,000,000 pixels", "usr_1", "image/jpeg", jpegClaiming(t, 5200, 5000, 0xc0), 422, "too_many_pixels", 0,
			0},
		{"a PNG of 49,000,000 deep pixels", "usr_1", "image/png", deepPNGClaiming(7000, 7000), 422, "too_many_pixels", 0, 0},
		{"a JPEG of 4,000,000,000 pixels", "usr_1", "image/jpeg", jpegClaiming(t, 65_000, 65_000, 0xc0), 422,
			"too_many_pixels", 0, 0},
		{"a progressive JPEG of 40,000,000 pixels", "usr_1", "image/jpeg", jpegClaiming(t, 8000, 5000, 0xc2), 422,
			"too_many_pixels", 0, 0},
		{"a WebP of 268,000,000 pixels", "usr_1", "image/webp", webpClaiming(), 422, "too_many_pixels", 0, 0},
		{"a JPEG of a thousand scans", "usr_1", "image/jpeg", manyScans(t), 422, "too_many_pixels", 0, 0},
		{"11 MiB", "usr_1", "image/jpeg", make([]byte, 11<<20), 422, "too_large", 0, 0},
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for _, c := range cases {
			t.Run(c.name, func(t *testing.T) {
				before := w.count()
				rec := w.send(c.token, c.kind, bytes.NewReader(c.body))
				if rec.Code != c.status || !strings.HasPrefix(rec.Header().Get("Content-Type"), "application/json") {
					t.Fatalf("%d %s", rec.Code, rec.Body)
				}
				var a struct {
					Code     string
					Response struct{ Data photos.View }
				}
				if err := json.Unmarshal(rec.Body.Bytes(), &a); err != nil {
					t.Fatal(err)
				}
				if c.status != 200 {
					if a.Code != c.code || w.count() != before {
						t.Errorf("%s, %d photos kept", rec.Body, w.count())
					}
					return
				}
				v := a.Response.Data
				if v.Width != c.width || v.Height != c.height || v.Src != "/photos/"+v.ID+".jpg" {
					t.Errorf("%+v", v)
				}
				shown := w.get("GET", v.Src)
				made, err := jpeg.Decode(bytes.NewReader(shown.Body.Bytes()))
				if err != nil || made.Bounds() != image.Rect(0, 0, int(c.width), int(c.height)) {
					t.Errorf("%v, %v", made, err)
				}
				for _, left := range []string{"script", "Exif", "Cairo"} {
					if bytes.Contains(shown.Body.Bytes(), []byte(left)) {
						t.Errorf("%q is still in the picture", left)
					}
				}
			})
		}
	})
}

// TestUnknownLength sends a body that does not say how long it is.
func TestUnknownLength(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		rec := w.send("usr_1", "image/jpeg", io.LimitReader(zeros{}, 11<<20))
		if rec.Code != 422 || !strings.Contains(rec.Body.String(), `"too_large"`) || w.count() != 0 {
			t.Errorf("%d %s", rec.Code, rec.Body)
		}
	})
}

func TestShown(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		v := w.add("usr_1")
		if len(v.ID) < 28 {
			t.Errorf("%s can be guessed", v.ID)
		}
		for _, c := range []struct {
			method, path string
			status       int
			bytes        bool
		}{
			{"GET", v.Src, 200, true},
			{"HEAD", v.Src, 200, false},
			{"POST", v.Src, 405, true},
			{"GET", strings.TrimSuffix(v.Src, ".jpg"), 404, true},
			{"GET", "/photos/" + v.ID + ".png", 404, true},
			{"GET", "/photos/pho_none.jpg", 404, true},
			{"GET", "/photos/..%2f..%2fetc%2fpasswd.jpg", 404, true},
			{"GET", "/photos/", 404, true},
		} {
			rec := w.get(c.method, c.path)
			if rec.Code != c.status || (rec.Body.Len() > 0) != c.bytes {
				t.Errorf("%s %s: %d, %d bytes", c.method, c.path, rec.Code, rec.Body.Len())
			}
			h := rec.Header()
			if h.Get("X-Content-Type-Options") != "nosniff" ||
				h.Get("Content-Security-Policy") != "default-src 'none'; sandbox" {
				t.Errorf("%s %s: %v", c.method, c.path, h)
			}
			if ok := c.status == 200; ok != (h.Get("Content-Type") == "image/jpeg") ||
				ok != (h.Get("Cache-Control") == "private, no-cache") {
				t.Errorf("%s %s: %v", c.method, c.path, h)
			}
		}
	})
}

// TestAttach attaches photos to an object, once, and only the customer's own.
func TestAttach(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		mine, second, theirs := w.add("usr_1"), w.add("usr_1"), w.add("usr_2")
		attach := func(userID, owner string, most int, ids ...string) error {
			return d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return photos.Attach(ctx, tx, userID, ids, owner, most)
			})
		}
		if err := attach("usr_1", "rating:1", 3, mine.ID, theirs.ID); !errs.Is(err, "photos.not_yours") {
			t.Errorf("another's: %v", err)
		}
		if of, err := photos.Of(t.Context(), d, "rating:1"); err != nil || of == nil || len(of) != 0 {
			t.Errorf("a refusal attached %v, %v", of, err)
		}
		if err := attach("usr_1", "rating:1", 1, second.ID, mine.ID); !errs.Is(err, "photos.too_many") {
			t.Errorf("too many: %v", err)
		}
		if err := attach("usr_1", "rating:1", 3, second.ID, mine.Src, second.ID); err != nil {
			t.Errorf("by address, and twice: %v", err)
		}
		if of, err := photos.Of(t.Context(), d, "rating:1"); err != nil || len(of) != 2 || of[0] != second || of[1] != mine {
			t.Errorf("%v, %v", of, err)
		}
		if err := attach("usr_1", "rating:2", 3, mine.ID); !errs.Is(err, "photos.not_yours") {
			t.Errorf("attached already: %v", err)
		}
		third := w.add("usr_1")
		if err := attach("usr_1", "rating:1", 2, third.ID); !errs.Is(err, "photos.too_many") {
			t.Errorf("one more than allowed: %v", err)
		}
		if err := attach("usr_1", "rating:1", 2); err != nil {
			t.Errorf("none: %v", err)
		}
		if err := attach("usr_2", "rating:9", 2, theirs.ID); err != nil {
			t.Error(err)
		}
		all, err := photos.OfAll(t.Context(), d, []string{"rating:1", "rating:7", "rating:9"})
		if err != nil || len(all) != 2 || len(all["rating:1"]) != 2 || len(all["rating:9"]) != 1 {
			t.Errorf("%v, %v", all, err)
		}
		if all, err := photos.OfAll(t.Context(), d, nil); err != nil || all == nil {
			t.Errorf("%v, %v", all, err)
		}

		// Only loose ones can be taken back, and only loose ones go after a day.
		for src, want := range map[string]int{mine.Src: 200, theirs.Src: 200, "/photos/pho_x.jpg": 404, third.Src: 404} {
			if err := w.s.Remove(t.Context(), "usr_1", photos.IDOf(src)); err != nil || w.get("GET", src).Code != want {
				t.Errorf("%s: %v, not %d", src, err, want)
			}
		}
		loose := w.add("usr_1")
		w.clock.Advance(photos.LooseFor - time.Minute)
		fresh := w.add("usr_1")
		w.clock.Advance(2 * time.Minute)
		for range 2 {
			if err := w.s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for src, want := range map[string]int{loose.Src: 404, fresh.Src: 200, mine.Src: 200, theirs.Src: 200} {
			if rec := w.get("GET", src); rec.Code != want {
				t.Errorf("%s: %d", src, rec.Code)
			}
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := photos.Drop(ctx, tx, "usr_2", "rating:1"); err != nil {
				return err
			}
			if err := photos.Drop(ctx, tx, "usr_2", "rating:9"); err != nil {
				return err
			}
			return photos.DropLoose(ctx, tx, "usr_1")
		})
		if err != nil {
			t.Fatal(err)
		}
		for src, want := range map[string]int{fresh.Src: 404, mine.Src: 200, theirs.Src: 404} {
			if rec := w.get("GET", src); rec.Code != want {
				t.Errorf("%s after dropping: %d", src, rec.Code)
			}
		}
	})
}

// TestTwoTakeOnePhoto attaches one photo to two objects concurrently: one gets it.
func TestTwoTakeOnePhoto(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for round := range 10 {
			v := w.add("usr_1")
			var barrier, done sync.WaitGroup
			barrier.Add(1)
			refused := make([]error, 4)
			for i := range refused {
				done.Go(func() {
					barrier.Wait()
					refused[i] = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
						return photos.Attach(ctx, tx, "usr_1", []string{v.ID}, fmt.Sprintf("return:%d.%d", round, i), 5)
					})
				})
			}
			barrier.Done()
			done.Wait()
			got := 0
			for _, err := range refused {
				if err == nil {
					got++
				} else if !errs.Is(err, "photos.not_yours") {
					t.Error(err)
				}
			}
			if got != 1 {
				t.Errorf("%d things have the photo", got)
			}
		}
	})
}

func TestTooManyLoose(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for range photos.MaxLoose {
			w.add("usr_1")
		}
		rec := w.send("usr_1", "image/png", bytes.NewReader(pngOf(t, 4, 4)))
		if rec.Code != 400 || !strings.Contains(rec.Body.String(), `"too_many_waiting"`) || w.count() != photos.MaxLoose {
			t.Errorf("%d %s", rec.Code, rec.Body)
		}
		w.add("usr_2")
	})
}

// TestTooManyLooseAtOnce sends more photos at the same moment than there is
// room for; through as many nodes, since a node takes them one after the other.
func TestTooManyLooseAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		for range photos.MaxLoose - 2 {
			w.add("usr_1")
		}
		picture := pngOf(t, 4, 4)
		var barrier, done sync.WaitGroup
		barrier.Add(1)
		for range 8 {
			node := photos.New(d, w.clock, pictures.NewDecoder())
			done.Go(func() {
				barrier.Wait()
				_, err := node.Add(t.Context(), "usr_1", bytes.NewReader(picture))
				if err != nil && !errs.Is(err, "photos.too_many_waiting") {
					t.Error(err)
				}
			})
		}
		barrier.Done()
		done.Wait()
		if n := w.count(); n != photos.MaxLoose {
			t.Errorf("%d photos wait", n)
		}
	})
}
