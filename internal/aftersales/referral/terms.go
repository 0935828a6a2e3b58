package referral

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

// Limits on what an owner may promise. By law an order may be returned for two weeks, so nothing is paid before that.
const (
	maxReward     = 1_000_00
	minWindow     = 14
	maxWindow     = 90
	maxRate       = 50_00 // percent in hundredths: basis points
	maxDays       = 730
	maxRewards    = 1_000
	maxCommission = 100_000_00
	// exampleOrder is the amount of the purchase with which the effect is shown.
	exampleOrder = 300_00
)

// TermsForm is the programme's terms as an owner submits them.
type TermsForm struct {
	Preview           bool           `json:"preview,omitempty" doc:"Only look at the effect; nothing is saved."`
	Enabled           bool           `json:"enabled"`
	Referrer          httpapi.Amount `json:"reward_referrer"`
	Friend            httpapi.Amount `json:"reward_friend"`
	WindowDays        httpapi.Int    `json:"window_days"`
	Rate              httpapi.Amount `json:"rate" doc:"Percent of a friend's purchases: 2.5."`
	CommissionDays    httpapi.Int    `json:"commission_days"`
	MonthlyRewards    httpapi.Int    `json:"monthly_rewards"`
	MonthlyCommission httpapi.Amount `json:"monthly_commission"`
	Version           int64          `json:"version" minimum:"0" doc:"Of the terms that were read."`
}

// ConsoleTerms is the programme's terms as an owner sees them, with their effect.
type ConsoleTerms struct {
	Enabled           bool        `json:"enabled"`
	Referrer          money.Major `json:"reward_referrer"`
	Friend            money.Major `json:"reward_friend"`
	WindowDays        int64       `json:"window_days"`
	Rate              money.Major `json:"rate"`
	CommissionDays    int64       `json:"commission_days"`
	MonthlyRewards    int64       `json:"monthly_rewards"`
	MonthlyCommission money.Major `json:"monthly_commission"`
	Currency          string      `json:"currency"`
	Effect            Effect      `json:"effect"`
	Version           int64       `json:"version"`
}

// Effect is what the terms pay for an example purchase.
type Effect struct {
	Purchase    money.Major `json:"purchase" doc:"A friend's first order of this much…"`
	Friend      money.Major `json:"friend" doc:"…brings the friend this,"`
	Referrer    money.Major `json:"referrer" doc:"the referrer this,"`
	Commission  money.Major `json:"commission" doc:"and this as commission."`
	MaxPerMonth money.Major `json:"most_per_month" doc:"What one referrer is paid in a month at most."`
}

func (t Terms) consoleView(version int64) ConsoleTerms {
	v := ConsoleTerms{Version: version, Enabled: t.Enabled, Referrer: major(t.Referrer), Friend: major(t.Friend),
		WindowDays: t.WindowDays, Rate: money.Percent(t.RateBP), CommissionDays: t.CommissionDays,
		MonthlyRewards: t.MonthlyRewards, MonthlyCommission: major(t.MonthlyCommission), Currency: money.Shop,
		Effect: Effect{Purchase: major(exampleOrder)}}
	if t.Enabled {
		v.Effect = Effect{Purchase: major(exampleOrder), Friend: major(t.Friend), Referrer: major(t.Referrer),
			Commission:  major(min(money.RoundRatio(exampleOrder, t.RateBP, 10_000), t.MonthlyCommission)),
			MaxPerMonth: major(t.Referrer*t.MonthlyRewards + t.MonthlyCommission)}
	}
	return v
}

