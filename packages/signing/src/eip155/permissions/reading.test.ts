import { lowerHex } from '@foyer/core/chain'
import type { WalletNetwork } from '@foyer/core/words'
import { expect, test } from 'vitest'
import { sayRequestInEnglish, spokenRequest, words } from '../../sentences.js'
import { last } from '../../shownTime.js'
import { kindOf } from './kinds.js'
import type { Calls, Permission, Terms } from './permission.js'
import { endingFact, pausedWarnings, readPermissions } from './readPermission.js'
import { fresh } from './test/onChain.js'

/* What is said of a permission at its borders, where no node answers. */

const [account, to] = [fresh(), fresh()]
const now = 1_000_000n
const [day, month, year] = [86_400n, 31n * 86_400n, 366n * 86_400n]
const listed = { address: fresh(), symbol: 'LSTD', decimals: 2 }
const network: WalletNetwork = {
  chainId: 'eip155:1',
  name: 'One',
  currency: { symbol: 'ETH', decimals: 18 },
  rpcUrl: '',
  tokens: [listed],
}
const once = { is: 'once', token: undefined, start: now, amount: 5n } as const
const calls: Calls = {
  is: 'calls',
  target: fresh(),
  selectors: [lowerHex('0x12345678')],
  signatures: [],
  bound: [],
  value: 0n,
  count: 3n,
}
const reading = (terms: Terms, more: Partial<Permission> = {}) => ({
  permission: { account, to, redeemers: [to], payees: [], terms, expiry: now + day, ...more },
  network,
  now,
})
async function said(...all: readonly ReturnType<typeof reading>[]) {
  const read = await readPermissions(all)
  const shown = spokenRequest({ ...read, act: words('request.act.allow') }, sayRequestInEnglish)
  return { ...shown, labels: shown.facts.map(({ label }) => label), warned: read.warnings.map(({ name }) => name) }
}
const factOf = async (label: string, ...of: Parameters<typeof reading>) =>
  (await said(reading(...of))).facts.find((fact) => fact.label === label)?.value

test.each<[string, bigint, readonly string[], boolean]>([
  ['a month', now + month, [], false],
  ['a second longer than a month', now + month + 1n, ['request.warn.long'], false],
  ['a year', now + year, ['request.warn.long'], false],
  ['a second longer than a year', now + year + 1n, ['request.warn.long'], true],
  ['until the last day that there is', last, ['request.warn.long'], true],
  ['for longer than any day', last + 1n, ['request.warn.endless'], true],
])('a permission for %s is warned of as what it is', async (_, expiry, warnings, isDeliberate) => {
  const { warned, ...shown } = await said(reading(once, { expiry }))
  expect(warned).toEqual(['request.warn.unasked', ...warnings])
  expect(shown.isDeliberate).toBe(isDeliberate)
})

test('of several permissions one that takes a step of its own makes it one for all', async () => {
  const long = reading(once, { expiry: now + year + 1n })
  for (const all of [
    [reading(once), long],
    [long, reading(once)],
  ])
    expect((await said(...all)).isDeliberate).toBe(true)
  expect((await said(reading(once), reading(once))).isDeliberate).toBe(false)
  await expect(readPermissions([])).rejects.toThrow(TypeError)
})

test('a start that isn’t now is said: as what is to come, or what has been', async () => {
  const startOf = async (start: bigint) => (await said(reading({ ...once, start }))).labels
  expect(await startOf(now + 1n)).toContain('Begins')
  expect(await startOf(now - 1n)).toContain('Counted from')
  for (const label of ['Begins', 'Counted from']) expect(await startOf(now)).not.toContain(label)
})

test.each([
  [120n, 'Every 2 minutes, at most'],
  [day, 'Each day, at most'],
  [3_600n, 'Each hour, at most'],
  [86_460n, 'Every 1441 minutes, at most'],
])('%d seconds are a time of “%s”', async (seconds, label) => {
  expect((await said(reading({ ...once, is: 'periodic', seconds }))).labels).toContain(label)
})

