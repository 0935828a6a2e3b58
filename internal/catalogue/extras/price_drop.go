package extras

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/giving"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// proposed is for how long a price that somebody asked for can be let: by whoever
// may let prices, saving the same.
const proposed = 7 * 24 * time.Hour

// past is a group as the log has it.
type past struct {
	Least     int64       `json:"least"`
	Extras    []ExtraForm `json:"extras"`
	SoleOwner bool        `json:"sole_owner,omitempty"`
	Makers    []string    `json:"makers,omitempty"` // whoever asked for what somebody else let
}

type line struct {
	Staff  string    `db:"staff_id"`
	Action string    `db:"action"`
	Before string    `db:"before"`
	After  string    `db:"after"`
	At     db.Millis `db:"at"`
}

// alike reports whether two extras are one to a customer.
func (s *Service) alike(a, b ExtraForm) bool {
	return a.ID != "" && a.ID == b.ID || a.NameEN != "" && s.Catalog.Fold(a.NameEN) == s.Catalog.Fold(b.NameEN) || a.NameAR != "" && s.Catalog.Fold(a.NameAR) == s.Catalog.Fold(b.NameAR)
}

// sameName reports whether two extras are called the same in every language; a name
// that was missing may be given.
func (s *Service) sameName(is, was ExtraForm) bool {
	return s.Catalog.Fold(is.NameEN) == s.Catalog.Fold(was.NameEN) && (was.NameAR == "" || s.Catalog.Fold(is.NameAR) == s.Catalog.Fold(was.NameAR))
}

// stood is the highest price that an extra, or one of its name, had in a group
// since a moment: the log has what the group was like before each change.
func (s *Service) stood(e ExtraForm, lines []line, is []ExtraForm, since, now db.Millis) (int64, error) {
	var known []string
	marks := map[string][]products.Mark{}
	take := func(all []ExtraForm, from, until db.Millis) {
		for _, o := range all {
			if s.alike(e, o) && !slices.Contains(known, o.ID) {
				known = append(known, o.ID)
			}
			of := marks[o.ID]
			if n := len(of); n > 0 && of[n-1].Price == o.Price.Minor && of[n-1].Until == from {
				of[n-1].Until = until
				continue
			}
			marks[o.ID] = append(of, products.Mark{Price: o.Price.Minor, Since: from, Until: until})
		}
	}
	var from db.Millis
	for _, l := range lines {
		var was past
		if err := json.Unmarshal([]byte(l.Before), &was); err != nil {
			return 0, err
		}
		take(was.Extras, from, l.At)
		from = l.At
	}
	take(is, from, now)
	var most int64
	for _, id := range known {
		most = max(most, products.Highest(marks[id], since))
	}
	return most, nil
}

// elsewhere is the highest price that an extra of that name has, or had since a
// moment, in the store's other groups: the dearest, so that neither a chain of groups
// nor one that was renamed or emptied before leads down.
func (s *Service) elsewhere(ctx context.Context, tx *db.Tx, storeID, group string, since, now db.Millis) (func(ExtraForm) (int64, error), error) {
	var rows []extraRow
	if err := tx.Select(ctx, &rows, extraColumns+` JOIN extra_groups g ON g.id = e.group_id WHERE g.store_id = $1 AND g.id <> $2`, storeID, group); err != nil {
		return nil, err
	}
	var all []struct {
		Object string `db:"object"`
		line
	}
	if err := tx.Select(ctx, &all, `SELECT object, staff_id, action, before, after, at FROM audit_log WHERE action = 'extra.edit' AND at > $3
		AND object IN (SELECT id FROM extra_groups WHERE store_id = $1 AND id <> $2) ORDER BY at, id`, storeID, group, since); err != nil {
		return nil, err
	}
	lines, is := map[string][]line{}, map[string][]ExtraForm{}
	for _, l := range all {
		lines[l.Object] = append(lines[l.Object], l.line)
	}
	for _, r := range rows {
		is[r.GroupID] = append(is[r.GroupID], r.form())
	}
	for ref, of := range lines {
		edits, _, err := judgedAnew(of)
		if err != nil {
			return nil, err
		}
		lines[ref] = edits
	}
	// A file brings hundreds of groups in, each of which is compared with all others.
	english, arabic := map[string]int64{}, map[string]int64{}
	for _, r := range rows {
		if r.NameEN != "" {
			name := s.Catalog.Fold(r.NameEN)
			english[name] = max(english[name], r.Price)
		}
		if r.NameAR != "" {
			name := s.Catalog.Fold(r.NameAR)
			arabic[name] = max(arabic[name], r.Price)
		}
	}
	return func(e ExtraForm) (most int64, err error) {
		if e.NameEN != "" {
			most = max(most, english[s.Catalog.Fold(e.NameEN)])
		}
		if e.NameAR != "" {
			most = max(most, arabic[s.Catalog.Fold(e.NameAR)])
		}
		for ref, of := range lines {
			stood, err := s.stood(e, of, is[ref], since, now)
			if err != nil {
				return 0, err
			}
			most = max(most, stood)
		}
		return most, nil
	}, nil
}

// judgedAnew parts the log of a group into changes and wishes since two have let its
// prices, or the one owner: what was before that is compared with no more.
func judgedAnew(lines []line) (edits, asked []line, err error) {
	for _, l := range lines {
		var after past
		if err := json.Unmarshal([]byte(l.After), &after); err != nil {
			return nil, nil, err
		}
		switch {
		case l.Action == "extra.propose":
			asked = append(asked, l)
		case after.SoleOwner || len(after.Makers) > 0:
			edits, asked = nil, nil
		default:
			edits = append(edits, l)
		}
	}
	return edits, asked, nil
}

