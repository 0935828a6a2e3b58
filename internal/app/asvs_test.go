package app_test

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestTheMapOfASVSIsWhole checks that docs/security.md mentions every requirement in testdata/asvs.tsv, which has all
// of levels 1 and 2 of the chapters it names: requirements that are met are in the table, with tests; requirements
// that are not or only partly met are among the gaps, with the reason.
func TestTheMapOfASVSIsWhole(t *testing.T) {
	_, text, _ := strings.Cut(read(t, filepath.Join("..", "..", "docs", "security.md")), "## OWASP ASVS 5.0")
	table, rest, ok := strings.Cut(text, "### Gaps")
	gaps, unused, ok2 := strings.Cut(rest, "### Not used")
	if !ok || !ok2 {
		t.Fatal("the map has no gaps, or nothing that is not used")
	}
	held := map[string]bool{}
	for line := range strings.Lines(table) {
		if first, _, ok := strings.Cut(line, " | "); ok {
			for _, id := range requirements(first) {
				held[id] = true
			}
		}
	}
	in := func(text string) map[string]bool {
		all := map[string]bool{}
		for _, id := range requirements(text) {
			all[id] = true
		}
		return all
	}
	gap, off := in(gaps), in(unused)
	listed, levels := map[string]bool{}, map[string]int{}
	for i, line := range strings.Split(strings.TrimSpace(read(t, filepath.Join("testdata", "asvs.tsv"))), "\n") {
		cells := strings.Split(line, "\t")
		if i == 0 || len(cells) != 3 {
			if i > 0 {
				t.Errorf("line %d: %q", i+1, line)
			}
			continue
		}
		id := cells[0]
		if listed[id] {
			t.Errorf("%s is listed twice", id)
		}
		listed[id] = true
		levels[cells[1]]++
		want, known := map[string][3]bool{"held": {true, false, false}, "partly": {true, true, false},
			"gap": {false, true, false}, "unused": {false, false, true}}[cells[2]]
		if got := [3]bool{held[id], gap[id], off[id]}; !known || got != want {
			t.Errorf("%s (level %s) is %s: in the table %v, among the gaps %v, not used %v", id, cells[1], cells[2], got[0],
				got[1], got[2])
		}
	}
	for _, all := range []map[string]bool{held, gap, off} {
		for id := range all {
			if !listed[id] {
				t.Errorf("%s is not in testdata/asvs.tsv", id)
			}
		}
	}
	// The numbers of requirements that version 5.0.0 has in V1 to V8 and V14.
	if levels["1"] != 51 || levels["2"] != 94 {
		t.Errorf("listed are %v", levels)
	}
}

// requirements finds the requirement numbers in a text, including those within a range such as "7.2.1 to 7.2.4".
func requirements(text string) (ids []string) {
	for _, m := range regexp.MustCompile(`\b(\d+\.\d+)\.(\d+)\b(?: to (\d+\.\d+)\.(\d+)\b)?`).
		FindAllStringSubmatch(text, -1) {
		from, _ := strconv.Atoi(m[2])
		to := from
		if m[3] == m[1] {
			to, _ = strconv.Atoi(m[4])
		}
		for n := from; n <= to; n++ {
			ids = append(ids, fmt.Sprint(m[1], ".", n))
		}
	}
	return ids
}
