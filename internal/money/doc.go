// Package money contains the features about money owed: the double-entry ledger (ledger), customers' wallets (wallet),
// loyalty points (loyalty) and exchange rates (currency). Amounts themselves are in platform/money.
package money
