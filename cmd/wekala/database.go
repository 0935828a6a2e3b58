package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"wekala/internal/app"
	"wekala/internal/operations/demo"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/doctor"
)

type migrateCmd struct{ storage }

func (cmd *migrateCmd) Run(ctx context.Context) error {
	cfg, err := cmd.config()
	if err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return err
	}
	fmt.Printf("%s is up to date\n", hidden(cfg.Database))
	return d.Close()
}

type demoCmd struct {
	storage
	Products int  `help:"Fill up with generated products to this many (0: the hand-made demo only)." default:"0"`
	Orders   int  `help:"Fill up with generated orders to this many." default:"0"`
	Bare     bool `help:"Of generated orders write only what lists and pages of orders read (the order, its lines, its timeline): 3 KB each instead of 8, for measuring millions. Takings, shelves and points know nothing of them, and doctor finds fault."`
}

func (cmd *demoCmd) Run(ctx context.Context) error {
	cfg, err := cmd.config()
	if err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	order := app.Demo(cfg, d, clock.System, logger("info"), cmd.Products, cmd.Orders)
	order.Bare = cmd.Bare
	member, err := demo.Make(ctx, order)
	if err != nil {
		return err
	}
	fmt.Printf("%s holds the demo shop; console sign-in: %s\n", hidden(cfg.Database), member)
	return nil
}

type doctorCmd struct{ storage }

var errUnhealthy = errors.New("something does not add up")

// Run needs the database alone: in a directory that holds none, it makes
// neither one nor a key.
func (cmd *doctorCmd) Run(ctx context.Context) error {
	d, err := app.OpenExisting(ctx, config.DatabaseOf(cmd.Database, cmd.DataDir))
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	results, err := doctor.Run(ctx, d, app.Checks(clock.System.Now()))
	if err != nil {
		return err
	}
	secret, err := config.ExistingSecret(cmd.DataDir)
	if err != nil {
		return err
	}
	uploads, err := app.ExamineUploads(ctx, d, config.Serve{
		DataDir: cmd.DataDir, Accounts: config.Accounts(os.Environ()), Secret: secret,
		ProviderNetworks: os.Getenv("WEKALA_PROVIDER_NETWORKS"), OutgoingProxy: os.Getenv("WEKALA_OUTGOING_PROXY")},
		logger("warn"))
	if err != nil {
		return err
	}
	if !doctor.Print(os.Stdout, append(results, uploads...)) {
		return errUnhealthy
	}
	return nil
}

type openapiCmd struct{}

func (*openapiCmd) Run(context.Context) error {
	api, err := app.DescribeAPI()
	if err != nil {
		return err
	}
	text, err := api.OpenAPI().YAML()
	if err != nil {
		return err
	}
	_, err = os.Stdout.Write(text)
	return err
}
