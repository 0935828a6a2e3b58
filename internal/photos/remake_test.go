package photos

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/errs"
)

func encoded(t testing.TB, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := png.Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestUpright turns a picture with a red corner in each of the eight ways a
// camera can be held.
func TestUpright(t *testing.T) {
	red, white := color.RGBA{255, 0, 0, 255}, color.RGBA{255, 255, 255, 255}
	for turn, at := range map[int]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2}, 8: {0, 2}, 0: {0, 0}, 9: {0, 0}} {
		m := image.NewRGBA(image.Rect(0, 0, 3, 2))
		for i := range m.Pix {
			m.Pix[i] = 255
		}
		m.SetRGBA(0, 0, red)
		got := upright(m, turn)
		for y := range got.Rect.Dy() {
			for x := range got.Rect.Dx() {
				want := white
				if image.Pt(x, y) == at {
					want = red
				}
				if got.RGBAAt(x, y) != want {
					t.Errorf("turn %d: %v at %d,%d", turn, got.RGBAAt(x, y), x, y)
				}
			}
		}
	}
}

// TestShrink keeps proportions and colours, and shows what is transparent as
// white.
func TestShrink(t *testing.T) {
	for _, c := range []struct{ w, h, wantW, wantH int }{
		{10, 10, 10, 10}, {1600, 900, 1600, 900}, {1601, 900, 1600, 899}, {3200, 1600, 1600, 800}, {4000, 3000, 1600, 1200}, {1, 5000, 1, 1600},
	} {
		m := image.NewNRGBA(image.Rect(5, 7, 5+c.w, 7+c.h)) // not from the corner
		for y := 7; y < 7+c.h; y++ {
			for x := 5; x < 5+c.w; x++ {
				if x < 5+c.w/2 {
					m.SetNRGBA(x, y, color.NRGBA{200, 100, 50, 255})
				}
			}
		}
		got := shrink(m)
		if got.Rect != image.Rect(0, 0, c.wantW, c.wantH) {
			t.Errorf("%dx%d became %v", c.w, c.h, got.Rect)
		}
		if c.w < 2 {
			continue
		}
		if l := got.RGBAAt(0, c.wantH/2); l != (color.RGBA{200, 100, 50, 255}) {
			t.Errorf("%dx%d: left %v", c.w, c.h, l)
		}
		if r := got.RGBAAt(c.wantW-1, c.wantH/2); r != (color.RGBA{255, 255, 255, 255}) {
			t.Errorf("%dx%d: right %v", c.w, c.h, r)
		}
	}
}

func TestNobodyWaits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var b bytes.Buffer
	if err := jpeg.Encode(&b, image.NewGray(image.Rect(0, 0, 64, 64)), nil); err != nil {
		t.Fatal(err)
	}
	if _, err := remake(ctx, bytes.NewReader(b.Bytes())); err == nil || errs.Key(err) != "" {
		t.Errorf("%v", err)
	}
}

// TestMemoryStaysBounded decodes the largest pictures that are let in, several
// people at once: the node never needs more than one picture and a half.
func TestMemoryStaysBounded(t *testing.T) {
	const side = 6600 // 44 million pixels, 174 MB decoded
	file := encoded(t, image.NewNRGBA(image.Rect(0, 0, side, side)))
	if len(file) > MaxBytes {
		t.Fatalf("%d bytes: too large to be let in", len(file))
	}
	debug.FreeOSMemory()
	before := heap()
	s := New(nil, clock.NewFake(time.Unix(0, 0)))
	stop, watched := make(chan struct{}), make(chan uint64)
	go func() {
		var most uint64
		for {
			select {
			case <-stop:
				watched <- most
				return
			default:
				most = max(most, heap())
				time.Sleep(time.Millisecond)
			}
		}
	}()
	people := 3
	if os.Getenv("WEKALA_PROVE") != "" {
		people = 16
	}
	var all sync.WaitGroup
	for range people {
		all.Go(func() {
			if _, err := s.remake(t.Context(), bytes.NewReader(file)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(stop)
	took := int64(<-watched) - int64(before)
	t.Logf("%d MB at most", took>>20)
	if took > budget*3/2+64<<20 {
		t.Errorf("%d MB for pictures of %d MB", took>>20, budget>>20)
	}
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
