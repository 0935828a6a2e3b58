package orders

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"strings"

	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/money"
)

// pinTries is the maximum number of wrong PINs per delivery attempt.
const pinTries = 5

// pin is the hand-over code, which the customer gives at the door or the counter. It is derived, so the database never
// holds it, and differs for every delivery attempt.
func (s *Service) pin(o *Order) string {
	mac := hmac.New(sha256.New, s.Secret)
	fmt.Fprintf(mac, "delivery-pin:%s:%d", o.ID, o.Attempts)
	return fmt.Sprintf("%04d", binary.BigEndian.Uint64(mac.Sum(nil))%10_000)
}

// tryPIN counts an attempt before it compares. The count stays even if the transition is refused afterwards.
func (s *Service) tryPIN(ctx context.Context, orderID, said string) (bool, error) {
	var o *Order
	err := s.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		n, err := tx.Exec(ctx, `UPDATE orders SET pin_tries = pin_tries + 1 WHERE id = $1 AND pin_tries < $2`,
			orderID, int64(pinTries))
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.Refuse("orders.pin_locked")
		}
		o, err = byID(ctx, tx, orderID)
		return err
	})
	if err != nil {
		return false, err
	}
	said = money.LatinDigits(strings.TrimSpace(said))
	return subtle.ConstantTimeCompare([]byte(said), []byte(s.pin(o))) == 1, nil
}