// terms validates the form and returns the errors of all fields (422).
func (f TermsForm) terms() (Terms, error) {
	var wrong []errs.Field
	within := func(field string, n, least, most int64, shown ...any) int64 {
		if n < least || n > most {
			wrong = append(wrong, errs.Field{Name: field, Key: "referral.between", Args: shown})
		}
		return n
	}
	t := Terms{
		Enabled:  f.Enabled,
		Referrer: within("reward_referrer", f.Referrer.Minor, 0, maxReward, "least", 0, "most", maxReward/100),
		Friend:   within("reward_friend", f.Friend.Minor, 0, maxReward, "least", 0, "most", maxReward/100),
		WindowDays: within("window_days", int64(f.WindowDays), minWindow, maxWindow, "least", minWindow, "most",
			maxWindow),
		RateBP:         within("rate", f.Rate.Minor, 0, maxRate, "least", 0, "most", maxRate/100),
		CommissionDays: within("commission_days", int64(f.CommissionDays), 0, maxDays, "least", 0, "most", maxDays),
		MonthlyRewards: within("monthly_rewards", int64(f.MonthlyRewards), 0, maxRewards, "least", 0, "most", maxRewards),
		MonthlyCommission: within("monthly_commission", f.MonthlyCommission.Minor, 0, maxCommission, "least", 0, "most",
			maxCommission/100),
	}
	if len(wrong) > 0 {
		return Terms{}, errs.InvalidAll(wrong)
	}
	return t, nil
}

// termsRoutes registers the owner's operations on the programme.
func (s *Service) termsRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/referrals/terms", ID: "console-get-referral-terms", Tag: "console",
			Summary: "What the referral programme promises", Audience: httpapi.Staff, Capability: staff.ChangeSettings},
		s.getTerms)
	httpapi.Handle(a,
		httpapi.Op{Method: "PUT", Path: "/console/referrals/terms", ID: "console-save-referral-terms", Tag: "console",
			Summary: "Change what the referral programme promises",
			Description: "For friends to come: what was promised to a referral stays. A switched off programme takes no new " +
				"ones.",
			Audience: httpapi.Staff, Capability: staff.ChangeSettings, Audit: []string{"settings.referral"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleTerms]()}, s.putTerms)
}

type nothing struct{}

func (s *Service) getTerms(ctx context.Context, _ *nothing) (*httpapi.Reply[ConsoleTerms], error) {
	t, version, err := termsVersion(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(t.consoleView(version)), nil
}

type termsInput struct{ Body TermsForm }

func (s *Service) putTerms(ctx context.Context, in *termsInput) (*httpapi.Reply[ConsoleTerms], error) {
	member := staff.Caller(ctx)
	t, err := in.Body.terms()
	if err != nil {
		return nil, err
	}
	if in.Body.Preview {
		return httpapi.OK(t.consoleView(in.Body.Version)), nil
	}
	version, err := s.SetTerms(ctx, member, in.Body.Version, t)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleTerms], error) { return s.getTerms(ctx, nil) })
	}
	return httpapi.OKMessage(t.consoleView(version), i18n.T(httpapi.Caller(ctx).Lang, "referral.terms_saved")), nil
}

// SetTerms changes the terms for friends who register from now on, and audits the change. The monthly limits apply to
// payments from now on. It returns the new version. Refusal: errs.VersionConflict.
func (s *Service) SetTerms(ctx context.Context, member staff.Member, from int64,
	after Terms) (version int64, err error) {
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var before Terms
		if before, version, err = termsVersion(ctx, tx); err != nil {
			return err
		}
		if version != from {
			return errs.VersionConflict(nil)
		}
		if before == after {
			return nil
		}
		if err := settings.Change(ctx, tx, Setting, from, after, s.Clock.Now()); err != nil {
			return err
		}
		version++
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "settings.referral", Object: Setting, Before: before, After: after})
	})
	return version, err
}

// Reverts lists the audit log's actions that this package can undo.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"settings.referral": s.revert}
}

func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := termsVersion(ctx, s.DB)
	if err != nil {
		return err
	}
	t, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	amount := func(minor int64) httpapi.Amount { return httpapi.Amount{Minor: minor} }
	before, err := TermsForm{Enabled: t.Enabled, Referrer: amount(t.Referrer), Friend: amount(t.Friend),
		WindowDays: httpapi.Int(t.WindowDays), Rate: amount(t.RateBP), CommissionDays: httpapi.Int(t.CommissionDays),
		MonthlyRewards: httpapi.Int(t.MonthlyRewards), MonthlyCommission: amount(t.MonthlyCommission)}.terms()
	if err != nil {
		return err
	}
	_, err = s.SetTerms(ctx, member, version, before)
	return err
}
