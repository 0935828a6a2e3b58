package shoppolicies

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/aftersales/returns"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/money/loyalty"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/db"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/settings"
)

// The limits of the policies.
const (
	maxWorth      = 100_00 // of a hundred points, in minor units
	maxLifeDays   = 3_650
	maxConvert    = 100_000
	maxReturnDays = 365
	maxHold       = 60
	maxTip        = 10_000_00
	maxTopUp      = 50_000_00
	maxConfirm    = 100_000_00
	maxLost       = 10
	maxExceptions = 200
	hoursOfDay    = 24
)

// cashSteps are the units to which cash amounts can be rounded down, in minor units.
var cashSteps = []int64{0, 25, 50, 100}

// returnKinds are the reasons for a separate return rule, as customers see them.
var returnKinds = []string{"general", "perishable", "hygiene", "custom"}

// Exception is a separate return period for some products.
type Exception struct {
	Target         string      `json:"target" enum:"category,service,product,class"`
	Slug           string      `json:"slug" maxLength:"120"`
	AsNewHours     httpapi.Int `json:"as_new_hours" doc:"For any reason; 0: not at all."`
	DefectiveHours httpapi.Int `json:"defective_hours" doc:"When the shop is to blame; 0: not at all."`
	Kind           string      `json:"kind" enum:"general,perishable,hygiene,custom" doc:"Why, as customers are told."`
}

// ExceptionView is an exception with its target.
type ExceptionView struct {
	Target         string `json:"target" enum:"category,service,product,class"`
	Slug           string `json:"slug"`
	Name           string `json:"name" doc:"Of what it is about; empty where that is gone."`
	AsNewHours     int64  `json:"as_new_hours"`
	DefectiveHours int64  `json:"defective_hours"`
	Kind           string `json:"kind" enum:"general,perishable,hygiene,custom"`
}

// View shows the shop's policies.
type View struct {
	Currency      string          `json:"currency"`
	Worth         money.Major     `json:"worth" doc:"Of a hundred points. Never less while customers hold points."`
	LifeDays      int64           `json:"life_days" doc:"From when points are earned; for those to come."`
	NudgeDays     int64           `json:"nudge_days" doc:"How long before points end customers are told; 0: not at all."`
	MinConvert    int64           `json:"least_convert" doc:"Points that can be turned into wallet money at once."`
	AsNewDays     int64           `json:"as_new_days" doc:"How long goods may come back for any reason; for orders to come."`
	DefectiveDays int64           `json:"defective_days"`
	Exceptions    []ExceptionView `json:"exceptions"`
	HoldMinutes   int64           `json:"hold_minutes"`
	TipMost       money.Major     `json:"tip_most"`
	TopUpLeast    money.Major     `json:"top_up_least"`
	TopUpMost     money.Major     `json:"top_up_most"`
	ConfirmFirst  money.Major     `json:"confirm_first" doc:"Orders in cash from this amount, of who never received one, wait for a call; 0: none."`
	ConfirmLost   int64           `json:"confirm_lost" doc:"Orders in cash of who let so many deliveries fail wait for a call; 0: none."`
	CashStep      money.Major     `json:"cash_step" doc:"Amounts due in cash are rounded down to it: 0.25, 0.5 or 1; 0: not at all."`
	Version       int64           `json:"version"`
}

type rulesInput struct {
	Body struct {
		Worth         httpapi.Amount `json:"worth"`
		LifeDays      httpapi.Int    `json:"life_days"`
		NudgeDays     httpapi.Int    `json:"nudge_days"`
		MinConvert    httpapi.Int    `json:"least_convert"`
		AsNewDays     httpapi.Int    `json:"as_new_days"`
		DefectiveDays httpapi.Int    `json:"defective_days"`
		Exceptions    []Exception    `json:"exceptions" maxItems:"200"`
		HoldMinutes   httpapi.Int    `json:"hold_minutes"`
		TipMost       httpapi.Amount `json:"tip_most"`
		TopUpLeast    httpapi.Amount `json:"top_up_least"`
		TopUpMost     httpapi.Amount `json:"top_up_most"`
		ConfirmFirst  httpapi.Amount `json:"confirm_first"`
		ConfirmLost   httpapi.Int    `json:"confirm_lost"`
		CashStep      httpapi.Amount `json:"cash_step,omitempty"`
		Version       int64          `json:"version" minimum:"0"`
	}
}

type none struct{}

