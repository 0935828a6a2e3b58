//go:build unix

package connections

import "syscall"

// descriptors returns the number of files this process may open.
func descriptors() int {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return maxAll
	}
	return int(min(uint64(limit.Cur), 1<<30)) //nolint:gosec,unconvert // of another type on some systems
}
