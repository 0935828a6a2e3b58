package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// desk is the staff of an evening: some watch the board live and read it again and again, one imports a file of
// products.
type desk struct {
	shop  *shop
	token string
	goods wares
}

// importedRows is how many rows of products are imported during the load.
const importedRows = 20_000

// newDesk signs an owner in, directly in the database: signing in is limited by design.
func (s *shop) newDesk(ctx context.Context, goods wares) (*desk, error) {
	d := &desk{shop: s, token: id.Secret(32), goods: goods}
	who, now := id.New("stf"), time.Now().UnixMilli()
	return d, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return tx.Batch(ctx, []db.Stmt{
			{SQL: `INSERT INTO staff (id, email, name, role, password_hash, lang, created_at)
				VALUES ($1, $2, 'Bench', 'owner', '', 'en', $3)`,
				Args: []any{who, who + "@example.com", now}},
			{SQL: `INSERT INTO staff_sessions (token_hash, id, staff_id, created_at, expires_at, last_seen_at)
				VALUES ($1, $2, $3, $4, $5, $4)`,
				Args: []any{id.Digest(d.token), id.New("sts"), who, now, now + int64(8*time.Hour/time.Millisecond)}},
		})
	})
}

// ask sends a request to the console and reads the answer.
func (d *desk) ask(ctx context.Context, method, path, kind, body string, into any) error {
	r, err := http.NewRequestWithContext(ctx, method, "http://"+d.shop.addr+"/api/v1"+path, strings.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	r.Header.Set("Content-Type", kind)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		return fmt.Errorf("%s %s: %d %.200s %w", method, path, answer.StatusCode, raw, err)
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(raw, &struct{ Response any }{&struct{ Data any }{into}})
}

// watch follows the board until the evening ends and reports each order that appears on it.
func (d *desk) watch(ctx context.Context, seen func(order string)) error {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+d.shop.addr+"/api/v1/console/orders/events", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer "+d.token)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the board: %d", answer.StatusCode)
	}
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 8<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		if !ok {
			continue
		}
		var cards []struct {
			ID string `json:"id"`
		}
		var one struct {
			ID string `json:"id"`
		}
		if json.Unmarshal([]byte(data), &cards) != nil && json.Unmarshal([]byte(data), &one) == nil {
			cards = append(cards, one)
		}
		for _, c := range cards {
			seen(c.ID)
		}
	}
	if ctx.Err() != nil {
		return nil
	}
	return lines.Err()
}

type importRun struct {
	ID      string
	Columns []struct{ Means string }
	State   string
	Version int64
}

// bring uploads a file of products and waits until it is in.
func (d *desk) bring(ctx context.Context, rows int) (took time.Duration, err error) {
	var file strings.Builder
	file.WriteString("handle,name_en,name_ar,category,option1,value1,sku,price,stock,published\n")
	mark := time.Now().Unix()
	for i := range rows {
		fmt.Fprintf(&file, "bench-%d-%d,Shirt %d,قميص %d,Shirts,Size,%d,B%d-%d,%d.50,%d,yes\n", mark, i/4, i/4, i/4, i%4,
			mark, i, 10+i%90, i%20)
	}
	var place struct {
		Store string `db:"store_id"`
	}
	if err := d.shop.db.Get(ctx, &place, `SELECT store_id FROM branches WHERE id = $1`, d.goods.Branch); err != nil {
		return 0, err
	}
	var r importRun
	if err := d.ask(ctx, "POST", "/console/imports?name=evening.csv", "text/csv", file.String(), &r); err != nil {
		return 0, err
	}
	columns := make([]string, len(r.Columns))
	for i, c := range r.Columns {
		columns[i] = c.Means
	}
	set, err := json.Marshal(map[string]any{"columns": columns, "store": place.Store, "branches": []string{d.goods.Branch},
		"vat_bp": 1400, "version": r.Version})
	if err != nil {
		return 0, err
	}
	if err := d.ask(ctx, "PUT", "/console/imports/"+r.ID, "application/json", string(set), &r); err != nil {
		return 0, err
	}
	began := time.Now()
	if err := d.ask(ctx, "POST", "/console/imports/"+r.ID+"/start", "application/json",
		fmt.Sprintf(`{"version":%d}`, r.Version), &r); err != nil {
		return 0, err
	}
	for r.State != "done" {
		if r.State == "stopped" || r.State == "failed" {
			return 0, fmt.Errorf("the import is %s", r.State)
		}
		select {
		case <-ctx.Done():
			return 0, fmt.Errorf("the import was %s when the evening ended", r.State)
		case <-time.After(200 * time.Millisecond):
		}
		if err := d.ask(ctx, "GET", "/console/imports/"+r.ID, "", "", &r); err != nil {
			return 0, err
		}
	}
	return time.Since(began), nil
}

// placed remembers when orders were placed, to measure how soon the board shows them.
type placed struct {
	mu sync.Mutex
	at map[string]time.Time
}

func (p *placed) put(order string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.at[order] = time.Now()
}

// take returns when an order was placed, once.
func (p *placed) take(order string) (time.Time, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	at, ok := p.at[order]
	delete(p.at, order)
	return at, ok
}
