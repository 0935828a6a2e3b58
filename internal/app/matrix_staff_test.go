package app_test

import (
	"encoding/base32"
	"testing"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"wekala/internal/app/apptest"
	team "wekala/internal/identity/staff"
	"wekala/internal/platform/id"
)

// ofOwners is what only owners may do.
var ofOwners = with(everybody(unauthorized), staff, "403 not_allowed", elsewhere, "403 not_allowed", boss, ok, editor,
	"403 not_allowed")

// colleague is another member of staff, adjusted by a change.
func colleague(change string) func(*matrix) thing {
	return func(m *matrix) thing {
		who := staffOf(m.s, m.s.Staff("support"))
		if change != "" {
			m.s.Exec(`UPDATE staff SET `+change+` WHERE id = $1`, who)
		}
		return thing{id: who, missing: "stf_none", owner: m.stall}
	}
}

func staffOf(s *apptest.Shop, token string) string {
	return apptest.Get[string](s, `SELECT staff_id FROM staff_sessions WHERE token_hash = $1`, id.Digest(token))
}

// ownSession is another session of the shop's owner.
func (m *matrix) ownSession() thing {
	session, now := id.New("sts"), m.s.Clock.Now().UnixMilli()
	m.s.Exec(`INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
		VALUES ($5, $1, $2, $3, $4, $3)`,
		session, staffOf(m.s, m.tokens[boss]), now, now+3_600_000, id.Digest(session))
	return thing{id: session, missing: "sts_none", owner: m.stall}
}

// invitation is an invitation that has not been accepted.
func (m *matrix) invitation() thing {
	invited, now := id.New("inv"), m.s.Clock.Now().UnixMilli()
	m.s.Exec(`INSERT INTO staff_invitations (id, token_hash, name, phone, role, invited_by, created_at, expires_at)
		VALUES ($1, $1, 'x', $1, 'support', $2, $3, $4)`,
		invited, staffOf(m.s, m.tokens[boss]), now, now+3_600_000)
	return thing{id: invited, missing: "inv_none", owner: m.stall}
}

// settingsLine is a line of the log that can be undone.
func (m *matrix) settingsLine() thing {
	m.s.Exec(`UPDATE branches SET slot_capacity = 0, pickup_minutes = 0, accept_minutes = 9, minimum_order = 0,
		switched_closed = $2 WHERE id = $1`, apptest.Koshary, false)
	line := id.New("aud")
	m.s.Exec(`INSERT INTO audit_log (id, staff_id, action, object, before, after, reason, at)
		VALUES ($1, 'stf_x', 'branch.settings', $2, $3, $4, '', 1)`,
		line, apptest.Koshary, `{"slot_capacity":0,"pickup_minutes":0,"accept_minutes":7,"minimum_order":0,"closed":false}`,
		`{"slot_capacity":0,"pickup_minutes":0,"accept_minutes":9,"minimum_order":0,"closed":false}`)
	return thing{id: line, missing: "aud_none", owner: m.stall}
}

func bodyIs(body any) func(*matrix, thing, string) any {
	return func(*matrix, thing, string) any { return body }
}

// Staff: their own accounts and each other's.
var _ = addCases(map[string][]idCase{
	"DELETE /console/account/sessions/{id}": {{make: (*matrix).ownSession,
		want: with(everybody(unauthorized), staff, notFound, elsewhere, notFound, boss, ok, editor, notFound)}},
	"POST /console/staff/{id}/lock": {
		{make: colleague(""), want: ofOwners, body: bodyIs(fields{"reason": "left"})}},
	"POST /console/staff/{id}/unlock": {
		{make: colleague("disabled_at = 1"), want: ofOwners, body: bodyIs(fields{})}},
	"POST /console/staff/{id}/role": {
		{make: colleague(""), want: ofOwners, body: bodyIs(fields{"role": "finance", "version": 1})}},
	"POST /console/staff/{id}/password":            {{make: colleague(""), want: ofOwners}},
	"POST /console/staff/{id}/end-sessions":        {{make: colleague(""), want: ofOwners}},
	"POST /console/staff/{id}/reset-second-factor": {{make: colleague("totp_since = 1"), want: ofOwners}},
	"GET /console/staff/{id}":                      {{make: colleague(""), want: ofOwners}},
	"GET /console/staff ?branch_id":                {{make: fixed(apptest.Koshary, "no-such-branch"), want: ofOwners}},
	"PUT /console/staff/{id}": {{make: colleague(""), want: ofOwners,
		body: bodyIs(
			fields{"name": "Karim", "phone": "01001112223", "role": "support", "branches": []string{}, "version": 1})}},
	"DELETE /console/staff-sessions/{id}": {{make: (*matrix).ownSession, want: ofOwners}},
	"DELETE /console/invitations/{id}":    {{make: (*matrix).invitation, want: ofOwners}},
	"POST /console/audit/{id}/revert":     {{make: (*matrix).settingsLine, want: ofOwners}},
})

