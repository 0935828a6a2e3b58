// Package pictures turns uploaded files into pictures that are safe to keep and to show.
//
// The type of a file is taken from its first bytes, never from its name. Its header is read first, and the memory that
// decoding would need is worked out from it, so that a small file that claims to be huge is refused unread. A picture
// that passes waits for its turn at a Decoder, which decodes one at a time. The result is pixels only: turned upright,
// bounded in width and height, without any metadata of the file, so a file that is a picture and also something else
// becomes a picture only.
package pictures

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"io"
	"runtime"

	"golang.org/x/image/draw"
	"golang.org/x/image/webp"

	"wekala/internal/platform/fair"
)

// Limits on what a picture may claim to be. The budget is the memory for decoding it; phones' default pictures, up to
// 24 million pixels, fit. Pixels take time: decoding 25 million takes about half a second.
const (
	maxSide   = 20_000
	maxPixels = 25_000_000
	budget    = 176 << 20
	maxScans  = 32 // of a progressive JPEG
	// maxPasses bounds a progressive JPEG's pixels times the components of its scans: about two seconds. Encoders
	// write up to a dozen scans, most of them of one component.
	maxPasses = 12 * maxPixels
	// heavy is the memory from which the next picture waits until it is free again.
	heavy = 24 << 20
)

// The reasons why a file is refused.
var (
	ErrKind       = errors.New("pictures: not of a kind that is looked at")
	ErrUnreadable = errors.New("pictures: cannot be read")
	ErrTooMany    = errors.New("pictures: claims too many pixels")
	// ErrCrowded asks a caller who sends many files at once to come back later; ErrFull asks all callers.
	ErrCrowded = fair.ErrCrowded
	ErrFull    = fair.ErrFull
)

// Kinds are the accepted content types.
var Kinds = []string{"image/jpeg", "image/png", "image/webp"}

// File is an uploaded file.
type File interface {
	io.Reader
	io.ReaderAt
	io.Seeker
}

// Limits on the pictures queued for decoding, per caller and in total.
const (
	maxWaiting = 8
	allWaiting = 64
)

// Decoder decodes one picture at a time, so a node never needs the memory of more than one. Callers take turns, so that
// nobody waits for all files of another caller. Create it with NewDecoder; a node has one.
type Decoder struct{ turns *fair.Queue }

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{turns: fair.New(fair.Bounds{Places: 1, Each: 1, Wait: maxWaiting, All: allWaiting})}
}

// Want describes the wanted result.
type Want struct {
	MaxBytes int64 // of the file to read
	MaxSide  int   // of the result, in pixels
	// Transparent keeps transparency; otherwise the picture is drawn on white.
	Transparent bool
	GIF         bool // accepts the first frame of a GIF too
}

// Waiting returns the number of a caller's queued pictures.
func (d *Decoder) Waiting(caller string) int { return d.turns.Waiting(caller) }

// Remake redraws a picture when the caller's turn comes.
func (d *Decoder) Remake(ctx context.Context, caller string, file File, want Want) (*image.RGBA, error) {
	h, err := look(file, want)
	if err != nil {
		return nil, err
	}
	leave, err := d.turns.Enter(ctx, caller)
	if err != nil {
		return nil, err
	}
	defer leave()
	return remake(ctx, file, h, want)
}

// header is what a file's header declares.
type header struct {
	decode func(io.Reader) (image.Image, error)
	cost   int64 // bytes of memory to decode it
	turn   int   // EXIF orientation, 1 to 8
}

// remake redraws a picture whose header was checked.
func remake(ctx context.Context, file File, h header, want Want) (*image.RGBA, error) {
	if h.cost > heavy {
		// Free the memory of the last large picture first.
		runtime.GC()
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, err
	}
	src, err := h.decode(&patient{ctx, file})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, ErrUnreadable
	}
	if b := src.Bounds(); b.Dx() < 1 || b.Dy() < 1 {
		return nil, ErrUnreadable
	}
	ground := image.White
	if want.Transparent {
		ground = image.Transparent
	}
	return upright(shrink(src, want.MaxSide, ground), h.turn), nil
}

// patient stops reading once nobody waits for the picture.
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

