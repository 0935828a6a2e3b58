package returns

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"strings"

	"wekala/internal/auth"
	"wekala/internal/orders"
	"wekala/internal/payments"
	"wekala/internal/photos"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/money"
)

// Request is a wish to give something back.
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
	Expected  int64     `json:"expected"` // the refund the shopper was shown
}

// digest names the content of a request, so that a key is not used for two.
func (in Request) digest() string {
	raw, err := json.Marshal(in)
	if err != nil {
		panic("returns: a request of texts and numbers must encode: " + err.Error())
	}
	digest := sha256.Sum256(raw)
	return hex.EncodeToString(digest[:])
}

// errTaken says that a key was used for another order meanwhile.
var errTaken = errors.New("returns: the key is taken")

// Ask asks for a return, once per key, and returns the encoded answer. 404 when
// the order is not the shopper's, 422 naming what is wrong, 400 when nothing of
// the order may come back or the refund is another than was shown
// (returns.refund_changed).
func (s *Service) Ask(ctx context.Context, in Request) ([]byte, error) {
	for try := 0; ; try++ {
		var answer []byte
		err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			answer, err = s.ask(ctx, tx, in)
			return err
		})
		if errors.Is(err, errTaken) && try == 0 {
			continue // and find what it was used for
		}
		return answer, err
	}
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
	// As it is now that nobody else changes its returns.
	if o, err = orders.Get(ctx, tx, o.ID); err != nil {
		return nil, err
	}
	hash := in.digest()
	answer, err := replay(ctx, tx, in.UserID, in.Key, hash)
	if answer != nil || err != nil {
		return answer, err
	}
	r, err := s.request(ctx, tx, o, in)
	if err != nil {
		return nil, err
	}
	view, err := s.view(ctx, tx, r, in.Lang)
	if err != nil {
		return nil, err
	}
	answer, err = httpapi.Encode(httpapi.OKMessage(view, i18n.T(in.Lang, "returns.asked")).Body)
	if err != nil {
		return nil, err
	}
	n, err := tx.Exec(ctx, `INSERT INTO return_keys (user_id, key, body_hash, return_id, answer, created_at)
		VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_id, key) DO NOTHING`,
		in.UserID, in.Key, hash, r.ID, string(answer), r.CreatedAt)
	if err == nil && n == 0 {
		err = errTaken
	}
	return answer, err
}

// replay is the answer of a key that was used before; nil when it was not.
func replay(ctx context.Context, q db.Querier, userID, key, hash string) ([]byte, error) {
	var used struct {
		BodyHash string `db:"body_hash"`
		Answer   string `db:"answer"`
	}
	err := q.Get(ctx, &used, `SELECT body_hash, answer FROM return_keys WHERE user_id = $1 AND key = $2`, userID, key)
	switch {
	case errors.Is(err, db.ErrNoRows):
		return nil, nil
	case err != nil:
		return nil, err
	case used.BodyHash != hash:
		return nil, errs.Invalid("Idempotency-Key", "checkout.idempotency_mismatch")
	}
	return []byte(used.Answer), nil
}

// forget removes keys that are too old to be repeated.
func (s *Service) forget(ctx context.Context) error {
	before := db.At(s.Clock.Now().Add(-keepKeys))
	return s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `DELETE FROM return_keys WHERE created_at < $1`, before)
		return err
	})
}

// request writes a return that was asked for.
func (s *Service) request(ctx context.Context, tx *db.Tx, o *orders.Order, in Request) (*Return, error) {
	st, err := s.stand(ctx, tx, o)
	if err != nil {
		return nil, err
	}
	returnID := id.New("ret")
	p, err := st.plan(returnID, in.Items, in.RefundTo, true)
	if err != nil {
		return nil, err
	}
	r := &Return{ID: returnID, Number: newNumber(), UserID: o.UserID, BranchID: o.BranchID, OrderID: o.ID,
		OrderNumber: o.Number, State: Requested, EventSeq: 1, RefundTo: p.way, Currency: o.Currency, Gross: p.sums.Gross,
		Discount: p.sums.Discount, Delivery: p.sums.Delivery, Refund: p.sums.Refund(), Lang: in.Lang,
		CreatedAt: db.At(st.now), UpdatedAt: db.At(st.now)}
	if err := s.arrange(ctx, tx, r, o, st, in); err != nil {
		return nil, err
	}
	if r.Refund != in.Expected {
		return nil, errs.Refuse("returns.refund_changed", "refund", money.Of(r.Refund, r.Currency).String())
	}
	if err := insertReturn(ctx, tx, r); err != nil {
		return nil, err
	}
	for i, l := range p.lines {
		if err := insertLine(ctx, tx, l); err != nil {
			return nil, err
		}
		if len(p.photos[i]) > 0 {
			if err := photos.Attach(ctx, tx, r.UserID, p.photos[i], photoOwner(l), mostPhotos); err != nil {
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
	return r, insertEvent(ctx, tx, Event{ReturnID: r.ID, Seq: 1, To: Requested, ActorKind: "shopper", ActorID: r.UserID, At: r.CreatedAt})
}

// arrange settles where the goods are fetched and where the money goes.
func (s *Service) arrange(ctx context.Context, q db.Querier, r *Return, o *orders.Order, st *standing, in Request) error {
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

// photoOwner names a line's pictures.
func photoOwner(l Line) string { return "return:" + l.ReturnID + ":" + l.ID }

// newNumber makes the number people say: R-7F3K-29QD.
func newNumber() string { return "R" + strings.TrimPrefix(orders.NewNumber(), "W") }
