package photos

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"wekala/internal/platform/errs"
)

// What a picture may claim to be. The budget is what decoding it may take in
// memory; what phones send by default, up to 24 million pixels, fits. Pixels
// are time: decoding 25 million takes about half a second.
const (
	maxSide   = 20_000
	maxPixels = 25_000_000
	budget    = 176 << 20
	maxScans  = 32 // of a progressive JPEG: each one goes over the whole picture
	quality   = 82
	// heavy is the memory after which the next picture waits for it to be free.
	heavy = 24 << 20
)

// picture is a photo as it is kept.
type picture struct {
	jpeg          []byte
	width, height int64
}

func unreadable() error { return errs.Invalid("body", "photos.unreadable") }
func tooMany() error    { return errs.Invalid("body", "photos.too_many_pixels") }

// header is what a file says of itself before its pixels come.
type header struct {
	decode func(io.Reader) (image.Image, error)
	cost   int64 // bytes of memory to decode it
	turn   int   // EXIF orientation, 1 to 8
}

// remake draws a picture anew whose header was looked at. Callers see to it
// that one runs at a time.
func remake(ctx context.Context, file File, h header) (picture, error) {
	if h.cost > heavy {
		// Not before the last large one is free.
		runtime.GC()
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return picture{}, err
	}
	src, err := h.decode(&patient{ctx, file})
	if ctx.Err() != nil {
		return picture{}, context.Cause(ctx)
	}
	if err != nil {
		return picture{}, unreadable()
	}
	if b := src.Bounds(); b.Dx() < 1 || b.Dy() < 1 {
		return picture{}, unreadable()
	}
	small := upright(shrink(src), h.turn)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: quality}); err != nil {
		return picture{}, err
	}
	return picture{out.Bytes(), int64(small.Rect.Dx()), int64(small.Rect.Dy())}, nil
}

// patient stops reading when nobody waits for the picture any more.
type patient struct {
	ctx context.Context
	r   io.Reader
}

func (p *patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.r.Read(b)
}

// look reads what a file is from its first bytes, never from its name, and
// refuses what would take too much to decode.
func look(file File) (header, error) {
	start := make([]byte, 32)
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, 32), start); err != nil {
		return header{}, unreadable()
	}
	var h header
	var c image.Config
	var err error
	whole := func() io.Reader { return io.NewSectionReader(file, 0, MaxBytes+1) }
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xd8\xff")):
		var m marks
		if m, err = scanJPEG(whole()); err != nil {
			return header{}, unreadable()
		}
		if m.scans > maxScans {
			return header{}, tooMany()
		}
		if c, err = jpeg.DecodeConfig(whole()); err == nil {
			h = header{decode: jpeg.Decode, turn: m.turn, cost: m.cost(c)}
		}
	case bytes.HasPrefix(start, []byte("\x89PNG\r\n\x1a\n")):
		if c, err = png.DecodeConfig(whole()); err == nil {
			h = header{decode: png.Decode, turn: 1, cost: pngCost(c, start[28] != 0)}
		}
	case bytes.HasPrefix(start, []byte("RIFF")) && bytes.Equal(start[8:12], []byte("WEBP")):
		if c, err = webp.DecodeConfig(whole()); err == nil {
			// Lossless ones are decoded with as much again beside them.
			h = header{decode: webp.Decode, turn: 1, cost: pixels(c) * 10}
		}
	default:
		return header{}, errs.Invalid("body", "photos.wrong_kind")
	}
	switch {
	case err != nil || c.Width < 1 || c.Height < 1:
		return header{}, unreadable()
	case c.Width > maxSide || c.Height > maxSide || pixels(c) > maxPixels || h.cost > budget:
		return header{}, tooMany()
	}
	return h, nil
}

func pixels(c image.Config) int64 { return int64(c.Width) * int64(c.Height) }

func pngCost(c image.Config, interlaced bool) int64 {
	bytesEach := int64(4)
	switch c.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model:
		bytesEach = 8
	case color.Gray16Model:
		bytesEach = 2
	case color.GrayModel:
		bytesEach = 1
	default:
		if _, ok := c.ColorModel.(color.Palette); ok {
			bytesEach = 1
		}
	}
	if interlaced { // the passes are decoded beside the whole
		bytesEach *= 2
	}
	return pixels(c) * bytesEach
}

// shrink draws a picture on white, at most MaxSide a side: first the mean of
// whole blocks of pixels, strip by strip, then the rest of the way.
func shrink(src image.Image) *image.RGBA {
	b := src.Bounds()
	block := max(1, max(b.Dx(), b.Dy())/MaxSide)
	kx, ky := min(block, b.Dx()), min(block, b.Dy())
	dst := image.NewRGBA(image.Rect(0, 0, b.Dx()/kx, b.Dy()/ky))
	strip := image.NewRGBA(image.Rect(0, 0, b.Dx(), ky))
	for y := range dst.Rect.Dy() {
		draw.Draw(strip, strip.Rect, image.White, image.Point{}, draw.Src)
		draw.Draw(strip, strip.Rect, src, b.Min.Add(image.Pt(0, y*ky)), draw.Over)
		mean(dst.Pix[y*dst.Stride:][:4*dst.Rect.Dx()], strip, kx, ky)
	}
	w, h := dst.Rect.Dx(), dst.Rect.Dy()
	if most := max(w, h); most > MaxSide {
		fit := func(n int) int { return max(1, (n*MaxSide+most/2)/most) }
		small := image.NewRGBA(image.Rect(0, 0, fit(w), fit(h)))
		draw.ApproxBiLinear.Scale(small, small.Rect, dst, dst.Rect, draw.Src, nil)
		return small
	}
	return dst
}

// mean fills a row with the means of a strip's blocks.
func mean(row []byte, strip *image.RGBA, kx, ky int) {
	n := kx * ky
	for x := 0; x < len(row)/4; x++ {
		var r, g, b int
		for j := range ky {
			line := strip.Pix[j*strip.Stride+4*x*kx:][:4*kx]
			for i := 0; i < len(line); i += 4 {
				r, g, b = r+int(line[i]), g+int(line[i+1]), b+int(line[i+2])
			}
		}
		row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = byte((r+n/2)/n), byte((g+n/2)/n), byte((b+n/2)/n), 255
	}
}

// upright turns a picture as its EXIF orientation says.
func upright(src *image.RGBA, turn int) *image.RGBA {
	if turn < 2 || turn > 8 {
		return src
	}
	w, h := src.Rect.Dx(), src.Rect.Dy()
	dw, dh := w, h
	if turn >= 5 {
		dw, dh = h, w
	}
	dst := image.NewRGBA(image.Rect(0, 0, dw, dh))
	for y := range dh {
		for x := range dw {
			sx, sy := x, y
			switch turn {
			case 2:
				sx = w - 1 - x
			case 3:
				sx, sy = w-1-x, h-1-y
			case 4:
				sy = h - 1 - y
			case 5:
				sx, sy = y, x
			case 6:
				sx, sy = y, h-1-x
			case 7:
				sx, sy = w-1-y, h-1-x
			case 8:
				sx, sy = w-1-y, x
			}
			copy(dst.Pix[dst.PixOffset(x, y):][:4], src.Pix[src.PixOffset(sx, sy):][:4])
		}
	}
	return dst
}
