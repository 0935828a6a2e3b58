// Package demo fills a fresh database with a shop to look at: services,
// stores, branches, products, content, coupons, shoppers with a history, staff.
// What is in it is told by package data; here it is only written down, the same
// every time but for the day it begins on.
//
// For measuring, the shop can be made large: generated products, written by
// the database itself from a few lists of words (large.go), and generated
// orders (history.go).
package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"wekala/internal/auth"
	"wekala/internal/catalog"
	"wekala/internal/demo/data"
	"wekala/internal/places"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// Options say how much to fill in.
type Options struct {
	// Products and Orders are how many there shall be at least; 0 for the
	// hand-made ones alone.
	Products, Orders int
	// Auth makes shoppers and staff; nil for a shop without people.
	Auth *auth.Service
	// Password is what every member of the demo's staff signs in with.
	Password string
	// History places past orders; nil for shoppers without any.
	History History
	Log     *slog.Logger
}

// ErrNotFresh says that the database holds a shop that is not the demo.
var ErrNotFresh = errors.New("demo: the database already holds a shop")

// marker is the setting that says a database holds the demo, and since when.
const marker = "demo.filled"

// Fresh reports whether a database holds no shop at all.
func Fresh(ctx context.Context, d *db.DB) (bool, error) {
	var n int64
	err := d.Get(ctx, &n, `SELECT COUNT(*) FROM services`)
	return n == 0, err
}

// Seed fills a database: the hand-made shop where it is fresh, then more
// products and orders up to the numbers asked for. Doing it again adds only
// what is missing. ErrNotFresh when the database holds another shop.
func Seed(ctx context.Context, d *db.DB, c clock.Clock, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if err := places.EnsureSeeded(ctx, d); err != nil {
		return err
	}
	shop, err := data.Load()
	if err != nil {
		return err
	}
	begun, err := filledAt(ctx, d)
	if err != nil {
		return err
	}
	if begun.IsZero() {
		fresh, err := Fresh(ctx, d)
		switch {
		case err != nil:
			return err
		case !fresh:
			return ErrNotFresh
		}
		begun = c.Now()
		if err := fill(ctx, d, shop, begun); err != nil {
			return fmt.Errorf("demo: %w", err)
		}
	}
	if o.Auth != nil {
		if err := people(ctx, d, shop, begun, o); err != nil {
			return fmt.Errorf("demo: people: %w", err)
		}
	}
	if err := grow(ctx, d, shop, begun, o); err != nil {
		return fmt.Errorf("demo: %w", err)
	}
	if o.History != nil {
		if err := history(ctx, d, shop, begun, o); err != nil {
			return fmt.Errorf("demo: orders: %w", err)
		}
	}
	return nil
}

// filledAt is when the demo was filled in; zero when it was not.
func filledAt(ctx context.Context, q db.Querier) (time.Time, error) {
	var at db.Millis
	err := q.Get(ctx, &at, `SELECT updated_at FROM settings WHERE key = $1`, marker)
	if errors.Is(err, db.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return at.Time(), nil
}

// fill writes the hand-made shop, all of it or nothing.
func fill(ctx context.Context, d *db.DB, shop *data.Shop, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		w := writer{tx: tx, shop: shop, now: now, day: midnight(now)}
		for _, step := range []func(context.Context) error{
			w.services, w.stores, w.branches, w.categories, w.products, w.banners, w.blocks, w.coupons,
		} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, '1', $2)`, marker, db.At(now))
		if err != nil {
			return err
		}
		return catalog.Touch(ctx, tx, catalog.ChangedAll)
	})
}

// midnight is the beginning of a moment's day in Cairo.
func midnight(t time.Time) time.Time {
	y, m, d := t.In(clock.Cairo).Date()
	return time.Date(y, m, d, 0, 0, 0, 0, clock.Cairo)
}

// writer writes one demo in one transaction.
type writer struct {
	tx   *db.Tx
	shop *data.Shop
	now  time.Time
	day  time.Time
}

// inDays is a day counted from the one the demo is filled on.
func (w *writer) inDays(n *int) *db.Millis {
	if n == nil {
		return nil
	}
	at := db.At(w.day.AddDate(0, 0, *n))
	return &at
}

// Identifiers of what the demo makes: a prefix and the slug, so that tests and
// links can name things.
func ServiceID(slug string) string  { return "svc_" + slug }
func StoreID(slug string) string    { return "sto_" + slug }
func BranchID(slug string) string   { return "br_" + slug }
func CategoryID(slug string) string { return "cat_" + slug }
func ProductID(slug string) string  { return "prd_" + slug }
func VariantID(sku string) string   { return "var_" + sku }
func ShopperID(name string) string  { return "usr_" + name }

// AddressID names a shopper's address, counted from 0.
func AddressID(shopper string, n int) string { return fmt.Sprintf("adr_%s_%d", shopper, n+1) }
