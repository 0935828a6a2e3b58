package extras

import (
	"context"
	"slices"
	"strconv"
	"time"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

// proposalDays is how many days a proposed price can be approved by a member who may decide prices and saves the same.
const proposalDays = 7

// proposalsFrom returns the time before which proposals have lapsed.
func proposalsFrom(now time.Time) db.Millis { return db.At(now.AddDate(0, 0, -proposalDays)) }

// alike reports whether customers would consider two extras the same.
func (s *Service) alike(a, b ExtraForm) bool {
	return a.ID != "" && a.ID == b.ID || a.NameEN != "" && s.Catalog.Fold(a.NameEN) == s.Catalog.Fold(b.NameEN) ||
		a.NameAR != "" && s.Catalog.Fold(a.NameAR) == s.Catalog.Fold(b.NameAR)
}

// sameName reports whether two extras have the same name in every language; a missing name may be added.
func (s *Service) sameName(is, was ExtraForm) bool {
	return s.Catalog.Fold(is.NameEN) == s.Catalog.Fold(was.NameEN) &&
		(was.NameAR == "" || s.Catalog.Fold(is.NameAR) == s.Catalog.Fold(was.NameAR))
}

// stood returns the highest price that an extra, or one with the same name, has had in a group since a time.
func (s *Service) stood(e ExtraForm, edits []change, is []ExtraForm, since, now db.Millis) int64 {
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
	for _, c := range edits {
		take(c.before.Extras, from, c.at)
		from = c.at
	}
	take(is, from, now)
	var most int64
	for _, id := range known {
		most = max(most, products.Highest(marks[id], since))
	}
	return most
}

// elsewhere returns the highest price that an extra of the same name has, or has had since a time, in the store's other
// groups. Taking the highest prevents lowering it step by step through several, renamed or emptied groups.
func (s *Service) elsewhere(ctx context.Context, tx *db.Tx, storeID, group string,
	since, now db.Millis) (func(ExtraForm) int64, error) {
	var rows []extraRow
	if err := tx.Select(ctx, &rows, extraColumns+
		` JOIN extra_groups g ON g.id = e.group_id WHERE g.store_id = $1 AND g.id <> $2`, storeID, group); err != nil {
		return nil, err
	}
	all, err := changesOf(ctx, tx, `NOT proposed AND at > $3
		AND group_id IN (SELECT id FROM extra_groups WHERE store_id = $1 AND id <> $2)`,
		storeID, group, since)
	if err != nil {
		return nil, err
	}
	edits, is := map[string][]change{}, map[string][]ExtraForm{}
	for _, c := range all {
		edits[c.groupID] = append(edits[c.groupID], c)
	}
	for ref, of := range edits {
		edits[ref], _ = sinceApproval(of)
	}
	for _, r := range rows {
		is[r.GroupID] = append(is[r.GroupID], r.form())
	}
	// An import adds hundreds of groups, and each is compared with all others.
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
	return func(e ExtraForm) (most int64) {
		if e.NameEN != "" {
			most = max(most, english[s.Catalog.Fold(e.NameEN)])
		}
		if e.NameAR != "" {
			most = max(most, arabic[s.Catalog.Fold(e.NameAR)])
		}
		for ref, of := range edits {
			most = max(most, s.stood(e, of, is[ref], since, now))
		}
		return most
	}, nil
}

// among returns the highest price of any extra in a group in which customers must choose, or recently had to: a new
// name in such a choice, usually a size, may replace any of the others. Optional extras are separate items.
func (s *Service) among(form *GroupForm, edits []change, is []ExtraForm, since, now db.Millis) (most int64) {
	if form.Least == 0 && !slices.ContainsFunc(edits, func(c change) bool { return c.before.Least > 0 }) {
		return 0
	}
	for _, o := range is {
		most = max(most, s.stood(o, edits, is, since, now))
	}
	return most
}

// called returns, for extras that are new, renamed in a language or cheaper, the prices of the store's products that
// have the same name.
func (s *Service) called(ctx context.Context, tx *db.Tx, limits approvals.Limits, storeID string,
	is, next []ExtraForm) ([]int64, error) {
	names := make([]i18n.Text, len(next))
	asks := false
	for i, e := range next {
		if !slices.ContainsFunc(is, func(o ExtraForm) bool {
			return s.sameName(e, o) && s.Catalog.Fold(e.NameAR) == s.Catalog.Fold(o.NameAR) && e.Price.Minor >= o.Price.Minor
		}) {
			names[i], asks = i18n.Text{EN: e.NameEN, AR: e.NameAR}, true
		}
	}
	if !asks {
		return make([]int64, len(next)), nil
	}
	return s.Catalog.DearestCalled(ctx, tx, s.Clock.Now(), limits, storeID, names)
}

// NamesVersion returns a value that changes with every change of a store's extras.
func (s *Service) NamesVersion(ctx context.Context, q db.Querier, storeID string) (products.ExtrasVersion, error) {
	var row struct {
		Groups    int64 `db:"n"`
		Versions  int64 `db:"versions"`
		UpdatedAt int64 `db:"updated_at"`
	}
	err := q.Get(ctx, &row, `SELECT COUNT(*) AS n, CAST(COALESCE(SUM(version), 0) AS BIGINT) AS versions,
		COALESCE(MAX(updated_at), 0) AS updated_at FROM extra_groups WHERE store_id = $1`, storeID)
	return products.ExtrasVersion(row), err
}

// Named lists the extras of a store, whether offered or not.
func (s *Service) Named(ctx context.Context, q db.Querier, storeID string) ([]products.NamedExtra, error) {
	var rows []extraRow
	err := q.Select(ctx, &rows, extraColumns+` JOIN extra_groups g ON g.id = e.group_id WHERE g.store_id = $1`, storeID)
	out := make([]products.NamedExtra, len(rows))
	for i, r := range rows {
		out[i] = products.NamedExtra{Name: i18n.Text{EN: r.NameEN, AR: r.NameAR}, Price: r.Price}
	}
	return out, err
}

// judged is the outcome of checking the prices of a group.
type judged struct {
	sole   bool
	makers []string
	whole  bool         // the makers proposed the group as it is saved, required choices included
	wrong  []errs.Field // falls that wait for a second person
}

// approved reports whether two people, or the sole owner, agreed to far lower prices.
func (j judged) approved() bool { return j.sole || len(j.makers) > 0 }

// judge finds the extras whose price drops too far below their recent price, by the same rule as for products. Members
// who may decide prices approve another person's proposal by saving the same values; the sole owner needs no second
// person.
func (s *Service) judge(ctx context.Context, tx *db.Tx, by Actor, storeID string, was *Record,
	form *GroupForm) (out judged, err error) {
	if by.StaffID == "" || by.StaffID == audit.CommandLine {
		return out, nil
	}
	limits, err := approvals.ReadLimits(ctx, tx)
	if err != nil {
		return out, err
	}
	group, version, is := "", int64(0), []ExtraForm(nil)
	if was != nil {
		group, version, is = was.ID, was.Version, was.Extras
	}
	now := s.Clock.Now()
	since := db.At(now.AddDate(0, 0, -int(limits.DropDays)))
	changes, err := changesOf(ctx, tx, `group_id = $1 AND at > $2`, group, min(since, proposalsFrom(now)))
	if err != nil {
		return out, err
	}
	edits, proposals := sinceApproval(changes)
	other, err := s.elsewhere(ctx, tx, storeID, group, since, db.At(now))
	if err != nil {
		return out, err
	}
	called, err := s.called(ctx, tx, limits, storeID, is, form.Extras)
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
		most := s.stood(e, edits, is, since, db.At(now))
		if most == 0 {
			most = other(e)
		}
		if !slices.ContainsFunc(is, func(o ExtraForm) bool { return s.sameName(e, o) }) {
			most = max(most, s.among(form, edits, is, since, db.At(now)))
		}
		most = max(most, called[i])
		if e.Price.Minor*100 < most*(100-limits.Drop) {
			fields[i] = errs.Field{Name: "extras." + strconv.Itoa(i) + ".price", Key: "extras.falls_far",
				Args: []any{"highest", money.EGP(most).Major()}}
		}
	}
	if len(fields) == 0 {
		return out, nil
	}
	member := staff.Member{ID: by.StaffID, Role: by.Role}
	gift := approvals.Grant{Object: "extras:" + group, Part: version, Giver: member, Unbounded: true}
	if was == nil {
		gift.Object, gift.Part = "extras-of:"+storeID, int64(db.At(now))
	}
	basis, err := approvals.ApproveAlone(ctx, tx, now, gift)
	if err != nil || basis != approvals.Nobody {
		out.sole = basis == approvals.SoleOwner
		return out, err
	}
	// A group belongs to all branches of a store: staff of only some of them cannot be the second person.
	if by.Branches == nil && member.May(staff.DecidePrices) {
		out.makers = proposers(proposals, form, fields, member, proposalsFrom(now))
	}
	if len(out.makers) > 0 {
		may, err := approvals.MayApprove(ctx, tx, now, member, out.makers...)
		if err != nil {
			return out, err
		}
		if may {
			gift.Giver = staff.Member{ID: out.makers[0]}
			out.whole = slices.ContainsFunc(proposals, func(p change) bool {
				return p.at > proposalsFrom(now) && p.staffID != by.StaffID && p.after.asks(form)
			})
			_, err = approvals.Approve(ctx, tx, now, member, gift, out.makers...)
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

// asks reports whether a group has the same choices at the same prices under p as in a form.
func (p prices) asks(form *GroupForm) bool {
	return p.Least == form.Least && slices.EqualFunc(p.Extras, form.Extras, func(a, b ExtraForm) bool {
		return a.Price == b.Price && a.Active == b.Active && a.Preset == b.Preset
	})
}

// proposers returns the other members who proposed all the large price drops since a time; nil if one of the drops was
// not proposed.
func proposers(proposals []change, form *GroupForm, far map[int]errs.Field, member staff.Member,
	since db.Millis) (makers []string) {
	for i := range far {
		e, found := form.Extras[i], ""
		for _, p := range proposals {
			if p.at > since && p.staffID != member.ID && slices.ContainsFunc(p.after.Extras, func(o ExtraForm) bool {
				return o.ID == e.ID && o.NameEN == e.NameEN && o.NameAR == e.NameAR && o.Price == e.Price
			}) {
				found = p.staffID
			}
		}
		if found == "" {
			return nil
		}
		if !slices.Contains(makers, found) {
			makers = append(makers, found)
		}
	}
	return makers
}

// facts is a group as the log records it.
type facts struct {
	*Record
	SoleOwner bool     `json:"sole_owner,omitempty"`
	Makers    []string `json:"makers,omitempty"`
}
