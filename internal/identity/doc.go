// Package identity holds who acts in the shop: customers and their sessions (auth,
// account), staff and their roles (staff), what both leave behind (audit, notices,
// photos, media), and the two parties that bear amounts (parties, giving).
package identity
