package db

import (
	"fmt"
	"strings"
)

// A migration is written once, in four types: TEXT, BIGINT, BOOLEAN and BYTES. This file translates its text for each
// engine. It reads tokens instead of replacing text, so that a string or a comment may contain any word.

// token is a piece of SQL: a word, a quoted piece, a space or comment, or one
// other character.
type token struct {
	text string
	kind tokenKind
}

type tokenKind int

const (
	word tokenKind = iota
	quoted
	blank
	mark
)

func (t token) is(s string) bool { return t.kind == word && strings.EqualFold(t.text, s) }

func tokens(src string) ([]token, error) {
	var out []token
	for i := 0; i < len(src); {
		j, kind := i+1, mark
		switch c := src[i]; {
		case isWord(c):
			for j < len(src) && isWord(src[j]) {
				j++
			}
			kind = word
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			kind = blank
		case strings.HasPrefix(src[i:], "--"):
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				j = i + n
			} else {
				j = len(src)
			}
			kind = blank
		case strings.HasPrefix(src[i:], "/*"):
			n := strings.Index(src[i+2:], "*/")
			if n < 0 {
				return nil, fmt.Errorf("a comment does not end: %.40s", src[i:])
			}
			j, kind = i+2+n+2, blank
		case c == '\'' || c == '"':
			// A doubled quote inside reads as two adjacent pieces, with the same result.
			n := strings.IndexByte(src[i+1:], c)
			if n < 0 {
				return nil, fmt.Errorf("a quote does not end: %.40s", src[i:])
			}
			j, kind = i+1+n+1, quoted
		}
		out = append(out, token{src[i:j], kind})
		i = j
	}
	return out, nil
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// statements splits a migration at its semicolons and translates each piece.
func statements(e Engine, src string) ([]string, error) {
	all, err := tokens(src)
	if err != nil {
		return nil, err
	}
	var out []string
	var cur []token
	flush := func() error {
		s, err := translate(e, cur)
		cur = nil
		if s != "" {
			out = append(out, s)
		}
		return err
	}
	for _, t := range all {
		if t.kind == mark && t.text == ";" {
			if err := flush(); err != nil {
				return nil, err
			}
			continue
		}
		cur = append(cur, t)
	}
	if err := flush(); err != nil {
		return nil, err
	}
	return out, nil
}

// translate returns one statement in the engine's dialect, "" if it is blank.
func translate(e Engine, stmt []token) (string, error) {
	var solid []token
	var b strings.Builder
	// A comment at the end would swallow appended text.
	for len(stmt) > 0 && stmt[len(stmt)-1].kind == blank {
		stmt = stmt[:len(stmt)-1]
	}
	for _, t := range stmt {
		if t.kind == blank {
			b.WriteString(t.text)
			continue
		}
		b.WriteString(typeName(e, t, solid))
		solid = append(solid, t)
	}
	s := strings.TrimSpace(b.String())
	if len(solid) == 0 {
		return "", nil
	}
	if e == SQLite && len(solid) > 2 && solid[0].is("CREATE") && solid[1].is("TABLE") {
		if last := solid[len(solid)-1]; last.text != ")" {
			return "", fmt.Errorf("CREATE TABLE must end with its columns, not with %q", last.text)
		}
		s += " STRICT"
	}
	return s, nil
}

// typeName translates a type's name and leaves every other token unchanged. before are the earlier tokens of the
// statement, without blanks.
func typeName(e Engine, t token, before []token) string {
	switch {
	case t.is("BYTES"):
		if e == SQLite {
			return "BLOB"
		}
		return "BYTEA"
	case e != SQLite || len(before) == 0:
		return t.text
	case t.is("BIGINT"):
		return "INTEGER"
	case t.is("BOOLEAN"):
		name := before[len(before)-1]
		if name.is("AS") { // CAST(… AS BOOLEAN)
			return "INTEGER"
		}
		return "INTEGER CHECK (" + name.text + " IN (0, 1))"
	}
	return t.text
}
