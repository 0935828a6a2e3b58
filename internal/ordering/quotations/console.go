package quotations

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

// ConsoleRoutes registers the operations of staff.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/quotations", ID: "console-list-quotations", Tag: "console",
		Summary: "The queue of quotations, what waits longest first", Audience: httpapi.Staff,
		Capability: staff.ReadQuotations, Branches: httpapi.BranchList, Paged: true}, s.queue)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/quotations/{id}", ID: "console-get-quotation", Tag: "console",
			Summary: "A quotation beside what the shelf says", Audience: httpapi.Staff, Capability: staff.ReadQuotations,
			Branches: httpapi.BranchOfPath}, s.consoleGet)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/quotations/{id}/price", ID: "console-price-quotation", Tag: "console",
			Summary: "Make an offer", Audience: httpapi.Staff, Capability: staff.PriceQuotations, Branches: httpapi.BranchOfPath,
			Audit: []string{"quotation.price", "quotation.propose"}, Strict: true,
			Conflict: httpapi.VersionConflict[Detail]()}, s.consolePrice)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/quotations/{id}/decide", ID: "console-decide-quotation", Tag: "console",
			Summary: "Let an offer that waits for a second person be made, or not", Audience: httpapi.Staff,
			Capability: staff.DecideOffers,
			Branches:   httpapi.BranchOfPath, Audit: []string{"quotation.approve", "quotation.decline_offer"}, Strict: true},
		s.consoleDecide)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/quotations/{id}/decline", ID: "console-decline-quotation", Tag: "console",
			Summary: "Turn a request down, with a reason", Audience: httpapi.Staff, Capability: staff.PriceQuotations,
			Branches: httpapi.BranchOfPath, Audit: []string{"quotation.decline"}, Strict: true}, s.consoleDecline)
}

type queueInput struct {
	httpapi.PartInput
	BranchID string `query:"branch_id" maxLength:"64"`
	State    string `query:"state" maxLength:"32" doc:"Empty: everything that is under way."`
}

func (s *Service) queue(ctx context.Context, in *queueInput) (*httpapi.Queue[QueueItem], error) {
	branchIDs, err := s.Branches.SeenBy(staff.Caller(ctx), in.BranchID)
	if err != nil {
		return nil, err
	}
	states := open
	if in.State != "" {
		if !State(in.State).Known() {
			return nil, errs.Invalid("state", "common.one_of")
		}
		states = []State{State(in.State)}
	}
	// Closed quotations are a history, newest first; open ones are a queue, oldest first.
	from, newest := in.Oldest, !states[0].Open()
	if newest {
		from = in.Newest
	}
	at, id, err := from()
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	out := &httpapi.Queue[QueueItem]{}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, qr db.Querier) error {
		counts, err := countStates(ctx, qr, branchIDs)
		if err != nil {
			return err
		}
		body := &out.Body.Response
		body.Data, body.States = []QueueItem{}, []httpapi.QueueState{}
		for _, state := range States {
			body.States = append(body.States, httpapi.QueueState{
				State: string(state), Label: state.Label(lang), Count: counts[state]})
		}
		list, err := inQueue(ctx, qr, branchIDs, states, newest, at, id, perPage+1)
		if err != nil {
			return err
		}
		list, body.Meta = httpapi.Cut(list, perPage, func(q Quotation) []any { return []any{int64(q.UpdatedAt), q.ID} })
		sums, err := totals(ctx, qr, list)
		if err != nil {
			return err
		}
		names, err := askers(ctx, qr, list)
		if err != nil {
			return err
		}
		waits, err := waiting(ctx, qr, list)
		if err != nil {
			return err
		}
		for i := range list {
			q := &list[i]
			body.Data = append(body.Data, QueueItem{s.card(q, sums[q.ID], lang), names[q.UserID], q.CompanyName, waits[q.ID]})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// askers reads the names of the customers of some quotations.
func askers(ctx context.Context, qr db.Querier, list []Quotation) (map[string]string, error) {
	out := map[string]string{}
	for i := range list {
		if _, there := out[list[i].UserID]; there {
			continue
		}
		u, err := asker(ctx, qr, list[i].UserID)
		if err != nil {
			return nil, err
		}
		out[list[i].UserID] = u.Name
	}
	return out, nil
}

// asker reads the customer who asked; the result is empty if the account no longer exists.
func asker(ctx context.Context, qr db.Querier, userID string) (Asker, error) {
	u, err := auth.UserByID(ctx, qr, userID)
	if errs.Is(err, "common.not_found") {
		return Asker{}, nil
	}
	return Asker{u.Name, u.Phone}, err
}

func (s *Service) consoleGet(ctx context.Context, in *oneInput) (*httpapi.Reply[Detail], error) {
	who := staff.Caller(ctx)
	return s.consoleReply(ctx, who, in.ID, nil, "")
}

func (s *Service) consoleReply(ctx context.Context, who staff.Member, ref string, err error,
	key string) (*httpapi.Reply[Detail], error) {
	if err != nil {
		return nil, err
	}
	lang := httpapi.Caller(ctx).Lang
	d, err := s.detail(ctx, who, ref, lang)
	if err != nil {
		return nil, err
	}
	if key == "" {
		return httpapi.OK(*d), nil
	}
	return httpapi.OKMessage(*d, i18n.T(lang, key)), nil
}

type priceInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Lines         []priceLine    `json:"lines" maxItems:"200"`
		DeliveryPrice httpapi.Amount `json:"delivery_price"`
		ValidDays     httpapi.Int    `json:"valid_days" doc:"For how long the offer holds."`
		Note          string         `json:"note,omitempty"`
		ExpectedSeq   httpapi.Int    `json:"expected_seq" doc:"The last event the caller has seen."`
	}
}

