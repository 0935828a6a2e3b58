package staff

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
	"time"

	"github.com/boombuler/barcode/qr"
	"github.com/pquerna/otp"
	"github.com/pquerna/otp/hotp"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// The second factor: codes of RFC 6238 from an app, with six digits and a new one every 30 seconds; the previous and
// the next one are accepted in case clocks differ. Ten recovery codes on paper replace a lost app.
const (
	stepSeconds   = 30
	stepsAside    = 1
	factorBytes   = 20
	recoveryCodes = 10
	issuer        = "Wekala"
)

var (
	totpForm  = hotp.ValidateOpts{Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}
	factor32  = base32.StdEncoding.WithPadding(base32.NoPadding)
	errNoKeys = errors.New("staff: second factors need the program's key")
)

// factorKeys encrypt the secrets of codes and hash recovery codes. Both keys are derived from the program's key, which
// is not in the database.
type factorKeys struct {
	aead cipher.AEAD
	mac  []byte
}

func newFactorKeys(secret []byte) (*factorKeys, error) {
	if len(secret) < 16 {
		return nil, errNoKeys
	}
	key, err := hkdf.Key(sha256.New, secret, nil, "wekala staff second factor", 32)
	if err != nil {
		return nil, err
	}
	mac, err := hkdf.Key(sha256.New, secret, nil, "wekala staff recovery codes", 32)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil, err
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	return &factorKeys{aead, mac}, err
}

// seal encrypts a member's secret. It can be decrypted only for the same member.
func (k *factorKeys) seal(memberID string, secret []byte) []byte {
	return k.aead.Seal(nil, nil, secret, []byte(memberID))
}

func (k *factorKeys) unseal(memberID string, sealed []byte) ([]byte, error) {
	return k.aead.Open(nil, nil, sealed, []byte(memberID))
}

// hash returns the stored form of a recovery code.
func (k *factorKeys) hash(memberID, code string) string {
	mac := hmac.New(sha256.New, k.mac)
	mac.Write([]byte(memberID + " " + code))
	return hex.EncodeToString(mac.Sum(nil))
}

// cleanCode normalises a typed code: any digits, with spaces or hyphens.
func cleanCode(code string) string {
	code = strings.ToLower(money.LatinDigits(httpapi.Clean(code)))
	return strings.Map(func(r rune) rune {
		if r == '-' || r == ' ' {
			return -1
		}
		return r
	}, code)
}

// stepOf returns the time step that a code belongs to.
func stepOf(secret []byte, code string, now time.Time) (step int64, ok bool, err error) {
	at := now.Unix() / stepSeconds
	for aside := int64(-stepsAside); aside <= stepsAside; aside++ {
		want, err := hotp.GenerateCodeCustom(factor32.EncodeToString(secret), uint64(at+aside), totpForm)
		if err != nil {
			return 0, false, err
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = at+aside, true
		}
	}
	return step, ok, nil
}

// factor checks a code of the second factor and returns a function that uses it up. A code of the app must be later
// than the last used one; a recovery code can be used once.
func (s *Service) factor(ctx context.Context, row record,
	typed string) (use func(context.Context, *db.Tx) error, err error) {
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	code := cleanCode(typed)
	if len(code) != totpForm.Digits.Length() {
		return s.recovery(row.ID, keys.hash(row.ID, code)), nil
	}
	secret, err := keys.unseal(row.ID, row.TOTPSecret)
	if err != nil {
		return nil,
			errors.New("staff: a second factor cannot be decrypted: was WEKALA_SECRET changed? wekala staff " +
				"reset-second-factor takes it off")
	}
	step, ok, err := stepOf(secret, code, s.Clock.Now())
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errs.Invalid("code", "auth.second_factor_wrong")
	}
	return func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE staff SET totp_step = $2 WHERE id = $1 AND totp_step < $2 AND totp_since IS NOT NULL
			AND totp_secret = $3`,
			row.ID, step, row.TOTPSecret)
		if err == nil && n == 0 {
			return errs.Invalid("code", "auth.second_factor_used")
		}
		return err
	}, nil
}

// recovery returns a function that uses up a recovery code.
func (s *Service) recovery(memberID, hash string) func(context.Context, *db.Tx) error {
	return func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE staff_recovery_codes SET used_at = $3 WHERE staff_id = $1 AND code_hash = $2
			AND used_at IS NULL`,
			memberID, hash, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("code", "auth.second_factor_wrong")
		}
		return s.note(ctx, tx, memberID, "staff.recovery_code", memberID, nil, nil, "")
	}
}

