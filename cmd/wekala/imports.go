package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"wekala/internal/app"
	"wekala/internal/audit"
	"wekala/internal/imports"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/id"
	"wekala/internal/platform/sheets"
)

type importCmd struct {
	storage
	File     string   `arg:"" help:"CSV or XLSX: ours, Shopify's, WooCommerce's, or prices and stock alone." type:"existingfile"`
	DryRun   bool     `help:"Tell what would become of each row and change nothing."`
	Store    string   `help:"Store of the products that name none."`
	Branches []string `help:"Branches of the prices and stock that name none (comma-separated)."`
	VAT      int64    `help:"VAT in per cent of new products that say nothing." default:"14"`
	Lang     string   `help:"Language of the reasons: en or ar." enum:"en,ar" default:"en"`
	All      bool     `help:"List every row, not only those with something to say."`
}

// openImports opens the database and what imports and exports on it.
func (s *storage) openImports(ctx context.Context) (*imports.Service, func(), error) {
	cfg, err := s.config()
	if err != nil {
		return nil, nil, err
	}
	d, err := app.OpenDatabase(ctx, cfg.Database, clock.System)
	if err != nil {
		return nil, nil, err
	}
	service, err := app.OpenImports(ctx, cfg, d, logger("error"))
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return service, func() { _ = d.Close() }, nil
}

// Run reads the file and brings it into the shop.
func (cmd *importCmd) Run(ctx context.Context) error {
	f, err := os.Open(cmd.File)
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	table, err := sheets.Open(f, info.Size())
	if err != nil {
		return err
	}
	defer func() { _ = table.Close() }()
	r, err := imports.NewReader(table, nil)
	if err != nil {
		return err
	}
	s, done, err := cmd.openImports(ctx)
	if err != nil {
		return err
	}
	defer done()
	o := imports.Options{ID: id.New("imp"), File: info.Name(), Staff: audit.CommandLine, Store: cmd.Store, Branches: cmd.Branches, VATBP: cmd.VAT * 100, Dry: cmd.DryRun}
	lang := i18n.Lang(cmd.Lang)
	report, err := s.Run(ctx, r, o, func(one imports.Result) error {
		if cmd.All || one.Outcome == imports.Refused || len(one.Problems) > 0 {
			fmt.Printf("%6d  %-8s %s\n", one.Line, one.Outcome, one.Name)
		}
		for _, p := range one.Problems {
			fmt.Printf("%6d           %s %s %s\n", p.Line, p.Column, i18n.T(lang, p.Key, p.Args...), p.Value)
		}
		return nil
	})
	fmt.Printf("format %s, %d rows\n", report.Format, report.Rows)
	for _, outcome := range slices.Sorted(maps.Keys(report.Counts)) {
		fmt.Printf("%-8s %d products\n", outcome, report.Counts[outcome])
	}
	if len(report.Unplaced) > 0 {
		fmt.Printf("columns without a place: %q\n", report.Unplaced)
	}
	switch {
	case err != nil:
	case cmd.DryRun:
		fmt.Println("nothing was changed")
	default:
		fmt.Printf("undo with: wekala undo-import %s\n", o.ID)
	}
	return err
}

type undoImportCmd struct {
	storage
	ID string `arg:"" help:"The run, as import printed it."`
}

// Run takes an import back and names what stays.
func (cmd *undoImportCmd) Run(ctx context.Context) error {
	s, done, err := cmd.openImports(ctx)
	if err != nil {
		return err
	}
	defer done()
	out, err := s.Undo(ctx, audit.CommandLine, cmd.ID)
	for _, name := range out.Left {
		fmt.Printf("left, changed or sold since: %s\n", name)
	}
	fmt.Printf("%d changes taken back, %d left\n", out.Back, len(out.Left))
	return err
}

type exportCmd struct {
	storage
	File string `arg:"" optional:"" help:"Where to write; the standard output when absent."`
}

// Run writes the catalogue as CSV.
func (cmd *exportCmd) Run(ctx context.Context) error {
	s, done, err := cmd.openImports(ctx)
	if err != nil {
		return err
	}
	defer done()
	var to io.Writer = os.Stdout
	if cmd.File != "" {
		f, err := os.OpenFile(cmd.File, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		to = f
	}
	rows, err := s.WriteOut(ctx, to)
	if err == nil {
		fmt.Fprintf(os.Stderr, "%d rows\n", rows)
	}
	return err
}
