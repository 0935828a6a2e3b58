// Package migrations holds the schema: numbered SQL files, forward only, one
// text for both engines. The runner in internal/platform/db maps type names
// to the engine's own and makes SQLite tables STRICT.
package migrations

import "embed"

// FS holds every migration, in the order of their file names.
//
//go:embed *.sql
var FS embed.FS
