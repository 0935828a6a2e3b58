package sheets

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"wekala/internal/platform/clock"
)

// TestASheetMaySayThatItIsVisible, as Google Sheets and LibreOffice write it.
func TestASheetMaySayThatItIsVisible(t *testing.T) {
	rows := func(name string) (all [][]string) {
		raw, err := os.ReadFile("testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		table, err := Open(bytes.NewReader(raw), int64(len(raw)))
		if err != nil {
			t.Fatal(name, err)
		}
		for {
			cells, _, err := table.Next()
			if err != nil {
				return all
			}
			all = append(all, slices.Clone(cells))
		}
	}
	plain, visible := rows("plain.xlsx"), rows("visible.xlsx")
	if len(plain) == 0 || len(plain) != len(visible) {
		t.Fatalf("%d rows, and %d where the sheet says that it is visible", len(plain), len(visible))
	}
	for i := range plain {
		if !slices.Equal(plain[i], visible[i]) {
			t.Errorf("row %d: %q, not %q", i, visible[i], plain[i])
		}
	}
}

// TestTheSeparatorIsFoundBelowEmptyLines and below titles.
func TestTheSeparatorIsFoundBelowEmptyLines(t *testing.T) {
	for text, want := range map[string]rune{
		"\n\t\ufeffa;b;c\n1;2,5;3\n4;5;6\n":              ';',
		"A title, with a comma\n\na;b;c\n1;2;3\n4;5;6\n": ';',
		"a,b\n1,2\n": ',',
		"one":        ',',
	} {
		if got := separator([]byte(text)); got != want {
			t.Errorf("%q: %q", text, got)
		}
	}
}

// TestADayHasNoTime: a moment does.
func TestADayHasNoTime(t *testing.T) {
	for text, want := range map[string]bool{"2026-11-28": true, "28/11/2026": true, "2026-11-28 00:00": false,
		"2026-11-28T10:00:00Z": false} {
		if _, day, ok := Moment(text, clock.Cairo); !ok || day != want {
			t.Errorf("%s: %v %v", text, day, ok)
		}
	}
}
