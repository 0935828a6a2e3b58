// Adds the counts of a JSON report to the file named by WEKALA_COUNTS, and what failed to that of WEKALA_FAILURES.
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
const failures =
  kind === 'vitest'
    ? report.testResults.flatMap((file) => {
        const tests = file.assertionResults.filter((one) => one.status === 'failed')
        // A file that could not be read has no tests.
        if (tests.length === 0) return file.status === 'failed' ? [file.name] : []
        return tests.map((one) => `${file.name} › ${one.fullName}`)
      })
    : specsOf(report).flatMap((spec) =>
        spec.tests
          .filter((one) => one.status === 'unexpected')
          .map((one) => `[${one.projectName}] ${spec.file}:${spec.line} › ${spec.title}`),
      )
if (process.env.WEKALA_FAILURES) {
  appendFileSync(process.env.WEKALA_FAILURES, failures.map((one) => `   ${one}\n`).join(''))
}
if (kind === 'playwright' && report.stats.flaky > 0) {
  console.log(`${report.stats.flaky} of them passed only when repeated.`)
}

// Suites contain further suites with specs.
function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
