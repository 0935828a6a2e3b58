package app

import (
	"context"
	"log/slog"

	"wekala/internal/operations/demo"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
)

// Demo is a demo on a database, with at least the given numbers of products and orders: 0 for only the hand-made
// ones. The demo package decides about its content and how it is created; it gets nodes that accept cash and cards.
func Demo(cfg config.Serve, d *db.DB, c clock.Clock, log *slog.Logger, products, orders int) demo.Order {
	cfg.Demo, cfg.Payments = true, "cod,card"
	return demo.Order{DB: d, Clock: c, Log: log, Products: products, Orders: orders,
		Node: func(ctx context.Context, c clock.Clock, post sandbox.Poster) (*demo.Node, error) {
			a, err := newNode(ctx, cfg, d, c, log, post)
			if err != nil {
				return nil, err
			}
			f := &a.features
			return &demo.Node{DB: d, Clock: c, API: a.API, Jobs: a.Jobs, Gateway: a.gateway, Load: a.load,
				Auth: f.auth, Staff: f.staff, Branches: f.branches, Catalog: f.products, Content: f.content, Extras: f.extras,
				Menus: f.menus, Orders: f.orders, Quotations: f.quotations,
				Ratings: f.ratings, Referral: f.referral, Returns: f.returns, Stock: f.stock, Support: f.support}, nil
		}}
}
