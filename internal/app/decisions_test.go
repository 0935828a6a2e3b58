package app_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"
)

// TestDecisionRecords: every record in docs/decisions has the parts that its README requires and one row in the index
// there, and the index names no file that does not exist.
func TestDecisionRecords(t *testing.T) {
	folder := filepath.Join("..", "..", "docs", "decisions")
	files, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil || len(files) < 2 {
		t.Fatalf("%d files in %s: %v", len(files), folder, err)
	}
	type row struct{ title, status, date string }
	index := map[string]row{}
	rows := regexp.MustCompile(`(?m)^\| \[(.+)\]\((.+\.md)\) \| \S.* \| (\w+) \| ([\d-]+) \|$`)
	for _, m := range rows.FindAllStringSubmatch(read(t, filepath.Join(folder, "README.md")), -1) {
		if _, twice := index[m[2]]; twice {
			t.Errorf("README.md: the index names %s twice", m[2])
		}
		index[m[2]] = row{m[1], m[3], m[4]}
	}

	title := regexp.MustCompile(`\A# (\S.*)\n`)
	meta := regexp.MustCompile(`(?m)^Date: (\d{4}-\d{2}-\d{2}) · `)
	status := regexp.MustCompile(`(?m)^Date: .* · Status: (?:(accepted)$|(superseded|amended) by \[)`)
	for _, file := range files {
		name, text := filepath.Base(file), read(t, file)
		for i, line := range strings.Split(text, "\n") {
			if utf8.RuneCountInString(line) > 120 && !strings.HasPrefix(line, "|") && !strings.Contains(line, "](") {
				t.Errorf("%s:%d: more than 120 columns", name, i+1)
			}
		}
		if name == "README.md" {
			continue
		}
		part := func(what string, of *regexp.Regexp) string {
			m := of.FindStringSubmatch(text)
			if m == nil {
				t.Errorf("%s: no %s", name, what)
				return ""
			}
			return strings.Join(m[1:], "")
		}
		want := row{part("title", title), part("status", status), part("date", meta)}
		if want.date != "" && !strings.HasPrefix(name, want.date) {
			t.Errorf("%s: dated %s", name, want.date)
		}
		at := 0
		for _, section := range []string{"\n## Context\n", "\n## Decision\n", "\n## Consequences\n"} {
			next := strings.Index(text[at:], section)
			if next < 0 {
				t.Errorf("%s: no section %q in its place", name, strings.TrimSpace(section))
				continue
			}
			at += next + len(section) - 1
		}
		switch got, listed := index[name]; {
		case !listed:
			t.Errorf("%s: not in the index of README.md", name)
		case got != want:
			t.Errorf("%s: the index has %v, the record %v", name, got, want)
		}
		delete(index, name)
	}
	for name := range index {
		t.Errorf("README.md: the index names %s, which does not exist", name)
	}
}
