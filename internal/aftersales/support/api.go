package support

import (
	"context"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
)

type none struct{}

type oneInput struct {
	ID string `path:"id" maxLength:"64"`
}

// OpeningBody is a new ticket as a form sends it.
type OpeningBody struct {
	Subject  string   `json:"subject"`
	Category string   `json:"category,omitempty" doc:"order, payment, delivery, product, account or other"`
	OrderID  string   `json:"order_id,omitempty" doc:"Id or number of an own order."`
	Text     string   `json:"text"`
	Photos   []string `json:"photos,omitempty" maxItems:"20" doc:"Ids of own photos, at most four."`
}

// ReplyBody is a reply as a form sends it.
type ReplyBody struct {
	Text   string   `json:"text"`
	Photos []string `json:"photos,omitempty" maxItems:"20" doc:"Ids of own photos, at most four."`
}

// LetterBody is what contact-us sends.
type LetterBody struct {
	Name     string `json:"name"`
	Phone    string `json:"phone,omitempty" doc:"This or the e-mail address."`
	Email    string `json:"email,omitempty"`
	Subject  string `json:"subject"`
	Category string `json:"category,omitempty"`
	Text     string `json:"text"`
}

// Received confirms a guest's letter.
type Received struct {
	Number string `json:"number"`
}

// Routes registers the operations of customers and guests.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/tickets", ID: "list-tickets", Tag: "support",
		Summary: "My tickets, the newest turn first", Audience: httpapi.Customer, Paged: true}, s.list)
	httpapi.HandlePrepared[openInput, httpapi.Envelope[View]](a,
		httpapi.Op{Method: "POST", Path: "/tickets", ID: "create-ticket", Tag: "support",
			Summary: "Ask for help", Audience: httpapi.Customer, Key: httpapi.KeyRequired}, s.post)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/tickets/{id}", ID: "get-ticket", Tag: "support",
		Summary: "One ticket, by id or number", Audience: httpapi.Customer}, s.get)
	httpapi.HandlePrepared[replyInput, httpapi.Envelope[View]](a,
		httpapi.Op{Method: "POST", Path: "/tickets/{id}/replies", ID: "reply-to-ticket", Tag: "support",
			Summary: "Say more; a closed ticket opens again", Audience: httpapi.Customer, Key: httpapi.KeyRequired}, s.reply)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/tickets/{id}/close", ID: "close-ticket", Tag: "support",
		Summary: "It is settled", Audience: httpapi.Customer}, s.close)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/tickets/{id}/reopen", ID: "reopen-ticket", Tag: "support",
		Summary: "It is not settled after all", Audience: httpapi.Customer}, s.reopen)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/tickets/{id}/read", ID: "read-ticket", Tag: "support",
		Summary: "I have read what there is", Audience: httpapi.Customer}, s.read)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/contact", ID: "contact-us", Tag: "support",
		Summary: "Write to the shop without an account"}, s.contact)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/contact/ticket", ID: "get-guest-ticket", Tag: "support",
		Summary: "The ticket of a guest's link (header ticket-key)"}, s.guestGet)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/contact/ticket/replies", ID: "reply-to-guest-ticket", Tag: "support",
			Summary: "Say more on the ticket of a guest's link"}, s.guestReply)
}

func (s *Service) list(ctx context.Context, in *struct {
	Page httpapi.Int `query:"page"`
}) (*httpapi.Listing[Card], error) {
	who := httpapi.Caller(ctx)
	page := int(min(max(1, in.Page), lastPage))
	var cards []Card
	var total int
	err := s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		found, n, err := ofCustomer(ctx, q, who.UserID, perPage, (page-1)*perPage)
		if err != nil {
			return err
		}
		named, err := numbers(ctx, q, found)
		cards, total = make([]Card, len(found)), n
		for i := range found {
			cards[i] = found[i].card(who.Lang, named)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.List(cards, page, perPage, total), nil
}

func (s *Service) view(ctx context.Context, find func(ctx context.Context, q db.Querier) (Ticket, error)) (
	*httpapi.Reply[View], error) {
	lang := httpapi.Caller(ctx).Lang
	var v View
	err := s.db.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		t, err := find(ctx, q)
		if err != nil {
			return err
		}
		v, err = s.show(ctx, q, &t, lang, false)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

func (s *Service) mine(ctx context.Context, ref string) (*httpapi.Reply[View], error) {
	return s.view(ctx, func(ctx context.Context, q db.Querier) (Ticket, error) {
		return owned(ctx, q, httpapi.Caller(ctx).UserID, ref)
	})
}

func (s *Service) get(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	return s.mine(ctx, in.ID)
}

// The operations with an idempotency key.
var (
	opening  = idempotency.Operation{Name: "create-ticket", Keep: 7 * 24 * time.Hour}
	replying = idempotency.Operation{Name: "reply-to-ticket", Keep: 7 * 24 * time.Hour}
)

type openInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body OpeningBody
}

func (s *Service) post(ctx context.Context, in *openInput) (*httpapi.Prepared, error) {
	who, b := httpapi.Caller(ctx), in.Body
	return s.once(ctx, opening, in.Key, b, "support.opened", func(ctx context.Context, tx *db.Tx) (Ticket, error) {
		return s.begin(ctx, tx, who.UserID, who.Lang, Opening{b.Subject, b.Category, b.Text, b.OrderID, b.Photos})
	})
}

type replyInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	ID   string `path:"id" maxLength:"64"`
	Body ReplyBody
}

