import { expect, test } from 'vitest'
import { reference, writtenPages } from './reference.mjs'

// To read all sources takes a while.
const made = reference()

test('docs/reference is as the sources are, and every option, component, hook, event and function has words', async () => {
  const { pages, wordless } = await made
  expect(wordless).toEqual([])
  // `node scripts/reference.mjs` writes them anew.
  expect(await writtenPages()).toEqual(pages)
})

test('each function of the reference stands with its signature, what it takes by name and its example, and each link leads to a heading that is there', async () => {
  const { pages } = await made
  const { 'functions.md': functions = '' } = pages
  for (const part of functions.split(/^### /m).slice(1)) expect(part).toMatch(/^(\w+)\n[^`#]*[\s\S]*?```ts\n\1[<(]/)
  const [, transfer = ''] = /^### sendTransfer\n([\s\S]*?)^###? /m.exec(functions) ?? []
  expect(transfer).toContain('sendTransfer<F extends Family = Family>(foyer: Foyer, {')
  expect(transfer).toMatch(/^Takes:$/m)
  expect(transfer).toContain('```tsx\n')
  const links = Object.entries(pages).flatMap(([file, page]) =>
    [...page.matchAll(/\]\(((?:\w+\.md)?)#([\w-]+)\)/g)].map(([, other, anchor]) => [other || file, anchor] as const),
  )
  expect(links.length).toBeGreaterThan(20)
  for (const [file, anchor = ''] of links) {
    const headings = [...(pages[file] ?? '').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => heading.toLowerCase())
    expect(headings, `${file}#${anchor}`).toContain(anchor)
  }
  expect(Object.values(pages).join()).not.toContain('{@link')
})
