package catalog

// WaitAhead waits until nothing is read ahead.
func (s *Service) WaitAhead() {
	s.ahead.mu.Lock()
	r := s.ahead.now
	s.ahead.mu.Unlock()
	if r != nil {
		<-r.done
	}
}
