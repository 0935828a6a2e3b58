package blobs

import (
	"container/list"
	"context"
	"sync"
)

// Kept caches a store in this node's memory, up to most bytes. Files never change, so each is fetched only once.
func Kept(s Store, most int64) Store {
	return &kept{Store: s, most: most, of: map[string]*list.Element{}}
}

type kept struct {
	Store
	mu    sync.Mutex
	most  int64
	bytes int64
	of    map[string]*list.Element
	used  list.List // of *file, the last used first
}

type file struct {
	name string
	data []byte
}

// Get returns a file from memory, or reads it from the store and caches it.
func (k *kept) Get(ctx context.Context, name string) ([]byte, error) {
	k.mu.Lock()
	if e := k.of[name]; e != nil {
		k.used.MoveToFront(e)
		data := e.Value.(*file).data
		k.mu.Unlock()
		return data, nil
	}
	k.mu.Unlock()
	data, err := k.Store.Get(ctx, name)
	if err != nil || int64(len(data)) > k.most/8 {
		return data, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of[name] == nil {
		k.of[name] = k.used.PushFront(&file{name, data})
		k.bytes += int64(len(data))
	}
	for k.bytes > k.most {
		k.forget(k.used.Back())
	}
	return data, nil
}

// Delete removes the file from memory too.
func (k *kept) Delete(ctx context.Context, name string) error {
	k.mu.Lock()
	k.forget(k.of[name])
	k.mu.Unlock()
	return k.Store.Delete(ctx, name)
}

func (k *kept) forget(e *list.Element) {
	if e == nil {
		return
	}
	f := k.used.Remove(e).(*file)
	k.bytes -= int64(len(f.data))
	delete(k.of, f.name)
}
