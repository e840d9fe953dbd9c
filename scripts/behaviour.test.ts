import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { explanationsOf, idsOf, stringsOf } from './statementIds.js'

const root = fileURLToPath(new URL('..', import.meta.url))

/** How many statements each point of `docs/behaviour.md` holds, points 1 to 9. */
const statementsOfPoint = [13, 27, 27, 35, 33, 8, 43, 43, 53]
const numbered = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)
const everyStatement = statementsOfPoint.flatMap((count, index) => numbered(`S${index + 1}.`, count))
const everyRequirement = [...numbered('F', 30), ...numbered('W', 12), ...numbered('X', 10)]

const explanations = (path: string) => explanationsOf(readFileSync(join(root, path), 'utf8'))
const behaviour = explanations('docs/behaviour.md')
const safety = explanations('docs/safety.md')

const roomsWithTests = ['packages', 'apps', 'stack', 'e2e', 'scripts']
const notOurs = /^(node_modules|dist|test-results|playwright-report|\..*)$/

/** All sources, not only `*.test.ts`: a shared conformance suite has titles too. */
function sourcesUnder(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return notOurs.test(entry.name) ? [] : sourcesUnder(path)
    return /\.(ts|tsx|mts|js|jsx|mjs)$/.test(entry.name) ? [path] : []
  })
}

const named = roomsWithTests.flatMap(sourcesUnder).flatMap((path) => {
  const source = readFileSync(join(root, path), 'utf8')
  if (!/\[\s*[SFWX]\d/.test(source)) return []
  return stringsOf({ path, source }).map((title) => ({ path, title, ...idsOf(title) }))
})

describe('the numbers in test titles', () => {
  test('are all explained in docs/behaviour.md or docs/safety.md', () => {
    const explained = new Set([...behaviour, ...safety].map(({ id }) => id))
    const unexplained = named.flatMap(({ path, title, ids }) =>
      ids.filter((id) => !explained.has(id)).map((id) => `${path}: ${id} in '${title}'`),
    )
    expect(unexplained).toEqual([])
  })

  test('can all be read', () => {
    const unreadable = named.flatMap(({ path, title, unreadable }) =>
      unreadable.map((word) => `${path}: '${word}' in '${title}'`),
    )
    expect(unreadable).toEqual([])
  })
})

describe('the explanations', () => {
  test('of behaviour have every number once, in order, with no gap', () => {
    expect(behaviour.map(({ id }) => id)).toEqual(everyStatement)
  })

  test('of safety have every number once', () => {
    const ids = safety.map(({ id }) => id)
    expect(ids).toHaveLength(everyRequirement.length)
    expect(new Set(ids)).toEqual(new Set(everyRequirement))
  })

  test('say something, each something else', () => {
    const texts = [...behaviour, ...safety].map(({ text }) => text)
    expect(texts.filter((text) => text.trim().split(/\s+/).length < 3)).toEqual([])
    expect(new Set(texts).size).toBe(texts.length)
  })
})

describe('reading a title', () => {
  // Numbers that no document explains are put together here, so that this file doesn't name them itself.
  const unknown = (id: string) => `[${id}] a title`

  test('finds single ids, lists, ranges and several brackets', () => {
    expect(idsOf('[S4.9 S4.10] [F6] opens').ids).toEqual(['S4.9', 'S4.10', 'F6'])
    expect(idsOf('[S4.1–S4.3] a').ids).toEqual(['S4.1', 'S4.2', 'S4.3'])
    expect(idsOf('[S4.1 - 3, W1] a').ids).toEqual(['S4.1', 'S4.2', 'S4.3', 'W1'])
    expect(idsOf(unknown('S9.54'))).toEqual({ ids: ['S9.54'], unreadable: [] })
  })

  test('leaves other brackets alone', () => {
    expect(idsOf('reads [data-part] of row [0] and [wallet S1.1]')).toEqual({ ids: [], unreadable: [] })
  })

  test('reports what it can’t read', () => {
    for (const word of ['S4', 'S4.1x', 'S4.0', 'S4.3–S4.1', 'S4.1–S5.2', 'F1.2'])
      expect(idsOf(unknown(word))).toEqual({ ids: [], unreadable: [word] })
  })

  test('sees strings and templates, tables too, but neither comments nor code', () => {
    const source = [
      `// [S1.1] a comment`,
      `test('${unknown('S1.2')}', () => {})`,
      `const table = [{ title: "${unknown('S1.3')}" }, [F1]]`,
      `describe(\`${unknown(`S1.4 \${more}`)}\`, () => {})`,
    ].join('\n')
    const strings = stringsOf({ path: 'a.test.ts', source })
    expect(strings.flatMap((text) => idsOf(text).ids)).toEqual(['S1.2', 'S1.3', 'S1.4'])
    expect(strings.flatMap((text) => idsOf(text).unreadable)).toEqual(['…'])
  })
})
