package compress

import (
	"bytes"
	"strings"
	"testing"
)

// TestReadersShareWhatIsUnpacked: readers who take no encoding hold one copy together, and the last one's going leaves
// the packed one alone.
func TestReadersShareWhatIsUnpacked(t *testing.T) {
	plain := []byte(strings.Repeat("a shop of many branches ", 4000))
	b := NewBody(bytes.Clone(plain), 4)
	b.Settle()
	if !b.Packed() {
		t.Fatal("kept unpacked")
	}
	first, firstDone := b.In("")
	second, secondDone := b.In("")
	if &first[0] != &second[0] {
		t.Error("two readers hold two copies")
	}
	if firstDone(); b.Packed() {
		t.Error("forgotten while somebody reads it")
	}
	secondDone()
	if third, done := b.In(""); !b.Packed() && bytes.Equal(third, plain) {
		done()
	} else {
		t.Error("another document after the last reader went")
	}
	if !b.Packed() {
		t.Error("kept unpacked after its readers went")
	}
}