// FactorSetup is the data that an authenticator app receives, once.
type FactorSetup struct {
	Secret string   `json:"secret" doc:"To type where the picture cannot be read."`
	URI    string   `json:"uri"`
	QR     []string `json:"qr" doc:"The same as a QR code: rows of 0 and 1, without its quiet zone."`
}

// BeginFactor creates a secret for an app. It takes effect once the member has entered a code of it.
func (s *Service) BeginFactor(ctx context.Context, member Member, password string) (FactorSetup, error) {
	keys, err := s.keys()
	if err != nil {
		return FactorSetup{}, err
	}
	row, giveBack, err := s.prove(ctx, member, password)
	if err != nil {
		return FactorSetup{}, err
	}
	secret := make([]byte, factorBytes)
	if _, err := rand.Read(secret); err != nil {
		return FactorSetup{}, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := giveBack(ctx, tx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `UPDATE staff SET totp_secret = $2 WHERE id = $1 AND totp_since IS NULL`, row.ID,
			keys.seal(row.ID, secret))
		if err == nil && n == 0 {
			return errs.Conflict("auth.second_factor_there")
		}
		return err
	})
	if err != nil {
		return FactorSetup{}, err
	}
	text := factor32.EncodeToString(secret)
	uri := (&url.URL{Scheme: "otpauth", Host: "totp", Path: "/" + issuer + ":" + row.Email,
		RawQuery: url.Values{"secret": {text}, "issuer": {issuer}}.Encode()}).String()
	rows, err := drawn(uri)
	return FactorSetup{text, uri, rows}, err
}

// drawn returns a QR code as rows of 0 and 1.
func drawn(text string) ([]string, error) {
	code, err := qr.Encode(text, qr.M, qr.Auto)
	if err != nil {
		return nil, err
	}
	size := code.Bounds()
	rows := make([]string, 0, size.Dy())
	for y := size.Min.Y; y < size.Max.Y; y++ {
		row := make([]byte, 0, size.Dx())
		for x := size.Min.X; x < size.Max.X; x++ {
			cell := byte('0')
			if r, _, _, _ := code.At(x, y).RGBA(); r == 0 {
				cell = '1'
			}
			row = append(row, cell)
		}
		rows = append(rows, string(row))
	}
	return rows, nil
}

// ConfirmFactor activates a second factor with a code of it, ends the sessions that were opened without it, and returns
// the recovery codes, once.
func (s *Service) ConfirmFactor(ctx context.Context, member Member, code string) (codes []string, err error) {
	var row record
	if err := s.DB.Get(ctx, &row, `SELECT `+recordColumns+` FROM staff m WHERE m.id = $1`, member.ID); err != nil {
		return nil, err
	}
	if row.TOTPSecret == nil || row.TOTPSince != nil {
		return nil, errs.Conflict("auth.second_factor_begin")
	}
	if _, err := s.mayTry(ctx, codeTries, "staff_code", row.ID, knownDevice{ID: member.SessionID}, SignIn{}); err != nil {
		return nil, err
	}
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	secret, err := keys.unseal(row.ID, row.TOTPSecret)
	if err != nil {
		return nil, errs.Conflict("auth.second_factor_begin")
	}
	step, ok, err := stepOf(secret, cleanCode(code), s.Clock.Now())
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, errs.Invalid("code", "auth.second_factor_wrong")
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := db.At(s.Clock.Now())
		n, err := tx.Exec(ctx, `UPDATE staff SET totp_since = $3, totp_step = $4 WHERE id = $1 AND totp_secret = $2
			AND totp_since IS NULL`,
			row.ID, row.TOTPSecret, now, step)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("auth.second_factor_begin")
		}
		ended, err := endSessions(ctx, tx, row.ID, member.SessionID, now)
		if err != nil {
			return err
		}
		if codes, err = newRecovery(ctx, tx, keys, row.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, member.ID, "staff.second_factor_on", row.ID, state{"second_factor": false},
			state{"second_factor": true, "sessions_ended": ended}, "")
	})
	return codes, err
}

