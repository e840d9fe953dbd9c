import {
  concat,
  decodeAbiParameters,
  encodeAbiParameters,
  type Hex,
  keccak256,
  numberToHex,
  parseAbiParameters,
  size,
  slice,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount, sign } from 'viem/accounts'
import { expect, test } from 'vitest'
import { contextOf, type Delegation, delegationPayload, isSignedFor, readContext } from './delegation.js'
import { fresh, passedOn } from './test/onChain.js'

const privateKey = generatePrivateKey()
const own: Delegation = {
  delegate: fresh(),
  delegator: privateKeyToAccount(privateKey).address,
  salt: 7n,
  caveats: [{ enforcer: fresh(), terms: '0x01' }],
}
const signatureFor = async (chainId: number) =>
  sign({ hash: keccak256(delegationPayload(own, chainId)), privateKey, to: 'hex' })

test('a delegation is signed for one chain by its account’s key alone, and by nothing that is no signature', async () => {
  const signature = await signatureFor(5)
  expect(await isSignedFor({ ...own, signature }, 5)).toBe(true)
  expect(await isSignedFor({ ...own, signature }, 6)).toBe(false)
  expect(await isSignedFor({ ...own, delegator: fresh(), signature }, 5)).toBe(false)
  for (const other of [slice(signature, 0, 64), concat([signature, '0x00']), concat([slice(signature, 0, 64), '0x07'])])
    expect(await isSignedFor({ ...own, signature: other }, 5)).toBe(false)
  expect(await isSignedFor({ ...own, signature: '0x' }, 5)).toBe(false)
})

const form = parseAbiParameters(
  '(address delegate, address delegator, bytes32 authority, (address enforcer, bytes terms, bytes args)[] caveats, uint256 salt, bytes signature)[]',
)

test('a context is one delegation by the account itself, and nothing beside: neither another, one passed on, arguments nor more bytes', async () => {
  const signed = { ...own, signature: await signatureFor(5) }
  const context = contextOf(signed)
  expect(readContext(context)).toEqual(signed)
  const [[whole]] = decodeAbiParameters(form, context)
  if (!whole) return expect.fail('It has no delegation.')
  const [caveat] = whole.caveats
  if (!caveat) return expect.fail('It has no caveat.')
  const others: readonly Hex[] = [
    encodeAbiParameters(form, [[]]),
    encodeAbiParameters(form, [[whole, whole]]),
    encodeAbiParameters(form, [[{ ...whole, authority: numberToHex(1n, { size: 32 }) }]]),
    encodeAbiParameters(form, [[{ ...whole, caveats: [{ ...caveat, args: '0x01' }] }]]),
    await passedOn(context, privateKeyToAccount(privateKey), fresh()),
    concat([context, '0x00']),
    slice(context, 0, size(context) - 32),
  ]
  expect(others.map(readContext)).toEqual(others.map(() => undefined))
})

test('a context that is longer than any of the wallet’s isn’t read', () => {
  const of = (count: number) =>
    contextOf({
      ...own,
      caveats: Array.from({ length: count }, () => ({ enforcer: fresh(), terms: '0x01' as const })),
      signature: '0x01',
    })
  expect(readContext(of(20))?.caveats).toHaveLength(20)
  expect(of(60).length).toBeGreaterThan(20_000)
  expect(readContext(of(60))).toBeUndefined()
})
