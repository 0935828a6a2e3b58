package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"strings"

	"wekala/internal/app"
	"wekala/internal/demo"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/doctor"
	"wekala/internal/staff"
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
	Products int `help:"Fill up with generated products to this many (0: the hand-made demo only)." default:"0"`
	Orders   int `help:"Fill up with generated orders to this many." default:"0"`
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
	member, err := demo.Make(ctx, app.Demo(cfg, d, clock.System, logger("info"), cmd.Products, cmd.Orders))
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
	if !doctor.Print(os.Stdout, results) {
		return errUnhealthy
	}
	return nil
}

type staffAddCmd struct {
	storage
	Email    string   `arg:"" help:"E-mail address they sign in with."`
	Name     string   `help:"Name." required:""`
	Phone    string   `help:"Phone, shown to shoppers whose order they bring."`
	Role     string   `help:"owner, editor, manager, picker, support, finance or courier." enum:"owner,editor,manager,picker,support,finance,courier" required:""`
	Branches []string `help:"Branches they work for, by id; needed for manager, picker and courier."`
	Lang     string   `help:"Language of what they are sent." enum:"ar,en" default:"ar"`
}

// Run takes the password from WEKALA_STAFF_PASSWORD, or makes one and prints
// it once: a flag would stay in the shell's history.
func (cmd *staffAddCmd) Run(ctx context.Context) error {
	cfg, err := cmd.config()
	if err != nil {
		return err
	}
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	password, made := os.Getenv("WEKALA_STAFF_PASSWORD"), false
	if password == "" {
		password, made = newPassword(), true
	}
	_, err = staff.New(staff.Deps{DB: d, Clock: clock.System}).Add(ctx, staff.NewMember{Email: cmd.Email, Name: cmd.Name, Phone: cmd.Phone, Password: password,
		Role: staff.Role(cmd.Role), Lang: cmd.Lang, Branches: cmd.Branches})
	if err != nil {
		return err
	}
	if made {
		fmt.Printf("%s may sign in at /console with the password %s\n", cmd.Email, password)
	} else {
		fmt.Printf("%s may sign in at /console\n", cmd.Email)
	}
	return nil
}

// newPassword has 75 bits of chance and nothing easily misread.
func newPassword() string {
	text := strings.ToLower(rand.Text())[:15]
	return text[:5] + "-" + text[5:10] + "-" + text[10:] + "7!"
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