test('who else may use it, and to whom alone it goes, is said; of a key by itself nothing is', async () => {
  const [other, payee] = [fresh(), fresh()]
  const { facts } = await said(reading(once, { redeemers: [to, other], payees: [payee] }))
  expect(facts.filter(({ value }) => value === to)).toHaveLength(1)
  expect(facts).toContainEqual({ label: 'Also used by', value: other, isCode: true })
  expect(facts).toContainEqual({ label: 'Only to', value: payee, isCode: true })
  expect((await said(reading(once))).facts.map(({ value }) => value)).not.toContain(other)
})

test('an amount in all is said of what is spent, and of coin that goes with calls; of calls without coin it isn’t', async () => {
  const inAll = 'In all, at most'
  expect(await factOf(inAll, { ...once, token: listed.address })).toBe('0.05 LSTD')
  expect(await factOf(inAll, { ...once, amount: 2n ** 255n })).toBe('No limit')
  expect(await factOf(inAll, { ...calls, value: 10n ** 18n })).toBe('3 ETH')
  expect(await factOf(inAll, { ...calls, value: 1n, count: undefined })).toBe('No limit')
  expect(await factOf(inAll, calls)).toBeUndefined()
  expect(await factOf('Calls in all, at most', { ...calls, count: undefined })).toBe('No limit')
  expect((await said(reading({ ...calls, value: 1n, count: undefined }))).warned).toContain('request.warn.limitless')
})

test('a function is said as it is written where that is known, beside its selector', async () => {
  expect(await factOf('Function', { ...calls, signatures: ['move(uint8)'] })).toBe('move(uint8) (0x12345678)')
  expect(await factOf('Function', calls)).toBe('0x12345678')
})

test('a token is said with its contract, and the coin has none', async () => {
  const { facts } = await said(reading({ ...once, token: listed.address }))
  expect(facts).toContainEqual({ label: 'Contract', value: listed.address, isCode: true })
  expect((await said(reading(once))).labels).not.toContain('Contract')
})

test('[F13] permissions of a coin and of the token that it is as well are added up', async () => {
  const celo = { ...network, chainId: 'eip155:42220', currency: { symbol: 'CELO', decimals: 18 } }
  const asToken = { ...once, token: '0x471EcE3750Da237f93B8E339c536989b8978a438' } as const
  const both = [reading(once), reading(asToken)].map((each) => ({ ...each, network: celo }))
  const { facts } = await said(...both)
  expect(facts[0]).toEqual({ label: 'In all, at most', value: '0.00000000000000001 CELO' })
})

test('where a permission is ended is said by the application’s host, or by what it calls itself', () => {
  const siteOf = (peerUrl: string) => Object(endingFact(peerUrl).value).values.site
  expect(siteOf('https://dapp.example/path')).toBe('dapp.example')
  expect(siteOf('no address')).toBe('no address')
})

test('of a stream its most may be what is there at first, and no less', () => {
  const read = (maxAmount: string | undefined) =>
    kindOf('native-token-stream')?.read({ amountPerSecond: '0x1', initialAmount: '0x5', maxAmount }, 7n)
  expect([read('0x4'), read('0x5')]).toEqual([
    expect.objectContaining({ code: -32_602 }),
    { is: 'stream', token: undefined, start: 7n, initial: 5n, most: 5n, perSecond: 1n },
  ])
  expect(read(undefined)).toMatchObject({ most: 2n ** 256n - 1n })
})

test('a function that is named twice is one, and a type is none by what every object has', () => {
  const data = { address: fresh(), selectors: ['0x12345678', '0x87654321', '0x12345678'], callLimit: null }
  expect(kindOf('contract-call')?.read(data, 1n)).toMatchObject({
    selectors: ['0x12345678', '0x87654321'],
    value: 0n,
    count: undefined,
  })
  expect([kindOf('toString'), kindOf('constructor')]).toEqual([undefined, undefined])
})

test('that permissions are stopped is said only while they are', () => {
  expect([pausedWarnings(false), pausedWarnings(true).map(({ name }) => name)]).toEqual([[], ['request.warn.paused']])
})
