// Package imports reads the catalogue from files of other shops and of spreadsheets.
//
// A file is a table (platform/sheets). Its first row identifies its format and the meaning of each column: ours,
// Shopify's (its older and its newer export), WooCommerce's in four languages, or only prices and stock per branch.
// Columns that are not recognised are mapped by hand. Rows become items, one for each product, as they are read, so
// that memory does not grow with the file. Cells that cannot be read are reported with their line and column; columns
// that have no place are listed.
//
// A run brings items into the shop through the same services as the console, a hundred per transaction, and reports for
// each whether it was added, changed, unchanged, or refused and why. A dry run does exactly that and rolls it back.
// Each change is recorded with its run, so that Undo can revert the run as a whole. Run reads the files that WriteOut
// writes. The package owns the tables imports and import_changes.
package imports
