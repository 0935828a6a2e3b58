package checkout

import "wekala/internal/platform/errs"

// cashNow refuses cash during the quote: above the configured limits, or after too many failed unpaid orders of this
// customer today. nil if cash is allowed.
func (s *Service) cashNow(f facts, due int64) *errs.Error {
	tooMuch := s.ways().cashLimit(f.before, due)
	if tooMuch != nil || due == 0 {
		return tooMuch
	}
	calls := s.Limits().confirm(f.before, f.lost, due) != ""
	return f.unpaid.Refused(calls)
}
