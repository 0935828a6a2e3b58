package app_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// dialect lists words that only we understood, what is said instead, and how
// many places still have them: the number may only become smaller.
var dialect = []struct {
	word    string
	part    string // letters of the word, looked for first: expressions are slow
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
	{`\bstanding\b`, "standing", "current, state or position", 6},
	{`\bStanding\b`, "Standing", "status, state or position", 0},
	{`\bReach\b`, "Reach", "coverage, contact or allowed networks", 0},
	{`\b(of|on|for|is|known|judges|than) who asks\b`, "who asks", "the caller", 0},
	{`(?i)\bwhoever\b`, "hoever", "the caller, the customer, anybody who", 222},
	{`\babsent\(`, "absent(", "a name that says what it answers", 0},
	{`\bLockStay\b|\bStay\(`, "Stay", "LockActiveUser", 0},
	{`\b(she|he) who\b`, "he who", "the customer who", 0},
}

// TestPlainCode holds that comments and names of the code are in the field's words.
func TestPlainCode(t *testing.T) {
	found := make([][]string, len(dialect))
	words := make([]*regexp.Regexp, len(dialect))
	for i, p := range dialect {
		words[i] = regexp.MustCompile(p.word)
	}
	for _, root := range []string{"../../cmd", "../../internal", "../../migrations", "../../scripts", "../../web/src", "../../web/scripts", "../../e2e", "../../bench"} {
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
			t.Errorf("%q is in %d places, %d at most; say %s:\n\t%s", p.word, len(found[i]), p.most, p.instead, strings.Join(found[i], "\n\t"))
		case len(found[i]) < p.most:
			t.Errorf("%q is in %d places only: lower its number from %d", p.word, len(found[i]), p.most)
		}
	}
}

// isCode reports whether a person writes the file: no generated one, no texts, not the list itself.
func isCode(path string) bool {
	switch {
	case strings.HasSuffix(path, "schema.d.ts"), strings.HasSuffix(path, "plain_test.go"), strings.Contains(path, "testdata/frozen"):
		return false
	}
	switch filepath.Ext(path) {
	case ".go", ".ts", ".tsx", ".sql", ".sh", ".mjs":
		return true
	}
	return false
}
