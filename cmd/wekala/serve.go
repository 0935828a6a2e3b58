package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"wekala/internal/app"
	"wekala/internal/operations/demo"
	"wekala/internal/platform/certs"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
)

type serveCmd struct {
	config.Serve
}

func (cmd *serveCmd) Run(ctx context.Context) error {
	cfg := cmd.Serve
	// With port 0 the address is known only after listening, and it is part of links and of what the gateway gets: so
	// listen first.
	if cfg.Domain != "" {
		cfg.Listen = cfg.HTTPSListen
	}
	listener, err := net.Listen("tcp", cfg.Listen)
	if err != nil {
		return fmt.Errorf("cannot listen on %s: %w", cfg.Listen, err)
	}
	cfg.Listen = listener.Addr().String()
	if err := cfg.Complete(); err != nil {
		return err
	}
	log := logger(cfg.LogLevel)
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	var staff string
	if cfg.Demo {
		if staff, err = demo.Ensure(ctx, app.Demo(cfg, d, clock.System, log, 0, 0)); err != nil {
			return err
		}
	} else if err := refuseDemo(ctx, d); err != nil {
		return err
	}
	a, err := app.Build(ctx, cfg, d, clock.System, log)
	if err != nil {
		return err
	}
	var setUp string
	if !cfg.Demo {
		if setUp, err = a.BeginSetUp(ctx); err != nil {
			return err
		}
	}
	if a.Quiet() {
		log.Warn("this copy was restored from a backup and is quiet: it sends nothing, asks no gateway and lets no " +
			"customer in until an owner confirms it" +
			" in the console or with wekala confirm-restored")
	}
	a.Start(ctx)
	defer a.Close()
	if cfg.Metrics != "" {
		stop, err := serveMetrics(cfg.Metrics, a.Metrics.Handler())
		if err != nil {
			return err
		}
		defer stop()
	}
	serve := func(ready func()) error { return app.Serve(ctx, listener, a, ready) }
	if cfg.Domain != "" {
		plain, err := net.Listen("tcp", cfg.HTTPListen)
		if err != nil {
			return fmt.Errorf("cannot listen on %s: %w", cfg.HTTPListen, err)
		}
		certificates, err := certs.New(d, certs.Config{
			Domains: config.List(cfg.Domain), Email: cfg.ACMEEmail, Directory: cfg.ACMEURL, Secret: cfg.Secret}, log)
		if err != nil {
			return err
		}
		serve = func(ready func()) error { return app.ServeTLS(ctx, listener, plain, a, certificates, ready) }
	}
	return serve(func() {
		fmt.Printf("Wekala %s on %s\n", app.Version, hidden(cfg.Database))
		fmt.Printf("  the shop:        %s\n", cfg.PublicURL)
		fmt.Printf("  the console:     %s/console\n", cfg.PublicURL)
		if cfg.Demo {
			fmt.Printf("  sign-in codes:   %s/dev/outbox\n", cfg.PublicURL)
			fmt.Printf("  console sign-in: %s\n", staff)
		}
		if setUp != "" {
			fmt.Printf("  set-up link:     %s\n", setUp)
		}
		fmt.Printf("  the API:         %s/api/docs\n", cfg.PublicURL)
	})
}

// refuseDemo fails for a database in which the demo's staff may sign in: their passwords are public.
func refuseDemo(ctx context.Context, d *db.DB) error {
	open, err := demo.OpenAccounts(ctx, d)
	if err != nil || open == 0 {
		return err
	}
	return fmt.Errorf(
		"this database was filled as a demo, and everybody knows the password of its %d staff accounts (…@wekala.example): "+
			"serve it with --demo, begin with another --data-dir, or make an owner with wekala staff add and lock theirs with "+
			"wekala staff lock", open)
}

// serveMetrics listens on a separate address, which must not be the shop's.
func serveMetrics(addr string, metrics http.Handler) (stop func(), err error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics: cannot listen on %s: %w", addr, err)
	}
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", metrics)
	server := &http.Server{Handler: mux, ReadHeaderTimeout: 5 * time.Second}
	go func() { _ = server.Serve(listener) }()
	return func() { _ = server.Close() }, nil
}
