package data

import (
	"embed"
	"io/fs"
)

//go:embed images/*.webp
var images embed.FS

// Images holds the pictures, for every name that Image and Images fields hold:
// "<name>.webp", 256 × 256 WebP with transparency, and "<name>.96.webp", the
// same at 96 × 96. They are the 3D Fluent Emoji (MIT licence), only those the
// demo uses.
func Images() fs.FS {
	sub, err := fs.Sub(images, "images")
	if err != nil {
		panic(err) // the folder is embedded above
	}
	return sub
}
