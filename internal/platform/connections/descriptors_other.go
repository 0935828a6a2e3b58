//go:build !unix

package connections

// descriptors is how many files this process may open: this system reports no limit.
func descriptors() int { return 2 * maxAll }