var _ = addWrites(map[string]write{
	"console-change-password": {share: 1, staff: true, body: func(ids) fields {
		return fields{"current_password": "wrong-Pass-1", "password": "n3w!harbour"}
	}},
	"console-begin-second-factor": {share: 1, staff: true,
		body: func(ids) fields { return fields{"current_password": "wrong-Pass-1"} }},
	"console-confirm-second-factor": {share: 1, staff: true, body: func(ids) fields { return fields{"code": "000000"} }},
	"console-end-second-factor": {share: 1, staff: true, body: func(ids) fields {
		return fields{"current_password": "wrong-Pass-1", "code": "000000"}
	}},
	"console-renew-recovery-codes": {share: 1, staff: true, body: func(ids) fields {
		return fields{"current_password": "wrong-Pass-1", "code": "000000"}
	}},
	"console-confirm-restored": {share: 1, staff: true, body: func(ids) fields {
		return fields{"current_password": "wrong-Pass-1", "code": "000000"}
	}},
	"console-lock-staff": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reason": "left"} }},
	"console-unlock-staff": {share: 1, staff: true, path: "nothing",
		body: func(ids) fields { return fields{"reason": "back"} }},
	"console-edit-staff": {share: 1, staff: true, path: "nothing", body: func(ids) fields {
		return fields{"name": "Karim", "phone": "01001112223", "role": "support", "branches": []string{}, "version": 1}
	}},
	"console-invite-staff": {share: 1, staff: true, body: func(in ids) fields {
		return fields{"name": "Karim", "phone": in.phone, "role": "support", "branches": []string{}}
	}},
	"console-look-at-invitation": {share: 1, body: func(ids) fields { return fields{"secret": "nothing"} }},
	"console-join": {
		share: 1, body: func(ids) fields { return fields{"secret": "nothing", "password": "n3w!harbour"} }},
	"console-set-role": {share: 1, staff: true, path: "nothing", body: func(ids) fields {
		return fields{"role": "manager", "branches": []string{apptest.Koshary}, "version": 1}
	}},
})

// ownAccount prepares an owner's request about their own account so that it has an effect, and returns the body; nil
// for every other operation.
func (m *matrix) ownAccount(t *testing.T, op string) any {
	t.Helper()
	proof := fields{"current_password": apptest.StaffPassword}
	factor := func() (codes []string) {
		m.s.Exec(`UPDATE staff SET totp_secret = NULL, totp_since = NULL, totp_step = 0`)
		var setup team.FactorSetup
		m.s.Do("POST", "/console/account/second-factor", m.tokens[boss], proof).Into(t, &setup)
		if op == "console-confirm-second-factor" {
			return []string{factorCode(t, m.s, setup.Secret)}
		}
		var made team.RecoveryCodes
		m.s.Do("POST", "/console/account/second-factor/confirm", m.tokens[boss],
			fields{"code": factorCode(t, m.s, setup.Secret)}).Into(t, &made)
		return made.Codes
	}
	switch op {
	case "console-change-password":
		return fields{"current_password": apptest.StaffPassword, "password": "n3w!harbour"}
	case "console-begin-second-factor":
		m.s.Exec(`UPDATE staff SET password_hash = $1`, apptest.StaffHash())
		return proof
	case "console-confirm-second-factor":
		return fields{"code": factor()[0]}
	case "console-confirm-restored":
		m.s.Exec(`INSERT INTO settings (key, value, updated_at)
			VALUES ('shop.restored', '{"restored_at":"2026-11-01T08:00:00Z"}', 1)`)
		m.s.Exec(`UPDATE catalog_version SET version = version + 1`)
		if err := m.s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { m.s.Exec(`DELETE FROM settings WHERE key = 'shop.restored'`) })
		return fields{"current_password": apptest.StaffPassword, "code": factor()[0]}
	case "console-end-second-factor", "console-renew-recovery-codes":
		return fields{"current_password": apptest.StaffPassword, "code": factor()[0]}
	}
	return nil
}

// factorCode is the code that an authenticator app with this secret shows now.
func factorCode(t *testing.T, s *apptest.Shop, secret string) string {
	t.Helper()
	if _, err := base32.StdEncoding.WithPadding(base32.NoPadding).DecodeString(secret); err != nil {
		t.Fatal(err)
	}
	code, err := hotp.GenerateCodeCustom(secret, uint64(s.Clock.Now().Unix()/30), hotp.ValidateOpts{Digits: otp.DigitsSix})
	if err != nil {
		t.Fatal(err)
	}
	return code
}
