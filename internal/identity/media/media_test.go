package media_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/catalogue/search"
	"wekala/internal/identity/media"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/blobs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/pictures"
)

var (
	start  = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	editor = staff.Member{ID: "stf_editor", Name: "Mona"}
)

type world struct {
	t     *testing.T
	d     *db.DB
	clock *clock.Fake
	store blobs.Folder
	s     *media.Service
}

func newWorld(t *testing.T, d *db.DB) *world {
	w := &world{t: t, d: d, clock: clock.NewFake(start), store: blobs.Folder(t.TempDir())}
	w.s = w.node()
	return w
}

// node is another node of the same shop.
func (w *world) node() *media.Service {
	return media.New(media.Deps{DB: w.d, Clock: w.clock, Desk: pictures.NewDecoder(), Store: w.store, Fold: search.Fold})
}

func (w *world) add(title string, file []byte) media.Picture {
	w.t.Helper()
	p, err := w.s.Add(w.t.Context(), editor, title, bytes.NewReader(file))
	if err != nil {
		w.t.Fatal(err)
	}
	return p
}

func (w *world) use(ref string, names ...string) error {
	return w.d.InTx(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return media.Use(ctx, tx, "product", ref, "images", names...)
	})
}

func (w *world) count(query string) (n int64) {
	w.t.Helper()
	if err := w.d.Get(w.t.Context(), &n, query); err != nil {
		w.t.Fatal(err)
	}
	return n
}

func (w *world) files() (all []string) {
	w.t.Helper()
	if err := w.store.List(w.t.Context(), func(e blobs.Entry) error {
		all = append(all, e.Name)
		return nil
	}); err != nil {
		w.t.Fatal(err)
	}
	return all
}

// healthy runs the doctor's checks of rows, uses and files.
func (w *world) unhealthy() (all []string) {
	w.t.Helper()
	found, err := doctor.Run(w.t.Context(), w.d, media.Checks())
	if err != nil {
		w.t.Fatal(err)
	}
	more, err := media.Examine(w.t.Context(), w.d, w.store)
	if err != nil {
		w.t.Fatal(err)
	}
	for _, r := range append(found, more...) {
		all = append(all, r.First...)
	}
	return all
}

func painted(w, h int, seed uint8) *image.NRGBA {
	m := image.NewNRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			m.SetNRGBA(x, y, color.NRGBA{uint8(x) + seed, uint8(y), seed, 255})
		}
	}
	return m
}

func pngOf(m image.Image) []byte {
	var b bytes.Buffer
	_ = png.Encode(&b, m)
	return b.Bytes()
}

func jpegOf(m image.Image) []byte {
	var b bytes.Buffer
	_ = jpeg.Encode(&b, m, nil)
	return b.Bytes()
}

func TestAPictureIsMadeInTheWidthsPagesUse(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		p := w.add("koshary.jpg", jpegOf(painted(2000, 1000, 1)))
		if p.Image.Width != 1600 || p.Image.Height != 800 || p.Title != "koshary.jpg" || p.Known || p.GoesAt == nil {
			t.Errorf("%+v", p)
		}
		if got := strings.Count(p.Image.Srcset, ","); got != 4 {
			t.Errorf("%s", p.Image.Srcset)
		}
		for _, part := range strings.Split(p.Image.Srcset, ", ") {
			address, width, _ := strings.Cut(part, " ")
			r := httptest.NewRecorder()
			w.s.ServeHTTP(r, httptest.NewRequest("GET", address, nil))
			c, kind, err := image.DecodeConfig(r.Body)
			if err != nil || kind != "jpeg" || fmt.Sprint(c.Width)+"w" != width {
				t.Errorf("%s: %d %s %v %v", address, r.Code, kind, c.Width, err)
			}
			if r.Header().Get("Cache-Control") != "public, max-age=31536000, immutable" ||
				r.Header().Get("X-Content-Type-Options") != "nosniff" {
				t.Errorf("%v", r.Header())
			}
			again := httptest.NewRecorder()
			ask := httptest.NewRequest("GET", address, nil)
			ask.Header.Set("If-None-Match", r.Header().Get("Etag"))
			if w.s.ServeHTTP(again, ask); again.Code != 304 {
				t.Errorf("asked again: %d", again.Code)
			}
		}
		if m, ok := files.ParseMade(p.Name); !ok || m.Image() != p.Image {
			t.Errorf("the name does not say it all: %s", p.Name)
		}
		for _, path := range []string{"/media/x.jpg", "/media/" + strings.Repeat("0", 32) + "-10x10.jpg",
			"/media/../secret.key", p.Image.Src + "x", strings.Replace(p.Image.Src, ".jpg", ".97.jpg", 1)} {
			r := httptest.NewRecorder()
			if w.s.ServeHTTP(r, httptest.NewRequest("GET", path, nil)); r.Code != 404 {
				t.Errorf("%s: %d", path, r.Code)
			}
		}
		again := w.add("other name.jpg", jpegOf(painted(2000, 1000, 1)))
		if again.Name != p.Name || !again.Known || again.Title != p.Title || w.count(`SELECT COUNT(*) FROM media`) != 1 {
			t.Errorf("the same picture twice: %+v", again)
		}
		if all := w.unhealthy(); len(all) != 0 {
			t.Error(all)
		}
	})
}

