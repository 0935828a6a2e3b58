package money

// kilogram is how many grams a price of goods sold by weight is told for.
const kilogram = 1000

// PerKilo is what a kilogram costs where so many grams cost unit. Goods sold by
// the piece have no grams, and their price stays as it is.
func PerKilo(unit, grams int64) int64 {
	if grams == 0 {
		return unit
	}
	return RoundRatio(unit, kilogram, grams)
}

// OfKilo is what so many grams cost where a kilogram costs perKilo: the one
// place where a price per kilogram is rounded, when it is said. Goods sold by
// the piece have no grams, and their price stays as it is.
func OfKilo(perKilo, grams int64) int64 {
	if grams == 0 {
		return perKilo
	}
	return RoundRatio(perKilo, grams, kilogram)
}
