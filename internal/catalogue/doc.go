// Package catalogue holds what is sold: products, variants, categories and prices
// (products), extras, menus and stock, the search index (search), and files that bring
// products in or take them out (imports).
package catalogue
