//go:build !unix

package connections

// descriptors is how many files this process may open: this system sets no bound to reckon with.
func descriptors() int { return 2 * maxAll }