// look identifies a file by its first bytes and refuses pictures that would take too much to decode.
func look(file File, want Want) (header, error) {
	start := make([]byte, 32)
	if _, err := io.ReadFull(io.NewSectionReader(file, 0, 32), start); err != nil {
		return header{}, ErrUnreadable
	}
	var h header
	var c image.Config
	var err error
	whole := func() io.Reader { return io.NewSectionReader(file, 0, want.MaxBytes+1) }
	switch {
	case bytes.HasPrefix(start, []byte("\xff\xd8\xff")):
		var m marks
		if m, err = scanJPEG(whole()); err != nil {
			return header{}, ErrUnreadable
		}
		if c, err = jpeg.DecodeConfig(whole()); err == nil {
			if m.slow(c) {
				return header{}, ErrTooMany
			}
			h = header{decode: jpeg.Decode, turn: m.turn, cost: m.cost(c)}
		}
	case bytes.HasPrefix(start, []byte("\x89PNG\r\n\x1a\n")):
		if c, err = png.DecodeConfig(whole()); err == nil {
			h = header{decode: png.Decode, turn: 1, cost: pngCost(c, start[28] != 0)}
		}
	case bytes.HasPrefix(start, []byte("RIFF")) && bytes.Equal(start[8:12], []byte("WEBP")):
		if c, err = webp.DecodeConfig(whole()); err == nil {
			// Decoding a lossless picture needs the same memory again.
			h = header{decode: webp.Decode, turn: 1, cost: pixels(c) * 10}
		}
	case want.GIF && (bytes.HasPrefix(start, []byte("GIF87a")) || bytes.HasPrefix(start, []byte("GIF89a"))):
		if c, err = gif.DecodeConfig(whole()); err == nil {
			// An interlaced picture is reordered in a copy.
			h = header{decode: gif.Decode, turn: 1, cost: pixels(c) * 2}
		}
	default:
		return header{}, ErrKind
	}
	switch {
	case err != nil || c.Width < 1 || c.Height < 1:
		return header{}, ErrUnreadable
	case c.Width > maxSide || c.Height > maxSide || pixels(c) > maxPixels || h.cost > budget:
		return header{}, ErrTooMany
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
	if interlaced { // the passes need additional memory
		bytesEach *= 2
	}
	return pixels(c) * bytesEach
}

// shrink draws a picture on a background, at most most pixels a side. It first averages whole blocks of pixels, strip
// by strip, and then scales the result to the exact size.
func shrink(src image.Image, most int, ground *image.Uniform) *image.RGBA {
	b := src.Bounds()
	block := max(1, max(b.Dx(), b.Dy())/most)
	kx, ky := min(block, b.Dx()), min(block, b.Dy())
	dst := image.NewRGBA(image.Rect(0, 0, b.Dx()/kx, b.Dy()/ky))
	strip := image.NewRGBA(image.Rect(0, 0, b.Dx(), ky))
	for y := range dst.Rect.Dy() {
		draw.Draw(strip, strip.Rect, ground, image.Point{}, draw.Src)
		draw.Draw(strip, strip.Rect, src, b.Min.Add(image.Pt(0, y*ky)), draw.Over)
		mean(dst.Pix[y*dst.Stride:][:4*dst.Rect.Dx()], strip, kx, ky)
	}
	if w, h := dst.Rect.Dx(), dst.Rect.Dy(); max(w, h) > most {
		fit := func(n int) int { return max(1, (n*most+max(w, h)/2)/max(w, h)) }
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
		var r, g, b, a int
		for j := range ky {
			line := strip.Pix[j*strip.Stride+4*x*kx:][:4*kx]
			for i := 0; i < len(line); i += 4 {
				r, g, b, a = r+int(line[i]), g+int(line[i+1]), b+int(line[i+2]), a+int(line[i+3])
			}
		}
		row[4*x], row[4*x+1], row[4*x+2], row[4*x+3] = byte((r+n/2)/n), byte((g+n/2)/n), byte((b+n/2)/n), byte((a+n/2)/n)
	}
}

// ToWidth scales a picture down in proportion.
func ToWidth(src *image.RGBA, width int) *image.RGBA {
	w, h := src.Rect.Dx(), src.Rect.Dy()
	small := image.NewRGBA(image.Rect(0, 0, width, max(1, (h*width+w/2)/w)))
	draw.CatmullRom.Scale(small, small.Rect, src, src.Rect, draw.Src, nil)
	return small
}

// OnWhite draws a picture on a white background.
func OnWhite(src *image.RGBA) *image.RGBA {
	dst := image.NewRGBA(src.Rect)
	draw.Draw(dst, dst.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(dst, dst.Rect, src, src.Rect.Min, draw.Over)
	return dst
}

// upright rotates a picture according to its EXIF orientation.
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
