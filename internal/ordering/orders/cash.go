package orders

import (
	"context"
	"slices"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/parties"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/money/ledger"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/forms"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// Cash collected for orders is recorded in cash_open, by branch and holder: a courier, or the counter (""). Staff of
// the branch count it, and the holder hands over the whole amount. Differences need a reason: the holder owes a
// shortage, which is never deducted automatically; a surplus is booked separately.

const (
	cashReason = 200 // runes
	maxCash    = 10_000_000_00
	// handoversPart is the page size of the list of hand-overs.
	handoversPart = 20
)

// OpenCash is the cash that a holder has to hand over to a branch.
type OpenCash struct {
	Branch    wire.Ref    `json:"branch"`
	CourierID string      `json:"courier_id" doc:"Empty: paid at the counter."`
	Courier   string      `json:"courier"`
	Orders    int64       `json:"orders"`
	Amount    money.Major `json:"amount"`
	Currency  string      `json:"currency"`
	Since     db.Millis   `json:"since" doc:"When the oldest of it was taken."`
	CanTake   bool        `json:"can_take" doc:"False: the platform's courier has it, and the caller is the seller's."`
}

// Handover is a hand-over of collected cash.
type Handover struct {
	ID         string      `json:"id"`
	Branch     wire.Ref    `json:"branch"`
	CourierID  string      `json:"courier_id" doc:"Empty: paid at the counter."`
	Courier    string      `json:"courier"`
	Orders     int64       `json:"orders"`
	Expected   money.Major `json:"expected"`
	Counted    money.Major `json:"counted"`
	Difference money.Major `json:"difference" doc:"Below zero: too little."`
	Currency   string      `json:"currency"`
	Reason     string      `json:"reason"`
	TakenBy    string      `json:"taken_by"`
	At         db.Millis   `json:"at"`
}

type handoverRow struct {
	ID        string    `db:"id"`
	BranchID  string    `db:"branch_id"`
	CourierID string    `db:"courier_id"`
	Orders    int64     `db:"orders"`
	Expected  int64     `db:"expected"`
	Counted   int64     `db:"counted"`
	Reason    string    `db:"reason"`
	TakenBy   string    `db:"taken_by"`
	At        db.Millis `db:"at"`
}

const handoverColumns = `id, branch_id, courier_id, orders, expected, counted, reason, taken_by, at`

// openCash records that an order's cash was collected, in the transaction that books it.
func openCash(ctx context.Context, tx *db.Tx, o *Order, at db.Millis) error {
	if o.Rest() == 0 {
		return nil
	}
	courier := ""
	if o.CourierID != nil {
		courier = *o.CourierID
	}
	_, err := tx.Exec(ctx, `INSERT INTO cash_open (order_id, branch_id, courier_id, amount, at) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (order_id) DO NOTHING`, o.ID, o.BranchID, courier, o.Rest(), at)
	return err
}

func (s *Service) cashRoutes(a *httpapi.API) {
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/cash", ID: "console-list-open-cash", Tag: "console",
		Summary: "What couriers and counters have to hand over", Audience: httpapi.Staff, Capability: staff.ReadTakings,
		Branches: httpapi.BranchList}, s.getCash)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/cash/handovers", ID: "console-list-handovers", Tag: "console",
			Summary: "Cash that was handed over, the newest first", Audience: httpapi.Staff, Capability: staff.ReadTakings,
			Branches: httpapi.BranchList, Paged: true}, s.getHandovers)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/cash/handovers", ID: "console-take-cash", Tag: "console",
		Summary: "Take what a courier, or the counter, hands over", Audience: httpapi.Staff, Capability: staff.TakeCash,
		Branches: httpapi.Within,
		Description: "All that is open of them at the branch. Refused (409) where it is not what was seen: there is more, " +
			"or somebody else took it.",
		Audit: []string{"cash.handover"}, Strict: true}, s.postHandover)
}

type cashInput struct {
	BranchID string `query:"branch_id" maxLength:"64"`
}

func (s *Service) getCash(ctx context.Context, in *cashInput) (*httpapi.Reply[[]OpenCash], error) {
	branchIDs, err := s.Branches.SeenBy(staff.Caller(ctx), in.BranchID)
	if err != nil || len(branchIDs) == 0 {
		return httpapi.OK([]OpenCash{}), err
	}
	var rows []struct {
		BranchID  string    `db:"branch_id"`
		CourierID string    `db:"courier_id"`
		Orders    int64     `db:"orders"`
		Amount    int64     `db:"amount"`
		Since     db.Millis `db:"since"`
	}
	err = s.DB.Select(ctx, &rows, `SELECT branch_id, courier_id, COUNT(*) AS orders,
		CAST(SUM(amount) AS BIGINT) AS amount, MIN(at) AS since FROM cash_open
		WHERE branch_id IN
		(`+db.List(1, len(branchIDs))+`) GROUP BY branch_id, courier_id ORDER BY since, branch_id, courier_id`,
		db.Args(branchIDs)...)
	if err != nil {
		return nil, err
	}
	var people []string
	for _, r := range rows {
		people = append(people, r.CourierID)
	}
	names, err := staff.Names(ctx, s.DB, people)
	out := make([]OpenCash, len(rows))
	for i, r := range rows {
		mayTake := true
		if member := staff.Caller(ctx); member.Party() == parties.Seller {
			holder, err := holderOf(ctx, s.DB, r.BranchID, r.CourierID)
			if err != nil {
				return nil, err
			}
			mayTake = holder.handsTo(member)
		}
		out[i] = OpenCash{s.branchRef(ctx, r.BranchID), r.CourierID, names[r.CourierID], r.Orders,
			money.EGP(r.Amount).Major(), money.Shop, r.Since, mayTake}
	}
	return httpapi.OK(out), err
}

