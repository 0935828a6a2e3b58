package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"wekala/internal/demo"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
	"wekala/internal/platform/notify"
	"wekala/internal/stock"
)

// demoPassword is what the demo's staff sign in with. It is no secret: a demo
// holds nothing of anybody's.
const demoPassword = "market-day-7"

// demoOwner signs in to the demo's console.
const demoOwner = "owner@wekala.example"

// unreadNews is how many notices the demo's shoppers have not read yet.
const unreadNews = 4

// EnsureDemo fills a fresh database with the demo shop and leaves any other as
// it is. It answers how to sign in to the console, empty where the shop is not
// the demo.
func EnsureDemo(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger) (string, error) {
	signIn, err := MakeDemo(ctx, cfg, d, c, log, 0, 0)
	if errors.Is(err, demo.ErrNotFresh) {
		return "", nil
	}
	return signIn, err
}

// MakeDemo fills a database with the demo shop, then with generated products
// and orders up to the numbers asked for.
func MakeDemo(ctx context.Context, cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger, products, orders int) (string, error) {
	cfg.Demo, cfg.Payments = true, "cod,card"
	a, err := newNode(ctx, cfg, d, c, log)
	if err != nil {
		return "", err
	}
	past := &lazyHistory{of: a}
	err = demo.Seed(ctx, d, c, demo.Options{
		Products: products, Orders: orders, Auth: a.features.auth, Password: demoPassword, History: past, Log: log,
	})
	if err == nil && past.node != nil {
		err = past.node.quotations(ctx)
	}
	if err != nil {
		return "", err
	}
	if past.node != nil {
		if err := past.node.invite(ctx); err != nil {
			return "", fmt.Errorf("demo: friends: %w", err)
		}
		if err := past.node.save(ctx); err != nil {
			return "", fmt.Errorf("demo: a wallet: %w", err)
		}
		// A year's news is read by now, but for the last few.
		err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error { return notify.MarkOld(ctx, tx, c.Now(), unreadNews) })
		if err != nil {
			return "", err
		}
	}
	if err := a.ensureDemoWords(ctx); err != nil {
		return "", err
	}
	return demoOwner + " / " + demoPassword, nil
}

// lazyHistory builds the historian when the first order is told: by then the
// shop is there.
type lazyHistory struct {
	of   *App
	node *historian
}

func (l *lazyHistory) Place(ctx context.Context, list []demo.PastOrder) error {
	if l.node == nil {
		var err error
		if l.node, err = newHistorian(ctx, l.of, l.of.clock.Now()); err != nil {
			return err
		}
	}
	return l.node.Place(ctx, list)
}

// receive puts goods on the shelves.
func (a *App) receive(ctx context.Context, items []stock.Item, source string) error {
	return a.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return a.features.stock.Receive(ctx, tx, items, "received", source+":"+id.Short())
	})
}
