import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './imports.js'

/** The views that can be opened, as the type of their parameters lists them. */
function viewNames(): readonly string[] {
  const source = readFileSync(join(root, 'packages/core/src/view/viewState.ts'), 'utf8')
  const [, params = ''] = /export interface ViewParams \{\n([\s\S]*?)\n\}/.exec(source) ?? []
  return [...params.matchAll(/^ {2}(\w+):/gm)].flatMap(([, name]) => name ?? [])
}

test('every view is met by a tour, which draws, measures and reads it: its accessibility tree is in e2e/trees', () => {
  const folder = join(root, 'e2e/trees')
  const trees = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const toured = new Set(trees.flatMap((text) => [...text.matchAll(/^# (\w+)/gm)].map(([, view]) => view)))
  expect([...toured].sort()).toEqual([...viewNames()].sort())
})
