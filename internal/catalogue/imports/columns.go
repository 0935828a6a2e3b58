package imports

import (
	_ "embed" // the names of columns
	"strings"

	"wekala/internal/platform/sheets"
)

// Column is the meaning of a file's column.
type Column string

// The columns that the import recognises. Other columns of a file are listed as unplaced.
const (
	Ignore  Column = "" // has no place
	Skip    Column = "skip"
	Handle  Column = "handle" // rows that share it are one product
	RefID   Column = "ref_id" // WooCommerce's number of a product
	Type    Column = "type"
	Parent  Column = "parent" // by SKU or id:number
	Store   Column = "store"
	Shelf   Column = "category"
	ShelfAR Column = "category_ar"  // the same path in Arabic, for categories that are made
	Class   Column = "return_class" // of a category that is made: perishable, hygiene or general
	NameEN  Column = "name_en"
	NameAR  Column = "name_ar"
	Name    Column = "name" // in the language it is written in
	TextEN  Column = "description_en"
	TextAR  Column = "description_ar"
	Text    Column = "description"
	Words   Column = "keywords"
	Tags    Column = "tags" // commas between them
	UnitEN  Column = "unit_en"
	UnitAR  Column = "unit_ar"
	MinQty  Column = "min_qty"
	MaxQty  Column = "max_qty"
	StepQty Column = "step_qty"
	// weight of one unit of products sold by weight: their prices are per kilogram, their stock and quantities in grams
	UnitGrams Column = "unit_grams"
	VAT       Column = "vat"
	Shown     Column = "published"
	Facts     Column = "attributes"
	Images    Column = "images"
	SKU       Column = "sku"
	Barcode   Column = "barcode"
	Grams     Column = "weight_grams"
	Kilos     Column = "weight_kg"
	Picture   Column = "variant_image"
	Offered   Column = "variant_active"
	Branch    Column = "branch"
	Price     Column = "price"
	// Before is the price before an offer; the offer's price is then in Price.
	Before  Column = "compare_at_price"
	Offer   Column = "offer_price"
	From    Column = "offer_from"
	Until   Column = "offer_to"
	Sold    Column = "sold"
	Costs   Column = "cost" // without VAT
	Stock   Column = "stock"
	Counted Column = "stock_counted"

	// Columns in which other platforms qualify the stock quantity, the category or Published.
	InStock    Column = "in_stock"   // 1 or 0 where nothing is counted
	Backorders Column = "backorders" // sold when there is none
	Tracker    Column = "stock_tracker"
	Policy     Column = "stock_policy" // deny or continue
	Status     Column = "status"
	ShelfElse  Column = "category_else" // where Shelf is empty

	Option1, Option2, Option3       Column = "option1", "option2", "option3"
	Option1AR, Option2AR, Option3AR Column = "option1_ar", "option2_ar", "option3_ar"
	Value1, Value2, Value3          Column = "value1", "value2", "value3"
	Value1AR, Value2AR, Value3AR    Column = "value1_ar", "value2_ar", "value3_ar"
)

// Columns lists the meanings that a column can be mapped to by hand, in the order of our export files.
var Columns = []Column{
	Handle, Store, Shelf, ShelfAR, Class, NameEN, NameAR, Name, TextEN, TextAR, Text, Words, Tags, UnitEN, UnitAR, MinQty,
	MaxQty, StepQty, UnitGrams, VAT, Shown, Facts, Images,
	Option1, Option1AR, Value1, Value1AR, Option2, Option2AR, Value2, Value2AR, Option3, Option3AR, Value3, Value3AR,
	SKU, Barcode, Grams, Kilos, Picture, Offered, Branch, Price, Before, Offer, From, Until, Costs, Sold, Stock, Counted,
	SizeStock, SizePrice,
	Group, GroupEN, GroupAR, Extra, ExtraEN, ExtraAR, Least, Most, ExtrasOf,
}

// Format is the format of a file, named after its source.
type Format string

// The formats that the import recognises.
const (
	Ours        Format = "wekala"
	Shopify     Format = "shopify"
	WooCommerce Format = "woocommerce"
	Prices      Format = "prices" // prices and stock per branch alone
	Mapped      Format = "mapped" // columns were mapped by hand
)

