package imports

import (
	"regexp"
	"slices"
	"strings"

	"wekala/internal/platform/sheets"
)

// Extras is a file of groups of extras, which other platforms call modifiers. It contains their extras, the products
// that have them, or both.
const Extras Format = "extras"

// Columns of extras. The price of an extra is in Price. SKU, barcode or name identifies the product that has the group.
const (
	Group   Column = "extras_group" // in the language it is written in
	GroupEN Column = "extras_group_en"
	GroupAR Column = "extras_group_ar"
	Extra   Column = "extra" // likewise
	ExtraEN Column = "extra_en"
	ExtraAR Column = "extra_ar"
	Least   Column = "extras_least"
	Most    Column = "extras_most"
	// ExtrasOf is a column in a file of products whose header names a group; its cells say yes or no.
	ExtrasOf Column = "extras_of"
)

// extrasReference replaces the name of the group in files that have no column for it.
const extrasReference Column = "extras_reference"

var extrasColumns = named(Extras)

// certain matches headers that can only belong to a group of extras, unlike "group".
var certain = regexp.MustCompile(`modifier|extras|اضافات|معدل`)

// extrasHeader reports whether a header belongs to a file of extras, and returns the meaning of its columns.
func extrasHeader(first []string) ([]Column, bool) {
	all := places(first, extrasColumns)
	groups := count(all, Group) + count(all, GroupEN) + count(all, GroupAR)
	for i, c := range all {
		if c != extrasReference {
			continue
		}
		if all[i] = Ignore; groups == 0 {
			all[i], groups = Group, 1
		}
	}
	if groups == 0 {
		return all, false
	}
	sure := false
	for i, c := range all {
		if c == Group || c == GroupEN || c == GroupAR {
			sure = sure || certain.MatchString(header(first[i]))
		}
	}
	options := count(all, Extra) + count(all, ExtraEN) + count(all, ExtraAR)
	// Files of extras often have the extras' names in a column called "name", without a product.
	if at := slices.IndexFunc(first, func(name string) bool {
		return header(name) == "name" || header(name) == "الاسم"
	}); sure && options == 0 && at >= 0 &&
		count(all, SKU)+count(all, Barcode)+count(all, Name) == 0 {
		all[at], options = Extra, 1
	}
	if count(places(first, ourColumns), Handle) > 0 {
		return all, false
	}
	// A list of products with prices may also have a column of extras.
	return all, options > 0 || sure && count(all, Price) == 0 && count(all, SKU)+count(all, Barcode)+count(all, Name) > 0
}

// anExtrasOf matches the headers of such a column: Modifier - "Size", Modifier Set - Milk.
var anExtrasOf = regexp.MustCompile(
	`(?i)^\s*(?:modifier set|modifier list|modifier|extras|إضافات|الإضافات|مجموعة إضافات|مجموعة الإضافات)\s*[-–—:]\s*(.+?)\s*$`)

// groupOf returns the group that a column's header names.
func groupOf(name string) string {
	name = sheets.Tidy(name)
	if found := anExtrasOf.FindStringSubmatch(name); found != nil {
		name = found[1]
	}
	return strings.TrimSpace(strings.Trim(name, `"“”«»'`))
}

// withExtras marks the columns whose header names a group.
func withExtras(first []string, columns []Column) []Column {
	for i, name := range first {
		if i < len(columns) && columns[i] == Ignore && anExtrasOf.MatchString(sheets.Tidy(name)) {
			columns[i] = ExtrasOf
		}
	}
	return columns
}

// several reports whether a file may have more than one column with this meaning.
func (c Column) several() bool { return c == SizeStock || c == SizePrice || c == ExtrasOf }