type priceLine struct {
	ID        string         `json:"id" maxLength:"64"`
	UnitPrice httpapi.Amount `json:"unit_price" doc:"Of a kilogram where it is sold by weight."`
}

func (s *Service) consolePrice(ctx context.Context, in *priceInput) (*httpapi.Reply[Detail], error) {
	who := staff.Caller(ctx)
	p, err := pricingOf(in)
	if err != nil {
		if _, missing := atBranch(ctx, s.DB, in.ID, who.Sees); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	if p.Units, err = s.units(ctx, who, in.ID, p.Units); err != nil {
		return nil, err
	}
	waits, err := s.Price(ctx, who, in.ID, p)
	said := "quotations.sent"
	if waits {
		said = "quotations.waits"
	}
	if err != nil {
		return nil,
			httpapi.WithCurrent(err, func() (*httpapi.Reply[Detail], error) { return s.consoleReply(ctx, who, in.ID, nil, "") })
	}
	return s.consoleReply(ctx, who, in.ID, nil, said)
}

// units converts the prices that staff typed into prices per unit: products sold by weight are priced per kilogram.
func (s *Service) units(ctx context.Context, who staff.Member, ref string,
	typed map[string]int64) (map[string]int64, error) {
	q, err := atBranch(ctx, s.DB, ref, who.Sees)
	if err != nil {
		return nil, err
	}
	for _, l := range q.Lines {
		price, given := typed[l.ID]
		if !given {
			continue
		}
		if l.times(price) < 1 {
			return nil, errs.Invalid("lines", "quotations.unit_price_range", "most", major(maxUnit))
		}
	}
	return typed, nil
}

// pricingOf validates the input that can be checked without the database, and returns all errors.
func pricingOf(in *priceInput) (Pricing, error) {
	b := &in.Body
	p := Pricing{Units: map[string]int64{}, DeliveryFee: b.DeliveryPrice.Minor, Days: int64(b.ValidDays),
		Seq: int64(b.ExpectedSeq)}
	var wrong []errs.Field
	refuse := func(field, key string, args ...any) {
		wrong = append(wrong, errs.Field{Name: field, Key: key, Args: args})
	}
	for _, l := range b.Lines {
		// A price of zero would be a gift or a typing mistake; an offer may contain neither.
		if l.UnitPrice.Minor < 1 || l.UnitPrice.Minor > maxUnit {
			refuse("lines", "quotations.unit_price_range", "most", major(maxUnit))
			break
		}
		p.Units[l.ID] = l.UnitPrice.Minor
	}
	if p.DeliveryFee < 0 || p.DeliveryFee > maxDelivery {
		refuse("delivery_price", "quotations.price_range", "most", major(maxDelivery))
	}
	if p.Days < 1 || p.Days > maxDays {
		refuse("valid_days", "quotations.days_range", "count", maxDays)
	}
	if p.Seq < 1 {
		refuse("expected_seq", "common.required")
	}
	var err error
	if p.Note, err = cleanNote(b.Note); err != nil {
		refuse("note", "common.too_long", "len", noteLength)
	}
	if len(wrong) > 0 {
		return p, errs.InvalidAll(wrong)
	}
	return p, nil
}

type turnDownInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Note        string      `json:"note" doc:"The reason, which the customer is told."`
		ExpectedSeq httpapi.Int `json:"expected_seq" doc:"The last event the caller has seen."`
	}
}

func (s *Service) consoleDecline(ctx context.Context, in *turnDownInput) (*httpapi.Reply[Detail], error) {
	who := staff.Caller(ctx)
	note, err := cleanNote(in.Body.Note)
	if err == nil && in.Body.ExpectedSeq < 1 {
		err = errs.Invalid("expected_seq", "common.required")
	}
	if err != nil {
		if _, missing := atBranch(ctx, s.DB, in.ID, who.Sees); missing != nil {
			return nil, missing
		}
		return nil, err
	}
	return s.consoleReply(ctx, who, in.ID, s.TurnDown(ctx, who, in.ID, note, int64(in.Body.ExpectedSeq)),
		"quotations.turned_down")
}
