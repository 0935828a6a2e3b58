// Package web carries the built storefront and console inside the program: what browsers load
// (hashed files under dist/assets, their .gz and .br beside them, dist/manifest.json that names
// them) and dist/server/server.js, the bundle that internal/platform/ssr renders pages with.
//
// The build is not committed. On a fresh checkout only a placeholder is there, the package still
// compiles, and Built reports false until `npm run build` has run.
package web

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var files embed.FS

// Dist is the root of the built files ("assets/…", "manifest.json", "server/server.js").
func Dist() fs.FS {
	sub, err := fs.Sub(files, "dist")
	if err != nil {
		// Impossible unless the constant is wrong: the directive above embeds "dist".
		panic(err)
	}
	return sub
}

// Parameters lists the query parameters that a page's address may have; see src/lib/parameters.ts.
//
//go:embed src/lib/parameters.json
var Parameters []byte

// Locales holds the texts of shop and console ("src/locales/ar/cart.json"), for /dev/texts.
//
//go:embed src/locales/*/*.json src/locales/*/console/*.json
var Locales embed.FS

// Built reports whether the web files were built before the program was compiled.
func Built() bool {
	_, err := fs.Stat(files, "dist/server/server.js")
	return err == nil
}
