import { secp256k1 } from '@noble/curves/secp256k1.js'
import { toFunctionSelector, toHex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { caveatsOf } from './caveats.js'
import { isMisfit } from './misfit.js'
import { isEndedBy, isGrantOf, readOlderEnding, readOlderRequest } from './olderPermission.js'
import { fresh } from './test/onChain.js'

/* What is asked for in the older shape, as it is read. */

const key = privateKeyToAccount(generatePrivateKey())
const [own, target, token] = [fresh(), fresh(), fresh()]
const point = secp256k1.Point.fromHex(key.publicKey.slice(2))
const ofKeys = (...keys: readonly object[]) => ({ signer: { type: 'keys', data: { keys } } })
const keyed = (publicKey: string = key.publicKey) => ({ type: 'secp256k1', publicKey })
const allowance = (more: object = {}) => ({
  type: 'native-token-recurring-allowance',
  data: { allowance: '0x64', start: 10, period: 3_600, ...more },
})
const inputs = (...types: readonly string[]) => types.map((type) => ({ type }))
const move = { type: 'function', name: 'move', inputs: inputs('uint8') }
const calls = (more: object = {}) => ({
  type: 'contract-call',
  data: { address: target, abi: [move], functions: [{ functionName: 'move' }], callLimit: 5, ...more },
})
const request = (permission: object, more: object = {}) => ({
  chainId: '0x1',
  expiry: 900,
  policies: [],
  permissions: [permission],
  ...ofKeys(keyed()),
  ...more,
})
const read = (permission: object, more: object = {}) => {
  const asked = readOlderRequest([request(permission, more)], own, 5n)
  return isMisfit(asked) ? asked.code : asked[0]?.permission
}
const termsOf = (permission: object) => Object(read(permission)).terms

test('what spends is for the application’s key, from its start on, of the coin or of a token, for the account in use or the one that is named', () => {
  const terms = { is: 'periodic', token: undefined, amount: 100n, seconds: 3_600n, start: 10n }
  const permission = { account: own, to: key.address, redeemers: [key.address], payees: [], terms, expiry: 900n }
  expect(read(allowance())).toEqual(permission)
  const ofToken = { type: 'erc20-recurring-allowance', data: { ...allowance().data, token } }
  expect(read(ofToken)).toEqual({ ...permission, terms: { ...terms, token } })
  const other = fresh()
  expect(read(allowance(), { address: other })).toMatchObject({ account: other })
  // Asked for alone, without a list.
  expect(readOlderRequest(request(allowance()), own, 5n)).toMatchObject([{ chainId: 'eip155:1', permission }])
})

test.each(['allowance', 'period', 'start'])('what spends with a %s of 0 is refused', (field) => {
  expect(read(allowance({ [field]: field === 'allowance' ? '0x0' : 0 }))).toBe(-32_602)
})

test('a key is read in each of its forms, and nothing else is one', () => {
  const uncompressed = key.publicKey
  for (const form of [uncompressed, `0x${uncompressed.slice(4)}`, toHex(point.toBytes(true))])
    expect(read(allowance(), ofKeys(keyed(form)))).toMatchObject({ to: key.address })
  expect(read(allowance(), ofKeys(keyed(`0x04${'11'.repeat(64)}`)))).toBe(-32_602)
  const beside = { type: 'secp256r1', publicKey: key.publicKey }
  expect(read(allowance(), ofKeys(beside, keyed()))).toMatchObject({ to: key.address })
  expect(read(allowance(), ofKeys(beside))).toBe(5700)
  expect(read(allowance(), ofKeys(keyed(), beside))).toBe(5700)
  expect(read(allowance(), ofKeys(beside, keyed(), keyed()))).toBe(-32_602)
})

test('more than one permission, a policy beside it, an end that is past and a field that isn’t known are refused', () => {
  expect(read(allowance(), { permissions: [allowance(), allowance()] })).toBe(-32_602)
  expect(read(allowance(), { policies: [{ type: 'gas-limit', data: {} }] })).toBe(5700)
  expect([5, 6].map((expiry) => read(allowance({ start: 1 }), { expiry }))).toEqual([
    -32_602,
    expect.objectContaining({ expiry: 6n }),
  ])
  expect(read(allowance(), { sudo: true })).toBe(-32_602)
})

describe('calls', () => {
  test('are of the functions that are named, each by its own types, with one bound on the coin', () => {
    const tuple = {
      type: 'tuple[2]',
      components: [...inputs('address'), { type: 'tuple', components: inputs('bool[]', 'bytes32') }],
    }
    const signatures = ['move(uint8)', 'move((address,(bool[],bytes32))[2],string)', 'stay()']
    const abi = [
      ...[move, { ...move, inputs: [tuple, ...inputs('string')] }, { ...move, name: 'stay', inputs: [] }],
      // Neither a function, nor one that can be read, nor one that is named.
      ...[
        { ...move, type: 'event' },
        { ...move, inputs: inputs('not a type') },
        { ...move, name: 'leave' },
      ],
    ]
    const functions = ['move', 'stay', 'move'].map((functionName) => ({ functionName, valueLimit: '0x7' }))
    expect(termsOf(calls({ abi, functions }))).toEqual({
      is: 'calls',
      target,
      bound: [],
      value: 7n,
      count: 5n,
      signatures,
      selectors: signatures.map((each) => toFunctionSelector(each)),
    })
  })

  test('without a bound on the coin take none, and without a limit are as many as are made', () => {
    expect(termsOf(calls({ callLimit: undefined }))).toMatchObject({ value: 0n, count: undefined })
    const bound = [{ index: 0, value: `0x${'07'.repeat(32)}` }]
    expect(termsOf(calls({ arguments: bound })).bound).toEqual([{ index: 0, word: bound[0]?.value }])
  })

  test.each<[string, object, number]>([
    ['conditions on an argument', { args: [{ operator: 'EQUAL', value: '0x1' }] }, 5700],
    ['a DelegateCall by its number', { operation: 1 }, 5700],
    ['a DelegateCall by its name', { operation: 'DelegateCall' }, 5700],
    ['another bound on the coin', { valueLimit: '0x1' }, 5700],
    ['a function that isn’t in the ABI', { functionName: 'leave' }, -32_602],
  ])('with %s are refused, also beside one that could be granted', (_, more, code) => {
    const abi = [move, { ...move, name: 'stay' }]
    const functions = [{ functionName: 'move' }, { functionName: 'stay', ...more }]
    expect(read(calls({ abi, functions }))).toBe(code)
    expect(read(calls({ abi, functions: [functions[1], functions[0]] }))).toBe(code)
  })

  test('with no conditions, and called as they are, are read', () => {
    for (const more of [{ args: [] }, { operation: 0 }, { operation: 'Call' }])
      expect(read(calls({ functions: [{ functionName: 'move', ...more }] }))).toMatchObject({ account: own })
  })
})

describe('what was granted', () => {
  const permission = { ...allowance(), data: { ...allowance().data } }
  const answer = { expiry: 900, permissions: [permission], context: '0x' }
  const ending = { pci: crypto.randomUUID(), expiry: 900, permissions: [permission] }

  test('is ended by a request of the same permission and end, in whichever order its fields are', () => {
    const { type, data } = permission
    const { allowance: amount, start, period } = data
    expect(isEndedBy(ending, answer)).toBe(true)
    expect(isEndedBy({ ...ending, permissions: [{ data: { period, start, allowance: amount }, type }] }, answer)).toBe(
      true,
    )
    expect(isEndedBy({ ...ending, expiry: 901 }, answer)).toBe(false)
    expect(isEndedBy({ ...ending, permissions: [allowance({ start: 11 })] }, answer)).toBe(false)
    for (const other of [undefined, {}, { permission }, { ...answer, permissions: undefined }])
      expect(isEndedBy(ending, other)).toBe(false)
    // Of a list the order counts, and nothing isn't an object of nothing.
    const listed = (...all: readonly unknown[]) => ({ ...ending, permissions: all })
    expect(isEndedBy(listed([1, 2]), { ...answer, permissions: [[2, 1]] })).toBe(false)
    expect(isEndedBy(listed(['a', 'b']), { ...answer, permissions: [{ 0: 'a', 1: 'b' }] })).toBe(false)
    expect(isEndedBy(listed(null), { ...answer, permissions: [null] })).toBe(true)
    expect(isEndedBy(listed(null), { ...answer, permissions: [{}] })).toBe(false)
  })

  test('is named by its session’s id, and nothing beside', () => {
    expect(readOlderEnding([ending])).toEqual(ending)
    expect(readOlderEnding({ ...ending, address: own })).toEqual(ending)
    for (const other of [
      { ...ending, pci: 'a' },
      { ...ending, pci: `${ending.pci}0` },
      { ...ending, more: 1 },
    ])
      expect(readOlderEnding([other])).toMatchObject({ code: -32_602 })
  })

  test('is what was asked for only where it is one permission with all its bounds, and a number', () => {
    const terms = { is: 'periodic', token: undefined, amount: 100n, seconds: 3_600n, start: 10n } as const
    const to = key.address
    const caveats = caveatsOf({ account: own, to, redeemers: [to], payees: [], terms, expiry: 900n }, 4n)
    const delegation = { delegate: to, delegator: own, salt: 1n, caveats }
    const asked = (...permissions: readonly object[]) => {
      const output = readOlderRequest([request(allowance())], own, 5n)
      const [first] = isMisfit(output) ? [] : output
      const { permissions: parsed } = Object(first?.answer('0x'))
      return { permissions: permissions.length === 0 ? parsed : [...parsed, ...permissions], expiry: 900 }
    }
    expect(isGrantOf(asked(), delegation)).toBe(true)
    expect(isGrantOf(asked(allowance()), delegation)).toBe(false)
    expect(isGrantOf({ ...asked(), permissions: [] }, delegation)).toBe(false)
    expect(isGrantOf({ ...asked(), expiry: 901 }, delegation)).toBe(false)
    expect(isGrantOf(asked(), { ...delegation, caveats: caveats.slice(0, -1) })).toBe(false)
    expect(isGrantOf(asked(), { ...delegation, caveats: caveats.slice(1) })).toBe(false)
    const other = fresh()
    expect(isGrantOf(asked(), { ...delegation, delegate: other })).toBe(false)
  })
})
