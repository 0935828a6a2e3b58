package imports

import (
	"cmp"
	"context"
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"wekala/internal/catalogue/extras"
	"wekala/internal/catalogue/products"
	"wekala/internal/platform/db"
	"wekala/internal/platform/errs"
	"wekala/internal/platform/i18n"
)

// maxChosen is how many extras of a new group may be chosen if its file doesn't set a maximum.
const maxChosen = 20

// extrasBy is the actor for changes of extras. Members limited to some branches cannot be the second person for a
// group, because all branches of a store share it.
func (r *Run) extrasBy(by products.Actor) products.Actor {
	if r.Options.Rights.Scoped {
		by.Branches = append([]string{}, r.Options.Rights.Branches...)
	}
	return by
}

// extrasChunk imports the groups and products of a file of extras.
func (j *job) extrasChunk(ctx context.Context, tx *db.Tx, items []*Item) ([]Result, error) {
	known, err := j.lookUp(ctx, tx, items)
	if err != nil {
		return nil, err
	}
	if err := j.lookBack(ctx, tx, items); err != nil {
		return nil, err
	}
	all := make([]*work, len(items))
	for i, it := range items {
		w := &work{
			it: it, result: Result{N: it.N, Group: it.Group, Line: it.Line, Name: cmp.Or(it.Name.AR, it.Name.EN),
				Problems: slices.Clone(it.Problems), LeftOut: it.LeftOut}}
		if w.result.Name == "" && len(it.Variants) > 0 {
			w.result.Name = cmp.Or(it.Variants[0].SKU, it.Variants[0].Barcode)
		}
		all[i] = w
		switch {
		case slices.ContainsFunc(it.Problems, func(p Problem) bool { return p.Fatal }):
			w.result.Outcome = Refused
		case it.Extras != nil:
			err = j.group(ctx, tx, w)
		case len(it.Variants) > 0:
			if err = j.linked(ctx, tx, w, known); err == nil {
				err = j.attach(ctx, tx, []*work{w})
			}
		}
		if err != nil {
			return nil, err
		}
	}
	return settled(all), nil
}

// storeGroups maps normalised names to the groups of a store, because every row of a file looks one up.
type storeGroups map[string][]*extras.Record

func (g storeGroups) add(r *extras.Record) {
	g[nameKey(r.NameEN)] = append(g[nameKey(r.NameEN)], r)
	if nameKey(r.NameAR) != nameKey(r.NameEN) {
		g[nameKey(r.NameAR)] = append(g[nameKey(r.NameAR)], r)
	}
}

func (g storeGroups) remove(r *extras.Record) {
	for _, key := range []string{nameKey(r.NameEN), nameKey(r.NameAR)} {
		g[key] = slices.DeleteFunc(g[key], func(o *extras.Record) bool { return o == r })
	}
}

// groupsOf reads the groups of a store once per chunk.
func (j *job) groupsOf(ctx context.Context, tx *db.Tx, storeID string) (storeGroups, error) {
	if have, ok := j.groups[storeID]; ok {
		return have, nil
	}
	rows, err := extras.InUse(ctx, tx, storeID)
	if err != nil {
		return nil, err
	}
	all := storeGroups{}
	for _, r := range rows {
		all.add(r)
	}
	if j.groups == nil {
		j.groups = map[string]storeGroups{}
	}
	j.groups[storeID] = all
	return all, nil
}

