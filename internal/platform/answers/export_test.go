package answers

import (
	"maps"
	"slices"
)

// Keys returns the keys without marking their values as read.
func (k *Kept[K, V]) Keys() []K { return slices.Collect(maps.Keys(k.m)) }

// Keys are those of the answers kept, without asking for them.
func (c *Cache[T]) Keys() []string { return slices.Collect(maps.Keys(c.made)) }
