package pictures

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"

	xdraw "golang.org/x/image/draw"
)

// Square centres a whole picture in a square, with an empty margin of edge percent of a side. Without a background
// colour, the margin stays transparent.
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

// Decode decodes a JPEG or PNG that was encoded from a picture by Remake, never an uploaded file.
func Decode(data []byte) (image.Image, error) {
	src, _, err := image.Decode(bytes.NewReader(data))
	return src, err
}