// group creates or changes a group of extras. Fields that the file omits stay unchanged.
func (j *job) group(ctx context.Context, tx *db.Tx, w *work) error {
	said := w.it.Extras
	st := j.storeOf(w)
	switch {
	case st == nil && w.it.Store == "":
		w.refuse("imports.store_open")
		return nil
	case st == nil || !j.who.Sees(st.ID):
		w.refuse("imports.no_store", "name", cmp.Or(w.it.Store, j.o.Store))
		return nil
	}
	all, err := j.groupsOf(ctx, tx, st.ID)
	if err != nil {
		return err
	}
	found := all[said.Key]
	switch {
	case len(found) > 1:
		w.noGroup(Problem{Line: w.it.Line, Column: j.groupColumn(), Key: "imports.group_of_several",
			Value: firstOf(said.Name.EN, said.Name.AR)})
		return nil
	case len(found) == 0 && len(said.Options) == 0:
		w.noGroup(Problem{Line: w.it.Line, Column: j.groupColumn(), Key: "imports.group_unknown",
			Args: map[string]any{"name": firstOf(said.Name.EN, said.Name.AR)}})
		return nil
	case len(found) == 0:
		form, lines := said.over(nil)
		ref, err := j.Extras.Create(ctx, tx, j.run.extrasBy(j.who), st.ID, form)
		if refused := (*errs.Error)(nil); errors.As(err, &refused) {
			j.noForm(w, lines, refused.Fields, refused, true)
			return nil
		} else if err != nil {
			return err
		}
		made, err := extras.Find(ctx, tx, ref)
		if err != nil {
			return err
		}
		all.add(made)
		w.result.Outcome, w.result.ProductID = Added, ref
		j.changed(change{Kind: ofExtras, Ref: ref, Version: 1}, nil)
		return nil
	}
	was := found[0]
	form, lines := said.over(was)
	w.result.ProductID = was.ID
	if reflect.DeepEqual(was.GroupForm, form) {
		return nil
	}
	waits, err := j.Extras.Edit(ctx, tx, j.run.extrasBy(j.who), was.ID, was.Version, form)
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		j.noForm(w, lines, refused.Fields, refused, true)
		return nil
	} else if err != nil {
		return err
	}
	if len(waits) > 0 {
		j.noForm(w, lines, waits, nil, false) // the group stays as it is until a second person saves it
		return nil
	}
	now, err := extras.Find(ctx, tx, was.ID)
	if err != nil {
		return err
	}
	all.remove(was)
	all.add(now)
	w.result.Outcome = Changed
	j.changed(change{Kind: ofExtras, Ref: was.ID, Version: now.Version}, extrasState{Form: was.GroupForm})
	return nil
}

// over applies the rows of a group to the stored group, and returns the file's line for each extra.
func (g *GroupRows) over(was *extras.Record) (form extras.GroupForm, lines []int) {
	if was != nil {
		form = was.GroupForm
		form.Extras = slices.Clone(form.Extras)
	} else {
		name := bothOf(g.Name)
		form = extras.GroupForm{NameEN: name.EN, NameAR: name.AR, Most: int64(min(max(1, len(g.Options)), maxChosen))}
	}
	if was != nil && g.Name.EN != "" && g.Name.AR != "" {
		form.NameEN, form.NameAR = g.Name.EN, g.Name.AR
	}
	lines = make([]int, len(form.Extras))
	for _, o := range g.Options {
		at := slices.IndexFunc(form.Extras, func(e extras.ExtraForm) bool {
			return alikeText(i18n.Text{EN: e.NameEN, AR: e.NameAR}, o.Name)
		})
		if at < 0 {
			name := bothOf(o.Name)
			form.Extras, lines = append(form.Extras, extras.ExtraForm{NameEN: name.EN, NameAR: name.AR, Most: 1, Active: true}),
				append(lines, 0)
			at = len(form.Extras) - 1
		}
		e := &form.Extras[at]
		lines[at] = o.Line
		if o.Name.EN != "" && o.Name.AR != "" {
			e.NameEN, e.NameAR = o.Name.EN, o.Name.AR
		}
		if o.Price != nil {
			e.Price.Minor = *o.Price
		}
	}
	if g.Least != nil {
		form.Least = *g.Least
	}
	if g.Most != nil {
		form.Most = *g.Most
	} else if was == nil {
		form.Most = max(form.Most, form.Least)
	}
	return form, lines
}

