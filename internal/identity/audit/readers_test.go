package audit_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestNoDecisionReadsTheLog holds that features write to the log and take no decision from it: only its own
// package and the undo of imports, which says who changed a row since, read it.
func TestNoDecisionReadsTheLog(t *testing.T) {
	may := []string{"catalogue/imports/extras_undo.go", "catalogue/imports/undo_plan.go"}
	read := regexp.MustCompile(`(?i)\b(FROM|JOIN)\s+audit_log\b`)
	if !read.MatchString("SELECT 1 FROM audit_log") {
		t.Fatal("the pattern finds nothing")
	}
	root := filepath.Join("..", "..")
	var readers []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		name, err := filepath.Rel(root, path)
		if err != nil || strings.HasPrefix(name, "identity/audit/") {
			return err
		}
		source, err := os.ReadFile(path)
		if err == nil && read.Match(source) {
			readers = append(readers, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if slices.Sort(readers); !slices.Equal(readers, may) {
		t.Errorf("the audit log is read by %q, want %q", readers, may)
	}
}
