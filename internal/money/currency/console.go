package currency

import (
	"context"
	"slices"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

var (
	shopName   = i18n.Text{EN: "Egyptian pound", AR: "جنيه مصري"}
	shopSymbol = i18n.Text{EN: "EGP", AR: "ج.م."}
)

// Editable is a currency as staff see it.
type Editable struct {
	Code     string        `json:"code"`
	NameEN   string        `json:"name_en"`
	NameAR   string        `json:"name_ar"`
	SymbolEN string        `json:"symbol_en"`
	SymbolAR string        `json:"symbol_ar"`
	Decimals int64         `json:"decimals"`
	Active   bool          `json:"active"`
	Version  string        `json:"version" doc:"Of its names and whether it is shown; to be sent along with a change."`
	RateE6   int64         `json:"rate_e6"`
	RateAt   *db.Millis    `json:"rate_at"`
	RateSeq  int64         `json:"rate_seq"`
	State    string        `json:"state" enum:"off,no_rate,fresh,stale,expired" doc:"stale: a week old; expired: a month old, and not offered."`
	Shop     string        `json:"shop" doc:"The currency that rates are in."`
	History  []HistoryView `json:"history,omitempty"`
	More     bool          `json:"history_more" doc:"There were others before these."`
}

// HistoryView is a rate that was or is in force.
type HistoryView struct {
	Seq    int64     `json:"seq"`
	RateE6 int64     `json:"rate_e6"`
	Note   string    `json:"note"`
	At     db.Millis `json:"at"`
	Staff  string    `json:"staff" doc:"Who set it, by id; empty for the program."`
	Name   string    `json:"name" doc:"How they are called."`
}

// ConsoleRoutes registers the operations for owners and finance.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/currencies", ID: "console-list-currencies", Tag: "console",
		Summary: "Currencies and their rates", Audience: httpapi.Staff, Capability: staff.SetRates}, s.consoleList)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/currencies", ID: "console-create-currency", Tag: "console",
			Summary: "Add a currency", Audience: httpapi.Staff, Capability: staff.SetRates, Audit: []string{"rate.currency"},
			Strict: true}, s.create)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/currencies/{id}", ID: "console-get-currency", Tag: "console",
			Summary: "A currency with the history of its rate", Audience: httpapi.Staff, Capability: staff.SetRates},
		s.consoleGet)
	httpapi.Handle(a,
		httpapi.Op{Method: "PUT", Path: "/console/currencies/{id}", ID: "console-save-currency", Tag: "console",
			Summary: "Rename or switch a currency", Audience: httpapi.Staff, Capability: staff.SetRates,
			Audit: []string{"rate.currency"}, Strict: true, Conflict: httpapi.VersionConflict[Editable]()}, s.put)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/currencies/{id}/rates", ID: "console-set-rate", Tag: "console",
			Summary: "Set a rate", Audience: httpapi.Staff, Capability: staff.SetRates, Audit: []string{"rate.set"},
			Strict: true}, s.postRate)
}

func (s *Service) editable(c Currency) Editable {
	v := Editable{Code: c.Code, NameEN: c.Name.EN, NameAR: c.Name.AR, SymbolEN: c.Symbol.EN, SymbolAR: c.Symbol.AR,
		Decimals: c.Decimals, Active: c.Active, Version: c.edit().version(), RateE6: c.Rate, RateSeq: c.RateSeq,
		State: "fresh", Shop: money.Shop}
	age := s.clock.Now().Sub(c.RateAt.Time())
	if c.Rate > 0 {
		at := c.RateAt
		v.RateAt = &at
	}
	switch {
	case !c.Active:
		v.State = "off"
	case c.Rate == 0:
		v.State = "no_rate"
	case age > MaxAge:
		v.State = "expired"
	case age > StaleAfter:
		v.State = "stale"
	}
	return v
}

func (s *Service) consoleList(ctx context.Context, _ *none) (*httpapi.Reply[[]Editable], error) {
	all, err := list(ctx, s.db)
	if err != nil {
		return nil, err
	}
	out := make([]Editable, len(all))
	for i, c := range all {
		out[i] = s.editable(c)
	}
	return httpapi.OK(out), nil
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Service) read(ctx context.Context, code string) (*httpapi.Reply[Editable], error) {
	var v Editable
	err := s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		all, err := list(ctx, q)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(all, func(c Currency) bool { return c.Code == code })
		if at < 0 {
			return errs.NotFound()
		}
		v = s.editable(all[at])
		rates, err := history(ctx, q, code)
		if err != nil {
			return err
		}
		v.More = len(rates) > maxHistory
		rates = rates[:min(len(rates), maxHistory)]
		var who []string
		for _, r := range rates {
			if r.StaffID != "" && !slices.Contains(who, r.StaffID) {
				who = append(who, r.StaffID)
			}
		}
		names, err := staff.Names(ctx, q, who)
		for _, r := range rates {
			v.History = append(v.History, HistoryView{r.Seq, r.Rate, r.Note, r.At, r.StaffID, names[r.StaffID]})
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) consoleGet(ctx context.Context, in *oneInput) (*httpapi.Reply[Editable], error) {
	return s.read(ctx, in.ID)
}

// EditBody is a currency as a form sends it.
type EditBody struct {
	Code     string `json:"code,omitempty" doc:"ISO 4217, of a new one."`
	NameEN   string `json:"name_en"`
	NameAR   string `json:"name_ar"`
	SymbolEN string `json:"symbol_en"`
	SymbolAR string `json:"symbol_ar"`
	Active   bool   `json:"active"`
}

func (b EditBody) edit() Edit {
	return Edit{b.Code, i18n.Text{EN: b.NameEN, AR: b.NameAR}, i18n.Text{EN: b.SymbolEN, AR: b.SymbolAR}, b.Active}
}

func (s *Service) create(ctx context.Context, in *struct{ Body EditBody }) (*httpapi.Reply[[]Editable], error) {
	member := staff.Caller(ctx)
	if err := s.Add(ctx, member, in.Body.edit()); err != nil {
		return nil, err
	}
	return s.consoleList(ctx, nil)
}

func (s *Service) put(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		EditBody
		Version string `json:"version" maxLength:"64" doc:"As it was read."`
	}
}) (*httpapi.Reply[Editable], error) {
	member := staff.Caller(ctx)
	if err := s.Change(ctx, member, in.ID, in.Body.Version, in.Body.edit()); err != nil {
		return nil, httpapi.WithCurrent(err, func() (*httpapi.Reply[Editable], error) { return s.read(ctx, in.ID) })
	}
	return s.read(ctx, in.ID)
}

// RateBody is a new rate as a form sends it.
type RateBody struct {
	Rate    string      `json:"rate" maxLength:"40" doc:"Of the shop's currency for one unit, at most six decimals."`
	Note    string      `json:"note,omitempty"`
	Confirm bool        `json:"confirm,omitempty" doc:"A change of more than a fifth is meant."`
	RateSeq httpapi.Int `json:"rate_seq" doc:"Of the rate it replaces; 0 for the first."`
}

func (s *Service) postRate(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body RateBody
}) (*httpapi.Reply[Editable], error) {
	member := staff.Caller(ctx)
	rate, err := ParseRate(in.Body.Rate)
	if err != nil {
		return nil, err
	}
	if err := s.Set(ctx, member, in.ID, SetRate{rate, in.Body.Note, in.Body.Confirm, int64(in.Body.RateSeq)}); err != nil {
		return nil, err
	}
	return s.read(ctx, in.ID)
}
