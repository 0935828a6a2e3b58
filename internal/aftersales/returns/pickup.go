package returns

import (
	"context"
	"strconv"
	"time"

	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// Pickups take place in a few long slots a day, on days when the branch is open to receive the items.
var pickupHours = []int{10, 13, 16}

const (
	pickupLength = 3 * time.Hour
	// pickupNotice is the time for the branch to answer and for the courier to come.
	pickupNotice = 2 * time.Hour
	pickupDays   = 5  // opening days on offer
	pickupAhead  = 21 // days considered
)

// orderAddress means the address to which the order was delivered.
const orderAddress = "order"

// pickupSlots lists the times from now on at which items for a branch can be picked up. A branch that never opens has
// none.
func pickupSlots(b *branches.Branch, now time.Time) []shipping.Slot {
	var out []shipping.Slot
	local := now.In(clock.Cairo)
	days := 0
	for ahead := range pickupAhead {
		day := local.AddDate(0, 0, ahead)
		before := len(out)
		for _, hour := range pickupHours {
			from := time.Date(day.Year(), day.Month(), day.Day(), hour, 0, 0, 0, clock.Cairo).UTC()
			to := from.Add(pickupLength)
			if from.Before(now.Add(pickupNotice)) || !openBetween(b, from, to) {
				continue
			}
			out = append(out, shipping.Slot{From: from, To: to})
		}
		if len(out) > before {
			if days++; days == pickupDays {
				break
			}
		}
	}
	return out
}

// openBetween reports whether a branch is open at any whole hour of a slot, or at its end.
func openBetween(b *branches.Branch, from, to time.Time) bool {
	for at := from; !at.After(to); at = at.Add(time.Hour) {
		if b.Hours.At(at).Open {
			return true
		}
	}
	return false
}

func findSlot(b *branches.Branch, now time.Time, id string) (shipping.Slot, bool) {
	if _, err := strconv.ParseInt(id, 10, 64); err != nil {
		return shipping.Slot{}, false
	}
	for _, s := range pickupSlots(b, now) {
		if s.ID() == id {
			return s, true
		}
	}
	return shipping.Slot{}, false
}

// pickupPlace finds the pickup address: the order's delivery address, or another address of the customer's to which the
// branch delivers.
func (s *Service) pickupPlace(ctx context.Context, q db.Querier, o *orders.Order,
	addressID string) (addresses.Snapshot, error) {
	if addressID == "" || addressID == orderAddress {
		return addresses.ParseSnapshot(o.Address)
	}
	a, err := addresses.Get(ctx, q, o.UserID, addressID)
	if errs.Is(err, "common.not_found") {
		return addresses.Snapshot{}, errs.Invalid("address_id", "common.invalid")
	}
	if err != nil {
		return addresses.Snapshot{}, err
	}
	if b, ok := s.Branches.Branch(o.BranchID); ok {
		if _, found := b.ZoneAt(a.DistrictID, a.At()); found != branches.Reached {
			return addresses.Snapshot{}, errs.Invalid("address_id", "returns.not_picked_up_there")
		}
	}
	return s.Addresses.Snapshot(a), nil
}
