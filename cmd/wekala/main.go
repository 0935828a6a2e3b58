// Command wekala is the whole shop: it serves the storefront, the API and the
// console, migrates and examines its database, and makes demo shops.
package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"wekala/internal/app"
	"wekala/internal/platform/config"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

type cli struct {
	Serve           serveCmd           `cmd:"" help:"Serve the shop."`
	Migrate         migrateCmd         `cmd:"" help:"Bring the database's schema up to date."`
	Demo            demoCmd            `cmd:"" help:"Fill a database with a demo shop, of any size."`
	Doctor          doctorCmd          `cmd:"" help:"Re-derive every number from its journal; exits 1 on any violation."`
	Staff           staffCmd           `cmd:"" help:"Who may use the console."`
	Import          importCmd          `cmd:"" help:"Bring products, prices and stock of a file into the shop."`
	UndoImport      undoImportCmd      `cmd:"" help:"Take an import back."`
	Export          exportCmd          `cmd:"" help:"Write products, prices and stock as a file that import reads."`
	Backup          backupCmd          `cmd:"" help:"Copy the whole shop into one file, and examine the copy."`
	Restore         restoreCmd         `cmd:"" help:"Bring a shop back from a backup."`
	ConfirmRestored confirmRestoredCmd `cmd:"" help:"Make a restored copy the shop: until then it sends nothing, charges nobody and lets no customer in."`
	Openapi         openapiCmd         `cmd:"" help:"Print the API's description (OpenAPI 3.1, YAML)."`
	Version         kong.VersionFlag   `help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	var c cli
	parser := kong.Must(&c, kong.Name("wekala"),
		kong.Description("A marketplace of many branches, in one program."),
		kong.Vars{"version": app.Version}, kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)))
	command, err := parser.Parse(os.Args[1:])
	parser.FatalIfErrorf(err)
	if err := command.Run(); err != nil {
		if !errors.Is(err, errUnhealthy) {
			fmt.Fprintln(os.Stderr, "wekala:", words(err))
		}
		os.Exit(1)
	}
}

// words is the text of an error; a refusal has its text for people.
func words(err error) string {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return err.Error()
	}
	if len(refused.Fields) == 0 {
		return i18n.T(i18n.EN, refused.Key, refused.Args...)
	}
	var lines []string
	for _, f := range refused.Fields {
		lines = append(lines, f.Name+": "+i18n.T(i18n.EN, f.Key, f.Args...))
	}
	return strings.Join(lines, "\n")
}

// logger writes to standard error, so that standard output stays for answers.
func logger(level string) *slog.Logger {
	var l slog.Level
	if err := l.UnmarshalText([]byte(level)); err != nil {
		l = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: l}))
}

// storage has the options shared by the commands that work on a database without serving.
type storage struct {
	Database string `help:"sqlite:PATH or postgres://… (default: sqlite:DATA_DIR/wekala.db)." env:"WEKALA_DATABASE"`
	DataDir  string `help:"Where the database and the secret key live." default:"./wekala-data" env:"WEKALA_DATA_DIR"`
}

// config completes the settings as serve would have them.
func (s storage) config() (config.Serve, error) {
	cfg := config.Serve{Database: s.Database, DataDir: s.DataDir, Demo: true, CodeChannels: "sms,whatsapp",
		Listen: "127.0.0.1:8080"}
	err := cfg.Complete()
	return cfg, err
}

// hidden shortens a database address for a log: no password.
func hidden(database string) string {
	scheme, rest, ok := strings.Cut(database, "://")
	if !ok {
		return database
	}
	if at := strings.LastIndexByte(rest, '@'); at >= 0 {
		rest = rest[at+1:]
	}
	rest, _, _ = strings.Cut(rest, "?")
	return scheme + "://" + rest
}
