package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"wekala/internal/platform/db"
	"wekala/internal/platform/id"
)

// shop is the running program and a connection to its database.
type shop struct {
	cmd     *exec.Cmd
	addr    string
	db      *db.DB
	started time.Duration // to the first answer of /healthz
	metrics string        // address of /metrics
}

var listening = regexp.MustCompile(`http://(127\.0\.0\.1:\d+)`)

// startShop starts the program on a database and waits until it is ready.
func startShop(ctx context.Context, program, database, dir string) (*shop, error) {
	metrics, err := freeAddress()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	cmd := exec.CommandContext(ctx, program, "serve", "--metrics", metrics, "--demo", "--listen", "127.0.0.1:0",
		"--data-dir", dir, "--database", database, "--log-level", "warn")
	cmd.Stderr = os.Stderr
	cmd.Cancel = func() error { return cmd.Process.Signal(syscall.SIGTERM) }
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	s := &shop{cmd: cmd, metrics: metrics}
	lines := bufio.NewScanner(out)
	for s.addr == "" && lines.Scan() {
		if m := listening.FindStringSubmatch(lines.Text()); m != nil {
			s.addr = m[1]
		}
	}
	if s.addr == "" {
		return nil, errors.New("bench: the program did not say where it listens")
	}
	go func() {
		for lines.Scan() {
		}
	}()
	for _, path := range []string{"/healthz", "/readyz"} {
		if err := s.wait(ctx, path); err != nil {
			return nil, err
		}
		if s.started == 0 {
			s.started = time.Since(began)
		}
	}
	s.db, err = db.Open(ctx, database)
	return s, err
}

func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return l.Addr().String(), l.Close()
}

// figure reads one figure of /metrics; 0 where the build has none of that name.
func (s *shop) figure(name string) float64 {
	answer, err := http.Get("http://" + s.metrics + "/metrics")
	if err != nil {
		return 0
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		if value, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			n, _ := strconv.ParseFloat(value, 64)
			return n
		}
	}
	return 0
}

func (s *shop) wait(ctx context.Context, path string) error {
	for {
		r, err := http.Get("http://" + s.addr + path)
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("bench: %s never answered: %w", path, ctx.Err())
		case <-time.After(5 * time.Millisecond):
		}
	}
}

func (s *shop) stop() {
	_ = s.db.Close()
	_ = s.cmd.Process.Signal(syscall.SIGTERM)
	_ = s.cmd.Wait()
}

// settle makes PostgreSQL update the sizes of its tables, which it does by itself a minute later: until then it plans
// for the empty tables of a shop that was just filled.
func (s *shop) settle(ctx context.Context) error {
	if s.db.Engine() != db.Postgres {
		return nil
	}
	return s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.Exec(ctx, `ANALYZE`)
		return err
	})
}

// memory is the program's own memory, in MiB, from the kernel: without the pages of its files, which are the kernel's
// cache and are freed when memory is needed.
func (s *shop) memory() int {
	raw, err := os.ReadFile(filepath.Join("/proc", fmt.Sprint(s.cmd.Process.Pid), "status"))
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(raw)) {
		var kib int
		if _, err := fmt.Sscanf(line, "RssAnon: %d kB", &kib); err == nil {
			return kib >> 10
		}
	}
	return 0
}

// buyer is a signed-in customer with an address.
type buyer struct{ token, user, address string }

// wares is a branch with things that can be bought in it.
type wares struct {
	Service, Branch, District string
	Variants, Products        []string
}

// popular are the wares that everybody buys.
func (w wares) popular() wares {
	n := min(200, len(w.Variants))
	w.Variants, w.Products = w.Variants[:n], w.Products[:n]
	return w
}

// readyShop starts a shop whose wares are prepared.
func readyShop(ctx context.Context, program, database, dir string) (*shop, wares, error) {
	first, err := startShop(ctx, program, database, dir)
	if err != nil {
		return nil, wares{}, err
	}
	goods, err := first.findWares(ctx)
	first.stop()
	if err != nil {
		return nil, goods, err
	}
	// Again, on a database that is there: that is what starting means.
	s, err := startShop(ctx, program, database, dir)
	return s, goods, err
}

