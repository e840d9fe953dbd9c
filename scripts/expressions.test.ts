import { expect, test } from 'vitest'
import { expressionsIn, vulnerable } from './expressions.mjs'

const read = (text: string) => {
  const { found, unread } = expressionsIn({ path: 'one.ts', text })
  return { found: found.map(({ source, flags }) => `/${source}/${flags}`), unread: unread.map(({ text }) => text) }
}

test('an expression is found where it is a literal, and where it is made of constants of its file', () => {
  const made = `const one = '[ab]'; const two = \`\${one}+\\\\d\`; const whole = new RegExp(\`^\${two}$\`, 'u')`
  expect(read(made)).toEqual({ found: ['/^[ab]+\\d$/u'], unread: [] })
  expect(read("v.regex(/a\\/b/gi); text.replace(/[/]+/, '')").found).toEqual(['/a\\/b/gi', '/[/]+/'])
  expect(read("const plain = /x|y/u\nnew RegExp(plain, 'gu')").found).toEqual(['/x|y/u', '/x|y/gu'])
  expect(read("const half = a / b / c; text.matchAll('(a+)+')").found).toEqual(['/(a+)+/'])
})

test.each([
  'new RegExp(name)',
  `RegExp(\`^\${name}$\`)`,
  "let name = 'a'; new RegExp(name)",
  "const name = 'a'; function other() { const name = 'b'; return new RegExp(name) }",
  `text.match(\`\${name}+\`)`,
])('one that is made of anything else is refused: %s', (text) => {
  expect(read(text).unread).toHaveLength(1)
})

test('one that takes more than linear time is told with its attack, one of which that is only guessed isn’t', async () => {
  const at = { flags: '', places: ['one.ts:1'] }
  const told = await vulnerable([
    ['square', { ...at, source: '/+$' }],
    ['exponential', { ...at, source: '^(a+)+$' }],
    // The engine looks back once for each letter.
    ['linear', { ...at, source: '(?<!=)=+$' }],
  ])
  expect([...told.keys()].sort()).toEqual(['exponential', 'square'])
  expect(told.get('square')).toContain('one.ts:1 //+$/')
})