// TestWhatIsTransparent: a transparent picture stays transparent if the file is small, as a logo is.
func TestWhatIsTransparent(t *testing.T) {
	w := newWorld(t, dbtest.New(t, db.SQLite))
	logo := image.NewNRGBA(image.Rect(0, 0, 600, 300))
	for x := range 200 {
		for y := range 200 {
			logo.SetNRGBA(x, y, color.NRGBA{200, 30, 30, 255})
		}
	}
	if p := w.add("logo.png", pngOf(logo)); !strings.HasSuffix(p.Name, ".png") {
		t.Errorf("a logo became %s", p.Name)
	} else {
		b, _ := w.store.Get(t.Context(), p.Name)
		m, err := png.Decode(bytes.NewReader(b))
		if _, _, _, a := m.At(500, 250).RGBA(); err != nil || a != 0 {
			t.Errorf("its ground is not transparent: %d %v", a, err)
		}
	}
	noise := painted(500, 500, 3)
	x := uint32(1)
	for i := range noise.Pix {
		x = x*1664525 + 1013904223
		noise.Pix[i] = uint8(x >> 24)
	}
	p := w.add("cut out.png", pngOf(noise))
	if !strings.HasSuffix(p.Name, ".jpg") {
		t.Errorf("a photograph with a transparent ground became %s", p.Name)
	}
}

func TestAFirstFrameAndAnotherWayUp(t *testing.T) {
	w := newWorld(t, dbtest.New(t, db.SQLite))
	var b bytes.Buffer
	frame := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.White, color.Black})
	other := image.NewPaletted(image.Rect(0, 0, 40, 30), color.Palette{color.Black, color.White})
	if err := gif.EncodeAll(&b, &gif.GIF{Image: []*image.Paletted{frame, other}, Delay: []int{1, 1}}); err != nil {
		t.Fatal(err)
	}
	p := w.add("moving.gif", b.Bytes())
	kept, _ := w.store.Get(t.Context(), p.Name)
	m, _, err := image.Decode(bytes.NewReader(kept))
	if r, _, _, _ := m.At(5, 5).RGBA(); err != nil || r < 0xf000 || p.Image.Width != 40 {
		t.Errorf("the first frame is white: %x %v", r, err)
	}
	body := []byte(
		"Exif\x00\x00MM\x00*\x00\x00\x00\x08\x00\x01\x01\x12\x00\x03\x00\x00\x00\x01\x00\x06\x00\x00\x00\x00\x00\x00Cairo, " +
			"30.0444N")
	straight := jpegOf(painted(60, 40, 9))
	part := append([]byte{0xff, 0xd8, 0xff, 0xe1, 0, byte(len(body) + 2)}, body...)
	p = w.add("turned.jpg", append(part, straight[2:]...))
	kept, _ = w.store.Get(t.Context(), p.Name)
	if p.Image.Width != 40 || p.Image.Height != 60 || bytes.Contains(kept, []byte("Cairo")) ||
		bytes.Contains(kept, []byte("Exif")) {
		t.Errorf("%+v", p)
	}
}

func chunk(kind string, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(body)))
	b = append(append(b, kind...), body...)
	return binary.BigEndian.AppendUint32(b, crc32.ChecksumIEEE(b[4:]))
}

func pngClaiming(w, h uint32) []byte {
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, w), h)
	b := append([]byte("\x89PNG\r\n\x1a\n"), chunk("IHDR", append(head, 8, 2, 0, 0, 0))...)
	return append(b, chunk("IEND", nil)...)
}

