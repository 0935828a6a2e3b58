// Adds the counts of a JSON report to the file named by WEKALA_COUNTS.
// Usage: node scripts/counts.mjs vitest|playwright REPORT
import { appendFileSync, readFileSync } from 'node:fs'

const [kind, file] = process.argv.slice(2)
const report = JSON.parse(readFileSync(file, 'utf8'))
const [passed, failed, skipped] =
  kind === 'vitest'
    ? [report.numPassedTests, report.numFailedTests, report.numPendingTests]
    : [report.stats.expected + report.stats.flaky, report.stats.unexpected, report.stats.skipped]
if (process.env.WEKALA_COUNTS) {
  appendFileSync(process.env.WEKALA_COUNTS, `${passed} ${failed} ${skipped} ${kind}\n`)
}
if (kind === 'playwright' && report.stats.flaky > 0) {
  console.log(`${report.stats.flaky} of them passed only when repeated.`)
}
