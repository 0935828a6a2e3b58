package places

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	placesdata "wekala/internal/locations/places/data"
	"wekala/internal/platform/db"
)

// EnsureSeeded adds the program's places that the database lacks: every shop in Egypt needs them, so they are not demo
// data. Towns outside Greater Cairo are added hidden, and so are all places if districts exist: only the owner changes
// what customers can choose. Safe on several nodes; changes no existing row.
func EnsureSeeded(ctx context.Context, d *db.DB) error {
	var have []string
	if err := d.Select(ctx, &have, `SELECT id FROM districts ORDER BY id`); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	known, err := placesdata.Load()
	if err != nil {
		return fmt.Errorf("places: %w", err)
	}
	stmts, err := seedStatements(known, have)
	if err != nil || len(stmts) == 0 {
		return err
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, stmts)
	})
}

func seedStatements(known *placesdata.Places, have []string) ([]db.Stmt, error) {
	var stmts []db.Stmt
	missing := func(id string) bool { return !slices.Contains(have, id) }
	if !slices.ContainsFunc(known.Districts, func(d placesdata.District) bool { return missing(d.ID) }) &&
		!slices.ContainsFunc(known.Towns, func(t placesdata.Town) bool { return missing(t.ID) }) {
		return nil, nil
	}
	for i, g := range known.Governorates {
		stmts = append(stmts, db.Stmt{SQL: insertGovernorate, Args: []any{g.ID, g.Name.EN, g.Name.AR, int64(i)}})
	}
	for i, dist := range known.Districts {
		if !missing(dist.ID) {
			continue
		}
		center := At(dist.Centre.Lat, dist.Centre.Lng)
		corners := make([][2]int64, len(dist.Outline))
		for j, c := range dist.Outline {
			p := At(c.Lat, c.Lng)
			corners[j] = [2]int64{p.LatE6, p.LngE6}
		}
		outline, err := json.Marshal(corners)
		if err != nil {
			return nil, err
		}
		aliases, err := json.Marshal(append([]string{}, dist.Aliases...))
		if err != nil {
			return nil, err
		}
		stmts = append(stmts, db.Stmt{SQL: insertDistrict, Args: []any{
			dist.ID, dist.Governorate, dist.Name.EN, dist.Name.AR, string(aliases),
			center.LatE6, center.LngE6, string(outline), len(have) == 0, int64(i), int64(0),
		}})
	}
	for i, town := range known.Towns {
		if !missing(town.ID) {
			continue
		}
		at := At(town.Centre.Lat, town.Centre.Lng)
		stmts = append(stmts, db.Stmt{SQL: insertDistrict, Args: []any{
			town.ID, town.Governorate, town.Name.EN, town.Name.AR, encoded(append([]string{}, town.Aliases...)),
			at.LatE6, at.LngE6, "[]", false, int64(len(known.Districts) + i), town.Radius,
		}})
	}
	return stmts, nil
}
