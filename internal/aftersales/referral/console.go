package referral

import (
	"context"
	"errors"
	"slices"
	"unicode/utf8"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
)

// ConsoleRoutes registers the operations of staff on suspicious referrals.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.termsRoutes(a)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/referrals", ID: "console-list-referrals", Tag: "console",
		Summary: "Referrals in one state, held ones first of all", Audience: httpapi.Staff, Capability: staff.DecideReferrals,
		Paged: true}, s.getHeld)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/referrals/{id}/decide", ID: "console-decide-referral", Tag: "console",
			Summary: "Let a held referral pass, or refuse it", Audience: httpapi.Staff, Capability: staff.DecideReferrals,
			Audit: []string{"referrals.approve", "referrals.refuse"}, Strict: true}, s.postDecide)
}

// Person is a customer as the console shows them.
type Person struct {
	ID    string `json:"id"`
	Name  string `json:"name"`
	Phone string `json:"phone" doc:"Masked."`
}

// ConsoleEvidence is one reason for suspicion.
type ConsoleEvidence struct {
	Reason Reason `json:"reason"`
	Label  string `json:"label"`
	With   Person `json:"with"`
}

// ConsoleReferral is a referral as staff see it.
type ConsoleReferral struct {
	ID          string            `json:"id"`
	State       State             `json:"state" enum:"joined,waiting,held,paid,refused"`
	Reason      Reason            `json:"reason"`
	ReasonLabel string            `json:"reason_label"`
	Referrer    Person            `json:"referrer"`
	Friend      Person            `json:"friend"`
	Evidence    []ConsoleEvidence `json:"evidence"`
	Reward      money.Major       `json:"reward" doc:"To both together."`
	Currency    string            `json:"currency"`
	OrderNumber *string           `json:"order_number"`
	CreatedAt   db.Millis         `json:"created_at"`
	DueAt       *db.Millis        `json:"due_at"`
	CanDecide   bool              `json:"can_decide" doc:"It is held, and I may let it pass or refuse it."`
}

type heldInput struct {
	httpapi.PartInput
	State string `query:"state" maxLength:"20" doc:"held when empty"`
}

type heldRow struct {
	Referral
	Number *string `db:"number"`
}

const withNumber = `SELECT ` + columns + `, o.number FROM referrals r LEFT JOIN orders o ON o.id = r.order_id `

func (s *Service) getHeld(ctx context.Context, in *heldInput) (*httpapi.Part[ConsoleReferral], error) {
	state := State(in.State)
	if state == "" {
		state = Held
	}
	if !slices.Contains(States, state) {
		return nil, errs.Invalid("state", "common.one_of")
	}
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	var out []ConsoleReferral
	var meta httpapi.PartMeta
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		var rows []heldRow
		err := q.Select(ctx, &rows, withNumber+`WHERE r.state = $1 AND r.updated_at <= $2 AND (r.updated_at < $2 OR r.id < $3)
			ORDER BY r.updated_at DESC, r.id DESC LIMIT $4`, state, at, id, int64(perPage+1))
		if err != nil {
			return err
		}
		rows, meta = httpapi.Cut(rows, perPage, func(r heldRow) []any { return []any{int64(r.UpdatedAt), r.ID} })
		out, err = s.consoleViews(ctx, q, rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.PartOf(out, meta), nil
}

func (s *Service) consoleViews(ctx context.Context, q db.Querier, rows []heldRow) ([]ConsoleReferral, error) {
	var ids []string
	for _, r := range rows {
		ids = append(ids, r.ReferrerID, r.FriendID)
		for _, e := range r.Evidence {
			ids = append(ids, e.UserID)
		}
	}
	people, err := persons(ctx, q, ids)
	if err != nil {
		return nil, err
	}
	lang, decides := httpapi.Caller(ctx).Lang, staff.Caller(ctx).May(staff.DecideReferrals)
	out := make([]ConsoleReferral, len(rows))
	for i, r := range rows {
		v := ConsoleReferral{ID: r.ID, State: r.State, Reason: r.Reason, Referrer: people[r.ReferrerID],
			Friend: people[r.FriendID], Evidence: []ConsoleEvidence{}, Reward: major(r.RewardReferrer + r.RewardFriend),
			Currency: money.Shop, OrderNumber: r.Number,
			CreatedAt: r.CreatedAt, DueAt: r.DueAt, CanDecide: decides && r.State == Held}
		if r.Reason != "" {
			v.ReasonLabel = r.Reason.Label(lang)
		}
		for _, e := range r.Evidence {
			v.Evidence = append(v.Evidence, ConsoleEvidence{e.Reason, e.Reason.Label(lang), people[e.UserID]})
		}
		out[i] = v
	}
	return out, nil
}

func persons(ctx context.Context, q db.Querier, ids []string) (map[string]Person, error) {
	out := map[string]Person{}
	if len(ids) == 0 {
		return out, nil
	}
	slices.Sort(ids)
	ids = slices.Compact(ids)
	var rows []Person
	err := q.Select(ctx, &rows, `SELECT id, name, phone FROM users WHERE id IN (`+db.List(1, len(ids))+`) ORDER BY id`,
		db.Args(ids)...)
	for _, p := range rows {
		p.Phone = auth.MaskPhone(p.Phone)
		out[p.ID] = p
	}
	return out, err
}

// noteLength limits the reason for a decision, in runes.
const noteLength = 500

type decideInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Approve bool   `json:"approve"`
		Note    string `json:"note,omitempty" doc:"Why; required to refuse."`
	}
}

