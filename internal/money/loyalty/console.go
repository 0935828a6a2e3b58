package loyalty

import (
	"context"
	"maps"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

const (
	// maxRate is the maximum number of points that a hundred pounds may earn.
	maxRate = 10_000
	// exampleOrder is the amount of the example order on the page, in minor units.
	exampleOrder = 300_00
)

// ConsoleRoutes registers the owners' operations on points.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/points/rates", ID: "console-get-points-rates", Tag: "console",
			Summary: "What orders earn, by service", Audience: httpapi.Staff, Capability: staff.ChangeSettings}, s.getRates)
	httpapi.Handle(a,
		httpapi.Op{Method: "PUT", Path: "/console/points/rates", ID: "console-save-points-rates", Tag: "console",
			Summary: "Change what orders earn",
			Description: "For orders delivered from now on; what was earned stays. A service without a rate of its own earns " +
				"as every other.",
			Audience: httpapi.Staff, Capability: staff.ChangeSettings, Audit: []string{"settings.points"}, Strict: true,
			Conflict: httpapi.VersionConflict[ConsoleRates]()}, s.putRates)
}

// RateForm is a service's rate as an owner fills it in.
type RateForm struct {
	ServiceID string      `json:"service_id" maxLength:"64" doc:"Empty: every other service."`
	Points    httpapi.Int `json:"points" doc:"For a hundred pounds."`
}

// ConsoleRate is a service's rate, with an example.
type ConsoleRate struct {
	ServiceID string      `json:"service_id" doc:"Empty: every other service."`
	Name      string      `json:"name"`
	Own       bool        `json:"own" doc:"It has a rate of its own."`
	Points    int64       `json:"points" doc:"For a hundred pounds."`
	Earns     int64       `json:"earns" doc:"Points that the example order earns."`
	Worth     money.Major `json:"worth" doc:"What those are worth."`
}

// ConsoleRates are the rates of all services.
type ConsoleRates struct {
	Example  money.Major   `json:"example" doc:"The order that the effect is shown with."`
	Currency string        `json:"currency"`
	Version  int64         `json:"version"`
	Rates    []ConsoleRate `json:"rates" doc:"Every service, and first the rate of those without one."`
}

// ratesView shows stored or proposed rates for all services of the shop.
func (s *Service) ratesView(ctx context.Context, terms Terms, list []rate) ConsoleRates {
	lang := httpapi.Caller(ctx).Lang
	own := map[string]int64{}
	for _, r := range list {
		own[r.ServiceID] = r.Points
	}
	out := ConsoleRates{Example: money.EGP(exampleOrder).Major(), Currency: money.Shop, Rates: []ConsoleRate{}}
	for _, id := range append([]string{""}, s.services()...) {
		points, has := own[id]
		if !has {
			points = own[""]
		}
		earns := terms.Earned(Money{Base: exampleOrder}, points)
		out.Rates = append(out.Rates,
			ConsoleRate{ServiceID: id, Name: s.nameOf(id, lang), Own: has, Points: points, Earns: earns,
				Worth: money.EGP(terms.Value(earns)).Major()})
	}
	return out
}

func (s *Service) services() []string {
	if s.Services == nil {
		return nil
	}
	return s.Services()
}

type nothing struct{}

func (s *Service) getRates(ctx context.Context, _ *nothing) (*httpapi.Reply[ConsoleRates], error) {
	return s.readRates(ctx, "")
}

