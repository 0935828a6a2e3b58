package returns

import (
	"context"
	"errors"
	"slices"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ConsoleRoutes registers the operations of staff on returns. Owners, support and finance see those of every branch,
// others those of their branches, and couriers those that await pickup or are on their way. Other returns return
// NotFound.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/returns", ID: "console-list-returns", Tag: "console",
		Summary: "The queue of returns, the oldest first", Audience: httpapi.Staff, Capability: staff.ReadReturns,
		Branches: httpapi.BranchList, Paged: true}, s.getQueue)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/returns/{id}", ID: "console-get-return", Tag: "console",
		Summary: "One return in full", Audience: httpapi.Staff, Capability: staff.ReadReturns,
		Branches: httpapi.BranchOfPath}, s.getForStaff)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/returns/{id}/move", ID: "console-move-return", Tag: "console",
			Summary: "Approve, refuse, pick up, receive or settle a return", Audience: httpapi.Staff,
			Capability: staff.MoveReturns, Branches: httpapi.BranchOfPath, Audit: []string{"return.move"}, Strict: true},
		s.postMove)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/returns/{id}/inspect", ID: "console-inspect-return", Tag: "console",
			Summary: "Judge every unit of a received return", Audience: httpapi.Staff, Capability: staff.MoveReturns,
			Branches: httpapi.BranchOfPath, Audit: []string{"return.inspect"}, Strict: true,
			MaxBody: httpapi.LongBody, MaxValues: 6 * maxUnits}, s.postInspect)
}

// QueueItem is a return in the queue.
type QueueItem struct {
	Card
	Branch      wire.Ref  `json:"branch"`
	Customer    string    `json:"customer"`
	PhoneMasked string    `json:"phone_masked"`
	PickupLabel string    `json:"pickup_label"`
	PickupFrom  db.Millis `json:"pickup_from"`
}

// StaffTransition is a transition that the caller may make.
type StaffTransition struct {
	To          string  `json:"to"`
	Label       string  `json:"label"`
	NeedsReason bool    `json:"needs_reason"`
	Problem     *string `json:"problem" doc:"What stands in the way."`
	// SecondPerson reports whether the refund needs a second person's approval.
	SecondPerson bool `json:"second_person" doc:"It waits for a second person."`
}

// StaffUnit is a unit to be inspected.
type StaffUnit struct {
	LineID       string      `json:"line_id" doc:"Of the order."`
	Unit         int64       `json:"unit"`
	ReturnLineID string      `json:"return_line_id"`
	Outcome      *string     `json:"outcome" enum:"restock,scrap,refuse" nullable:"true"`
	Why          string      `json:"why"`
	Refund       money.Major `json:"refund"`
}

// StaffEvent is a transition and its actor.
type StaffEvent struct {
	Moment
	Actor string `json:"actor"`
}

// Detail is a complete return for staff.
type Detail struct {
	View
	Customer   Customer          `json:"customer"`
	UnitList   []StaffUnit       `json:"unit_list"`
	Events     []StaffEvent      `json:"events"`
	Moves      []StaffTransition `json:"moves"`
	CanInspect bool              `json:"can_inspect"`
	Limit      money.Major       `json:"two_persons_above" doc:"What one person may give in a business day, settling returns they inspected included."`
}

// Customer is the customer who returns the items.
type Customer struct {
	Name  string `json:"name"`
	Phone string `json:"phone"`
}

// visible lists the states of the returns that a member of staff may see.
func visible(member staff.Member) []State {
	if member.Is(staff.Courier) {
		return []State{Approved, PickedUp}
	}
	return States
}

type queueInput struct {
	httpapi.PartInput
	BranchID string `query:"branch_id" maxLength:"64"`
	State    string `query:"state" maxLength:"32" doc:"Empty: everything that waits for somebody."`
}

