package app_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"wekala/internal/aftersales/ratings"
	"wekala/internal/app/apptest"
	"wekala/internal/marketing/favourites"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/doctor"
)

// sums are a subject's totals as lists read them.
func sums(s *apptest.Shop, table, id string) string {
	s.TB.Helper()
	return apptest.Get[string](s, `SELECT rating_sum || '/' || rating_count FROM `+table+` WHERE id = $1`, id)
}

type ratingView struct {
	CanRate bool `json:"can_rate"`
	Items   []struct {
		LineID string `json:"line_id"`
		Rating *struct {
			Stars int64 `json:"stars"`
		} `json:"rating"`
	} `json:"items"`
}

func linesOf(s *apptest.Shop, orderID, token string) ratingView {
	s.TB.Helper()
	var v ratingView
	s.Do("GET", "/orders/"+orderID+"/rating", token, nil).Into(s.TB, &v)
	return v
}

func opinion(stars int, line string) map[string]any {
	body := map[string]any{"stars": stars, "delivery_stars": 5, "text": "Hot, and <b>on time</b>\u202e"}
	if line != "" {
		body["items"] = []any{map[string]any{"line_id": line, "stars": stars, "text": "Crisp"}}
	}
	return body
}

// TestRatings follows a rating from the order that is not delivered yet to the day on which it can no longer be
// changed.
func TestRatings(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		pending := m.order()
		if a := s.Do("POST", "/orders/"+pending.id+"/rating", pending.owner.Token,
			opinion(5, "")); a.Short() != "400 not_delivered" {
			t.Errorf("before it is delivered: %s", a.Short())
		}
		if linesOf(s, pending.id, pending.owner.Token).CanRate {
			t.Error("an order under way can be rated")
		}
		th := m.delivered()
		path := "/orders/" + th.id + "/rating"
		v := linesOf(s, th.id, th.owner.Token)
		if !v.CanRate || len(v.Items) != 1 {
			t.Fatalf("%+v", v)
		}
		line := v.Items[0].LineID
		for body, want := range map[string]string{
			`{"stars":0}`: "422 invalid", `{"stars":6}`: "422 invalid", `{"stars":4,"delivery_stars":9}`: "422 invalid",
			`{"stars":4,"text":"` + strings.Repeat("x", 1001) + `"}`:                                          "422 invalid",
			`{"stars":4,"items":[{"line_id":"nothing","stars":4}]}`:                                           "422 invalid",
			`{"stars":4,"photos":["a","b","c","d","e"]}`:                                                      "422 invalid",
			`{"stars":4,"photos":["not-mine"]}`:                                                               "422 invalid",
			`{"stars":4,"items":[{"line_id":"` + line + `","stars":4},{"line_id":"` + line + `","stars":5}]}`: "422 invalid",
		} {
			if a := s.Do("POST", path, th.owner.Token, body); !strings.HasPrefix(a.Short(), "422") {
				t.Errorf("%.60s: %s, want %s", body, a.Short(), want)
			}
		}
		// A collected order has no delivery: stars for it would count as the branch's.
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, th.id)
		if a := s.Do("POST", path, th.owner.Token, opinion(4, line)); a.Short() != "422 no_delivery" {
			t.Errorf("a delivery that never was: %s", a.Short())
		}
		s.Exec(`UPDATE orders SET fulfilment = 'delivery' WHERE id = $1`, th.id)
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM ratings`); n != 0 {
			t.Errorf("%d ratings after refusals", n)
		}
		if a := s.Do("POST", path, m.stall.Token, opinion(1, "")); a.Short() != notFound {
			t.Errorf("another customer's order: %s", a.Short())
		}
		if a := s.Do("POST", path, th.owner.Token, opinion(4, line)); a.Short() != ok {
			t.Fatalf("%s", a.Body)
		}
		if got := sums(s, "branches", apptest.Koshary) + " " + sums(s, "products", "prd_koshary"); got != "4/1 4/1" {
			t.Errorf("sums %s", got)
		}
		stored := apptest.Get[string](s, `SELECT text FROM ratings WHERE order_id = $1 AND line_id = ''`, th.id)
		if stored != "Hot, and <b>on time</b>" {
			t.Errorf("stored %q", stored)
		}
		// A change replaces the rating; repeating it changes nothing.
		s.Do("POST", path, th.owner.Token, opinion(2, line)).Into(t, &struct{}{})
		s.Do("POST", path, th.owner.Token, opinion(2, line)).Into(t, &struct{}{})
		if got := sums(s, "branches", apptest.Koshary) + " " + sums(s, "products", "prd_koshary"); got != "2/1 2/1" {
			t.Errorf("sums %s", got)
		}
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		a := s.Do("GET", "/products/koshary/reviews", "", nil)
		if a.Status != 200 || !strings.Contains(a.Body, `"name":"Mona"`) ||
			!strings.Contains(a.Body, `{"stars":2,"count":1}`) || strings.Contains(a.Body, th.owner.ID) {
			t.Errorf("%s", a.Body)
		}
		for query, want := range map[string]int{"stars=2": 1, "stars=5": 0, "page=2": 0, "sort=helpful": 1, "stars=٢": 1} {
			var found []any
			s.Do("GET", "/products/koshary/reviews?"+url.PathEscape(query), "", nil).Into(t, &found)
			if len(found) != want {
				t.Errorf("reviews?%s: %d", query, len(found))
			}
		}
		for _, query := range []string{"stars=6", "stars=many", "sort=worst", "page=last"} {
			if a := s.Do("GET", "/branches/"+apptest.Koshary+"/reviews?"+query, "", nil); a.Status != 422 {
				t.Errorf("reviews?%s: %s", query, a.Short())
			}
		}
		// Sorted by date, the newest come first; otherwise ratings in the reader's language do, and ratings without text
		// count as being in it.
		first := apptest.Get[string](s, `SELECT id FROM ratings WHERE kind = 'product'`)
		s.Exec(`INSERT INTO ratings (id, kind, subject, branch_id, user_id, order_id, line_id, stars, text, photos, helpful,
			version, created_at, updated_at)
			SELECT 'rat_ar', kind, subject, branch_id, user_id, order_id, 'ar', 4, 'طعمه جميل', 0, 7, 1, created_at + 1,
			updated_at FROM ratings WHERE kind = 'product'
			UNION ALL SELECT 'rat_photo', kind, subject, branch_id, user_id, order_id, 'photo', 4, '', 1, 0, 1, created_at - 1,
			updated_at FROM ratings WHERE kind = 'product'
			UNION ALL SELECT 'rat_en', kind, subject, branch_id, user_id, order_id, 'en', 4, 'Tasty', 0, 0, 1, created_at - 2,
			updated_at FROM ratings WHERE kind = 'product'`)
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		for query, want := range map[string]string{
			"en newest": "ar first photo en", "ar newest": "ar first photo en",
			"en helpful": "first photo en ar", "ar ": "ar photo first en", "ar photos": "photo ar first en",
		} {
			lang, sort, _ := strings.Cut(query, " ")
			var found []struct{ ID string }
			s.Do("GET", "/products/prd_koshary/reviews?sort="+sort, "", nil, apptest.Header{"Accept-Language": lang}).
				Into(t, &found)
			var got []string
			for _, r := range found {
				got = append(got, strings.TrimPrefix(r.ID, "rat_"))
			}
			if want = strings.ReplaceAll(want, "first", strings.TrimPrefix(first, "rat_")); strings.Join(got, " ") != want {
				t.Errorf("%s: %v, want %s", query, got, want)
			}
		}
		s.Exec(`DELETE FROM ratings WHERE line_id IN ('ar', 'photo', 'en')`)

		// Staff answer and hide; hidden ratings are not counted and not shown.
		id := apptest.Get[string](s, `SELECT id FROM ratings WHERE order_id = $1 AND line_id = $2`, th.id, line)
		if a := s.Do("POST", "/console/ratings/"+id+"/answer", m.tokens[staff],
			map[string]any{"answer": "We are sorry", "version": m.ratingVersion(id)}); a.Short() != ok {
			t.Errorf("answer: %s", a.Body)
		}
		if a := s.Do("POST", "/console/ratings/"+id+"/hide", m.tokens[staff],
			map[string]any{"reason": " ", "version": m.ratingVersion(id)}); !strings.HasPrefix(a.Short(), "422") {
			t.Errorf("hidden without a reason: %s", a.Short())
		}
		for range 2 {
			s.Do("POST", "/console/ratings/"+id+"/hide", m.tokens[staff],
				map[string]any{"reason": "Names a courier", "version": m.ratingVersion(id)}).Into(t, &struct{}{})
		}
		if got := sums(s, "products", "prd_koshary"); got != "0/0" {
			t.Errorf("hidden, and yet %s", got)
		}
		s.Do("POST", path, th.owner.Token, opinion(5, line)).Into(t, &struct{}{}) // changing it does not show it again
		if got := sums(s, "branches", apptest.Koshary) + " " + sums(s, "products", "prd_koshary"); got != "5/1 0/0" {
			t.Errorf("sums %s", got)
		}
		if err := s.App.Poll(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a := s.Do("GET", "/products/koshary/reviews", "", nil); strings.Contains(a.Body, "Crisp") {
			t.Errorf("hidden, and yet seen: %s", a.Body)
		}
		s.Do("POST", "/console/ratings/"+id+"/show", m.tokens[boss],
			map[string]any{"reason": "The name is gone", "version": m.ratingVersion(id)}).Into(t, &struct{}{})
		if got := sums(s, "products", "prd_koshary"); got != "5/1" {
			t.Errorf("shown again, and %s", got)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1`, id); n != 4 {
			t.Errorf("%d lines in the audit log", n)
		}

		// A vote of another customer, once; nobody can vote for their own.
		for range 2 {
			s.Do("POST", "/reviews/"+id+"/helpful", m.stall.Token, map[string]any{"helpful": true}).Into(t, &struct{}{})
		}
		if n := apptest.Get[int](s, `SELECT helpful FROM ratings WHERE id = $1`, id); n != 1 {
			t.Errorf("helped %d", n)
		}

		s.Clock.Advance(15 * 24 * time.Hour)
		s.Exec(`UPDATE sessions SET expires_at = $1 WHERE user_id = $2`, db.At(s.Clock.Now().Add(time.Hour)), th.owner.ID)
		if a := s.Do("POST", path, th.owner.Token, opinion(1, line)); a.Short() != "400 too_late" {
			t.Errorf("after two weeks: %s", a.Short())
		}
		if a := s.Do("POST", path, th.owner.Token, opinion(5, line)); a.Short() != ok {
			t.Errorf("the same again after two weeks: %s", a.Short())
		}
		s.Healthy()
	})
}

