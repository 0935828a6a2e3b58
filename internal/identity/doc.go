// Package identity contains the features about the people in the shop: customers and their sessions (auth, account),
// staff and their roles (staff), the records of both (audit, notices, photos, media), and the two parties that bear
// amounts (parties, giving).
package identity
