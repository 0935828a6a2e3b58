package app

import (
	"context"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"wekala/internal/aftersales/customers"
	"wekala/internal/aftersales/ratings"
	"wekala/internal/aftersales/referral"
	"wekala/internal/aftersales/returns"
	"wekala/internal/aftersales/support"
	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/imports"
	"wekala/internal/catalogue/menus"
	"wekala/internal/catalogue/products"
	"wekala/internal/catalogue/search"
	"wekala/internal/catalogue/stock"
	"wekala/internal/identity/account"
	"wekala/internal/identity/approvals"
	"wekala/internal/identity/audit"
	"wekala/internal/identity/auth"
	"wekala/internal/identity/media"
	"wekala/internal/identity/notices"
	"wekala/internal/identity/photos"
	"wekala/internal/identity/staff"
	"wekala/internal/locations/addresses"
	"wekala/internal/locations/branches"
	"wekala/internal/locations/places"
	"wekala/internal/marketing/content"
	"wekala/internal/marketing/coupons"
	"wekala/internal/marketing/favourites"
	"wekala/internal/marketing/home"
	"wekala/internal/marketing/seo"
	"wekala/internal/money/currency"
	"wekala/internal/money/ledger"
	"wekala/internal/money/loyalty"
	"wekala/internal/money/wallet"
	"wekala/internal/operations/backups"
	demodata "wekala/internal/operations/demo/data"
	"wekala/internal/operations/maptiles"
	"wekala/internal/operations/messagetemplates"
	"wekala/internal/operations/messaging"
	"wekala/internal/operations/restored"
	"wekala/internal/operations/setup"
	"wekala/internal/operations/shoppolicies"
	"wekala/internal/operations/storage"
	"wekala/internal/ordering/calls"
	"wekala/internal/ordering/cart"
	"wekala/internal/ordering/checkout"
	"wekala/internal/ordering/orders"
	"wekala/internal/ordering/paymentmethods"
	"wekala/internal/ordering/payments"
	"wekala/internal/ordering/quotations"
	"wekala/internal/ordering/shipping"
	"wekala/internal/platform/bulk"
	"wekala/internal/platform/changefeed"
	"wekala/internal/platform/config"
	"wekala/internal/platform/counters"
	"wekala/internal/platform/db"
	"wekala/internal/platform/doctor"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/idempotency"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/passwords"
	"wekala/internal/platform/settings"
	"wekala/internal/platform/wire"
	"wekala/web"
)

// features contains every feature of the shop.
type features struct {
	account        *account.Service
	addresses      *addresses.Service
	auth           *auth.Service
	backups        *backups.Service
	branches       *branches.Service
	calls          *calls.Service
	cart           *cart.Service
	products       *products.Service
	checkout       *checkout.Service
	content        *content.Service
	currency       *currency.Service
	customers      *customers.Service
	extras         *extras.Service
	favourites     *favourites.Service
	feed           *search.Feed
	giving         *approvals.Service
	home           *home.Service
	imports        *imports.Service
	keys           *idempotency.Keys
	loyalty        *loyalty.Service
	media          *media.Service
	menus          *menus.Service
	notices        *notices.Service
	notify         *notify.Service
	orders         *orders.Service
	payments       *payments.Service
	photos         *photos.Service
	places         *places.Service
	districts      *places.AdminService
	bulk           *bulk.Service
	coupons        *coupons.Service
	messaging      *messaging.Service
	templates      *messagetemplates.Service
	quotations     *quotations.Service
	ratings        *ratings.Service
	referral       *referral.Service
	restored       *restored.Service
	returns        *returns.Service
	policies       *shoppolicies.Service
	search         *search.Service
	seo            *seo.Service
	setup          *setup.Service
	shipping       *shipping.AdminService
	tester         *shipping.Tester
	staff          *staff.Service
	stock          *stock.Service
	storage        *storage.Service
	mapTiles       *maptiles.Service
	support        *support.Service
	wallet         *wallet.Service
	paymentMethods *paymentmethods.Service
}

