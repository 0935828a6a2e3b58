package approvals

import (
	"context"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// Asked is the member who last changed a proposal that needs a second person, and the time.
type Asked struct {
	AskedBy string    `json:"asked_by"`
	AskedAt db.Millis `json:"asked_at"`
}

// AskedBy returns the name of the last maker; names maps ids of staff to names.
func AskedBy(names map[string]string, at db.Millis, makers ...string) Asked {
	return Asked{AskedBy: names[makers[len(makers)-1]], AskedAt: at}
}

// Second reports whether the reader of a proposal may decide it.
type Second struct {
	CanDecide bool   `json:"can_decide" doc:"I may be the second person: I had no part in it, and neither set up the other's account lately; or I am the one owner of the shop."`
	WhyNot    string `json:"why_not" doc:"Why I may not; empty where I may."`
}

// SecondOf reports whether a member who has the needed capability may decide what makers proposed.
func SecondOf(ctx context.Context, q db.Querier, now time.Time, member staff.Member, needs httpapi.Capability,
	makers ...string) (Second, error) {
	why, err := RefusalText(ctx, q, now, member, makers...)
	return Second{CanDecide: why == "" && member.May(needs), WhyNot: why}, err
}
