package branches

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
)

// Settings are a branch's settings for its orders.
type Settings struct {
	SlotCapacity  int64 `db:"slot_capacity" json:"slot_capacity"`   // orders an hour; 0: no limit
	PickupMinutes int64 `db:"pickup_minutes" json:"pickup_minutes"` // until an order can be collected; 0: nothing is
	AcceptMinutes int64 `db:"accept_minutes" json:"accept_minutes"` // to accept an order
	MinimumOrder  int64 `db:"minimum_order" json:"minimum_order"`   // minor units
	FreeFrom      int64 `db:"free_from" json:"free_from"`           // items from which delivery is free; 0: never
	Closed        bool  `db:"switched_closed" json:"closed"`        // by hand, whatever the hours say
}

// SettingsOf reads a branch's settings; db.ErrNoRows if there is no such branch.
func SettingsOf(ctx context.Context, q db.Querier, branchID string) (Settings, error) {
	var s Settings
	err := q.Get(ctx, &s, `SELECT slot_capacity, pickup_minutes, accept_minutes, minimum_order, free_from, switched_closed
		FROM branches WHERE id = $1`, branchID)
	return s, err
}

// Decide replaces the settings that were read, and reports whether they were still current. Callers publish the change.
func Decide(ctx context.Context, tx *db.Tx, branchID string, was, next Settings) (bool, error) {
	// Turning the switch ends a pause and clears its reason.
	n, err := tx.Exec(ctx, `UPDATE branches SET slot_capacity = $2, pickup_minutes = $3, accept_minutes = $4,
		minimum_order = $5, free_from = $6,
			switched_closed = $7, paused_until = CASE WHEN switched_closed = $7 THEN paused_until END,
			pause_reason = CASE WHEN switched_closed = $7 THEN pause_reason ELSE '' END
		WHERE id = $1 AND slot_capacity = $8 AND pickup_minutes = $9 AND accept_minutes = $10 AND minimum_order = $11
		AND free_from = $12
			AND switched_closed = $13`,
		branchID, next.SlotCapacity, next.PickupMinutes, next.AcceptMinutes, next.MinimumOrder, next.FreeFrom, next.Closed,
		was.SlotCapacity, was.PickupMinutes, was.AcceptMinutes, was.MinimumOrder, was.FreeFrom, was.Closed)
	return n == 1, err
}

// decide is Decide for a member of staff, for whom the switch counts as a pause.
func (s *Service) decide(ctx context.Context, tx *db.Tx, member staff.Member, branchID string,
	was, next Settings) (bool, error) {
	if was.Closed != next.Closed {
		if err := hold(ctx, tx, "branches", branchID); err != nil {
			return false, err
		}
		if err := s.takeDown(ctx, tx, member, ofBranches, branchID, heldPaused, next.Closed); err != nil {
			return false, err
		}
	}
	return Decide(ctx, tx, branchID, was, next)
}
