package app

import (
	"context"
	"html"
	"net/http"
	"strings"
	"time"

	"wekala/internal/auth"
	"wekala/internal/backups"
	"wekala/internal/content"
	"wekala/internal/loyalty"
	"wekala/internal/photos"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/files"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/notify"
	"wekala/internal/platform/ssr"
	"wekala/internal/referral"
	"wekala/internal/setup"
	"wekala/internal/shipping"
	"wekala/internal/staff"
)

// earlyCookie lets a browser into a soft opening.
const earlyCookie = "early"

const (
	// lookAgain is told to programs and crawlers that find the shop closed.
	lookAgain = time.Hour
	earlyFor  = 30 * 24 * time.Hour
)

// alwaysOpen is open whatever the state of the shop: staff and their set-up, news
// of providers, health, files that tell nothing, photos, which are found by secret
// addresses that only their customer and staff are told, and the country's areas,
// which the set-up asks for.
func alwaysOpen(path string) bool {
	for _, prefix := range []string{httpapi.Base + "/console/", httpapi.Base + "/webhooks/", httpapi.Base + "/setup/", "/console/",
		"/api/docs", "/api/openapi.json", files.Prefix, photos.Prefix, backups.Prefix, "/dev/"} {
		if strings.HasPrefix(path, prefix) {
			return true
		}
	}
	return path == "/console" || path == httpapi.Base+"/districts" || path == setup.ThemePath || path == "/healthz" || path == "/readyz" || ssr.StaticPath(path)
}

// opened lets customers in once the shop is open, or where they were let in
// before.
func (a *App) opened(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got, ok := strings.CutPrefix(r.URL.Path, setup.WayIn); ok {
			a.letIn(w, r, got)
			return
		}
		if a.features.setup.IsOpen() || alwaysOpen(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		// Nothing of a shop that is not open is for search engines.
		w.Header().Set("X-Robots-Tag", "none")
		if cookie, err := r.Cookie(earlyCookie); err == nil && a.features.setup.LetsIn(cookie.Value) && !forCrawlers(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		a.soon(w, r)
	})
}

func forCrawlers(path string) bool {
	return path == "/robots.txt" || path == "/sitemap.xml" || strings.HasPrefix(path, "/sitemaps/")
}

// letIn remembers in a browser that it was let into the soft opening.
func (a *App) letIn(w http.ResponseWriter, r *http.Request, got string) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "none")
	if a.features.setup.LetsIn(got) {
		http.SetCookie(w, &http.Cookie{Name: earlyCookie, Value: got, Path: "/", MaxAge: int(earlyFor / time.Second), HttpOnly: true,
			Secure: strings.HasPrefix(a.cfg.PublicURL, "https://"), SameSite: http.SameSiteLaxMode})
	}
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// soon answers whoever comes before the shop is open: 503, because there is
// nothing here yet that anybody should keep, and when to look again.
func (a *App) soon(w http.ResponseWriter, r *http.Request) {
	refusal := &errs.Error{Kind: errs.KindUnavailable, Key: "setup.opening_soon", RetryAfter: lookAgain}
	switch {
	case r.URL.Path == "/robots.txt":
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = w.Write([]byte("User-agent: *\nDisallow: /\n"))
		return
	case strings.HasPrefix(r.URL.Path, "/api/"):
		a.API.Refuse(w, r, refusal)
		return
	}
	lang := ssr.LanguageOf(r)
	if a.pages == nil {
		http.Error(w, i18n.T(lang, "setup.opening_soon"), http.StatusServiceUnavailable)
		return
	}
	name := a.features.setup.Shop().Name.In(lang)
	title := i18n.T(lang, "setup.soon_title")
	if name != "" {
		title = i18n.T(lang, "setup.soon_named", "name", name)
	}
	other := map[string]string{i18n.AR: `<a class="min-h-11 inline-flex items-center text-go-text" href="/en" hreflang="en" lang="en">English</a>`,
		i18n.EN: `<a class="min-h-11 inline-flex items-center text-go-text" href="/ar" hreflang="ar" lang="ar">العربية</a>`}[lang]
	page := a.pages.Notice(lang, http.StatusServiceUnavailable,
		`<title>`+html.EscapeString(title)+`</title><meta name="robots" content="none">`,
		`<main class="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 py-12 text-center">`+
			`<h1 class="text-3xl font-bold text-balance">`+html.EscapeString(title)+`</h1>`+
			`<p class="text-lg text-muted text-pretty">`+html.EscapeString(i18n.T(lang, "setup.soon_text"))+`</p>`+other+`</main>`)
	page.RetryAfter = int(lookAgain / time.Second)
	ssr.Send(w, r, page, lang)
}

