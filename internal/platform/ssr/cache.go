package ssr

import (
	"container/list"
	"regexp"
	"strings"
	"sync"
	"time"
)

// pageCache holds finished pages; when it is full, the least recently used is dropped. A page of an older catalogue
// stays: on the next request its answers are fetched again, and if they are equal, so is the page.
type pageCache struct {
	mu    sync.Mutex
	bound int
	used  int
	order *list.List // most recent first; values are *kept
	byKey map[string]*list.Element
	typed *pageCache // nil where it has none
}

// kept is a page with the data it was rendered from. It is immutable; a page that turns out to be current is stored
// again.
type kept struct {
	key     string
	version string    // of the catalogue when its answers were last fetched
	looked  time.Time // when they were last fetched
	until   time.Time // when they may change by themselves
	holds   time.Time // until when its statements about the time are true
	stamp   time.Time // the time that it gives to the browser
	asked   []string  // the paths of its answers
	digest  string    // of everything it was rendered from
	page    Response
	size    int
}

// A page is given out for this long after its answers were asked for, whatever has happened since:
// what changes without moving the catalogue's version shows as soon as what moves it.
const pageAge = time.Second

// refreshAge is the age from which a page whose catalogue has moved is refreshed while its visitor gets the old one.
// Earlier, the next change would only have it refreshed again.
const refreshAge = pageAge / 2

// fresh reports whether a page may be sent unchanged.
func (k *kept) fresh(now time.Time) bool {
	return now.Sub(k.looked) < pageAge && now.Before(k.until)
}

// ages reports whether a page that may be sent should be refreshed in the background.
func (k *kept) ages(version string, now time.Time) bool {
	return k.version != version && now.Sub(k.looked) >= refreshAge
}

// current reports that no change is known since the page was checked.
func (k *kept) current(version string, now time.Time) bool {
	return k.fresh(now) && !k.ages(version, now)
}

// typed matches addresses that visitors can make up without limit: words, numbers and lists. Their pages have a
// separate part of the memory, so that they do not displace the pages that everybody visits.
var typed = regexp.MustCompile(
	`[?&](?:ask|compare|in_stock|offer|open|order|page|paid|price_max|price_min|q|return|sort|step|tab|tag|then|ticket|topup)=`)

// typedShare is their part: an eighth.
const typedShare = 8

// newPages returns a cache that keeps pages of typed addresses by themselves.
func newPages(bound int) *pageCache {
	c := newPageCache(bound - bound/typedShare)
	c.typed = newPageCache(bound / typedShare)
	return c
}

// of returns the cache that holds a key's page.
func (c *pageCache) of(key string) *pageCache {
	if c.typed != nil && strings.Contains(key, "?") && typed.MatchString(key) {
		return c.typed
	}
	return c
}

func newPageCache(bound int) *pageCache {
	return &pageCache{bound: bound, order: list.New(), byKey: map[string]*list.Element{}}
}

// get returns the page of a key, fresh or not; nil if there is none.
func (c *pageCache) get(key string) *kept {
	c = c.of(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	element, ok := c.byKey[key]
	if !ok {
		return nil
	}
	c.order.MoveToFront(element)
	return element.Value.(*kept)
}

func (c *pageCache) put(entry *kept) {
	c = c.of(entry.key)
	entry.size = len(entry.key) + 512 // about the cost of an entry besides its page
	for _, path := range entry.asked {
		entry.size += len(path) + 16
	}
	if entry.page.body != nil {
		entry.size += entry.page.body.Settle()
	}
	if entry.size > c.bound/4 {
		c.drop(entry.key)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.byKey[entry.key]; ok {
		c.remove(old)
	}
	c.byKey[entry.key] = c.order.PushFront(entry)
	c.used += entry.size
	for c.used > c.bound {
		c.remove(c.order.Back())
	}
}

// drop removes the page of a key.
func (c *pageCache) drop(key string) {
	c = c.of(key)
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, ok := c.byKey[key]; ok {
		c.remove(old)
	}
}

func (c *pageCache) remove(element *list.Element) {
	entry := element.Value.(*kept)
	c.order.Remove(element)
	delete(c.byKey, entry.key)
	c.used -= entry.size
}