// ConsoleRoutes registers the owners' operations on policies.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/rules", ID: "console-get-rules", Tag: "console",
		Summary: "The shop's rules of points, returns and orders", Audience: httpapi.Staff, Capability: staff.ChangeSettings},
		s.get)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/rules", ID: "console-save-rules", Tag: "console",
		Summary: "Change the shop's rules", Description: "For orders and points to come: what was promised stays.",
		Audience: httpapi.Staff, Capability: staff.ChangeSettings,
		Audit: []string{"settings.rules"}, Conflict: httpapi.VersionConflict[View](), Strict: true}, s.put)
}

// set contains all policies in their stored form.
type set struct {
	Limits
	Points loyalty.Terms  `json:"points"`
	Rules  []returns.Rule `json:"returns"`
}

func readAll(ctx context.Context, q db.Querier) (all set, version int64, err error) {
	if all.Limits, version, err = read(ctx, q); err != nil {
		return all, 0, err
	}
	if all.Points, err = loyalty.ReadTerms(ctx, q); err != nil {
		return all, 0, err
	}
	all.Rules, err = returns.ReadRules(ctx, q)
	return all, version, err
}

func (s *Service) view(ctx context.Context) (v View, err error) {
	var all set
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if all, v.Version, err = readAll(ctx, q); err != nil {
			return err
		}
		names, err := s.names(ctx, q, all.Rules)
		v.Exceptions = []ExceptionView{}
		for _, r := range all.Rules {
			if r.Target == "shop" {
				v.AsNewDays, v.DefectiveDays = r.AsNewHours/hoursOfDay, r.DefectiveHours/hoursOfDay
				continue
			}
			v.Exceptions = append(v.Exceptions, ExceptionView{
				r.Target, r.Slug, names[r.Target+" "+r.Slug], r.AsNewHours, r.DefectiveHours, r.Kind})
		}
		return err
	})
	major := func(minor int64) money.Major { return money.EGP(minor).Major() }
	v.Currency, v.Worth = money.Shop, major(all.Points.Worth)
	v.LifeDays, v.NudgeDays, v.MinConvert = all.Points.LifeDays, all.Points.NudgeDays, all.Points.MinConvert
	v.HoldMinutes, v.TipMost, v.TopUpLeast, v.TopUpMost = all.HoldMinutes, major(all.TipMost),
		major(all.Limits.TopUpLeast), major(all.Limits.TopUpMost)
	v.ConfirmFirst, v.ConfirmLost = major(all.ConfirmFirst), all.ConfirmLost
	v.CashStep = major(all.CashStep)
	return v, err
}

