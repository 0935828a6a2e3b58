package money

// kilogram is how many grams a price of goods sold by weight is for.
const kilogram = 1000

// Weighed is what so many grams cost where a kilogram costs perKilo: the one place where a line of goods sold
// by weight is rounded.
func Weighed(perKilo, grams int64) int64 { return RoundRatio(perKilo, grams, kilogram) }

// Times is the price of so many units: at a price for each, or, for goods sold by weight whose unit weighs unitGrams,
// at a price for the kilogram, rounded once.
func Times(price, qty, unitGrams int64) int64 {
	if unitGrams == 0 {
		return price * qty
	}
	return Weighed(price, qty*unitGrams)
}
