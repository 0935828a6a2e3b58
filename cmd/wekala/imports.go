package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"wekala/internal/app"
	"wekala/internal/catalogue/imports"
	"wekala/internal/identity/audit"
	"wekala/internal/platform/clock"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
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
	s, done, err := cmd.openImports(ctx)
	if err != nil {
		return err
	}
	defer done()
	by := imports.Actor{StaffID: audit.CommandLine, Rights: imports.Rights{SeesCosts: true}}
	r, err := s.Add(ctx, by, "", info.Name(), f, info.Size())
	if err != nil {
		return said(cmd.Lang, err)
	}
	if err := s.Set(ctx, by, r.ID, -1, imports.Setting{
		Columns: r.Columns, Store: cmd.Store, Branches: cmd.Branches, VATBP: cmd.VAT * 100}); err != nil {
		return said(cmd.Lang, err)
	}
	begin, phase := s.Start, imports.PhaseRun
	if cmd.DryRun {
		begin, phase = s.Check, imports.PhaseCheck
	}
	if err := begin(ctx, by, r.ID, -1); err != nil {
		return said(cmd.Lang, err)
	}
	// A server that runs on the same database may have taken it up: then this waits.
	if r, err = finished(ctx, s, r.ID); err != nil {
		return err
	}
	only := imports.Told
	if cmd.All {
		only = ""
	}
	if err := cmd.list(ctx, s, r.ID, phase, only); err != nil {
		return err
	}
	fmt.Printf("format %s, %d rows\n", r.Format, r.RowsDone)
	for _, outcome := range slices.Sorted(maps.Keys(r.Counts)) {
		fmt.Printf("%-8s %d products\n", outcome, r.Counts[outcome])
	}
	if left := r.Mapping().Unplaced(); len(left) > 0 {
		fmt.Printf("columns without a place: %q\n", left)
	}
	switch {
	case r.State == imports.Failed:
		return errors.New(i18n.T(i18n.Lang(cmd.Lang), r.Wrong))
	case cmd.DryRun:
		fmt.Println("nothing was changed")
	default:
		fmt.Printf("undo with: wekala undo-import %s\n", r.ID)
	}
	return nil
}

// said is the text of a refusal.
func said(lang string, err error) error {
	var refused *errs.Error
	if !errors.As(err, &refused) {
		return err
	}
	if len(refused.Fields) > 0 {
		f := refused.Fields[0]
		return errors.New(i18n.T(i18n.Lang(lang), f.Key, f.Args...))
	}
	return errors.New(i18n.T(i18n.Lang(lang), refused.Key, refused.Args...))
}

// finished works on a run to its end, possibly together with other programs.
func finished(ctx context.Context, s *imports.Service, runID string) (*imports.Run, error) {
	for {
		r, err := s.Finish(ctx, runID)
		if err != nil {
			return nil, err
		}
		switch r.State {
		case imports.Checking, imports.Running, imports.Undoing:
		default:
			return r, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(time.Second):
		}
	}
}

const perList = 500

// list prints the results of the products, part by part.
func (cmd *importCmd) list(ctx context.Context, s *imports.Service, runID, phase, only string) error {
	for after := int64(0); ; {
		all, err := s.Results(ctx, runID, phase, only, after, perList)
		if err != nil || len(all) == 0 {
			return err
		}
		for _, one := range all {
			after = one.N
			fmt.Printf("%6d  %-8s %s\n", one.Line, one.Outcome, one.Name)
			for _, p := range one.Problems {
				fmt.Printf("%6d           %s %s %s\n", p.Line, p.Column, p.Says(i18n.Lang(cmd.Lang)), p.Value)
			}
		}
	}
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
	if err := s.TakeBack(ctx, imports.Actor{StaffID: audit.CommandLine}, cmd.ID, -1); err != nil {
		return said("en", err)
	}
	r, err := finished(ctx, s, cmd.ID)
	if err != nil {
		return err
	}
	left, n := int64(0), 0
	for {
		all, err := s.Results(ctx, r.ID, imports.PhaseUndo, "", left, perList)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			break
		}
		for _, one := range all {
			left = one.N
			n++
			for _, p := range one.Problems {
				fmt.Printf("left: %s %s %s\n", one.Name, one.ProductID, p.Says(i18n.EN))
			}
		}
	}
	fmt.Printf("undone, %d left\n", n)
	return nil
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
	rows, err := s.WriteOut(ctx, to, imports.Export{Kind: strings.TrimPrefix(filepath.Ext(cmd.File), ".")})
	if err == nil {
		fmt.Fprintf(os.Stderr, "%d rows\n", rows)
	}
	return err
}
