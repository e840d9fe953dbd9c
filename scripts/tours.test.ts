import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './imports.js'

/** The views that can be opened: those that each room of core lists for itself, and what the modal begins with. */
function viewNames(): readonly string[] {
  const sources = sourceFiles('packages/core/src').map((file) => readFileSync(join(root, file), 'utf8'))
  const lists = sources.flatMap((source) => [
    ...source.matchAll(/^( *)(?:export )?interface ViewParams \{\n([\s\S]*?)\n\1\}/gm),
  ])
  return lists.flatMap(([, indent, list = '']) =>
    [...list.matchAll(new RegExp(`^${indent} {2}(\\w+):`, 'gm'))].flatMap(([, name]) => name ?? []),
  )
}

test('every view is met by a tour, which draws, measures and reads it: its accessibility tree is in e2e/trees', () => {
  const folder = join(root, 'e2e/trees')
  const trees = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'))
  const toured = new Set(trees.flatMap((text) => [...text.matchAll(/^# (\w+)/gm)].map(([, view]) => view)))
  expect([...toured].sort()).toEqual([...viewNames()].sort())
})
