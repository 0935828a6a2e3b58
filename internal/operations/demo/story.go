package demo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
)

// historian places the demo's past orders the way customers would have: through a separate node whose clock is set to
// the moment of each order. So every row they leave behind is genuine.
type historian struct {
	node  *Node
	clock *clock.Fake
	now   time.Time                       // the demo's present: nothing happens after it
	staff map[i18n.Lang]map[string]string // who does a role's work, by name: customers see the courier's
}

// errNeverOpen: the branch's switch is off, so nothing was ordered there.
var errNeverOpen = errors.New("the branch is never open")

// past is an order that was placed, and when its way ended.
type past struct {
	id    string
	at    time.Time
	ended time.Time
}

// newHistorian builds the node. It has no pages and starts no jobs; they are
// run where the story needs them.
func newHistorian(ctx context.Context, build NewNode, now time.Time) (*historian, error) {
	h := &historian{clock: clock.NewFake(now), now: now, staff: map[i18n.Lang]map[string]string{}}
	for _, lang := range i18n.Langs {
		names, err := StaffNames(lang)
		if err != nil {
			return nil, err
		}
		h.staff[lang] = names
	}
	var err error
	if h.node, err = build(ctx, h.clock, h.deliver); err != nil {
		return nil, err
	}
	h.node.API.ResolveCustomer = func(_ context.Context, token string) (string, string, error) { return token, "", nil }
	h.node.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		return staff.With(ctx, staff.Member{ID: token, Role: staff.Finance}), token, nil
	}
	return h, h.node.Load(ctx)
}

// deliver hands the gateway's webhooks to the shop without a network.
func (h *historian) deliver(ctx context.Context, _ string, header http.Header, body []byte) (int, error) {
	status, _, err := call(ctx, h.node.API, http.MethodPost, "/webhooks/"+sandbox.Name, header, body)
	return status, err
}