func (s *Service) postDecide(ctx context.Context, in *decideInput) (*httpapi.Reply[ConsoleReferral], error) {
	member := staff.Caller(ctx)
	note := httpapi.Clean(in.Body.Note)
	if utf8.RuneCountInString(note) > noteLength {
		return nil, errs.Invalid("note", "common.too_long", "len", noteLength)
	}
	if err := s.Decide(ctx, member, in.ID, in.Body.Approve, note); err != nil {
		return nil, err
	}
	var rows []heldRow
	if err := s.DB.Select(ctx, &rows, withNumber+`WHERE r.id = $1`, in.ID); err != nil {
		return nil, err
	}
	views, err := s.consoleViews(ctx, s.DB, rows)
	if err != nil {
		return nil, err
	}
	if len(views) == 0 {
		return nil, errs.NotFound()
	}
	message := "referral.refused"
	if in.Body.Approve {
		message = "referral.approved"
	}
	return httpapi.OKMessage(views[0], i18n.T(httpapi.Caller(ctx).Lang, message)), nil
}

// Decide ends the hold on a referral: it continues from its state before, or is refused for good. NotFound when it does
// not exist; referral.moved_on (409) when it is no longer held.
func (s *Service) Decide(ctx context.Context, member staff.Member, referralID string, approve bool, note string) error {
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := byID(ctx, tx, referralID)
		if err == nil {
			if err = lock(ctx, tx, r.FriendID); err == nil {
				r, err = byID(ctx, tx, referralID)
			}
		}
		if errors.Is(err, db.ErrNoRows) {
			return errs.NotFound()
		}
		if err != nil {
			return err
		}
		before := map[string]any{"state": r.State, "reason": r.Reason, "evidence": r.Evidence}
		now := db.At(s.Clock.Now())
		r.UpdatedAt = now
		action := "referrals.refuse"
		to := Waiting
		switch {
		case !approve:
			to = Refused
		case r.OrderID == nil:
			to = Joined
		}
		if err := r.become(to, decider, note); err != nil {
			return err
		}
		if approve {
			action = "referrals.approve"
			for _, reason := range append([]Reason{r.Reason}, reasons(r.Evidence)...) {
				if !slices.Contains(r.Cleared, reason) {
					r.Cleared = append(r.Cleared, reason)
				}
			}
			r.Reason = ""
		}
		if err := update(ctx, tx, r); err != nil {
			return err
		}
		if r.State == Waiting {
			// The referral's own job ran while it was held.
			err := jobs.Enqueue(ctx, tx, jobs.Job{Kind: payJob, Payload: payment{FriendID: r.FriendID, OrderID: *r.OrderID},
				RunAt: max(*r.DueAt, now)})
			if err != nil {
				return err
			}
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: action, Object: r.ID,
			Before: before, After: map[string]any{"state": r.State, "cleared": r.Cleared}, Reason: note})
	})
}

func reasons(all []Evidence) []Reason {
	var out []Reason
	for _, e := range all {
		out = append(out, e.Reason)
	}
	return out
}
