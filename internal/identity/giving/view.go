package giving

import (
	"context"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// Asked is who asked last for what waits for a second person, and when.
type Asked struct {
	AskedBy string    `json:"asked_by"`
	AskedAt db.Millis `json:"asked_at"`
}

// AskedBy names the last of the makers, out of the names of staff by id.
func AskedBy(names map[string]string, at db.Millis, makers ...string) Asked {
	return Asked{AskedBy: names[makers[len(makers)-1]], AskedAt: at}
}

// Second is whether whoever looks at what waits may decide about it.
type Second struct {
	CanDecide bool   `json:"can_decide" doc:"I may be the second person: I had no part in it, and neither set up the other's account lately; or I am the one owner of the shop."`
	WhyNot    string `json:"why_not" doc:"Why I may not; empty where I may."`
}

// SecondOf reports whether a member of staff may be the second person for what makers
// asked for, as whoever decides needs a capability.
func SecondOf(ctx context.Context, q db.Querier, now time.Time, member staff.Member, needs httpapi.Capability, makers ...string) (Second, error) {
	why, err := Words(ctx, q, now, member, makers...)
	return Second{CanDecide: why == "" && member.May(needs), WhyNot: why}, err
}