func (s *Service) branchRef(ctx context.Context, branchID string) wire.Ref {
	if b, ok := s.Branches.Branch(branchID); ok {
		return b.Ref(httpapi.Caller(ctx).Lang)
	}
	return wire.Ref{ID: branchID, Slug: branchID, Name: branchID}
}

type handoversInput struct {
	httpapi.PartInput
	BranchID string `query:"branch_id" maxLength:"64"`
}

func (s *Service) getHandovers(ctx context.Context, in *handoversInput) (*httpapi.Part[Handover], error) {
	branchIDs, err := s.Branches.SeenBy(staff.Caller(ctx), in.BranchID)
	if err != nil {
		return nil, err
	}
	at, id, err := in.Newest()
	if err != nil || len(branchIDs) == 0 {
		return httpapi.PartOf[Handover](nil, httpapi.PartMeta{}), err
	}
	var rows []handoverRow
	err = s.DB.Select(ctx, &rows, `SELECT `+handoverColumns+` FROM cash_handovers WHERE at <= $1 AND (at < $1 OR id < $2)
		AND branch_id IN
		(`+db.List(4, len(branchIDs))+`) ORDER BY at DESC, id DESC LIMIT $3`,
		db.Args(branchIDs, at, id, int64(handoversPart+1))...)
	if err != nil {
		return nil, err
	}
	views, err := s.handovers(ctx, s.DB, rows)
	if err != nil {
		return nil, err
	}
	return httpapi.Keyset(views, handoversPart, func(h Handover) []any { return []any{int64(h.At), h.ID} },
		func(h Handover) Handover { return h }), nil
}

func (s *Service) handovers(ctx context.Context, q db.Querier, rows []handoverRow) ([]Handover, error) {
	var people []string
	for _, r := range rows {
		people = append(people, r.CourierID, r.TakenBy)
	}
	slices.Sort(people)
	names, err := staff.Names(ctx, q, slices.Compact(people))
	out := make([]Handover, len(rows))
	for i, r := range rows {
		out[i] = Handover{r.ID, s.branchRef(ctx, r.BranchID), r.CourierID, names[r.CourierID], r.Orders,
			money.EGP(r.Expected).Major(), money.EGP(r.Counted).Major(), money.EGP(r.Counted - r.Expected).Major(), money.Shop,
			r.Reason, names[r.TakenBy], r.At}
	}
	return out, err
}

type handoverInput struct {
	Body struct {
		BranchID  string         `json:"branch_id" maxLength:"64"`
		CourierID string         `json:"courier_id" maxLength:"64" doc:"Empty: what was paid at the counter."`
		Expected  httpapi.Amount `json:"expected" doc:"What was seen to be open."`
		Counted   httpapi.Amount `json:"counted"`
		Reason    string         `json:"reason,omitempty" doc:"Needed where it is not what it should be."`
	}
}

func (s *Service) postHandover(ctx context.Context, in *handoverInput) (*httpapi.Reply[Handover], error) {
	member := staff.Caller(ctx)
	branchIDs, err := s.Branches.SeenBy(member, in.Body.BranchID)
	if err != nil {
		return nil, err
	}
	var f forms.Form
	if len(branchIDs) != 1 || in.Body.BranchID == "" {
		f.Say("branch_id", "common.required")
	}
	counted, expected := in.Body.Counted.Minor, in.Body.Expected.Minor
	if counted < 0 || counted > maxCash {
		f.Say("counted", "common.amount_range", "most", maxCash/100)
	}
	reason := httpapi.Clean(in.Body.Reason)
	if reason == "" && counted != expected {
		f.Say("reason", "orders.cash_reason_required")
	} else if len([]rune(reason)) > cashReason {
		f.Say("reason", "common.too_long", "len", cashReason)
	}
	if err := f.Err(); err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	row := handoverRow{id.New("csh"), branchIDs[0], in.Body.CourierID, 0, expected, counted, reason, member.ID, db.At(now)}
	err = s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		holder, err := holderOf(ctx, tx, row.BranchID, row.CourierID)
		switch {
		case err != nil:
			return err
		case !holder.handsTo(member):
			return errs.Refuse("orders.cash_of_platform")
		case counted < expected && member.Party() == parties.Seller && holder.party == parties.Platform:
			// The platform would have to bear the shortage that the seller's staff claim of the platform's courier.
			return errs.Invalid("counted", "orders.cash_of_shop")
		}
		return s.takeCash(ctx, tx, &row)
	})
	if err != nil {
		return nil, err
	}
	views, err := s.handovers(ctx, s.DB, []handoverRow{row})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(views[0]), nil
}

