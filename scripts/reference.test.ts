import { expect, test } from 'vitest'
import { reference, writtenPages } from './reference.mjs'

test('docs/reference is as the sources are, and every option, component, hook, event and function has words', async () => {
  const { pages, wordless } = await reference()
  expect(wordless).toEqual([])
  // `node scripts/reference.mjs` writes them anew.
  expect(await writtenPages()).toEqual(pages)
})
