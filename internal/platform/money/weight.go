package money

// kilogram is the number of grams that the price of products sold by weight refers to.
const kilogram = 1000

// Weighed returns the price of some grams at a price per kilogram. It is the only place that rounds a line of products
// sold by weight.
func Weighed(perKilo, grams int64) int64 { return RoundRatio(perKilo, grams, kilogram) }

// Times returns the price of qty units: at a price per unit, or, for products sold by weight in units of unitGrams, at
// a price per kilogram, rounded once.
func Times(price, qty, unitGrams int64) int64 {
	if unitGrams == 0 {
		return price * qty
	}
	return Weighed(price, qty*unitGrams)
}
