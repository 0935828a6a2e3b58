package branches

import (
	"context"

	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
)

// recordRoutes registers the operations of staff on services, stores and branches.
func (s *Service) recordRoutes(a *httpapi.API) {
	may := func(c httpapi.Capability, about httpapi.BranchScope) func(httpapi.Op) httpapi.Op {
		return func(op httpapi.Op) httpapi.Op {
			op.Tag, op.Audience, op.Capability, op.Strict = "console", httpapi.Staff, c, op.Method != "GET"
			if op.Branches == httpapi.WholeShop { // it says nothing itself
				op.Branches = about
			}
			return op
		}
	}
	owners, choices, within := may(staff.MakeBranches, httpapi.WholeShop), may(staff.MakeBranches, httpapi.NoBranch),
		may(staff.MakeBranches, httpapi.Within)
	wholeShops, runners := may(staff.MakeServices, httpapi.WholeShop), may(staff.SetBranches, httpapi.WholeShop)

	httpapi.Handle(a,
		choices(httpapi.Op{Method: "GET", Path: "/console/services", ID: "console-list-services",
			Summary: "The services, in their order", Paged: true}), s.listKindRecords)
	httpapi.HandlePrepared[struct {
		Key  string `header:"Idempotency-Key" maxLength:"200"`
		Body KindForm
	},
		httpapi.Envelope[KindRecord]](a,
		wholeShops(
			httpapi.Op{Method: "POST", Path: "/console/services", ID: "console-create-service", Summary: "Make a service",
				Audit: []string{"service.create"}, Key: httpapi.KeyRequired}), s.postKind)
	httpapi.Handle(a,
		choices(httpapi.Op{Method: "GET", Path: "/console/services/{id}", ID: "console-get-service",
			Summary: "A service to edit"}), s.getKind)
	httpapi.Handle(a,
		wholeShops(
			httpapi.Op{Method: "PUT", Path: "/console/services/{id}", ID: "console-save-service", Summary: "Change a service",
				Audit: []string{"service.edit"}, Conflict: httpapi.VersionConflict[KindRecord]()}), s.putKind)
	shelving(a, s, wholeShops, wholeShops, ofKinds, "services", "", s.readKind)

	httpapi.Handle(a,
		within(httpapi.Op{Method: "GET", Path: "/console/stores", ID: "console-list-stores",
			Summary: "The stores, in their order", Paged: true}), s.listStoreRecords)
	httpapi.HandlePrepared[struct {
		Key  string `header:"Idempotency-Key" maxLength:"200"`
		Body StoreForm
	},
		httpapi.Envelope[StoreRecord]](a,
		wholeShops(httpapi.Op{Method: "POST", Path: "/console/stores", ID: "console-create-store", Summary: "Make a store",
			Audit: []string{"store.create"}, Key: httpapi.KeyRequired}), s.postStore)
	httpapi.Handle(a,
		within(httpapi.Op{Method: "GET", Path: "/console/stores/{id}", ID: "console-get-store", Summary: "A store to edit"}),
		s.getStore)
	httpapi.Handle(a,
		within(httpapi.Op{Method: "PUT", Path: "/console/stores/{id}", ID: "console-save-store", Summary: "Change a store",
			Audit: []string{"store.edit"}, Conflict: httpapi.VersionConflict[StoreRecord]()}), s.putStore)
	shelving(a, s, owners, within, ofStores, "stores", "", s.myStore)

	httpapi.Handle(a,
		runners(httpapi.Op{Method: "GET", Path: "/console/branches", ID: "console-list-branches",
			Summary: "The caller's branches, in their order", Branches: httpapi.BranchList, Paged: true}), s.listBranchRecords)
	httpapi.HandlePrepared[struct {
		Key  string `header:"Idempotency-Key" maxLength:"200"`
		Body NewBranchForm
	},
		httpapi.Envelope[BranchRecord]](a,
		owners(httpapi.Op{Method: "POST", Path: "/console/branches", ID: "console-create-branch", Summary: "Make a branch",
			Description: "It opens from 10:00 to 22:00 and delivers nowhere until somebody says otherwise, or as the branch " +
				"does that it takes over from.",
			Audit: []string{"branch.create", "branch.copy"}, Key: httpapi.KeyRequired}), s.postBranch)
	httpapi.HandlePrepared[struct {
		Key  string `header:"Idempotency-Key" maxLength:"200"`
		Body FirstForm
	},
		httpapi.Envelope[BranchRecord]](a,
		wholeShops(httpapi.Op{Method: "POST", Path: "/console/first-branch", ID: "console-first-branch",
			Summary:     "Make a service, a store and a branch at once",
			Description: "The first hour of a new shop in one form. The branch delivers within its own area.",
			Audit:       []string{"service.create", "store.create", "branch.create", "branch.hours", "branch.zones"},
			Key:         httpapi.KeyRequired}), s.postFirst)
	httpapi.Handle(a,
		runners(
			httpapi.Op{Method: "GET", Path: "/console/branches/{id}", ID: "console-get-branch", Summary: "A branch's profile",
				Branches: httpapi.BranchOfPath}), s.getBranch)
	httpapi.Handle(a,
		within(httpapi.Op{Method: "PUT", Path: "/console/branches/{id}", ID: "console-save-branch",
			Summary: "Change a branch's profile", Audit: []string{"branch.edit"},
			Conflict: httpapi.VersionConflict[BranchRecord]()}), s.putBranch)
	shelving(a, s, owners, within, ofBranches, "branches",
		"What it did stays in sight, its open orders are finished, and it takes no new ones.", s.mine)

	httpapi.Handle(a,
		runners(httpapi.Op{Method: "GET", Path: "/console/branches/{id}/hours", ID: "console-get-branch-hours",
			Summary: "When a branch is open", Branches: httpapi.BranchOfPath}), s.getHours)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "PUT", Path: "/console/branches/{id}/hours", ID: "console-save-branch-hours",
			Summary: "Change when a branch is open", Branches: httpapi.BranchOfPath, Audit: []string{"branch.hours"},
			MaxBody: httpapi.LongBody, Conflict: httpapi.VersionConflict[HoursRecord]()}), s.putHours)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "POST", Path: "/console/branches/{id}/pause", ID: "console-pause-branch",
			Summary: "Take no orders for a while", Branches: httpapi.BranchOfPath, Audit: []string{"branch.pause"}}), s.pause)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "POST", Path: "/console/branches/{id}/resume", ID: "console-resume-branch",
			Summary: "Take orders again", Branches: httpapi.BranchOfPath, Audit: []string{"branch.resume"}}), s.resume)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "GET", Path: "/console/branches/{id}/zones", ID: "console-get-branch-zones",
			Summary: "Where a branch delivers", Branches: httpapi.BranchOfPath}), s.getZones)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "PUT", Path: "/console/branches/{id}/zones", ID: "console-save-branch-zones",
			Summary: "Change where a branch delivers",
			Description: "All of it. Managers change minutes alone, and the seller's staff only lengthen them where the " +
				"platform delivers.", Branches: httpapi.BranchOfPath, Audit: []string{"branch.zones"},
			MaxBody: 1 << 20, MaxValues: 200_000, // corners of outlines, with two numbers each
			Conflict: httpapi.VersionConflict[ZonesRecord]()}), s.putZones)

	httpapi.Handle(a,
		runners(httpapi.Op{Method: "GET", Path: "/console/hours", ID: "console-list-hours",
			Summary: "Days with hours of their own: Ramadan, a feast", Branches: httpapi.BranchList, Paged: true}), s.listRanges)
	httpapi.HandlePrepared[struct {
		Key  string `header:"Idempotency-Key" maxLength:"200"`
		Body RangeForm
	},
		httpapi.Envelope[RangeRecord]](a,
		runners(httpapi.Op{Method: "POST", Path: "/console/hours", ID: "console-create-hours",
			Summary: "Give some days hours of their own", Branches: httpapi.Within,
			Audit: []string{"hours.create"}, Key: httpapi.KeyRequired}), s.postRange)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "GET", Path: "/console/hours/{id}", ID: "console-get-hours",
			Summary: "Days with hours of their own", Branches: httpapi.BranchOfPath}), s.getRange)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "PUT", Path: "/console/hours/{id}", ID: "console-save-hours",
			Summary: "Change days with hours of their own", Branches: httpapi.BranchOfPath, Audit: []string{"hours.edit"},
			Conflict: httpapi.VersionConflict[RangeRecord]()}), s.putRange)
	httpapi.Handle(a,
		runners(
			httpapi.Op{Method: "POST", Path: "/console/hours/{id}/move", ID: "console-move-hours", Summary: "Move them by a day",
				Branches: httpapi.BranchOfPath, Audit: []string{"hours.move"}, Conflict: httpapi.VersionConflict[RangeRecord]()}),
		s.moveRange)
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "POST", Path: "/console/hours/{id}/archive", ID: "console-archive-hours",
			Summary: "Take them away", Branches: httpapi.BranchOfPath, Audit: []string{"hours.archive"}}),
		s.archivingRange(true))
	httpapi.Handle(a,
		runners(httpapi.Op{Method: "POST", Path: "/console/hours/{id}/restore", ID: "console-restore-hours",
			Summary: "Bring them back", Branches: httpapi.BranchOfPath, Audit: []string{"hours.restore"}}),
		s.archivingRange(false))
}

// shelving registers the operations that sort, archive and restore records, which are the same for each kind.
func shelving[T any](a *httpapi.API, s *Service, ofAll, ofOne func(httpapi.Op) httpapi.Op, of record,
	path, closing string, read func(ctx context.Context, q db.Querier, ref string) (T, error),
) {
	root := "/console/" + path
	httpapi.Handle(a,
		ofAll(httpapi.Op{Method: "POST", Path: root + "/order", ID: "console-order-" + path,
			Summary: "Put " + path + " in an order", Audit: []string{of.word + ".order"}}), s.ordering(of))
	httpapi.Handle(a,
		ofOne(httpapi.Op{Method: "POST", Path: root + "/{id}/archive", ID: "console-archive-" + of.word,
			Summary: "Close a " + of.word + " for good", Description: closing, Audit: []string{of.word + ".archive"}}),
		archiving(s, of, true, read))
	httpapi.Handle(a,
		ofOne(httpapi.Op{Method: "POST", Path: root + "/{id}/restore", ID: "console-restore-" + of.word,
			Summary: "Take a " + of.word + " back", Audit: []string{of.word + ".restore"}}), archiving(s, of, false, read))
}
