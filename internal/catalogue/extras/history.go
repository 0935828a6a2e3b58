package extras

import (
	"context"
	"encoding/json"

	"wekala/internal/identity/approvals"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// prices are the prices of a group at one time.
type prices struct {
	Least  int64       `json:"least"`
	Extras []ExtraForm `json:"extras"`
}

// A change is an edit of a group's prices, or a pending proposal of new ones.
type change struct {
	groupID, staffID   string
	proposed, approved bool
	before, after      prices
	at                 db.Millis
}

// changesOf reads changes in the order in which they were made. where is a condition on extra_changes.
func changesOf(ctx context.Context, q db.Querier, where string, args ...any) ([]change, error) {
	var rows []struct {
		GroupID  string `db:"group_id"`
		StaffID  string `db:"staff_id"`
		Proposed bool
		Approved bool
		Before   string
		After    string
		At       db.Millis
	}
	if err := q.Select(ctx, &rows, `SELECT group_id, staff_id, proposed, approved, before, after, at FROM extra_changes
		WHERE `+where+` ORDER BY at, id`, args...); err != nil {
		return nil, err
	}
	out := make([]change, len(rows))
	for i, r := range rows {
		out[i] = change{groupID: r.GroupID, staffID: r.StaffID, proposed: r.Proposed, approved: r.Approved, at: r.At}
		if err := json.Unmarshal([]byte(r.Before), &out[i].before); err != nil {
			return nil, err
		}
		if err := json.Unmarshal([]byte(r.After), &out[i].after); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// editsSince reads the edits of a group's prices since a time, without those before an approval.
func editsSince(ctx context.Context, q db.Querier, group string, since db.Millis) ([]change, error) {
	all, err := changesOf(ctx, q, `group_id = $1 AND NOT proposed AND at > $2`, group, since)
	edits, _ := sinceApproval(all)
	return edits, err
}

// sinceApproval separates edits from proposals, and leaves out everything before the last approved edit: two people, or
// the sole owner, agreed to the prices set then.
func sinceApproval(changes []change) (edits, proposals []change) {
	for _, c := range changes {
		switch {
		case c.proposed:
			proposals = append(proposals, c)
		case c.approved:
			edits, proposals = nil, nil
		default:
			edits = append(edits, c)
		}
	}
	return edits, proposals
}

// keepChange stores a change of a group for as long as later prices are compared with it.
func keepChange(ctx context.Context, tx *db.Tx, c change) error {
	before, err := json.Marshal(c.before)
	if err != nil {
		return err
	}
	after, err := json.Marshal(c.after)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM extra_changes WHERE group_id = $1 AND at < $2`, c.groupID, forgotten(c.at))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO extra_changes (id, group_id, staff_id, proposed, approved, before, after, at)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`, id.New("xch"), c.groupID, c.staffID, c.proposed, c.approved,
		string(before), string(after), c.at)
	return err
}

// groupsSince lists the sets of groups that a product had since a time, without those before an approval.
func groupsSince(ctx context.Context, q db.Querier, productID string, since db.Millis) ([][]string, error) {
	var rows []struct {
		Before   string
		Approved bool
	}
	if err := q.Select(ctx, &rows, `SELECT before, approved FROM product_extra_changes WHERE product_id = $1 AND at > $2
		ORDER BY at, id`, productID, since); err != nil {
		return nil, err
	}
	sets := [][]string{}
	for _, r := range rows {
		if r.Approved {
			sets = sets[:0]
			continue
		}
		var before attached
		if err := json.Unmarshal([]byte(r.Before), &before); err != nil {
			return nil, err
		}
		sets = append(sets, before.Groups)
	}
	return sets, nil
}

// keepGroups stores the groups that a product had before a change, for as long as later prices are compared with them.
func keepGroups(ctx context.Context, tx *db.Tx, productID string, had []string, approved bool, at db.Millis) error {
	before, err := json.Marshal(attached{Groups: had})
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `DELETE FROM product_extra_changes WHERE product_id = $1 AND at < $2`, productID, forgotten(at))
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `INSERT INTO product_extra_changes (id, product_id, approved, before, at)
		VALUES ($1, $2, $3, $4, $5)`, id.New("pxc"), productID, approved, string(before), at)
	return err
}

// forgotten is the time before which no price is used for comparison, whatever limits are configured.
func forgotten(now db.Millis) db.Millis {
	return db.At(now.Time().AddDate(0, 0, -max(approvals.MaxDropDays, proposalDays)-1))
}
