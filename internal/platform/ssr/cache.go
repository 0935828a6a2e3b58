package ssr

import (
	"container/list"
	"regexp"
	"strings"
	"sync"
	"time"
)

// pageCache keeps finished pages, the least recently asked for going first when the bytes are used
// up. A page of an older catalogue stays: when it is asked for, its answers are asked for again, and
// the same answers are the same page.
type pageCache struct {
	mu    sync.Mutex
	bound int
	used  int
	order *list.List // most recent first; values are *kept
	byKey map[string]*list.Element
	typed *pageCache // nil where it has none
}

// kept is a page with what it was drawn from. Nothing in it changes; a page that is found to hold
// still is put again.
type kept struct {
	key     string
	version string    // of the catalogue when its answers were asked for last
	looked  time.Time // when they were asked for last
	until   time.Time // when they may change by themselves
	holds   time.Time // until when what it says of the moment is true
	stamp   time.Time // the moment it tells the browser
	asked   []string  // the paths of its answers
	digest  string    // of everything it was drawn from
	page    Response
	size    int
}

// A page is given out for this long after its answers were asked for, whatever has happened since:
// what changes without moving the catalogue's version shows as soon as what moves it.
const pageAge = time.Second

// refreshAge is from when on a page whose catalogue has moved is refreshed beside the visitor it is
// given to. Before, the next change would only have it refreshed again.
const refreshAge = pageAge / 2

// fresh tells that a page may be given out as it is.
func (k *kept) fresh(now time.Time) bool {
	return now.Sub(k.looked) < pageAge && now.Before(k.until)
}

// ages tells that a page which may be given out is to be refreshed meanwhile.
func (k *kept) ages(version string, now time.Time) bool {
	return k.version != version && now.Sub(k.looked) >= refreshAge
}

// current tells that nothing is known to have changed since the page was looked at.
func (k *kept) current(version string, now time.Time) bool {
	return k.fresh(now) && !k.ages(version, now)
}

// typed finds what visitors can make any number of addresses with: words, numbers and lists that they type, or could.
// Pages of those have a part of the memory to themselves, so that whoever makes some up pushes out no page of
// the shop that everybody comes by.
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

// of is where a key's page is kept.
func (c *pageCache) of(key string) *pageCache {
	if c.typed != nil && strings.Contains(key, "?") && typed.MatchString(key) {
		return c.typed
	}
	return c
}

func newPageCache(bound int) *pageCache {
	return &pageCache{bound: bound, order: list.New(), byKey: map[string]*list.Element{}}
}

// get gives what is kept by a key, fresh or not; nil for nothing.
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
	entry.size = len(entry.key) + 512 // about what an entry costs beside its page
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

// drop forgets what is kept by a key.
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
