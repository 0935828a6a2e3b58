package media

import (
	"context"

	"wekala/internal/platform/blobs"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/files"
)

// Checks lists the invariants of uploaded pictures.
func Checks() []doctor.Check {
	return []doctor.Check{{
		Name: "media: what is shown is there",
		Rows: `SELECT COUNT(*) FROM media_uses`,
		Bad: `SELECT u.kind || ' ' || u.ref || ' shows ' || u.name || ', which is not there' AS what FROM media_uses u
			WHERE NOT EXISTS (SELECT 1 FROM media m WHERE m.name = u.name AND m.gone_at IS NULL)`,
	}}
}

// Examine compares the rows with the files. The first result checks that every width of every picture exists, the
// second that every file has a row.
func Examine(ctx context.Context, q db.Querier, store blobs.Store) ([]doctor.Result, error) {
	known, err := names(ctx, q)
	if err != nil {
		return nil, err
	}
	there := map[string]bool{}
	lost := doctor.Result{Check: "media: every file belongs to a picture"}
	err = store.List(ctx, func(e blobs.Entry) error {
		made, _, ok := files.MadeOfFile(e.Name)
		if !ok {
			return nil
		}
		lost.Rows++
		there[e.Name] = true
		if !known[made.Name()] {
			lost.Add("file " + e.Name + " belongs to no picture")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	missing := doctor.Result{Check: "media: every picture has its files"}
	for name := range known {
		missing.Rows++
		made, _ := files.ParseMade(name)
		for _, width := range made.Sizes() {
			if file := made.File(width); !there[file] {
				missing.Add("picture " + name + " lacks " + file)
			}
		}
	}
	return []doctor.Result{missing, lost}, nil
}
