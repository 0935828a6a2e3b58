package wallet

import (
	"context"
	"errors"
	"time"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

const (
	// maxGrant is the absolute maximum of a credit.
	maxGrant = 10_000_00
	// MinTopUp and MaxTopUp are the default limits of one top-up, in minor units.
	MinTopUp = 10_00
	MaxTopUp = 5_000_00
	// reasonLength bounds the reason of a credit, in runes.
	reasonLength = 200
	// goodwill is the ledger account that pays for credits.
	goodwill = "goodwill:shop"
)

// crediting identifies credits among idempotent requests.
var crediting = idempotency.Operation{Name: "console-give-credit", Keep: 7 * 24 * time.Hour}

// States of a credit.
const (
	grantWaiting  = "waiting"
	grantDone     = "done"
	grantDeclined = "declined"
)

// ConsoleRoutes registers credits by staff. A credit is immediate up to a limit for each giver, each customer and
// business day; above it, a second person must approve.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/wallet/credits", ID: "console-list-credits", Tag: "console",
			Summary: "Credits given and asked for, newest first", Audience: httpapi.Staff, Capability: staff.ReadCredits,
			Paged: true}, s.grants)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/wallet/customer", ID: "console-find-wallet", Tag: "console",
			Summary: "A customer by phone, and what their wallet holds", Audience: httpapi.Staff, Capability: staff.ReadCredits},
		s.find)
	httpapi.HandlePrepared[giveCreditInput, httpapi.Envelope[Credit]](a,
		httpapi.Op{Method: "POST", Path: "/console/wallet/credits", ID: "console-give-credit", Tag: "console",
			Summary: "Give money to a customer's wallet",
			Description: "Needs an Idempotency-Key. The same key with the same body answers the same bytes; with another body " +
				"it is refused (422).",
			Audience: httpapi.Staff, Capability: staff.GiveCredit, Audit: []string{"wallet.credit"}, Key: httpapi.KeyRequired,
			Strict: true}, s.give)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/wallet/credits/{id}/decide", ID: "console-decide-credit", Tag: "console",
			Summary: "Approve or decline a credit somebody else asked for", Audience: httpapi.Staff,
			Capability: staff.DecideCredit, Audit: []string{"wallet.approve", "wallet.decline"}, Strict: true}, s.decide)
}

// Credit is a credit by staff, as staff see it.
type Credit struct {
	ID        string      `json:"id"`
	Customer  string      `json:"customer"`
	Phone     string      `json:"phone" doc:"With most of its figures hidden."`
	Amount    money.Major `json:"amount"`
	Currency  string      `json:"currency"`
	Reason    string      `json:"reason"`
	State     string      `json:"state" enum:"waiting,done,declined"`
	AskedBy   string      `json:"asked_by"`
	DecidedBy *string     `json:"decided_by"`
	CreatedAt db.Millis   `json:"created_at"`
	CanDecide bool        `json:"can_decide" doc:"Waiting, and I may be the second person: not who asked, and neither set up the other's account lately; or I am the one owner of the shop."`
	WhyNot    string      `json:"why_not" doc:"Why I may not; empty where I may."`
}

// grant is a row of wallet_grants.
type grant struct {
	ID        string    `db:"id"`
	UserID    string    `db:"user_id"`
	Amount    int64     `db:"amount"`
	Reason    string    `db:"reason"`
	State     string    `db:"state"`
	AskedBy   string    `db:"asked_by"`
	DecidedBy *string   `db:"decided_by"`
	CreatedAt db.Millis `db:"created_at"`
}

const grantColumns = `id, user_id, amount, reason, state, asked_by, decided_by, created_at`

// gift returns a credit as a grant for the ledger of approvals.
func (g grant) gift(giver staff.Member) approvals.Grant {
	return approvals.Grant{Object: "credit:" + g.ID, Part: 1, Giver: giver, Receiver: g.UserID, Amount: g.Amount}
}

type creditsInput struct{ httpapi.PartInput }

