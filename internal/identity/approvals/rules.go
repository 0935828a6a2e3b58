package approvals

import (
	"context"
	"slices"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

// waiting is the settings key of proposed rules that need a second owner. Every change of the rules locks it first.
const waiting = "giving.waits"

// Rules define which actions need a second person. Loosening them needs a second owner too, as it would otherwise be a
// way around every limit.
type Rules struct {
	Limits
	SecondFactor bool `json:"second_factor"` // owners and finance need one
}

// ReadRules reads the rules in force.
func ReadRules(ctx context.Context, q db.Querier) (Rules, error) {
	limits, err := ReadLimits(ctx, q)
	if err != nil {
		return Rules{}, err
	}
	factor, err := staff.FactorRequired(ctx, q)
	return Rules{limits, factor}, err
}

// stricter returns the stricter value of each rule.
func (r Rules) stricter(o Rules) Rules {
	return Rules{Limits{Alone: min(r.Alone, o.Alone), Drop: min(r.Drop, o.Drop), DropDays: max(r.DropDays, o.DropDays)},
		r.SecondFactor || o.SecondFactor}
}

func (r Rules) write(ctx context.Context, tx *db.Tx, now time.Time) error {
	if err := settings.Write(ctx, tx, setting, r.Limits, now); err != nil {
		return err
	}
	return staff.RequireFactor(ctx, tx, r.SecondFactor, now)
}

// pendingRules are proposed rules that need a second owner; nil rules mean that there are none.
type pendingRules struct {
	Rules   *Rules    `json:"rules,omitempty"`
	Makers  []string  `json:"makers,omitempty"`
	AskedAt db.Millis `json:"asked_at,omitempty"`
}

// SetRules applies rules that are as strict as the current ones or stricter. Looser rules need a second owner, unless
// the caller is the only owner; they replace an earlier proposal, whose makers stay makers. errs.VersionConflict if the
// version is outdated.
func (s *Service) SetRules(ctx context.Context, member staff.Member, version int64,
	want Rules) (waits bool, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		waits, err = s.setRules(ctx, tx, member, version, want)
		return err
	})
	return waits, err
}

func (s *Service) setRules(ctx context.Context, tx *db.Tx, member staff.Member, version int64,
	want Rules) (waits bool, err error) {
	now := s.Clock.Now()
	var held pendingRules
	if _, err := settings.Hold(ctx, tx, waiting, &held, now); err != nil {
		return false, err
	}
	before, err := ReadRules(ctx, tx)
	if err != nil {
		return false, err
	}
	is, err := settings.ReadVersion(ctx, tx, setting, &Limits{})
	if err != nil {
		return false, err
	}
	if is != version {
		return false, errs.VersionConflict(nil)
	}
	after, sole := before.stricter(want), false
	if after != want {
		if sole, err = staff.SoleOwner(ctx, tx, member, now); err != nil {
			return false, err
		}
		if sole {
			after = want
		}
	}
	if waits = after != want; waits && held.Rules != nil && *held.Rules == want && after == before {
		return waits, nil
	}
	if after != before {
		if err := after.write(ctx, tx, now); err != nil {
			return false, err
		}
		facts := after.facts()
		facts["sole_owner"] = sole
		if err := s.log(ctx, tx, now, member, "settings.safety", before.facts(), facts, ""); err != nil {
			return false, err
		}
	}
	if !waits {
		if held.Rules == nil {
			return waits, nil
		}
		if err := s.log(ctx, tx, now, member, "settings.safety_decline", nil, held.Rules.facts(), ""); err != nil {
			return false, err
		}
		return false, settings.Write(ctx, tx, waiting, pendingRules{}, now)
	}
	if !slices.Contains(held.Makers, member.ID) {
		held.Makers = append(held.Makers, member.ID)
	}
	if err := settings.Write(ctx, tx, waiting, pendingRules{&want, held.Makers, db.At(now)}, now); err != nil {
		return false, err
	}
	return true, s.log(ctx, tx, now, member, "settings.safety_propose", after.facts(), want.facts(), "")
}

// DecideRules approves or declines the proposed rules of a version. Errors: errs.VersionConflict, giving.not_yourself.
func (s *Service) DecideRules(ctx context.Context, member staff.Member, version int64, approve bool,
	reason string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		var held pendingRules
		is, err := settings.Hold(ctx, tx, waiting, &held, now)
		switch {
		case err != nil:
			return err
		case held.Rules == nil || is != version:
			return errs.VersionConflict(nil)
		}
		before, err := ReadRules(ctx, tx)
		if err != nil {
			return err
		}
		action, basis := "settings.safety_decline", Nobody
		if approve {
			action = "settings.safety_approve"
			if basis, err = approves(ctx, tx, now, member, held.Makers); err != nil {
				return err
			}
			if basis == Nobody {
				return refusalOf(ctx, tx, now, member.ID, held.Makers)
			}
			if err := held.Rules.write(ctx, tx, now); err != nil {
				return err
			}
		}
		if err := settings.Write(ctx, tx, waiting, pendingRules{}, now); err != nil {
			return err
		}
		facts := held.Rules.facts()
		facts["makers"], facts["sole_owner"] = held.Makers, basis == SoleOwner
		return s.log(ctx, tx, now, member, action, before.facts(), facts, reason)
	})
}

