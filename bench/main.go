// Command bench measures the running program and its limits, in one run on one machine, in turn, as a table of ratios.
// It exits 1 only when something could not be measured; whether a bar is met is printed.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

func main() {
	var (
		limit = flag.Int("limit", 0, "serve a prepared body of that many bytes (used by the bench itself)")
		write = flag.String("write", "",
			"with -limit: serve bare writes, add, checkout, same-add or same-checkout, on -database (used by the bench itself)")
		database = flag.String("database", "", "see -write")
		program  = flag.String("program", "bin/wekala", "the program to measure")
		postgres = flag.String("postgres", os.Getenv("WEKALA_BENCH_POSTGRES"),
			"a durable PostgreSQL to measure on; empty skips it")
		products = flag.Int("products", 0, "fill up to this many products first (wekala demo --products)")
		only     = flag.String("only", "browse,pages,search,cart,checkout,flows,growth,nodes,busy", "scenarios, of these "+
			"and round (all pages, searches and some orders, for what the demo's memory is) and against; with -small: "+
			"listings, goods, orders, or both of these")
		beside = flag.String("beside", "", "another build of the program, measured in turn with -program on a database of "+
			"its own (on PostgreSQL one named beside, made anew): pages, flows, against")
		slice  = flag.Duration("slice", 1500*time.Millisecond, "length of one measurement")
		rounds = flag.Int("rounds", 3, "rounds of ours and limit in turn")
		people = flag.Int("people", 6000, "customers that place an order each")
		rate   = flag.Float64("rate", 150, "visitors a second of the scenario busy")
		lasts  = flag.Duration("lasts", 10*time.Second, "how long an evening of the scenario busy lasts")
		small  = flag.String("small", "", "compare the shop on this database with the one on -large; wekala demo "+
			"--products and --orders fill them (--bare for millions of orders)")
		large = flag.String("large", "", "see -small")
		pause = flag.Duration("pause", 0, "how long who scrolls looks at a page of a listing, with -small")
		out   = flag.String("out", "", "write the table to this file as well")
	)
	flag.Parse()
	if *limit > 0 || *write != "" {
		serve := func() error { return serveLimit(*limit) }
		if *write != "" {
			serve = func() error { return serveWrites(context.Background(), *database, *write, *limit) }
		}
		if err := serve(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	if *small != "" {
		if err := grow(*program, *small, *large, *pause, strings.Split(*only, ",")); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(*program, *beside, *postgres, *products, *people, *rounds, *slice, *rate, *lasts,
		strings.Split(*only, ","), *out); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func grow(program, small, large string, pause time.Duration, only []string) error {
	dir, err := os.MkdirTemp("", "wekala-growth-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return compareGrowth(context.Background(), program, small, large, dir, pause, only)
}

func run(program, beside, postgres string, products, people, rounds int, slice time.Duration, rate float64,
	lasts time.Duration, only []string, out string) error {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "wekala-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	engines := map[string]string{"sqlite": "sqlite:" + filepath.Join(dir, "bench.db")}
	if postgres != "" {
		engines["postgres"] = postgres
	}
	var rows []Row
	var notes []string
	for _, name := range []string{"sqlite", "postgres"} {
		database, ok := engines[name]
		if !ok {
			notes = append(notes, name+": not measured, no database was given")
			continue
		}
		found, note, err := measure(ctx, name, program, beside, database, filepath.Join(dir, name), products, people, rounds,
			slice, rate, lasts, only)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		rows, notes = append(rows, found...), append(notes, note...)
	}
	table := render(rows, notes, products)
	fmt.Print(table)
	if out != "" {
		return os.WriteFile(out, []byte(table), 0o644)
	}
	return nil
}

func measure(ctx context.Context, engine, program, beside, database, dir string, products, people, rounds int,
	slice time.Duration, rate float64, lasts time.Duration, only []string) ([]Row, []string, error) {
	if products > 0 {
		if err := fillShop(ctx, program, database, dir, products); err != nil {
			return nil, nil, err
		}
	}
	s, goods, err := readyShop(ctx, program, database, dir)
	if err != nil {
		return nil, nil, err
	}
	defer s.stop()
	b := &bench{shop: s, engine: engine, database: database, goods: goods.popular(), slice: slice, rounds: rounds}
	if err := s.db.Get(ctx, &b.product, `SELECT slug FROM products WHERE id = $1`, goods.Products[0]); err != nil {
		return nil, nil, err
	}
	if err := prepareBare(ctx, s.db); err != nil {
		return nil, nil, err
	}
	b.rows = append(b.rows,
		Row{Engine: engine, What: "start to /healthz", Ours: 0, P50: s.started, Bar: "< 1 s", Met: s.started < time.Second})
	nodes := func() error {
		if engine != "postgres" {
			return nil // SQLite is one node's
		}
		second, err := startShop(ctx, program, database, dir)
		if err != nil {
			return err
		}
		defer second.stop()
		return b.nodes(second, 16)
	}
	// besides starts the other build on a separate shop with the same content; nil if none is given.
	besides := func() (*shop, wares, error) {
		if beside == "" {
			return nil, wares{}, nil
		}
		other := dir + "-beside"
		_, filled := os.Stat(other)
		database, err := besideDatabase(ctx, engine, database, other)
		if err != nil {
			return nil, wares{}, err
		}
		if products > 0 && (engine == "postgres" || filled != nil) {
			if err := fillShop(ctx, beside, database, other, products); err != nil {
				return nil, wares{}, err
			}
		}
		return readyShop(ctx, beside, database, other)
	}
	flows := func() error {
		second, others, err := besides()
		if err != nil {
			return err
		}
		if second == nil {
			return b.purchases(ctx, 8, people, evening{shop: s, goods: goods})
		}
		defer second.stop()
		return b.purchases(ctx, 8, people, evening{shop: s, goods: goods}, evening{shop: second, goods: others})
	}
	pages := func() error {
		second, _, err := besides()
		if err != nil {
			return err
		}
		if second != nil {
			defer second.stop()
		}
		return b.pages(ctx, 16, second)
	}
	against := func() error {
		second, others, err := besides()
		if err != nil {
			return err
		}
		if second != nil {
			defer second.stop()
		}
		return b.against(ctx, 16, second, others)
	}
	steps := []struct {
		name string
		run  func() error
	}{
		{"round", func() error { return b.round(ctx) }},
		{"browse", func() error { return b.browse([]int{16, 64}) }},
		{"pages", pages},
		{"against", against},
		{"search", func() error { return b.search(16) }},
		{"growth", b.growth},
		{"nodes", nodes},
		{"cart", func() error {
			who, err := s.buyers(ctx, 400, goods.District)
			if err != nil {
				return err
			}
			return b.cart(16, who)
		}},
		{"checkout", func() error {
			who, err := s.buyers(ctx, people, goods.District)
			if err != nil {
				return err
			}
			return b.checkout(16, who)
		}},
		{"flows", flows},
		{"busy", func() error { return b.busyHours(ctx, rate, lasts) }},
	}
	for _, step := range steps {
		if !slices.Contains(only, step.name) {
			continue
		}
		if err := step.run(); err != nil {
			return nil, nil, fmt.Errorf("%s: %w", step.name, err)
		}
	}
	b.rows = append(b.rows, memoryRow(engine, products, s.memory()))
	return b.rows, nil, nil
}

// fillShop makes a demo of at least so many products.
func fillShop(ctx context.Context, program, database, dir string, products int) error {
	cmd := exec.CommandContext(ctx, program, "demo", "--products", fmt.Sprint(products), "--database", database,
		"--data-dir", dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("filling the shop: %w", err)
	}
	return nil
}

func render(rows []Row, notes []string, products int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %d cores, %s; server, database and load on one machine",
		time.Now().UTC().Format("2006-01-02"), runtime.Version(), runtime.NumCPU(), runtime.GOARCH)
	if products > 0 {
		fmt.Fprintf(&b, "; %d products", products)
	}
	b.WriteString("\n\n| database | what | connections | ours /s | limit /s | ratio | p50 | p99 | errors | bar | met " +
		"|\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range rows {
		ratio, limit, ours, conns := "", "", "", ""
		if r.Limit > 0 {
			ratio, limit = fmt.Sprintf("%.2f", r.ratio()), fmt.Sprintf("%.0f", r.Limit)
		}
		if r.Ours > 0 {
			ours = fmt.Sprintf("%.0f", r.Ours)
		}
		if r.Conns > 0 {
			conns = fmt.Sprint(r.Conns)
		}
		met := "yes"
		if !r.Met {
			met = "**no**"
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s | %d | %s | %s |\n", r.Engine, r.What, conns, ours, limit,
			ratio, millis(r.P50), millis(r.P99), r.Errors, r.Bar, met)
		if r.First != "" {
			fmt.Fprintf(&b, "| | first error: `%s` | | | | | | | | | |\n", strings.ReplaceAll(r.First, "|", "/"))
		}
	}
	for _, n := range notes {
		b.WriteString("\n" + n + "\n")
	}
	return b.String()
}

func millis(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f ms", float64(d.Microseconds())/1000)
}
