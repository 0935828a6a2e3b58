package referral

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"wekala/internal/identity/auth"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
)

const (
	tag     = "Referral program"
	perPage = 20
)

type none struct{}

// Routes registers the operations of customers.
func (s *Service) Routes(a *httpapi.API) {
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/referral", ID: "get-referral", Tag: tag, Audience: httpapi.Customer,
			Summary: "My code and link, what it gives, and how it has gone"}, s.get)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/referral/history", ID: "list-referrals", Tag: tag,
		Audience: httpapi.Customer, Paged: true, Summary: "The friends I invited, the newest first"}, s.history)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/referral/invitation", ID: "get-invitation", Tag: tag,
		Summary: "Who invites with a code, for the one who arrives by a link"}, s.invitation)
}

// TermsView is the terms of the programme.
type TermsView struct {
	Referrer       money.Major `json:"referrer" doc:"What the one who invites gets for a friend."`
	Friend         money.Major `json:"friend" doc:"What the friend gets."`
	Rate           money.Major `json:"rate" doc:"Percent of the friend's purchases that the one who invites gets."`
	WindowDays     int64       `json:"window_days" doc:"Days after the friend's first delivery until both are paid."`
	CommissionDays int64       `json:"commission_days" doc:"Days after the friend joined in which purchases count."`
	MonthlyRewards int64       `json:"monthly_rewards" doc:"Most friends who are rewarded in a month."`
	Currency       string      `json:"currency"`
}

func (t Terms) view() TermsView {
	return TermsView{Referrer: major(t.Referrer), Friend: major(t.Friend), Rate: money.Percent(t.RateBP),
		WindowDays: t.WindowDays, CommissionDays: t.CommissionDays, MonthlyRewards: t.MonthlyRewards, Currency: money.Shop}
}

// Counts is the number of friends by state.
type Counts struct {
	Total   int64 `json:"total"`
	Joined  int64 `json:"joined"`
	Waiting int64 `json:"waiting"`
	Held    int64 `json:"held"`
	Paid    int64 `json:"paid"`
	Refused int64 `json:"refused"`
}

// Invited is the customer's own referrer.
type Invited struct {
	By         string      `json:"by" doc:"First name."`
	State      State       `json:"state" enum:"joined,waiting,held,paid,refused"`
	StateLabel string      `json:"state_label"`
	Reward     money.Major `json:"reward"`
	DueAt      *db.Millis  `json:"due_at"`
}

// View is a customer's state in the programme.
type View struct {
	Enabled  bool        `json:"enabled"`
	Code     string      `json:"code"`
	Link     string      `json:"link"`
	Terms    TermsView   `json:"terms"`
	Counts   Counts      `json:"counts"`
	Earned   money.Major `json:"earned" doc:"Rewards and commission paid so far."`
	Expected money.Major `json:"expected" doc:"What is still to be paid if nothing comes back."`
	Currency string      `json:"currency"`
	Invited  *Invited    `json:"invited"`
}

// Purchase is an order of a friend and its commission.
type Purchase struct {
	PurchaseAmount money.Major `json:"purchase_amount"`
	Earned         money.Major `json:"earned" doc:"Paid, or to be paid."`
	State          State       `json:"state" enum:"waiting,paid,void"`
	StateLabel     string      `json:"state_label"`
	Date           db.Millis   `json:"date"`
}

// Friend is a person whom the customer invited.
type Friend struct {
	ID             string      `json:"id"`
	Name           string      `json:"name" doc:"First name only."`
	State          State       `json:"state" enum:"joined,waiting,held,paid,refused"`
	StateLabel     string      `json:"state_label"`
	Reward         money.Major `json:"reward"`
	Rate           money.Major `json:"rate" doc:"Percent."`
	Earned         money.Major `json:"earned" doc:"Reward and commission paid so far."`
	PurchaseAmount money.Major `json:"purchase_amount" doc:"The friend's purchases that count."`
	Currency       string      `json:"currency"`
	Date           db.Millis   `json:"date" doc:"When they joined."`
	DueAt          *db.Millis  `json:"due_at" doc:"When the reward is paid."`
	Purchases      []Purchase  `json:"purchases"`
}

