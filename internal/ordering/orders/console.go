package orders

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"wekala/internal/identity/audit"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
)

// The order board shows staff the orders of their branches by status, live, with the transitions that their role allows
// (each is audited). Owners and support see every branch, others their own branches, couriers the orders that await
// delivery or that they took. Other orders return NotFound; editors see none.

const (
	// endedFor is how long ended orders stay on the board.
	endedFor = 12 * time.Hour
	// overlap is how far back the stream reads each time, so that it also notices orders of transactions that took this
	// long.
	overlap = 10 * time.Second
	// keepEvery is how often an open stream keeps its session alive.
	keepEvery = time.Minute
)

// perColumn limits a column of the board, oldest first; maxNews limits the changes that are read at once. Tests lower
// them.
var perColumn, maxNews = 100, 500

// ConsoleRoutes registers the order board.
func (s *Service) ConsoleRoutes(a *httpapi.API) {
	s.cashRoutes(a)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/orders", ID: "console-list-orders", Tag: "console",
		Summary: "The order board", Audience: httpapi.Staff, Capability: staff.ReadOrders, Branches: httpapi.BranchList},
		s.board)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/orders/events", ID: "console-watch-orders", Tag: "console",
		Summary: "What changes on the board, live", Audience: httpapi.Staff, Capability: staff.ReadOrders,
		Branches: httpapi.BranchList}, s.watchBoard)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/orders/all", ID: "console-list-all-orders", Tag: "console",
		Summary: "All orders, the newest first", Audience: httpapi.Staff, Capability: staff.ReadOrders,
		Branches: httpapi.BranchList, Paged: true}, s.pastOrders)
	httpapi.Handle(a,
		httpapi.Op{Method: "GET", Path: "/console/orders/choices", ID: "console-order-choices", Tag: "console",
			Summary: "What the list of all orders can be narrowed by", Audience: httpapi.Staff, Capability: staff.ReadOrders,
			Branches: httpapi.BranchList}, s.pastChoices)
	httpapi.Handle(a, httpapi.Op{Method: "POST", Path: "/console/orders/file", ID: "console-export-orders", Tag: "console",
		Summary: "All orders, as they are narrowed, as a CSV", Audience: httpapi.Staff, Capability: staff.ReadOrders,
		Branches: httpapi.BranchList, Audit: []string{"order.file"}}, s.pastFile)
	httpapi.Handle(a, httpapi.Op{Method: "GET", Path: "/console/orders/{id}", ID: "console-get-order", Tag: "console",
		Summary: "One order in full", Audience: httpapi.Staff, Capability: staff.ReadOrders, Branches: httpapi.BranchOfPath},
		s.boardOrder)
	httpapi.Handle(a,
		httpapi.Op{Method: "POST", Path: "/console/orders/{id}/move", ID: "console-move-order", Tag: "console",
			Summary: "Move an order", Audience: httpapi.Staff, Capability: staff.MoveOrders, Branches: httpapi.BranchOfPath,
			Audit: []string{"order.move"}, Strict: true}, s.moveOnBoard)
}

// courierColumns are the columns of a courier's board.
var courierColumns = []Status{Shipped, OutForDelivery, Delivered}

// columnsFor lists the columns of a board. Drafts are not shown until they are paid.
func columnsFor(member staff.Member) []Status {
	if member.Is(staff.Courier) {
		return courierColumns
	}
	return slices.DeleteFunc(slices.Clone(Statuses), func(st Status) bool { return st == Draft })
}

// visible reports whether staff of an order's branch may see it. Couriers do not see pickup orders.
func visible(member staff.Member, status Status, fulfilment string, courierID *string) bool {
	if status == Draft {
		return false
	}
	if !member.Is(staff.Courier) {
		return true
	}
	if fulfilment == Pickup {
		return false
	}
	mine := courierID != nil && *courierID == member.ID
	switch status {
	case Shipped:
		return true
	case OutForDelivery:
		return courierID == nil || mine
	}
	return mine
}

// Visible reports whether a member of staff may see an order of a branch they have access to.
func Visible(member staff.Member, o *Order) bool {
	return visible(member, o.Status, o.Fulfilment, o.CourierID)
}