// findWares picks the branch with most variants in stock, without options.
func (s *shop) findWares(ctx context.Context) (wares, error) {
	var w struct {
		Branch  string `db:"branch_id"`
		Service string `db:"service_id"`
	}
	err := s.db.Get(ctx, &w, `SELECT p.branch_id, b.service_id FROM branch_prices p JOIN branches b ON b.id = p.branch_id
		WHERE b.active AND NOT b.switched_closed GROUP BY p.branch_id, b.service_id
		ORDER BY COUNT(*) DESC, p.branch_id LIMIT 1`)
	if err != nil {
		return wares{}, fmt.Errorf("a branch: %w", err)
	}
	found := wares{Service: w.Service, Branch: w.Branch}
	if err := s.db.Get(ctx, &found.District, `SELECT district_id FROM delivery_zones WHERE branch_id = $1
		ORDER BY fee, district_id LIMIT 1`, w.Branch); err != nil {
		return wares{}, fmt.Errorf("a zone: %w", err)
	}
	var rows []struct {
		Variant string `db:"variant_id"`
		Product string `db:"product_id"`
	}
	err = s.db.Select(ctx, &rows, `SELECT p.variant_id, p.product_id FROM branch_prices p
		JOIN products d ON d.id = p.product_id
		WHERE p.branch_id = $1 AND p.active AND d.active AND d.min_qty = 1 AND d.max_qty = 0
		ORDER BY p.price DESC, p.variant_id LIMIT 1200`, w.Branch)
	for _, r := range rows {
		found.Variants = append(found.Variants, r.Variant)
		found.Products = append(found.Products, r.Product)
	}
	if err == nil && len(rows) < 10 {
		err = errors.New("too few products in one branch")
	}
	if err != nil {
		return found, err
	}
	// Plenty of everything, and the branch open round the clock: buying is measured, not selling out. Stock keeps its
	// journal. The program sees this after a restart.
	return found, s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := time.Now().UnixMilli()
		for _, v := range found.Variants {
			if _, err := tx.Exec(ctx, `UPDATE stock SET on_hand = on_hand + 1000000 WHERE branch_id = $1 AND variant_id = $2`,
				w.Branch, v); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `INSERT INTO stock_moves (branch_id, variant_id, id, qty, reason, source, at)
				VALUES ($1, $2, $3, 1000000, 'received', $3, $4)`,
				w.Branch, v, id.New("mov"), now); err != nil {
				return err
			}
		}
		week := `[`
		for day := range 7 {
			if day > 0 {
				week += ","
			}
			week += fmt.Sprintf(`{"day":%d,"open":"00:00","close":"00:00"}`, day)
		}
		if _, err := tx.Exec(ctx, `UPDATE branches SET hours = $1, minimum_order = 0 WHERE id = $2`, week+"]",
			w.Branch); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `DELETE FROM branch_exceptions WHERE branch_id = $1`, w.Branch); err != nil {
			return err
		}
		return nil
	})
}

// buyers makes n signed-in customers with an address, straight in the database:
// signing in is limited by design.
func (s *shop) buyers(ctx context.Context, n int, district string) ([]buyer, error) {
	var governorate string
	var at struct {
		Lat int64 `db:"lat_e6"`
		Lng int64 `db:"lng_e6"`
	}
	if err := s.db.Get(ctx, &governorate, `SELECT governorate_id FROM districts WHERE id = $1`, district); err != nil {
		return nil, err
	}
	if err := s.db.Get(ctx, &at, `SELECT lat_e6, lng_e6 FROM districts WHERE id = $1`, district); err != nil {
		return nil, err
	}
	all := make([]buyer, 0, n)
	now := time.Now().UnixMilli()
	for len(all) < n {
		err := s.db.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			var stmts []db.Stmt
			add := func(sql string, args ...any) { stmts = append(stmts, db.Stmt{SQL: sql, Args: args}) }
			for range min(500, n-len(all)) {
				b := buyer{token: id.Secret(32), user: id.New("usr"), address: id.New("adr")}
				phone := fmt.Sprintf("+2010%08d", len(all))
				add(`INSERT INTO users (id, phone, name, lang, created_at, updated_at) VALUES ($1, $2, 'Bench', 'en', $3, $3)`,
					b.user, phone, now)
				add(`INSERT INTO user_phones (phone, user_id) VALUES ($1, $2) ON CONFLICT (phone) DO NOTHING`, phone, b.user)
				add(`INSERT INTO sessions (token_hash, id, user_id, user_agent, created_at, expires_at, last_seen_at)
					VALUES ($1, $2, $3, 'bench', $4, $5, $4)`,
					id.Digest(b.token), id.New("ses"), b.user, now, now+int64(7*24*time.Hour/time.Millisecond))
				add(`INSERT INTO addresses (user_id, id, type, name, contact_name, phone, governorate_id, district_id, city,
					address, building, lat_e6, lng_e6, created_at, updated_at)
					VALUES ($1, $2, 'home', '', 'Bench', $3, $4, $5, 'Cairo', 'Street', '1', $6, $7, $8, $8)`,
					b.user, b.address, phone, governorate, district, at.Lat, at.Lng, now)
				add(`INSERT INTO default_addresses (user_id, address_id) VALUES ($1, $2)`, b.user, b.address)
				all = append(all, b)
			}
			return tx.Batch(ctx, stmts)
		})
		if err != nil {
			return nil, err
		}
	}
	return all, nil
}
