package sandbox

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/jobs"
	"wekala/internal/platform/money"
	"wekala/internal/platform/pdf"
)

//go:embed page.html page.css
var assets embed.FS

var pageTemplate = template.Must(template.ParseFS(assets, "page.html"))

func (g *Gateway) handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+Path+"pay/{id}", g.show)
	mux.HandleFunc("POST "+Path+"pay/{id}", g.pay)
	mux.HandleFunc("GET "+Path+"page.css", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "public, max-age=300")
		http.ServeFileFS(w, r, assets, "page.css")
	})
	return mux
}

// card is the input of the page's form.
type card struct {
	number, month, year, cvv string
}

// cardField is the error of a card's field.
type cardField string

func (c card) check(now time.Time) cardField {
	month, _ := strconv.Atoi(c.month)
	year, _ := strconv.Atoi(c.year)
	y, m, _ := now.In(clock.Cairo).Date()
	switch {
	case !digits(c.number, 16):
		return "number"
	case len(c.month) > 2 || month < 1 || month > 12:
		return "month"
	case !digits(c.year, 2):
		return "year"
	case 2000+year < y || 2000+year == y && month < int(m):
		return "expired"
	case !digits(c.cvv, 3):
		return "cvv"
	}
	return ""
}

func digits(s string, n int) bool {
	return len(s) == n && strings.Trim(s, "0123456789") == ""
}

// data is the content of the page.
type data struct {
	Lang, Dir, Other string
	OtherURL         string
	Amount           string
	State            string
	Problem          string
	ReturnURL        string
	Texts            map[string]string
	Cards            [][2]string
}

var pageTexts = []string{"title", "heading", "about", "amount", "number", "month", "year", "cvv", "pay", "back",
	"paid", "settling", "expired", "try", "other_language"}

func (g *Gateway) render(w http.ResponseWriter, r *http.Request, it *intent, status int, problem string) {
	lang := i18n.EN
	if r.FormValue("lang") == i18n.AR {
		lang = i18n.AR
	}
	d := data{Lang: lang, Dir: "ltr", Other: i18n.AR, ReturnURL: it.ReturnURL, State: it.State, Texts: map[string]string{}}
	if lang == i18n.AR {
		d.Dir, d.Other = "rtl", i18n.EN
	}
	if it.State == open && it.ExpiresAt <= db.At(g.Clock.Now()) {
		d.State = "expired"
	}
	d.OtherURL = Path + "pay/" + it.ID + "?lang=" + d.Other
	say := pdf.In(lang, arabicFigures(r), "payments.sandbox_")
	d.Amount = say.Money(money.Of(it.Amount, it.Currency).Major())
	for _, key := range pageTexts {
		d.Texts[key] = say.T(key)
	}
	for _, c := range [][2]string{{Approved, "approved"}, {Declined, "declined"}, {Slow, "slow"}, {Repeated, "repeated"}} {
		grouped := c[0][:4] + " " + c[0][4:8] + " " + c[0][8:12] + " " + c[0][12:]
		d.Cards = append(d.Cards, [2]string{say.Figures(grouped), say.T("card_" + c[1])})
	}
	if problem != "" {
		d.Problem = say.T("problem_" + problem)
	}
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; img-src 'self'; style-src 'self'; form-action 'self'"+
		origin(it.ReturnURL)+
		"; base-uri 'none'; frame-ancestors 'none'")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, d) // the reader has gone
}

// arabicFigures reports whether Arabic text uses ٠١٢ for this reader, as on the marketplace's pages: only if they
// prefer it.
func arabicFigures(r *http.Request) bool {
	c, err := r.Cookie("figures")
	return err == nil && c.Value == "arab"
}

// origin is the address to which the page may send the browser after the payment, for the page's security policy.
func origin(returnURL string) string {
	u, err := url.Parse(returnURL)
	if err != nil || u.Host == "" {
		return ""
	}
	return " " + u.Scheme + "://" + u.Host
}