func (s *Service) getQueue(ctx context.Context, in *queueInput) (*httpapi.Queue[QueueItem], error) {
	member := staff.Caller(ctx)
	branchIDs, err := s.Branches.SeenBy(member, in.BranchID)
	if err != nil {
		return nil, err
	}
	seen := visible(member)
	states := slices.DeleteFunc(slices.Clone(seen), State.Over)
	if in.State != "" {
		if !slices.Contains(seen, State(in.State)) {
			return nil, errs.Invalid("state", "common.one_of")
		}
		states = []State{State(in.State)}
	}
	at, id, err := in.Oldest()
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	out := &httpapi.Queue[QueueItem]{}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		list, err := inQueue(ctx, q, branchIDs, states, at, id, perPage+1)
		if err != nil {
			return err
		}
		counts, err := countStates(ctx, q, branchIDs)
		if err != nil {
			return err
		}
		body := &out.Body.Response
		list, body.Meta = httpapi.Cut(list, perPage, func(r Return) []any { return []any{int64(r.CreatedAt), r.ID} })
		body.States = []httpapi.QueueState{}
		for _, st := range seen {
			body.States = append(body.States, httpapi.QueueState{State: string(st), Label: st.Label(lang), Count: counts[st]})
		}
		body.Data, err = s.queue(ctx, q, list, lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Service) queue(ctx context.Context, q db.Querier, list []Return, lang i18n.Lang) ([]QueueItem, error) {
	cards, err := s.cards(ctx, q, list, lang)
	if err != nil {
		return nil, err
	}
	out := make([]QueueItem, len(list))
	for i := range list {
		r := &list[i]
		who := customer(r)
		out[i] = QueueItem{Card: cards[i], Customer: who.Name, PhoneMasked: auth.MaskPhone(who.Phone),
			PickupLabel: s.slotIn(lang, r), PickupFrom: r.PickupFrom, Branch: wire.Ref{ID: r.BranchID, Slug: r.BranchID}}
		if b, ok := s.Branches.Branch(r.BranchID); ok {
			out[i].Branch = b.Ref(lang)
		}
	}
	return out, nil
}

// customer reads the customer's data from the pickup address.
func customer(r *Return) Customer {
	place, _ := addresses.ParseSnapshot(r.Address) // written when it was asked for
	return Customer{place.ContactName, place.Phone}
}

// seen finds a return that a member of staff may see, by id or number.
func (s *Service) seen(ctx context.Context, q db.Querier, member staff.Member, ref string) (*Return, error) {
	var r Return
	if _, err := found(&r, q.Get(ctx, &r, `SELECT `+readColumns+` FROM returns WHERE id = $1 OR number = $1
		ORDER BY id LIMIT 1`, ref)); err != nil {
		return nil, err
	}
	if !member.Sees(r.BranchID) || !slices.Contains(visible(member), r.State) {
		return nil, errs.NotFound()
	}
	return &r, nil
}

func (s *Service) getForStaff(ctx context.Context, in *oneInput) (*httpapi.Reply[Detail], error) {
	member := staff.Caller(ctx)
	r, err := s.seen(ctx, s.DB, member, in.ID)
	if err != nil {
		return nil, err
	}
	return s.detail(ctx, r.ID, member)
}

func (s *Service) detail(ctx context.Context, returnID string, member staff.Member) (*httpapi.Reply[Detail], error) {
	lang := httpapi.Caller(ctx).Lang
	var out Detail
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		r, err := byID(ctx, q, returnID)
		if err != nil {
			return err
		}
		out = Detail{Customer: customer(r), UnitList: []StaffUnit{}, Events: []StaffEvent{}, Moves: []StaffTransition{}}
		if out.Limit, err = aloneUpTo(ctx, q, r); err != nil {
			return err
		}
		if out.View, err = s.view(ctx, q, r, lang); err != nil {
			return err
		}
		units, err := unitsOf(ctx, q, r.ID)
		if err != nil {
			return err
		}
		for _, u := range units {
			out.UnitList = append(out.UnitList, StaffUnit{
				u.LineID, u.Unit, u.ReturnLineID, u.Outcome, u.Why, money.Of(u.Gross-u.Discount, r.Currency).Major()})
		}
		for _, o := range options(r, staffActor(member)) {
			if o.to == Inspected {
				out.CanInspect = true
				continue
			}
			move := StaffTransition{To: string(o.to), Label: i18n.T(lang, "returns.move_"+string(o.to)),
				NeedsReason: o.needsReason}
			if o.to == Settled && o.problem == nil {
				if o.problem = s.settleRefusal(ctx, q, r, member); o.problem != nil && errs.Key(o.problem) == "" {
					return o.problem
				}
				move.SecondPerson = o.problem != nil
			}
			if refused := (*errs.Error)(nil); errors.As(o.problem, &refused) {
				text := i18n.T(lang, refused.Key, refused.Args...)
				move.Problem = &text
			}
			out.Moves = append(out.Moves, move)
		}
		out.Events, err = s.events(ctx, q, r, lang)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

func (s *Service) events(ctx context.Context, q db.Querier, r *Return, lang i18n.Lang) ([]StaffEvent, error) {
	list, err := eventsOf(ctx, q, r.ID)
	if err != nil {
		return nil, err
	}
	var people []string
	for _, e := range list {
		if e.ActorKind == "staff" && !slices.Contains(people, e.ActorID) {
			people = append(people, e.ActorID)
		}
	}
	names, err := staff.Names(ctx, q, people)
	if err != nil {
		return nil, err
	}
	out := make([]StaffEvent, 0, len(list))
	for _, e := range list {
		actor := names[e.ActorID]
		switch {
		case e.ActorKind == "customer":
			actor = customer(r).Name
		case actor == "":
			actor = i18n.T(lang, "orders.actor_"+e.ActorKind)
		}
		out = append(out, StaffEvent{Moment{string(e.To), e.To.Label(lang), e.At, reasonIn(lang, e)}, actor})
	}
	return out, nil
}

type returnMoveInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		To          string       `json:"to" maxLength:"32"`
		Reason      string       `json:"reason,omitempty"`
		ExpectedSeq *httpapi.Int `json:"expected_seq" doc:"The last event the caller has seen."`
	}
}

