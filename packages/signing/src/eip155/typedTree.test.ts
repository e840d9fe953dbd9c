import type { ShownField } from '@foyer/core/words'
import { describe, expect, test } from 'vitest'
import { sayRequestInEnglish, spokenRequest } from '../sentences.js'
import { readTypedData } from './readTypedData.js'
import { typedTree } from './typedTree.js'

const ada = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const network = {
  chainId: 'eip155:31337',
  name: 'Local chain',
  rpcUrl: 'http://127.0.0.1:8545',
  currency: { symbol: 'ETH', decimals: 18 },
  tokens: [],
} as const
const domain = { name: 'Post', version: '2', chainId: 31337, verifyingContract: ada }
const types = {
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallets', type: 'address[]' },
  ],
  Mail: [
    { name: 'from', type: 'Person' },
    { name: 'to', type: 'Person[2]' },
    { name: 'amount', type: 'uint256' },
    { name: 'isUrgent', type: 'bool' },
    { name: 'data', type: 'bytes' },
  ],
}
const person = (name: string, ...wallets: string[]) => ({ name, wallets })
const message = {
  from: person('Ada', ada),
  to: [person('Bob'), person('Cy', ada, ada)],
  amount: '0xff',
  isUrgent: true,
  data: '0x1234',
}
const mail = { types, primaryType: 'Mail', domain, message }

const read = (data: typeof mail | Record<string, unknown>) =>
  readTypedData({ data: { ...mail, ...data }, address: ada, network })

function shownOf(data: Record<string, unknown>) {
  const outcome = read(data)
  if (outcome.status === 'unreadable') throw new Error(outcome.why)
  return spokenRequest(outcome.shown, sayRequestInEnglish)
}

/** A tree in lines, indented as it is shown. */
const linesOf = (fields: readonly ShownField[] = [], indent = ''): readonly string[] =>
  fields.flatMap(({ name, value, fields: inner }) => [
    `${indent}${name}${value === undefined ? '' : ` ${value}`}`,
    ...linesOf(inner, `${indent}  `),
  ])

/** A message with one text. */
const note = (text: unknown, more: Record<string, unknown> = {}) => ({
  types: { Note: [{ name: 'text', type: 'string' }] },
  primaryType: 'Note',
  message: { text },
  ...more,
})

test('[F13] typed data is shown as the tree that is signed: the domain, structures in structures, lists, numbers in digits', () => {
  const { facts, tree } = shownOf(mail)
  expect(facts[0]).toEqual({ label: 'What', value: 'Mail' })
  expect(linesOf(tree?.fields)).toEqual([
    'Domain',
    '  name Post',
    '  version 2',
    '  chainId 31337',
    `  verifyingContract ${ada}`,
    'Message',
    '  from',
    '    name Ada',
    '    wallets',
    `      1 ${ada}`,
    '  to',
    '    1',
    '      name Bob',
    '      wallets []',
    '    2',
    '      name Cy',
    '      wallets',
    `        1 ${ada}`,
    `        2 ${ada}`,
    '  amount 255',
    '  isUrgent true',
    '  data 0x1234',
  ])
  expect(tree?.fields[0]?.fields?.at(-1)).toMatchObject({ isCode: true })
})

test('[F13] what no type names isn’t signed, and isn’t shown', () => {
  const { facts, tree, warnings } = shownOf({
    ...note('Hello', { message: { text: 'Hello', amount: '0' } }),
    types: { Note: [{ name: 'text', type: 'string' }], EIP712Domain: [{ name: 'version', type: 'string' }] },
  })
  expect(linesOf(tree?.fields)).toEqual(['Domain', '  version 2', 'Message', '  text Hello'])
  expect(facts.map(({ label }) => label)).toEqual(['What', 'With', 'Network'])
  expect(warnings).toEqual(['It names no chain, so it holds on every one.'])
})

test('[F13] a domain that is signed by itself has no message', () => {
  const { tree } = shownOf({ primaryType: 'EIP712Domain' })
  expect(tree?.fields.map(({ name }) => name)).toEqual(['Domain'])
})