// feature is one feature of the shop. Its service implements those of the interfaces below that the feature needs;
// its checks are the invariants of its tables, which need no service.
type feature struct {
	service any
	checks  func(now time.Time) []doctor.Check
}

// The optional interfaces of a feature's service.
type (
	hasRoutes        interface{ Routes(*httpapi.API) }
	hasConsoleRoutes interface{ ConsoleRoutes(*httpapi.API) }
	hasJobs          interface{ Jobs(*jobs.Runner) }
	hasErase         = account.Eraser
	hasMayErase      = account.Keeper
	hasExport        = account.Exporter
	hasSpentOffers   = account.Spender
	hasPictures      interface{ Pictures() []media.Owner }
	hasLogNames      interface{ LogNames() audit.Names }
	hasReverts       interface {
		Reverts() map[string]staff.Revert
	}
	// hasLoad caches data in memory, which it reads when a node starts.
	hasLoad interface{ Load(context.Context) error }
)

// name returns the feature's name: its package.
func (f feature) name() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(reflect.TypeOf(f.service).String(), "*"), ".")
	return name
}

// list is every feature, once, for loops over routes, jobs, checks and hooks. Order matters twice: places load before
// branches, and branches before the catalogue. At account deletion ratings come last, because they lock the
// catalogue's version, for which others wait.
func (f *features) list() []feature {
	return []feature{
		{f.auth, always(auth.Checks)},
		{f.staff, always(staff.Checks)},
		{f.restored, nil},
		{f.setup, nil},
		{f.messaging, nil},
		{f.templates, nil},
		{f.storage, nil},
		{f.mapTiles, nil},
		{f.backups, nil},
		{f.paymentMethods, nil},
		{f.places, nil},
		{f.districts, nil},
		{f.branches, nil},
		{f.products, always(products.Checks)},
		{f.extras, always(extras.Checks)},
		{f.menus, nil},
		{f.search, nil},
		{f.seo, nil},
		{f.content, always(content.Checks)},
		{f.home, nil},
		{f.currency, always(currency.Checks)},
		{f.photos, nil},
		{f.media, always(media.Checks)},
		{f.account, always(account.Checks)},
		{f.stock, stock.Checks},
		{f.imports, nil},
		{f.coupons, always(coupons.Checks)},
		{nil, always(ledger.Checks)},
		{f.giving, always(approvals.Checks)},
		{f.orders, always(orders.Checks)},
		{f.addresses, always(addresses.Checks)},
		{f.checkout, always(checkout.Checks)},
		{f.calls, always(calls.Checks)},
		{f.wallet, always(wallet.Checks)},
		{f.payments, always(payments.Checks)},
		{f.returns, always(returns.Checks)},
		{f.quotations, always(quotations.Checks)},
		{f.keys, always(idempotency.Checks)},
		{f.bulk, nil},
		{f.support, always(support.Checks)},
		{f.cart, nil},
		{f.favourites, always(favourites.Checks)},
		{f.notify, always(notify.Checks)},
		{f.notices, nil},
		{f.loyalty, always(loyalty.Checks)},
		{f.shipping, always(shipping.Checks)},
		{f.tester, nil},
		{f.customers, nil},
		{f.policies, nil},
		{f.referral, always(referral.Checks)},
		{f.ratings, always(ratings.Checks)},
	}
}

// always wraps checks that do not depend on the time.
func always(checks func() []doctor.Check) func(time.Time) []doctor.Check {
	return func(time.Time) []doctor.Check { return checks() }
}

// pictureFolders returns the sources of pictures: the data directory, and in a demo also the program itself.
func pictureFolders(cfg config.Serve) []fs.FS {
	var folders []fs.FS
	if own := filepath.Join(cfg.DataDir, "media"); cfg.DataDir != "" {
		if info, err := os.Stat(own); err == nil && info.IsDir() {
			folders = append(folders, os.DirFS(own))
		}
	}
	return append(folders, demodata.Images())
}

