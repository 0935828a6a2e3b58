package staff

import "wekala/internal/platform/httpapi"

// RecordRights lists what the caller may do with a record, so that no screen offers an action that would be refused. It
// is part of the view of every record that can be edited and archived.
type RecordRights struct {
	CanEdit    bool `json:"can_edit" doc:"I may change it."`
	CanArchive bool `json:"can_archive" doc:"It is in use, and I may take it out of use."`
	CanRestore bool `json:"can_restore" doc:"It is out of use, and I may take it into use again."`
}

// Rights returns the member's rights on a record whose change needs a capability.
func (m Member) Rights(needs httpapi.Capability, archived bool) RecordRights {
	may := m.May(needs)
	return RecordRights{CanEdit: may, CanArchive: may && !archived, CanRestore: may && archived}
}
