// Package notices shows customers the news that was sent to them: an inbox in their account, and a switch that turns on
// push messages in their browser. Staff see here which messages did not arrive. The sending feature and
// platform/notify, which owns the tables, decide the content, the recipients and the channel.
//
// A notice is stored as a template and values, so that the inbox is in the language that its owner uses at that moment.
package notices

import (
	"context"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
)

const perPage = 20

// Service serves customers' notices. Create it with New.
type Service struct {
	db     *db.DB
	clock  clock.Clock
	notify *notify.Service
}

// New makes the service.
func New(d *db.DB, c clock.Clock, n *notify.Service) *Service { return &Service{d, c, n} }

// View is a notice as its recipient reads it.
type View struct {
	ID   string    `json:"id"`
	Kind string    `json:"kind" doc:"The feature it is about, such as orders."`
	Text string    `json:"text"`
	Link string    `json:"link" doc:"A page of the shop without its language; empty for none."`
	At   db.Millis `json:"at"`
	Read bool      `json:"read" doc:"This and all that was told before it of the same."`

	Earlier []Step `json:"earlier" doc:"What was told before of the same order, return, quotation or message, newest first."`
}

// Step is an earlier notice about the same object.
type Step struct {
	ID   string    `json:"id"`
	Kind string    `json:"kind" doc:"As that of the newest."`
	Text string    `json:"text"`
	Link string    `json:"link" doc:"As that of the newest."`
	At   db.Millis `json:"at"`
}

// Count is the number of unread notices in the inbox.
type Count struct {
	Unread int `json:"unread"`
}

// PushKey is the key that a browser subscribes with; empty if push is off.
type PushKey struct {
	Key string `json:"key"`
}

// Subscribed reports that a browser receives push messages.
type Subscribed struct {
	ID string `json:"id"`
}

type none struct{}

// Routes registers the operations for customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/notifications", ID: "list-notifications", Tag: "notices",
		Summary: "What I was told, newest first, a line for each thing it is about", Audience: httpapi.Customer, Paged: true},
		s.getAll)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/notifications/unread", ID: "unread-notifications", Tag: "notices",
		Summary: "How much of it I have not read", Audience: httpapi.Customer}, s.getUnread)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/notifications/{id}/read", ID: "read-notification", Tag: "notices",
		Summary: "I have read this and what was told before of the same", Audience: httpapi.Customer}, s.postRead)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/notifications/read", ID: "read-notifications", Tag: "notices",
		Summary: "I have read everything", Audience: httpapi.Customer}, s.postReadAll)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/push/key", ID: "push-key", Tag: "notices",
		Summary: "What a browser subscribes with"}, s.getKey)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/push/subscriptions", ID: "subscribe-push", Tag: "notices",
		Summary: "Tell me in this browser", Audience: httpapi.Customer}, s.post)
	httpapi.Handle(a, httpapi.Op{Method: "DELETE", Path: "/push/subscriptions", ID: "unsubscribe-push", Tag: "notices",
		Summary: "Tell me in this browser no more", Audience: httpapi.Customer}, s.delete)
}

type pageInput struct {
	Page httpapi.Int `query:"page"`
}

func (in pageInput) number() int { return int(min(max(1, in.Page), 10_000)) }

func (s *Service) getAll(ctx context.Context, in *pageInput) (*httpapi.Listing[View], error) {
	who := httpapi.Caller(ctx)
	threads, total, err := notify.Threads(ctx, s.db, who.UserID, in.number(), perPage)
	if err != nil {
		return nil, err
	}
	views := make([]View, len(threads))
	for i, thread := range threads {
		n := thread[0]
		v := View{ID: n.ID, Kind: n.Kind(), Text: s.notify.Text(n, who.Lang), Link: n.Link, At: n.At, Read: n.ReadAt != nil,
			Earlier: []Step{}}
		for _, step := range thread[1:] {
			v.Earlier = append(v.Earlier,
				Step{ID: step.ID, Kind: step.Kind(), Text: s.notify.Text(step, who.Lang), Link: step.Link, At: step.At})
			v.Read = v.Read && step.ReadAt != nil
		}
		views[i] = v
	}
	return httpapi.List(views, in.number(), perPage, total), nil
}

func (s *Service) unread(ctx context.Context) (*httpapi.Reply[Count], error) {
	n, err := notify.Unread(ctx, s.db, httpapi.Caller(ctx).UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(Count{n}), nil
}

func (s *Service) getUnread(ctx context.Context, _ *none) (*httpapi.Reply[Count], error) {
	return s.unread(ctx)
}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

// postRead responds the same for another customer's notice as for a missing one.
func (s *Service) postRead(ctx context.Context, in *oneInput) (*httpapi.Reply[Count], error) {
	if err := s.read(ctx, in.ID); err != nil {
		return nil, err
	}
	return s.unread(ctx)
}

func (s *Service) postReadAll(ctx context.Context, _ *none) (*httpapi.Reply[Count], error) {
	if err := s.read(ctx, ""); err != nil {
		return nil, err
	}
	return s.unread(ctx)
}

func (s *Service) read(ctx context.Context, noticeID string) error {
	userID := httpapi.Caller(ctx).UserID
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := notify.MarkRead(ctx, tx, userID, noticeID, s.clock.Now())
		if err == nil && !found {
			return errs.NotFound()
		}
		return err
	})
}

