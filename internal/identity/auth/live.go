package auth

import (
	"context"

	"wekala/internal/platform/db"
)

// LiveCode is a sign-in code that can still be used.
type LiveCode struct {
	Phone, Code       string
	SentAt, ExpiresAt db.Millis
}

// LiveCodes lists the valid sign-in codes of some phones, newest first, for the owner of a shop that has no provider
// for codes yet. The caller checks the right to call it. Accounts created before since are left out, unless since is 0.
func (s *Service) LiveCodes(ctx context.Context, phones []string, since db.Millis) ([]LiveCode, error) {
	var all []LiveCode
	if len(phones) == 0 {
		return all, nil
	}
	var rows []struct {
		challenge
		Phone string `db:"phone"`
	}
	now := db.At(s.clock.Now())
	err := s.db.Select(ctx, &rows, `SELECT `+challengeColumns+`, phone FROM otp_challenges
		WHERE purpose = $1 AND expires_at > $2 AND used_at IS NULL AND replaced_at IS NULL
		AND phone IN (`+db.List(4, len(phones))+`)
			AND NOT EXISTS (SELECT 1 FROM users u WHERE u.phone = otp_challenges.phone AND u.created_at < $3)
		ORDER BY created_at DESC, id DESC`, append([]any{purposeLogin, now, since}, db.Args(phones)...)...)
	for _, r := range rows {
		if r.Tries < CodeTries {
			all = append(all, LiveCode{r.Phone, s.codeOf(r.ID, r.Nonce), r.CreatedAt, r.ExpiresAt})
		}
	}
	return all, err
}

// Invited reports whether a customer's phone may currently sign in.
func (s *Service) Invited(ctx context.Context, userID string) (bool, error) {
	if s.cfg.Admits == nil {
		return true, nil
	}
	var phone *string
	err := s.db.Get(ctx, &phone, `SELECT phone FROM users WHERE id = $1`, userID)
	return err == nil && phone != nil && s.cfg.Admits(*phone), err
}