// join builds every feature in the order of their dependencies, connects the hooks through which lower features notify
// higher ones, and mounts their routes and jobs.
func (a *App) join(pictures *files.Library) error {
	f := &a.features
	d, c, cfg := a.DB, a.clock, a.cfg

	// Identity, and the channels of messages.
	channels := config.List(cfg.CodeChannels)
	hasher := passwords.NewHasher()
	var err error
	f.auth, err = auth.New(d, c, auth.Config{
		Secret: cfg.Secret, Demo: cfg.Demo, Count: a.Metrics.Count, Hasher: hasher,
		Fold: search.Fold, Reaches: func() auth.Methods { return f.setup.CodeMethods() }, ByHand: func(method string) bool {
			return f.setup.ByHand(method)
		},
		Admits: func(phone string) bool { return f.setup.Admits(phone) },
	})
	if err != nil {
		return err
	}
	tries := passwords.DefaultLimits
	if cfg.Demo {
		tries = tries.Relaxed()
	}
	f.staff = staff.New(staff.Deps{DB: d, Clock: c, Secret: cfg.Secret, Hasher: hasher, Tries: tries,
		Count: a.Metrics.Count, BranchRefs: a.branchRefs})
	if cfg.SMTPURL != "" {
		channels = append(channels, "email")
	}
	carried, err := carriers(cfg, channels)
	if err != nil {
		return err
	}
	carried.Letterhead = func(lang string) notify.Letterhead { return f.setup.MailLetterhead(lang) }
	if f.notify, err = notify.New(d, c, carried, f.auth.CodeFor); err != nil {
		return err
	}
	a.API.ResolveStaff, a.API.Allowed = f.staff.Resolve, staff.Allowed
	// The follower logs a failure and retries within a second.
	a.API.BeforeStaffWrites = func(ctx context.Context) { _ = a.changes.Poll(ctx) }
	if cfg.Demo {
		a.outbox = f.notify.Outbox()
	}

	f.restored = restored.New(restored.Deps{DB: d, Clock: c, Staff: f.staff})
	f.staff.Restored, f.notify.Mute, a.Jobs.Held = f.restored.Since, f.restored.Mute, f.restored.Quiet

	f.setup = setup.New(setup.Deps{DB: d, Clock: c, Secret: cfg.Secret, PublicURL: cfg.PublicURL, Staff: f.staff,
		Auth: f.auth, Notify: f.notify, Fresh: []func(context.Context, *db.Tx, time.Time) error{
			referral.StartOff, shipping.StartOff, loyalty.StartOff},
		Contact:  func(ctx context.Context, lang i18n.Lang) content.ContactView { return f.content.Contact(ctx, lang) },
		Takes:    func() (cash, card bool) { return f.checkout.Takes() },
		ByCall:   func() bool { _, open := f.calls.Now(); return open },
		BackedUp: backups.Ran, Uploads: a.uploads, Dist: web.Dist(), Log: a.log})
	a.API.ResolveCustomer = f.setup.Customer

	networks, err := cfg.AllowedNetworks()
	if err != nil {
		return err
	}
	f.messaging, err = messaging.New(messaging.Deps{
		DB: d, Clock: c, Secret: cfg.Secret, Notify: f.notify, Base: carried, Networks: networks,
		BySMS: config.Has(cfg.CodeChannels, "sms"), ByWhatsApp: config.Has(cfg.CodeChannels, "whatsapp"),
		ByMail: cfg.SMTPURL != "", Log: a.log, Templates: messagetemplates.ByWhatsApp()})
	if err != nil {
		return err
	}

	f.templates = messagetemplates.New(messagetemplates.Deps{DB: d, Clock: c, Notify: f.notify, Log: a.log})

	f.mapTiles = maptiles.New(maptiles.Deps{DB: d, Clock: c, Demo: cfg.Demo,
		Variable: maptiles.Source{URL: cfg.TilesURL, By: cfg.TilesBy}, Networks: networks, PublicURL: cfg.PublicURL})

	if f.storage == nil { // only describing the API, without a shop
		if f.storage, err = storage.New(storage.Deps{Secret: cfg.Secret}); err != nil {
			return err
		}
	}
	if f.backups, err = NewBackups(cfg, d, f.storage, a.uploads, c, a.log); err != nil {
		return err
	}
	f.backups.Count, f.backups.Alarm, f.backups.StillIn = a.Metrics.Count,
		backups.Mail{Notify: f.notify, Clock: c, PublicURL: cfg.PublicURL}.Alarm, f.staff.StillIn

	// The shop: locations, sellers and products.
	f.media = media.New(media.Deps{DB: d, Clock: c, Desk: a.desk, Store: kept(a.uploads), Fold: search.Fold})
	pictures.Uploaded = f.media
	f.favourites = favourites.New(d)
	f.places = places.New(d, search.Fold)
	f.branches = branches.New(
		branches.Deps{DB: d, Clock: c, Places: f.places, Pictures: pictures, Fold: search.Fold, Version: a.version})
	f.places.Serves(f.branches.Serves)
	f.districts = &places.AdminService{Places: f.places, Clock: c}
	f.products = products.New(products.Deps{DB: d, Clock: c, Places: f.places, Branches: f.branches, Library: pictures,
		Fold: search.Fold, Version: a.version, Untaxed: f.setup.Untaxed})
	f.extras = extras.New(extras.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.products})
	f.menus = menus.New(menus.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.products})
	f.products.OnMenus(f.menus.OnMenu)
	f.products.OnExtras(f.extras.Optional)
	f.branches.Join(f.products, f.favourites.Branches)
	f.branches.OnService(returns.OnService)
	f.feed = search.NewFeed(d, c, f.branches, f.products)
	f.search = search.NewService(
		search.Deps{Feed: f.feed, Clock: c, Places: f.places, Branches: f.branches, Catalog: f.products, Version: a.version})
	f.content = content.New(d, c, pictures)
	f.seo = &seo.Service{DB: d, Branches: f.branches, Catalog: f.products, Content: f.content, PublicURL: cfg.PublicURL,
		Log: a.log, Clock: c, Version: a.version}
	f.currency = currency.New(d, c)
	f.support = support.New(d, c, cfg.Secret, cfg.PublicURL)
	f.home = home.New(home.Deps{DB: d, Clock: c, Places: f.places, Branches: f.branches, Catalog: f.products,
		Content: f.content, Version: a.version})
	f.content.Join(content.Known{
		Service:  func(id string) bool { k, ok := f.branches.Service(id); return ok && k.ID == id },
		District: f.places.Knows,
		Seller:   f.setup.Legal,
	}, func() content.Rules { return f.policies.ForPages() })
	f.products.Join(f.search, f.home, f.favourites.Products)
	f.favourites.Join(favourites.Deps{Clock: c, Places: f.places, Branches: f.branches, Catalog: f.products,
		Contact: func(ctx context.Context, q db.Querier, userID string) (account.Contact, bool, error) {
			return f.account.OffersContact(ctx, q, userID)
		},
		PublicURL: cfg.PublicURL})
	a.changes.Subscribe(f.products.Follow())
	a.changes.Subscribe(changefeed.OnKinds(f.places.Load, places.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.branches.Load, branches.Changed, places.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.products.Load, products.ChangedCategory))
	a.changes.Subscribe(changefeed.OnKinds(f.menus.Load, products.ChangedMenu))
	a.changes.Subscribe(changefeed.OnKinds(f.content.Load, products.ChangedContent))
	a.changes.Subscribe(changefeed.OnKinds(f.home.Load, products.ChangedContent))
	a.changes.Subscribe(changefeed.OnKinds(f.currency.Load, products.ChangedContent))
	a.changes.Subscribe(changefeed.OnKinds(f.restored.Load, settings.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.setup.Load, settings.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.messaging.Load, settings.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.storage.Load, settings.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.mapTiles.Load, settings.Changed))
	a.changes.Subscribe(changefeed.OnKinds(f.templates.Load, settings.Changed))
	a.changes.Subscribe(f.feed.Refresh)

	// People and their addresses.
	f.addresses = addresses.New(d, c, f.places)
	f.auth.DefaultAddress, f.auth.Home = addresses.DefaultID, f.addresses.Home
	f.photos = photos.New(d, c, a.desk)
	f.account = account.New(d, c, f.auth)
	f.account.Carries = f.notify.Carries
	f.account.Currencies = func() []string {
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
			return false, nil // the customer has deleted their account
		}
		return agreed.Offers(channel), err
	}

	f.notify.Serves = func(ctx context.Context, phone string) (bool, error) { return f.auth.Serves(ctx, d, phone) }
	f.support.Serves = f.auth.Serves

	// Buying.
	f.stock = stock.New(d, c)
	f.branches.CopyPart(branches.CopyStock, f.stock.CopySettings)
	f.branches.CopyPart(branches.CopyMenus, f.menus.CopyBranch)
	f.branches.CopyPart(branches.CopyPrices, f.products.PriceNewBranch)
	f.stock.Join(stock.Deps{Branches: f.branches, Catalog: f.products})
	f.stock.OnAvailability(products.PublishVariants)
	f.products.OnArrival(f.stock.Arrive)
	f.products.OnCopy(f.extras.CopyProduct, f.menus.CopyProduct, f.stock.CopyProduct, returns.CopyProduct)
	f.products.OnMove(returns.MoveProduct)
	f.imports = imports.New(imports.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.products, Extras: f.extras,
		Stock: f.stock, Pictures: pictures, Store: a.uploads, Resume: f.staff.Resume})
	f.orders = orders.New(orders.Deps{DB: d, Clock: c, Secret: cfg.Secret, Staff: f.staff, Branches: f.branches,
		Places: f.places, Pictures: pictures, Letterhead: f.setup.Letterhead, Shop: f.setup.Stands,
		CouponShare: coupons.Share})
	f.orders.OnWeighed(func(ctx context.Context, tx *db.Tx, w orders.Weighing) error {
		if w.Order.Discount == w.Was.Discount {
			return nil
		}
		return coupons.Took(ctx, tx, w.Order.ID, w.Order.Discount-w.Was.Discount)
	})
	gateway, err := a.cardGateway()
	if err != nil {
		return err
	}
	gateways := payments.NewGateways(gatewayNames(gateway)...)
	gateways.Held = f.restored.Quiet
	f.paymentMethods, err = paymentmethods.New(paymentmethods.Deps{
		DB: d, Clock: c, Secret: cfg.Secret, Gateways: gateways, Base: gateway,
		Named: cfg.Payments != "", Cash: config.Has(cfg.Payments, "cod"), Card: config.Has(cfg.Payments, "card"),
		Usual:     paymentmethods.Ways{Cash: true, Card: cfg.Demo, TopUp: true},
		PaymobURL: cfg.Accounts["WEKALA_PAYMOB_URL"], StripeURL: cfg.Accounts["WEKALA_STRIPE_URL"], Log: a.log})
	if err != nil {
		return err
	}
	a.changes.Subscribe(changefeed.OnKinds(f.paymentMethods.Load, settings.Changed))
	f.policies = shoppolicies.New(shoppolicies.Deps{
		DB: d, Clock: c, Branches: f.branches, Catalog: f.products, Ways: f.paymentMethods, Setup: f.setup})
	f.products.OnReturns(f.policies.Returns)
	a.changes.Subscribe(changefeed.OnKinds(f.policies.Load, settings.Changed))
	f.wallet = wallet.New(wallet.Deps{DB: d, Clock: c, Orders: f.orders.InHistories, Bounds: f.policies.TopUps,
		TopUps: func() bool { return f.paymentMethods.Now().TopUp && gateways.Takes() != nil }})
	f.loyalty = loyalty.New(loyalty.Deps{DB: d, Clock: c, Wallet: f.wallet, ServiceName: func(id, lang string) string {
		if kind, ok := f.branches.Service(id); ok {
			return kind.Name.In(lang)
		}
		return ""
	}, Services: func() (ids []string) {
		for _, kind := range f.branches.ServiceTypes() {
			ids = append(ids, kind.ID)
		}
		return ids
	}, Contact: f.account.OffersContact, Changed: f.policies.Load})
	f.payments = payments.New(
		payments.Deps{DB: d, Clock: c, Orders: f.orders, Wallet: f.wallet, Loyalty: f.loyalty, Gateways: gateways,
			PublicURL: cfg.PublicURL, Log: a.log})
	guesses := coupons.DefaultLimits
	if cfg.Demo {
		guesses = guesses.Relaxed()
	}
	f.coupons = coupons.New(coupons.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.products})
	f.products.OnReposition(f.coupons.Covering)
	f.products.CompareWithExtras(f.extras)
	f.cart = cart.New(cart.Deps{DB: d, Clock: c, Branches: f.branches, Places: f.places, Catalog: f.products,
		Extras: f.extras, Menus: f.menus, Pictures: pictures, Hearts: f.favourites.Products, CouponTries: guesses,
		Terms: f.content.PolicyVersion, Untaxed: f.setup.Untaxed})
	f.quotations = quotations.New(quotations.Deps{
		DB: d, Clock: c, Branches: f.branches, Places: f.places, Catalog: f.products, Extras: f.extras, Pictures: pictures,
		Letterhead: f.setup.Letterhead, Untaxed: f.setup.Untaxed})
	f.checkout = checkout.New(checkout.Deps{
		DB: d, Clock: c, Branches: f.branches, Places: f.places, Cart: f.cart, Orders: f.orders, Stock: f.stock,
		Payments: f.payments, Wallet: f.wallet, Loyalty: f.loyalty, Addresses: f.addresses, Quotations: f.quotations,
		Ways: a.takes, Terms: func(context.Context) (string, error) { return f.content.PolicyVersion(), nil },
		Freeze: f.currency.Freeze, Sells: f.setup.SellerAt, Limits: f.policies.Checkout, Promise: f.policies.Promise,
		Secret: cfg.Secret,
	})
	f.calls = calls.New(calls.Deps{DB: d, Clock: c, Secret: cfg.Secret, Auth: f.auth, Account: f.account,
		Addresses: f.addresses, Places: f.places, Branches: f.branches, Orders: f.orders, Checkout: f.checkout,
		Codes: func() bool { m := f.setup.CodeMethods(); return m.SMS || m.WhatsApp }})
	a.changes.Subscribe(changefeed.OnKinds(f.calls.Load, settings.Changed))
	f.ratings = ratings.New(
		ratings.Deps{DB: d, Clock: c, Branches: f.branches, Orders: f.orders, Pictures: pictures, Version: a.version})
	f.returns = returns.New(
		returns.Deps{DB: d, Clock: c, Branches: f.branches, Catalog: f.products, Orders: f.orders, Stock: f.stock,
			Payments: f.payments, Addresses: f.addresses, Loyalty: f.loyalty, Pictures: pictures})

	f.customers = customers.New(customers.Deps{DB: d, Clock: c, Auth: f.auth, Addresses: f.addresses, Orders: f.orders,
		Returns: f.returns, Support: f.support, Checkout: f.checkout})
	f.referral = referral.New(
		referral.Deps{DB: d, Clock: c, Secret: cfg.Secret, PublicURL: cfg.PublicURL, Fold: search.Fold, Wallet: f.wallet})

	// Hooks on a change of an order's status, in its transaction.
	f.orders.OnStatus(f.calls.OnStatus) // before the checkout: guests' orders hold its rows, then those of stock
	f.orders.OnStatus(f.checkout.OnStatus)
	f.orders.OnStatus(f.payments.Earn)
	f.orders.OnStatus(shipping.Late{Credit: f.wallet.Credit}.OnStatus)
	f.orders.CreditsLate(shipping.CreditOf)
	f.orders.OnStatus(f.referral.OnStatus)
	f.auth.OnSignIn(f.account.OnSignIn) // before the referral, which depends on it
	f.auth.OnSignIn(f.referral.OnSignIn)

	f.notices = notices.New(d, c, f.notify)
	f.keys = idempotency.New(d, c)
	f.bulk = bulk.New(d, c, staff.UseConsole, f.staff.Resume)
	f.giving = approvals.New(d, c)
	f.shipping = &shipping.AdminService{DB: d, Clock: c, Changed: f.policies.Load}
	f.tester = &shipping.Tester{DB: d, Branches: f.branches, Places: f.places}

	f.staff.RegisterSearchers(search.Fold, f.products, f.extras, f.menus, f.orders, f.customers, f.wallet, f.branches,
		f.districts, f.coupons, f.staff)
	f.staff.Reverts = map[string]staff.Revert{}
	for _, one := range f.list() { // before the log declares which actions it can undo
		if has, ok := one.service.(hasReverts); ok {
			maps.Copy(f.staff.Reverts, has.Reverts())
		}
	}
	changefeed.Jobs(a.Jobs, d)
	f.media.Register(f.branches.Shows()...) // its Pictures is the library
	for _, one := range f.list() {
		if has, ok := one.service.(hasRoutes); ok {
			has.Routes(a.API)
		}
		if has, ok := one.service.(hasConsoleRoutes); ok {
			has.ConsoleRoutes(a.API)
		}
		if has, ok := one.service.(hasJobs); ok {
			has.Jobs(a.Jobs)
		}
		if has, ok := one.service.(hasPictures); ok {
			f.media.Register(has.Pictures()...)
		}
		if has, ok := one.service.(hasLogNames); ok {
			f.staff.Directory.Add(has.LogNames())
		}
		if has, ok := one.service.(hasMayErase); ok {
			f.account.KeptBy(has)
		}
		if has, ok := one.service.(hasErase); ok {
			f.account.ErasedBy(has)
		}
		if has, ok := one.service.(hasExport); ok {
			f.account.ExportedBy(one.name(), has)
		}
		if has, ok := one.service.(hasSpentOffers); ok {
			f.account.SpentBy(has)
		}
	}
	a.API.Finish()
	a.Jobs.Every("audit.sweep", 24*time.Hour, func(ctx context.Context) error { return audit.Sweep(ctx, d, c.Now()) })
	a.Jobs.Every("counters.sweep", time.Hour, func(ctx context.Context) error { return counters.Sweep(ctx, d, c.Now()) })
	a.Jobs.Every("database.truncate_log", time.Hour, d.TruncateLog)
	return nil
}

// load reads the data that this node caches: little, whatever the catalogue's size, so that the start stays short.
func (a *App) load(ctx context.Context) error {
	for _, one := range a.features.list() {
		if has, ok := one.service.(hasLoad); ok {
			if err := has.Load(ctx); err != nil {
				return err
			}
		}
	}
	return nil
}

// Checks lists the invariants of all features.
func Checks(now time.Time) []doctor.Check {
	var all []doctor.Check
	for _, one := range new(features).list() {
		if one.checks != nil {
			all = append(all, one.checks(now)...)
		}
	}
	return all
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