describe('[F13] the chain is compared with the request’s', () => {
  test('the same one, written in any way, is shown in digits', () => {
    for (const chainId of [31337, '31337', '0x7a69', 31337n]) {
      const { tree, warnings } = shownOf({ domain: { ...domain, chainId } })
      expect(linesOf(tree?.fields)).toContain('  chainId 31337')
      expect(warnings).toEqual([])
    }
  })

  test('another one takes a step of its own, and is named', () => {
    const { facts, warnings, isDeliberate } = shownOf({ domain: { ...domain, chainId: 1 } })
    expect(facts).toContainEqual({ label: 'Network', value: 'Chain 1' })
    expect(warnings).toEqual(['This is for Chain 1, not for Local chain.'])
    expect(isDeliberate).toBe(true)
    expect(read({ domain: { ...domain, chainId: -1 } })).toMatchObject({ status: 'unreadable' })
  })

  test('none is warned of', () => {
    const { warnings } = shownOf({ domain: { name: 'Post' } })
    expect(warnings).toEqual(['It names no chain, so it holds on every one.'])
  })
})

test('[F14] what turns, hides or breaks a line is named in its place in a value, and refused in a name', () => {
  const { tree } = shownOf(note('pay\u202e0001\u200b\nto: 0x00'))
  expect(tree?.fields[1]?.fields).toEqual([{ name: 'text', value: 'pay⟨U+202E⟩0001⟨U+200B⟩⟨U+000A⟩\nto: 0x00' }])
  const types = { Note: [{ name: 'a\u2066b\u00ad', type: 'string' }] }
  expect(read({ types, primaryType: 'Note', message: { 'a\u2066b\u00ad': '' } })).toEqual({
    status: 'unreadable',
    why: 'The typed data has a field “a⟨U+2066⟩b⟨U+00AD⟩”, which isn’t the name of one.',
  })
})

test.each([
  ['a structure for a text', note({ length: 2, 0: 72, 1: 105 })],
  ['a number for a text', note(5)],
  ['nothing', note(undefined)],
  ['a text for a list', { message: { ...message, to: 'Bob' } }],
  ['a list that is too short', { message: { ...message, to: [person('Bob')] } }],
  ['a text that is no number', { message: { ...message, amount: 'many' } }],
  ['a part of a whole number', { message: { ...message, amount: 1.5 } }],
  ['data that isn’t any', { message: { ...message, data: 'Hello' } }],
  ['a list for a structure', { message: { ...message, from: [] } }],
  ['a field that every object has by birth', { ...note('x'), types: { Note: [{ name: 'toString', type: 'string' }] } }],
  ['a type that every object has by birth', { ...note('x'), primaryType: 'constructor' }],
])('[F14] %s doesn’t fit its type: it would be signed as something else than is seen', (_what, data) => {
  expect(read(data)).toEqual({ status: 'unreadable', why: 'The typed data doesn’t fit its own types.' })
})

test('[F14] what is too deep or too long to be read isn’t signed', () => {
  const why = 'The typed data is too deep or too long to be read before it is signed.'
  const node = { Node: [{ name: 'nodes', type: 'Node[]' }] }
  let deep: unknown = { nodes: [] }
  for (let depth = 0; depth < 14; depth += 1) deep = { nodes: [deep] }
  const asked = { types: node, primaryType: 'Node' }
  expect(read({ ...asked, message: deep }).status).toBe('readable')
  for (let depth = 0; depth < 20_000; depth += 1) deep = { nodes: [deep] }
  expect(read({ ...asked, message: deep })).toEqual({ status: 'unreadable', why })
  const long = { types: { Long: [{ name: 'all', type: 'uint8[]' }] }, primaryType: 'Long' }
  expect(read({ ...long, message: { all: Array(4_000).fill(1) } }).status).toBe('readable')
  expect(read({ ...long, message: { all: Array(5_000).fill(1) } })).toEqual({ status: 'unreadable', why })
})

describe('[F18] types', () => {
  test('that nothing names aren’t looked at, however many there are', () => {
    let looked = 0
    const unused = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`T${index}`, []]))
    const types = new Proxy(
      { ...unused, ...mail.types, EIP712Domain: [] },
      {
        get(all, name) {
          looked += 1
          return Reflect.get(all, name)
        },
      },
    )
    expect(typedTree({ ...mail, types })).toHaveLength(2)
    expect(looked).toBeLessThan(30)
  })

  test('are hashed with every structure that names them: more of that than 1 MB isn’t signed', () => {
    const wide = Array.from({ length: 500 }, (_, index) => ({ name: `field${index}`, type: 'uint256' }))
    const many = {
      types: { All: [{ name: 'all', type: 'One[]' }], One: [{ name: 'none', type: 'Wide[]' }], Wide: wide },
      primaryType: 'All',
    }
    const holding = (count: number) => ({ ...many, message: { all: Array(count).fill({ none: [] }) } })
    expect(read(holding(100)).status).toBe('readable')
    expect(read(holding(200)).status).toBe('unreadable')
  })
})
