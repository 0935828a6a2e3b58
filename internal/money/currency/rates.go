package currency

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"wekala/internal/catalogue/products"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// SetRate is a new rate for a currency.
type SetRate struct {
	Rate    int64 // millionths
	Note    string
	Confirm bool  // confirms a change of more than a fifth
	Seq     int64 // the sequence number of the rate it replaces, as it was read
}

// ParseRate parses a rate of at most six decimals, in Latin or Arabic digits.
func ParseRate(text string) (int64, error) {
	n, err := money.Parse(text, 6)
	if err != nil || n <= 0 || n > 1_000_000*unit {
		return 0, errs.Invalid("rate", "currency.rate_invalid")
	}
	return n, nil
}

// jump returns the change between two rates in whole percent, up or down.
func jump(before, after int64) int64 {
	if before == 0 {
		return 0
	}
	return max(after-before, before-after) * 100 / before
}

// tooFar reports whether a change must be confirmed: more than a fifth.
func tooFar(before, after int64) bool {
	return before > 0 && max(after-before, before-after)*100 > before*wild
}

// Set adds a new rate, which takes effect immediately. 404 for an unknown currency, 422 currency.rate_jump if it
// differs too much from the last one without confirmation, 409 currency.moved_on if another one was set in the
// meantime.
func (s *Service) Set(ctx context.Context, member staff.Member, code string, in SetRate) error {
	note := httpapi.Clean(in.Note)
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		all, err := list(ctx, tx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(c Currency) bool { return c.Code == code })
		if at < 0 {
			return errs.NotFound()
		}
		now := all[at]
		if utf8.RuneCountInString(note) > 200 {
			return errs.Invalid("note", "common.too_long", "len", 200)
		}
		if now.RateSeq != in.Seq {
			return errs.Conflict("currency.moved_on")
		}
		if tooFar(now.Rate, in.Rate) && !in.Confirm {
			return errs.Invalid("confirm", "currency.rate_jump", "percent", jump(now.Rate, in.Rate), "most", wild)
		}
		n, err := addRate(ctx, tx, code,
			Rate{Seq: now.RateSeq + 1, Rate: in.Rate, StaffID: member.ID, Note: note, At: db.At(s.clock.Now())})
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Conflict("currency.moved_on")
		}
		if err := audit.Write(ctx, tx, s.clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "rate.set", Object: code, Before: map[string]any{"rate_e6": now.Rate},
				After: map[string]any{"rate_e6": in.Rate}, Reason: note}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, products.ChangedContent, "currency:"+code)
	})
}

// Edit contains the fields of a currency that staff write. Its code and decimals never change, because orders contain
// amounts in them.
type Edit struct {
	Code   string
	Name   i18n.Text
	Symbol i18n.Text
	Active bool
}

var codeShape = regexp.MustCompile(`^[A-Z]{3}$`)

func (e *Edit) check(isNew bool) error {
	var wrong []errs.Field
	text := func(field string, value *string, most int) {
		*value = httpapi.Clean(*value)
		if n := utf8.RuneCountInString(*value); n == 0 {
			wrong = append(wrong, errs.Field{Name: field, Key: "common.required"})
		} else if n > most {
			wrong = append(wrong, errs.Field{Name: field, Key: "common.too_long", Args: []any{"len", most}})
		}
	}
	e.Code = strings.ToUpper(httpapi.Clean(e.Code))
	if isNew && (!codeShape.MatchString(e.Code) || e.Code == money.Shop) {
		wrong = append(wrong, errs.Field{Name: "code", Key: "currency.code_invalid"})
	}
	text("name_en", &e.Name.EN, 60)
	text("name_ar", &e.Name.AR, 60)
	text("symbol_en", &e.Symbol.EN, 8)
	text("symbol_ar", &e.Symbol.AR, 8)
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// Add adds a currency. 422 for invalid fields and for a code that already exists.
func (s *Service) Add(ctx context.Context, member staff.Member, e Edit) error {
	if err := e.check(true); err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, insertCurrency, e.Code, e.Name.EN, e.Name.AR, e.Symbol.EN, e.Symbol.AR,
			int64(money.Digits(e.Code)), e.Active, int64(100))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Invalid("code", "currency.code_taken")
		}
		return s.changed(ctx, tx, member, e.Code, nil, e)
	})
}

// version identifies the content of a currency, so that a change applies only to the content that was read: the row has
// no version number.
func (e Edit) version() string {
	e.Code = ""
	raw, _ := json.Marshal(e) // never fails
	return id.Digest(string(raw))[:16]
}

func (c Currency) edit() Edit { return Edit{Name: c.Name, Symbol: c.Symbol, Active: c.Active} }

// Change renames or switches a currency, based on the version that was read. 404 for an unknown one, 422 for invalid
// fields, 409 common.moved_on if it was changed in the meantime.
func (s *Service) Change(ctx context.Context, member staff.Member, code, version string, e Edit) error {
	wrong := e.check(false)
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		all, err := list(ctx, tx)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(c Currency) bool { return c.Code == code })
		if at < 0 {
			return errs.NotFound()
		}
		if wrong != nil {
			return wrong
		}
		was := all[at].edit()
		if was.version() != version {
			return errs.VersionConflict(nil)
		}
		n, err := tx.Exec(ctx, `UPDATE currencies SET name_en = $2, name_ar = $3, symbol_en = $4, symbol_ar = $5, active = $6
			WHERE code = $1 AND name_en = $7 AND name_ar = $8 AND symbol_en = $9 AND symbol_ar = $10 AND active = $11`,
			code, e.Name.EN, e.Name.AR, e.Symbol.EN, e.Symbol.AR, e.Active, was.Name.EN, was.Name.AR, was.Symbol.EN,
			was.Symbol.AR, was.Active)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.VersionConflict(nil)
		}
		return s.changed(ctx, tx, member, code, map[string]any{"active": was.Active}, e)
	})
}

func (s *Service) changed(ctx context.Context, tx *db.Tx, member staff.Member, code string, before, after any) error {
	if err := audit.Write(ctx, tx, s.clock.Now(),
		audit.Entry{StaffID: member.ID, Action: "rate.currency", Object: code, Before: before, After: after}); err != nil {
		return err
	}
	return changefeed.Publish(ctx, tx, products.ChangedContent, "currency:"+code)
}

// Seed writes missing currencies with a first rate each. For the demo.
func Seed(ctx context.Context, tx *db.Tx, list []Currency, at db.Millis) error {
	for i, c := range list {
		n, err := tx.Exec(ctx, insertCurrency, c.Code, c.Name.EN, c.Name.AR, c.Symbol.EN, c.Symbol.AR,
			int64(money.Digits(c.Code)), true, int64(i+1))
		if err != nil {
			return fmt.Errorf("currency: %w", err)
		}
		if n == 0 {
			continue
		}
		if _, err := addRate(ctx, tx, c.Code, Rate{Seq: 1, Rate: c.Rate, At: at}); err != nil {
			return fmt.Errorf("currency: %w", err)
		}
	}
	return nil
}
