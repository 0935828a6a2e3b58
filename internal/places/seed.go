package places

import (
	"context"
	"encoding/json"
	"fmt"

	placesdata "wekala/internal/places/data"
	"wekala/internal/platform/db"
)

// EnsureSeeded gives a database that has no districts yet the ones the program
// brings along: every shop in Egypt needs them, so they are not demo data. It
// may run on several nodes at once and never touches what is there.
func EnsureSeeded(ctx context.Context, d *db.DB) error {
	var have int64
	if err := d.Get(ctx, &have, `SELECT COUNT(*) FROM districts`); err != nil {
		return fmt.Errorf("places: %w", err)
	}
	if have > 0 {
		return nil
	}
	known, err := placesdata.Load()
	if err != nil {
		return fmt.Errorf("places: %w", err)
	}
	stmts, err := seedStatements(known)
	if err != nil {
		return err
	}
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Batch(ctx, stmts)
		return err
	})
}

func seedStatements(known *placesdata.Places) ([]db.Stmt, error) {
	var stmts []db.Stmt
	for i, g := range known.Governorates {
		stmts = append(stmts, db.Stmt{SQL: insertGovernorate, Args: []any{g.ID, g.Name.EN, g.Name.AR, int64(i)}})
	}
	for i, dist := range known.Districts {
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
			center.LatE6, center.LngE6, string(outline), true, int64(i),
		}})
	}
	return stmts, nil
}
