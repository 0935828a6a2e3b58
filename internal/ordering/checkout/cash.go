package checkout

import "wekala/internal/platform/errs"

// cashNow refuses cash for an amount where a quote can say so already: above the
// shop's limits, or after too many unpaid orders of this customer's day came to
// nothing. nil where it may be paid so.
func (s *Service) cashNow(f facts, due int64) *errs.Error {
	tooMuch := s.ways().cashLimit(f.before, due)
	if tooMuch != nil || due == 0 {
		return tooMuch
	}
	calls := s.Limits().confirm(f.before, f.lost, due) != ""
	return f.unpaid.Refused(calls)
}
