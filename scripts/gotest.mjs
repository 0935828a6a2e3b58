// Runs `go test -json` with the given arguments, prints a line per package and
// the whole output of what failed, and adds its counts to the file named by
// WEKALA_COUNTS, and what failed to that of WEKALA_FAILURES.
// Usage: node scripts/gotest.mjs LABEL ARGS…
import { spawn } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [label, ...args] = process.argv.slice(2)
// Tests live short: collecting less often takes a fifth of the processor's time off, for memory.
const env = { ...process.env, GOGC: process.env.GOGC ?? '300' }
const go = spawn('go', ['test', '-json', ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] })
const counts = { pass: 0, fail: 0, skip: 0 }
const output = new Map()
const parents = new Set()

const failed = (name) => {
  if (process.env.WEKALA_FAILURES) appendFileSync(process.env.WEKALA_FAILURES, `   ${name}\n`)
}
const keep = (key, text) => output.set(key, (output.get(key) ?? '') + text)

for await (const line of createInterface({ input: go.stdout })) {
  let event
  try {
    event = JSON.parse(line)
  } catch {
    console.log(line)
    continue
  }
  const { Action, Package = event.ImportPath ?? '', Test, Output, Elapsed } = event
  const key = `${Package} ${Test ?? ''}`
  if (Action === 'output' || Action === 'build-output') {
    keep(key, Output)
    continue
  }
  if (Action === 'run' && Test?.includes('/')) {
    // A test with subtests is counted by them alone.
    parents.add(`${Package} ${Test.slice(0, Test.lastIndexOf('/'))}`)
  }
  if (!['pass', 'fail', 'skip', 'build-fail'].includes(Action)) continue
  if (Test) {
    if (Action === 'fail') console.log(output.get(key) ?? '')
    if (!parents.has(key)) {
      counts[Action] += 1
      if (Action === 'fail') failed(key)
    }
    output.delete(key)
    continue
  }
  if (Action === 'fail' || Action === 'build-fail') {
    console.log(output.get(key) ?? '')
    console.log(`FAIL ${Package} (${label})`)
    if (Action === 'build-fail') counts.fail += 1
    failed(Package)
  } else if (Action === 'pass') {
    console.log(`ok   ${Package} ${Number(Elapsed.toFixed(3))}s (${label})`)
  }
}

const code = await new Promise((resolve) => {
  if (go.exitCode !== null) resolve(go.exitCode)
  go.on('close', resolve)
})
if (code !== 0 && counts.fail === 0) counts.fail = 1
if (process.env.WEKALA_COUNTS) {
  appendFileSync(process.env.WEKALA_COUNTS, `${counts.pass} ${counts.fail} ${counts.skip} ${label}\n`)
}
console.log(`${label}: ${counts.pass} passed, ${counts.fail} failed, ${counts.skip} skipped`)
// A runner that was killed has no code, and has not passed.
process.exit(code ?? 1)
