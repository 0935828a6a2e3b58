package data

import (
	"embed"
	"io/fs"
)

//go:embed images/*.webp
var images embed.FS

// Images holds the pictures, "<name>.webp" for every name that Image and
// Images fields hold: 256 × 256 WebP with transparency. They are the 3D
// Fluent Emoji (MIT licence), only those the demo uses.
func Images() fs.FS {
	sub, err := fs.Sub(images, "images")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
