package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestTheSpecificationsTestsAreThere keeps docs/specification.md true: every
// line names its tests, and every test it names exists.
func TestTheSpecificationsTestsAreThere(t *testing.T) {
	root := filepath.Join("..", "..")
	text, err := os.ReadFile(filepath.Join(root, "docs", "specification.md"))
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([^`]+) › ([^`]+)`")
	rows, files := 0, map[string]string{}
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 2 || strings.HasPrefix(line, "| what is asked for") {
			continue
		}
		rows++
		refs := named.FindAllStringSubmatch(cells[1], -1)
		if len(refs) == 0 {
			t.Errorf("no test is named for: %s", cells[0])
		}
		for _, ref := range refs {
			source, known := files[ref[1]]
			if !known {
				raw, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(ref[1])))
				if err != nil {
					t.Errorf("%s: %v", cells[0], err)
				}
				source = string(raw)
				files[ref[1]] = source
			}
			if !strings.Contains(source, ref[2]) {
				t.Errorf("%s: %s has no test %q", cells[0], ref[1], ref[2])
			}
		}
	}
	if rows < 80 {
		t.Errorf("only %d lines of the specification are in the table", rows)
	}
}