func (s *Service) getKey(context.Context, *none) (*httpapi.Reply[PushKey], error) {
	return httpapi.OK(PushKey{s.notify.PushKey()}), nil
}

type subscribeInput struct {
	Body struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
		Keys     struct {
			P256dh string `json:"p256dh" maxLength:"200"`
			Auth   string `json:"auth" maxLength:"100"`
		} `json:"keys"`
	}
}

func (s *Service) post(ctx context.Context, in *subscribeInput) (*httpapi.Reply[Subscribed], error) {
	who := httpapi.Caller(ctx)
	sub := notify.Subscription{UserID: who.UserID, SessionID: who.SessionID, Endpoint: in.Body.Endpoint,
		P256dh: in.Body.Keys.P256dh, Auth: in.Body.Keys.Auth, Lang: who.Lang}
	var subscriptionID string
	err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		if err := auth.LockActiveUser(ctx, tx, who.UserID); err != nil {
			return err
		}
		// The session may have ended since the request was admitted.
		if err := auth.StillIn(ctx, tx, who.SessionID, s.clock.Now()); err != nil {
			return err
		}
		subscriptionID, err = s.notify.Subscribe(ctx, tx, sub)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(Subscribed{subscriptionID}, i18n.T(who.Lang, "notices.push_on")), nil
}

type unsubscribeInput struct {
	Endpoint string `query:"endpoint" maxLength:"1000" doc:"As it was subscribed."`
}

func (s *Service) delete(ctx context.Context, in *unsubscribeInput) (*httpapi.Reply[none], error) {
	who := httpapi.Caller(ctx)
	if err := s.notify.Unsubscribe(ctx, who.UserID, in.Endpoint); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(who.Lang, "notices.push_off")), nil
}

// DeadView is a message that did not arrive, for staff.
type DeadView struct {
	ID       string    `json:"id"`
	Channel  string    `json:"channel"`
	To       string    `json:"to" doc:"Masked."`
	Template string    `json:"template"`
	State    string    `json:"state" enum:"failed,undelivered"`
	Problem  string    `json:"problem"`
	Attempts int64     `json:"attempts"`
	At       db.Millis `json:"at"`
	Instead  string    `json:"instead" doc:"What became of the message sent in its place; empty for none."`
	Again    bool      `json:"again" doc:"It may be sent again."`
}

// ConsoleRoutes registers the operations for owners and support.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/messages", ID: "console-list-messages", Tag: "console",
		Audience: httpapi.Staff, Capability: staff.ResendMessages, Branches: httpapi.NoBranch, Paged: true,
		Summary: "Messages that did not arrive, newest first"}, s.getDead)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/messages/{id}/resend", ID: "console-resend-message", Tag: "console",
			Audience: httpapi.Staff, Capability: staff.ResendMessages, Branches: httpapi.NoBranch,
			Audit: []string{"message.resend"}, Summary: "Send one of them again, once"}, s.postResend)
	httpapi.Bulk(a, httpapi.Op{Method: "POST", Path: "/console/messages/bulk", ID: "console-bulk-messages", Tag: "console",
		Audience: httpapi.Staff, Capability: staff.ResendMessages, Branches: httpapi.NoBranch,
		Audit: []string{"message.resend"}, Summary: "Send several of them again, each once"},
		httpapi.BulkActions{"resend": s.resend})
}

func (s *Service) postResend(ctx context.Context, in *oneInput) (*httpapi.Reply[none], error) {
	if err := s.resend(ctx, in.ID); err != nil {
		return nil, err
	}
	return httpapi.OKMessage(none{}, i18n.T(httpapi.Caller(ctx).Lang, "notices.sent_again")), nil
}

func (s *Service) resend(ctx context.Context, messageID string) error {
	member := staff.Caller(ctx)
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		old, err := notify.SendAgain(ctx, tx, messageID, s.clock.Now())
		if err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.clock.Now(), audit.Entry{
			StaffID: member.ID, Action: "message.resend", Object: old.ID, Before: map[string]any{"state": old.State},
			After: map[string]any{"channel": old.Channel, "template": old.Template}})
	})
}

type deadInput struct{ httpapi.PartInput }

func (s *Service) getDead(ctx context.Context, in *deadInput) (*httpapi.Part[DeadView], error) {
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	list, err := notify.Undelivered(ctx, s.db, at, id, perPage+1)
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(list, perPage, func(m notify.Dead) []any { return []any{int64(m.At), m.ID} },
		func(m notify.Dead) DeadView {
			return DeadView{ID: m.ID, Channel: m.Channel, To: m.Masked(), Template: m.Template, State: m.State,
				Problem: m.Problem, Attempts: m.Attempts, At: m.At, Instead: m.Instead, Again: m.Again}
		}), nil
}
