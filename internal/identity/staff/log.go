package staff

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"

	"wekala/internal/identity/audit"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// logPart is the number of entries in a page of the audit log.
const logPart = 30

// Revert restores an object to its state before a line of the audit log, by the same rules as any other change, and
// writes its own line. It returns common.changed_since if the object is no longer in the state after that line
// (audit.Undo), and TakesTwo if the change would wait for a second person.
type Revert func(ctx context.Context, member Member, line audit.Line) error

// LogPerson is the member of staff who performed an action.
type LogPerson struct {
	ID   string `json:"id"`
	Name string `json:"name" doc:"Empty where it was nobody of the staff: see id."`
}

// LogLine is an entry of the audit log.
type LogLine struct {
	ID     string    `json:"id"`
	At     db.Millis `json:"at"`
	Who    LogPerson `json:"who"`
	Action string    `json:"action"`
	Object string    `json:"object"`
	Name   string    `json:"name" doc:"What the object is called; empty where that is not known."`
	// Names holds the names of the ids in Before and After.
	Names     map[string]string `json:"names" doc:"What is called how, of the ids in before and after."`
	Before    any               `json:"before" doc:"What it was like: fields with their values, or nothing."`
	After     any               `json:"after"`
	Reason    string            `json:"reason"`
	CanRevert bool              `json:"can_revert" doc:"It can be undone, unless somebody changed it since."`
}

// LogChoices are the log's filters.
type LogChoices struct {
	People  []LogPerson `json:"people"`
	Actions []string    `json:"actions"`
}

func (s *Service) logRoutes(a *httpapi.API) {
	read := httpapi.Op{Method: "GET", Path: "/console/audit", ID: "console-list-audit", Tag: consoleTag,
		Audience: httpapi.Staff, Capability: ReadAudit, Summary: "What staff did, the newest first"}
	list := read
	list.Paged = true
	httpapi.Handle(a, list, s.getLog)
	choices := read
	choices.Path, choices.ID, choices.Summary = "/console/audit/choices", "console-audit-choices",
		"What the log can be narrowed by"
	httpapi.Handle(a, choices, func(ctx context.Context, _ *none) (*httpapi.Reply[LogChoices], error) {
		return s.logChoices(ctx, a.Routes)
	})
	revert := read
	revert.Method, revert.Path, revert.ID, revert.Summary = "POST", "/console/audit/{id}/revert", "console-revert",
		"Undo what a line of the log says, where nobody changed it since"
	for action := range s.Reverts {
		revert.Audit = append(revert.Audit, action)
	}
	if slices.Sort(revert.Audit); len(revert.Audit) == 0 {
		revert.Unaudited = "nothing can be undone"
	}
	httpapi.Handle(a, revert, s.postRevert)
}

type logInput struct {
	httpapi.PartInput
	Staff  string `query:"staff" maxLength:"64" doc:"Who did it, by id."`
	Action string `query:"action" maxLength:"64" doc:"coupon.edit, or coupon. for everything done to coupons."`
	Object string `query:"object" maxLength:"64" doc:"What it was done to: an id, a number, a coupon code or a SKU."`
	From   string `query:"from" maxLength:"40" doc:"A moment (RFC 3339)."`
	Until  string `query:"until" maxLength:"40" doc:"Not included."`
}

func (s *Service) getLog(ctx context.Context, in *logInput) (*httpapi.Part[LogLine], error) {
	f := audit.Filter{StaffID: in.Staff, Action: in.Action}
	if _, err := in.Place((*int64)(&f.BeforeAt), &f.BeforeID); err != nil {
		return nil, err
	}
	for name, moment := range map[string]struct {
		text string
		into **db.Millis
	}{"from": {in.From, &f.From}, "until": {in.Until, &f.Until}} {
		if moment.text == "" {
			continue
		}
		*moment.into = new(db.Millis)
		if (*moment.into).UnmarshalText([]byte(moment.text)) != nil {
			return nil, errs.Invalid(name, "common.invalid")
		}
	}
	var lines []audit.Line
	var names, called map[string]string
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) (err error) {
		if object := strings.TrimSpace(in.Object); object != "" {
			f.Objects = []string{object}
			found, err := s.Directory.Find(ctx, q, strings.ToUpper(object))
			if err != nil {
				return err
			}
			f.Objects = append(f.Objects, found...)
		}
		if lines, err = audit.Read(ctx, q, f, logPart+1); err != nil {
			return err
		}
		var ids []string
		for _, line := range lines {
			if !slices.Contains(ids, line.StaffID) {
				ids = append(ids, line.StaffID)
			}
		}
		if names, err = Names(ctx, q, ids); err != nil {
			return err
		}
		called, err = s.Directory.Called(ctx, q, httpapi.Caller(ctx).Lang, refsOf(lines))
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(lines, logPart, func(l audit.Line) []any { return []any{int64(l.At), l.ID} },
		func(l audit.Line) LogLine {
			_, can := s.Reverts[l.Action]
			own := map[string]string{}
			for _, ref := range refsOf([]audit.Line{l}) {
				if name := called[ref.ID]; name != "" {
					own[ref.ID] = name
				}
			}
			return LogLine{ID: l.ID, At: l.At, Who: LogPerson{l.StaffID, names[l.StaffID]}, Action: l.Action, Object: l.Object,
				Name: nameOf(l.Object, called), Names: own, Before: unpacked(l.Before), After: unpacked(l.After), Reason: l.Reason,
				CanRevert: can && l.Before != "null"}
		}), nil
}

