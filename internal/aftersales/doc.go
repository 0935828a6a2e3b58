// Package aftersales holds what follows an order: returns, ratings, support tickets,
// referrals, and the page on which staff see a customer (customers).
package aftersales
