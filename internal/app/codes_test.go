package app_test

import (
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"wekala/internal/app/apptest"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
)

// provider receives the messages of a real shop: each message costs money.
type provider struct {
	mu    sync.Mutex
	posts int
	codes map[string]string // newest, by receiver
	*httptest.Server
}

func newProvider(t *testing.T) *provider {
	p := &provider{codes: map[string]string{}}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		var message struct{ To, Code string }
		if err != nil || json.Unmarshal(raw, &message) != nil {
			http.Error(w, "?", http.StatusBadRequest)
			return
		}
		p.mu.Lock()
		defer p.mu.Unlock()
		p.posts++
		p.codes[message.To] = message.Code
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) code(phone string) string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.codes[phone]
}

func (p *provider) taken() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.posts
}

// twoNodes run on one database as a real shop behind a proxy: no demo, codes posted to a provider, addresses trusted
// from the proxy.
func twoNodes(t *testing.T, d *db.DB) ([]*apptest.Shop, *provider) {
	t.Helper()
	p := newProvider(t)
	real := apptest.Set(func(c *config.Serve) {
		c.Demo, c.Payments, c.Proxies = false, "cod", "127.0.0.0/8"
		c.WebhookURL, c.WebhookSecret = p.URL, "a secret of the provider's"
	})
	one := apptest.New(t, d, real)
	two := apptest.Node(t, dbtest.Another(t, d), one.Clock, real)
	return []*apptest.Shop{one, two}, p
}

func from(ip string) apptest.Header { return apptest.Header{"X-Forwarded-For": ip} }

// TestGuessing guesses a code from many addresses concurrently, over two nodes.
func TestGuessing(t *testing.T) {
	guesses, rounds := apptest.Count(200, 1_000), apptest.Count(1, 20)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		nodes, sender := twoNodes(t, d)
		r := rand.New(rand.NewPCG(9, 9))
		for round := range rounds {
			// A number of another range, from another network: only a few codes are sent to one range.
			phone := fmt.Sprintf("+2010%04d5000", round)
			body := fields{"country_code": "+20", "phone": phone, "method": "sms"}
			if a := nodes[0].Send("POST", "/user/login-by-otp", "", body,
				from(fmt.Sprintf("41.32.%d.7", 10+round))); a.Status != 200 {
				t.Fatalf("no code: %s", a.Body)
			}
			nodes[0].RunJobs()
			right := sender.code(phone)
			if len(right) != 4 {
				t.Fatalf("the provider was told %q", right)
			}
			order := r.Perm(10_000)
			got := apptest.Burst(guesses, clients, func(i int) string {
				guess := fmt.Sprintf("%04d", order[i])
				if guess == right {
					guess = fmt.Sprintf("%04d", order[len(order)-1])
				}
				return nodes[i%2].Send("POST", "/user/verify-login-by-otp", "", fields{"phone": phone, "code": guess},
					from(fmt.Sprintf("10.%d.%d.1", i%200, i/200))).Short()
			})
			// The third guess is refused as one too many, like all later ones.
			if got["422 code_wrong"] != 2 || got["422 code_tries"] != guesses-2 {
				t.Errorf("%v", got)
			}
			if n := apptest.Get[int](nodes[0], `SELECT tries + blind_tries FROM otp_challenges WHERE phone = $1`,
				phone); n != 3 {
				t.Errorf("%d tries were counted", n)
			}
			if a := nodes[1].Send("POST", "/user/verify-login-by-otp", "",
				fields{"phone": phone, "code": right}); a.Short() != "422 code_tries" {
				t.Errorf("the right code after three wrong ones: %s", a.Short())
			}
		}
		nodes[0].Healthy()
		nodes[1].Healthy()
	})
}

// TestFlooding requests codes for many numbers from many addresses over two nodes: the messages stay within the
// budget, and a legitimate number can sign in meanwhile and afterwards.
func TestFlooding(t *testing.T) {
	requests, numbers, addresses := apptest.Count(400, 10_000), apptest.Count(40, 500), apptest.Count(16, 200)
	const budget, waves = 2000, 5
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		nodes, sender := twoNodes(t, d)
		honest := func(n int) {
			t.Helper()
			phone, ip := fmt.Sprintf("+20106%03d0000", n), from(fmt.Sprintf("197.40.%d.9", n))
			if a := nodes[n%2].Send("POST", "/user/login-by-otp", "",
				fields{"country_code": "+20", "phone": phone, "method": "whatsapp"}, ip); a.Status != 200 {
				t.Errorf("honest number %d was not served: %d %s", n, a.Status, a.Body)
				return
			}
			nodes[n%2].RunJobs()
			if a := nodes[(n+1)%2].Send("POST", "/user/verify-login-by-otp", "",
				fields{"phone": phone, "code": sender.code(phone)}, ip); a.Status != 200 {
				t.Errorf("honest number %d could not use its code: %d %s", n, a.Status, a.Body)
			}
		}
		total := map[string]int{}
		for wave := range waves {
			part := requests / waves
			done := make(chan map[string]int)
			go func() {
				done <- apptest.Burst(part, 32, func(i int) string {
					i += wave * part
					return nodes[i%2].Send("POST", "/user/login-by-otp", "", fields{"country_code": "+20",
						"phone": fmt.Sprintf("+2012%02d%06d", i%numbers%50, i%numbers), "method": "sms"},
						from(fmt.Sprintf("102.60.%d.1", i*7%addresses))).Short()
				})
			}()
			honest(2 * wave)
			for short, n := range <-done {
				total[short] += n
			}
			honest(2*wave + 1)
			nodes[0].After(3 * time.Minute)
		}
		answered := 0
		for short, n := range total {
			answered += n
			switch short {
			case ok, "429 codes_busy", "429 code_wait", "429 codes_spent":
			default:
				t.Errorf("%d were answered %s", n, short)
			}
		}
		if answered != requests/waves*waves || total[ok] < numbers {
			t.Errorf("%v", total)
		}
		if sent := sender.taken(); sent > budget || sent > total[ok]+2*waves {
			t.Errorf("the provider was sent %d, the budget is %d and %d were asked for", sent, budget, total[ok])
		}
		t.Logf("%v, %d sent", total, sender.taken())
		nodes[0].Healthy()
		nodes[1].Healthy()
	})
}

// TestDemoDoorsAreShut checks that features of the demo do not exist in a real shop.
func TestDemoDoorsAreShut(t *testing.T) {
	nodes, _ := twoNodes(t, dbtest.New(t, db.SQLite))
	for _, path := range []string{"=/dev/outbox", "=/dev/texts", "=/gateway/sandbox/pay/x", "=/gateway/sandbox/page.css"} {
		if a := nodes[0].Send("GET", path, "", nil); a.Status != 404 {
			t.Errorf("%s: %d", path, a.Status)
		}
	}
	if a := nodes[0].Send("POST", "/webhooks/sandbox", "", `{}`); a.Status != 404 {
		t.Errorf("the sandbox's webhook: %d", a.Status)
	}
}
