package returns

import (
	"context"
	"strings"
	"time"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/money"
)

// Request is a request to return items.
type Request struct {
	UserID    string    `json:"-"`
	Key       string    `json:"-"`
	Lang      i18n.Lang `json:"-"`
	OrderID   string    `json:"order_id"`
	Items     []Item    `json:"items"`
	RefundTo  string    `json:"refund_to"`
	Bank      *Bank     `json:"bank"`
	AddressID string    `json:"address_id"`
	SlotID    string    `json:"slot_id"`
	Expected  int64     `json:"expected"` // the refund the customer was shown
}

// operation names returns among the requests with an idempotency key.
var operation = idempotency.Operation{Name: "request-return", Keep: 7 * 24 * time.Hour}

// Ask requests a return, once per key, and returns the encoded response. Errors: 404 for another customer's order, 422
// for invalid fields, and 400 if nothing of the order can be returned or the refund differs from the one shown
// (returns.refund_changed).
func (s *Service) Ask(ctx context.Context, in Request) ([]byte, error) {
	key := idempotency.Request{Operation: operation, Caller: in.UserID, Subject: in.UserID, Key: in.Key,
		Hash: idempotency.Hash(in)}
	if answer, err := s.keys.Look(ctx, key); answer != nil || err != nil {
		return answer, err
	}
	return s.keys.Once(ctx, key, func(ctx context.Context, tx *db.Tx) ([]byte, error) { return s.ask(ctx, tx, in) })
}

func (s *Service) ask(ctx context.Context, tx *db.Tx, in Request) ([]byte, error) {
	if err := auth.LockActiveUser(ctx, tx, in.UserID); err != nil {
		return nil, err
	}
	o, err := orders.Owned(ctx, tx, in.UserID, in.OrderID)
	if err != nil {
		return nil, err
	}
	if err := orders.Lock(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	// Read the order again now that its returns are locked.
	if o, err = orders.Get(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	r, err := s.request(ctx, tx, o, in)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, tx, r, in.Lang)
	if err != nil {
		return nil, err
	}
	return httpapi.Encode(httpapi.OKMessage(view, i18n.T(in.Lang, "returns.asked")).Body)
}

// request writes a requested return.
func (s *Service) request(ctx context.Context, tx *db.Tx, o *orders.Order, in Request) (*Return, error) {
	st, err := s.assess(ctx, tx, o)
	if err != nil {
		return nil, err
	}
	returnID := id.New("ret")
	p, err := s.plan(ctx, tx, st, returnID, in.Items, in.RefundTo, true)
	if err != nil {
		return nil, err
	}
	r := &Return{ID: returnID, Number: newNumber(), UserID: o.UserID, BranchID: o.BranchID, OrderID: o.ID,
		OrderNumber: o.Number, State: Requested, EventSeq: 1, RefundTo: p.way, Currency: o.Currency, Gross: p.sums.Gross,
		Discount: p.sums.Discount, Delivery: p.sums.Delivery, Rounded: p.sums.Rounding, Points: p.sums.Points,
		Refund: p.sums.Refund(), Lang: in.Lang,
		CreatedAt: db.At(st.now), UpdatedAt: db.At(st.now)}
	if err := s.arrange(ctx, tx, r, o, st, in); err != nil {
		return nil, err
	}
	if r.Refund != in.Expected {
		return nil, errs.Refuse("returns.refund_changed", "refund", money.Of(r.Refund, r.Currency).Major().String())
	}
	if err := insertReturn(ctx, tx, r); err != nil {
		return nil, err
	}
	for i, l := range p.lines {
		if err := insertLine(ctx, tx, l); err != nil {
			return nil, err
		}
		if len(p.photos[i]) > 0 {
			if err := photos.Attach(ctx, tx, r.UserID, p.photos[i], photoOwner(l), maxPhotos); err != nil {
				return nil, err
			}
		}
	}
	for _, u := range p.units {
		taken, err := insertUnit(ctx, tx, u)
		if err != nil {
			return nil, err
		}
		if taken {
			return nil, errs.Conflict("returns.moved_on")
		}
	}
	return r,
		insertEvent(ctx, tx,
			Event{ReturnID: r.ID, Seq: 1, To: Requested, ActorKind: "customer", ActorID: r.UserID, At: r.CreatedAt})
}

// arrange sets where the goods are picked up and how the money is refunded.
func (s *Service) arrange(ctx context.Context, q db.Querier, r *Return, o *orders.Order, st *assessment,
	in Request) error {
	var wrong []errs.Field
	place, err := s.pickupPlace(ctx, q, o, in.AddressID)
	if err != nil {
		return err
	}
	r.Address = place.JSON()
	switch b, ok := s.Branches.Branch(o.BranchID); {
	case in.SlotID == "":
		wrong = append(wrong, errs.Field{Name: "slot_id", Key: "common.required"})
	case !ok:
		wrong = append(wrong, errs.Field{Name: "slot_id", Key: "returns.slot_gone"})
	default:
		slot, offered := findSlot(b, st.now, in.SlotID)
		if !offered {
			wrong = append(wrong, errs.Field{Name: "slot_id", Key: "returns.slot_gone"})
		}
		r.PickupFrom, r.PickupTo = db.At(slot.From), db.At(slot.To)
	}
	if r.RefundTo == payments.ToBank {
		given := Bank{}
		if in.Bank != nil {
			given = *in.Bank
		}
		account, problems := readBank(given)
		wrong = append(wrong, problems...)
		sealed := account.sealed()
		r.Bank, r.BankMasked = &sealed, account.masked()
	}
	if len(wrong) > 0 {
		return errs.InvalidAll(wrong)
	}
	return nil
}

// photoOwner is the owner of a line's pictures.
func photoOwner(l Line) string { return "return:" + l.ReturnID + ":" + l.ID }

// newNumber makes a return number that people can read out: R-7F3K-29QD.
func newNumber() string { return "R" + strings.TrimPrefix(orders.NewNumber(), "W") }
