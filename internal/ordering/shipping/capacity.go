package shipping

import (
	"context"
	"time"

	"wekala/internal/platform/db"
)

// noLimit is the guard's value for a booking without a limit.
const noLimit = int64(1) << 40

// Book prepares the write that takes one place of an hour, for a batch that the caller sends with its own writes. If it
// touches no row, the hour is full. Places are also counted without a limit, so that one can be set later.
func Book(branchID string, slot Slot, capacity int64) db.Stmt {
	if capacity <= 0 {
		capacity = noLimit
	}
	return db.Stmt{SQL: `INSERT INTO slot_bookings (branch_id, slot_at, used) VALUES ($1, $2, 1)
		ON CONFLICT (branch_id, slot_at) DO UPDATE SET used = slot_bookings.used + 1 WHERE slot_bookings.used < $3`,
		Args: []any{branchID, db.At(slot.From), capacity}}
}

// GiveUp releases the place of an order that ends undelivered, in the transaction that ends it.
func GiveUp(ctx context.Context, tx *db.Tx, branchID string, slotAt db.Millis) error {
	_, err := tx.Exec(ctx, `UPDATE slot_bookings SET used = used - 1 WHERE branch_id = $1 AND slot_at = $2 AND used > 0`,
		branchID, slotAt)
	return err
}

// Free leaves out the full hours of a branch. It serves the list from which a customer chooses; the guard of Book
// decides.
func Free(ctx context.Context, q db.Querier, branchID string, capacity int64, slots []Slot) ([]Slot, error) {
	if capacity <= 0 || len(slots) == 0 {
		return slots, nil
	}
	var full []db.Millis
	err := q.Select(ctx, &full, `SELECT slot_at FROM slot_bookings WHERE branch_id = $1 AND slot_at >= $2 AND used >= $3
		ORDER BY slot_at`,
		branchID, db.At(slots[0].From), capacity)
	if err != nil || len(full) == 0 {
		return slots, err
	}
	taken := map[time.Time]bool{}
	for _, at := range full {
		taken[at.Time()] = true
	}
	free := make([]Slot, 0, len(slots))
	for _, s := range slots {
		if !taken[s.From] {
			free = append(free, s)
		}
	}
	return free, nil
}