// names returns the names of the exceptions' targets in the caller's language, by target and slug.
func (s *Service) names(ctx context.Context, q db.Querier, rules []returns.Rule) (map[string]string, error) {
	lang, slugs, out := httpapi.Caller(ctx).Lang, map[string][]string{}, map[string]string{}
	for _, r := range rules {
		slugs[r.Target] = append(slugs[r.Target], r.Slug)
	}
	for _, class := range returns.Classes() {
		out["class "+class] = i18n.T(lang, "rules.class_"+class)
	}
	for target, query := range map[string]string{
		"category": `SELECT slug, name_en, name_ar FROM categories WHERE slug IN `,
		"service":  `SELECT slug, name_en, name_ar FROM services WHERE slug IN `,
		"product":  `SELECT slug, name_en, name_ar FROM products WHERE slug IN `,
	} {
		if len(slugs[target]) == 0 {
			continue
		}
		var rows []struct {
			Slug   string `db:"slug"`
			NameEN string `db:"name_en"`
			NameAR string `db:"name_ar"`
		}
		if err := q.Select(ctx, &rows, query+`(`+db.List(1, len(slugs[target]))+`) ORDER BY slug`,
			db.Args(slugs[target])...); err != nil {
			return nil, err
		}
		for _, r := range rows {
			out[target+" "+r.Slug] = i18n.Text{EN: r.NameEN, AR: r.NameAR}.In(lang)
		}
	}
	return out, nil
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

// clean validates the form, or returns the errors of every field.
func (in *rulesInput) clean() (set, error) {
	b, f := in.Body, forms.Form{}
	amount := func(field string, minor, least, most int64) int64 {
		if minor < least || minor > most {
			f.Say(field, "rules.between", "least", least/100, "most", most/100)
		}
		return minor
	}
	count := func(field string, n httpapi.Int, least, most int64) int64 {
		if int64(n) < least || int64(n) > most {
			f.Say(field, "rules.between", "least", least, "most", most)
		}
		return int64(n)
	}
	all := set{
		Points: loyalty.Terms{Worth: b.Worth.Minor, LifeDays: count("life_days", b.LifeDays, 1, maxLifeDays),
			NudgeDays: int64(b.NudgeDays), MinConvert: count("least_convert", b.MinConvert, 1, maxConvert)},
		Limits: Limits{HoldMinutes: count("hold_minutes", b.HoldMinutes, 5, maxHold),
			TipMost:      amount("tip_most", b.TipMost.Minor, 0, maxTip),
			TopUpLeast:   amount("top_up_least", b.TopUpLeast.Minor, 100, maxTopUp),
			TopUpMost:    amount("top_up_most", b.TopUpMost.Minor, 100, maxTopUp),
			ConfirmFirst: amount("confirm_first", b.ConfirmFirst.Minor, 0, maxConfirm),
			ConfirmLost:  count("confirm_lost", b.ConfirmLost, 0, maxLost)},
	}
	if all.Points.Worth < 1 || all.Points.Worth > maxWorth {
		f.Say("worth", "rules.worth_range", "most", maxWorth/100)
	}
	if all.Points.NudgeDays < 0 || all.Points.NudgeDays > all.Points.LifeDays {
		f.Say("nudge_days", "rules.nudge_range")
	}
	if all.CashStep = b.CashStep.Minor; !slices.Contains(cashSteps, all.CashStep) {
		f.Say("cash_step", "common.one_of")
	}
	if all.Limits.TopUpLeast > all.Limits.TopUpMost {
		f.Say("top_up_least", "rules.least_above")
	}
	standard := returns.Rule{Target: "shop", AsNewHours: hoursOfDay * count("as_new_days", b.AsNewDays, 0, maxReturnDays),
		DefectiveHours: hoursOfDay * count("defective_days", b.DefectiveDays, 0, maxReturnDays), Kind: returnKinds[0]}
	if standard.DefectiveHours < standard.AsNewHours {
		f.Say("defective_days", "rules.fault_shorter")
	}
	seen := map[string]bool{}
	for i, e := range b.Exceptions {
		at := "exceptions." + strconv.Itoa(i)
		r := returns.Rule{Target: e.Target, Slug: httpapi.Clean(e.Slug),
			AsNewHours:     count(at+".as_new_hours", e.AsNewHours, 0, maxReturnDays*hoursOfDay),
			DefectiveHours: count(at+".defective_hours", e.DefectiveHours, 0, maxReturnDays*hoursOfDay), Kind: e.Kind}
		switch about := r.Target + " " + r.Slug; {
		case r.Slug == "" || !slices.Contains([]string{"category", "service", "product", "class"}, r.Target):
			f.Say(at+".slug", "common.required")
		case seen[about]:
			f.Say(at+".slug", "rules.twice")
		default:
			seen[about] = true
		}
		if r.DefectiveHours < r.AsNewHours {
			f.Say(at+".defective_hours", "rules.fault_shorter")
		}
		if !slices.Contains(returnKinds, r.Kind) {
			f.Say(at+".kind", "common.one_of")
		}
		all.Rules = append(all.Rules, r)
	}
	if len(b.Exceptions) > maxExceptions {
		f.Say("exceptions", "common.invalid")
	}
	all.Rules = append(all.Rules, standard)
	return all, f.Err()
}

// known refuses exceptions for targets that do not exist, except those that were set before.
func (s *Service) known(ctx context.Context, q db.Querier, before, after []returns.Rule) error {
	names, err := s.names(ctx, q, after)
	if err != nil {
		return err
	}
	var f forms.Form
	for i, r := range after {
		_, there := names[r.Target+" "+r.Slug]
		stood := slices.ContainsFunc(before, func(b returns.Rule) bool { return b.Target == r.Target && b.Slug == r.Slug })
		if r.Target != "shop" && !there && !stood {
			f.Say("exceptions."+strconv.Itoa(i)+".slug", "common.one_of")
		}
	}
	return f.Err()
}

func (s *Service) put(ctx context.Context, in *rulesInput) (*httpapi.Reply[View], error) {
	after, err := in.clean()
	if err == nil {
		err = s.set(ctx, staff.Caller(ctx), after, in.Body.Version)
	}
	if err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[View], error) { return s.get(ctx, nil) })
	}
	v, err := s.view(ctx)
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(v, i18n.T(httpapi.Caller(ctx).Lang, "rules.saved")), nil
}