var (
	markedID = regexp.MustCompile(`^([a-z]{2,3})_[0-9A-Za-z_-]+$`)
	// slugged are the fields that refer to objects by ids without a prefix.
	slugged = map[string]string{"service": "service", "store": "store", "district": "district", "DistrictID": "district",
		"governorate": "governorate"}
)

// refsOf lists the distinct objects that entries refer to.
func refsOf(lines []audit.Line) (refs []audit.Ref) {
	seen := map[audit.Ref]bool{}
	add := func(kind, text string) {
		if marked := markedID.FindStringSubmatch(text); marked != nil {
			kind = marked[1]
		}
		if ref := (audit.Ref{Kind: kind, ID: text}); kind != "" && text != "" && !seen[ref] {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	var in func(field string, value any)
	in = func(field string, value any) {
		switch value := value.(type) {
		case string:
			add(slugged[field], value)
		case []any:
			for _, one := range value {
				in(field, one)
			}
		case map[string]any:
			for name, one := range value {
				in(name, one)
				add("", name)
			}
		}
	}
	for _, l := range lines {
		area, _, _ := strings.Cut(l.Action, ".")
		for _, part := range strings.Split(l.Object, "/") { // an extra at a branch
			add(area, part)
		}
		in("", unpacked(l.Before))
		in("", unpacked(l.After))
	}
	return refs
}

// nameOf joins the names of the parts of an object's id.
func nameOf(object string, called map[string]string) string {
	var parts []string
	for _, part := range strings.Split(object, "/") {
		if name := called[part]; name != "" {
			parts = append(parts, name)
		}
	}
	return strings.Join(parts, " · ")
}

// unpacked decodes a value of an entry; it cannot fail, because the program wrote the log.
func unpacked(text string) (value any) {
	_ = json.Unmarshal([]byte(text), &value)
	return value
}

func (s *Service) logChoices(ctx context.Context, routes []httpapi.Op) (*httpapi.Reply[LogChoices], error) {
	all, err := s.List(ctx)
	if err != nil {
		return nil, err
	}
	out := LogChoices{People: []LogPerson{}, Actions: []string{}}
	for _, c := range all {
		out.People = append(out.People, LogPerson{c.ID, c.Name})
	}
	for _, op := range routes {
		out.Actions = append(out.Actions, op.Audit...)
	}
	slices.Sort(out.Actions)
	out.Actions = slices.Compact(out.Actions)
	return httpapi.OK(out), nil
}

func (s *Service) postRevert(ctx context.Context, in *idInput) (*httpapi.Reply[none], error) {
	line, err := audit.ByID(ctx, s.DB, in.ID)
	if errors.Is(err, db.ErrNoRows) {
		return nil, errs.NotFound()
	}
	if err != nil {
		return nil, err
	}
	revert, can := s.Reverts[line.Action]
	if !can || line.Before == "null" {
		return nil, errs.Refuse("auth.no_revert")
	}
	return done(ctx, told(httpapi.Caller(ctx).Lang, revert(ctx, Caller(ctx), line)), "auth.reverted")
}

// TakesTwo refuses to undo alone a change that would need a second person if it were made directly.
func TakesTwo() error { return errs.Refuse("auth.revert_takes_two") }

// told turns a refusal to undo into one without field errors: the log has no form to show them in, and no record to
// compare.
func told(lang i18n.Lang, err error) error {
	var no *errs.Error
	switch {
	case !errors.As(err, &no):
	case no.Key == "common.moved_on":
		return errs.Conflict("common.changed_since")
	case no.Kind == errs.KindInvalid:
		return errs.Refuse("auth.revert_invalid", "why", i18n.T(lang, no.Key, no.Args...))
	}
	return err
}