// header normalises the names of columns: "Variant SKU" and "variant_sku" are the same.
func header(name string) string {
	name = strings.ToLower(sheets.Digits(sheets.Tidy(name)))
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= '\u064b' && r <= '\u0652' || r == 'ـ': // harakat and tatweel
			return -1
		case r == 'أ' || r == 'إ' || r == 'آ':
			return 'ا'
		case r == 'ة':
			return 'ه'
		case r == 'ى':
			return 'ي'
		case r == '_' || r == '-' || r == '(' || r == ')' || r == '[' || r == ']' || r == '?' || r == '؟' || r == ':' ||
			r == '.' || r == '*' || r == '/':
			return ' '
		}
		return r
	}, name)
	return strings.Join(strings.Fields(name), " ")
}

// columnNames has what the columns of each format are called: Shopify's older and
// newer exports, WooCommerce's in the languages it writes them in, and what people
// type at the head of a sheet.
//
//go:embed columns.tsv
var columnNames string

// named returns the column names of a format, normalised by header.
func named(f Format) map[string]Column {
	out := map[string]Column{}
	for line := range strings.Lines(columnNames) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || cells[0] != string(f) {
			continue
		}
		for _, name := range strings.Split(cells[2], "|") {
			out[header(name)] = Column(cells[1])
		}
	}
	return out
}

var (
	shopifyColumns = named(Shopify)
	wooColumns     = named(WooCommerce)
	ourColumns     = func() map[string]Column {
		out := named(Ours)
		for _, c := range Columns {
			out[header(string(c))] = c
		}
		return out
	}()
)

// Recognise detects a file's format from its first row, and the meaning of each column. Unrecognised columns get
// Ignore.
func Recognise(first []string) (Format, []Column) {
	has := map[string]bool{}
	for _, name := range first {
		has[header(name)] = true
	}
	switch {
	case has["handle"] && (has["variant price"] || has["option1 value"] && has["title"]),
		has["url handle"] && (has["title"] || has["price"]):
		return Shopify, places(first, shopifyColumns)
	}
	if woo := places(first, wooColumns); count(woo, Type) == 1 && count(woo, Name) == 1 && count(woo, SKU) == 1 &&
		count(woo, Price) == 1 {
		return WooCommerce, woo
	}
	if all, is := extrasHeader(first); is {
		return Extras, all
	}
	all := withExtras(first, withSizes(first, places(first, ourColumns)))
	names := count(all, NameEN) + count(all, NameAR) + count(all, Name)
	sized := count(all, SizeStock)+count(all, SizePrice) > 0
	switch {
	case names > 0 && sized, count(all, Handle) == 1 && count(all, Value1) == 1 && count(all, Price) == 1:
		return Ours, all
	case count(all, SKU) == 1 && names > 0 && (count(all, Price) == 1 || count(all, Handle) == 1):
		return Ours, all
	case count(all, SKU)+count(all, Barcode) > 0 && names == 0 &&
		count(all, SizeStock)+count(all, SizePrice)+count(all, Price)+count(all, Stock)+count(all, Costs) > 0:
		return Prices, all
	}
	return Mapped, all
}

// maxAbove is how many rows may precede a header: a title, a date, an address.
const maxAbove = 10

// headerIn finds the header among the first rows of a file: the first recognised row, or the very first row if none is.
func headerIn(rows [][]string) (skip int) {
	for i, one := range rows {
		if f, columns := Recognise(one); f != Mapped ||
			count(columns, Name)+count(columns, NameEN)+count(columns, NameAR) > 0 &&
				count(columns, Price)+count(columns, SKU)+count(columns, Barcode) > 0 {
			return i
		}
	}
	return 0
}

func count(all []Column, c Column) (n int) {
	for _, one := range all {
		if one == c {
			n++
		}
	}
	return n
}

// places assigns each column its meaning; a second column with the same meaning gets none.
func places(first []string, known map[string]Column) []Column {
	out := make([]Column, len(first))
	taken := map[Column]bool{}
	for i, name := range first {
		if c := known[header(name)]; c != Ignore && !taken[c] {
			out[i], taken[c] = c, true
		}
	}
	return out
}
