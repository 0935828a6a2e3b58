package account

import (
	"context"

	"wekala/internal/identity/auth"
	"wekala/internal/identity/photos"
	"wekala/internal/platform/db"
)

// Delete erases a customer who proved their identity (422 under "password" or "code" otherwise). It returns 400 with
// the reason while orders are in progress, money is in the wallet or points are owed. Orders stay, anonymised; the
// phone is free for a new account; all sessions end.
func (s *Service) Delete(ctx context.Context, userID string, proof auth.Proof) error {
	// Return the reason for a refusal first, so that nobody requests a code in vain.
	if err := s.mayDelete(ctx, s.db, userID); err != nil {
		return err
	}
	use, err := s.auth.Prove(ctx, userID, proof)
	if err != nil {
		return err
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := use(ctx, tx); err != nil {
			return err
		}
		return s.erase(ctx, tx, userID)
	})
}

// mayDelete returns what prevents the deletion of an account (400, with the reason). It only reads.
func (s *Service) mayDelete(ctx context.Context, q db.Querier, userID string) error {
	for _, k := range s.keepers {
		if err := k.MayErase(ctx, q, userID); err != nil {
			return err
		}
	}
	return nil
}

// ask asks every feature whether a customer can be deleted, and then has each erase its data. It locks the account
// first, so concurrent requests for it wait and then find it deleted.
func (s *Service) ask(ctx context.Context, tx *db.Tx, userID string) error {
	if err := auth.LockActiveUser(ctx, tx, userID); err != nil {
		return err
	}
	if err := s.mayDelete(ctx, tx, userID); err != nil {
		return err
	}
	if err := s.rememberOffers(ctx, tx, userID); err != nil {
		return err
	}
	for _, e := range s.erasers {
		if err := e.Erase(ctx, tx, userID); err != nil {
			return err
		}
	}
	return nil
}

// EraseGuest erases a guest, who has no account to prove their identity with. It is refused while the guest has
// anything open.
func (s *Service) EraseGuest(ctx context.Context, userID string) error {
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return s.erase(ctx, tx, userID) })
}

func (s *Service) erase(ctx context.Context, tx *db.Tx, userID string) error {
	if err := s.ask(ctx, tx, userID); err != nil {
		return err
	}
	if err := photos.Drop(ctx, tx, userID, face(userID)); err != nil {
		return err
	}
	if err := photos.DropLoose(ctx, tx, userID); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, `DELETE FROM preferences WHERE user_id = $1`, userID); err != nil {
		return err
	}
	return s.auth.EraseUser(ctx, tx, userID, db.At(s.clock.Now()))
}
