package app_test

import (
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// maxColumns is the longest line of code; a tab is one column.
const maxColumns = 120

// dialect lists words that only we understood, their replacements, and how many places still have them: the number
// may only become smaller.
var dialect = []struct {
	word    string
	part    string // letters of the word, searched first: expressions are slow
	instead string
	most    int
}{
	{`\bHats?\b`, "Hat", "capacity or role", 0},
	{`\bknock(s|ed|ing)?\b`, "knock", "request", 0},
	{`guarded in the row`, "guarded in", "conditional update", 0},
	{`: now you\b`, ": now you", "connection granted", 0},
	{`\baim\b`, "aim", "the status, the target", 0},
	{`\bwho leaves\b`, "who leaves", "who deletes their account, who disconnects", 0},
	{`tells? (me|us|them) no more`, "no more", "unsubscribe", 0},
	{`\btakes? (it|them|along)( all)? (along|when leaving)`, "along", "erase", 0},
	{`\bchance\b`, "chance", "randomness, entropy", 0},
	{`\b(type|func|var|const) reach\b|\breach :?= |\.reach\(|\) reach\(`, "reach", "scope, contact or address", 0},
	{`\bstanding\b`, "standing", "current, state or position", 3},
	{`\bStanding\b`, "Standing", "status, state or position", 0},
	{`\bReach\b`, "Reach", "coverage, contact or allowed networks", 0},
	{`\b(of|on|for|is|known|judges|than) who asks\b`, "who asks", "the caller", 0},
	{`(?i)\bwhoever\b`, "hoever", "the caller, the customer, anybody who", 34},
	{`\babsent\(`, "absent(", "a name that says what it answers", 0},
	{`\bLockStay\b|\bStay\(`, "Stay", "LockActiveUser", 0},
	{`\b(she|he) who\b`, "he who", "the customer who", 0},
}

// TestPlainCode checks that comments and names of the code use the terms of the field.
func TestPlainCode(t *testing.T) {
	found := make([][]string, len(dialect))
	words := make([]*regexp.Regexp, len(dialect))
	for i, p := range dialect {
		words[i] = regexp.MustCompile(p.word)
	}
	for _, root := range []string{"../../cmd", "../../internal", "../../migrations", "../../scripts", "../../web/src",
		"../../web/scripts", "../../e2e", "../../bench"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !isCode(path) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for i, word := range words {
				if !strings.Contains(string(text), dialect[i].part) {
					continue
				}
				for _, at := range word.FindAllIndex(text, -1) {
					line := 1 + strings.Count(string(text[:at[0]]), "\n")
					found[i] = append(found[i], path+":"+strconv.Itoa(line))
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, p := range dialect {
		switch {
		case len(found[i]) > p.most:
			t.Errorf("%q is in %d places, %d at most; say %s:\n\t%s", p.word, len(found[i]), p.most, p.instead,
				strings.Join(found[i], "\n\t"))
		case len(found[i]) < p.most:
			t.Errorf("%q is in %d places only: lower its number from %d", p.word, len(found[i]), p.most)
		}
	}
}

// isCode reports whether a file is written by hand: not generated, not a text, not the list itself.
func isCode(path string) bool {
	switch {
	case strings.HasSuffix(path, "schema.d.ts"), strings.HasSuffix(path, "plain_test.go"),
		strings.Contains(path, "testdata/frozen"):
		return false
	}
	switch filepath.Ext(path) {
	case ".go", ".ts", ".tsx", ".sql", ".sh", ".mjs":
		return true
	}
	return false
}

// TestLinesFit checks that lines of code fit maxColumns. A literal may exceed it, because breaking a text, a pattern
// or a struct tag changes it. The web's formatter breaks its code, so only comments are checked there.
func TestLinesFit(t *testing.T) {
	for _, root := range []string{"../../cmd", "../../internal", "../../migrations", "../../web", "../../e2e",
		"../../bench"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if name := entry.Name(); name == "node_modules" || name == "dist" {
					return filepath.SkipDir
				}
				return nil
			}
			if !isCode(path) && !strings.HasSuffix(path, "plain_test.go") {
				return nil
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, line := range longLines(filepath.Ext(path), text) {
				t.Errorf("%s:%d has more than %d columns", path, line, maxColumns)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestLongLinesAreSeen(t *testing.T) {
	long := strings.Repeat("x", maxColumns)
	for name, c := range map[string]struct {
		extension, text string
		want            int
	}{
		"code":                 {".go", "package a\n\nvar " + long + " = 1\n", 1},
		"a comment":            {".go", "package a // " + long + "\n", 1},
		"code after a literal": {".go", "package a\n\nvar a = \"" + long[:100] + "\" + bbbbbbbbbbbbbbbbb\n", 1},
		"a literal":            {".go", "package a\n\nvar a = \"" + long + "\"\n", 0},
		"a tag":                {".go", "package a\n\ntype a struct {\n\tB int `doc:\"" + long + "\"`\n}\n", 0},
		"tabs":                 {".go", "package a\n\nfunc a() {\n\t\t\t" + long[:maxColumns-3] + "()\n}\n", 1},
		"a line that fits":     {".go", "package a\n\n// " + long[:maxColumns-3] + "\n", 0},
		"Arabic":               {".go", "package a\n\n// " + strings.Repeat("ش", maxColumns-3) + "\n", 0},
		"a web comment":        {".ts", "// " + long + "\n", 1},
		"a web block":          {".tsx", "/**\n * " + long + "\n */\n", 1},
		"web code":             {".ts", "const a = \"" + long + "\";\n", 0},
	} {
		if got := longLines(c.extension, []byte(c.text)); len(got) != c.want {
			t.Errorf("%s: %d lines are long, %d expected", name, len(got), c.want)
		}
	}
}

// longLines returns the numbers of the lines of a source that exceed maxColumns without a literal that makes them
// longer.
func longLines(extension string, text []byte) []int {
	var long []int
	held := map[int]bool{} // lines with a literal at the last column or after it
	if extension == ".go" {
		held = linesOfLiterals(text)
	}
	for i, line := range strings.Split(string(text), "\n") {
		if utf8.RuneCountInString(line) <= maxColumns || held[i+1] {
			continue
		}
		switch extension {
		case ".go":
			long = append(long, i+1)
		case ".ts", ".tsx", ".mjs":
			if code := strings.TrimSpace(line); strings.HasPrefix(code, "//") || strings.HasPrefix(code, "/*") ||
				strings.HasPrefix(code, "* ") {
				long = append(long, i+1)
			}
		}
	}
	return long
}

// linesOfLiterals returns the lines of a Go source with a literal that reaches beyond maxColumns.
func linesOfLiterals(text []byte) map[int]bool {
	var s scanner.Scanner
	file := token.NewFileSet().AddFile("", -1, len(text))
	s.Init(file, text, nil, 0)
	held := map[int]bool{}
	for {
		pos, kind, literal := s.Scan()
		if kind == token.EOF {
			return held
		}
		if kind != token.STRING {
			continue
		}
		at := file.Position(pos)
		before := utf8.RuneCountInString(lineUpTo(text, at.Offset))
		for i, part := range strings.Split(literal, "\n") {
			if before+utf8.RuneCountInString(part) > maxColumns {
				held[at.Line+i] = true
			}
			before = 0
		}
	}
}

// lineUpTo returns the part of the line before the offset.
func lineUpTo(text []byte, offset int) string {
	return string(text[strings.LastIndexByte(string(text[:offset]), '\n')+1 : offset])
}
