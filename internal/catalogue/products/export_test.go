package products

import "context"

// WaitAhead waits until nothing is read ahead.
func (s *Service) WaitAhead() {
	s.ahead.mu.Lock()
	r := s.ahead.now
	s.ahead.mu.Unlock()
	if r != nil {
		<-r.done
	}
}

// ReadRows reads the rows of some products and gives those of one, as they are kept.
func (s *Service) ReadRows(ctx context.Context, ids []string, one string) (any, error) {
	groups := map[string][]listing{}
	err := s.listings(ctx, ids, groups)
	return groups[one], err
}