func (s *Service) postMove(ctx context.Context, in *returnMoveInput) (*httpapi.Reply[Detail], error) {
	member := staff.Caller(ctx)
	to := State(in.Body.To)
	// An inspection has a separate operation, as it needs more input than a new state.
	if !to.Known() || to == Inspected {
		return nil, errs.Invalid("to", "common.one_of")
	}
	r, err := s.seen(ctx, s.DB, member, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Body.ExpectedSeq == nil {
		return nil, errs.Invalid("expected_seq", "common.required")
	}
	seq, reason := int64(*in.Body.ExpectedSeq), httpapi.Clean(in.Body.Reason)
	m := Transition{ReturnID: r.ID, To: to, Actor: staffActor(member), Reason: reason, ExpectedSeq: &seq}
	if _, err := s.Transition(ctx, m, s.auditOf(member, "return.move", reason, nil)); err != nil {
		return nil, err
	}
	return s.detail(ctx, r.ID, member)
}

// maxUnits is how many units are inspected at a time.
const maxUnits = 5000

// VerdictBody is the result of inspecting a unit.
type VerdictBody struct {
	LineID  string      `json:"line_id" maxLength:"64"`
	Unit    httpapi.Int `json:"unit"`
	Outcome string      `json:"outcome" maxLength:"16" doc:"restock, scrap or refuse"`
	Why     string      `json:"why,omitempty" doc:"Why it is refused."`
}

type returnInspectInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Units       []VerdictBody `json:"units" maxItems:"5000"`
		ExpectedSeq *httpapi.Int  `json:"expected_seq" doc:"The last event the caller has seen."`
	}
}

func (s *Service) postInspect(ctx context.Context, in *returnInspectInput) (*httpapi.Reply[Detail], error) {
	member := staff.Caller(ctx)
	r, err := s.seen(ctx, s.DB, member, in.ID)
	if err != nil {
		return nil, err
	}
	if in.Body.ExpectedSeq == nil {
		return nil, errs.Invalid("expected_seq", "common.required")
	}
	seq := int64(*in.Body.ExpectedSeq)
	verdicts := make([]Verdict, len(in.Body.Units))
	count := map[string]any{}
	for i, u := range in.Body.Units {
		verdicts[i] = Verdict{u.LineID, int64(u.Unit), u.Outcome, httpapi.Clean(u.Why)}
		n, _ := count[u.Outcome].(int)
		count[u.Outcome] = n + 1
	}
	m := Transition{ReturnID: r.ID, Actor: staffActor(member), ExpectedSeq: &seq}
	if _, err := s.Inspect(ctx, m, verdicts, s.auditOf(member, "return.inspect", "", count)); err != nil {
		return nil, err
	}
	return s.detail(ctx, r.ID, member)
}
