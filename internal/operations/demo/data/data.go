// Package data is the demo shop as plain facts: services, stores, branches, categories, products with their pictures,
// banners, home blocks, coupons, customers with a history, and staff. It knows no database; code that fills one reads
// Load's result and nothing else, so every demo is the same demo.
//
// The facts are text files next to this one, one thing on a line, fields divided by "|", so that a translator can
// correct them without touching Go. Each file begins with a comment that names its columns; products/ has a file for
// each store (products.go explains its grammar). All companies, brands, authors and people are invented, and phone
// numbers are of the obviously made-up form +20 100 000 0xxx.
//
// Identifiers are slugs throughout. Amounts are integer piastres, VAT included. Nothing here depends on the time: dates
// are counted in days from the day the demo is filled.
package data

import (
	"time"

	placesdata "wekala/internal/locations/places/data"
	"wekala/internal/platform/i18n"
)

// Text is a text in both languages.
type Text = i18n.Text

// Shop is everything the demo holds, in display order.
type Shop struct {
	Services   []Service
	Stores     []Store
	Branches   []Branch
	Categories []Category // parents before their children
	Products   []Product
	Banners    []Banner
	Blocks     []Block
	Coupons    []Coupon
	Customers  []Customer
	Orders     []OrderRecipe // oldest first
	Regulars   []Customer    // of long ago, who rated what they were brought
	Reviews    []Review      // what they may have written
	Staff      []Staff

	branches map[string]*Branch
	products map[string]*Product
	wanted   map[string]bool // products that must be there: in a block or a recipe
}

// Service is a way of buying: food, grocery, general.
type Service struct {
	Slug        string
	Name        Text
	Tagline     Text
	Image       string
	Tint        string // food, grocery or general
	Promise     string // "minutes" or "days"
	PromiseDays int64  // opening days; 0 for a promise in minutes
}

// Store is a brand; its first branch in Shop.Branches is its main one.
type Store struct {
	Slug    string
	Service string
	Name    Text
	About   Text
	Image   string // its mark
	Cover   string // wide, at the head of its branches
}

// Branch is a place that sells and delivers.
type Branch struct {
	Slug            string
	Store           string
	Service         string
	District        string
	Name            Text // store and area
	Area            Text
	Address         Text
	Phone           string // E.164
	At              placesdata.Point
	Hours           []Shift
	Exceptions      []Exception
	SwitchedClosed  bool
	MinimumOrder    int64
	DeliveryMinutes int64 // 0 where the service promises days
	Zones           []Zone
	Main            bool

	pricePercent int64
}

// Shift is one opening. Close at or before Open runs past midnight;
// 00:00–00:00 is the whole day. Times are Cairo's.
type Shift struct {
	Day         time.Weekday
	Open, Close string // "09:30"
}

// Exception replaces a day's hours; no shifts means closed. Either Date
// ("2027-01-07") or InDays, counted from the day the demo is filled, is set.
type Exception struct {
	Date   string
	InDays int
	Shifts []Shift // their Day means nothing
	Note   Text
}

// Zone is a district a branch delivers to. Minutes is 0 where the service
// promises days.
type Zone struct {
	District string
	Fee      int64
	Minutes  int64
}

// Category is a node of a service's tree; Parent is empty at the top.
type Category struct {
	Slug    string
	Service string
	Parent  string
	Name    Text
	Image   string
}

// Fact is one line of a product's details.
type Fact struct{ Name, Value Text }

// Option is something a customer chooses.
type Option struct {
	ID     string
	Name   Text
	Values []OptionValue
}

// OptionValue is one choice of an Option.
type OptionValue struct {
	ID   string
	Name Text
}

// Product belongs to one store and has at least one variant.
type Product struct {
	Slug        string
	Service     string
	Store       string
	Category    string
	Name        Text
	Description Text
	Images      []string // the first is the main one
	Attributes  []Fact
	Options     []Option // empty where there is one variant
	Variants    []Variant
	Keywords    string // other words people search for, comma between
	Unit        Text
	MinQty      int64 // at least 1
	MaxQty      int64 // 0: no limit but stock
	VATBP       int64 // basis points contained in the price: 1400, 500 or 0
	Popularity  int64 // 0–1000
}

// Variant is the thing that is ordered. SKU is unique in the shop.
type Variant struct {
	SKU        string
	Choices    map[string]string // option id to value id
	Name       Text              // empty where the product has one variant
	Image      string            // empty where the product's own shows it
	Price      int64
	OfferPrice int64 // 0: no offer
}

// Banner is a picture with a message on the home page. Service and District
// are empty where it is for all. StartsInDays and EndsInDays count from the
// day the demo is filled; nil means open.
type Banner struct {
	Slug         string
	Service      string
	District     string
	Title        Text
	Text         Text
	Action       Text
	Image        string
	Link         string // path without language
	StartsInDays *int
	EndsInDays   *int
}

// Block is a row of products on the home page. Rule is "offers", "newest",
// "popular", "category:<slug>" or "list"; Products is set for "list" only.
type Block struct {
	Slug     string
	Service  string
	Title    Text
	Rule     string
	From, To string // of each day, empty for all of it
	Products []string
}

// Coupon takes something off an order. Value is basis points for "percent",
// piastres for "amount", unused for "free_delivery". Zero limits and nil days
// mean none.
type Coupon struct {
	Code          string
	Kind          string
	Value         int64
	Minimum       int64
	Cap           int64
	StartsInDays  *int
	EndsInDays    *int
	TotalLimit    int64
	CustomerLimit int64
	FirstOrder    bool
	Services      []string
	Stores        []string
	Categories    []string
	Listed        bool // shown to customers who may use it
}

// Customer is a demo customer; the first address is the default one.
type Customer struct {
	ID        string
	Name      Text
	Lang      string
	Phone     string // E.164
	Email     string
	Gender    string
	Birthdate string
	Addresses []Address
}

// Address is where a customer wants things brought.
type Address struct {
	Type        string // home, work or other
	Label       string
	District    string
	Street      string
	Building    string
	Floor       string
	Apartment   string
	Landmark    string
	At          placesdata.Point
	Contact     string
	Phone       string
	Governorate string
}

// OrderRecipe describes an order that was placed before today, or is under
// way. The seeder prices it with the shop's own pricing. The status is where
// its timeline ends.
type OrderRecipe struct {
	Customer string
	Branch   string
	Address  int // index into the customer's addresses
	DaysAgo  int
	// Clock is the Cairo time of placing ("20:15"); for orders under way it is
	// empty and MinutesAgo counts.
	Clock      string
	MinutesAgo int
	Status     string
	Payment    string // cod or card
	Coupon     string
	Tip        int64
	Note       string
	Reason     string // why it was cancelled or rejected
	Lines      []RecipeLine
	Opinion    *OrderOpinion // nil: they said nothing
	Hearts     []Heart
}

// RecipeLine is a line of an OrderRecipe.
type RecipeLine struct {
	SKU string
	Qty int64
}

// Staff is a demo employee. Branches is empty for roles that see all.
type Staff struct {
	Name     Text
	Email    string
	Phone    string // of couriers
	Role     string // owner, editor, manager, picker, support, finance, courier
	Lang     string
	Branches []string
}

// Branch finds a branch by slug.
func (s *Shop) Branch(slug string) (*Branch, bool) {
	b, ok := s.branches[slug]
	return b, ok
}

// Product finds a product by slug.
func (s *Shop) Product(slug string) (*Product, bool) {
	p, ok := s.products[slug]
	return p, ok
}
