package staff

import "wekala/internal/platform/httpapi"

// RecordRights is what the caller may do with a record, so that no screen offers
// what would be refused. It is part of the view of everything that is edited
// and taken out of use.
type RecordRights struct {
	CanEdit    bool `json:"can_edit" doc:"I may change it."`
	CanArchive bool `json:"can_archive" doc:"It is in use, and I may take it out of use."`
	CanRestore bool `json:"can_restore" doc:"It is out of use, and I may take it into use again."`
}

// Rights says what they may do with a record that needs a capability to be changed.
func (m Member) Rights(needs httpapi.Capability, archived bool) RecordRights {
	may := m.May(needs)
	return RecordRights{CanEdit: may, CanArchive: may && !archived, CanRestore: may && archived}
}
