import { relative } from 'node:path'
import { root } from './processes.mjs'

// Reports told in short: how many tests passed and were skipped, which failed, with the first lines of why, and which passed only the second time.

const brief = (why) => why.split('\n').slice(0, 12).join('\n')

/**
 * Of the report that Vitest writes.
 * @param {string} json
 * @returns {{ passed: number, skipped: number, failures: { test: string, why: string }[], again: { test: string, why: string }[] }}
 */
export function countVitest(json) {
  const { numPassedTests, numPendingTests, numTodoTests, testResults } = JSON.parse(json)
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    // A file that fails as a whole has no test that did.
    if (status === 'failed' && failed.length === 0) return [{ test: relative(root, name), why: brief(message) }]
    return failed.map(({ fullName, failureMessages }) => ({
      test: `${relative(root, name)} › ${fullName}`,
      why: brief(failureMessages.join('\n')),
    }))
  })
  const again = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => ({
        test: `${relative(root, name)} › ${fullName}`,
        why: brief(failureMessages.join('\n')),
      })),
  )
  return { passed: numPassedTests, failures, again, skipped: numPendingTests + numTodoTests }
}

/**
 * Of the report that Playwright writes.
 * @param {string} json
 * @returns {{ passed: number, skipped: number, failures: { test: string, why: string }[], again: { test: string, why: string }[] }}
 */
export function countPlaywright(json) {
  const { stats, suites, errors } = JSON.parse(json)
  const tests = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(tests)]
  const those = (wanted) =>
    suites.flatMap(tests).flatMap(({ title, file, line, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => ({
          test: `${file}:${line} › ${title}`,
          why: brief(results.findLast(({ error }) => error)?.error.message ?? 'without a word'),
        })),
    )
  // What keeps journeys from beginning at all: a file that can't be read, a stack that doesn't start.
  const others = errors.map(({ message, location }) => ({
    test: location === undefined ? 'Playwright' : relative(root, location.file),
    why: brief(message ?? 'without a word'),
  }))
  return {
    passed: stats.expected + stats.flaky,
    failures: [...those('unexpected'), ...others],
    again: those('flaky'),
    skipped: stats.skipped,
  }
}