// set replaces the policies that were read at a version.
func (s *Service) set(ctx context.Context, member staff.Member, after set, version int64) error {
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := s.Clock.Now()
		before, stands, err := readAll(ctx, tx)
		if err != nil {
			return err
		}
		if stands != version {
			return settings.ErrVersionConflict
		}
		if err := s.known(ctx, tx, before.Rules, after.Rules); err != nil {
			return err
		}
		slices.SortFunc(before.Rules, byTarget)
		slices.SortFunc(after.Rules, byTarget)
		if before.Limits == after.Limits && before.Points == after.Points && slices.Equal(before.Rules, after.Rules) {
			return nil
		}
		// The setting's version also covers the tables.
		if err := settings.Change(ctx, tx, key, version, after.Limits, now); err != nil {
			return err
		}
		if err := loyalty.SetTerms(ctx, tx, now, after.Points); err != nil {
			return err
		}
		if err := returns.SetRules(ctx, tx, after.Rules); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx, now, audit.Entry{
			StaffID: member.ID, Action: "settings.rules", Object: key, Before: before.told(), After: after.told()}); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, settings.Changed, key)
	})
	if err != nil {
		return err
	}
	return s.Load(ctx)
}

func byTarget(a, b returns.Rule) int {
	return cmp.Or(strings.Compare(a.Target, b.Target), strings.Compare(a.Slug, b.Slug))
}

// Reverts are the actions of the audit log that can be undone here.
func (s *Service) Reverts() map[string]staff.Revert {
	return map[string]staff.Revert{"settings.rules": s.revert}
}

func (s *Service) revert(ctx context.Context, member staff.Member, line audit.Line) error {
	is, version, err := readAll(ctx, s.DB)
	if err != nil {
		return err
	}
	slices.SortFunc(is.Rules, byTarget)
	before, err := audit.Undo(line, is.told())
	if err != nil {
		return err
	}
	after, err := before.form().clean()
	if err != nil {
		return err
	}
	return s.set(ctx, member, after, version)
}

// told is the audit log's form of the policies: each exception by its target.
type told struct {
	Worth          int64           `json:"worth"`
	LifeDays       int64           `json:"life_days"`
	NudgeDays      int64           `json:"nudge_days"`
	MinConvert     int64           `json:"least_convert"`
	AsNewHours     int64           `json:"as_new_hours"`
	DefectiveHours int64           `json:"defective_hours"`
	Exceptions     []toldException `json:"return_exceptions"`
	Limits
}

type toldException struct {
	Category       string `json:"category,omitempty"`
	Service        string `json:"service,omitempty"`
	Product        string `json:"product,omitempty"`
	Class          string `json:"return_class,omitempty"`
	AsNewHours     int64  `json:"as_new_hours"`
	DefectiveHours int64  `json:"defective_hours"`
	Kind           string `json:"return_kind"`
}

func (all set) told() told {
	t := told{Worth: all.Points.Worth, LifeDays: all.Points.LifeDays, NudgeDays: all.Points.NudgeDays,
		MinConvert: all.Points.MinConvert, Limits: all.Limits, Exceptions: []toldException{}}
	for _, r := range all.Rules {
		one := toldException{AsNewHours: r.AsNewHours, DefectiveHours: r.DefectiveHours, Kind: r.Kind}
		switch r.Target {
		case "shop":
			t.AsNewHours, t.DefectiveHours = r.AsNewHours, r.DefectiveHours
			continue
		case "category":
			one.Category = r.Slug
		case "service":
			one.Service = r.Slug
		case "product":
			one.Product = r.Slug
		case "class":
			one.Class = r.Slug
		}
		t.Exceptions = append(t.Exceptions, one)
	}
	return t
}

// form returns the logged policies as a filled-in form.
func (t told) form() *rulesInput {
	amount := func(minor int64) httpapi.Amount { return httpapi.Amount{Minor: minor} }
	in := &rulesInput{}
	b := &in.Body
	b.Worth, b.LifeDays, b.NudgeDays, b.MinConvert = amount(t.Worth), httpapi.Int(t.LifeDays), httpapi.Int(t.NudgeDays),
		httpapi.Int(t.MinConvert)
	b.AsNewDays, b.DefectiveDays = httpapi.Int(t.AsNewHours/hoursOfDay), httpapi.Int(t.DefectiveHours/hoursOfDay)
	b.HoldMinutes, b.TipMost, b.TopUpLeast, b.TopUpMost = httpapi.Int(t.HoldMinutes), amount(t.TipMost),
		amount(t.TopUpLeast), amount(t.TopUpMost)
	b.ConfirmFirst, b.ConfirmLost = amount(t.ConfirmFirst), httpapi.Int(t.ConfirmLost)
	b.CashStep = amount(t.CashStep)
	for _, e := range t.Exceptions {
		one := Exception{AsNewHours: httpapi.Int(e.AsNewHours), DefectiveHours: httpapi.Int(e.DefectiveHours), Kind: e.Kind}
		for target, slug := range map[string]string{"category": e.Category, "service": e.Service, "product": e.Product,
			"class": e.Class} {
			if slug != "" {
				one.Target, one.Slug = target, slug
			}
		}
		b.Exceptions = append(b.Exceptions, one)
	}
	return in
}
