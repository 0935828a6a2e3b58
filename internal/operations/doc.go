// Package operations contains the features for running the shop: its set-up and policies (setup, shoppolicies), message
// carriers and templates (messaging, messagetemplates), map tiles, storage, backups and restored copies, the
// translators' page (devtexts) and the demo.
package operations
