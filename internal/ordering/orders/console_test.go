package orders_test

import (
	"bufio"
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"wekala/internal/identity/staff"
	"wekala/internal/ordering/checkout/buytest"
	"wekala/internal/ordering/orders"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/errs"
)

var people = map[string]staff.Member{
	"owner":   {ID: "stf_owner", Name: "Omar", Role: staff.Owner},
	"manager": {ID: "stf_manager", Name: "Mai", Role: staff.Manager, Branches: []string{buytest.Koshary}},
	"both":    {ID: "stf_both", Name: "Basma", Role: staff.Manager, Branches: []string{buytest.Koshary, buytest.Zamalek}},
	"other":   {ID: "stf_other", Name: "Zain", Role: staff.Manager, Branches: []string{buytest.Zamalek}},
	"picker":  {ID: "stf_picker", Name: "Pola", Role: staff.Picker, Branches: []string{buytest.Koshary}},
	"courier": {ID: "stf_courier", Name: "Karim", Role: staff.Courier, Branches: []string{buytest.Koshary}},
	"second":  {ID: "stf_second", Name: "Sami", Role: staff.Courier, Branches: []string{buytest.Koshary}},
	"support": {ID: "stf_support", Name: "Salma", Role: staff.Support},
	"finance": {ID: "stf_finance", Name: "Farah", Role: staff.Finance},
	"editor":  {ID: "stf_editor", Name: "Eman", Role: staff.Editor},
}

func desk(t *testing.T, d *db.DB) *buytest.Shop {
	s := buytest.New(t, d)
	s.API.Allowed = staff.Allowed
	s.API.ResolveStaff = func(ctx context.Context, token string) (context.Context, string, error) {
		member, ok := people[token]
		if !ok {
			return ctx, "", errs.Unauthorized()
		}
		member.SessionID = "sts_" + token
		return staff.With(ctx, member), member.ID, nil
	}
	s.Customer("usr", "maadi")
	return s
}

func move(s *buytest.Shop, who, id string, body map[string]any) buytest.Res {
	if _, ok := body["expected_seq"]; !ok {
		body["expected_seq"] = buytest.Get[int64](s, `SELECT event_seq FROM orders WHERE id = $1`, id)
	}
	return s.Do("POST", "/console/orders/"+id+"/move", who, body)
}

func TestAnOrderIsMovedToTheDoor(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")

		var board orders.Board
		s.Do("GET", "/console/orders", "manager", nil).Into(t, &board)
		var card *orders.BoardOrder
		for _, c := range board.Columns {
			if c.Status == "pending" && len(c.Orders) == 1 {
				card = &c.Orders[0]
			}
		}
		if card == nil || card.ItemsQuantity != 2 || card.Customer.Name != "Mona" ||
			strings.Contains(card.Customer.PhoneMasked, "1234") {
			t.Fatalf("board: %+v", board)
		}
		if len(card.Goods) != 1 || card.Goods[0].Qty != 2 || card.Goods[0].Name == "" || card.GoodsMore != 0 ||
			card.Area == "" || card.Goods[0].Note != "" {
			t.Errorf("what and where to: %+v", card)
		}
		if board.Shop != "open" || len(board.Closed) != 0 {
			t.Errorf("an open shop: %q, closed %+v", board.Shop, board.Closed)
		}
		if len(card.Moves) != 2 || card.Moves[0].To != "processing" || !card.Moves[1].NeedsReason {
			t.Errorf("moves: %+v", card.Moves)
		}
		if r := move(s, "courier", id, map[string]any{"to": "processing"}); r.Status != http.StatusNotFound {
			t.Errorf("a courier sees what is not ready: %d", r.Status)
		}
		if r := move(s, "manager", id, map[string]any{"to": "rejected"}); r.Code() != "reason_required" {
			t.Errorf("no reason: %s", r.Body)
		}
		if r := move(s, "support", id, map[string]any{"to": "processing"}); r.Code() != "move_not_yours" {
			t.Errorf("support accepts: %s", r.Body)
		}
		if r := move(s, "manager", id, map[string]any{"to": "delivered"}); r.Code() != "move_refused" {
			t.Errorf("skipping: %s", r.Body)
		}
		if r := move(s, "manager", id, map[string]any{
			"to": "processing", "expected_seq": 1}); r.Status != http.StatusConflict || r.Code() != "moved_on" {
			t.Errorf("stale: %d %s", r.Status, r.Body)
		}
		for _, step := range []struct{ who, to string }{
			{"picker", "processing"}, {"picker", "shipped"}, {"courier", "out_for_delivery"}} {
			if r := move(s, step.who, id, map[string]any{"to": step.to}); r.Status != http.StatusOK ||
				strings.Contains(r.Body, `"pin":"`) {
				t.Fatalf("%s to %s: %s", step.who, step.to, r.Body)
			}
		}
		if r := s.Do("GET", "/console/orders/"+id, "second", nil); r.Status != http.StatusNotFound {
			t.Errorf("another courier sees it: %d", r.Status)
		}
		var view orders.View
		s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &view)
		if view.PIN == nil || view.Courier == nil || view.Courier.Name != "Karim" {
			t.Fatalf("pin %v courier %v", view.PIN, view.Courier)
		}
		s.Exec(`UPDATE variants SET barcode = '6221' WHERE id = $1`, buytest.Small)
		var held orders.StaffView
		s.Do("GET", "/console/orders/"+id, "courier", nil).Into(t, &held)
		sku := buytest.Get[string](s, `SELECT sku FROM variants WHERE id = $1`, buytest.Small)
		if len(held.Items) != 1 || held.Items[0].SKU != sku || held.Items[0].Barcode != "6221" ||
			held.Items[0].Qty != view.Items[0].Qty {
			t.Errorf("what is picked: %+v", held.Items)
		}
		names := map[string]string{}
		for _, m := range held.Moves {
			names[m.To] = m.Label
		}
		if names["shipped"] != "Report failed delivery" || names["delivered"] != "Hand over" {
			t.Errorf("moves at the door: %v", names)
		}
		wrong := "0000"
		if *view.PIN == wrong {
			wrong = "1111"
		}
		if r := move(s, "courier", id, map[string]any{"to": "delivered", "pin": wrong}); r.Code() != "pin_wrong" {
			t.Errorf("wrong pin: %s", r.Body)
		}
		var detail orders.StaffView
		move(s, "courier", id, map[string]any{"to": "delivered", "pin": *view.PIN}).Into(t, &detail)
		if detail.Status != "delivered" || len(detail.Events) != 6 || detail.Events[5].Actor.Kind != "staff" {
			t.Errorf("delivered: %s, %d events", detail.Status, len(detail.Events))
		}
		if n := buytest.Get[int](s, `SELECT COUNT(*) FROM audit_log WHERE object = $1`, id); n != 4 {
			t.Errorf("%d audit lines", n)
		}
		if n := buytest.Get[int](s,
			`SELECT COUNT(*) FROM messages WHERE template = 'orders.notice_out_for_delivery'`); n != 1 {
			t.Errorf("%d messages", n)
		}
		s.Healthy()
	})
}

