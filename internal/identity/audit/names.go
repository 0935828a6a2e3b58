package audit

import (
	"context"
	"maps"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

// Names defines how readers of the log see the names of a feature's objects; the log itself contains ids.
type Names struct {
	// Named maps each kind (Ref) to a query that takes a list of ids and returns the id, the English and the Arabic name.
	Named map[string]string
	// Found are queries that return the ids of objects whose number or code is $1.
	Found []string
}

// Ref is an object that a log entry refers to. Its kind is the prefix of its id, or else the area of the action or the
// field that holds it.
type Ref struct{ Kind, ID string }

// Directory holds the Names of all features. Features are added only while the app is being assembled.
type Directory struct{ all Names }

// Add adds the Names of one feature.
func (d *Directory) Add(n Names) {
	if d.all.Named == nil {
		d.all.Named = map[string]string{}
	}
	maps.Copy(d.all.Named, n.Named)
	d.all.Found = append(d.all.Found, n.Found...)
}

// Called returns the names of objects in a language, by id. Objects without a name are left out.
func (d *Directory) Called(ctx context.Context, q db.Querier, lang i18n.Lang, refs []Ref) (map[string]string, error) {
	byKind := map[string][]string{}
	for _, ref := range refs {
		byKind[ref.Kind] = append(byKind[ref.Kind], ref.ID)
	}
	names := map[string]string{}
	for kind, ids := range byKind {
		query, known := d.all.Named[kind]
		if !known {
			continue
		}
		var rows []struct {
			ID string `db:"id"`
			EN string `db:"en"`
			AR string `db:"ar"`
		}
		if err := q.Select(ctx, &rows, query+`(`+db.List(1, len(ids))+`)`, db.Args(ids)...); err != nil {
			return nil, err
		}
		for _, r := range rows {
			names[r.ID] = i18n.Text{EN: r.EN, AR: r.AR}.In(lang)
		}
	}
	return names, nil
}

// Find returns the ids of objects that people know by a number or a code.
func (d *Directory) Find(ctx context.Context, q db.Querier, words string) (ids []string, err error) {
	if len(d.all.Found) == 0 {
		return nil, nil
	}
	err = q.Select(ctx, &ids, strings.Join(d.all.Found, ` UNION ALL `), words)
	return ids, err
}