func TestHostileFiles(t *testing.T) {
	w := newWorld(t, dbtest.New(t, db.SQLite))
	good := pngOf(painted(64, 64, 5))
	script := []byte(`<html><script>alert(1)</script></html>`)
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"empty":    {nil, "media.unreadable"},
		"one byte": {[]byte("x"), "media.unreadable"},
		"a drawing with a script": {[]byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			"media.wrong_kind"},
		"a page": {append(script, script...), "media.wrong_kind"},
		"of an iPhone": {append([]byte("\x00\x00\x00\x20ftypheic\x00\x00\x00\x00mif1heic"), make([]byte, 64)...),
			"media.wrong_kind"},
		"a program":               {append([]byte("\x7fELF"), make([]byte, 64)...), "media.wrong_kind"},
		"cut off":                 {good[:len(good)/2], "media.unreadable"},
		"claims 400 million":      {pngClaiming(20_000, 20_000), "media.too_many_pixels"},
		"claims to be 65535 wide": {pngClaiming(65_535, 4), "media.too_many_pixels"},
		"claims nothing":          {pngClaiming(0, 10), "media.unreadable"},
		"GIF that claims": {
			[]byte(
				"GIF89a\xff\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\xff\xff\xff\xff\x00\x02\x02\x44\x01\x00;\x00\x00\x00\x00"),
			"media.too_many_pixels"},
		"GIF cut off": {
			[]byte("GIF89a\x40\x00\x40\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff,\x00\x00\x00\x00\x40\x00\x40\x00\x00"),
			"media.unreadable"},
		"smaller than a thumbnail": {pngOf(painted(8, 8, 1)), "media.too_small"},
		"WebP that is a sound":     {append([]byte("RIFF\x40\x00\x00\x00WAVEfmt "), make([]byte, 64)...), "media.wrong_kind"},
	} {
		_, err := w.s.Add(t.Context(), editor, name, bytes.NewReader(c.file))
		if errs.Key(err) != c.want {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	if n := len(w.files()) + int(w.count(`SELECT COUNT(*) FROM media`)); n != 0 {
		t.Errorf("%d things were kept", n)
	}
	p := w.add("two at once", append(good, script...)) // a picture and a page
	for _, name := range w.files() {
		b, _ := w.store.Get(t.Context(), name)
		if bytes.Contains(b, []byte("script")) {
			t.Errorf("%s still has what was behind %s", name, p.Name)
		}
	}
	webp, _ := base64.StdEncoding.DecodeString("UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==")
	if _, err := w.s.Add(t.Context(), editor, "dot.webp", bytes.NewReader(webp)); !errs.Is(err, "media.too_small") {
		t.Errorf("WebP is read: %v", err)
	}
}

func TestWhatIsShownStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		p, q := w.add("a.png", pngOf(painted(300, 200, 1))), w.add("b.png", pngOf(painted(300, 200, 2)))
		if err := w.use("prd_1", p.Name, p.Name, "koshary"); err != nil { // the demo's own are passed over
			t.Fatal(err)
		}
		if err := w.s.Delete(t.Context(), editor, p.Name); !errs.Is(err, "media.in_use") {
			t.Errorf("a picture that is shown was deleted: %v", err)
		}
		w.clock.Advance(31 * 24 * time.Hour)
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM media`); n != 1 || len(w.files()) != 3 {
			t.Errorf("%d pictures, %v", n, w.files())
		}
		if err := w.use("prd_2", q.Name); !errs.Is(err, "media.not_there") {
			t.Errorf("what was swept can be shown: %v", err)
		}
		// A picture that nothing shows any longer gets a month again.
		if err := w.use("prd_1"); err != nil {
			t.Fatal(err)
		}
		for _, days := range []int{0, 29} {
			w.clock.Advance(time.Duration(days) * 24 * time.Hour)
			if err := w.s.Sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
			if n := w.count(`SELECT COUNT(*) FROM media`); n != 1 {
				t.Fatalf("gone after %d days", days)
			}
		}
		w.clock.Advance(2 * 24 * time.Hour)
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM media`); n != 0 || len(w.files()) != 0 {
			t.Errorf("%d pictures, %v", n, w.files())
		}
	})
}

// stubborn is a store that does not delete.
type stubborn struct{ blobs.Folder }

func (stubborn) Delete(context.Context, string) error { return errors.New("silent") }