// groupColumn returns the file's own header for the column of group names.
func (j *job) groupColumn() string {
	for _, c := range []Column{GroupEN, GroupAR} {
		if count(j.m.Columns, c) > 0 && count(j.m.Columns, Group) == 0 {
			return j.called(c)
		}
	}
	return j.called(Group)
}

func (w *work) noGroup(p Problem) {
	p.Fatal = true
	w.result.Outcome = Refused
	w.say(p)
}

// noForm reports refused or pending fields at their line and column in the file.
func (j *job) noForm(w *work, lines []int, fields []errs.Field, refused *errs.Error, fatal bool) {
	if fatal {
		w.result.Outcome = Refused
	}
	if len(fields) == 0 && refused != nil {
		w.say(Problem{Line: w.it.Line, Column: j.groupColumn(), Key: refused.Key, Args: byName(refused.Args), Fatal: fatal})
	}
	said := w.it.Extras
	for _, f := range fields {
		p := Problem{Line: w.it.Line, Column: j.groupColumn(), Key: f.Key, Args: byName(f.Args),
			Value: firstOf(said.Name.EN, said.Name.AR), Fatal: fatal}
		rest, isExtra := strings.CutPrefix(f.Name, "extras.")
		n, field, _ := strings.Cut(rest, ".")
		i, err := strconv.Atoi(n)
		switch {
		case f.Name == "least":
			p.Column, p.Value = j.called(Least), ""
			p.Line = cmp.Or(said.bounds[0], p.Line)
		case f.Name == "most":
			p.Column, p.Value = j.called(Most), ""
			p.Line = cmp.Or(said.bounds[1], p.Line)
		case isExtra && err == nil && i < len(lines):
			p.Line = cmp.Or(lines[i], p.Line)
			p.Column, p.Value = j.called(Price), ""
			at := slices.IndexFunc(said.Options, func(o OptionRow) bool { return o.Line == p.Line })
			if at >= 0 {
				p.Value = firstOf(said.Options[at].Name.EN, said.Options[at].Name.AR)
			}
			if field != "price" {
				p.Column = j.called(Extra)
			}
		}
		w.say(p)
	}
}

// linked finds the product of a row that assigns a group to it.
func (j *job) linked(ctx context.Context, tx *db.Tx, w *work, known map[string]found) error {
	v := &w.it.Variants[0]
	f := known[v.key()]
	if f.ProductID != "" && !j.who.Sees(f.StoreID) {
		f = found{}
	}
	if f.ProductID == "" && w.it.Name != (i18n.Text{}) {
		productIDs, err := j.productsCalled(ctx, tx, w.it.Name)
		if err != nil {
			return err
		}
		if len(productIDs) > 1 {
			w.noGroup(Problem{Line: v.Line, Column: j.called(Name), Key: "imports.product_of_several",
				Value: firstOf(w.it.Name.AR, w.it.Name.EN)})
			return nil
		}
		if len(productIDs) == 1 {
			f.ProductID = productIDs[0]
		}
	}
	if f.ProductID == "" {
		p := Problem{Line: v.Line, Column: j.called(SKU), Key: "imports.sku_unknown", Value: firstOf(v.SKU, v.Barcode)}
		if p.Value == "" {
			p.Column, p.Key, p.Value = j.called(Name), "imports.product_unknown", firstOf(w.it.Name.AR, w.it.Name.EN)
		} else if v.SKU == "" {
			p.Column = j.called(Barcode)
		}
		w.noGroup(p)
		return nil
	}
	w.result.ProductID = f.ProductID
	return nil
}

// productsCalled lists the products with a name, limited to those that the member may change.
func (j *job) productsCalled(ctx context.Context, tx *db.Tx, name i18n.Text) (productIDs []string, err error) {
	if j.names == nil {
		if err := j.readNames(ctx, tx); err != nil {
			return nil, err
		}
	}
	for _, one := range []string{name.EN, name.AR} {
		for _, f := range j.names[header(one)] {
			if one != "" && !slices.Contains(productIDs, f.ProductID) {
				productIDs = append(productIDs, f.ProductID)
			}
		}
	}
	return productIDs, nil
}

