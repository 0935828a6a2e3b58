package extras

import (
	"context"
	"slices"

	"wekala/internal/identity/approvals"
	"wekala/internal/identity/staff"
	"wekala/internal/platform/db"
	"wekala/internal/platform/httpapi"
	"wekala/internal/platform/i18n"
	"wekala/internal/platform/money"
	"wekala/internal/platform/wire"
)

// ExtraWaits lists the groups with prices that need a second person's approval.
type ExtraWaits struct {
	Waits []ExtraWait `json:"waits"`
}

// ExtraWait is a group with a proposal of far lower prices. A second person with the right to decide prices approves it
// by saving the same prices in the group.
type ExtraWait struct {
	GroupID string      `json:"group_id"`
	Name    string      `json:"name"`
	Store   wire.Ref    `json:"store"`
	Changes []ExtraFall `json:"changes" doc:"What was asked for and is not so."`
	approvals.Asked
	approvals.Second
}

// ExtraFall is an extra with its current and its proposed price.
type ExtraFall struct {
	Name  string       `json:"name"`
	Price money.Major  `json:"price"`
	Now   *money.Major `json:"now" nullable:"true" doc:"What it costs at present; null for a new one."`
}

// getWaits lists recent proposals for groups that nobody has saved since: at most one per group, and a store has few
// groups.
func (s *Service) getWaits(ctx context.Context, _ *struct{}) (*httpapi.Reply[ExtraWaits], error) {
	stores, member, lang, now := s.scope(ctx), staff.Caller(ctx), httpapi.Caller(ctx).Lang, s.Clock.Now()
	out := ExtraWaits{Waits: []ExtraWait{}}
	if len(stores) == 0 {
		return httpapi.OK(out), nil
	}
	err := s.DB.Snapshot(ctx, func(ctx context.Context, q db.Querier) error {
		out.Waits = out.Waits[:0]
		proposals, err := changesOf(ctx, q, `proposed AND at > $1
			AND group_id IN (SELECT id FROM extra_groups WHERE archived_at IS NULL AND store_id IN (`+db.List(2, len(stores))+`))
			AND NOT EXISTS (SELECT 1 FROM extra_changes o WHERE o.group_id = extra_changes.group_id
				AND (o.at > extra_changes.at OR o.at = extra_changes.at
				AND o.id > extra_changes.id))`, db.Args(stores, proposalsFrom(now))...)
		if err != nil {
			return err
		}
		slices.Reverse(proposals)
		for _, p := range proposals {
			g, err := find(ctx, q, p.groupID)
			if err != nil {
				return err
			}
			names, err := staff.Names(ctx, q, []string{p.staffID})
			if err != nil {
				return err
			}
			v := ExtraWait{GroupID: g.ID, Name: i18n.Text{EN: g.NameEN, AR: g.NameAR}.In(lang),
				Store: s.storeRef(g.StoreID, lang), Changes: fallsOf(p.after.Extras, g.Extras, lang),
				Asked: approvals.AskedBy(names, p.at, p.staffID)}
			if v.Second, err = approvals.SecondOf(ctx, q, now, member, staff.EditCatalogue, p.staffID); err != nil {
				return err
			}
			out.Waits = append(out.Waits, v)
		}
		return nil
	})
	return httpapi.OK(out), err
}

// fallsOf lists the extras whose proposed price differs from the current one.
func fallsOf(wish, is []ExtraForm, lang i18n.Lang) []ExtraFall {
	falls := []ExtraFall{}
	for _, e := range wish {
		at := slices.IndexFunc(is, func(o ExtraForm) bool { return o.ID == e.ID })
		if at >= 0 && is[at].NameEN == e.NameEN && is[at].NameAR == e.NameAR && is[at].Price == e.Price {
			continue
		}
		f := ExtraFall{Name: i18n.Text{EN: e.NameEN, AR: e.NameAR}.In(lang), Price: money.EGP(e.Price.Minor).Major()}
		if at >= 0 {
			price := money.EGP(is[at].Price.Minor).Major()
			f.Now = &price
		}
		falls = append(falls, f)
	}
	return falls
}
