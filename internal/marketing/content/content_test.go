package content

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"wekala/internal/platform/clock"
	"wekala/internal/platform/db"
	"wekala/internal/platform/db/dbtest"
	"wekala/internal/platform/files"
	"wekala/internal/platform/i18n"
)

func TestPagesAreCleanHTML(t *testing.T) {
	html, err := render("## Title\n\nText with <script>alert(1)</script>, [a link](https://example.org) and [a " +
		"trap](javascript:alert(1)).\n\n<img src=x onerror=alert(1)>")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(html, "<h2>Title</h2>") || !strings.Contains(html, `href="https://example.org"`) {
		t.Error(html)
	}
	for _, bad := range []string{"<script", "javascript:", "onerror"} {
		if strings.Contains(html, bad) {
			t.Errorf("%s is in %s", bad, html)
		}
	}
}

func TestWhatStaffChangedStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := context.Background()
		now := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
		pictures, err := files.New()
		if err != nil {
			t.Fatal(err)
		}
		if err := EnsureSeeded(ctx, d, now); err != nil {
			t.Fatal(err)
		}
		err = d.InTx(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.Exec(ctx, `UPDATE pages SET title_en = 'Ours', version = 2 WHERE name = 'terms'`)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := EnsureSeeded(ctx, d, now); err != nil {
			t.Fatal(err)
		}
		s := New(d, clock.NewFake(now), pictures)
		if s.PolicyVersion() != "" {
			t.Error("policies before they are loaded")
		}
		if err := s.Load(ctx); err != nil {
			t.Fatal(err)
		}
		if p, err := s.Page(Terms); err != nil || p.Title.EN != "Ours" || p.HTML.AR == "" {
			t.Errorf("%+v %v", p, err)
		}
		if got := s.PolicyVersion(); got != "terms-2,privacy-1" {
			t.Errorf("policies are %s", got)
		}
	})
}

func TestSchedules(t *testing.T) {
	at := func(n int64) *int64 { return &n }
	for _, c := range []struct {
		starts, ends *int64
		t            int64
		on           bool
		change       int64
	}{
		{nil, nil, 5, true, 0}, {at(5), nil, 5, true, 0}, {at(6), nil, 5, false, 6}, {nil, at(6), 5, true, 6},
		{nil, at(5), 5, false, 0}, {at(3), at(9), 5, true, 9}, {at(6), at(9), 5, false, 6},
	} {
		on, change := Scheduled(c.starts, c.ends, c.t)
		var ms int64
		if !change.IsZero() {
			ms = change.UnixMilli()
		}
		if on != c.on || ms != c.change {
			t.Errorf("%+v: %v until %d", c, on, ms)
		}
	}
}

func TestRulesOfSeveralLinesAreListsOnPages(t *testing.T) {
	rules := Rules{"return_exceptions": {EN: "Frozen: 1 day.<br>Make-up: none.", AR: "مجمدات: يوم.<br>مكياج: لا."}}
	files, err := filepath.Glob(filepath.Join("pages", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatal("no pages", err)
	}
	lists := 0
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		html, err := render(string(raw))
		if err != nil {
			t.Fatal(err)
		}
		html = rules.fill(html, i18n.EN)
		if strings.Contains(html, "<li>Frozen: 1 day.</li>\n<li>Make-up: none.</li>") {
			lists++
		}
		if strings.Contains(html, "<br>") {
			t.Errorf("%s says several lines in one paragraph", file)
		}
	}
	if lists != 4 {
		t.Errorf("%d pages list the exceptions of returns, want 4", lists)
	}
	if got := rules.fill("<p>But: {{return_exceptions}}</p>",
		i18n.EN); got != "<p>But: Frozen: 1 day.<br>Make-up: none.</p>" {
		t.Errorf("within a sentence: %q", got)
	}
}
