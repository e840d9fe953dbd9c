import type { Clock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { patientClock } from '@foyer/service-testing/patientClock'
import { deployMarket, devAccounts, type Market, placeMulticall, type StartedChain, startChain } from '@foyer/stack'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { type Address, stringToHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { ChainConfig } from '../chains/chain.js'
import type { Chain } from '../chains/chains.js'
import { createChains } from '../chains/createChains.js'
import { type FakeNode, json, passOn, startFakeNode } from '../chains/test/fakeNode.js'
import { placeContract, returns } from '../contracts/test/strangeContracts.js'
import { tokens as tokensTable } from '../db/schema/index.js'
import { readersOf } from '../readers/readers.js'
import { openTestDatabase } from '../test/openApi.js'
import { isSpamToken } from './isSpamToken.js'
import { showableText } from './showableText.js'
import type { Token } from './token.js'
import { createTokens } from './tokens.js'

let database: Database
let anvil: StartedChain
let market: Market
beforeAll(async () => {
  database = await openTestDatabase()
  anvil = await startChain({ id: 31337 })
  market = await deployMarket({ url: anvil.url })
})
afterAll(() => Promise.all([anvil?.stop(), database?.close()]))

const { signal } = new AbortController()
const fakeNodes: FakeNode[] = []
afterAll(() => Promise.all(fakeNodes.map((node) => node.stop())))

/** A network of its own in the tables, whichever node answers for it. */
let chainIds = 31337
function chainAt(url: string, said: Partial<ChainConfig> = {}): Chain {
  const config: ChainConfig = {
    id: `eip155:${++chainIds}`,
    name: 'Local',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    iconUrl: '',
    upstreams: [url],
    tokens: [],
    ...said,
  }
  const [chain] = createChains({ chains: [config], timeoutMs: 5_000, clock: patientClock }).all
  return chain ?? expect.fail()
}

let time = Date.parse('2026-01-01T00:00:00Z')
const clock: Clock = { ...patientClock, now: () => time }
const tokensOf = (publicUrl?: string) => createTokens({ orm: database.orm, publicUrl, readersOf, clock })
const address = (byte: string): Address => `0x${byte.repeat(20)}`

/** Counts what a network's node is asked. */
async function counted(url: string) {
  const node = await startFakeNode(passOn(() => url))
  fakeNodes.push(node)
  return node
}

describe.each(['one call', 'one batch'])('what a token is called is read with %s', (way) => {
  beforeAll(async () => {
    if (way === 'one call') await placeMulticall({ url: anvil.url })
    else await placeContract({ url: anvil.url, address: '0xcA11bde05977b3631167028862bE2a173976CA11', functions: {} })
  })

  test('and kept: it is read once', async () => {
    const node = await counted(anvil.url)
    const chain = chainAt(node.url)
    const addresses = market.tokens.map((token) => token.address)
    const first = await tokensOf().of({ chain, addresses, signal })
    expect([...first.values()]).toEqual(
      market.tokens.map((token) => {
        return { ...token, address: token.address.toLowerCase(), iconUrl: '', listed: false }
      }),
    )
    const asked = node.asked.length
    expect(asked).toBe(way === 'one call' ? 1 : 2)
    const mixed = addresses.map((each, index) => (index === 0 ? each.toLowerCase() : each))
    expect(await tokensOf().of({ chain, addresses: mixed, signal })).toEqual(first)
    expect(node.asked.length).toBe(asked)
  })

  test('also where it is 32 bytes, as in old ones', async () => {
    const old = (text: string) => returns.words(BigInt(stringToHex(text, { size: 32 })))
    const token = await placeContract({
      url: anvil.url,
      address: address('a1'),
      functions: { 'name()': old('Maker'), 'symbol()': old('MKR'), 'decimals()': returns.words(18n) },
    })
    const found = await tokensOf().of({ chain: chainAt(anvil.url), addresses: [token], signal })
    expect(found.get(token)).toMatchObject({ name: 'Maker', symbol: 'MKR', decimals: 18 })
  })

  test('and those that lie neither break the reading of others nor get through', async () => {
    const good = { 'name()': returns.text('N'), 'symbol()': returns.text('S'), 'decimals()': returns.words(6n) }
    const place = (byte: string, functions: Parameters<typeof placeContract>[0]['functions']) =>
      placeContract({ url: anvil.url, address: address(byte), functions: { ...good, ...functions } })
    const liars = await Promise.all([
      place('b1', { 'symbol()': { does: 'revert' } }),
      place('b2', { 'symbol()': { does: 'nothing' } }),
      place('b3', { 'decimals()': { does: 'nothing' } }),
      place('b4', { 'decimals()': returns.words(37n) }),
      place('b5', { 'decimals()': returns.words(2n ** 256n - 1n) }),
      place('b6', { 'symbol()': returns.text('\u202e\u200b\0 ') }),
      place('b7', { 'symbol()': returns.words(32n, 2n ** 255n) }),
      place('b8', { 'symbol()': { does: 'text', length: 200_000 } }),
      place('b9', { 'decimals()': { does: 'loop' } }),
    ])
    const shy = await place('c1', { 'name()': { does: 'revert' } })
    const long = await place('c2', {
      'name()': returns.text('x'.repeat(3_000)),
      'symbol()': returns.text('LO\u202eNG\n'),
    })
    const longer = await place('c3', { 'name()': returns.text('x'.repeat(50_000)) })
    const nothing = devAccounts[1].address
    const addresses = [...liars, shy, nothing, long, longer, ...market.tokens.map((token) => token.address)]
    const found = await tokensOf().of({ chain: chainAt(anvil.url), addresses, signal })
    expect([...found.keys()]).toEqual([shy, long, longer, ...market.tokens.map((token) => token.address.toLowerCase())])
    expect(found.get(shy)).toMatchObject({ name: 'S', symbol: 'S', decimals: 6 })
    expect(found.get(long)).toMatchObject({ name: 'x'.repeat(100), symbol: 'LONG' })
    expect(found.get(longer)).toMatchObject({ name: 'S', symbol: 'S' }) // as if it had none
  })
})

test('what is no token is asked again after an hour, and may have become one; it takes no room in the database', async () => {
  const node = await counted(anvil.url)
  const chain = chainAt(node.url)
  const late = address('d1')
  const tokens = tokensOf()
  const read = () => tokens.of({ chain, addresses: [late], signal })
  expect((await read()).size).toBe(0)
  const asked = node.asked.length
  const functions = {
    'name()': returns.text('Late'),
    'symbol()': returns.text('LATE'),
    'decimals()': returns.words(0n),
  }
  await placeContract({ url: anvil.url, address: late, functions })
  time += 60 * 60 * 1_000 - 1
  expect((await read()).size).toBe(0)
  expect(node.asked.length).toBe(asked)
  const stored = () => database.orm.select().from(tokensTable).where(eq(tokensTable.chainId, chain.id))
  expect(await stored()).toEqual([])
  time += 2
  expect((await read()).get(late)).toMatchObject({ symbol: 'LATE', decimals: 0 })
  expect((await stored()).length).toBe(1)
})

test('configured tokens and the own coin are taken as configured, with an icon of this server where none is', async () => {
  const token = { address: address('E1'), name: 'Own', symbol: 'OW/N', decimals: 3, iconUrl: '' }
  const chain = chainAt('http://127.0.0.1:9', { tokens: [token], iconUrl: 'https://icons.example/eth.png' })
  const native = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE'
  const found = await tokensOf('https://api.example').of({ chain, addresses: [native, token.address], signal })
  expect([...found]).toEqual([
    [
      native.toLowerCase(),
      {
        address: native.toLowerCase(),
        name: 'Ether',
        symbol: 'ETH',
        decimals: 18,
        iconUrl: 'https://icons.example/eth.png',
        listed: true,
      },
    ],
    [
      token.address.toLowerCase(),
      { ...token, iconUrl: 'https://api.example/public/getTokenImage/OW%2FN', listed: true },
    ],
  ])
  expect(tokensOf().listed(chain)[1]).toMatchObject({ iconUrl: '' })
})

test('a network that is away, or limits the rate, is no reason to call something no token', async () => {
  const node = await startFakeNode(json({ body: { jsonrpc: '2.0', id: 0, error: { code: -32005, message: 'limit' } } }))
  fakeNodes.push(node)
  const chain = chainAt(node.url)
  const read = () => tokensOf().of({ chain, addresses: [market.weth], signal })
  await expect(read()).rejects.toMatchObject({ name: 'UpstreamError', code: 'limited' })
  // As a part of a large batch that found no node.
  node.answer = json({ body: { jsonrpc: '2.0', id: 0, error: { code: -32002, message: 'away' } } })
  await expect(read()).rejects.toMatchObject({ name: 'UpstreamError', code: 'unreachable' })
  await node.stop()
  await expect(read()).rejects.toMatchObject({ name: 'UpstreamError', code: 'unreachable' })
})

test('a network that is silent for too long is away', async () => {
  const node = await startFakeNode(() => {})
  fakeNodes.push(node)
  let expire = () => {}
  const setTimeout = (callback: () => void) => {
    expire = callback
    return () => {}
  }
  const tokens = createTokens({ orm: database.orm, readersOf, clock: { ...clock, setTimeout } })
  const reading = tokens.of({ chain: chainAt(node.url), addresses: [market.weth], signal })
  await vi.waitFor(() => expect(node.asked.length).toBe(1))
  expire()
  await expect(reading).rejects.toMatchObject({ name: 'UpstreamError', code: 'silent' })
})

test('of networks without contracts of this kind only the configured ones are known', async () => {
  const chain = chainAt('http://127.0.0.1:9', { id: 'solana:mainnet' })
  expect(
    (await tokensOf().of({ chain, addresses: ['So11111111111111111111111111111111111111112'], signal })).size,
  ).toBe(0)
})

describe('a text', () => {
  test('is shown without what is not seen', () => {
    const show = (text: string) => showableText({ text, longest: 12 })
    expect(show('USD\u202eC\u200b\u0000\u00ad\u2066\ufeff')).toBe('USDC')
    expect(show(' a \n\r\t b\u2028c ')).toBe('a b c')
    expect(show(`Z${'\u0301'.repeat(50)}`).length).toBeLessThan(5)
    expect(show('x'.repeat(1_000))).toBe('x'.repeat(12))
    expect(show('👛'.repeat(40))).toBe('👛'.repeat(12))
    expect(show('\u{e0041}\u{e0042}')).toBe('')
  })

  test('[F14] holds no control, direction or invisible character, whatever it was', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
        const shown = showableText({ text, longest: 20 })
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{DI}\u2028\u2029]/u)
        expect([...shown].length).toBeLessThanOrEqual(20)
        expect(showableText({ text: shown, longest: 20 })).toBe(shown)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('spam', () => {
  const token = (said: Partial<Token>): Token => {
    return { address: address('f1'), name: 'Name', symbol: 'SYM', decimals: 18, iconUrl: '', listed: false, ...said }
  }
  const listed = [token({ symbol: 'ETH', listed: true }), token({ symbol: 'USDC', listed: true })]

  test.each([
    { name: 'Visit usdc-claim.com' },
    { name: 'https://evil.example' },
    { symbol: 'evil.xyz' },
    { name: 'Free airdrop' },
    { name: 'Ｖｉｓｉｔ ｅｖｉｌ．ｃｏｍ' },
    { symbol: 'usdc' },
    { symbol: 'USDС' },
    { symbol: 'U S D C' },
    { symbol: 'EТH' },
    { symbol: 'ΕΤΗ' },
    { symbol: 'U5DC' },
  ])('is %j', (said) => {
    expect(isSpamToken({ token: token(said), listed })).toBe(true)
    expect(isSpamToken({ token: token({ ...said, listed: true }), listed })).toBe(false)
  })

  test.each([
    { symbol: 'FYR', name: 'Foyer Coin' },
    { symbol: 'USDC.e' },
    { name: 'Wrapped Bitcoin', symbol: 'WBTC' },
    { name: 'St. John' },
  ])('is not %j', (said) => expect(isSpamToken({ token: token(said), listed })).toBe(false))
})
