// Package imports reads the catalogue from files of other shops and of
// spreadsheets.
//
// A file is a table (platform/sheets). Its first row says whose it is and what
// each column means: ours, Shopify's (its older and its newer export),
// WooCommerce's in four languages, or prices and stock per branch alone; what is
// not recognised is mapped by hand. Rows become items, one for each product, as
// they are read, so that memory does not grow with the file. What cannot be read
// is told with its line and column; what has no place is listed.
//
// A run brings items into the shop through the same services that the console
// uses, a hundred in each transaction, and says of each whether it was added,
// changed, as it was, or refused and why. A dry run does exactly that and takes
// it back. What a run changed is written down with it, so that Undo takes it back
// as one. What WriteOut writes, Run reads. The package owns the tables imports and
// import_changes.
package imports
