package staff

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/settings"
)

// factorSetting is the key that says who needs a second factor. It is read with
// every request of those it is about, so it holds on every node at once.
const factorSetting = "second_factor"

type factorRule struct {
	Required bool `json:"required"`
}

// FactorRequired reports whether the shop asks owners and finance for a second
// factor.
func FactorRequired(ctx context.Context, q db.Querier) (bool, error) {
	var rule factorRule
	err := settings.Read(ctx, q, factorSetting, &rule)
	return rule.Required, err
}

// RequireFactor has the shop ask owners and finance for a second factor, or not.
func RequireFactor(ctx context.Context, tx *db.Tx, required bool, now time.Time) error {
	return settings.Write(ctx, tx, factorSetting, factorRule{required}, now)
}

// asksFactor is what NeedsSecondFactor is where nobody says otherwise.
func asksFactor(ctx context.Context, q db.Querier, role Role) (bool, error) {
	if role != Owner && role != Finance {
		return false, nil
	}
	return FactorRequired(ctx, q)
}
