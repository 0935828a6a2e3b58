// Package money holds what is owed: the double-entry ledger (ledger), customers'
// wallets (wallet), loyalty points (loyalty) and exchange rates (currency). Amounts
// themselves are platform/money.
package money