// among is the highest price of any extra in a group where one has to be chosen, or
// lately had to: what has a new name in such a choice, a size as a rule, stands for
// any of the others. What may be added is a thing of its own.
func (s *Service) among(form *GroupForm, lines []line, is []ExtraForm, since, now db.Millis) (most int64, err error) {
	required := form.Least > 0
	for _, l := range lines {
		var was past
		if err := json.Unmarshal([]byte(l.Before), &was); err != nil {
			return 0, err
		}
		required = required || was.Least > 0
	}
	if !required {
		return 0, nil
	}
	for _, o := range is {
		stood, err := s.stood(o, lines, is, since, now)
		if err != nil {
			return 0, err
		}
		most = max(most, stood)
	}
	return most, nil
}

// judged is what became of the prices of a group.
type judged struct {
	sole   bool
	makers []string
	wrong  []errs.Field // falls that wait for a second person
}

// judge finds the extras whose price falls far below what was asked for them, the
// rule of prices on the shelf. Whoever may let prices lets what somebody else asked
// for by saving the same; the one owner needs nobody.
func (s *Service) judge(ctx context.Context, tx *db.Tx, by Actor, storeID string, was *Record, form *GroupForm) (out judged, err error) {
	if by.StaffID == "" || by.StaffID == audit.CommandLine {
		return out, nil
	}
	limits, err := giving.InForce(ctx, tx)
	if err != nil {
		return out, err
	}
	group, version, is := "", int64(0), []ExtraForm(nil)
	if was != nil {
		group, version, is = was.ID, was.Version, was.Extras
	}
	now := s.Clock.Now()
	since := db.At(now.AddDate(0, 0, -int(limits.DropDays)))
	var lines []line
	if err := tx.Select(ctx, &lines, `SELECT staff_id, action, before, after, at FROM audit_log WHERE object = $1 AND action IN ('extra.edit', 'extra.propose')
		AND at > $2 ORDER BY at, id`, group, min(since, db.At(now.Add(-proposed)))); err != nil {
		return out, err
	}
	edits, asked, err := judgedAnew(lines)
	if err != nil {
		return out, err
	}
	other, err := s.elsewhere(ctx, tx, storeID, group, since, db.At(now))
	if err != nil {
		return out, err
	}
	fields := map[int]errs.Field{}
	for i, e := range form.Extras {
		if slices.ContainsFunc(is, func(o ExtraForm) bool {
			return o.ID == e.ID && o.NameEN == e.NameEN && o.NameAR == e.NameAR && e.Price.Minor >= o.Price.Minor
		}) {
			continue
		}
		most, err := s.stood(e, edits, is, since, db.At(now))
		if err != nil {
			return out, err
		}
		if most == 0 {
			if most, err = other(e); err != nil {
				return out, err
			}
		}
		if !slices.ContainsFunc(is, func(o ExtraForm) bool { return s.sameName(e, o) }) {
			dearest, err := s.among(form, edits, is, since, db.At(now))
			if err != nil {
				return out, err
			}
			most = max(most, dearest)
		}
		if e.Price.Minor*100 < most*(100-limits.Drop) {
			fields[i] = errs.Field{Name: "extras." + strconv.Itoa(i) + ".price", Key: "extras.falls_far", Args: []any{"highest", money.EGP(most).Major()}}
		}
	}
	if len(fields) == 0 {
		return out, nil
	}
	member := staff.Member{ID: by.StaffID, Role: by.Role}
	gift := giving.Gift{Object: "extras:" + group, Part: version, Giver: member, Unbounded: true}
	if was == nil {
		gift.Object, gift.Part = "extras-of:"+storeID, int64(db.At(now))
	}
	basis, err := giving.Give(ctx, tx, now, gift)
	if err != nil || basis != giving.Nobody {
		out.sole = basis == giving.SoleOwner
		return out, err
	}
	// A group is of all a store's branches: people of some are no second person for it.
	if by.Branches == nil && member.May(staff.DecidePrices) {
		if out.makers, err = s.askedFor(asked, form, fields, member, db.At(now.Add(-proposed))); err != nil {
			return out, err
		}
	}
	if len(out.makers) > 0 {
		may, err := giving.MayAgree(ctx, tx, now, member, out.makers...)
		if err != nil {
			return out, err
		}
		if may {
			gift.Giver = staff.Member{ID: out.makers[0]}
			_, err = giving.Agree(ctx, tx, now, member, gift, out.makers...)
			return out, err
		}
		out.makers = nil
	}
	for i := range form.Extras {
		if f, is := fields[i]; is {
			out.wrong = append(out.wrong, f)
		}
	}
	return out, nil
}

// askedFor names who asked for all the prices that fall far, if each was asked for
// lately, and by nobody who saves them now.
func (s *Service) askedFor(lines []line, form *GroupForm, far map[int]errs.Field, member staff.Member, since db.Millis) (makers []string, err error) {
	for i := range far {
		e, found := form.Extras[i], ""
		for _, l := range lines {
			var wish past
			if err := json.Unmarshal([]byte(l.After), &wish); err != nil {
				return nil, err
			}
			if l.At > since && slices.ContainsFunc(wish.Extras, func(o ExtraForm) bool {
				return o.ID == e.ID && o.NameEN == e.NameEN && o.NameAR == e.NameAR && o.Price == e.Price
			}) && l.Staff != member.ID {
				found = l.Staff
			}
		}
		if found == "" {
			return nil, nil
		}
		if !slices.Contains(makers, found) {
			makers = append(makers, found)
		}
	}
	return makers, nil
}

// facts are a group as the log has it.
type facts struct {
	*Record
	SoleOwner bool     `json:"sole_owner,omitempty"`
	Makers    []string `json:"makers,omitempty"`
}
