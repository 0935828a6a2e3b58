package pictures

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var want = Want{MaxBytes: 10 << 20, MaxSide: 1600}

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
	for turn, at := range map[int]image.Point{1: {0, 0}, 2: {2, 0}, 3: {2, 1}, 4: {0, 1}, 5: {0, 0}, 6: {1, 0}, 7: {1, 2},
		8: {0, 2}, 0: {0, 0}, 9: {0, 0}} {
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

// TestShrink keeps proportions and colours, and shows transparent areas as white.
func TestShrink(t *testing.T) {
	for _, c := range []struct{ w, h, wantW, wantH int }{
		{10, 10, 10, 10}, {1600, 900, 1600, 900}, {1601, 900, 1600, 899}, {3200, 1600, 1600, 800}, {4000, 3000, 1600, 1200},
		{1, 5000, 1, 1600},
	} {
		m := image.NewNRGBA(image.Rect(5, 7, 5+c.w, 7+c.h)) // not from the corner
		for y := 7; y < 7+c.h; y++ {
			for x := 5; x < 5+c.w; x++ {
				if x < 5+c.w/2 {
					m.SetNRGBA(x, y, color.NRGBA{200, 100, 50, 255})
				}
			}
		}
		got := shrink(m, 1600, image.White)
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
	file := bytes.NewReader(b.Bytes())
	h, err := look(file, want)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := remake(ctx, file, h, want); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// TestMemoryStaysBounded decodes the largest accepted pictures, several concurrently: the node never needs more than
// one and a half pictures' memory.
func TestMemoryStaysBounded(t *testing.T) {
	const side = 5000 // 25 million pixels, 100 MB decoded
	file := encoded(t, image.NewNRGBA(image.Rect(0, 0, side, side)))
	if int64(len(file)) > want.MaxBytes {
		t.Fatalf("%d bytes: too large to be let in", len(file))
	}
	debug.FreeOSMemory()
	before := heap()
	s := NewDecoder()
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
	for i := range people {
		all.Go(func() {
			if _, err := s.Remake(t.Context(), fmt.Sprint("usr_", i), bytes.NewReader(file), want); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	close(stop)
	took := int64(<-watched) - int64(before)
	t.Logf("%d MB at most", took>>20)
	const one = 4 * side * side
	if took > one*3/2+64<<20 {
		t.Errorf("%d MB for pictures of %d MB", took>>20, one>>20)
	}
}

func heap() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// TestAnHonestPhotoWaitsItsTurn has four accounts send sixteen small files concurrently: files that claim 49 million
// pixels are refused by their header, and others wait for each other. An honest photo follows the one in progress, or
// one of each account.
func TestAnHonestPhotoWaitsItsTurn(t *testing.T) {
	huge := encoded(t, image.NewGray(image.Rect(0, 0, 7000, 7000)))
	width, height := 1600, 1200
	if os.Getenv("WEKALA_PROVE") != "" {
		width, height = 6000, 4000
	}
	large := encoded(t, image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White}))
	honest := encoded(t, image.NewGray(image.Rect(0, 0, 1200, 900)))
	s := NewDecoder()
	began := time.Now()
	for range 16 {
		if _, err := s.Remake(t.Context(), "usr_1", bytes.NewReader(huge), want); !errors.Is(err, ErrTooMany) {
			t.Fatalf("49 million pixels: %v", err)
		}
	}
	refused := time.Since(began)
	began = time.Now()
	if _, err := s.Remake(t.Context(), "usr_1", bytes.NewReader(large), want); err != nil {
		t.Fatal(err)
	}
	each := time.Since(began)

	var all sync.WaitGroup
	var before atomic.Int64
	for i := range 16 {
		all.Go(func() {
			if _, err := s.Remake(t.Context(), fmt.Sprint("usr_", i%4), bytes.NewReader(large), want); err != nil {
				t.Error(err)
			}
			before.Add(1)
		})
	}
	for before.Load() < 5 { // each account had one
		time.Sleep(time.Millisecond)
	}
	done := before.Load()
	began = time.Now()
	if _, err := s.Remake(t.Context(), "honest", bytes.NewReader(honest), want); err != nil {
		t.Fatal(err)
	}
	waited, passed := time.Since(began), before.Load()-done
	all.Wait()
	t.Logf("16 of 49 million pixels in %d bytes each were refused in %s; an honest photo waited %s, behind %d of 11 "+
		"that take %s each",
		len(huge), refused, waited, passed, each)
	if passed > 2 {
		t.Errorf("an honest photo waited for %d of 16 others", passed)
	}
	for range maxWaiting + 1 {
		all.Go(func() { _, _ = s.Remake(t.Context(), "usr_1", bytes.NewReader(large), want) })
	}
	for s.Waiting("usr_1") < maxWaiting {
		time.Sleep(time.Millisecond)
	}
	if _, err := s.Remake(t.Context(), "usr_1", bytes.NewReader(large), want); !errors.Is(err, ErrCrowded) {
		t.Errorf("one more than may wait: %v", err)
	}
	all.Wait()
}