// newRecovery replaces a member's recovery codes with new ones of 50 bits each.
func newRecovery(ctx context.Context, tx *db.Tx, keys *factorKeys, memberID string) ([]string, error) {
	if _, err := tx.Exec(ctx, `DELETE FROM staff_recovery_codes WHERE staff_id = $1`, memberID); err != nil {
		return nil, err
	}
	codes := make([]string, recoveryCodes)
	for i := range codes {
		text := strings.ToLower(rand.Text())[:10]
		codes[i] = text[:5] + "-" + text[5:]
		if _, err := tx.Exec(ctx, `INSERT INTO staff_recovery_codes (staff_id, code_hash) VALUES ($1, $2)`, memberID,
			keys.hash(memberID, text)); err != nil {
			return nil, err
		}
	}
	return codes, nil
}

// dropFactor removes a second factor, and reports whether there was one.
func dropFactor(ctx context.Context, tx *db.Tx, memberID string) (had bool, err error) {
	n, err := tx.Exec(ctx, `UPDATE staff SET totp_secret = NULL, totp_since = NULL, totp_step = 0 WHERE id = $1
		AND totp_since IS NOT NULL`, memberID)
	if err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `DELETE FROM staff_recovery_codes WHERE staff_id = $1`, memberID)
	return n > 0, err
}

// ProveBoth checks a member's password and a code of their second factor. use spends both in the transaction of the
// action they are for. It returns auth.second_factor_none if they have none.
func (s *Service) ProveBoth(ctx context.Context, member Member,
	password, code string) (use func(context.Context, *db.Tx) error, err error) {
	_, use, err = s.proveBoth(ctx, member, password, code)
	return use, err
}

// proveBoth is ProveBoth with the member's row.
func (s *Service) proveBoth(ctx context.Context, member Member,
	password, code string) (row record, use func(context.Context, *db.Tx) error, err error) {
	row, giveBack, err := s.prove(ctx, member, password)
	if err != nil {
		return row, nil, err
	}
	if row.TOTPSince == nil {
		return row, nil, errs.Conflict("auth.second_factor_none")
	}
	spend, err := s.secondStep(ctx, row, knownDevice{ID: member.SessionID}, SignIn{Code: code})
	if err != nil {
		return row, nil, err
	}
	return row, func(ctx context.Context, tx *db.Tx) error {
		if err := giveBack(ctx, tx); err != nil {
			return err
		}
		return spend(ctx, tx)
	}, nil
}

// EndFactor removes the caller's second factor.
func (s *Service) EndFactor(ctx context.Context, member Member, password, code string) error {
	row, use, err := s.proveBoth(ctx, member, password, code)
	if err != nil {
		return err
	}
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := use(ctx, tx); err != nil {
			return err
		}
		if _, err := dropFactor(ctx, tx, row.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, member.ID, "staff.second_factor_off", row.ID, state{"second_factor": true},
			state{"second_factor": false}, "")
	})
}

// RenewRecovery makes new recovery codes; the old ones become invalid.
func (s *Service) RenewRecovery(ctx context.Context, member Member, password, code string) (codes []string, err error) {
	row, use, err := s.proveBoth(ctx, member, password, code)
	if err != nil {
		return nil, err
	}
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := use(ctx, tx); err != nil {
			return err
		}
		if codes, err = newRecovery(ctx, tx, keys, row.ID); err != nil {
			return err
		}
		return s.note(ctx, tx, member.ID, "staff.recovery_codes", row.ID, nil, nil, "")
	})
	return codes, err
}
