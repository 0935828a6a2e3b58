package ssr

import (
	"sync"

	"wekala/internal/platform/compress"
)

// pageLevel is how hard a page is packed: beyond it brotli takes as long as drawing does.
const pageLevel = 4

// body is a document, and what it packs to in each encoding that was asked for. What is kept is
// kept packed: a page is seven times as large as it is on the wire, and almost everybody takes
// brotli.
type body struct {
	mu       sync.Mutex
	plain    []byte // nil once it is kept
	br, gzip []byte
}

func newBody(plain []byte) *body { return &body{plain: plain} }

// in gives the document in an encoding, "" for none.
func (b *body) in(encoding string) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch encoding {
	case compress.Brotli:
		if b.br == nil {
			b.br = compress.Pack(compress.Brotli, b.unpacked(), pageLevel)
		}
		return b.br
	case compress.Gzip:
		if b.gzip == nil {
			b.gzip = compress.Pack(compress.Gzip, b.unpacked(), pageLevel)
		}
		return b.gzip
	}
	return b.unpacked()
}

func (b *body) unpacked() []byte {
	if b.plain != nil || b.br == nil {
		return b.plain
	}
	// What was packed here unpacks.
	plain, _ := compress.Unpack(compress.Brotli, b.br)
	return plain
}

// settle makes a body small, for keeping, and tells about how much room it takes.
func (b *body) settle() int {
	packed := b.in(compress.Brotli)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.plain = nil
	// Sooner or later a reader who takes gzip alone comes by, and it is kept as well.
	return len(packed) * 9 / 4
}
