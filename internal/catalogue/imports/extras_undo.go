package imports

import (
	"context"
	"encoding/json"
	"slices"

	"wekala/internal/catalogue/extras"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
)

// extrasState is the state of a group before a change.
type extrasState struct {
	Form     extras.GroupForm `json:"form"`
	Archived bool             `json:"archived,omitempty"`
}

// wasGroup reads the earlier state of a group; a group that the run created has none.
func (c *change) wasGroup() (to extrasState, err error) {
	if c.Before == "" {
		return extrasState{Archived: true}, nil
	}
	err = json.Unmarshal([]byte(c.Before), &to)
	return to, err
}

// wasAttached reads the groups that a product had before the change.
func (c *change) wasAttached() (groups []string, err error) {
	err = json.Unmarshal([]byte(c.Before), &groups)
	return groups, err
}

// groupStays returns why a group of extras is not undone; nil if it is. A group that the run created stays while a
// product has it for another reason.
func (s *Service) groupStays(ctx context.Context, q db.Querier, r *Run, p *planOf, c *change) (*Problem, error) {
	now, err := extras.Find(ctx, q, c.Ref)
	if errs.Is(err, "common.not_found") {
		return &Problem{Key: "imports.undo_gone"}, nil
	}
	if err != nil {
		return nil, err
	}
	if r.Options.Rights.Terms || !s.by(r).Sees(now.StoreID) {
		return &Problem{Key: "imports.undo_role"}, nil
	}
	if now.Version != c.Version {
		var by []string
		if err := q.Select(ctx, &by, `SELECT staff_id FROM audit_log WHERE object = $1
			AND action IN ('extra.edit', 'extra.archive', 'extra.restore')
			ORDER BY at DESC, id DESC LIMIT 1`, c.Ref); err != nil {
			return nil, err
		}
		return sinceBy("imports.undo_group", "imports.undo_group_by", firstOf(by...)), nil
	}
	to, err := c.wasGroup()
	if err != nil || !to.Archived {
		return nil, err
	}
	products, err := extras.ProductsWith(ctx, q, c.Ref)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(products, func(product string) bool { return !slices.Contains(p.detached[product], c.Ref) }) {
		return &Problem{Key: "imports.undo_group_used"}, nil
	}
	return nil, nil
}

// attachedSince returns a problem if a product's groups differ from those that the run set. Otherwise it records which
// groups the product loses.
func (s *Service) attachedSince(ctx context.Context, q db.Querier, p *planOf, c *change) (*Problem, error) {
	var made []string
	if err := json.Unmarshal([]byte(c.Became), &made); err != nil {
		return nil, err
	}
	if slices.Equal(p.attached[c.Ref], made) {
		return nil, nil
	}
	var by []string
	if err := q.Select(ctx, &by, `SELECT staff_id FROM audit_log WHERE object = $1 AND action = 'product.extras'
		ORDER BY at DESC, id DESC LIMIT 1`, c.Ref); err != nil {
		return nil, err
	}
	return sinceBy("imports.undo_extras", "imports.undo_extras_by", firstOf(by...)), nil
}

// detaches records the groups that a product loses when its change is undone.
func (p *planOf) detaches(c *change) error {
	was, err := c.wasAttached()
	if err != nil {
		return err
	}
	for _, g := range p.attached[c.Ref] {
		if !slices.Contains(was, g) {
			p.detached[c.Ref] = append(p.detached[c.Ref], g)
		}
	}
	return nil
}

// wantedGroups is a product or a group of extras to restore.
type wantedGroups struct {
	g *group
	c change
}

// extras restores the groups of products first, and then the groups themselves: a group that products have may be part
// of their prices.
func (b *backing) extras(ctx context.Context, tx *db.Tx) error {
	for _, one := range b.attached {
		to, err := one.c.wasAttached()
		if err != nil {
			return err
		}
		var made []string
		if err := json.Unmarshal([]byte(one.c.Became), &made); err != nil {
			return err
		}
		if made == nil {
			made = []string{}
		}
		if err := b.Extras.Attach(ctx, tx, b.run.extrasBy(b.by), one.c.Ref, to, &made); err != nil {
			return stayIf(one.g, err)
		}
		b.changed(one.c, made, 0)
		b.journal[len(b.journal)-1].Became = packed(to)
	}
	for _, one := range b.groups {
		if err := b.groupBack(ctx, tx, one.c); err != nil {
			return stayIf(one.g, err)
		}
	}
	return nil
}

func (b *backing) groupBack(ctx context.Context, tx *db.Tx, c change) error {
	now, err := extras.Find(ctx, tx, c.Ref)
	if err != nil {
		return err
	}
	to, err := c.wasGroup()
	if err != nil {
		return err
	}
	before := extrasState{Form: now.GroupForm, Archived: now.ArchivedAt != nil}
	if to.Archived || before.Archived {
		err = b.Extras.Archive(ctx, tx, b.run.extrasBy(b.by), c.Ref, to.Archived)
	} else {
		var waits []errs.Field
		for i := range to.Form.Extras { // deleted extras are created again
			if e := &to.Form.Extras[i]; !slices.ContainsFunc(now.Extras, func(o extras.ExtraForm) bool { return o.ID == e.ID }) {
				e.ID = ""
			}
		}
		if waits, err = b.Extras.Edit(ctx, tx, b.run.extrasBy(b.by), c.Ref, now.Version, to.Form); err == nil &&
			len(waits) > 0 {
			err = errs.Conflict("imports.undo_waits")
		}
	}
	if err != nil {
		return err
	}
	after, err := extras.Find(ctx, tx, c.Ref)
	if err != nil {
		return err
	}
	b.changed(c, before, after.Version)
	return nil
}
