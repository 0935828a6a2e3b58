package backups

import (
	"context"
	"strings"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

// Mail notifies owners by e-mail.
type Mail struct {
	Notify    *notify.Service
	Clock     clock.Clock
	PublicURL string
}

// Alarm sends all owners with an e-mail address a message that a backup failed, and what to do.
func (m Mail) Alarm(ctx context.Context, tx *db.Tx, problem, detail string) error {
	if !m.Notify.Carries(notify.Email) {
		return nil
	}
	var owners []struct {
		Email string `db:"email"`
		Lang  string `db:"lang"`
	}
	if err := tx.Select(ctx, &owners, `SELECT email, lang FROM staff WHERE role = 'owner' AND disabled_at IS NULL
		AND email IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM staff_branches b WHERE b.staff_id = staff.id) ORDER BY id`); err != nil {
		return err
	}
	for _, o := range owners {
		if err := notify.Send(ctx, tx, notify.Message{
			Channel: notify.Email, To: o.Email, Template: "backups.alarm", Lang: o.Lang, At: m.Clock.Now(),
			Params: map[string]string{"what": i18n.T(o.Lang, "backups.problem_"+problem), "detail": strings.TrimSpace(detail),
				"link": m.PublicURL + "/console/backups"}}); err != nil {
			return err
		}
	}
	return nil
}