func TestADeletionThatWasCutOffIsEnded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		file := pngOf(painted(300, 200, 1))
		p := w.add("a.png", file)
		w.s.Store = stubborn{w.store}
		if err := w.s.Delete(t.Context(), editor, p.Name); err != nil {
			t.Fatal(err)
		}
		if err := w.use("prd_1", p.Name); !errs.Is(err, "media.not_there") {
			t.Errorf("it can be shown: %v", err)
		}
		if _, err := w.s.Add(t.Context(), editor, "a.png", bytes.NewReader(file)); !errs.Is(err, "media.going") {
			t.Errorf("it can be uploaded while it goes: %v", err)
		}
		w.s.Store = w.store
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := w.count(`SELECT COUNT(*) FROM media`); n != 0 || len(w.files()) != 0 {
			t.Errorf("%d, %v", n, w.files())
		}
		w.add("a.png", file)
		if all := w.unhealthy(); len(all) != 0 {
			t.Error(all)
		}
	})
}

func TestTheDoctorFindsWhatIsLost(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		p := w.add("a.png", pngOf(painted(300, 200, 1)))
		if err := w.store.Put(t.Context(), strings.Repeat("ab", 16)+"-10x10.jpg", "", []byte("x")); err != nil {
			t.Fatal(err)
		}
		if err := w.store.Delete(t.Context(), p.Name); err != nil {
			t.Fatal(err)
		}
		if all := w.unhealthy(); len(all) != 2 {
			t.Errorf("%v", all)
		}
		if err := w.d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO media_uses (name, kind, ref) VALUES ('x', 'product', 'prd_1')`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		if all := w.unhealthy(); len(all) != 3 {
			t.Errorf("%v", all)
		}
		w.clock.Set(time.Now().Add(25 * time.Hour)) // files bear the machine's time
		if err := w.s.Sweep(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, name := range w.files() {
			if strings.HasPrefix(name, "abab") {
				t.Error("a file that no row knows was kept")
			}
		}
	})
}

// TestRaces: concurrent uploads of the same picture make one; a picture is either shown or deleted.
func TestRaces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		file := pngOf(painted(200, 200, 7))
		together := func(fns ...func()) {
			var barrier, done sync.WaitGroup
			barrier.Add(1)
			for _, fn := range fns {
				done.Go(func() { barrier.Wait(); fn() })
			}
			barrier.Done()
			done.Wait()
		}
		var senders []func()
		for range 6 {
			node := w.node()
			senders = append(senders, func() {
				if _, err := node.Add(t.Context(), editor, "a.png", bytes.NewReader(file)); err != nil {
					t.Error(err)
				}
			})
		}
		together(senders...)
		if n, log := w.count(`SELECT COUNT(*) FROM media`), w.count(`SELECT COUNT(*) FROM audit_log`); n != 1 || log != 1 {
			t.Errorf("%d pictures, %d lines in the log", n, log)
		}
		for i := range 20 {
			p := w.add("r.png", pngOf(painted(40, 40, uint8(10+i))))
			var shown, deleted error
			together(func() { shown = w.use(fmt.Sprint("prd_", i), p.Name) },
				func() { deleted = w.s.Delete(t.Context(), editor, p.Name) })
			if (shown == nil) == (deleted == nil) {
				t.Fatalf("shown: %v, deleted: %v", shown, deleted)
			}
		}
		if all := w.unhealthy(); len(all) != 0 {
			t.Error(all)
		}
	})
}

func TestWhatIsSaidOfAPicture(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWorld(t, d)
		p := w.add("IMG_0042.png", pngOf(painted(60, 60, 1)))
		edit := media.Edit{Title: "Koshary", AltEN: " A bowl of koshary ", AltAR: "طبق كشري", Version: p.Version}
		now, err := w.s.Change(t.Context(), editor, p.Name, edit)
		if err != nil || now.AltEN != "A bowl of koshary" || now.Version != p.Version+1 {
			t.Errorf("%+v %v", now, err)
		}
		if _, err := w.s.Change(t.Context(), editor, p.Name, edit); !errs.Is(err, "common.moved_on") {
			t.Errorf("an older version: %v", err)
		}
		edit.AltAR, edit.Version = strings.Repeat("م", 201), now.Version
		if _, err := w.s.Change(t.Context(), editor, p.Name, edit); !errs.Is(err, "common.too_long") {
			t.Errorf("too long: %v", err)
		}
		if _, err := w.s.Change(t.Context(), editor, "no-such", edit); errs.Key(err) != "common.too_long" {
			t.Errorf("%v", err)
		}
	})
}
