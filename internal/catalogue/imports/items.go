package imports

import (
	"time"

	"wekala/internal/platform/i18n"
)

// Problem is an issue with a row that users should know about: the key of a message, the column, and the cell's value.
type Problem struct {
	Line   int            `json:"line"`
	Column string         `json:"column"` // the file's header; empty for the whole row
	Key    string         `json:"key"`
	Value  string         `json:"value,omitempty"`
	Args   map[string]any `json:"args,omitempty"`
	// Fatal means that the row is not imported. Otherwise the row is imported without that cell.
	Fatal bool `json:"fatal"`
}

// Says returns the text of the problem's message.
func (p *Problem) Says(lang i18n.Lang) string {
	var args []any
	for name, value := range p.Args {
		args = append(args, name, value)
	}
	return i18n.T(lang, p.Key, args...)
}

// Item is the content of the rows of one product. Fields that the file omits are nil or empty, and stay unchanged in
// the catalogue.
type Item struct {
	N         int64  // its place in the file
	Line      int    // the first
	Group     string // the key that its rows share
	ParentOf  string // of a variation: its product's SKU or "id:7"
	RefID     string
	Handle    string
	Store     string
	Category  []string // from the top down
	ShelfAR   []string // the same in Arabic, where the file says it
	Name      i18n.Text
	Text      i18n.Text
	Unit      i18n.Text
	Words     string
	Tags      string // commas between them
	Images    []string
	Facts     []Pair
	MinQty    *int64
	MaxQty    *int64
	StepQty   *int64
	UnitGrams *int64
	VATBP     *int64
	Class     *string // of its category, where that is made
	Shown     *bool
	Options   []i18n.Text // names, at most three
	Extras    *GroupRows  // of a group of extras, which is no product
	Links     []Link      // the groups of extras of its product
	Variants  []Variant
	Problems  []Problem
	LeftOut   LeftOuts
	leftOut   []int // the columns of LeftOut, all of them
	says      map[Column]bool
	live      *bool       // Shopify's Status beside its Published
	shelfElse []string    // where there is no Category
	values    [3][]string // that WooCommerce lists for the options of a product
}

// Says reports whether the file has a value for a column.
func (it *Item) Says(c Column) bool { return it.says[c] }

// Pair is a detail of a product: its name and its value.
type Pair struct{ Name, Value i18n.Text }

// Variant is an orderable variant.
type Variant struct {
	Line    int
	SKU     string
	Barcode string
	Choices []i18n.Text // in the order of the options
	Grams   *int64
	Active  *bool
	Image   string
	At      []Terms
}

// Terms are a branch's price and stock. An empty Branch means every branch that the run is for.
type Terms struct {
	Line    int
	Branch  string
	Price   *int64 // piastres, VAT included
	Offer   *int64
	NoOffer bool // the file has the column and nothing in it
	From    *time.Time
	Until   *time.Time
	Cost    *int64 // without VAT
	Sold    *bool
	Stock   *int64
	Kilos   string // Stock is in grams, as the file wrote it; what is sold by the piece has none
	Counted *bool
}

// Mapping is the meaning of a file's columns.
type Mapping struct {
	Format  Format   `json:"format"`
	Header  []string `json:"header"`
	Columns []Column `json:"columns"`
	Skip    int      `json:"skip,omitempty"` // rows above the header
}

// Unplaced lists the columns without a meaning.
func (m Mapping) Unplaced() []string {
	out := []string{}
	for i, name := range m.Header {
		if i >= len(m.Columns) || m.Columns[i] == Ignore {
			out = append(out, name)
		}
	}
	return out
}