// Place implements History.
func (h *historian) Place(ctx context.Context, list []PastOrder) error {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b PastOrder) int { return a.PlacedAt.Compare(b.PlacedAt) })
	var models []string
	for _, o := range list {
		placed, err := h.tell(ctx, o)
		if o.Ordinary && errors.Is(err, errNeverOpen) {
			continue
		}
		if err != nil {
			return fmt.Errorf("%s at %s: %w", o.UserID, o.BranchID, err)
		}
		if o.Ordinary {
			models = append(models, placed.id)
		}
	}
	if len(models) == 0 {
		return nil
	}
	return h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, $2, $3)`, modelled, toJSON(models),
			db.At(h.now))
		return err
	})
}

// tell places one order and moves it to the end of its story.
func (h *historian) tell(ctx context.Context, o PastOrder) (*past, error) {
	branch, ok := h.node.Branches.Branch(o.BranchID)
	if !ok {
		return nil, fmt.Errorf("no branch %s", o.BranchID)
	}
	// Back to when the branch was open.
	at := o.PlacedAt
	for range 14 * 48 {
		if branch.OpenAt(at).Open {
			break
		}
		at = at.Add(-30 * time.Minute)
	}
	if !branch.OpenAt(at).Open {
		return nil, errNeverOpen
	}
	h.clock.Set(at)
	if err := h.stockUp(ctx, o); err != nil {
		return nil, err
	}
	address, err := h.do(ctx, o, "GET", "/addresses", nil)
	if err != nil {
		return nil, err
	}
	var places []struct {
		ID       string `json:"id"`
		District struct {
			ID string `json:"id"`
		} `json:"district"`
	}
	if err := json.Unmarshal(address, &places); err != nil {
		return nil, err
	}
	district := ""
	for _, p := range places {
		if p.ID == o.AddressID {
			district = p.District.ID
		}
	}
	if err := h.fill(ctx, o, branch, district); err != nil {
		return nil, err
	}
	if o.Coupon != "" {
		if _, err := h.do(ctx, o, "POST", "/add_coupon",
			map[string]any{"service_id": branch.Kind.ID, "coupon_code": o.Coupon}); err != nil {
			return nil, err
		}
	}
	tip := pounds(o.Tip)
	query := url.Values{"service_id": {branch.Kind.ID}, "address_id": {o.AddressID}, "payment_method": {o.Payment},
		"tip": {string(tip)}}
	raw, err := h.do(ctx, o, "GET", "/checkout?"+query.Encode(), nil)
	if err != nil {
		return nil, err
	}
	var quote struct {
		Totals struct {
			Total json.Number `json:"total"`
		} `json:"totals"`
	}
	if err := json.Unmarshal(raw, &quote); err != nil {
		return nil, err
	}
	raw, err = h.do(ctx, o, "POST", "/checkout", map[string]any{
		"service_id": branch.Kind.ID, "address_id": o.AddressID, "payment_method": o.Payment, "note": o.Note, "tip": tip,
		"accept_terms": true, "expected_total": quote.Totals.Total, "wallet_amount": pounds(o.Wallet),
	}, "Idempotency-Key", "story-"+id.Short())
	if err != nil {
		return nil, err
	}
	var placed struct {
		Order struct {
			ID string `json:"id"`
		} `json:"order"`
	}
	if err := json.Unmarshal(raw, &placed); err != nil {
		return nil, err
	}
	if o.Payment == orders.Card {
		if err := h.pay(ctx, placed.Order.ID); err != nil {
			return nil, err
		}
	}
	if err := h.like(ctx, o, district); err != nil {
		return nil, err
	}
	if err := h.follow(ctx, o, placed.Order.ID, at, branch.Kind.Promise == "days"); err != nil {
		return nil, err
	}
	ended := h.clock.Now()
	if err := h.rate(ctx, o, placed.Order.ID); err != nil {
		return nil, err
	}
	return &past{placed.Order.ID, at, ended}, h.giveBack(ctx, o, placed.Order.ID)
}

func pounds(minor int64) json.Number {
	return json.Number(fmt.Sprintf("%d.%02d", minor/100, minor%100))
}

// fill puts an order's lines into the cart, and more of them until the branch's
// minimum is reached: generated orders know nothing of it.
func (h *historian) fill(ctx context.Context, o PastOrder, branch *branches.Branch, district string) error {
	var cart struct {
		Missing json.Number `json:"missing_to_minimum"`
	}
	add := func(line PastLine) error {
		raw, err := h.do(ctx, o, "POST", "/order/add-to-cart", map[string]any{
			"service_id": branch.Kind.ID, "branch_id": branch.ID, "product": line.VariantID, "qty": line.Qty,
			"replace_cart": true,
		}, "District-Id", district)
		if err != nil {
			return err
		}
		return json.Unmarshal(raw, &cart)
	}
	for _, line := range o.Lines {
		if err := add(line); err != nil {
			return err
		}
	}
	var refused error
	for n := 0; cart.Missing != "0" && n < 30; n++ {
		line := PastLine{VariantID: o.Lines[n%len(o.Lines)].VariantID, Qty: 1}
		if err := h.stockUp(ctx, PastOrder{UserID: o.UserID, BranchID: o.BranchID, Lines: []PastLine{line}}); err != nil {
			return err
		}
		// A thing may have its own maximum; the next one may not.
		if err := add(line); err != nil {
			refused = err
		}
	}
	if cart.Missing != "0" {
		return fmt.Errorf("the minimum order is out of reach: %w", refused)
	}
	return nil
}

// stockUp receives what an order is about to take, so that a story never fails
// for lack of goods and the shelves stay as the demo describes them.
func (h *historian) stockUp(ctx context.Context, o PastOrder) error {
	var items []stock.Item
	for _, line := range o.Lines {
		items = append(items, stock.Item{BranchID: o.BranchID, VariantID: line.VariantID, Qty: line.Qty})
	}
	return h.node.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return h.node.Stock.Receive(ctx, tx, items, "received", "story:"+o.UserID+":"+id.Short())
	})
}

// pay types a valid card on the gateway's page and lets its webhook arrive.
func (h *historian) pay(ctx context.Context, orderID string) error {
	var ref string
	if err := h.node.DB.Get(ctx, &ref, `SELECT gateway_ref FROM payments WHERE order_id = $1`, orderID); err != nil {
		return err
	}
	h.clock.Advance(40 * time.Second)
	if problem, err := h.node.Gateway.Pay(ctx, ref, sandbox.Approved); err != nil || problem != "" {
		return fmt.Errorf("paying %s: %s %w", orderID, problem, err)
	}
	return h.settle(ctx)
}

// settle runs due work until there is none.
func (h *historian) settle(ctx context.Context) error {
	for range 20 {
		n, err := h.node.Jobs.RunDue(ctx)
		if err != nil {
			return err
		}
		if n == 0 {
			break
		}
	}
	return nil
}

// The usual sequence of an order, and when each step happens: for delivery within minutes, as a percentage of the
// promised time; for a parcel, as the time since it was placed.
var (
	usual      = []orders.Status{orders.Processing, orders.Shipped, orders.OutForDelivery, orders.Delivered}
	perCent    = []int64{8, 45, 57, 92}
	byParcel   = []time.Duration{50 * time.Minute, 20 * time.Hour, 26 * time.Hour, 30 * time.Hour}
	storyStaff = map[orders.Status]string{orders.OutForDelivery: "courier", orders.Delivered: "courier"}
)

func (h *historian) follow(ctx context.Context, o PastOrder, id string, at time.Time, parcel bool) error {
	to := orders.Status(o.Status)
	switch to {
	case orders.Pending:
		return nil
	case orders.Cancelled:
		h.clock.Set(at.Add(2 * time.Minute))
		if _, err := h.do(ctx, o, "POST", "/orders/"+id+"/cancel", map[string]any{"reason": o.Reason}); err != nil {
			return err
		}
		return h.settle(ctx)
	case orders.Rejected:
		h.clock.Set(at.Add(5 * time.Minute))
		if err := h.move(ctx, id, orders.Rejected, "manager", o.Reason, ""); err != nil {
			return err
		}
		return h.settle(ctx)
	}
	var promised db.Millis
	if err := h.node.DB.Get(ctx, &promised, `SELECT promised_at FROM orders WHERE id = $1`, id); err != nil {
		return err
	}
	for i, next := range usual {
		moment := at.Add(promised.Time().Sub(at) / 100 * time.Duration(perCent[i]))
		if parcel {
			moment = at.Add(byParcel[i])
		}
		if moment.After(h.now) {
			moment = h.now
		}
		h.clock.Set(moment)
		role := storyStaff[next]
		if role == "" {
			role = "manager"
		}
		pin := ""
		if next == orders.Delivered {
			raw, err := h.do(ctx, o, "GET", "/orders/"+id, nil)
			if err != nil {
				return err
			}
			var shown struct {
				PIN *string `json:"pin"`
			}
			if err := json.Unmarshal(raw, &shown); err != nil {
				return err
			}
			if shown.PIN != nil {
				pin = *shown.PIN
			}
		}
		if err := h.move(ctx, id, next, role, "", pin); err != nil {
			return err
		}
		if next == to {
			break
		}
	}
	return nil
}

func (h *historian) move(ctx context.Context, id string, to orders.Status, role, reason, pin string) error {
	// As its customer reads names.
	var lang i18n.Lang
	if err := h.node.DB.Get(ctx, &lang, `SELECT u.lang FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = $1`,
		id); err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	member := "stf_demo_" + role
	if role == "courier" {
		// Customers can call the courier.
		member = "stf_" + courierEmail
	}
	_, err := h.node.Orders.Transition(ctx, orders.Transition{OrderID: id, To: to, Reason: reason, PIN: pin,
		Actor: orders.StaffActor(member, h.staff[lang][role], role)})
	if err != nil {
		return fmt.Errorf("%s to %s: %w", id, to, err)
	}
	return nil
}

// do asks the node's API as a customer and returns the data of the answer.
func (h *historian) do(ctx context.Context, o PastOrder, method, path string, body any,
	headers ...string) (json.RawMessage, error) {
	var encoded []byte
	if body != nil {
		var err error
		if encoded, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	header := http.Header{}
	header.Set("Authorization", "Bearer "+o.UserID)
	header.Set("Content-Type", httpapi.JSON)
	for i := 0; i+1 < len(headers); i += 2 {
		header.Set(headers[i], headers[i+1])
	}
	status, said, err := call(ctx, h.node.API, method, path, header, encoded)
	if err != nil {
		return nil, err
	}
	if status != http.StatusOK {
		return nil, fmt.Errorf("%s %s: %d %s", method, strings.Split(path, "?")[0], status, said)
	}
	var reply struct {
		Response struct {
			Data json.RawMessage `json:"data"`
		} `json:"response"`
	}
	err = json.Unmarshal(said, &reply)
	return reply.Response.Data, err
}
