package approvals

import (
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/money"
)

// The ranges allowed for the limits.
const (
	maxAlone = 100_000_00
	maxDrop  = 95
)

// ConsoleRoutes registers the owners' settings.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/safety", ID: "console-get-safety", Tag: "console",
		Summary: "When something takes a second person, and who needs a second factor", Audience: httpapi.Staff,
		Capability: staff.ChangeSettings}, s.get)
	httpapi.Handle(a, httpapi.Op{Method: "PUT", Path: "/console/safety", ID: "console-save-safety", Tag: "console",
		Summary: "Change when something takes a second person, and who needs a second factor", Audience: httpapi.Staff,
		Capability: staff.ChangeSettings,
		Audit:      []string{"settings.safety", "settings.safety_propose", "settings.safety_decline"}, Strict: true,
		Conflict: httpapi.VersionConflict[SafetyView]()}, s.put)
	decide := httpapi.Op{Method: "POST", Path: "/console/safety/decide", ID: "console-decide-safety", Tag: "console",
		Summary: "Let rules that ask for less hold, or drop them", Audience: httpapi.Staff, Capability: staff.ChangeSettings,
		Audit: []string{"settings.safety_approve", "settings.safety_decline"}, Strict: true}
	decide.Conflict = httpapi.VersionConflict[SafetyView]()
	httpapi.Handle(a, decide, s.postDecide)
}

// SafetyView shows the rules in force.
type SafetyView struct {
	Alone        money.Major `json:"alone" doc:"What one person may give away in a business day, and one customer be given so."`
	Currency     string      `json:"currency"`
	Drop         int64       `json:"drop" doc:"By how much of a hundred a price may fall below the highest of drop_days without a second person."`
	DropDays     int64       `json:"drop_days"`
	SecondFactor bool        `json:"second_factor" doc:"Owners and finance need a second factor."`
	Version      int64       `json:"version"`
	TakesTwo     bool        `json:"takes_two" doc:"Of a look: saved, a part of this waits for a second owner."`
	Waits        *SafetyWait `json:"waits" doc:"What waits for a second owner."`
}

// SafetyWait shows the proposed rules that need a second owner's approval.
type SafetyWait struct {
	Alone        money.Major `json:"alone"`
	Drop         int64       `json:"drop"`
	DropDays     int64       `json:"drop_days"`
	SecondFactor bool        `json:"second_factor"`
	AskedBy      string      `json:"asked_by"`
	AskedAt      db.Millis   `json:"asked_at"`
	CanDecide    bool        `json:"can_decide" doc:"I may be the second owner: I had no part in it, and neither set up the other's account lately; or I am the one owner of the shop."`
	WhyNot       string      `json:"why_not" doc:"Why I may not; empty where I may."`
	Version      int64       `json:"version"`
}

// SafetyForm is the form of the rules.
type SafetyForm struct {
	Preview      bool           `json:"preview,omitempty" doc:"Only look; nothing is saved."`
	Alone        httpapi.Amount `json:"alone"`
	Drop         httpapi.Int    `json:"drop"`
	DropDays     httpapi.Int    `json:"drop_days"`
	SecondFactor bool           `json:"second_factor"`
	Version      int64          `json:"version" minimum:"0" doc:"Of the rules that were read."`
}

func (r Rules) view() SafetyView {
	return SafetyView{Alone: money.EGP(r.Alone).Major(), Currency: money.Shop, Drop: r.Drop, DropDays: r.DropDays,
		SecondFactor: r.SecondFactor}
}

// facts returns the rules in the form of the audit log.
func (r Rules) facts() map[string]any {
	return map[string]any{"alone": money.EGP(r.Alone).Major(), "drop": r.Drop, "drop_days": r.DropDays,
		"second_factor": r.SecondFactor}
}

// limits validates the form.
func (f SafetyForm) limits() (Limits, error) {
	l := Limits{Alone: f.Alone.Minor, Drop: int64(f.Drop), DropDays: int64(f.DropDays)}
	var wrong []errs.Field
	for _, one := range []struct {
		name        string
		is          int64
		least, most int64
		unit        int64
	}{{"alone", l.Alone, 0, maxAlone, 100}, {"drop", l.Drop, 1, maxDrop, 1},
		{"drop_days", l.DropDays, 1, MaxDropDays, 1}} {
		if one.is < one.least || one.is > one.most {
			wrong = append(wrong, errs.Field{Name: one.name, Key: "giving.between",
				Args: []any{"least", one.least / one.unit, "most", one.most / one.unit}})
		}
	}
	if len(wrong) > 0 {
		return l, errs.InvalidAll(wrong)
	}
	return l, nil
}