// cashHolder is the party that a holder of cash works for, and whether sellers' orders are part of the cash.
type cashHolder struct {
	party    parties.Party
	ofSeller bool
}

// handsTo reports whether a member may receive the cash: the platform's couriers hand cash for a seller's store to the
// platform.
func (h cashHolder) handsTo(m staff.Member) bool {
	return h.party == parties.Seller || !h.ofSeller || m.Party() == parties.Platform
}

func holderOf(ctx context.Context, q db.Querier, branchID, courierID string) (cashHolder, error) {
	if courierID == "" {
		return cashHolder{party: parties.Seller}, nil // at the counter
	}
	var n struct {
		Platforms int64
		Sellers   int64
	}
	err := q.Get(ctx, &n, `SELECT COALESCE(SUM(CASE WHEN o.delivered_by = $3 THEN 1 ELSE 0 END), 0) AS platforms,
		COALESCE(SUM(CASE WHEN o.store_owner = $4 OR o.store_owner = '' AND o.commission_bp > 0 THEN 1
		ELSE 0 END), 0) AS sellers
		FROM cash_open c JOIN orders o ON o.id = c.order_id WHERE c.branch_id = $1 AND c.courier_id = $2`,
		branchID, courierID, parties.Platform, branches.OwnedBySeller)
	if err != nil {
		return cashHolder{}, err
	}
	delivers := parties.Seller
	if n.Platforms > 0 {
		delivers = parties.Platform
	}
	party, err := staff.PartyOf(ctx, q, courierID, delivers)
	return cashHolder{party, n.Sellers > 0}, err
}

// takeCash hands over all open cash. It deletes the rows first, so that the second of two concurrent handovers finds
// none.
func (s *Service) takeCash(ctx context.Context, tx *db.Tx, h *handoverRow) error {
	var open []struct {
		OrderID string `db:"order_id"`
		Amount  int64  `db:"amount"`
	}
	err := tx.Select(ctx, &open, `SELECT order_id, amount FROM cash_open WHERE branch_id = $1 AND courier_id = $2
		ORDER BY order_id`, h.BranchID, h.CourierID)
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, one := range open {
		sum += one.Amount
	}
	if len(open) == 0 || sum != h.Expected {
		return errs.Conflict("orders.cash_moved")
	}
	h.Orders = int64(len(open))
	stmts := make([]db.Stmt, 0, 2*len(open)+1)
	for _, one := range open {
		stmts = append(stmts, db.Stmt{SQL: `DELETE FROM cash_open WHERE order_id = $1`, Args: []any{one.OrderID},
			Guard: errs.Conflict("orders.cash_moved")})
	}
	// Check whether the cash was still open before its rows are written.
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	stmts = stmts[:0]
	for _, one := range open {
		stmts = append(stmts, db.Stmt{SQL: `INSERT INTO cash_handed (order_id, handover_id, amount) VALUES ($1, $2, $3)`,
			Args: []any{one.OrderID, h.ID, one.Amount}})
	}
	stmts = append(stmts, db.Stmt{SQL: `INSERT INTO cash_handovers (` + handoverColumns + `, day) VALUES ($1, $2, $3, $4,
		$5, $6, $7, $8, $9, $10)`,
		Args: []any{h.ID, h.BranchID, h.CourierID, h.Orders, h.Expected, h.Counted, h.Reason, h.TakenBy, h.At,
			clock.BusinessDay(h.At.Time())}})
	if err := tx.Batch(ctx, stmts); err != nil {
		return err
	}
	if _, err := ledger.Post(ctx, tx, h.entry()); err != nil {
		return err
	}
	return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{
		StaffID: h.TakenBy, Action: "cash.handover", Object: h.ID, Reason: h.Reason,
		After: map[string]any{"branch_id": h.BranchID, "courier_id": h.CourierID, "cash_orders": h.Orders,
			"cash_due": h.Expected, "cash_counted": h.Counted}})
}

// entry is the ledger entry of a hand-over.
func (h *handoverRow) entry() ledger.Entry {
	line := func(account string, amount int64) ledger.Posting {
		return ledger.Posting{Account: account, Currency: money.Shop, Amount: amount}
	}
	owner := h.CourierID
	if owner == "" {
		owner = h.BranchID
	}
	short := max(0, h.Expected-h.Counted)
	return ledger.Entry{Source: "handover:" + h.ID, Kind: "cash_handed_over", At: h.At.Time(), Postings: []ledger.Posting{
		line(ledger.Account("cash_held", h.BranchID), h.Counted),
		line(ledger.Account("cash_short", owner), short),
		line(ledger.Account("cash_over", h.BranchID), -max(0, h.Counted-h.Expected)),
		line(ledger.Account("cash_due", h.BranchID), -h.Expected),
	}}
}
