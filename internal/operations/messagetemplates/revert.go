package messagetemplates

import (
	"context"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"message.wording": s.revert}
}

// logged is the form in which told records texts.
type logged struct {
	Texts []struct {
		Channel string `json:"channel"`
		Form    string `json:"form"`
		EN      string `json:"text_en"`
		AR      string `json:"text_ar"`
	} `json:"texts"`
}

func (l logged) own() (all []own) {
	for _, t := range l.Texts {
		one := own{Channel: t.Channel, Language: i18n.EN, Form: t.Form, Text: t.EN}
		if t.AR != "" {
			one.Language, one.Text = i18n.AR, t.AR
		}
		all = append(all, one)
	}
	return all
}

// revert restores the texts before a change, as long as the changed ones are still in use.
func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	was, became, err := audit.Sides[logged](line)
	if err != nil {
		return err
	}
	is, version, err := read(ctx, s.DB, line.Object)
	if err != nil {
		return err
	}
	texts := slices.Clone(is.Texts)
	for _, o := range became.own() {
		at := slices.Index(texts, o)
		if at < 0 {
			return errs.Conflict("common.changed_since")
		}
		texts = slices.Delete(texts, at, at+1)
	}
	for _, o := range was.own() {
		// The shop's own text has changed since.
		if slices.ContainsFunc(texts, func(t own) bool { return t.piece(line.Object) == o.piece(line.Object) }) {
			return errs.Conflict("common.changed_since")
		}
		texts = append(texts, o)
	}
	return s.Set(ctx, member, line.Object, texts, version)
}
