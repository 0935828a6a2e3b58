package support

import (
	"context"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/staff"
)

// QueuePayload is a page of the queue, with how many wait in each state.
type QueuePayload struct {
	Data    []DeskCard       `json:"data"`
	Meta    httpapi.Meta     `json:"meta"`
	Message string           `json:"message"`
	Counts  map[string]int64 `json:"counts"`
}

// QueueEnvelope is the answer with a page of the queue.
type QueueEnvelope struct {
	Response QueuePayload `json:"response"`
}

type queueOutput struct{ Body QueueEnvelope }

// ConsoleRoutes registers what owners and support do.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	op := func(method, path, id, summary string) httpapi.Op {
		return httpapi.Op{Method: method, Path: "/console/tickets" + path, ID: "console-" + id, Summary: summary, Tag: "console", Auth: httpapi.Staff}
	}
	httpapi.Handle(a, op("GET", "", "list-tickets", "The queue: who waits longest first"), s.queue)
	httpapi.Handle(a, op("GET", "/{id}", "get-ticket", "A ticket with its notes"), s.desk)
	httpapi.Handle(a, op("POST", "/{id}/replies", "reply-to-ticket", "Answer, or note for each other"), s.answer)
	httpapi.Handle(a, op("POST", "/{id}/close", "close-ticket", "It is settled"), s.settle(true))
	httpapi.Handle(a, op("POST", "/{id}/reopen", "reopen-ticket", "It is not settled after all"), s.settle(false))
}

func agent(ctx context.Context) (staff.Member, error) {
	return staff.RequireRole(ctx, staff.Owner, staff.Support)
}

func (s *Service) queue(ctx context.Context, in *struct {
	Page  httpapi.Int `query:"page"`
	State string      `query:"state" maxLength:"20" doc:"open, answered or closed; all when empty"`
}) (*queueOutput, error) {
	if _, err := agent(ctx); err != nil {
		return nil, err
	}
	switch in.State {
	case "", Open, Answered, Closed:
	default:
		return nil, errs.Invalid("state", "common.one_of")
	}
	page := int(min(max(1, in.Page), lastPage))
	out := &queueOutput{}
	r := &out.Body.Response
	lang := httpapi.Caller(ctx).Lang
	err := s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		found, total, err := queue(ctx, q, in.State, perPage, (page-1)*perPage)
		if err != nil {
			return err
		}
		named, err := numbers(ctx, q, found)
		if err != nil {
			return err
		}
		r.Data, r.Meta = make([]DeskCard, len(found)), httpapi.NewMeta(page, perPage, total)
		for i := range found {
			r.Data[i] = DeskCard{found[i].card(lang, named), found[i].customer()}
		}
		r.Counts, err = counts(ctx, q)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func (s *Service) deskOf(ctx context.Context, ticketID string) (*httpapi.Reply[Desk], error) {
	var d Desk
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

func (s *Service) desk(ctx context.Context, in *oneInput) (*httpapi.Reply[Desk], error) {
	if _, err := agent(ctx); err != nil {
		return nil, err
	}
	return s.deskOf(ctx, in.ID)
}

// AnswerBody is what staff say.
type AnswerBody struct {
	Text string `json:"text"`
	Note bool   `json:"note,omitempty" doc:"For staff only."`
}

func (s *Service) answer(ctx context.Context, in *struct {
	ID   string `path:"id" maxLength:"64"`
	Body AnswerBody
}) (*httpapi.Reply[Desk], error) {
	member, err := agent(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Answer(ctx, member, in.ID, in.Body.Text, in.Body.Note); err != nil {
		return nil, err
	}
	return s.deskOf(ctx, in.ID)
}

func (s *Service) settle(closed bool) func(context.Context, *oneInput) (*httpapi.Reply[Desk], error) {
	return func(ctx context.Context, in *oneInput) (*httpapi.Reply[Desk], error) {
		member, err := agent(ctx)
		if err != nil {
			return nil, err
		}
		if err := s.Settle(ctx, member, in.ID, closed, ""); err != nil {
			return nil, err
		}
		return s.deskOf(ctx, in.ID)
	}
}
