package app

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"wekala/internal/account"
	"wekala/internal/addresses"
	"wekala/internal/auth"
	"wekala/internal/branches"
	"wekala/internal/cart"
	"wekala/internal/catalog"
	"wekala/internal/checkout"
	"wekala/internal/content"
	"wekala/internal/currency"
	demodata "wekala/internal/demo/data"
	"wekala/internal/favourites"
	"wekala/internal/home"
	"wekala/internal/loyalty"
	"wekala/internal/notices"
	"wekala/internal/orders"
	"wekala/internal/payments"
	"wekala/internal/photos"
	"wekala/internal/places"
	"wekala/internal/platform/config"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/passwords"
	"wekala/internal/platform/wire"
	"wekala/internal/promo"
	"wekala/internal/quotations"
	"wekala/internal/ratings"
	"wekala/internal/referral"
	"wekala/internal/returns"
	"wekala/internal/search"
	"wekala/internal/shipping"
	"wekala/internal/staff"
	"wekala/internal/stock"
	"wekala/internal/support"
	"wekala/internal/wallet"
)

type features struct {
	auth      *auth.Service
	staff     *staff.Service
	notify    *notify.Service
	places    *places.Service
	branches  *branches.Service
	catalog   *catalog.Service
	content   *content.Service
	currency  *currency.Service
	support   *support.Service
	home      *home.Service
	addresses *addresses.Service
	stock     *stock.Service
	feed      *search.Feed
	orders    *orders.Service
	wallet    *wallet.Service
	referral  *referral.Service
	loyalty   *loyalty.Service
	payments  *payments.Service
	cart      *cart.Service
	checkout  *checkout.Service
	returns   *returns.Service
	photos    *photos.Service
	hearts    *favourites.Service
	ratings   *ratings.Service

	quotations *quotations.Service
}

// pictureFolders are where pictures come from: the data directory, and in a
// demo the program itself.
func pictureFolders(cfg config.Serve) []fs.FS {
	var folders []fs.FS
	if own := filepath.Join(cfg.DataDir, "media"); cfg.DataDir != "" {
		if info, err := os.Stat(own); err == nil && info.IsDir() {
			folders = append(folders, os.DirFS(own))
		}
	}
	return append(folders, demodata.Images())
}

