package staff

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/settings"
)

// factorSetting is the settings key that says whether a second factor is required. It is read with every request of the
// affected roles, so a change applies to every node immediately.
const factorSetting = "second_factor"

type factorRule struct {
	Required bool `json:"required"`
}

// FactorRequired reports whether the shop requires a second factor of owners and finance.
func FactorRequired(ctx context.Context, q db.Querier) (bool, error) {
	var rule factorRule
	err := settings.Read(ctx, q, factorSetting, &rule)
	return rule.Required, err
}

// RequireFactor sets whether the shop requires a second factor of owners and finance.
func RequireFactor(ctx context.Context, tx *db.Tx, required bool, now time.Time) error {
	return settings.Write(ctx, tx, factorSetting, factorRule{required}, now)
}

// asksFactor is the default for NeedsSecondFactor.
func asksFactor(ctx context.Context, q db.Querier, role Role) (bool, error) {
	if role != Owner && role != Finance {
		return false, nil
	}
	return FactorRequired(ctx, q)
}
