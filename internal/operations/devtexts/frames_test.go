package devtexts

import (
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var writeFrames = flag.Bool("frames", false, "write frames.tsv")

var (
	usedText    = regexp.MustCompile(`\bt\(\s*"([\w:.]+)"`)
	ownFeature  = regexp.MustCompile(`useTranslation\("(\w+)"\)`)
	asAttribute = regexp.MustCompile(`([a-zA-Z-]+)=\{[^{}<>]*$`)
	asContent   = regexp.MustCompile(`<([A-Za-z][\w.]*)(?:[^<>]|=>|\{[^{}]*\})*>\s*(?:<Icon[^<>]*/>\s*)?\{?[^<>{}]*$`)
	asToast     = regexp.MustCompile(`toasts?\.show\([^;]{0,80}$`)
)

// frameOfUse returns the frame that the code before a text implies, "" if it is not clear.
func frameOfUse(before string) string {
	if asToast.MatchString(before) {
		return "toast"
	}
	if found := asAttribute.FindStringSubmatch(before); found != nil {
		tag := before[strings.LastIndex(before, "<")+1:]
		switch name := found[1]; {
		case regexp.MustCompile(`^(saveLabel|retryLabel|cancelLabel|confirmLabel|submitLabel|submit|back|add|closeLabel)$`).
			MatchString(name),
			name == "action":
			return "button"
		case name == "title" && !strings.HasPrefix(tag, "Notice"), name == "effectTitle":
			return "heading"
		case name == "label" && strings.HasPrefix(tag, "IconButton"):
			return "button"
		case regexp.MustCompile(`^(hint|text|message|failed|offline)$`).MatchString(name):
			return "line"
		case name == "label", strings.HasSuffix(name, "Label"), name == "aria-label", name == "alt", name == "placeholder",
			name == "unit":
			return "label"
		}
		return ""
	}
	if found := asContent.FindStringSubmatch(before); found != nil {
		switch tag := found[1]; {
		case slices.Contains([]string{"Button", "button", "ButtonLink", "Link", "BackLink", "SkipLink", "MenuButton"}, tag):
			return "button"
		case regexp.MustCompile(`^h[1-6]$|Title$|Heading$`).MatchString(tag):
			return "heading"
		case slices.Contains([]string{"Badge", "Chip", "dt", "th", "option", "label", "legend", "summary"}, tag):
			return "label"
		case tag == "Notice":
			return "line"
		}
	}
	return ""
}

// TestFramesAreThoseOfTheScreens reads from the screens what draws each text of
// the web, and holds frames.tsv to it.
func TestFramesAreThoseOfTheScreens(t *testing.T) {
	known := map[string]bool{}
	for _, row := range textRows(false) {
		known[row.Key] = true
	}
	votes := map[string]map[string]int{}
	root := filepath.Join("..", "..", "..", "web", "src")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".tsx") || strings.HasSuffix(path, ".test.tsx") {
			return err
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		code, feature := string(raw), ""
		if own := ownFeature.FindStringSubmatch(code); own != nil {
			feature = own[1]
		}
		side := "web/"
		if slash := filepath.ToSlash(path); strings.Contains(slash, "/console/") || strings.Contains(slash, "/backoffice/") {
			side = "console/"
		}
		for _, at := range usedText.FindAllStringSubmatchIndex(code, -1) {
			key := code[at[2]:at[3]]
			if !strings.Contains(key, ":") {
				key = feature + ":" + key
			}
			if key = side + key; !known[key] {
				continue
			}
			if frame := frameOfUse(code[max(0, at[0]-600):at[0]]); frame != "" {
				if votes[key] == nil {
					votes[key] = map[string]int{}
				}
				votes[key][frame]++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for key, of := range votes {
		best := ""
		for _, frame := range textKinds { // where screens differ, the most; then the first named
			if of[frame] > 0 && (best == "" || of[frame] > of[best]) {
				best = frame
			}
		}
		lines = append(lines, key+"\t"+best)
	}
	slices.Sort(lines)
	want := strings.Join(lines, "\n") + "\n"
	if *writeFrames {
		if err := os.WriteFile("frames.tsv", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// The page is for people who change texts: a few lines may lag behind a change of screens, many may not.
	var behind []string
	for _, line := range lines {
		key, frame, _ := strings.Cut(line, "\t")
		if kept := frameOf[key]; kept != frame {
			behind = append(behind, key+" is drawn as "+frame+", kept as "+kept)
		}
	}
	for key := range frameOf {
		if !known[key] {
			behind = append(behind, key+" is no text")
		}
	}
	if len(behind) > 20 && !*writeFrames {
		t.Errorf("frames.tsv is stale, write it with: go test ./internal/operations/devtexts -run TestFramesAre -frames\n%s",
			strings.Join(behind, "\n"))
	}
	if len(lines) < 900 {
		t.Errorf("only %d texts are found on screens", len(lines))
	}
	for before, frame := range map[string]string{
		"<Button onClick={() => go()}>\n  {": "button", `<Field label={`: "label", "<h2 className=\"x\">{": "heading",
		"toasts.show({ text: ": "toast", "<EmptyState icon=\"cart\" title={": "heading", "<p>{": "",
	} {
		if got := frameOfUse(before); got != frame {
			t.Errorf("%q is framed as %q, not %q", before, got, frame)
		}
	}
}
