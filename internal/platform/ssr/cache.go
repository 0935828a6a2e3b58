package ssr

import (
	"container/list"
	"sync"
	"time"
)

// pageCache keeps finished pages, the least recently asked for going first when the bytes are used
// up. Pages of an older catalogue are not given out; they leave when asked for or pushed out.
type pageCache struct {
	mu    sync.Mutex
	bound int
	used  int
	order *list.List // most recent first; values are *kept
	byKey map[string]*list.Element
}

type kept struct {
	key     string
	version string
	until   time.Time
	page    Response
	size    int
}

func newPageCache(bound int) *pageCache {
	return &pageCache{bound: bound, order: list.New(), byKey: map[string]*list.Element{}}
}

func (c *pageCache) get(key, version string, now time.Time) (Response, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.byKey[key]
	if !ok {
		return Response{}, false
	}
	entry := element.Value.(*kept)
	if entry.version != version || !now.Before(entry.until) {
		c.remove(element)
		return Response{}, false
	}
	c.order.MoveToFront(element)
	return entry.page, true
}

func (c *pageCache) put(key, version string, until time.Time, page Response) {
	entry := &kept{key: key, version: version, until: until, page: page}
	// The rest is what an entry costs beside its texts.
	entry.size = len(page.HTML) + len(page.Gzip) + len(key) + 512
	if entry.size > c.bound/4 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.byKey[key]; ok {
		c.remove(old)
	}
	c.byKey[key] = c.order.PushFront(entry)
	c.used += entry.size
	for c.used > c.bound {
		c.remove(c.order.Back())
	}
}

func (c *pageCache) remove(element *list.Element) {
	entry := element.Value.(*kept)
	c.order.Remove(element)
	delete(c.byKey, entry.key)
	c.used -= entry.size
}
