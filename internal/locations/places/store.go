package places

import (
	"context"
	"encoding/json"
	"fmt"

	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
)

type governorateRow struct {
	ID     string
	NameEN string `db:"name_en"`
	NameAR string `db:"name_ar"`
	Sort   int64
}

type districtRow struct {
	ID            string
	GovernorateID string `db:"governorate_id"`
	NameEN        string `db:"name_en"`
	NameAR        string `db:"name_ar"`
	Aliases       string
	LatE6         int64 `db:"lat_e6"`
	LngE6         int64 `db:"lng_e6"`
	Outline       string
	RadiusM       int64 `db:"radius_m"`
	Sort          int64
}

const (
	allGovernorates = `SELECT id, name_en, name_ar, sort FROM governorates ORDER BY sort, id`
	allDistricts    = `SELECT d.id, d.governorate_id, d.name_en, d.name_ar, d.aliases, d.lat_e6, d.lng_e6, d.outline,
		d.radius_m, d.sort
FROM districts d JOIN governorates g ON g.id = d.governorate_id
WHERE d.active ORDER BY g.sort, g.id, d.sort, d.id`
)

// load reads all places in one snapshot of the database.
func load(ctx context.Context, d *db.DB, fold func(string) string) (*snapshot, error) {
	var governorates []governorateRow
	var districts []districtRow
	err := d.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		if err := q.Select(ctx, &governorates, allGovernorates); err != nil {
			return err
		}
		return q.Select(ctx, &districts, allDistricts)
	})
	if err != nil {
		return nil, fmt.Errorf("places: %w", err)
	}
	next := &snapshot{byID: make(map[string]*District, len(districts))}
	parents := make(map[string]*Governorate, len(governorates))
	for _, g := range governorates {
		parent := &Governorate{g.ID, i18n.Text{EN: g.NameEN, AR: g.NameAR}, g.Sort}
		parents[g.ID] = parent
		next.governorates = append(next.governorates, parent)
	}
	for _, r := range districts {
		one, err := r.district(parents, fold)
		if err != nil {
			return nil, err
		}
		next.districts = append(next.districts, one)
		next.byID[one.ID] = one
	}
	next.byName = map[i18n.Lang][]*District{}
	for _, lang := range i18n.Langs {
		next.byName[lang] = sorted(next.districts, lang)
	}
	return next, nil
}

func (r districtRow) district(parents map[string]*Governorate, fold func(string) string) (*District, error) {
	d := &District{
		ID:          r.ID,
		Governorate: parents[r.GovernorateID],
		Name:        i18n.Text{EN: r.NameEN, AR: r.NameAR},
		Center:      Point{r.LatE6, r.LngE6},
		Sort:        r.Sort,
	}
	var corners [][2]int64
	if err := json.Unmarshal([]byte(r.Outline), &corners); err != nil {
		return nil, fmt.Errorf("places: outline of %s: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(r.Aliases), &d.Aliases); err != nil {
		return nil, fmt.Errorf("places: aliases of %s: %w", r.ID, err)
	}
	for _, c := range corners {
		d.Outline = append(d.Outline, Point{c[0], c[1]})
	}
	d.box = around(d.Outline)
	if len(d.Outline) == 0 {
		if d.Radius = r.RadiusM; d.Radius == 0 {
			d.Radius = usualRadius
		}
	}
	for _, name := range append([]string{r.NameEN, r.NameAR}, d.Aliases...) {
		d.words = append(d.words, fold(name))
	}
	return d, nil
}

// insertGovernorate and insertDistrict skip existing rows, so that changes by staff are kept.
const (
	insertGovernorate = `INSERT INTO governorates (id, name_en, name_ar, sort) VALUES ($1, $2, $3, $4) ON CONFLICT (id)
		DO NOTHING`
	insertDistrict = `INSERT INTO districts (id, governorate_id, name_en, name_ar, aliases, lat_e6, lng_e6, outline,
		active, sort, radius_m)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (id) DO NOTHING`
)
