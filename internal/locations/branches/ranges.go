package branches

import (
	"context"
	"slices"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/versions"
)

// maxRangeDays bounds the length of a range of days.
const maxRangeDays = 120

// RangeForm is a range of days with a name and separate hours, as staff fill it in.
type RangeForm struct {
	NameEN   string   `json:"name_en,omitempty"`
	NameAR   string   `json:"name_ar,omitempty"`
	StartsOn string   `json:"starts_on" maxLength:"20" doc:"YYYY-MM-DD"`
	EndsOn   string   `json:"ends_on" maxLength:"20" doc:"The last day."`
	Hours    []Shift  `json:"hours" maxItems:"60"`
	Branches []string `json:"branches" maxItems:"500" doc:"Ids of the branches that keep them."`
	Version  int64    `json:"version,omitempty" doc:"The one that was read; none of a new one."`

	startsOn, endsOn, hours string
}

// RangeRecord is a range of days as staff see it.
type RangeRecord struct {
	ID         string     `json:"id"`
	NameEN     string     `json:"name_en"`
	NameAR     string     `json:"name_ar"`
	StartsOn   string     `json:"starts_on"`
	EndsOn     string     `json:"ends_on"`
	Hours      []Shift    `json:"hours"`
	Branches   []string   `json:"branches"`
	State      string     `json:"state" enum:"later,now,over,archived"`
	Mine       bool       `json:"mine" doc:"Whoever asks may change it: all its branches are theirs."`
	Version    int64      `json:"version"`
	ArchivedAt *db.Millis `json:"archived_at"`
}

func (r *RangeForm) check(member staff.Member) error {
	var f forms.Form
	name := f.Name("name", r.NameEN, r.NameAR, nameLetters)
	r.NameEN, r.NameAR = name.EN, name.AR
	r.startsOn, r.endsOn = dayTyped(&f, "starts_on", r.StartsOn), dayTyped(&f, "ends_on", r.EndsOn)
	if r.startsOn != "" && r.endsOn != "" {
		from, _ := time.Parse(time.DateOnly, r.startsOn)
		to, _ := time.Parse(time.DateOnly, r.endsOn)
		switch days := int(to.Sub(from)/(24*time.Hour)) + 1; {
		case days < 1:
			f.Say("ends_on", "branches.range_backwards")
		case days > maxRangeDays:
			f.Say("ends_on", "branches.range_long", "count", maxRangeDays)
		}
	}
	r.hours, _ = readWeek(&f, "hours", r.Hours)
	if len(r.Branches) == 0 {
		f.Say("branches", "branches.range_branches")
	}
	slices.Sort(r.Branches)
	r.Branches = slices.Compact(r.Branches)
	for _, b := range r.Branches {
		if !member.Sees(b) {
			f.Say("branches", "common.one_of")
			break
		}
	}
	return f.Err()
}

type rangeRecordRow struct {
	ID, Hours  string
	NameEN     string `db:"name_en"`
	NameAR     string `db:"name_ar"`
	StartsOn   string `db:"starts_on"`
	EndsOn     string `db:"ends_on"`
	Version    int64
	ArchivedAt *db.Millis `db:"archived_at"`
}

const rangeColumns = `SELECT id, name_en, name_ar, starts_on, ends_on, hours, version, archived_at FROM hour_ranges`

// rangeRecords returns ranges with their branches and their current state.
func (s *Service) rangeRecords(ctx context.Context, q db.Querier, rows []rangeRecordRow) ([]RangeRecord, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	var refs []string
	for _, r := range rows {
		refs = append(refs, r.ID)
	}
	refs = db.Padded(refs)
	var kept []struct {
		RangeID  string `db:"range_id"`
		BranchID string `db:"branch_id"`
	}
	if err := q.Select(ctx, &kept, `SELECT range_id, branch_id FROM hour_range_branches WHERE range_id IN (`+
		db.List(1, len(refs))+`) ORDER BY range_id, branch_id`, db.Args(refs)...); err != nil {
		return nil, err
	}
	member, today := staff.Caller(ctx), s.today()
	out := make([]RangeRecord, len(rows))
	for i, r := range rows {
		days, err := ParseWeek(r.Hours)
		if err != nil {
			return nil, err
		}
		v := RangeRecord{ID: r.ID, NameEN: r.NameEN, NameAR: r.NameAR, StartsOn: r.StartsOn, EndsOn: r.EndsOn,
			Hours: shifts(days), Branches: []string{}, State: "now", Mine: true, Version: r.Version, ArchivedAt: r.ArchivedAt}
		switch {
		case r.ArchivedAt != nil:
			v.State = stateArchived
		case today < r.StartsOn:
			v.State = "later"
		case today > r.EndsOn:
			v.State = "over"
		}
		for _, k := range kept {
			if k.RangeID == r.ID {
				v.Branches = append(v.Branches, k.BranchID)
				v.Mine = v.Mine && member.Sees(k.BranchID)
			}
		}
		out[i] = v
	}
	return out, nil
}