func (s *Service) log(ctx context.Context, tx *db.Tx, now time.Time, member staff.Member, action string,
	before, after any, reason string) error {
	return audit.Write(ctx, tx, now, audit.Entry{
		StaffID: member.ID, Action: action, Object: setting, Before: before, After: after, Reason: reason})
}

// Reverts undoes changes from the audit log, except those whose undoing would loosen the rules.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"settings.safety": s.revert, "settings.safety_approve": s.revert}
}

func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		rules, err := ReadRules(ctx, tx)
		if err != nil {
			return err
		}
		version, err := settings.ReadVersion(ctx, tx, setting, &Limits{})
		if err != nil {
			return err
		}
		is := SafetyForm{Alone: httpapi.Amount{Minor: rules.Alone}, Drop: httpapi.Int(rules.Drop),
			DropDays: httpapi.Int(rules.DropDays), SecondFactor: rules.SecondFactor}
		before, err := audit.Undo(line, is)
		if err != nil {
			return err
		}
		limits, err := before.limits()
		if err != nil {
			return err
		}
		waits, err := s.setRules(ctx, tx, member, version, Rules{limits, before.SecondFactor})
		if err == nil && waits {
			err = staff.TakesTwo()
		}
		return err
	})
}

type nothing struct{}

func (s *Service) get(ctx context.Context, _ *nothing) (*httpapi.Reply[SafetyView], error) {
	var view SafetyView
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		rules, err := ReadRules(ctx, q)
		if err != nil {
			return err
		}
		view = rules.view()
		if view.Version, err = settings.ReadVersion(ctx, q, setting, &Limits{}); err != nil {
			return err
		}
		var held pendingRules
		version, err := settings.ReadVersion(ctx, q, waiting, &held)
		if err != nil || held.Rules == nil {
			return err
		}
		names, err := staff.Names(ctx, q, held.Makers)
		if err != nil {
			return err
		}
		why, err := RefusalText(ctx, q, s.Clock.Now(), staff.Caller(ctx), held.Makers...)
		r := held.Rules
		view.Waits = &SafetyWait{Alone: money.EGP(r.Alone).Major(), Drop: r.Drop, DropDays: r.DropDays,
			SecondFactor: r.SecondFactor, AskedBy: names[held.Makers[len(held.Makers)-1]], AskedAt: held.AskedAt,
			CanDecide: why == "", WhyNot: why, Version: version}
		return err
	})
	return httpapi.OK(view), err
}

type safetyInput struct{ Body SafetyForm }

func (s *Service) put(ctx context.Context, in *safetyInput) (*httpapi.Reply[SafetyView], error) {
	limits, err := in.Body.limits()
	if err != nil {
		return nil, err
	}
	want, member := Rules{limits, in.Body.SecondFactor}, staff.Caller(ctx)
	if in.Body.Preview {
		return s.look(ctx, member, want)
	}
	waits, err := s.SetRules(ctx, member, in.Body.Version, want)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[SafetyView], error) { return s.get(ctx, nil) })
	}
	if waits {
		return s.said(ctx, "giving.waits")
	}
	return s.said(ctx, "giving.saved")
}

// look returns a preview of rules without saving them.
func (s *Service) look(ctx context.Context, member staff.Member, want Rules) (*httpapi.Reply[SafetyView], error) {
	view := want.view()
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		is, err := ReadRules(ctx, q)
		if err != nil || is.stricter(want) == want {
			return err
		}
		sole, err := staff.SoleOwner(ctx, q, member, s.Clock.Now())
		view.TakesTwo = !sole
		return err
	})
	return httpapi.OK(view), err
}

// said returns the current rules and a message.
func (s *Service) said(ctx context.Context, message string) (*httpapi.Reply[SafetyView], error) {
	is, err := s.get(ctx, nil)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(is.Body.Response.Data, i18n.T(httpapi.Caller(ctx).Lang, message)), nil
}

type safetyDecisionInput struct {
	Body struct {
		Version httpapi.Int `json:"version" doc:"Of what waits, as the caller has seen it."`
		Approve bool        `json:"approve"`
		Reason  string      `json:"reason,omitempty" maxLength:"200"`
	}
}

func (s *Service) postDecide(ctx context.Context, in *safetyDecisionInput) (*httpapi.Reply[SafetyView], error) {
	err := s.DecideRules(ctx, staff.Caller(ctx), int64(in.Body.Version), in.Body.Approve, httpapi.Clean(in.Body.Reason))
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[SafetyView], error) { return s.get(ctx, nil) })
	}
	if in.Body.Approve {
		return s.said(ctx, "giving.loosened")
	}
	return s.said(ctx, "giving.kept")
}
