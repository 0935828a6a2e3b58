package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
)

// manual is docs/operations.md.
func manual(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// sources calls back with the text of every Go file that becomes a part of the
// program: no tests, and none of the packages that only tests import.
func sources(t *testing.T, each func(text string)) {
	t.Helper()
	for _, root := range []string{".", "../../internal"} {
		err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() {
				if strings.HasSuffix(entry.Name(), "test") {
					return fs.SkipDir
				}
				return nil
			}
			if !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return nil
			}
			text, err := os.ReadFile(file)
			each(string(text))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// same compares the program's names with the manual's, both ways.
func same(t *testing.T, what string, least int, has, named []string) {
	t.Helper()
	for _, list := range []*[]string{&has, &named} {
		slices.Sort(*list)
		*list = slices.Compact(*list)
	}
	if len(has) < least {
		t.Fatalf("only %d %s were found in the program: %v", len(has), what, has)
	}
	for _, one := range has {
		if !slices.Contains(named, one) {
			t.Errorf("docs/operations.md says nothing of %s", one)
		}
	}
	for _, one := range named {
		if !slices.Contains(has, one) {
			t.Errorf("docs/operations.md names %s, which is not there", one)
		}
	}
}

// TestTheManualNamesEveryFlag keeps docs/operations.md true about the flags.
func TestTheManualNamesEveryFlag(t *testing.T) {
	parser, err := kong.New(&cli{}, kong.Vars{"version": ""})
	if err != nil {
		t.Fatal(err)
	}
	var has []string
	var walk func(*kong.Node)
	walk = func(n *kong.Node) {
		for _, flag := range n.Flags {
			if flag.Name != "help" { // every program has it
				has = append(has, "--"+flag.Name)
			}
		}
		for _, child := range n.Children {
			walk(child)
		}
	}
	walk(parser.Model.Node)
	named := regexp.MustCompile(`--[a-z][a-z-]+`).FindAllString(manual(t), -1)
	same(t, "flags", 15, has, slices.DeleteFunc(named, func(flag string) bool { return flag == "--help" }))
}

// TestTheManualNamesEveryVariable keeps it true about the environment.
func TestTheManualNamesEveryVariable(t *testing.T) {
	var has []string
	name := regexp.MustCompile(`\bWEKALA_[A-Z][A-Z_]*[A-Z]\b`)
	sources(t, func(text string) { has = append(has, name.FindAllString(text, -1)...) })
	same(t, "variables", 30, has, name.FindAllString(manual(t), -1))
}

// TestTheManualNamesEveryMetric keeps the manual's list of metrics complete.
func TestTheManualNamesEveryMetric(t *testing.T) {
	var metrics, events []string
	metric := regexp.MustCompile(`\bwekala_[a-z]+_[a-z]+\b`)
	event := regexp.MustCompile(`(?:\.Count|\brefuse)\("((?:otp|password|staff|registered)[a-z_]*)"( \+ in\.Method)?`)
	sources(t, func(text string) {
		for _, found := range regexp.MustCompile(`Name: "(`+metric.String()+`)"`).FindAllStringSubmatch(text, -1) {
			metrics = append(metrics, found[1])
		}
		for _, found := range event.FindAllStringSubmatch(text, -1) {
			if found[2] == "" {
				events = append(events, found[1])
				continue
			}
			for _, method := range []string{"sms", "whatsapp"} {
				events = append(events, found[1]+method)
			}
		}
	})
	_, section, ok := strings.Cut(manual(t), "## Metrics\n")
	if !ok {
		t.Fatal("docs/operations.md has no section about metrics")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	same(t, "metrics", 2, metrics, metric.FindAllString(section, -1))
	var named []string
	for _, found := range regexp.MustCompile("`((?:otp|password|staff|registered)[a-z_]*)`").
		FindAllStringSubmatch(section, -1) {
		named = append(named, found[1])
	}
	same(t, "events", 12, events, named)
}
