package support

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// ConsoleRoutes registers the operations of owners and support.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/tickets", ID: "console-list-tickets", Tag: "console",
		Summary: "The queue: who waits longest first", Audience: httpapi.Staff, Capability: staff.AnswerTickets,
		Branches: httpapi.NoBranch, Paged: true}, s.queue)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/tickets/{id}", ID: "console-get-ticket", Tag: "console",
		Summary: "A ticket with its notes", Audience: httpapi.Staff, Capability: staff.AnswerTickets,
		Branches: httpapi.NoBranch}, s.desk)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/tickets/{id}/replies", ID: "console-reply-to-ticket", Tag: "console",
			Summary: "Answer, or note for each other", Audience: httpapi.Staff, Capability: staff.AnswerTickets,
			Branches: httpapi.NoBranch, Audit: []string{"ticket.reply", "ticket.note"}}, s.answer)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/tickets/{id}/close", ID: "console-close-ticket", Tag: "console",
			Summary: "It is settled", Audience: httpapi.Staff, Capability: staff.AnswerTickets, Branches: httpapi.NoBranch,
			Audit: []string{"ticket.close"}}, s.settle(true))
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/tickets/{id}/reopen", ID: "console-reopen-ticket", Tag: "console",
			Summary: "It is not settled after all", Audience: httpapi.Staff, Capability: staff.AnswerTickets,
			Branches: httpapi.NoBranch, Audit: []string{"ticket.reopen"}}, s.settle(false))
}

type queueInput struct {
	httpapi.PartInput
	State string `query:"state" maxLength:"20" doc:"open, answered or closed; all when empty"`
}

func (s *Service) queue(ctx context.Context, in *queueInput) (*httpapi.Queue[StaffCard], error) {
	switch in.State {
	case "", Open, Answered, Closed:
	default:
		return nil, errs.Invalid("state", "common.one_of")
	}
	// Open tickets are sorted by waiting time, longest first; the others by their last change, newest first.
	from, newest := in.Oldest, in.State != Open
	if newest {
		from = in.Newest
	}
	at, id, err := from()
	if err != nil {
		return nil, err
	}
	out := &httpapi.Queue[StaffCard]{}
	r := &out.Body.Response
	lang := httpapi.Caller(ctx).Lang
	err = s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		found, err := queue(ctx, q, in.State, newest, at, id, perPage+1)
		if err != nil {
			return err
		}
		found, r.Meta = httpapi.Cut(found, perPage, func(t Ticket) []any { return []any{int64(t.UpdatedAt), t.ID} })
		named, err := numbers(ctx, q, found)
		if err != nil {
			return err
		}
		r.Data, r.States = make([]StaffCard, len(found)), []httpapi.QueueState{}
		for i := range found {
			r.Data[i] = StaffCard{found[i].card(lang, named), found[i].customer()}
		}
		counts, err := countStates(ctx, q)
		if err != nil {
			return err
		}
		for _, state := range States {
			r.States = append(r.States, httpapi.QueueState{
				State: state, Label: i18n.T(lang, "support.state_"+state), Count: counts[state]})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Service) deskOf(ctx context.Context, ticketID string) (*httpapi.Reply[StaffTicket], error) {
	var d StaffTicket
	err := s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		t, err := byID(ctx, q, ticketID)
		if err != nil {
			return err
		}
		d.Customer = t.customer()
		d.View, err = s.show(ctx, q, &t, httpapi.Caller(ctx).Lang, true)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(d), nil
}

func (s *Service) desk(ctx context.Context, in *oneInput) (*httpapi.Reply[StaffTicket], error) {
	return s.deskOf(ctx, in.ID)
}

// AnswerBody is a reply by staff.
type AnswerBody struct {
	Text string `json:"text"`
	Note bool   `json:"note,omitempty" doc:"For staff only."`
}

func (s *Service) answer(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body AnswerBody
}) (*httpapi.Reply[StaffTicket], error) {
	member := staff.Caller(ctx)
	if err := s.Answer(ctx, member, in.ID, in.Body.Text, in.Body.Note); err != nil {
		return nil, err
	}
	return s.deskOf(ctx, in.ID)
}

func (s *Service) settle(closed bool) func(context.Context, *oneInput) (*httpapi.Reply[StaffTicket], error) {
	return func(ctx context.Context, in *oneInput) (*httpapi.Reply[StaffTicket], error) {
		if err := s.Settle(ctx, staff.Caller(ctx), in.ID, closed, ""); err != nil {
			return nil, err
		}
		return s.deskOf(ctx, in.ID)
	}
}