// BeginSetUp closes a shop that has nothing in it yet and returns the link by
// which its owner comes in; "" once there is one.
func (a *App) BeginSetUp(ctx context.Context) (string, error) { return a.features.setup.Begin(ctx) }

// startOff switches off what a new shop would pay for unasked: invitations, points
// and amends for lateness.
func startOff(ctx context.Context, tx *db.Tx, at time.Time) error {
	if err := referral.StartOff(ctx, tx, at); err != nil {
		return err
	}
	if err := shipping.StartOff(ctx, tx, at); err != nil {
		return err
	}
	return loyalty.StartOff(ctx, tx)
}

// reaches tells how sign-in codes travel. In a soft opening the owner hands
// them over where no provider does.
func (a *App) reaches() auth.Methods {
	n := a.features.notify
	return auth.Methods{SMS: n.Carries(notify.SMS) || a.features.setup.IsSoft(), WhatsApp: n.Carries(notify.WhatsApp)}
}

// byHand reports whether the owner hands codes over.
func (a *App) byHand(method string) bool {
	return method == notify.SMS && a.features.setup.IsSoft() && !a.features.notify.Carries(notify.SMS)
}

// customer finds who a token belongs to; before the opening only who was let in
// has one that counts.
func (a *App) customer(ctx context.Context, token string) (userID, sessionID string, err error) {
	userID, sessionID, err = a.features.auth.Resolve(ctx, token)
	if err != nil || a.features.setup.IsOpen() {
		return userID, sessionID, err
	}
	invited, err := a.features.auth.Invited(ctx, userID)
	if err == nil && !invited {
		err = errs.Unauthorized()
	}
	return userID, sessionID, err
}

// facts tells the set-up what there is.
func (a *App) facts(ctx context.Context) (facts setup.Facts, err error) {
	count := func(into *int64, query string) {
		if err == nil {
			err = a.DB.Get(ctx, into, query)
		}
	}
	count(&facts.Services, `SELECT COUNT(*) FROM services WHERE active`)
	count(&facts.Stores, `SELECT COUNT(*) FROM stores WHERE active`)
	count(&facts.Branches, `SELECT COUNT(*) FROM branches WHERE active`)
	count(&facts.Zones, `SELECT COUNT(*) FROM delivery_zones`)
	count(&facts.Products, `SELECT COUNT(*) FROM products WHERE active`)
	count(&facts.Priced, `SELECT COUNT(*) FROM branch_prices`)
	count(&facts.InStock, `SELECT CASE WHEN EXISTS (SELECT 1 FROM stock s JOIN branch_prices b ON b.branch_id = s.branch_id AND b.variant_id = s.variant_id
		JOIN variants v ON v.id = s.variant_id JOIN products p ON p.id = v.product_id JOIN branches r ON r.id = s.branch_id
		WHERE b.active AND v.active AND p.active AND r.active AND (NOT s.counted OR s.on_hand > s.reserved)) THEN 1 ELSE 0 END`)
	if err != nil {
		return facts, err
	}
	contact := a.features.content.Contact(ctx, i18n.AR)
	facts.Contact = contact.Phone != "" || contact.WhatsApp != "" || contact.Email != ""
	n := a.features.notify
	facts.Codes, facts.Email = n.Carries(notify.SMS) || n.Carries(notify.WhatsApp), n.Carries(notify.Email)
	facts.Cash, facts.Card = a.features.checkout.Takes()
	if facts.Policies, err = content.Adopted(ctx, a.DB); err != nil {
		return facts, err
	}
	if member, ok := staff.From(ctx); ok {
		factor, err := a.features.staff.FactorOf(ctx, member.ID)
		if err != nil {
			return facts, err
		}
		facts.SecondFactor = factor.Since != nil
	}
	facts.Backup, err = backups.Ran(ctx, a.DB, a.clock.Now())
	return facts, err
}