// readRange reads a range with at least one branch of the caller's.
func (s *Service) readRange(ctx context.Context, q db.Querier, ref string) (RangeRecord, error) {
	var rows []rangeRecordRow
	if err := q.Select(ctx, &rows, rangeColumns+` WHERE id = $1 ORDER BY id`, ref); err != nil {
		return RangeRecord{}, err
	}
	found, err := s.rangeRecords(ctx, q, rows)
	if err != nil {
		return RangeRecord{}, err
	}
	if len(found) != 1 || !slices.ContainsFunc(found[0].Branches, staff.Caller(ctx).Sees) {
		return RangeRecord{}, errs.NotFound()
	}
	return found[0], nil
}

// changeable is readRange for a change, which requires that all of its branches are the caller's.
func (s *Service) changeable(ctx context.Context, q db.Querier, ref string) (RangeRecord, error) {
	r, err := s.readRange(ctx, q, ref)
	if err == nil && !r.Mine {
		err = errs.NotAllowed()
	}
	return r, err
}

func keepRange(ctx context.Context, tx *db.Tx, ref string, branches []string) error {
	if _, err := tx.Exec(ctx, `DELETE FROM hour_range_branches WHERE range_id = $1`, ref); err != nil {
		return err
	}
	for _, b := range branches {
		n, err := tx.Exec(ctx, `INSERT INTO hour_range_branches (range_id, branch_id) SELECT $1, id FROM branches
			WHERE id = $2`, ref, b)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("branches", "common.one_of")
		}
	}
	return nil
}

// lastDay is after the start of every range.
const lastDay = "9999-12-31"

