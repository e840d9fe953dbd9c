import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { root, sourceFiles } from './imports.js'
import { limits, patience, settlePace } from './pace.mjs'

/** What a limit of time can follow in a test: its last argument is one where it comes after what is run. */
const runners = ['test', 'it', 'describe', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach', 'onTestFinished']

/** What sets one by a call. */
const setters = /^(test|it)\.(setTimeout|slow)$|^vi\.setConfig$|^AbortSignal\.timeout$/

const testFiles = ['apps', 'e2e', 'examples', 'packages', 'scripts', 'stack']
  .flatMap((folder) => sourceFiles(folder, { tests: true }))
  .filter((path) => /\.(test|spec)\.tsx?$|\/test\/|^e2e\//.test(path))
  // It stands in the documentation, as a page's developer writes it.
  .filter((path) => path !== 'packages/walletconnect/src/dapp/test/example.ts')

const firstName = (expression: ts.Expression): string => {
  if (ts.isIdentifier(expression)) return expression.text
  if (ts.isPropertyAccessExpression(expression) || ts.isCallExpression(expression))
    return firstName(expression.expression)
  return ts.isTaggedTemplateExpression(expression) ? firstName(expression.tag) : ''
}

const isFunction = (node: ts.Node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node)

/** None at all, or one that asks how patient it has to be. */
const isPatient = (node: ts.Expression) =>
  /^(0|stateMs|testMs)$/.test(node.getText()) || (ts.isCallExpression(node) && firstName(node) === 'patience')

/** The bare limits of time in a test's text, each with its line. */
function bareLimits(text: string): readonly string[] {
  const source = ts.createSourceFile('of.test.tsx', text, ts.ScriptTarget.Latest, true)
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const run = node.arguments.findIndex(isFunction)
      if (runners.includes(firstName(node.expression)) && run >= 0) found.push(...node.arguments.slice(run + 1))
      if (setters.test(node.expression.getText())) found.push(node)
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'timeout' && !isPatient(node.initializer))
      found.push(node)
    if (ts.isShorthandPropertyAssignment(node) && node.name.text === 'timeout') found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((node) => `${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${node.getText()}`)
}

test('no test waits for as long as one machine takes: its limits are the defaults, or asked for by `patience`', () => {
  expect(testFiles.length).toBeGreaterThan(900)
  const bare = testFiles.flatMap((path) =>
    bareLimits(readFileSync(join(root, path), 'utf8')).map((limit) => `${path}:${limit}`),
  )
  expect(bare).toEqual([])
})

test.each([
  'test("title", async () => {}, 60_000)',
  'test.each([1])("title", () => {}, limitMs)',
  'test("title", { timeout: 60_000 }, () => {})',
  'beforeAll(() => start(), 60_000)',
  'test.setTimeout(60_000)',
  'test.slow()',
  'vi.setConfig({ testTimeout: 600_000 })',
  'await expect.poll(read, { timeout: 5_000 }).toBe(1)',
  'const soon = { timeout: limitMs, interval: 5 }',
  'await expect(part).toBeVisible({ timeout })',
  'const signal = AbortSignal.timeout(10_000)',
])('a limit is seen: %s', (text) => {
  expect(bareLimits(text)).toHaveLength(1)
})

test.each([
  'test("title", async () => {})',
  'test.each([60_000])("title", (ms) => {})',
  'await vi.waitFor(read, { interval: 5 })',
  'await expect(part).toBeVisible({ timeout: patience(1_000) })',
  'chromium.launch({ timeout: 0 })',
])('is none: %s', (text) => {
  expect(bareLimits(text)).toEqual([])
})

describe('how long is waited', () => {
  afterEach(() => vi.unstubAllEnvs())

  test('is what it says, times the pace of the machine', async () => {
    vi.stubEnv('FOYER_PACE', '2.5')
    expect(patience(1_000)).toBe(2_500)
    expect(limits().stateMs).toBe(patience(20_000))
    expect(await settlePace()).toEqual(limits())
  })

  test('is measured where nobody has, and never less than it says', async () => {
    vi.stubEnv('FOYER_PACE', undefined)
    const { stateMs } = await settlePace()
    expect(stateMs).toBeGreaterThanOrEqual(60_000)
    expect(patience(20_000)).toBe(stateMs)
  })

  test.each(['fast', '0', '0.5', ''])('can’t be %j times as long', (pace) => {
    vi.stubEnv('FOYER_PACE', pace)
    expect(() => patience(1_000)).toThrow('FOYER_PACE')
  })
})