func (s *Service) grants(ctx context.Context, in *creditsInput) (*httpapi.Part[Credit], error) {
	member := staff.Caller(ctx)
	at, id, err := in.Newest()
	if err != nil {
		return nil, err
	}
	var rows []grant
	views := []Credit{}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		err := q.Select(ctx, &rows, `SELECT `+grantColumns+
			` FROM wallet_grants WHERE created_at <= $1 AND (created_at < $1 OR id < $2)
			ORDER BY created_at DESC, id DESC LIMIT $3`, at, id, int64(perPage+1))
		if err != nil {
			return err
		}
		views = views[:0]
		for _, g := range rows {
			v, err := s.credit(ctx, q, g, member)
			if err != nil {
				return err
			}
			views = append(views, v)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(views, perPage, func(c Credit) []any { return []any{int64(c.CreatedAt), c.ID} },
		func(c Credit) Credit { return c }), nil
}

func (s *Service) credit(ctx context.Context, q db.Querier, g grant, member staff.Member) (Credit, error) {
	decides := g.State == grantWaiting && member.May(staff.DecideCredit)
	why := ""
	if decides {
		var err error
		if why, err = approvals.RefusalText(ctx, q, s.Clock.Now(), member, g.AskedBy); err != nil {
			return Credit{}, err
		}
		decides = why == ""
	}
	v := Credit{ID: g.ID, Amount: money.EGP(g.Amount).Major(), Currency: money.Shop, Reason: g.Reason, State: g.State,
		CreatedAt: g.CreatedAt, CanDecide: decides, WhyNot: why}
	u, err := auth.UserByID(ctx, q, g.UserID)
	if err != nil && errs.Key(err) == "" {
		return v, err
	}
	if err == nil {
		v.Customer, v.Phone = u.Name, auth.MaskPhone(u.Phone)
	}
	who := []string{g.AskedBy}
	if g.DecidedBy != nil {
		who = append(who, *g.DecidedBy)
	}
	names, err := staff.Names(ctx, q, who)
	v.AskedBy = names[g.AskedBy]
	if g.DecidedBy != nil {
		name := names[*g.DecidedBy]
		v.DecidedBy = &name
	}
	return v, err
}

type findInput struct {
	Phone string `query:"phone" maxLength:"32"`
}

// Found is a customer with their wallet.
type Found struct {
	Name     string      `json:"name"`
	Phone    string      `json:"phone"`
	Balance  money.Major `json:"balance"`
	Currency string      `json:"currency"`
}

func (s *Service) find(ctx context.Context, in *findInput) (*httpapi.Reply[Found], error) {
	u, err := auth.UserByPhone(ctx, s.DB, in.Phone)
	if errs.Key(err) != "" {
		return nil, errs.Invalid("phone", "wallet.customer_unknown")
	} else if err != nil {
		return nil, err
	}
	balance, err := Balance(ctx, s.DB, u.ID)
	if err != nil {
		return nil, err
	}
	return httpapi.OK(
		Found{Name: u.Name, Phone: auth.MaskPhone(u.Phone), Balance: money.EGP(balance).Major(), Currency: money.Shop}), nil
}

type giveCreditInput struct {
	Key  string `header:"Idempotency-Key" maxLength:"200"`
	Body struct {
		Phone  string         `json:"phone" maxLength:"32"`
		Amount httpapi.Amount `json:"amount"`
		Reason string         `json:"reason"`
	}
}

func (s *Service) give(ctx context.Context, in *giveCreditInput) (*httpapi.Prepared, error) {
	member := staff.Caller(ctx)
	reason, amount := httpapi.Clean(in.Body.Reason), in.Body.Amount.Minor
	var wrong []errs.Field
	if problem := idempotency.Problem(in.Key); problem != nil {
		wrong = append(wrong, *problem)
	}
	if reason == "" {
		wrong = append(wrong, errs.Field{Name: "reason", Key: "wallet.reason_required"})
	} else if len([]rune(reason)) > reasonLength {
		wrong = append(wrong, errs.Field{Name: "reason", Key: "common.too_long", Args: []any{"len", reasonLength}})
	}
	if amount < 100 || amount > maxGrant {
		wrong = append(wrong, errs.Field{Name: "amount", Key: "wallet.grant_range", Args: []any{"most", maxGrant / 100}})
	}
	if len(wrong) > 0 {
		return nil, errs.InvalidAll(wrong)
	}
	phone, _, err := auth.MobilePhone(in.Body.Phone, "EG")
	if err != nil {
		return nil, errs.Invalid("phone", "wallet.customer_unknown")
	}
	key := idempotency.Request{Operation: crediting, Caller: member.ID, Key: in.Key,
		Hash: idempotency.Hash([]any{phone, amount, reason})}
	answer, err := s.keys.Look(ctx, key)
	if answer == nil && err == nil {
		answer, err = s.giveOnce(ctx, key, member, phone, amount, reason)
	}
	if err != nil {
		return nil, err
	}
	return &httpapi.Prepared{ContentType: httpapi.JSON, Body: answer}, nil
}

// giveOnce gives a credit with an unused idempotency key.
func (s *Service) giveOnce(ctx context.Context, key idempotency.Request, member staff.Member, phone string,
	amount int64, reason string) ([]byte, error) {
	unknown := errs.Invalid("phone", "wallet.customer_unknown")
	u, err := auth.UserByPhone(ctx, s.DB, phone)
	if errs.Key(err) != "" {
		return nil, unknown
	} else if err != nil {
		return nil, err
	}
	key.Subject = u.ID
	return s.keys.Once(ctx, key, func(ctx context.Context, tx *db.Tx) ([]byte, error) {
		// The response names the customer, so their account must not be deleted concurrently.
		if err := auth.LockActiveUser(ctx, tx, u.ID); err != nil {
			if errs.Is(err, "common.unauthorized") {
				err = unknown
			}
			return nil, err
		}
		g := grant{ID: id.New("grt"), UserID: u.ID, Amount: amount, Reason: reason, State: grantWaiting, AskedBy: member.ID,
			CreatedAt: db.At(s.Clock.Now())}
		basis, err := approvals.ApproveAlone(ctx, tx, s.Clock.Now(), g.gift(member))
		if err != nil {
			return nil, err
		}
		if basis != approvals.Nobody {
			g.State = grantDone
		}
		n, err := tx.Exec(ctx, `INSERT INTO wallet_grants (id, user_id, amount, reason, state, asked_by, key, created_at)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (asked_by, key) DO NOTHING`,
			g.ID, g.UserID, g.Amount, g.Reason, g.State, g.AskedBy, key.Key, g.CreatedAt)
		if err != nil {
			return nil, err
		}
		if n == 0 {
			return nil, idempotency.Gone()
		}
		if g.State == grantDone {
			if err := s.fulfil(ctx, tx, g); err != nil {
				return nil, err
			}
		}
		err = audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: "wallet.credit", Object: g.ID,
			After: map[string]any{"state": g.State, "amount": g.Amount, "user": g.UserID,
				"sole_owner": basis == approvals.SoleOwner}, Reason: reason})
		if err != nil {
			return nil, err
		}
		given, err := s.credit(ctx, tx, g, member)
		if err != nil {
			return nil, err
		}
		return httpapi.Encode(httpapi.OK(given).Body)
	})
}

