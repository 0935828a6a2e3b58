package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"wekala/internal/account"
	"wekala/internal/addresses"
	"wekala/internal/auth"
	"wekala/internal/catalog"
	"wekala/internal/checkout"
	"wekala/internal/content"
	"wekala/internal/currency"
	"wekala/internal/favourites"
	"wekala/internal/ledger"
	"wekala/internal/loyalty"
	"wekala/internal/orders"
	"wekala/internal/payments"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/notify"
	"wekala/internal/promo"
	"wekala/internal/quotations"
	"wekala/internal/ratings"
	"wekala/internal/referral"
	"wekala/internal/returns"
	"wekala/internal/shipping"
	"wekala/internal/staff"
	"wekala/internal/stock"
	"wekala/internal/support"
	"wekala/internal/wallet"
	"wekala/migrations"
)

// Checks lists everything that must always hold, of every feature.
func Checks(now time.Time) []doctor.Check {
	var all []doctor.Check
	for _, checks := range [][]doctor.Check{
		ledger.Checks(), orders.Checks(), payments.Checks(), stock.Checks(now), promo.Checks(), shipping.Checks(),
		wallet.Checks(), loyalty.Checks(), auth.Checks(), staff.Checks(), addresses.Checks(), checkout.Checks(), catalog.Checks(),
		notify.Checks(),
		favourites.Checks(), ratings.Checks(),
		referral.Checks(),
		returns.Checks(),
		quotations.Checks(),
		account.Checks(),
		content.Checks(), currency.Checks(), support.Checks(),
	} {
		all = append(all, checks...)
	}
	return all
}

// OpenExisting opens a database as it is, to examine it: it changes nothing. A
// file that is not there is an error, not the beginning of another shop.
func OpenExisting(ctx context.Context, url string) (*db.DB, error) {
	if path, ok := strings.CutPrefix(url, "sqlite:"); ok {
		if _, err := os.Stat(path); err != nil {
			return nil, fmt.Errorf("there is no database: %w", err)
		}
	}
	d, err := db.Open(ctx, url)
	if err != nil {
		return nil, err
	}
	if err := db.Migrated(ctx, d, migrations.FS); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}
