// Package demo fills a fresh database with a shop for demonstration: services, stores, branches, products, content,
// coupons, customers with a history, staff. Package data has the content; this package only writes it, the same every
// time except for the day it begins on.
//
// For measurements, the shop can be made large: generated products, written by the database itself from a few lists of
// words (large.go), and generated orders (history.go).
package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"wekala/internal/aftersales/referral"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/places"
	"wekala/internal/operations/demo/data"
	"wekala/internal/operations/setup"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
)

// Options are how much to fill in.
type Options struct {
	// Products and Orders are how many there shall be at least; 0 for the
	// hand-made ones alone.
	Products, Orders int
	// Bare: of generated orders no more than lists and pages of orders read.
	Bare bool
	// Auth makes customers and Staff staff; nil for a shop without people.
	Auth  *auth.Service
	Staff *staff.Service
	// Password is what every member of the demo's staff signs in with; no staff
	// without it.
	Password string
	// History places past orders; nil for customers without any.
	History History
	Log     *slog.Logger
}

// ErrNotFresh reports that the database holds a shop that is not the demo.
var ErrNotFresh = errors.New("demo: the database already holds a shop")

// The settings that record which step was done, and when.
const (
	filled  = "demo.filled"
	peopled = "demo.people"
	storied = "demo.history"
	// The orders that generated ones are copies of.
	modelled = "demo.models"
)

// Fresh reports whether a database holds no shop at all.
func Fresh(ctx context.Context, d *db.DB) (bool, error) {
	var n int64
	err := d.Get(ctx, &n, `SELECT COUNT(*) FROM services`)
	return n == 0, err
}

// OpenAccounts counts the demo's staff who may still sign in; anybody can do so with their published passwords.
func OpenAccounts(ctx context.Context, q db.Querier) (n int64, err error) {
	err = q.Get(ctx, &n, `SELECT COUNT(*) FROM staff WHERE email LIKE '%@wekala.example' AND disabled_at IS NULL`)
	return n, err
}

// Seed fills a database: the hand-made shop if it is fresh, then more products and orders up to the requested numbers.
// Repeating it only adds what is missing. ErrNotFresh when the database holds another shop.
func Seed(ctx context.Context, d *db.DB, c clock.Clock, o Options) error {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	begun, err := doneAt(ctx, d, filled)
	if err != nil {
		return err
	}
	if !begun.IsZero() && o.Products == 0 && o.Orders == 0 {
		if done, err := complete(ctx, d, o); err != nil || done {
			return err
		}
	}
	shop, err := data.Load()
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
		if err := places.EnsureSeeded(ctx, d); err != nil {
			return err
		}
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

// complete reports that a filled demo lacks nothing that o could add, which is
// what every start of a demo after the first finds.
func complete(ctx context.Context, d *db.DB, o Options) (bool, error) {
	for key, wanted := range map[string]bool{peopled: o.Auth != nil, storied: o.History != nil} {
		if !wanted {
			continue
		}
		if at, err := doneAt(ctx, d, key); err != nil || at.IsZero() {
			return false, err
		}
	}
	return true, nil
}

// doneAt is when a step was done; zero when it was not.
func doneAt(ctx context.Context, q db.Querier, step string) (time.Time, error) {
	var at db.Millis
	err := q.Get(ctx, &at, `SELECT updated_at FROM settings WHERE key = $1`, step)
	if errors.Is(err, db.ErrNoRows) {
		return time.Time{}, nil
	}
	if err != nil {
		return time.Time{}, err
	}
	return at.Time(), nil
}

func markDone(ctx context.Context, tx *db.Tx, step string, at time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO settings (key, value, updated_at) VALUES ($1, '1', $2) ON CONFLICT (key)
		DO NOTHING`, step, db.At(at))
	return err
}

// fill writes the hand-made shop, all of it or nothing.
func fill(ctx context.Context, d *db.DB, shop *data.Shop, now time.Time) error {
	return d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		w := writer{tx: tx, shop: shop, now: now, day: midnight(now)}
		for _, step := range []func(context.Context) error{
			w.opened, w.services, w.stores, w.branches, w.categories, w.products, w.banners, w.blocks, w.coupons, w.returnRules,
			w.loyaltyRates,
		} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		if err := markDone(ctx, tx, filled, now); err != nil {
			return err
		}
		return changefeed.Publish(ctx, tx, changefeed.All)
	})
}

// opened reverts what a first start without the demo switches off: such a shop is closed, and rewards neither friends
// nor lateness.
func (w *writer) opened(ctx context.Context) error {
	_, err := w.tx.Exec(ctx, `DELETE FROM settings WHERE key IN ($1, $2, $3)`, setup.OpeningSetting, referral.Setting,
		shipping.LateSetting)
	return err
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

// Identifiers of the demo's things: a prefix and the slug, so that tests and links can name them.
func ServiceID(slug string) string  { return "svc_" + slug }
func StoreID(slug string) string    { return "sto_" + slug }
func BranchID(slug string) string   { return "br_" + slug }
func CategoryID(slug string) string { return "cat_" + slug }
func ProductID(slug string) string  { return "prd_" + slug }
func VariantID(sku string) string   { return "var_" + sku }
func CustomerID(name string) string { return "usr_" + name }

// AddressID names a customer's address, counted from 0.
func AddressID(customer string, n int) string { return fmt.Sprintf("adr_%s_%d", customer, n+1) }
