package content

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/microcosm-cc/bluemonday"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/text"

	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
)

var (
	markdown  = goldmark.New(goldmark.WithExtensions(extension.Table, extension.Linkify))
	sanitizer = bluemonday.UGCPolicy()
)

// render converts Markdown to clean HTML.
func render(text string) (string, error) {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return "", fmt.Errorf("content: markdown: %w", err)
	}
	return sanitizer.Sanitize(out.String()), nil
}

// linksIn lists the targets of the links and pictures in a Markdown text.
func linksIn(source string) (links []string) {
	bytes := []byte(source)
	_ = ast.Walk(markdown.Parser().Parse(text.NewReader(bytes)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			links = append(links, string(n.Destination))
		case *ast.Image:
			links = append(links, string(n.Destination))
		case *ast.AutoLink:
			if n.AutoLinkType == ast.AutoLinkURL {
				links = append(links, string(n.URL(bytes)))
			}
		}
		return ast.WalkContinue, nil
	})
	return links
}

func renderBoth(body i18n.Text) (html i18n.Text, err error) {
	if html.EN, err = render(body.EN); err != nil {
		return html, err
	}
	html.AR, err = render(body.AR)
	return html, err
}

// cleanBody normalises a multi-line text line by line. It keeps leading blanks, because they have a meaning in
// Markdown.
func cleanBody(text string) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, " \t")
		lines[i] = strings.TrimRight(line[:len(line)-len(rest)]+httpapi.Clean(rest), " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Spoken returns the language in which content with these parts is shown: the requested one if every part has it, else
// the other one if every part has that.
func Spoken(lang i18n.Lang, parts ...i18n.Text) i18n.Lang {
	other := i18n.AR
	if lang == i18n.AR {
		other = i18n.EN
	}
	if whole(lang, parts) || !whole(other, parts) {
		return lang
	}
	return other
}

func whole(lang i18n.Lang, parts []i18n.Text) bool {
	for _, p := range parts {
		text := p.EN
		if lang == i18n.AR {
			text = p.AR
		}
		if strings.TrimSpace(text) == "" {
			return false
		}
	}
	return true
}
