package app_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestTheSpecificationsTestsAreThere checks docs/specification.md: every line names its tests, and every named test
// exists.
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

// TestTheTestsOfSecurityAreThere checks docs/security.md: every line of its table names tests, and every test named
// anywhere exists.
func TestTheTestsOfSecurityAreThere(t *testing.T) {
	root := filepath.Join("..", "..")
	raw, err := os.ReadFile(filepath.Join(root, "docs", "security.md"))
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	named := regexp.MustCompile("`([^`]+) › ([^`]+)`")
	rows, inMap := 0, false
	for line := range strings.Lines(text) {
		inMap = inMap || strings.HasPrefix(line, "## OWASP ASVS")
		cells := strings.Split(strings.TrimSpace(line), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || strings.HasPrefix(line, "| **") ||
			strings.HasPrefix(line, "| requirement") || !inMap {
			continue
		}
		rows++
		refs := named.FindAllStringSubmatch(cells[2], -1)
		if len(refs) == 0 {
			t.Errorf("no test is named for: %s", cells[0])
		}
		for _, ref := range refs {
			source, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(ref[1])))
			name := ref[2]
			if strings.HasSuffix(ref[1], ".go") {
				name = "func " + name + "("
			}
			if err != nil || !strings.Contains(string(source), name) {
				t.Errorf("%s: %s has no test %q (%v)", cells[0], ref[1], ref[2], err)
			}
		}
	}
	if rows < 40 {
		t.Errorf("only %d lines are in the table", rows)
	}
	there := map[string]bool{}
	for _, dir := range []string{"internal", "cmd"} {
		eachFile(t, filepath.Join(root, dir), "_test.go", func(path string) {
			for _, f := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(read(t, path), -1) {
				there[f[1]] = true
			}
		})
	}
	for _, f := range regexp.MustCompile(`\bTest[A-Z]\w+`).FindAllString(text, -1) {
		if !there[f] {
			t.Errorf("there is no test %s", f)
		}
	}
}

// foldersIn lists the subfolders of a folder, sorted.
func foldersIn(t *testing.T, elem ...string) []string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(append([]string{"..", ".."}, elem...)...))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	return names
}

// TestTheMapIsTrue checks docs/architecture.md: it names every package of the platform, every feature on its line,
// and every folder of the web, and none that does not exist.
func TestTheMapIsTrue(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	bold := regexp.MustCompile(`\*\*([a-z]+)\*\*`)
	same := func(what string, there, named []string) {
		t.Helper()
		there, named = slices.Sorted(slices.Values(there)), slices.Sorted(slices.Values(named))
		if len(there) == 0 || !slices.Equal(there, named) {
			t.Errorf("%s: there are %v, the map names %v", what, there, named)
		}
	}
	between := func(from, to string) string {
		t.Helper()
		_, rest, ok := strings.Cut(page, from)
		part, _, found := strings.Cut(rest, to)
		if !ok || !found {
			t.Fatalf("the map has nothing between %q and %q", from, to)
		}
		return part
	}
	words := func(text string) (all []string) {
		for _, match := range bold.FindAllStringSubmatch(text, -1) {
			all = append(all, match[1])
		}
		return all
	}

	same("packages of the platform", foldersIn(t, "internal", "platform"),
		strings.Fields(between("knows no shop word: ", "\ninternal/<domain>/")))

	there := slices.DeleteFunc(foldersIn(t, "internal"),
		func(name string) bool { return name == "app" || name == "platform" })
	same("domains", there, domains)
	lines := regexp.MustCompile(`(?m)^\d+\. `).Split(between("## Domains, lowest first", "News travels upwards"), -1)[1:]
	if len(lines) != len(domains) {
		t.Fatalf("the map has %d lines, there are %d domains", len(lines), len(domains))
	}
	for i, line := range lines {
		own := foldersIn(t, "internal", domains[i])
		if !strings.HasPrefix(line, "`"+domains[i]+"`") {
			t.Errorf("line %d isn't that of %s", i+1, domains[i])
		}
		same(domains[i], own, words(line))
	}

	same("folders of web/src", foldersIn(t, "web", "src"), strings.Split(between("src/{", "}"), ","))
	same("domains of the web", foldersIn(t, "web", "src", "features"), domains)
	var own []string
	for _, domain := range domains {
		for _, name := range foldersIn(t, "web", "src", "features", domain) {
			if !slices.Contains(foldersIn(t, "internal", domain), name) {
				own = append(own, name)
			}
		}
	}
	same("features of the web without a namesake", own,
		words(between("In the web a feature has the same name", "holds the layers")))
}

// TestEveryTermStandsOnce checks that docs/glossary.md defines each term once.
func TestEveryTermStandsOnce(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "glossary.md"))
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, match := range regexp.MustCompile(`\*\*([^*]+)\*\*`).FindAllStringSubmatch(string(text), -1) {
		term := strings.ToLower(match[1])
		if seen[term] {
			t.Errorf("the glossary tells of %q twice", term)
		}
		seen[term] = true
	}
	if len(seen) < 60 {
		t.Errorf("only %d terms are in the glossary", len(seen))
	}
}
