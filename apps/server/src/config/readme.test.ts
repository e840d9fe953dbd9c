import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { Environment } from './environment.js'

test('the README lists each variable that the server knows, once, and no other', async () => {
  const readme = await readFile(new URL('../../README.md', import.meta.url), 'utf8')
  const listed = [...readme.matchAll(/^\| `([A-Z_]+)` /gm)].map(([, name]) => name)
  expect(listed.toSorted()).toEqual(Object.keys(Environment.entries).sort())
})