func (s *Service) reply(ctx context.Context, in *replyInput) (*httpapi.Prepared, error) {
	userID := httpapi.Caller(ctx).UserID
	content := struct {
		ID string
		ReplyBody
	}{in.ID, in.Body}
	return s.once(ctx, replying, in.Key, content, "", func(ctx context.Context, tx *db.Tx) (Ticket, error) {
		if err := s.replyIn(ctx, tx, userID, in.ID, in.Body.Text, in.Body.Photos); err != nil {
			return Ticket{}, err
		}
		return owned(ctx, tx, userID, in.ID)
	})
}

// once adds the caller's message the first time its key is sent, and later repeats the response, for clients that lost
// it and send again.
func (s *Service) once(ctx context.Context, op idempotency.Operation, header string, content any, message string,
	say func(ctx context.Context, tx *db.Tx) (Ticket, error)) (*httpapi.Prepared, error) {
	if problem := idempotency.Problem(header); problem != nil {
		return nil, errs.InvalidAll([]errs.Field{*problem})
	}
	who := httpapi.Caller(ctx)
	key := idempotency.Request{Operation: op, Caller: who.UserID, Subject: who.UserID, Key: header,
		Hash: idempotency.Hash(content)}
	answer, err := s.keys.Look(ctx, key)
	if answer == nil && err == nil {
		answer, err = s.keys.Once(ctx, key, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
			t, err := say(ctx, tx)
			if err != nil {
				return nil, err
			}
			v, err := s.show(ctx, tx, &t, who.Lang, false)
			if err != nil {
				return nil, err
			}
			text := ""
			if message != "" {
				text = i18n.T(who.Lang, message)
			}
			return httpapi.Encode(httpapi.OKMessage(v, text).Body)
		})
	}
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

func (s *Service) close(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	if err := s.Close(ctx, httpapi.Caller(ctx).UserID, in.ID); err != nil {
		return nil, err
	}
	return s.mine(ctx, in.ID)
}

func (s *Service) reopen(ctx context.Context, in *oneInput) (*httpapi.Reply[View], error) {
	if err := s.Reopen(ctx, httpapi.Caller(ctx).UserID, in.ID); err != nil {
		return nil, err
	}
	return s.mine(ctx, in.ID)
}

func (s *Service) read(ctx context.Context, in *oneInput) (*httpapi.Reply[none], error) {
	return httpapi.OK(none{}), s.Read(ctx, httpapi.Caller(ctx).UserID, in.ID)
}

func (s *Service) contact(ctx context.Context, in *struct{ Body LetterBody }) (*httpapi.Reply[Received], error) {
	who := httpapi.Caller(ctx)
	t, err := s.Contact(ctx, who.Lang, who.IP, in.Body.letter())
	if err != nil {
		return nil, err
	}
	return httpapi.OKMessage(Received{t.Number}, i18n.T(who.Lang, "support.received", "number", t.Number)), nil
}

func (s *Service) guestGet(ctx context.Context, in *struct {
	Key string `header:"ticket-key" maxLength:"120"`
}) (*httpapi.Reply[View], error) {
	return s.guests(ctx, in.Key)
}

func (s *Service) guests(ctx context.Context, key string) (*httpapi.Reply[View], error) {
	return s.view(ctx, func(ctx context.Context, q db.Querier) (Ticket, error) { return s.byKey(ctx, q, key) })
}

// GuestReplyBody is a guest's reply as a form sends it.
type GuestReplyBody struct {
	Text string `json:"text"`
}

func (s *Service) guestReply(ctx context.Context, in *struct {
	Key  string `header:"ticket-key" maxLength:"120"`
	Body GuestReplyBody
}) (*httpapi.Reply[View], error) {
	if err := s.GuestReply(ctx, in.Key, in.Body.Text); err != nil {
		return nil, err
	}
	return s.guests(ctx, in.Key)
}

func (b LetterBody) letter() Letter {
	return Letter{b.Name, b.Phone, b.Email, b.Subject, b.Category, b.Text}
}
