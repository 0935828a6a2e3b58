package data

import (
	"embed"
	"io/fs"
)

//go:embed images/*.svg images/*.webp
var images embed.FS

// Images holds the pictures, for every name in Image and Images fields: "<name>.svg" and "<name>.webp", the same in 256
// × 256 pixels; for covers, which phones draw too slowly, also "<name>.480.webp" and "<name>.960.webp". All are drawn
// by web/scripts/pictures (make pictures).
func Images() fs.FS {
	sub, err := fs.Sub(images, "images")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