// attach assigns groups to products, looking up each group by name in the product's store. Only columns in a file of
// products can remove a group.
func (j *job) attach(ctx context.Context, tx *db.Tx, all []*work) error {
	var productIDs []string
	for _, w := range all {
		if w.result.Outcome != Refused && len(w.it.Links) > 0 && w.result.ProductID != "" {
			productIDs = append(productIDs, w.result.ProductID)
		}
	}
	if len(productIDs) == 0 {
		return nil
	}
	slices.Sort(productIDs)
	productIDs = slices.Compact(productIDs)
	for _, p := range productIDs { // in one order, so that two writers never wait for each other
		if err := products.LockProduct(ctx, tx, p); err != nil {
			return err
		}
	}
	records, err := products.ReadAll(ctx, tx, productIDs...)
	if err != nil {
		return err
	}
	had, err := extras.OfProducts(ctx, tx, productIDs)
	if err != nil {
		return err
	}
	for _, w := range all {
		r := records[w.result.ProductID]
		if r == nil || w.result.Outcome == Refused || len(w.it.Links) == 0 {
			continue
		}
		if err := j.attachOne(ctx, tx, w, r, had); err != nil {
			return err
		}
	}
	return nil
}

func (j *job) attachOne(ctx context.Context, tx *db.Tx, w *work, r *products.Record, had map[string][]string) error {
	ofFile := j.m.Format == Extras
	if r.ArchivedAt != nil {
		w.refuse("imports.archived")
		return nil
	}
	groups, err := j.groupsOf(ctx, tx, r.StoreID)
	if err != nil {
		return err
	}
	was := had[r.ID]
	next := slices.Clone(was)
	planned := false
	var last Link
	for _, l := range w.it.Links {
		found := groups[nameKey(l.Group)]
		switch {
		case len(found) == 0 && (l.Gone || ofFile && j.planned[w.it.Group]):
			planned = planned || !l.Gone // a trial has taken the group back
		case len(found) == 0:
			w.result.refuseLink(Problem{Line: l.Line, Column: l.Column, Key: "imports.group_unknown",
				Args: map[string]any{"name": l.Group}}, ofFile)
		case len(found) > 1:
			w.result.refuseLink(Problem{Line: l.Line, Column: l.Column, Key: "imports.group_of_several", Value: l.Group}, ofFile)
		case l.Gone:
			if next = slices.DeleteFunc(next, func(g string) bool { return g == found[0].ID }); len(next) < len(was) {
				last = l
			}
		case !slices.Contains(next, found[0].ID):
			next, last = append(next, found[0].ID), l
		}
	}
	if planned && w.result.Outcome == "" {
		w.result.Outcome = Changed
	}
	if w.result.Outcome == Refused || slices.Equal(was, next) {
		return nil
	}
	if was == nil {
		was = []string{}
	}
	err = j.Extras.Attach(ctx, tx, j.run.extrasBy(j.who), r.ID, next, &was)
	if refused := (*errs.Error)(nil); errors.As(err, &refused) {
		key, args := refused.Key, refused.Args
		if len(refused.Fields) > 0 {
			key, args = refused.Fields[0].Key, refused.Fields[0].Args
		}
		w.result.refuseLink(Problem{Line: last.Line, Column: last.Column, Key: key, Args: byName(args), Value: last.Group},
			ofFile)
		return nil
	} else if err != nil {
		return err
	}
	had[r.ID] = next
	j.changed(change{Kind: ofProductExtras, Ref: r.ID, Product: r.ID, Became: packed(next)}, was)
	if w.result.Outcome == "" {
		w.result.Outcome = Changed
	}
	return nil
}

// refuseLink reports why a product doesn't get a group. In a file of extras the whole row is refused; in a file of
// products the product is imported without the group.
func (r *Result) refuseLink(p Problem, all bool) {
	if p.Fatal = all; all {
		r.Outcome = Refused
	}
	r.Problems = append(r.Problems, p)
}
