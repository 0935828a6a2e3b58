package search

import (
	"iter"
	"slices"
	"sync"
)

// chunkSize is the number of products that are indexed together as one segment.
const chunkSize = 1 << 15

// policy decides when segments are merged, and what is cached for each.
type policy struct {
	// fanout keeps each segment this many times bigger than all newer ones together. A million products then have at most
	// ten segments, and each product is merged only a few times.
	fanout int
	// inline is the maximum number of products that Apply merges before it returns.
	inline int
	// minDead is the minimum number of deleted products before a segment is rewritten; they must also be at least a
	// quarter of it.
	minDead int
	// remember is the number of products from which the chosen offer of each product is cached.
	remember int
	// probe is how many times longer a word's postings must be than the list of remaining products before those products
	// are checked one by one.
	probe int
	// dense is the share of all products from which scanning all of them in order is faster than visiting only the
	// matches; 0 disables this.
	dense int
}

var defaultPolicy = policy{fanout: 4, inline: 1 << 13, minDead: 1 << 10, remember: 1 << 10, probe: 32, dense: 32}

// Apply deletes products, then adds or replaces others; the last duplicate of an id counts. All changes are visible
// when Apply returns, at a cost in proportion to the change. It reports whether anything changed. Callers may reuse the
// slices.
func (ix *Index) Apply(upserts []Product, deletes []string) bool {
	ix.writer.Lock()
	defer ix.writer.Unlock()
	old := ix.snap.Load()
	views := slices.Clone(old.views)
	dying := make([][]uint32, len(views))
	kill := func(id string) {
		if i, d, ok := old.find(id); ok {
			dying[i] = append(dying[i], d)
		}
	}
	kept := make(map[string]int, len(upserts))
	for i := range upserts {
		kept[upserts[i].ID] = i
	}
	for _, id := range deletes {
		if _, again := kept[id]; !again {
			kill(id)
		}
	}
	fresh := make([]Product, 0, len(kept))
	for i := range upserts {
		p := &upserts[i]
		if kept[p.ID] != i {
			continue
		}
		if v, d, ok := old.find(p.ID); ok {
			if views[v].hash[d] == ix.hash(p) {
				continue
			}
			dying[v] = append(dying[v], d)
		}
		fresh = append(fresh, *p)
	}
	changed := len(fresh) > 0
	for i := range views {
		views[i].kill(dying[i])
		changed = changed || len(dying[i]) > 0
	}
	if !changed {
		return false
	}
	for part := range slices.Chunk(fresh, chunkSize) {
		views = append(views, view{segment: ix.build(part)})
	}
	ix.publish(&snapshot{version: old.version + 1, views: ix.tidy(views), results: &resultCache{}})
	return true
}

// kill marks products of a view as deleted, in a copy that readers of older versions do not see. Duplicates are
// allowed.
func (v *view) kill(ords []uint32) {
	if len(ords) == 0 {
		return
	}
	v.dead = v.dead.clone(v.n)
	for _, d := range ords {
		if !v.dead.has(d) {
			v.dead.add(d)
			v.gone = append(v.gone, d)
		}
	}
}

// publish makes a version the current one. The caller holds the writer's lock.
func (ix *Index) publish(s *snapshot) {
	old := ix.snap.Load()
	ix.snap.Store(s)
	left := map[uint64]bool{}
	for _, v := range old.views {
		left[v.serial] = true
	}
	for _, v := range s.views {
		delete(left, v.serial)
	}
	if len(left) > 0 {
		ix.lists.drop(left)
	}
}

// tidy merges small segments that are due, and leaves big ones to the background. It skips segments that a background
// merge is already processing. The caller holds the writer's lock.
func (ix *Index) tidy(views []view) []view {
	free := 0
	for i := range views {
		if ix.busy[views[i].serial] {
			free = i + 1
		}
	}
	tail := slices.DeleteFunc(slices.Clone(views[free:]), func(v view) bool { return v.live() == 0 })
	views = append(views[:free:free], tail...)
	from := ix.policy.due(tail)
	if from < 0 {
		return views
	}
	total := 0
	for _, v := range tail[from:] {
		total += v.live()
	}
	switch {
	case total <= ix.policy.inline:
		merged, _ := ix.merge(tail[from:])
		views = append(views[:free+from], view{segment: merged})
	case len(ix.busy) == 0:
		group := slices.Clone(tail[from:])
		for _, v := range group {
			ix.busy[v.serial] = true
		}
		go ix.mergeLater(group, ix.epoch)
	}
	return views
}

// due returns the index of the first view that should be merged with all later ones, or -1.
func (p policy) due(views []view) int {
	from, newer := -1, 0
	for i := len(views) - 1; i >= 0; i-- {
		v := &views[i]
		if newer > 0 && v.live() < p.fanout*newer || len(v.gone) >= p.minDead && len(v.gone)*4 >= v.n {
			from = i
		}
		newer += v.live()
	}
	return from
}

// mergeLater merges views without the lock, then replaces them with the result. Products that were deleted in the
// meantime are deleted in the result too.
func (ix *Index) mergeLater(group []view, epoch int) {
	merged, to := ix.merge(group)
	ix.writer.Lock()
	defer ix.writer.Unlock()
	defer ix.idle.Broadcast()
	if ix.epoch != epoch {
		return // Load replaced everything
	}
	clear(ix.busy)
	old := ix.snap.Load()
	at := slices.IndexFunc(old.views, func(v view) bool { return v.serial == group[0].serial })
	v := view{segment: merged}
	for i, was := range group {
		var died []uint32
		for _, d := range old.views[at+i].gone[len(was.gone):] {
			died = append(died, to[i][d])
		}
		v.kill(died)
	}
	views := slices.Concat(old.views[:at], []view{v}, old.views[at+len(group):])
	// The visible content is unchanged, so the version and the cached results stay the same.
	ix.publish(&snapshot{version: old.version, views: ix.tidy(views), results: old.results})
}

// Settle waits until no merge runs in the background. Only measurements and tests need it.
func (ix *Index) Settle() {
	ix.writer.Lock()
	defer ix.writer.Unlock()
	for len(ix.busy) > 0 {
		ix.idle.Wait()
	}
}

// loadBatch is how many products are passed to the builder together.
const loadBatch = 1 << 10

// Load replaces the whole content with the products of seq; the last duplicate of an id counts. If seq yields an error,
// Load returns it and nothing changes. Meanwhile searches use the old products, and Apply waits.
func (ix *Index) Load(seq iter.Seq2[Product, error]) error {
	ix.writer.Lock()
	defer ix.writer.Unlock()
	b := newBuilder(ix.tables)
	full, empty := make(chan []Product, 1), make(chan []Product, 3)
	var building sync.WaitGroup
	building.Go(func() {
		for batch := range full {
			for i := range batch {
				b.add(&batch[i])
			}
			clear(batch)
			empty <- batch[:0]
		}
	})
	for range cap(empty) {
		empty <- make([]Product, 0, loadBatch)
	}
	batch := <-empty
	var failed error
	for p, err := range seq {
		if failed = err; err != nil {
			break
		}
		if batch = append(batch, p); len(batch) == loadBatch {
			full <- batch
			batch = <-empty
		}
	}
	full <- batch
	close(full)
	building.Wait()
	if failed != nil {
		return failed
	}
	var views []view
	if s := b.done(); s.n > 0 {
		views = []view{{segment: s}}
	}
	ix.epoch++
	clear(ix.busy)
	ix.idle.Broadcast()
	ix.publish(&snapshot{version: ix.snap.Load().version + 1, views: views, results: &resultCache{}})
	return nil
}