type boardInput struct {
	BranchID string      `query:"branch_id" maxLength:"64"`
	Status   string      `query:"status" maxLength:"32"`
	Since    httpapi.Int `query:"since" doc:"Unix milliseconds: orders touched since then only."`
}

func (s *Service) board(ctx context.Context, in *boardInput) (*httpapi.Reply[Board], error) {
	member := staff.Caller(ctx)
	branchIDs, err := s.Branches.SeenBy(member, in.BranchID)
	if err != nil {
		return nil, err
	}
	columns := columnsFor(member)
	if in.Status != "" {
		if !slices.Contains(columns, Status(in.Status)) {
			return nil, errs.Invalid("status", "common.one_of")
		}
		columns = []Status{Status(in.Status)}
	}
	fulfilment := "" // of any
	if member.Is(staff.Courier) {
		fulfilment = ToDoor
	}
	now := s.Clock.Now()
	out := Board{Columns: []BoardColumn{}, Cursor: fmt.Sprint(now.UnixMilli())}
	lang := httpapi.Caller(ctx).Lang
	out.Closed, out.Shop = s.closedNow(branchIDs, lang, now), "open"
	if s.Shop != nil {
		out.Shop = s.Shop()
	}
	err = s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		out.Columns = out.Columns[:0]
		for _, status := range columns {
			since := db.Millis(in.Since)
			if !status.Live() {
				since = max(since, db.At(now.Add(-endedFor)))
			}
			list, err := OnBoard(ctx, q, branchIDs, status, fulfilment, since, perColumn+1)
			if err != nil {
				return err
			}
			more := len(list) > perColumn
			list = list[:min(len(list), perColumn)]
			list = slices.DeleteFunc(list, func(o Order) bool { return !visible(member, o.Status, o.Fulfilment, o.CourierID) })
			column := BoardColumn{Status: string(status), Label: StaffLabel(status, "", lang), Orders: []BoardOrder{},
				More: more}
			if column.Orders, err = s.boardOrders(ctx, q, list, member, lang, now); err != nil {
				return err
			}
			out.Columns = append(out.Columns, column)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return httpapi.OK(out), nil
}

func (s *Service) onBoard(ctx context.Context, q db.Querier, member staff.Member, ref string) (*Order, error) {
	o, err := AtBranch(ctx, q, ref, member.Sees)
	if err != nil {
		return nil, err
	}
	if !visible(member, o.Status, o.Fulfilment, o.CourierID) {
		return nil, errs.NotFound()
	}
	return o, nil
}

func (s *Service) boardOrder(ctx context.Context, in *oneInput) (*httpapi.Reply[StaffView], error) {
	member := staff.Caller(ctx)
	o, err := s.onBoard(ctx, s.DB, member, in.ID)
	if err != nil {
		return nil, err
	}
	return s.staffView(ctx, o.ID, member)
}

type boardMoveInput struct {
	ID   string `path:"id" maxLength:"64"`
	Body struct {
		To          string       `json:"to" maxLength:"32"`
		Reason      string       `json:"reason,omitempty"`
		PIN         string       `json:"pin,omitempty" maxLength:"16"`
		Weights     []Weight     `json:"weights,omitempty" maxItems:"500" doc:"What each line of goods sold by weight weighs, where needs_weights says so. What is paid in cash is paid for by it; what was paid ahead never pays for more than was ordered, and for less some goes back."`
		ExpectedSeq *httpapi.Int `json:"expected_seq" doc:"The last event the caller has seen."`
	}
}

func (s *Service) moveOnBoard(ctx context.Context, in *boardMoveInput) (*httpapi.Reply[StaffView], error) {
	member := staff.Caller(ctx)
	to := Status(in.Body.To)
	if !to.Known() {
		return nil, errs.Invalid("to", "common.one_of")
	}
	if in.Body.ExpectedSeq == nil {
		return nil, errs.Invalid("expected_seq", "common.required")
	}
	o, err := s.onBoard(ctx, s.DB, member, in.ID)
	if err != nil {
		return nil, err
	}
	seq := int64(*in.Body.ExpectedSeq)
	grams, err := gramsOf(in.Body.Weights)
	if err != nil {
		return nil, err
	}
	m := Transition{OrderID: o.ID, Weights: grams, To: to, Reason: httpapi.Clean(in.Body.Reason), PIN: in.Body.PIN,
		ExpectedSeq: &seq, Actor: MemberActor(member)}
	_, err = s.Transition(ctx, m, func(ctx context.Context, tx *db.Tx, c Change) error {
		before, after := map[string]any{"status": c.From}, map[string]any{"status": c.To}
		if c.Order.Total != o.Total { // by its weight
			before["total"], after["total"] = o.Total, c.Order.Total
		}
		return audit.Write(ctx, tx, s.Clock.Now(), audit.Entry{StaffID: member.ID, Action: "order.move", Object: o.ID,
			Before: before, After: after, Reason: StaffReasonIn(httpapi.Caller(ctx).Lang, c.Event)})
	})
	if err != nil {
		return nil, err
	}
	return s.staffView(ctx, o.ID, member)
}

type boardWatchInput struct {
	BranchID string      `query:"branch_id" maxLength:"64"`
	Cursor   httpapi.Int `query:"cursor" doc:"Of the board, where the stream begins."`
	Last     string      `header:"Last-Event-ID" maxLength:"20"`
}

// BoardNews reports that an order on the board changed.
type BoardNews struct {
	ID       string `json:"id"`
	Number   string `json:"number"`
	BranchID string `json:"branch_id"`
	Status   string `json:"status"`
	Label    string `json:"label"`
	EventSeq int64  `json:"event_seq"`
}

func (s *Service) watchBoard(ctx context.Context, in *boardWatchInput) (*huma.StreamResponse, error) {
	member := staff.Caller(ctx)
	branchIDs, err := s.Branches.SeenBy(member, in.BranchID)
	if err != nil {
		return nil, err
	}
	cursor := db.Millis(in.Cursor)
	if n, err := strconv.ParseInt(in.Last, 10, 64); err == nil {
		cursor = db.Millis(n)
	}
	if cursor == 0 {
		cursor = db.At(s.Clock.Now())
	}
	lang, kept := httpapi.Caller(ctx).Lang, s.Clock.Now()
	seen, back := map[string]int64{}, overlap
	stillIn := func(ctx context.Context) error { return s.Staff.StillIn(ctx, member) }
	return s.Live(member.ID, stillIn, func(ctx context.Context, st Stream) (bool, error) {
		if now := s.Clock.Now(); now.Sub(kept) >= keepEvery {
			if err := s.Staff.Keep(ctx, member); err != nil {
				return false, err
			}
			// The member's rights, or the tasks they must complete first, may have changed.
			as, err := s.Staff.Resume(ctx, member.ID)
			if err != nil {
				return false, err
			}
			if !staff.Caller(as).May(staff.ReadOrders) {
				return false, errs.NotAllowed()
			}
			kept = now
		}
		// A stream without events must also end within a second of its session.
		if err := stillIn(ctx); err != nil {
			return false, err
		}
		list, err := ChangedSince(ctx, s.DB, branchIDs, cursor.Add(-back), maxNews)
		if err != nil {
			return false, err
		}
		fresh := map[string]int64{}
		if back == 0 {
			fresh = seen
		}
		for _, o := range list {
			cursor = max(cursor, o.UpdatedAt)
			known := seen[o.ID] == o.EventSeq
			fresh[o.ID] = o.EventSeq
			if known || !visible(member, o.Status, o.Fulfilment, o.CourierID) {
				continue
			}
			news := BoardNews{o.ID, o.Number, o.BranchID, string(o.Status), StaffLabel(o.Status, o.Fulfilment, lang), o.EventSeq}
			if err := st.Send(ctx, fmt.Sprint(int64(cursor)), "order", news); err != nil {
				return false, err
			}
		}
		seen = fresh
		// If more orders changed within the overlap than are read at once, looking back would return the same ones forever.
		if back = overlap; len(list) == maxNews {
			back = 0
		}
		return true, nil
	})
}
