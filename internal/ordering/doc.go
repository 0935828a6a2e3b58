// Package ordering covers the way from the cart to the door: carts, prices (pricing), checkout, orders and their
// states, payments and payment methods, delivery promises (shipping), quotations, and guests' orders that are confirmed
// by a call (calls).
package ordering