func (g *Gateway) show(w http.ResponseWriter, r *http.Request) {
	it, err := g.intent(r.Context(), g.DB, r.PathValue("id"))
	if fail(w, err) {
		return
	}
	g.render(w, r, it, http.StatusOK, "")
}

func fail(w http.ResponseWriter, err error) bool {
	switch {
	case err == nil:
		return false
	case errors.Is(err, db.ErrNoRows):
		http.Error(w, http.StatusText(http.StatusNotFound), http.StatusNotFound)
	default:
		http.Error(w, http.StatusText(http.StatusServiceUnavailable), http.StatusServiceUnavailable)
	}
	return true
}

func (g *Gateway) pay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 8<<10)
	if r.ParseForm() != nil {
		http.Error(w, http.StatusText(http.StatusBadRequest), http.StatusBadRequest)
		return
	}
	it, err := g.intent(r.Context(), g.DB, r.PathValue("id"))
	if fail(w, err) {
		return
	}
	field := func(name string) string {
		return strings.ReplaceAll(money.LatinDigits(strings.TrimSpace(r.PostForm.Get(name))), " ", "")
	}
	c := card{field("number"), field("month"), field("year"), field("cvv")}
	if wrong := c.check(g.Clock.Now()); wrong != "" && it.State == open {
		g.render(w, r, it, http.StatusUnprocessableEntity, string(wrong))
		return
	}
	problem, err := g.Pay(r.Context(), it.ID, c.number)
	if fail(w, err) {
		return
	}
	if problem != "" {
		if it, err = g.intent(r.Context(), g.DB, it.ID); fail(w, err) {
			return
		}
		if problem == "over" {
			problem = ""
		}
		g.render(w, r, it, http.StatusPaymentRequired, problem)
		return
	}
	http.Redirect(w, r, it.ReturnURL, http.StatusSeeOther)
}

// Pay applies the outcome of a card number, as submitting the page's form does. It returns "declined", "over" (the
// intent is paid or expired), or "".
func (g *Gateway) Pay(ctx context.Context, ref, number string) (problem string, err error) {
	now := db.At(g.Clock.Now())
	err = g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		problem = ""
		if number == Declined {
			n, err := tx.Exec(ctx, `UPDATE sandbox_intents SET declines = declines + 1
				WHERE id = $1 AND state = 'open' AND expires_at > $2`, ref, now)
			if err != nil || n == 0 {
				problem = "over"
				return err
			}
			problem = "declined"
			return g.enqueue(ctx, tx, ref, "payment.declined", 1)
		}
		next := paid
		if number == Slow {
			next = settling
		}
		last4 := number[max(0, len(number)-4):]
		n, err := tx.Exec(ctx, `UPDATE sandbox_intents SET state = $2, card_last4 = $3, paid_at = $4
			WHERE id = $1 AND state = 'open' AND expires_at > $4`, ref, next, last4, now)
		if err != nil || n == 0 {
			problem = "over"
			return err
		}
		if next == settling {
			return jobs.Enqueue(ctx, tx, jobs.Job{Kind: jobSettle, Payload: notifyPayload{Intent: ref},
				RunAt: now.Add(slowness), UniqueKey: jobSettle + ":" + ref})
		}
		times := 1
		if number == Repeated {
			times = repeats
		}
		return g.enqueue(ctx, tx, ref, "payment.paid", times)
	})
	return problem, err
}

// settle captures the payment of a slow card, even if it has expired by then: that is the purpose of slow cards.
func (g *Gateway) settle(ctx context.Context, payload json.RawMessage) error {
	var in notifyPayload
	if err := json.Unmarshal(payload, &in); err != nil {
		return jobs.GiveUp(err)
	}
	return g.DB.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		n, err := tx.Exec(ctx, `UPDATE sandbox_intents SET state = 'paid', paid_at = $2 WHERE id = $1 AND state = 'settling'`,
			in.Intent, db.At(g.Clock.Now()))
		if err != nil || n == 0 {
			return err
		}
		return g.enqueue(ctx, tx, in.Intent, "payment.paid", 1)
	})
}
