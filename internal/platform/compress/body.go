package compress

import "sync"

// Body is a document and its compressed forms by encoding. Only compressed bytes are stored, since nearly all clients
// accept brotli; clients that accept none share one uncompressed copy.
type Body struct {
	level int // how hard it is packed

	mu       sync.Mutex
	plain    []byte // nil once it is kept, unless somebody reads it
	settled  bool
	readers  int // of plain
	br, gzip []byte
}

// NewBody returns a document that packs with a level of brotli's and gzip's.
func NewBody(plain []byte, level int) *Body { return &Body{level: level, plain: plain} }

// In gives the document in an encoding, "" for none. Call done when it is sent.
func (b *Body) In(encoding string) (data []byte, done func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch encoding {
	case Brotli:
		if b.br == nil {
			b.br = Pack(Brotli, b.unpacked(), b.level)
		}
		return b.br, func() {}
	case Gzip:
		if b.gzip == nil {
			b.gzip = Pack(Gzip, b.unpacked(), b.level)
		}
		return b.gzip, func() {}
	}
	b.plain = b.unpacked()
	b.readers++
	return b.plain, b.leave
}

// leave drops the uncompressed copy when its last reader leaves.
func (b *Body) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.readers--; b.readers == 0 && b.settled {
		b.plain = nil
	}
}

// Packed reports whether only compressed bytes are stored.
func (b *Body) Packed() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.plain == nil
}

func (b *Body) unpacked() []byte {
	if b.plain != nil || b.br == nil {
		return b.plain
	}
	// Bytes compressed by this program can always be uncompressed.
	plain, _ := Unpack(Brotli, b.br)
	return plain
}

// Settle makes a body small, for keeping, and returns about how much memory it takes.
func (b *Body) Settle() int {
	packed, _ := b.In(Brotli)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.settled = true; b.readers == 0 {
		b.plain = nil
	}
	// Sooner or later a reader who takes gzip alone comes by, and it is kept as well.
	return len(packed) * 9 / 4
}