func (s *Service) readRates(ctx context.Context, message string) (*httpapi.Reply[ConsoleRates], error) {
	var out ConsoleRates
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		terms, err := ReadTerms(ctx, q)
		if err != nil {
			return err
		}
		list, err := rates(ctx, q)
		if err != nil {
			return err
		}
		out = s.ratesView(ctx, terms, list)
		out.Version, err = ratesVersion(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	if message != "" {
		message = i18n.T(httpapi.Caller(ctx).Lang, message)
	}
	return httpapi.OKMessage(out, message), nil
}

type ratesInput struct {
	Body struct {
		Preview bool       `json:"preview,omitempty" doc:"Only look at the effect; nothing is saved."`
		Rates   []RateForm `json:"rates" maxItems:"100"`
		Version int64      `json:"version" minimum:"0" doc:"Of the rates that were read."`
	}
}

func (s *Service) putRates(ctx context.Context, in *ratesInput) (*httpapi.Reply[ConsoleRates], error) {
	member := staff.Caller(ctx)
	list, err := s.cleanRates(in.Body.Rates)
	if err != nil {
		return nil, err
	}
	if in.Body.Preview {
		terms, err := ReadTerms(ctx, s.DB)
		if err != nil {
			return nil, err
		}
		return httpapi.OK(s.ratesView(ctx, terms, list)), nil
	}
	if err := s.setRates(ctx, member, in.Body.Version, list); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[ConsoleRates], error) { return s.readRates(ctx, "") })
	}
	return s.readRates(ctx, "loyalty.rates_saved")
}

// cleanRates validates the form, or returns the errors of all rates (422, by the service's id; "other" is the default
// rate).
func (s *Service) cleanRates(form []RateForm) ([]rate, error) {
	known, seen := s.services(), map[string]bool{}
	var list []rate
	var wrong []errs.Field
	for _, f := range form {
		field := f.ServiceID
		if field == "" {
			field = "other"
		}
		switch {
		case f.ServiceID != "" && !slices.Contains(known, f.ServiceID), seen[f.ServiceID]:
			wrong = append(wrong, errs.Field{Name: "rates", Key: "common.invalid"})
		case f.Points < 0 || f.Points > maxRate:
			wrong = append(wrong, errs.Field{Name: field, Key: "loyalty.between", Args: []any{"least", 0, "most", maxRate}})
		}
		seen[f.ServiceID] = true
		list = append(list, rate{f.ServiceID, int64(f.Points)})
	}
	if !seen[""] {
		wrong = append(wrong, errs.Field{Name: "other", Key: "common.required"})
	}
	if len(wrong) > 0 {
		return nil, errs.InvalidAll(wrong)
	}
	return list, nil
}

// setRates changes the rates for orders delivered from now on, and logs the change. Rates of services that no longer
// exist are deleted. Error: errs.VersionConflict.
func (s *Service) setRates(ctx context.Context, member staff.Member, version int64, after []rate) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := lockRates(ctx, tx, version)
		if err != nil || maps.Equal(facts(before), facts(after)) {
			return err
		}
		if err := replaceRates(ctx, tx, after); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, s.Clock.Now(),
			audit.Entry{StaffID: member.ID, Action: "settings.points", Object: "points_rates", Before: facts(before),
				After: facts(after)}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, "points_rates")
	})
	if err != nil || s.Changed == nil {
		return err
	}
	return s.Changed(ctx)
}

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"settings.points": s.revert}
}

// revert restores earlier rates. Rates of services that the shop no longer has are left out.
func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	version, err := ratesVersion(ctx, s.DB) // read first, so that a change in between is noticed
	if err != nil {
		return err
	}
	is, err := ReadRates(ctx, s.DB)
	if err != nil {
		return err
	}
	before, err := audit.Undo(line, is)
	if err != nil {
		return err
	}
	var form []RateForm
	for _, service := range slices.Sorted(maps.Keys(before)) {
		if service == "" || slices.Contains(s.services(), service) {
			form = append(form, RateForm{service, httpapi.Int(before[service])})
		}
	}
	list, err := s.cleanRates(form)
	if err != nil {
		return err
	}
	return s.setRates(ctx, member, version, list)
}

// facts returns rates in the form of the audit log.
func facts(list []rate) Rates {
	out := Rates{}
	for _, r := range list {
		out[r.ServiceID] = r.Points
	}
	return out
}
