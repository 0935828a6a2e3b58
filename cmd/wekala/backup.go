package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"wekala/internal/app"
	"wekala/internal/identity/audit"
	"wekala/internal/operations/backups"
	"wekala/internal/operations/restored"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/config"
	"wekala/internal/platform/db"
)

type backupCmd struct {
	storage
	BackupDir string `help:"Where backups are kept (default: DATA_DIR/backups)." env:"WEKALA_BACKUP_DIR"`
}

// Run makes a backup of a shop that may be running.
func (cmd *backupCmd) Run(ctx context.Context) error {
	database := config.DatabaseOf(cmd.Database, cmd.DataDir)
	d, err := app.OpenExisting(ctx, database)
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	// A key made now would not be the one that the shop's codes and secrets follow from.
	if _, err := os.Stat(filepath.Join(cmd.DataDir, "secret.key")); err != nil && os.Getenv("WEKALA_SECRET") == "" {
		return fmt.Errorf("the shop's key is neither in WEKALA_SECRET nor in %s", cmd.DataDir)
	}
	cfg, err := cmd.config()
	if err != nil {
		return err
	}
	cfg.BackupDir = cmd.BackupDir
	cfg.OutgoingProxy = os.Getenv("WEKALA_OUTGOING_PROXY")
	// settings of the console count here too
	cfg.Demo, cfg.ProviderNetworks = false, os.Getenv("WEKALA_PROVIDER_NETWORKS")
	places, pictures, err := app.OpenStorage(ctx, cfg, d, clock.System, logger("warn"))
	if err != nil {
		return err
	}
	if err := places.Load(ctx); err != nil {
		return err
	}
	service, err := app.NewBackups(cfg, d, places, pictures, clock.System, logger("warn"))
	if err != nil {
		return err
	}
	b, err := service.Make(ctx)
	if b.KeptHere {
		fmt.Println(filepath.Join(config.BackupDirOf(cmd.BackupDir, cmd.DataDir), b.Name))
	}
	if err != nil {
		return err
	}
	fmt.Printf("read back and examined: %d bytes in %s\n", b.Size,
		b.EndedAt.Time().Sub(b.StartedAt.Time()).Round(10*time.Millisecond))
	if b.KeptFar {
		name, _ := service.Far()
		fmt.Println("and in " + name)
	}
	if service.Passphrase() == "" {
		fmt.Println("It holds everything, the shop's key included: keep it where only you can read it.")
	}
	return nil
}

type restoreCmd struct {
	storage
	File             string `arg:"" help:"A backup: a file, or the name of one in the backups' folder or the second place."`
	BackupDir        string `help:"Where backups are kept (default: DATA_DIR/backups)." env:"WEKALA_BACKUP_DIR"`
	Force            bool   `help:"Put it in the place of a shop that is there, whose files are moved aside."`
	AcceptViolations bool   `help:"Restore what the doctor finds fault with."`
}

// Run brings a shop back. It makes neither a database nor a key before the
// backup was found to be good.
func (cmd *restoreCmd) Run(ctx context.Context) error {
	shop, err := app.BackupShop()
	if err != nil {
		return err
	}
	accounts := config.Accounts(os.Environ())
	cfg, err := cmd.shopThere(accounts)
	if err != nil {
		return err
	}
	where := app.WhereBackups(ctx, cfg, logger("warn"))
	found, err := where.Find(ctx, cmd.File)
	if err != nil {
		return err
	}
	defer found.Done()
	to := backups.Target{DataDir: cmd.DataDir, Database: config.DatabaseOf(cmd.Database, cmd.DataDir), Force: cmd.Force,
		AcceptViolations: cmd.AcceptViolations, Now: time.Now()}
	if to.Secret, err = config.SecretFromEnvironment(); err != nil {
		return err
	}
	if to.Pictures, err = app.UploadsBucket(ctx, accounts); err != nil {
		return err
	}
	out, err := backups.Restore(ctx, found.Path, where.Passphrase, shop, to)
	if err != nil {
		return err
	}
	fmt.Printf("%s is as it was at %s, examined, and ready to be served\n", hidden(to.Database),
		time.UnixMilli(out.About.Made).In(clock.Cairo).Format("2006-01-02 15:04:05 (Cairo)"))
	fmt.Println(
		"It is quiet: it sends nothing, asks no gateway and lets no customer in. Staff sign in with their passwords.")
	fmt.Println("If it is the shop now, confirm it in the console, or with: wekala confirm-restored")
	if out.Aside != "" {
		fmt.Println("what was there before: " + out.Aside)
	}
	return nil
}

// shopThere is the shop in whose place a backup is put, where there is one. No key is
// made for one that is not.
func (cmd *restoreCmd) shopThere(accounts map[string]string) (config.Serve, error) {
	cfg := config.Serve{DataDir: cmd.DataDir, Accounts: accounts}
	if _, err := os.Stat(filepath.Join(cmd.DataDir, "secret.key")); err == nil || os.Getenv("WEKALA_SECRET") != "" {
		if cfg, err = cmd.config(); err != nil {
			return cfg, err
		}
	}
	cfg.Database, cfg.BackupDir = config.DatabaseOf(cmd.Database, cmd.DataDir), cmd.BackupDir
	cfg.OutgoingProxy = os.Getenv("WEKALA_OUTGOING_PROXY")
	cfg.Demo, cfg.ProviderNetworks = false, os.Getenv("WEKALA_PROVIDER_NETWORKS")
	return cfg, nil
}

type confirmRestoredCmd struct{ storage }

// Run turns a restored copy into the shop, even while a program serves it.
func (cmd *confirmRestoredCmd) Run(ctx context.Context) error {
	d, err := app.OpenExisting(ctx, config.DatabaseOf(cmd.Database, cmd.DataDir))
	if err != nil {
		return err
	}
	defer func() { _ = d.Close() }()
	err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
		return restored.Confirm(ctx, tx, audit.CommandLine, clock.System.Now())
	})
	if err != nil {
		return err
	}
	fmt.Printf("This is the shop now. Sign-in codes are sent at once, other messages from %s on.\n",
		clock.System.Now().Add(restored.SettleFor).In(clock.Cairo).Format("15:04 (Cairo)"))
	return nil
}