// Invitation is what a visitor with a referral link sees.
type Invitation struct {
	Valid    bool        `json:"valid"`
	Code     string      `json:"code"`
	Name     string      `json:"name" doc:"First name of the one who invites."`
	Reward   money.Major `json:"reward" doc:"What the friend gets."`
	Days     int64       `json:"window_days"`
	Currency string      `json:"currency"`
}

func major(minor int64) money.Major { return money.EGP(minor).Major() }

// firstName is the only part of a customer's name that other customers see.
func firstName(name string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(name), " ")
	return first
}

func (s *Service) link(code string) string {
	return strings.TrimRight(s.PublicURL, "/") + "/?ref=" + url.QueryEscape(code)
}

func (s *Service) get(ctx context.Context, _ *none) (*httpapi.Reply[View], error) {
	who := httpapi.Caller(ctx)
	now := s.Clock.Now()
	code, err := codeOf(ctx, s.DB, who.UserID)
	if errors.Is(err, db.ErrNoRows) {
		err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := auth.LockActiveUser(ctx, tx, who.UserID); err != nil {
				return err
			}
			code, err = CodeOf(ctx, tx, who.UserID, now)
			return err
		})
	}
	if err != nil {
		return nil, err
	}
	t, err := terms(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	v := View{Enabled: t.Enabled, Code: code, Link: s.link(code), Terms: t.view(), Currency: money.Shop}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error { return s.sum(ctx, q, who, &v) })
	if err != nil {
		return nil, err
	}
	return httpapi.OK(v), nil
}

// sum counts friends and money.
func (s *Service) sum(ctx context.Context, q db.Querier, who *httpapi.Who, v *View) error {
	var states []struct {
		State  State `db:"state"`
		N      int64 `db:"n"`
		Reward int64 `db:"reward"`
	}
	err := q.Select(ctx, &states, `SELECT state, COUNT(*) AS n, CAST(SUM(reward_referrer) AS BIGINT) AS reward
		FROM referrals
		WHERE referrer_id = $1 GROUP BY state ORDER BY state`, who.UserID)
	if err != nil {
		return err
	}
	var earned, expected int64
	v.Counts = Counts{}
	for _, st := range states {
		v.Counts.Total += st.N
		switch st.State {
		case Joined:
			v.Counts.Joined = st.N
		case Waiting:
			v.Counts.Waiting, expected = st.N, expected+st.Reward
		case Held:
			v.Counts.Held = st.N
		case Paid:
			v.Counts.Paid, earned = st.N, earned+st.Reward
		case Refused:
			v.Counts.Refused = st.N
		}
	}
	var sums struct {
		Paid    int64 `db:"paid"`
		Waiting int64 `db:"waiting"`
	}
	err = q.Get(ctx, &sums, `SELECT CAST(COALESCE(SUM(CASE WHEN c.state = 'paid' THEN c.amount
		ELSE 0 END), 0) AS BIGINT) AS paid,
		CAST(COALESCE(SUM(CASE WHEN c.state = 'waiting' AND r.state IN ('waiting', 'paid') THEN c.amount
		ELSE 0 END), 0) AS BIGINT) AS waiting
		FROM referral_commissions c JOIN referrals r ON r.friend_id = c.friend_id WHERE c.referrer_id = $1`, who.UserID)
	if err != nil {
		return err
	}
	v.Earned, v.Expected = major(earned+sums.Paid), major(expected+sums.Waiting)
	mine, err := ofFriend(ctx, q, who.UserID)
	if errors.Is(err, db.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	name, err := nameOf(ctx, q, mine.ReferrerID)
	if err != nil {
		return err
	}
	v.Invited = &Invited{By: firstName(name), State: mine.State,
		StateLabel: i18n.T(who.Lang, "referral.mine_"+string(mine.State), "time",
			i18n.Counted("content.rule_days", mine.WindowDays)), Reward: major(mine.RewardFriend), DueAt: mine.DueAt}
	return nil
}

// nameOf reads a customer's name; "" if the account was deleted.
func nameOf(ctx context.Context, q db.Querier, userID string) (string, error) {
	var name string
	err := q.Get(ctx, &name, `SELECT name FROM users WHERE id = $1`, userID)
	if errors.Is(err, db.ErrNoRows) {
		return "", nil
	}
	return name, err
}

type pageInput struct {
	Page httpapi.Int `query:"page"`
}

type friendRow struct {
	Referral
	Name string `db:"name"`
}

func (s *Service) history(ctx context.Context, in *pageInput) (*httpapi.Listing[Friend], error) {
	who := httpapi.Caller(ctx)
	page := max(1, min(int(in.Page), 10_000))
	var total int
	var friends []Friend
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		if err := q.Get(ctx, &total, `SELECT COUNT(*) FROM referrals WHERE referrer_id = $1`, who.UserID); err != nil {
			return err
		}
		var rows []friendRow
		err := q.Select(ctx, &rows, `SELECT `+columns+
			`, COALESCE(u.name, '') AS name FROM referrals r LEFT JOIN users u ON u.id = r.friend_id
			WHERE r.referrer_id = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT $2 OFFSET $3`,
			who.UserID, int64(perPage), int64((page-1)*perPage))
		if err != nil {
			return err
		}
		friends, err = s.friends(ctx, q, who, rows)
		return err
	})
	if err != nil {
		return nil, err
	}
	return httpapi.List(friends, page, perPage, total), nil
}