// listRanges lists ranges, the latest first.
func (s *Service) listRanges(ctx context.Context, in *struct {
	httpapi.PartInput
	State string `query:"state" enum:"later,now,over,archived" doc:"Without it: all but those taken away."`
}) (*httpapi.Part[RangeRecord], error) {
	starts, ref := lastDay, ""
	if _, err := in.Place(&starts, &ref); err != nil {
		return nil, err
	}
	member := staff.Caller(ctx)
	var found []RangeRecord
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		found, err = httpapi.Sift(listedPart, func(last *RangeRecord, n int64) ([]RangeRecord, error) {
			if last != nil {
				starts, ref = last.StartsOn, last.ID
			}
			var rows []rangeRecordRow
			if err := q.Select(ctx, &rows, rangeColumns+` WHERE starts_on < $1 OR starts_on = $1 AND id > $2
				ORDER BY starts_on DESC, id LIMIT $3`, starts, ref, n); err != nil {
				return nil, err
			}
			return s.rangeRecords(ctx, q, rows)
		}, func(r RangeRecord) bool {
			shown := in.State == "" && r.State != stateArchived || in.State != "" && r.State == in.State
			return shown && slices.ContainsFunc(r.Branches, member.Sees)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.PartOf(httpapi.Cut(found, listedPart, func(r RangeRecord) []any { return []any{r.StartsOn, r.ID} })),
		nil
}

func (s *Service) getRange(ctx context.Context, in *refInput) (*httpapi.Reply[RangeRecord], error) {
	r, err := s.readRange(ctx, s.DB, in.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(r), nil
}

func (s *Service) postRange(ctx context.Context, in *struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body RangeForm
}) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	return create(ctx, s, "console-create-hours", in.Key, in.Body, func(ctx context.Context, tx *db.Tx) (string, error) {
		r := in.Body
		if err := r.check(member); err != nil {
			return "", err
		}
		ref := newID("hrs", "")
		_, err := tx.Exec(ctx, `INSERT INTO hour_ranges (id, name_en, name_ar, starts_on, ends_on, hours)
			VALUES ($1, $2, $3, $4, $5, $6)`,
			ref, r.NameEN, r.NameAR, r.startsOn, r.endsOn, r.hours)
		if err != nil {
			return "", err
		}
		if err := keepRange(ctx, tx, ref, r.Branches); err != nil {
			return "", err
		}
		return ref, s.written(ctx, tx, member, "hours.create", ref, nil, r)
	}, s.readRange)
}

func (s *Service) putRange(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body RangeForm
}) (*httpapi.Reply[RangeRecord], error) {
	member := staff.Caller(ctx)
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "hour_ranges", in.ID); err != nil {
			return "", err
		}
		before, err := s.changeable(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		r := in.Body
		if err := r.check(member); err != nil {
			return "", err
		}
		err = moved(tx.Exec(ctx, `UPDATE hour_ranges SET name_en = $3, name_ar = $4, starts_on = $5, ends_on = $6,
			hours = $7, version = version + 1
			WHERE id = $1 AND version = $2`, in.ID, r.Version, r.NameEN, r.NameAR, r.startsOn, r.endsOn, r.hours))
		if err != nil {
			return "", err
		}
		if err := keepRange(ctx, tx, in.ID, r.Branches); err != nil {
			return "", err
		}
		return in.ID, s.written(ctx, tx, member, "hours.edit", in.ID, before, r)
	})
	read := func() (*httpapi.Reply[RangeRecord], error) { return s.getRange(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

// MoveBody is the number of days by which to move a range.
type MoveBody struct {
	Days    httpapi.Int `json:"days" doc:"1 or -1: the moon was seen a day later or earlier."`
	Version int64       `json:"version" doc:"The one that was read."`
}

// moveRange moves both ends of a range, for holidays that depend on the moon.
func (s *Service) moveRange(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body MoveBody
}) (*httpapi.Reply[RangeRecord], error) {
	member := staff.Caller(ctx)
	days := int(in.Body.Days)
	if days != 1 && days != -1 {
		return nil, errs.Invalid("days", "common.one_of")
	}
	later := func(day string) string {
		at, _ := time.Parse(time.DateOnly, day)
		return at.AddDate(0, 0, days).Format(time.DateOnly)
	}
	err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
		if err := hold(ctx, tx, "hour_ranges", in.ID); err != nil {
			return "", err
		}
		before, err := s.changeable(ctx, tx, in.ID)
		if err != nil {
			return "", err
		}
		from, to := later(before.StartsOn), later(before.EndsOn)
		err = moved(tx.Exec(ctx, `UPDATE hour_ranges SET starts_on = $3, ends_on = $4, version = version + 1 WHERE id = $1
			AND version = $2`,
			in.ID, in.Body.Version, from, to))
		if err != nil {
			return "", err
		}
		return in.ID,
			s.written(ctx, tx, member, "hours.move", in.ID, []string{before.StartsOn, before.EndsOn}, []string{from, to})
	})
	read := func() (*httpapi.Reply[RangeRecord], error) { return s.getRange(ctx, &refInput{in.ID}) }
	if err != nil {
		return nil, httpapi.WithCurrent(err, read)
	}
	return read()
}

// ranges is the versioned table of ranges of days.
var ranges = versions.Table{Name: "hour_ranges"}

// archivingRange returns the operation that archives or restores a range.
func (s *Service) archivingRange(archived bool) func(context.Context, *refInput) (*httpapi.Reply[RangeRecord], error) {
	return func(ctx context.Context, in *refInput) (*httpapi.Reply[RangeRecord], error) {
		member := staff.Caller(ctx)
		err := s.change(ctx, func(ctx context.Context, tx *db.Tx) (string, error) {
			if _, err := s.changeable(ctx, tx, in.ID); err != nil {
				return "", err
			}
			changed, err := ranges.Set(ctx, tx, in.ID, archived, db.At(s.Clock.Now()))
			if err != nil || !changed {
				return "", err
			}
			return in.ID, s.written(ctx, tx, member, versions.Action("hours", archived), in.ID,
				map[string]bool{"archived": !archived}, map[string]bool{"archived": archived})
		})
		if err != nil {
			return nil, err
		}
		return s.getRange(ctx, in)
	}
}