// TestRatingBurst repeatedly posts the same rating on two nodes, concurrently with those of other customers of the
// same product: one rating per line, and correct totals.
func TestRatingBurst(t *testing.T) {
	orders, posts := apptest.Count(4, 50), apptest.Count(6, 20)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		second := apptest.Node(t, d, s.Clock)
		m := newMatrix(s)
		var things []thing
		var lines []string
		for range orders {
			th := m.delivered()
			things = append(things, th)
			lines = append(lines, linesOf(s, th.id, th.owner.Token).Items[0].LineID)
		}
		got := apptest.Burst(orders*posts, clients, func(i int) string {
			node, o := s, i%orders
			if i/orders%2 == 1 {
				node = second
			}
			// Half of them have another text.
			return node.Send("POST", "/orders/"+things[o].id+"/rating", things[o].owner.Token, opinion(4+i/orders%2, lines[o])).
				Short()
		})
		for answer := range got {
			if answer != ok && answer != "409 changed" {
				t.Errorf("%d × %s", got[answer], answer)
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM ratings`); n != 2*orders {
			t.Errorf("%d ratings of %d orders with a line each", n, orders)
		}
		s.Healthy()
		second.Healthy()
	})
}

// TestFavouriteNews has a favourite become cheaper while two nodes concurrently check and send: one message, and none
// to customers without consent.
func TestFavouriteNews(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		second := apptest.Node(t, d, s.Clock)
		yes, no := s.Customer(), s.Customer()
		here := apptest.Header{"district-id": "maadi"}
		for _, p := range []apptest.Customer{yes, no} {
			for _, body := range []string{`{"kind":"product","id":"koshary"}`, `{"kind":"product","id":"koshary"}`,
				`{"kind":"branch","id":"koshary-maadi"}`} {
				if a := s.Do("POST", "/favourites", p.Token, body, here); a.Short() != ok {
					t.Fatal(a.Body)
				}
			}
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM favourites WHERE user_id = $1`, yes.ID); n != 2 {
			t.Errorf("%d favourites", n)
		}
		s.Exec(`INSERT INTO consents (user_id, seq, kind, channel, given, wording, lang, session_id, at)
			VALUES ($1, 1, 'offers', 'sms', $2, '2026-11-21', 'en', $3, 1)`, yes.ID, true, yes.Session)
		told := func() int {
			return apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE SUBSTR(template, 1, 11) = 'favourites.'
				AND recipient = $1`, yes.Phone)
		}
		both := func() {
			t.Helper()
			apptest.Burst(8, 8, func(i int) string {
				node := []*apptest.Shop{s, second}[i%2]
				if _, err := node.App.Jobs.RunDue(context.Background()); err != nil {
					t.Error(err)
				}
				return ok
			})
			s.RunJobs()
		}
		price := func(minor int64) {
			err := d.InTx(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if _, err := tx.Exec(ctx, `UPDATE branch_prices SET price = $1 WHERE product_id = 'prd_koshary' AND branch_id = $2`,
					minor, apptest.Koshary); err != nil {
					return err
				}
				return touchProduct(ctx, tx, "prd_koshary")
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		both() // everything is checked once
		if told() != 0 {
			t.Error("told of nothing")
		}
		price(3000)
		s.Clock.Advance(16 * time.Minute)
		both()
		if n := told(); n != 1 {
			t.Errorf("%d messages of a lower price", n)
		}
		if n := apptest.Get[int](s, `SELECT COUNT(*) FROM messages WHERE recipient = $1`, no.Phone); n != 0 {
			t.Errorf("%d messages to who did not agree", n)
		}
		// A further reduction on the same day, then an increase: no further message is sent.
		price(2000)
		s.Clock.Advance(16 * time.Minute)
		both()
		if n := told(); n != 1 {
			t.Errorf("%d messages on one day", n)
		}
		price(9000)
		s.Clock.Advance(24 * time.Hour)
		both()
		if n := told(); n != 1 {
			t.Errorf("%d messages although it is dear again", n)
		}
		// Back in stock is also announced, the next time.
		s.Exec(`UPDATE stock SET reserved = on_hand WHERE variant_id IN ('var_koshary_s', 'var_koshary_l')`)
		price(9001)
		s.Clock.Advance(2 * time.Minute)
		both()
		s.Exec(`UPDATE stock SET reserved = 0 WHERE variant_id IN ('var_koshary_s', 'var_koshary_l')`)
		price(9002)
		s.Clock.Advance(16 * time.Minute)
		both()
		if n := told(); n != 2 {
			t.Errorf("%d messages after it is back", n)
		}
		if a := s.Do("DELETE", "/favourites?kind=product&id=prd_koshary", yes.Token, nil); a.Short() != ok {
			t.Error(a.Body)
		}
		s.Healthy()
	})
}

// TestPriceWasIsOfTheSameBranch: a favourite now shown by another branch is neither cheaper nor more expensive than
// when it was marked.
func TestPriceWasIsOfTheSameBranch(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		p := s.Customer()
		maadi, zamalek := apptest.Header{"district-id": "maadi"}, apptest.Header{"district-id": "zamalek"}
		if a := s.Do("POST", "/favourites", p.Token, `{"kind":"product","id":"koshary"}`, zamalek); a.Short() != ok {
			t.Fatal(a.Body)
		}
		seen := func(place apptest.Header) (branch string, was, price string) {
			t.Helper()
			var list []struct {
				PriceWas *json.Number `json:"price_was"`
				Product  struct {
					Price  json.Number `json:"price"`
					Branch struct {
						ID string `json:"id"`
					} `json:"branch"`
				} `json:"product"`
			}
			s.Do("GET", "/favourites/products", p.Token, nil, place).Into(t, &list)
			if len(list) != 1 {
				t.Fatalf("%d favourites", len(list))
			}
			was = "none"
			if list[0].PriceWas != nil {
				was = list[0].PriceWas.String()
			}
			return list[0].Product.Branch.ID, was, list[0].Product.Price.String()
		}
		if branch, was, price := seen(zamalek); branch != apptest.Zamalek || was != "50" || price != "50" {
			t.Errorf("where it was marked: %s %s %s", branch, was, price)
		}
		if branch, was, price := seen(maadi); branch != apptest.Koshary || was != "none" || price != "45" {
			t.Errorf("at another branch: %s %s %s", branch, was, price)
		}
		// Favourites from before branches were recorded are compared with none.
		s.Exec(`UPDATE favourites SET branch_id = '' WHERE user_id = $1`, p.ID)
		if _, was, _ := seen(zamalek); was != "none" {
			t.Errorf("of an unknown branch: %s", was)
		}
		s.Healthy()
	})
}

// TestDoctorSeesOpinions breaks the data that each check covers.
func TestDoctorSeesOpinions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := apptest.New(t, d)
		m := newMatrix(s)
		th := m.rated()
		checks := slices.Concat(ratings.Checks(), favourites.Checks())
		found := func() map[string]bool {
			results, err := doctor.Run(t.Context(), d, checks)
			if err != nil {
				t.Fatal(err)
			}
			bad := map[string]bool{}
			for _, r := range results {
				if r.Violations > 0 {
					bad[r.Check] = true
				}
			}
			return bad
		}
		if bad := found(); len(bad) != 0 {
			t.Fatalf("%v", bad)
		}
		for i, breaks := range []string{
			`UPDATE products SET rating_sum = 3, rating_count = 1 WHERE id = 'prd_koshary'`,
			`UPDATE orders SET delivered_at = NULL WHERE id = (SELECT order_id FROM ratings WHERE id = '` + th.id + `')`,
			`UPDATE ratings SET helpful = 3`,
			`INSERT INTO favourites (user_id, kind, ref, created_at) VALUES ('usr', 'product', 'prd_gone', 1)`,
			`INSERT INTO favourite_news (user_id, ref, what, change, price, created_at)
				VALUES ('usr', 'prd_gone', 'cheaper', 9, 1, 1)`,
			`INSERT INTO favourite_news (user_id, ref, what, change, price, created_at, told_day)
				VALUES ('usr', 'prd_gone', 'back', 8, 1, 1, '2026-11-20')`,
		} {
			before := len(found())
			s.Exec(breaks)
			if after := found(); len(after) < before || len(after) == 0 || i != 5 && i != 4 && len(after) == before {
				t.Errorf("%s is not seen: %v", breaks, fmt.Sprint(after))
			}
		}
	})
}
