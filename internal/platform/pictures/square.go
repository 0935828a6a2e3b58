package pictures

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// Square draws a picture in the middle of a square, whole and with a blank edge
// of so many percent of a side all around. Without a ground what is around it
// stays transparent.
func Square(src image.Image, side, edge int, ground color.Color) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, side, side))
	if ground != nil {
		draw.Draw(out, out.Rect, image.NewUniform(ground), image.Point{}, draw.Src)
	}
	room := side - 2*side*edge/100
	b := src.Bounds()
	if b.Empty() || room < 1 {
		return out
	}
	w, h := room, max(1, b.Dy()*room/b.Dx())
	if b.Dy() > b.Dx() {
		w, h = max(1, b.Dx()*room/b.Dy()), room
	}
	at := image.Rect(0, 0, w, h).Add(image.Pt((side-w)/2, (side-h)/2))
	xdraw.CatmullRom.Scale(out, at, src, b, draw.Over, nil)
	return out
}

// Decode reads a picture that Remake made and somebody encoded as JPEG or PNG:
// never one that somebody sent.
func Decode(data []byte) (image.Image, error) {
	src, _, err := image.Decode(bytes.NewReader(data))
	return src, err
}
