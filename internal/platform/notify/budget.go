package notify

import (
	"context"
	"log/slog"
	"strings"

	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
)

// Budget bounds what SMS and WhatsApp notices can cost, per counters.Window,
// whoever causes them. Codes have a budget of their own where they are asked
// for, so neither keeps the other back. What is over it stands in the inbox and
// in browsers all the same.
type Budget struct {
	PerNumber int64 // to one phone
	PerCause  int64 // of one feature: orders, returns, support, …
	All       int64 // what the shop is ready to pay for
}

// DefaultBudget suits a shop with some thousand orders a day.
var DefaultBudget = Budget{PerNumber: 20, PerCause: 1500, All: 3000}

// afford counts a notice before it is sent for the first time, and says why it
// may not be, "" where it may. A stand-in was counted with what it stands in
// for.
func (s *Service) afford(ctx context.Context, m sending) (refusal string, err error) {
	if s.cfg.Demo || m.ChallengeID != nil || m.Replaces != nil || m.Attempts > 0 || m.Unsure > 0 || m.Channel != SMS && m.Channel != WhatsApp {
		return "", nil
	}
	cause, _, _ := strings.Cut(m.Template, ".")
	now, b := s.clock.Now(), s.cfg.Budget
	err = s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		refusal = ""
		for _, one := range []struct {
			key, what string
			limit     int64
		}{
			{"notice:number:" + counters.Digest(s.cfg.Secret, m.Recipient), "this number", b.PerNumber},
			{"notice:cause:" + cause, cause, b.PerCause},
			{"notice:all", "the shop", b.All},
		} {
			used, _, ok, err := counters.Spend(ctx, tx, one.key, one.limit, now)
			if err != nil {
				return err
			}
			if !ok {
				refusal = "too many messages of " + one.what + " in an hour"
				return nil
			}
			if one.what != "this number" && (used == one.limit/2 || used == one.limit) {
				tx.AfterCommit(func() {
					slog.Error("unusually many notices are being sent", "of", one.what, "used", used, "budget", one.limit)
				})
			}
		}
		return nil
	})
	return refusal, err
}