func TestWrongPINsEnd(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		for _, step := range []struct{ who, to string }{
			{"picker", "processing"}, {"picker", "shipped"}, {"courier", "out_for_delivery"}} {
			move(s, step.who, id, map[string]any{"to": step.to})
		}
		codes := map[string]int{}
		for range 8 {
			codes[move(s, "courier", id, map[string]any{"to": "delivered", "pin": "no"}).Code()]++
		}
		if codes["pin_wrong"] != 5 || codes["pin_locked"] != 3 {
			t.Errorf("%v", codes)
		}
		var view orders.View
		s.Do("GET", "/orders/"+id, "usr", nil).Into(t, &view)
		if r := move(s, "courier", id, map[string]any{"to": "delivered", "pin": *view.PIN}); r.Code() != "pin_locked" {
			t.Errorf("the right one after too many: %s", r.Body)
		}
	})
}

func TestCouriersDoNotSeeWhatIsCollected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		s.Exec(`UPDATE orders SET fulfilment = 'pickup' WHERE id = $1`, id)
		for _, to := range []string{"processing", "shipped"} {
			if r := move(s, "picker", id, map[string]any{"to": to}); r.Status != http.StatusOK {
				t.Fatalf("to %s: %s", to, r.Body)
			}
		}
		for who, sees := range map[string]bool{"picker": true, "support": true, "courier": false} {
			var board orders.Board
			s.Do("GET", "/console/orders?status=shipped", who, nil).Into(t, &board)
			if got := len(board.Columns[0].Orders) == 1; got != sees {
				t.Errorf("on the board of a %s: %v", who, got)
			}
			if got := s.Do("GET", "/console/orders/"+id, who, nil).Status == http.StatusOK; got != sees {
				t.Errorf("opened by a %s: %v", who, got)
			}
		}
		if r := move(s, "courier", id, map[string]any{"to": "out_for_delivery"}); r.Status != http.StatusNotFound {
			t.Errorf("taken by a courier: %s", r.Body)
		}
		s.Healthy()
	})
}

func TestNobodySeesAnotherBranch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		for who, want := range map[string]int{"owner": 200, "support": 200, "finance": 200, "manager": 200, "picker": 200,
			"other": 404, "courier": 404, "editor": 403, "usr": 401, "": 401} {
			if r := s.Do("GET", "/console/orders/"+id, who, nil); r.Status != want {
				t.Errorf("%q reads it: %d", who, r.Status)
			}
			if r := s.Do("GET", "/console/orders?branch_id="+buytest.Koshary, who, nil); r.Status != want && who != "courier" {
				t.Errorf("%q lists it: %d", who, r.Status)
			}
			if who == "other" || who == "editor" {
				if r := move(s, who, id, map[string]any{"to": "processing"}); r.Status != want {
					t.Errorf("%q moves it: %d", who, r.Status)
				}
			}
		}
		if r := s.Do("GET", "/console/orders", "other", nil); strings.Contains(r.Body, id) {
			t.Error("it is on another branch's board")
		}
	})
}

