package notify_test

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/notify"
)

const (
	browserKey    = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
	browserSecret = "BTBZMqHH6r4Tts7J_aSIgg"
)

// service is a browser's push service.
type service struct {
	*httptest.Server
	mu     sync.Mutex
	status map[string]int // by path; 201 otherwise
	got    []*http.Request
	sizes  []int
}

func newService(t *testing.T) *service {
	s := &service{status: map[string]int{}}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		defer s.mu.Unlock()
		s.got, s.sizes = append(s.got, r), append(s.sizes, len(body))
		if status := s.status[r.URL.Path]; status != 0 {
			w.WriteHeader(status)
			return
		}
		w.WriteHeader(201)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *service) config() notify.Config {
	u, _ := url.Parse(s.URL)
	return notify.Config{PublicURL: publicURL, Secret: []byte("a secret of the shop of 32 bytes"),
		PushHosts: []string{u.Host}, SMTP: notify.SMTP{From: "Wekala <shop@example.com>"}}
}

func subscribe(sh *shop, user, endpoint string) error {
	sh.t.Helper()
	err := sh.d.InTx(sh.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at,
			last_seen_at)
			VALUES ($1, $1, $1, 'Test', 0, $2, 0) ON CONFLICT (token_hash)
			DO NOTHING`, user, db.At(time.Now().AddDate(100, 0, 0)))
		return err
	})
	if err != nil {
		return err
	}
	return take(sh, notify.Subscription{UserID: user, SessionID: user, Endpoint: endpoint, P256dh: browserKey,
		Auth: browserSecret, Lang: "ar"})
}

func take(sh *shop, sub notify.Subscription) error {
	return sh.d.InTx(sh.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := sh.s.Subscribe(ctx, tx, sub)
		return err
	})
}

func (sh *shop) number(query string, args ...any) (n int) {
	sh.t.Helper()
	if err := sh.d.Get(sh.t.Context(), &n, query, args...); err != nil {
		sh.t.Fatal(err)
	}
	return n
}

var order = notify.Message{Channel: notify.Inbox, UserID: "usr_1", Template: "orders.notice_processing", Lang: "en",
	Link: "/account/my-orders/ord_1", Params: map[string]string{
		"number": "MD-1", "store": "Koshary House", "store_ar": "بيت الكشري"}}

func TestBrowsersAreTold(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		push := newService(t)
		sh := newShop(t, d, push.config())
		for _, name := range []string{"on", "off", "busy"} {
			if err := subscribe(sh, "usr_1", push.URL+"/"+name); err != nil {
				t.Fatal(err)
			}
		}
		if err := subscribe(sh, "usr_2", push.URL+"/other"); err != nil {
			t.Fatal(err)
		}
		push.status = map[string]int{"/off": 410, "/busy": 503}
		sh.send(order)
		sh.run()
		var paths []string
		for i, r := range push.got {
			paths = append(paths, r.URL.Path)
			if r.Header.Get("Content-Encoding") != "aes128gcm" ||
				!strings.HasPrefix(r.Header.Get("Authorization"), "vapid t=") ||
				!strings.HasSuffix(r.Header.Get("Authorization"), ", k="+sh.s.PushKey()) || r.Header.Get("TTL") != "86400" ||
				len(r.Header.Get("Topic")) != 32 {
				t.Errorf("%s: %v", r.URL.Path, r.Header)
			}
			if push.sizes[i] < 86+50 {
				t.Errorf("%d bytes", push.sizes[i])
			}
		}
		if len(paths) != 3 || strings.Contains(fmt.Sprint(paths), "other") {
			t.Errorf("told %v", paths)
		}
		if n := sh.number(`SELECT COUNT(*) FROM push_subscriptions WHERE user_id = 'usr_1'`); n != 2 {
			t.Errorf("%d browsers are left", n)
		}
		push.mu.Lock()
		push.status = nil
		push.mu.Unlock()
		sh.after(time.Minute)
		if n := sh.number(`SELECT COUNT(*) FROM messages WHERE state = 'sent'`); n != 2 || len(push.got) != 4 {
			t.Errorf("%d sent in %d requests", n, len(push.got))
		}
		if a, b := push.got[len(push.got)-1].Header.Get("Topic"), push.got[0].Header.Get("Topic"); a == "" || a == b {
			t.Errorf("topics %q and %q of different messages", a, b)
		}
		sh.healthy()
	})
}

// The server must not call arbitrary addresses.
func TestBrowsersThatCannotBe(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		sh := newShop(t, d, newService(t).config())
		for _, endpoint := range []string{"", "x", "http://fcm.googleapis.com/x", "https://169.254.169.254/latest",
			"https://localhost/x",
			"https://fcm.googleapis.com.evil.example/x", "https://evilfcm.googleapis.com@10.0.0.1/x",
			"https://fcm.googleapis.com:8080/x",
			"https://user@fcm.googleapis.com/x", "https://fcm.googleapis.com/" + strings.Repeat("x", 1000)} {
			if err := subscribe(sh, "usr_1", endpoint); err == nil {
				t.Errorf("%q was taken", endpoint)
			}
		}
		for _, keys := range [][2]string{{"", ""}, {browserKey, "AAAA"}, {browserKey[:80], browserSecret},
			{"B" + strings.Repeat("A", 86), browserSecret}, {"%%", browserSecret}} {
			if take(sh, notify.Subscription{UserID: "usr_1", Endpoint: "https://fcm.googleapis.com/fcm/send/x", P256dh: keys[0],
				Auth: keys[1]}) == nil {
				t.Errorf("keys %v were taken", keys)
			}
		}
		if n := sh.number(`SELECT COUNT(*) FROM push_subscriptions`); n != 0 {
			t.Errorf("%d browsers kept", n)
		}
		for i, host := range []string{"fcm.googleapis.com", "updates.push.services.mozilla.com",
			"wns2-par02p.notify.windows.com", "web.push.apple.com"} {
			if err := subscribe(sh, "usr_1", fmt.Sprintf("https://%s/%d", host, i)); err != nil {
				t.Errorf("%s: %v", host, err)
			}
		}
		// Subscribing again changes nothing; another customer of the same browser takes it over; the ninth browser replaces
		// the oldest.
		for range 2 {
			if err := subscribe(sh, "usr_1", "https://fcm.googleapis.com/0"); err != nil {
				t.Error(err)
			}
		}
		if err := subscribe(sh, "usr_2", "https://fcm.googleapis.com/0"); err != nil {
			t.Error(err)
		}
		if a, b := sh.number(`SELECT COUNT(*) FROM push_subscriptions WHERE user_id = 'usr_1'`),
			sh.number(`SELECT COUNT(*) FROM push_subscriptions WHERE user_id = 'usr_2'`); a != 3 || b != 1 {
			t.Errorf("%d and %d browsers", a, b)
		}
		for i := range 12 {
			sh.clock.Advance(time.Second)
			if err := subscribe(sh, "usr_1", fmt.Sprint("https://fcm.googleapis.com/new", i)); err != nil {
				t.Error(err)
			}
		}
		if n := sh.number(`SELECT COUNT(*) FROM push_subscriptions WHERE user_id = 'usr_1'`); n != 8 {
			t.Errorf("%d browsers", n)
		}
	})
}

func TestTheInbox(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		sh.send(order) // in the inbox only
		sh.clock.Advance(time.Minute)
		shipped := order
		shipped.Channel, shipped.To, shipped.Template = "sms", "+201001234567", "orders.notice_out_for_delivery"
		sh.send(shipped)
		private := code("sms")
		private.UserID = "usr_1"
		sh.send(private) // a code is no news
		sh.run()
		if sh.states() != "sms sent, sms sent" {
			t.Errorf("messages: %s", sh.states())
		}
		threads, total, err := notify.Threads(t.Context(), d, "usr_1", 1, 20)
		if err != nil || total != 2 || len(threads) != 2 {
			t.Fatalf("%v %d %v", threads, total, err)
		}
		list := threads[0]
		for _, c := range []struct{ lang, text string }{
			{"en", "Your order MD-1 from Koshary House is on its way. Your delivery code is on the order page."},
			{"ar", "طلبك MD-1 من بيت الكشري في الطريق إليك. كود الاستلام في صفحة الطلب."},
		} {
			if got := sh.s.Text(list[0], c.lang); got != c.text {
				t.Errorf("%s: %s", c.lang, got)
			}
		}
		older := notify.Notice{Template: "loyalty.notice_earned", Params: `{"count":"5"}`} // from before it named its order
		if got := sh.s.Text(older, "en"); got != "You earned 5 points on your order from the store." {
			t.Errorf("an older notice says %q", got)
		}
		if n := list[0]; n.Kind() != "orders" || n.Link != "/account/my-orders/ord_1" || n.ReadAt != nil {
			t.Errorf("%+v", n)
		}
		if list, total, _ := notify.Threads(t.Context(), d, "usr_2", 1, 20); total != 0 || len(list) != 0 {
			t.Error("another customer sees it")
		}
		err = d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if found, err := notify.MarkRead(ctx, tx, "usr_2", list[0].ID, sh.clock.Now()); err != nil || found {
				t.Errorf("another customer reads it: %v %v", found, err)
			}
			for range 2 {
				if found, err := notify.MarkRead(ctx, tx, "usr_1", list[0].ID, sh.clock.Now()); err != nil || !found {
					t.Errorf("reading: %v %v", found, err)
				}
			}
			if n, err := notify.Unread(ctx, tx, "usr_1"); n != 1 || err != nil {
				t.Errorf("%d unread, %v", n, err)
			}
			if _, err := notify.MarkRead(ctx, tx, "usr_1", "", sh.clock.Now()); err != nil {
				t.Error(err)
			}
			n, err := notify.Unread(ctx, tx, "usr_1")
			if n != 0 {
				t.Errorf("%d unread after all", n)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
		sh.after(366 * 24 * time.Hour)
		if n := sh.number(`SELECT COUNT(*) FROM notices`); n != 0 {
			t.Errorf("%d notices after a year", n)
		}
	})
}

// An offer reaches only the inboxes of customers who agree to offers when it is sent.
func TestOffersWantAYes(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c, cfg := newCarrier(t)
		for _, agrees := range []bool{false, true} {
			sh := newShop(t, dbtest.New(t, d.Engine()), cfg)
			sh.s.Agrees = func(_ context.Context, user, channel string) (bool, error) {
				return agrees && user == "usr_1" && channel == "sms", nil
			}
			before := len(c.got("sms"))
			sh.send(notify.Message{Channel: "sms", To: "+201001234567", OfferTo: "usr_1", UserID: "usr_1",
				Template: "orders.notice_processing", Lang: "en"})
			if n := sh.number(`SELECT COUNT(*) FROM notices`); n != 0 {
				t.Error("told before asking")
			}
			sh.run()
			want := 0
			if agrees {
				want = 1
			}
			if n := sh.number(`SELECT COUNT(*) FROM notices`); n != want || len(c.got("sms"))-before != want {
				t.Errorf("agrees %v: %d notices, %d SMS", agrees, n, len(c.got("sms"))-before)
			}
			sh.healthy()
		}
	})
}

func TestProvidersThatLackSomething(t *testing.T) {
	_, all := newCarrier(t)
	for _, c := range []struct {
		name   string
		change func(*notify.Config)
		want   string
	}{
		{"all there", func(*notify.Config) {}, ""},
		{"twilio's token", func(c *notify.Config) { c.Twilio.AuthToken = "" }, "WEKALA_TWILIO_AUTH_TOKEN"},
		{"twilio's sender", func(c *notify.Config) { c.Twilio.SMSFrom = "" }, "WEKALA_TWILIO_SMS_FROM"},
		{"twilio's templates", func(c *notify.Config) { c.WhatsAppBy, c.Twilio.Templates = "twilio", nil },
			"WEKALA_TWILIO_TEMPLATES"},
		{"whatsapp's secrets", func(c *notify.Config) { c.Cloud.AppSecret, c.Cloud.VerifyToken = "", "" },
			"WEKALA_WHATSAPP_APP_SECRET, WEKALA_WHATSAPP_VERIFY_TOKEN"},
		{"sms by whatsapp", func(c *notify.Config) { c.SMSBy = "cloud" }, "cannot carry sms"},
		{"nobody's", func(c *notify.Config) { c.WhatsAppBy = "pigeon" }, "pigeon"},
	} {
		cfg := all
		c.change(&cfg)
		if err := notify.Check(cfg); (err == nil) != (c.want == "") || err != nil &&
			(!strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "EAAG")) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// TestAnOfferStandsInTheInboxOnce: WhatsApp takes an offer but cannot deliver it, and SMS replaces it; the inbox has
// one notice, with its page. The same holds for a notice whose job runs again.
func TestAnOfferStandsInTheInboxOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		carrier, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		sh.s.Agrees = func(context.Context, string, string) (bool, error) { return true, nil }
		sh.send(
			notify.Message{Channel: "whatsapp", To: "+201001234567", OfferTo: "usr_1", Template: "orders.notice_processing",
				Lang: "en", Link: "/account/my-favourites"})
		sh.run()
		sh.cloudSays(carrier.got("whatsapp")[0], "failed", `{"code":131026,"title":"Message undeliverable"}`)
		sh.run()
		if n := sh.number(`SELECT COUNT(*) FROM notices WHERE link = '/account/my-favourites'`); n != 1 ||
			len(carrier.got("sms")) != 1 {
			t.Errorf("%d notices, %d SMS", n, len(carrier.got("sms")))
		}
		for _, who := range []string{"usr_1", "usr_1", "usr_2"} {
			sh.send(notify.Message{Channel: notify.Inbox, UserID: who, Template: "orders.notice_delivered", Once: "this"})
		}
		if n := sh.number(`SELECT COUNT(*) FROM notices WHERE template = 'orders.notice_delivered'`); n != 2 {
			t.Errorf("%d notices of one piece of news to two people", n)
		}
		sh.healthy()
	})
}

// TestAnInboxIsCutBetweenThreads reads an inbox page by page: every notice is
// there once, a thread on one page, and those with the newest notice first.
func TestAnInboxIsCutBetweenThreads(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, cfg := newCarrier(t)
		sh := newShop(t, d, cfg)
		const things, steps, perPage = 7, 3, 3
		for step := range steps {
			for thing := range things {
				m := order
				m.At = sh.clock.Now()
				m.Thread = fmt.Sprintf("/account/my-orders/ord_%d", thing)
				sh.send(m)
				if thing%2 == 0 { // so that threads share moments
					sh.clock.Advance(time.Minute)
				}
			}
			alone := order
			alone.At, alone.Params = sh.clock.Now(), map[string]string{"number": fmt.Sprint(step)}
			sh.send(alone)
		}
		seen, lines := map[string]bool{}, map[string]bool{}
		last := db.At(sh.clock.Now().Add(time.Hour))
		for page := 1; ; page++ {
			threads, total, err := notify.Threads(t.Context(), d, "usr_1", page, perPage)
			if err != nil || total != things+steps {
				t.Fatalf("%d threads, %v", total, err)
			}
			if len(threads) == 0 {
				break
			}
			if len(threads) > perPage {
				t.Errorf("page %d has %d threads", page, len(threads))
			}
			for _, thread := range threads {
				if lines[thread[0].Thread] || thread[0].At > last {
					t.Errorf("page %d: %s is there twice or out of order", page, thread[0].Thread)
				}
				lines[thread[0].Thread], last = true, thread[0].At
				for i, n := range thread {
					if seen[n.ID] || n.Thread != thread[0].Thread || i > 0 && n.At > thread[i-1].At {
						t.Errorf("page %d: %+v", page, n)
					}
					seen[n.ID] = true
				}
			}
		}
		if len(seen) != things*steps+steps || len(lines) != things+steps {
			t.Errorf("%d notices in %d threads", len(seen), len(lines))
		}
		if n, err := notify.Unread(t.Context(), d, "usr_1"); err != nil || n != things+steps {
			t.Errorf("%d unread, %v", n, err)
		}
	})
}
