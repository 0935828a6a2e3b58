// Package operations holds what running the shop takes: its set-up and policies (setup,
// rules), message carriers and templates (providers, wording), map tiles, storage,
// backups and restored copies, the translators' page (devtexts) and the demo.
package operations
