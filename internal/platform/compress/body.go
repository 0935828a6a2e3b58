package compress

import "sync"

// Body is a document and its compressed forms by encoding. Only compressed bytes are stored, since nearly all clients
// accept brotli; clients that accept none share one uncompressed copy.
type Body struct {
	level int // compression level

	mu       sync.Mutex
	plain    []byte // nil once compressed, unless it is being read
	settled  bool
	readers  int // readers of plain
	br, gzip []byte
}

// NewBody returns a document that is compressed at a level of brotli and gzip.
func NewBody(plain []byte, level int) *Body { return &Body{level: level, plain: plain} }

// In returns the document in an encoding, "" for none. Call done after sending it.
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

// Settle compresses a body for storage and returns about how much memory it takes.
func (b *Body) Settle() int {
	packed, _ := b.In(Brotli)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.settled = true; b.readers == 0 {
		b.plain = nil
	}
	// The estimate includes gzip, because sooner or later a client accepts only gzip and that form is stored as well.
	return len(packed) * 9 / 4
}
