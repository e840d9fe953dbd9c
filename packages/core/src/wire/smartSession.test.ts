import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SessionGrantRequest, sessionRevocation } from './smartSession.js'

const address = `0x${'ab'.repeat(20)}`
const asked: SessionGrantRequest = {
  chainId: '0x2105',
  address,
  expiry: 1_800_000_000,
  signer: { type: 'keys', data: { keys: [{ type: 'secp256r1', publicKey: `0x${'cd'.repeat(65)}` }] } },
  permissions: [
    {
      type: 'contract-call',
      data: {
        address,
        abi: [{ type: 'function' }],
        functions: [{ functionName: 'vote', args: [{ operator: 'LESS_THAN', value: '0x05' }], valueLimit: '0x0' }],
      },
    },
    { type: 'native-token-recurring-allowance', data: { allowance: '0x64', start: 1, period: 60 } },
    { type: 'erc20-recurring-allowance', data: { token: address, allowance: '0x64', start: 1, period: 60 } },
  ],
  policies: [{ type: 'sudo', data: {} }],
}

/** Every place in a value where an object stands. */
function objectsIn(value: unknown, at: readonly (string | number)[] = []): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return []
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((item: unknown, index) => [index, item])
    : Object.entries(value)
  const below = entries.flatMap(([key, item]) => objectsIn(item, [...at, key]))
  return Array.isArray(value) ? below : [at, ...below]
}

/** Puts a value somewhere into a copy of another. */
function put(value: unknown, [key, ...rest]: readonly (string | number)[], what: unknown): unknown {
  if (key === undefined) return what
  const copy: unknown = structuredClone(value)
  const change = (held: unknown) => put(held, rest, what)
  if (Array.isArray(copy)) return copy.map((item: unknown, index) => (index === key ? change(item) : item))
  if (typeof copy !== 'object' || copy === null) return copy
  const before: unknown = new Map<string | number, unknown>(Object.entries(copy)).get(key)
  return { ...copy, [key]: change(before) }
}

/** A contract's own description and a policy's own data are theirs to say. */
const isFree = (at: readonly (string | number)[]) => at.includes('abi') || (at[0] === 'policies' && at.length > 2)

test('a request for a session is taken as it is, and nowhere with a key that is not known', () => {
  expect(v.parse(SessionGrantRequest, asked)).toEqual(asked)
  const places = objectsIn(asked).filter((at) => !isFree(at))
  expect(places.length).toBeGreaterThan(10)
  const unknownKey = fc.stringMatching(/^x[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.constantFrom(...places), unknownKey, fc.jsonValue(), (at, key, value) => {
      expect(v.is(SessionGrantRequest, put(asked, [...at, key], value))).toBe(false)
    }),
  )
})

test('no value in the place of another throws anything, or passes for a permission', () => {
  const places = objectsIn(asked).filter((at) => !isFree(at) && at.length > 0)
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.anything(), (at, value) => {
      const changed = put(asked, at, value)
      const parsed = v.safeParse(SessionGrantRequest, changed)
      if (parsed.success) expect(parsed.output).toEqual(changed)
    }),
  )
  fc.assert(
    fc.property(fc.anything(), (value) => {
      expect(v.is(SessionGrantRequest, value)).toBe(false)
    }),
  )
})

test('what is signed to end a session is another text for each session, account and project', () => {
  const part = fc.record({
    pci: fc.uuid(),
    account: fc.constantFrom(`eip155:1:${address}`, `eip155:8453:${address}`, `eip155:1:0x${'cd'.repeat(20)}`),
    projectId: fc.stringMatching(/^[\w-]{1,64}$/),
  })
  fc.assert(
    fc.property(part, part, (one, other) => {
      const isSame = JSON.stringify(one) === JSON.stringify(other)
      expect(sessionRevocation(one) === sessionRevocation(other)).toBe(isSame)
    }),
  )
  expect(sessionRevocation({ pci: 'p', account: `eip155:1:0x${'AB'.repeat(20)}`, projectId: 'q' })).toBe(
    sessionRevocation({ pci: 'p', account: `eip155:1:${address}`, projectId: 'q' }),
  )
})
