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

// render makes clean HTML of Markdown.
func render(text string) (string, error) {
	var out bytes.Buffer
	if err := markdown.Convert([]byte(text), &out); err != nil {
		return "", fmt.Errorf("content: markdown: %w", err)
	}
	return sanitizer.Sanitize(out.String()), nil
}

// linksIn lists where the links and pictures of a Markdown text lead.
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

// cleanBody cleans a text of several lines line by line. Blanks at a line's
// beginning stay: they mean something in Markdown.
func cleanBody(text string) string {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	for i, line := range lines {
		rest := strings.TrimLeft(line, " \t")
		lines[i] = strings.TrimRight(line[:len(line)-len(rest)]+httpapi.Clean(rest), " \t")
	}
	return strings.Trim(strings.Join(lines, "\n"), "\n")
}

// Spoken is the language a thing with these parts is shown in: the one asked
// for where every part is there, the other one where that has them all.
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
