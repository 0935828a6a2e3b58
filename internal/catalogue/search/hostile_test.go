package search

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// hostile texts: long, of one letter, expanding, of marks, controls, broken.
var hostile = []string{
	strings.Repeat("a", 1<<20), strings.Repeat("a ", 1<<19), strings.Repeat("ﷺ", 1<<18), strings.Repeat("\u0651", 1<<19),
	"ا" + strings.Repeat("\u0654", 1<<19), strings.Repeat("\u202e\u2066", 1<<17), strings.Repeat("\x00", 1<<20),
	strings.Repeat("\xff", 1<<20),
	strings.Repeat("🍎", 1<<18), strings.Repeat("لا", 1<<18), strings.Repeat("ae3iou2", 1<<17), strings.Repeat("1.", 1<<19),
	strings.Repeat("ab-", 1<<18), strings.Repeat("😀é", 1<<17), "\xed\xa0\x80<script>alert(1)</script>",
	strings.Repeat("والبال", 1<<16),
	strings.Repeat("x y z w ", 1000), "'; DROP TABLE products; --", "..........", "''''''", "؛،؟", "\u200f\u200e", "İ̇ıſ",
	"K",
}

func TestHostileText(t *testing.T) {
	s := grocery()
	var list []Product
	for i, h := range hostile {
		p := s.item("h"+strings.Repeat("i", i), h, h, 1, 0)
		p.Keywords = []string{h, h}
		list = append(list, p)
	}
	s.Apply(list, nil)
	if s.Len() != 9+len(hostile) {
		t.Fatalf("%d products", s.Len())
	}
	for _, h := range hostile {
		probe(t, s.Index, h)
	}
	if got := s.Search(Query{Text: "samsung"}); got.Total != 1 {
		t.Error("an honest search suffers")
	}
}

// probe searches for one text in every way. An operation that takes unbounded time shows as a test that does not end.
func probe(t *testing.T, ix *Index, text string) {
	t.Helper()
	r := ix.Search(Query{Text: text, Facets: true, Lang: text, Service: clip(text, 10), Sort: Sort(clip(text, 5))})
	ix.Search(Query{Text: text, Facets: true})
	ix.Suggest(SuggestQuery{Prefix: text, Entries: PrepareEntries([]Entry{{NameEN: text, NameAR: text}})})
	if utf8.ValidString(text) && !utf8.ValidString(r.Corrected) {
		t.Errorf("corrected %q to %q", clip(text, 40), r.Corrected)
	}
	if f := Fold(clip(text, 200)); Fold(f) != f {
		t.Errorf("folding %q twice gives %q, once %q", clip(text, 40), clip(Fold(f), 40), clip(f, 40))
	}
	at := 0
	for _, s := range Highlight(text, text) {
		if s.Start < at || s.End <= s.Start {
			t.Errorf("%q is marked at %+v after %d", clip(text, 40), s, at)
		}
		at = s.End
	}
}

func FuzzText(f *testing.F) {
	for _, h := range hostile {
		f.Add(clip(h, 1000))
	}
	for _, q := range someQueries {
		f.Add(q)
	}
	s := grocery()
	f.Fuzz(func(t *testing.T, text string) { probe(t, s.Index, text) })
}