// join builds every feature in the order in which they know each other, joins
// the hooks by which news travels upwards, and mounts their routes and jobs.
func (a *App) join(pictures *files.Library) error {
	f := &a.features
	d, c, cfg := a.DB, a.clock, a.cfg

	// Who is asking, and how they are reached.
	channels := config.List(cfg.CodeChannels)
	methods := auth.Methods{SMS: config.Has(cfg.CodeChannels, "sms"), WhatsApp: config.Has(cfg.CodeChannels, "whatsapp")}
	hasher := passwords.NewHasher()
	var err error
	f.auth, err = auth.New(d, c, auth.Config{
		Secret: cfg.Secret, Demo: cfg.Demo, Count: a.Metrics.Count, Hasher: hasher,
		Countries: map[string]auth.Methods{"EG": methods},
	})
	if err != nil {
		return err
	}
	tries := passwords.DefaultLimits
	if cfg.Demo {
		tries = tries.Relaxed()
	}
	f.staff = staff.New(staff.Deps{DB: d, Clock: c, Hasher: hasher, Tries: tries, Count: a.Metrics.Count, BranchRefs: a.branchRefs})
	if cfg.SMTPURL != "" {
		channels = append(channels, "email")
	}
	carried, err := carriers(cfg, channels)
	if err != nil {
		return err
	}
	if f.notify, err = notify.New(d, c, carried, f.auth.CodeFor); err != nil {
		return err
	}
	a.API.ResolveShopper, a.API.ResolveStaff = f.auth.Resolve, f.staff.Resolve
	if cfg.Demo {
		a.outbox = f.notify.Outbox()
	}

	// The shop: where, who sells, what.
	hearts := favourites.New(d)
	f.places = places.New(d, search.Fold)
	f.branches = branches.New(branches.Deps{DB: d, Clock: c, Places: f.places, Pictures: pictures, Fold: search.Fold, Version: a.version})
	f.places.Serves(f.branches.Serves)
	f.catalog = catalog.New(catalog.Deps{DB: d, Clock: c, Places: f.places, Branches: f.branches, Pictures: pictures, Version: a.version})
	f.branches.Join(f.catalog, hearts.Branches)
	f.branches.OnSettings(catalog.TouchBranch)
	f.feed = search.NewFeed(d, c, f.branches, f.catalog)
	found := search.NewService(search.Deps{Feed: f.feed, Clock: c, Places: f.places, Branches: f.branches, Catalog: f.catalog, Version: a.version})
	f.content = content.New(d, c, pictures)
	f.currency = currency.New(d, c)
	f.support = support.New(d, c, cfg.Secret, cfg.PublicURL)
	f.home = home.New(home.Deps{DB: d, Clock: c, Places: f.places, Branches: f.branches, Catalog: f.catalog, Content: f.content, Version: a.version})
	f.content.Join(content.Known{
		Service:  func(id string) bool { k, ok := f.branches.Service(id); return ok && k.ID == id },
		District: func(id string) bool { _, ok := f.places.District(id); return ok },
	})
	f.catalog.Join(found, f.home, hearts.Products)
	hearts.Join(favourites.Deps{Clock: c, Places: f.places, Branches: f.branches, Catalog: f.catalog, Reach: f.reach, PublicURL: cfg.PublicURL})
	f.hearts = hearts
	a.changes.OnChange(catalog.When(f.places.Load)) // only when everything may have changed
	a.changes.OnChange(catalog.When(f.branches.Load, catalog.ChangedBranch))
	a.changes.OnChange(catalog.When(f.catalog.Load, catalog.ChangedCategory))
	a.changes.OnChange(catalog.When(f.content.Load, catalog.ChangedContent))
	a.changes.OnChange(catalog.When(f.home.Load, catalog.ChangedContent))
	a.changes.OnChange(catalog.When(f.currency.Load, catalog.ChangedContent))
	a.changes.OnChange(f.feed.Refresh)

	// People and where they live.
	f.addresses = addresses.New(d, c, f.places)
	f.auth.DefaultAddress = addresses.DefaultID
	f.photos = photos.New(d, c)
	people := account.New(d, c, f.auth)
	people.Currencies = func() []string {
		codes := []string{money.Shop}
		offered, _ := f.currency.Offered()
		for _, o := range offered {
			codes = append(codes, o.Code)
		}
		return codes
	}
	f.notify.Agrees = func(ctx context.Context, userID, channel string) (bool, error) {
		agreed, err := account.Consents(ctx, d, userID)
		if errs.Is(err, "common.not_found") {
			return false, nil // they left
		}
		return agreed.Offers(channel), err
	}

	// Buying.
	f.stock = stock.New(c)
	f.stock.OnAvailability(catalog.TouchVariants)
	f.orders = orders.New(orders.Deps{DB: d, Clock: c, Secret: cfg.Secret, Staff: f.staff, Branches: f.branches, Places: f.places, Pictures: pictures})
	gateway, err := a.cardGateway()
	if err != nil {
		return err
	}
	f.wallet = wallet.New(wallet.Deps{DB: d, Clock: c, Cards: gateway != nil})
	f.loyalty = loyalty.New(loyalty.Deps{DB: d, Clock: c, Wallet: f.wallet, ServiceName: func(id, lang string) string {
		if kind, ok := f.branches.Service(id); ok {
			return kind.Name.In(lang)
		}
		return ""
	}, Services: func() (ids []string) {
		for _, kind := range f.branches.Kinds() {
			ids = append(ids, kind.ID)
		}
		return ids
	}, Reach: f.remind})
	f.payments = payments.New(payments.Deps{DB: d, Clock: c, Orders: f.orders, Wallet: f.wallet, Loyalty: f.loyalty, Gateway: gateway,
		PublicURL: cfg.PublicURL, Log: a.log})
	guesses := promo.DefaultLimits
	if cfg.Demo {
		guesses = guesses.Relaxed()
	}
	coupons := promo.New(promo.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.catalog})
	f.cart = cart.New(cart.Deps{DB: d, Clock: c, Branches: f.branches, Places: f.places, Catalog: f.catalog, Pictures: pictures,
		Hearts: hearts.Products, CouponTries: guesses})
	f.quotations = quotations.New(quotations.Deps{DB: d, Clock: c, Branches: f.branches, Places: f.places, Catalog: f.catalog, Pictures: pictures})
	f.checkout = checkout.New(checkout.Deps{
		DB: d, Clock: c, Branches: f.branches, Places: f.places, Cart: f.cart, Orders: f.orders, Stock: f.stock,
		Payments: f.payments, Wallet: f.wallet, Loyalty: f.loyalty, Addresses: f.addresses, Quotations: f.quotations,
		Cash: config.Has(cfg.Payments, "cod"), Card: gateway != nil, Terms: func(context.Context) (string, error) { return f.content.PolicyVersion(), nil },
		Freeze: f.currency.Freeze,
	})
	f.ratings = ratings.New(ratings.Deps{DB: d, Clock: c, Branches: f.branches, Orders: f.orders, Pictures: pictures, Version: a.version})
	f.returns = returns.New(returns.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.catalog, Orders: f.orders, Stock: f.stock,
		Payments: f.payments, Addresses: f.addresses, Loyalty: f.loyalty, Pictures: pictures})

	f.referral = referral.New(referral.Deps{DB: d, Clock: c, Secret: cfg.Secret, PublicURL: cfg.PublicURL, Fold: search.Fold, Wallet: f.wallet})

	// What hangs on a move of an order, in its transaction.
	f.orders.OnStatus(f.checkout.OnStatus)
	f.orders.OnStatus(f.payments.Earn)
	f.orders.OnStatus(shipping.Late{Credit: f.wallet.Credit}.OnStatus)
	f.orders.OnStatus(f.referral.OnStatus)
	f.auth.OnSignIn(f.referral.OnSignIn)

	// What is asked, and what goes, when somebody deletes their account.
	people.OnDelete(f.orders.OnDelete)
	people.OnDelete(f.addresses.OnDelete)
	people.OnDelete(checkout.OnDelete)
	people.OnDelete(wallet.OnDelete)
	people.OnDelete(payments.OnDelete)
	people.OnDelete(returns.OnDelete)
	people.OnDelete(quotations.OnDelete)
	people.OnDelete(support.OnDelete)
	people.OnDelete(cart.OnDelete)
	people.OnDelete(favourites.OnDelete)
	people.OnDelete(notify.Empty)
	people.OnDelete(ratings.OnDelete) // last: it moves the catalogue's version, which everybody waits for

	for _, routes := range []interface{ Routes(*httpapi.API) }{
		f.auth, people, f.photos, f.addresses, f.places, f.branches, f.catalog, found, f.home, f.content, f.currency, f.support,
		f.cart, f.checkout, f.orders, f.payments, f.wallet, f.loyalty, f.hearts, f.ratings,
		f.referral,
		f.returns,
	} {
		routes.Routes(a.API)
	}
	f.quotations.Routes(a.API)
	f.quotations.ConsoleRoutes(a.API)
	f.notify.Routes(a.API)
	inbox := notices.New(d, c, f.notify)
	inbox.Routes(a.API)
	inbox.ConsoleRoutes(a.API)
	f.staff.ConsoleRoutes(a.API)
	f.orders.ConsoleRoutes(a.API)
	f.branches.ConsoleRoutes(a.API)
	f.content.ConsoleRoutes(a.API)
	f.home.ConsoleRoutes(a.API)
	f.currency.ConsoleRoutes(a.API)
	f.support.ConsoleRoutes(a.API)
	f.wallet.ConsoleRoutes(a.API)
	f.payments.ConsoleRoutes(a.API)
	coupons.ConsoleRoutes(a.API)
	f.referral.ConsoleRoutes(a.API)
	f.loyalty.ConsoleRoutes(a.API)
	(&shipping.Desk{DB: d, Clock: c}).ConsoleRoutes(a.API)
	f.returns.ConsoleRoutes(a.API)
	f.cart.ConsoleRoutes(a.API)
	f.ratings.ConsoleRoutes(a.API)

	a.API.Finish()

	f.notify.Register(a.Jobs)
	f.payments.Jobs(a.Jobs)
	f.loyalty.Jobs(a.Jobs)
	f.checkout.Jobs(a.Jobs)
	f.hearts.Jobs(a.Jobs)
	f.referral.Jobs(a.Jobs)
	f.returns.Jobs(a.Jobs)
	f.quotations.Jobs(a.Jobs)
	a.Jobs.Every("auth.sweep", time.Hour, f.auth.Sweep)
	a.Jobs.Every("staff.sweep", time.Hour, f.staff.Sweep)
	a.Jobs.Every("counters.sweep", time.Hour, func(ctx context.Context) error { return counters.Sweep(ctx, d, c.Now()) })
	a.Jobs.Every("photos.sweep", time.Hour, f.photos.Sweep)
	a.Jobs.Every("catalog.prune", time.Hour, func(ctx context.Context) error { return catalog.Prune(ctx, d) })
	return nil
}

// branchRefs names branches for the console; nil means all of them.
func (a *App) branchRefs(_ context.Context, ids []string, lang i18n.Lang) []wire.Ref {
	refs := []wire.Ref{}
	if ids == nil {
		for _, b := range a.features.branches.All() {
			refs = append(refs, b.Ref(lang))
		}
		return refs
	}
	for _, id := range ids {
		if b, ok := a.features.branches.Branch(id); ok {
			refs = append(refs, b.Ref(lang))
		}
	}
	return refs
}