// hears reads a stream until it has an event that contains what, or ends.
func hears(t *testing.T, server *httptest.Server, path, who, what string) bool {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/api/v1"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+who)
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if kind := res.Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("%s: %s", path, kind)
	}
	lines := bufio.NewScanner(res.Body)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "data: ") && strings.Contains(lines.Text(), what) {
			return true
		}
	}
	return false
}

// signIn creates sessions for a customer and a member of staff, which streams check; the other operations of these
// tests need none.
func signIn(s *buytest.Shop, customer, who string) {
	s.TB.Helper()
	s.Orders.Staff = staff.New(staff.Deps{DB: s.DB, Clock: s.Clock})
	member := people[who]
	now := s.Clock.Now()
	s.Exec(`INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
		VALUES ($1, $1, $2, $3, '', 'en', 1)`,
		member.ID, member.Name, member.Role)
	s.Exec(`INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
		VALUES ($1, $1, $2, $3, $4, $3)`,
		"sts_"+who, member.ID, now.UnixMilli(), now.Add(time.Hour).UnixMilli())
	s.Exec(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
		VALUES ($1, $1, $2, '', $3, $4, $3)`,
		"ses_"+customer, customer, now.UnixMilli(), now.Add(time.Hour).UnixMilli())
}

func TestTheBoardIsLive(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		id := s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
		signIn(s, "usr", "manager")
		server := httptest.NewServer(s.API)
		defer server.Close()
		for path, who := range map[string]string{"/console/orders/events?cursor=1": "manager",
			"/orders/" + id + "/events": "usr"} {
			if !hears(t, server, path, who, `"status":"pending"`) {
				t.Errorf("%s: nothing heard", path)
			}
		}
		s.Exec(`UPDATE orders SET fulfilment = 'pickup', status = 'shipped' WHERE id = $1`, id)
		if !hears(t, server, "/console/orders/events?cursor=1", "manager", `"label":"Ready for pickup"`) {
			t.Error("what is ready to collect is told as sent")
		}
		s.Exec(`UPDATE orders SET status = 'processing' WHERE id = $1`, id)
		if r := s.Do("GET", "/console/orders/"+id, "manager", nil); !strings.Contains(r.Body,
			`"to":"shipped","label":"Ready for pickup"`) {
			t.Errorf("made ready to collect: %s", r.Body)
		}
		s.Orders.Drain()
		if r := s.Do("GET", "/console/orders/events", "manager", nil); r.Status != http.StatusOK {
			t.Errorf("after draining: %d", r.Status)
		}
	})
}

// TestTheBoardHearsOfManyAtOnce: when more orders change within the stream's overlap than it reads at once, the last
// one is still sent.
func TestTheBoardHearsOfManyAtOnce(t *testing.T) {
	dbtest.InTurn(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		orders.ReadNewsBy(t, 2)
		id := ""
		for range 3 {
			id = s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
			s.Clock.Advance(time.Second)
		}
		signIn(s, "usr", "manager")
		server := httptest.NewServer(s.API)
		defer server.Close()
		if !hears(t, server, "/console/orders/events?cursor=1", "manager", `"id":"`+id+`"`) {
			t.Error("the last change is not told")
		}
		s.Orders.Drain()
	})
}

func TestAColumnSaysThatThereIsMore(t *testing.T) {
	dbtest.InTurn(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		shown := orders.ShowPerColumn(t, 2)
		for i := range 3 {
			s.Buy("usr", "food", buytest.Koshary, buytest.Small, 2, "cod")
			s.Clock.Advance(time.Second)
			var board orders.Board
			s.Do("GET", "/console/orders?status=pending", "manager", nil).Into(t, &board)
			if c := board.Columns[0]; len(c.Orders) != min(i+1, shown) || c.More != (i+1 > shown) {
				t.Errorf("of %d orders: %d, more: %v", i+1, len(c.Orders), c.More)
			}
		}
	})
}

func TestTheBoardSaysWhoTakesNoOrders(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		s := desk(t, d)
		s.Exec(`UPDATE branches SET switched_closed = $2, pause_reason = 'power' WHERE id = $1`, buytest.Koshary, true)
		if err := s.Branches.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		var board orders.Board
		s.Do("GET", "/console/orders", "manager", nil).Into(t, &board)
		if len(board.Closed) != 1 || board.Closed[0].ID != buytest.Koshary || board.Closed[0].Reason != "switched" ||
			board.Closed[0].PauseReason != "power" || board.Closed[0].OpensAt != nil {
			t.Errorf("closed by hand: %+v", board.Closed)
		}
		board = orders.Board{}
		s.Do("GET", "/console/orders", "other", nil).Into(t, &board)
		if len(board.Closed) != 0 {
			t.Errorf("a branch of others: %+v", board.Closed)
		}
	})
}