// fulfil adds a credit to its customer's wallet. It is refused if the customer has deleted their account since the
// request.
func (s *Service) fulfil(ctx context.Context, tx *db.Tx, g grant) error {
	if err := auth.LockActiveUser(ctx, tx, g.UserID); err != nil {
		if errs.Is(err, "common.unauthorized") {
			return errs.Refuse("wallet.customer_left")
		}
		return err
	}
	return s.Credit(ctx, tx, Entry{UserID: g.UserID, Amount: g.Amount, Type: Gift, Source: "grant:" + g.ID, From: goodwill,
		Note: g.Reason, At: s.Clock.Now()})
}

type creditDecisionInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		Approve bool   `json:"approve"`
		Reason  string `json:"reason,omitempty"`
	}
}

// decide is a conditional update on the state waiting. If the member may not approve, the transaction rolls it back.
func (s *Service) decide(ctx context.Context, in *creditDecisionInput) (*httpapi.Reply[Credit], error) {
	member := staff.Caller(ctx)
	reason := httpapi.Clean(in.Body.Reason)
	if len([]rune(reason)) > reasonLength {
		return nil, errs.Invalid("reason", "common.too_long", "len", reasonLength)
	}
	state, action := grantDeclined, "wallet.decline"
	if in.Body.Approve {
		state, action = grantDone, "wallet.approve"
	}
	var out Credit
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE wallet_grants SET state = $2, decided_by = $3, decided_at = $4 WHERE id = $1
			AND state = 'waiting'`,
			in.ID, state, member.ID, db.At(s.Clock.Now()))
		if err != nil {
			return err
		}
		var g grant
		err = tx.Get(ctx, &g, `SELECT `+grantColumns+` FROM wallet_grants WHERE id = $1`, in.ID)
		switch {
		case errors.Is(err, db.ErrNoRows):
			return errs.NotFound()
		case err != nil:
			return err
		case n == 0:
			return errs.Conflict("wallet.decided_already")
		}
		basis := approvals.TwoPeople
		if state == grantDone {
			if basis, err = approvals.Approve(ctx, tx, s.Clock.Now(), member, g.gift(staff.Member{ID: g.AskedBy})); err != nil {
				return err
			}
			if err := s.fulfil(ctx, tx, g); err != nil {
				return err
			}
		}
		err = audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
			StaffID: member.ID, Action: action, Object: g.ID, Before: map[string]any{"state": grantWaiting},
			After: map[string]any{"state": state, "amount": g.Amount, "user": g.UserID,
				"sole_owner": basis == approvals.SoleOwner}, Reason: reason})
		if err != nil {
			return err
		}
		out, err = s.credit(ctx, tx, g, member)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}