// friends converts rows into the response, with the commission for each friend's orders.
func (s *Service) friends(ctx context.Context, q db.Querier, who *httpapi.Who, rows []friendRow) ([]Friend, error) {
	if len(rows) == 0 {
		return nil, nil
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = r.FriendID
	}
	var all []Commission
	err := q.Select(ctx, &all, `SELECT referrer_id, order_id, friend_id, referral_id, rate_bp, purchase, amount, state,
		reason, due_at, paid_at, created_at
		FROM referral_commissions WHERE referrer_id = $1 AND friend_id IN (`+db.List(2, len(ids))+`)
		ORDER BY created_at DESC, order_id DESC`, db.Args(ids, who.UserID)...)
	if err != nil {
		return nil, err
	}
	out := make([]Friend, len(rows))
	for i, r := range rows {
		f := Friend{ID: r.ID, Name: firstName(r.Name), State: r.State, StateLabel: r.State.Label(who.Lang),
			Reward: major(r.RewardReferrer), Rate: money.Percent(r.RateBP), Currency: money.Shop, Date: r.CreatedAt,
			Purchases: []Purchase{}}
		if r.State == Waiting {
			f.DueAt = r.DueAt
		}
		var earned, bought int64
		if r.State == Paid {
			earned = r.RewardReferrer
		}
		for _, c := range all {
			if c.FriendID != r.FriendID {
				continue
			}
			if c.State == Paid {
				earned += c.Amount
			}
			if c.State != Void {
				bought += c.Purchase
			}
			state := c.State
			if r.State == Refused {
				state = Void
			}
			f.Purchases = append(f.Purchases, Purchase{PurchaseAmount: major(c.Purchase), Earned: major(c.Amount), State: state,
				StateLabel: i18n.T(who.Lang, "referral.purchase_"+string(state)), Date: c.CreatedAt})
		}
		f.Earned, f.PurchaseAmount = major(earned), major(bought)
		out[i] = f
	}
	return out, nil
}

type codeInput struct {
	Code string `query:"code" maxLength:"100"`
}

func (s *Service) invitation(ctx context.Context, in *codeInput) (*httpapi.Reply[Invitation], error) {
	out := Invitation{Currency: money.Shop}
	t, err := terms(ctx, s.DB)
	if err != nil {
		return nil, err
	}
	code := cleanCode(in.Code)
	owner, err := ownerOf(ctx, s.DB, code)
	if errors.Is(err, db.ErrNoRows) || !t.Enabled {
		return httpapi.OK(out), nil
	}
	if err != nil {
		return nil, err
	}
	name, err := nameOf(ctx, s.DB, owner)
	if err != nil {
		return nil, err
	}
	out = Invitation{Valid: true, Code: code, Name: firstName(name), Reward: major(t.Friend), Days: t.WindowDays,
		Currency: money.Shop}
	return httpapi.OK(out), nil
}
