package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"wekala/internal/aftersales/ratings"
	"wekala/internal/aftersales/referral"
	"wekala/internal/aftersales/returns"
	"wekala/internal/aftersales/support"
	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/branches"
	"wekala/internal/marketing/content"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/payments/sandbox"
	"wekala/internal/ordering/quotations"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/notify"
)

// password is the password of the demo's staff. It is no secret: a demo has nobody's data.
const password = "market-day-7"

// Members of the demo's staff, as data/staff.txt has them: who signs in to the
// console, and who delivers.
const (
	ownerEmail   = "owner@wekala.example"
	courierEmail = "courier@wekala.example"
)

// unreadNews is how many notices the demo's customers have not read yet.
const unreadNews = 4

// Node is a whole shop on the demo's database, as far as the demo needs it.
type Node struct {
	DB      *db.DB
	Clock   clock.Clock
	API     *httpapi.API
	Jobs    *jobs.Runner
	Gateway *sandbox.Gateway
	// Load reads a node's memory from the database.
	Load func(context.Context) error

	Auth       *auth.Service
	Staff      *staff.Service
	Branches   *branches.Service
	Catalog    *products.Service
	Content    *content.Service
	Extras     *extras.Service
	Menus      *menus.Service
	Orders     *orders.Service
	Quotations *quotations.Service
	Ratings    *ratings.Service
	Referral   *referral.Service
	Returns    *returns.Service
	Stock      *stock.Service
	Support    *support.Service
}

// NewNode puts a shop together that lives at the times of a clock and whose
// card gateway delivers its webhooks by post; nil means over the network. It
// starts nothing.
type NewNode func(ctx context.Context, c clock.Clock, post sandbox.Poster) (*Node, error)

// Order describes the demo to make.
type Order struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Node  NewNode
	// Products and Orders are how many there shall be at least; 0 for the
	// hand-made ones alone.
	Products, Orders int
	// Bare: of generated orders no more than lists and pages of orders read.
	Bare bool
}

// Ensure fills a fresh database with the demo shop and leaves any other unchanged. It returns how to sign in to the
// console, empty if the shop is not the demo.
func Ensure(ctx context.Context, o Order) (string, error) {
	signIn, err := Make(ctx, o)
	if errors.Is(err, ErrNotFresh) {
		return "", nil
	}
	return signIn, err
}

// Make fills a database with the demo shop and its history, then with generated products and orders up to the requested
// numbers. It returns how to sign in to the console.
func Make(ctx context.Context, o Order) (string, error) {
	node, err := o.Node(ctx, o.Clock, nil)
	if err != nil {
		return "", err
	}
	past := &lazyHistory{node: o.Node, now: o.Clock}
	err = Seed(ctx, o.DB, o.Clock, Options{
		Products: o.Products, Orders: o.Orders, Bare: o.Bare, Auth: node.Auth, Staff: node.Staff, Password: password,
		History: past, Log: o.Log,
	})
	if err != nil {
		return "", err
	}
	if h := past.historian; h != nil {
		if err := h.quotations(ctx); err != nil {
			return "", err
		}
		if err := h.invite(ctx); err != nil {
			return "", fmt.Errorf("demo: friends: %w", err)
		}
		for _, by := range savers {
			if err := h.save(ctx, by); err != nil {
				return "", fmt.Errorf("demo: the wallet of %s: %w", by.id, err)
			}
		}
		// A year's news is read by now, but for the last few.
		err = o.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			return notify.MarkOld(ctx, tx, o.Clock.Now(), unreadNews)
		})
		if err != nil {
			return "", err
		}
	}
	if err := dress(ctx, node); err != nil {
		return "", fmt.Errorf("demo: extras: %w", err)
	}
	if err := words(ctx, node); err != nil {
		return "", err
	}
	return ownerEmail + " / " + password, nil
}

// lazyHistory makes the historian when the first order is placed: by then the shop exists.
type lazyHistory struct {
	node      NewNode
	now       clock.Clock
	historian *historian
}

func (l *lazyHistory) Place(ctx context.Context, list []PastOrder) error {
	if err := l.ready(ctx); err != nil {
		return err
	}
	return l.historian.Place(ctx, list)
}

func (l *lazyHistory) Repeat(ctx context.Context, r Repeats) error {
	if err := l.ready(ctx); err != nil {
		return err
	}
	return l.historian.Repeat(ctx, r)
}

func (l *lazyHistory) ready(ctx context.Context) (err error) {
	if l.historian != nil {
		return nil
	}
	if l.historian, err = newHistorian(ctx, l.node, l.now.Now()); err != nil {
		return err
	}
	if err := l.historian.regulars(ctx); err != nil {
		return fmt.Errorf("regulars: %w", err)
	}
	return nil
}
