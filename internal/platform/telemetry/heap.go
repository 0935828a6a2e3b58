package telemetry

import (
	"os"
	"runtime"
	"runtime/debug"
)

// A large shop's memory is mostly its search index, which stays. Other memory may therefore grow by a smaller
// percentage before it is collected, and by less still while the index is built, when it exists in two orders.
const (
	largeHeap       = 256 << 20 // bytes
	largePercent    = 70        // of what stays; Go's own choice is 100
	buildingPercent = 40
)

// BoundHeap bounds the memory of building the search index, and once built is
// called that of a large shop, unless the operator has chosen (GOGC).
func BoundHeap() (built func()) {
	if os.Getenv("GOGC") != "" {
		return func() {}
	}
	before := debug.SetGCPercent(buildingPercent)
	return func() {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		if m.HeapAlloc <= largeHeap {
			debug.SetGCPercent(before)
			return
		}
		debug.SetGCPercent(largePercent)
		debug.FreeOSMemory() // what building it took, about as much again
	}
}
