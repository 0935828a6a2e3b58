package pdf

import (
	"fmt"
	"image"
	"image/draw"
)

// Picture is a raster picture on a document, without transparency.
type Picture struct {
	width, height int
	rgb           []byte
}

// NewPicture converts an image for drawing; transparent areas become white.
func NewPicture(src image.Image) *Picture {
	b := src.Bounds()
	flat := image.NewRGBA(image.Rect(0, 0, b.Dx(), b.Dy()))
	draw.Draw(flat, flat.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(flat, flat.Rect, src, b.Min, draw.Over)
	p := &Picture{width: b.Dx(), height: b.Dy(), rgb: make([]byte, 0, 3*b.Dx()*b.Dy())}
	for i := 0; i < len(flat.Pix); i += 4 {
		p.rgb = append(p.rgb, flat.Pix[i], flat.Pix[i+1], flat.Pix[i+2])
	}
	return p
}

// Fit returns the size of the whole picture, scaled into a box of this size.
func (p *Picture) Fit(width, height float64) (w, h float64) {
	if p.width == 0 || p.height == 0 {
		return 0, 0
	}
	scale := min(width/float64(p.width), height/float64(p.height))
	return float64(p.width) * scale, float64(p.height) * scale
}

// Draw puts a picture at the start of a box.
func (d *Doc) Draw(x, y, width, height float64, p *Picture) {
	w, h := p.Fit(width, height)
	if w == 0 || h == 0 || d.failed != nil {
		return
	}
	n := -1
	for i, known := range d.pictures {
		if known == p {
			n = i
		}
	}
	if n < 0 {
		n, d.pictures = len(d.pictures), append(d.pictures, p)
	}
	fmt.Fprintf(d.page(), "q %s 0 0 %s %s %s cm /P%d Do Q\n", num(w), num(h), num(d.X(x, w)), num(Height-y-h), n)
}

// write writes the picture's object.
func (p *Picture) write(w *writer, at int) {
	w.stream(at, fmt.Sprintf("/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/DeviceRGB/BitsPerComponent 8",
		p.width, p.height), p.rgb)
}
