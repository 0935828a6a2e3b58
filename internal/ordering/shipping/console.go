package shipping

import (
	"context"
	"math"
	"slices"
	"strconv"
	"time"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

// Limits on the credit that an owner may promise for lateness.
const (
	maxSteps   = 6
	maxMinutes = 24 * 60
	maxAmends  = 500_00
)

// AdminService holds the owner's operations on deliveries.
type AdminService struct {
	DB    *db.DB
	Clock clock.Clock
	// Changed, when set, applies a change on this node immediately; the other nodes follow.
	Changed func(ctx context.Context) error
}

// ConsoleRoutes registers the owner's operations on late orders.
func (d *AdminService) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/late", ID: "console-get-late", Tag: "console",
		Summary: "What an order that comes late is worth to the customer", Audience: httpapi.Staff,
		Capability: staff.ChangeSettings}, d.get)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/late", ID: "console-save-late", Tag: "console",
		Summary:     "Change what lateness is worth",
		Description: "For orders delivered from now on; what was paid stays.", Audience: httpapi.Staff,
		Capability: staff.ChangeSettings, Audit: []string{"settings.late"}, Strict: true,
		Conflict: httpapi.VersionConflict[AmendsView]()}, d.put)
}

// AmendsForm is the credit for lateness, as an owner submits it.
type AmendsForm struct {
	Preview bool       `json:"preview,omitempty" doc:"Only look at the effect; nothing is saved."`
	Enabled bool       `json:"enabled"`
	Steps   []StepForm `json:"steps" maxItems:"20"`
	Version int64      `json:"version" minimum:"0" doc:"Of the setting that was read."`
}

// StepForm is one step of the credit.
type StepForm struct {
	Minutes httpapi.Int    `json:"minutes" doc:"After the promised moment."`
	Amount  httpapi.Amount `json:"amount"`
}

// AmendsView is the credit for lateness, with examples of its effect.
type AmendsView struct {
	Enabled  bool           `json:"enabled"`
	Currency string         `json:"currency"`
	Steps    []StepView     `json:"steps"`
	Version  int64          `json:"version"`
	Effect   []AmendsEffect `json:"effect" doc:"What orders so many minutes late would get."`
}

// StepView is one step of the credit.
type StepView struct {
	Minutes int64       `json:"minutes"`
	Amount  money.Major `json:"amount"`
}

// AmendsEffect is the credit for an order that is this late.
type AmendsEffect struct {
	Late   int64       `json:"late"`
	Amount money.Major `json:"amount"`
}

// tried lists the minutes of lateness for which the effect is shown.
var tried = []int64{5, 20, 45, 90}

func (a Amends) view(version int64) AmendsView {
	v := AmendsView{Version: version, Enabled: a.Enabled, Currency: money.Shop, Steps: []StepView{},
		Effect: []AmendsEffect{}}
	for _, s := range a.Steps {
		v.Steps = append(v.Steps, StepView{s.Minutes, money.EGP(s.Amount).Major()})
	}
	var promised time.Time
	for _, late := range tried {
		owed := a.Of(promised, promised.Add(time.Duration(late)*time.Minute), math.MaxInt64)
		v.Effect = append(v.Effect, AmendsEffect{late, money.EGP(owed).Major()})
	}
	return v
}

// amends validates the form and returns the errors of every step (422, with names such as "steps.0.minutes"). Each step
// must be later than the one before and give no less.
func (f AmendsForm) amends() (Amends, error) {
	out := Amends{Enabled: f.Enabled, Steps: []Step{}}
	var wrong []errs.Field
	no := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	switch {
	case len(f.Steps) == 0 && f.Enabled:
		no("steps", "common.required")
	case len(f.Steps) > maxSteps:
		no("steps", "shipping.most_steps", "count", maxSteps)
	}
	for i, s := range f.Steps {
		at := "steps." + strconv.Itoa(i)
		minutes, amount := int64(s.Minutes), s.Amount.Minor
		switch {
		case minutes < 1 || minutes > maxMinutes:
			no(at+".minutes", "shipping.between", "least", 1, "most", maxMinutes)
		case i > 0 && minutes <= int64(f.Steps[i-1].Minutes):
			no(at+".minutes", "shipping.later_step")
		}
		switch {
		case amount <= 0 || amount > maxAmends:
			no(at+".amount", "shipping.between", "least", 1, "most", maxAmends/100)
		case i > 0 && amount < f.Steps[i-1].Amount.Minor:
			no(at+".amount", "shipping.more_step")
		}
		out.Steps = append(out.Steps, Step{minutes, amount})
	}
	if len(wrong) > 0 {
		return Amends{}, errs.InvalidAll(wrong)
	}
	return out, nil
}

type nothing struct{}

func (d *AdminService) get(ctx context.Context, _ *nothing) (*httpapi.Reply[AmendsView], error) {
	a, version, err := amendsVersion(ctx, d.DB)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(a.view(version)), nil
}

type amendsInput struct{ Body AmendsForm }

func (d *AdminService) put(ctx context.Context, in *amendsInput) (*httpapi.Reply[AmendsView], error) {
	member := staff.Caller(ctx)
	a, err := in.Body.amends()
	if err != nil {
		return nil, err
	}
	if in.Body.Preview {
		return httpapi.OK(a.view(in.Body.Version)), nil
	}
	version, err := d.SetAmends(ctx, member, in.Body.Version, a)
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[AmendsView], error) { return d.get(ctx, nil) })
	}
	return httpapi.OKMessage(a.view(version), i18n.T(httpapi.Caller(ctx).Lang, "shipping.amends_saved")), nil
}

// SetAmends changes the credit for orders that are delivered late from now on, and audits the change. It returns the
// new version. Refusal: errs.VersionConflict.
func (d *AdminService) SetAmends(ctx context.Context, member staff.Member, from int64,
	after Amends) (version int64, err error) {
	err = d.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		var before Amends
		if before, version, err = amendsVersion(ctx, tx); err != nil {
			return err
		}
		if version != from {
			return errs.VersionConflict(nil)
		}
		if before.Enabled == after.Enabled && slices.Equal(before.Steps, after.Steps) {
			return nil
		}
		if err := settings.Change(ctx, tx, LateSetting, from, after, d.Clock.Now()); err != nil {
			return err
		}
		version++
		if err := audit.Write(ctx, tx, d.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "settings.late", Object: LateSetting, Before: before,
				After: after}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, LateSetting)
	})
	if err != nil || d.Changed == nil {
		return version, err
	}
	return version, d.Changed(ctx)
}

// Reverts lists the audit log's actions that this package can undo.
func (d *AdminService) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"settings.late": d.revert}
}

func (d *AdminService) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := amendsVersion(ctx, d.DB)
	if err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	form := AmendsForm{Enabled: before.Enabled}
	for _, s := range before.Steps {
		form.Steps = append(form.Steps, StepForm{httpapi.Int(s.Minutes), httpapi.Amount{Minor: s.Amount}})
	}
	amends, err := form.amends()
	if err != nil {
		return err
	}
	_, err = d.SetAmends(ctx, member, version, amends)
	return err
}
