import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { nonceOf } from '@foyer/custody/social'
import { serve as listen } from '@hono/node-server'
import { encodeAbiParameters, type Hex } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage } from 'viem/siwe'
import { afterEach, describe, expect, test } from 'vitest'
import { createFarcaster } from './farcaster.js'
import { createProviderRest } from './providerRest.js'

const now = Date.parse('2026-01-02T03:04:05Z')
const origin = 'https://wallet.example'
const [own, other] = [generatePrivateKey(), generatePrivateKey()].map((key) => privateKeyToAccount(key))
if (!own || !other) throw new Error('There are two keys.')
const contract: Hex = '0x00000000000000000000000000000000000c0de1'
const hash = encodeBytes(randomBytes(32))

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})
const serve = async (answer: (request: Request) => Response | Promise<Response>) => {
  const port = await new Promise<number>((resolve) => {
    const server = listen({ port: 0, hostname: '127.0.0.1', fetch: answer }, (at) => resolve(at.port))
    stops.push(() => new Promise((ended) => server.close(() => ended())))
  })
  return `http://127.0.0.1:${port}`
}

interface Chain {
  readonly ids?: Readonly<Record<string, bigint>>
  /** Whether the contract says that a signature is its own, and the chain that it is on. */
  readonly contract?: readonly [chainId: bigint, isIts: boolean]
}

/** A node that answers `idOf`, and what contracts say of signatures. */
const node = ({ ids = { [own.address]: 7n }, contract: [chainId, isIts] = [10n, false] }: Chain = {}) =>
  serve(async (request) => {
    const { id, params } = await request.json()
    const [{ to, data }] = params
    const owner = Object.keys(ids).find((each) => data.includes(each.slice(2).toLowerCase()))
    const result =
      to === undefined
        ? encodeAbiParameters([{ type: 'uint256' }, { type: 'bool' }], [chainId, isIts])
        : encodeAbiParameters([{ type: 'uint256' }], [owner === undefined ? 0n : (ids[owner] ?? 0n)])
    return Response.json({ jsonrpc: '2.0', id, result })
  })

const fields = {
  ...{ address: own.address, chainId: 10, version: '1', statement: 'Farcaster Auth', domain: 'wallet.example' },
  ...{ uri: `${origin}/social`, nonce: nonceOf(hash), issuedAt: new Date(now) },
  ...{ notBefore: new Date(now), expirationTime: new Date(now + 1_000) },
  resources: ['farcaster://fid/7', 'farcaster://signer/type/custody'],
} as const
type Fields = Parameters<typeof createSiweMessage>[0]

const signed = async (changed: Partial<Fields> = {}, by = own) => {
  const message = createSiweMessage({ ...fields, resources: [...fields.resources], ...changed, version: '1' })
  return { message, signature: await by.signMessage({ message }) }
}
const reader = async (chain?: Chain, at = now) =>
  createFarcaster({
    origin,
    rest: createProviderRest({ now: () => 0 }),
    now: () => at,
    rpcUrl: await node(chain),
  })
/** A letter of an address in the other case. */
const mistyped = (address: string) => address.replace(/[a-f]/, (letter) => letter.toUpperCase())
const refused = { code: 'social_refused' }
const away = { code: 'provider_away' }

describe('[F6] [F7] a message', () => {
  test('of this wallet, login and device, that the owner of the fid signed, is that fid’s and nobody’s mailbox', async () => {
    const farcaster = await reader()
    const account = { subject: '7', email: null, userName: null }
    expect(await farcaster.read({ ...(await signed()), hash })).toEqual(account)
  })

  const wrong: readonly (readonly [string, Partial<Fields>])[] = [
    ['another domain', { domain: 'evil.example', uri: 'https://evil.example/social' }],
    ['another page', { uri: `${origin}/other` }],
    ['another login or device', { nonce: nonceOf(encodeBytes(randomBytes(32))) }],
    ['another chain', { chainId: 1 }],
    ['another statement', { statement: 'Farcaster Pay' }],
    ['no statement', { statement: undefined }],
    ['a time to come', { notBefore: new Date(now + 1) }],
    ['an issue to come', { issuedAt: new Date(now + 60_001) }],
    ['an end that is past', { expirationTime: new Date(now) }],
    ['an issue before the login', { issuedAt: new Date(now - 1_860_001) }],
    ['another’s fid', { resources: ['farcaster://fid/8'] }],
    ['two fids', { resources: ['farcaster://fid/7', 'farcaster://fid/8'] }],
    ['no fid', { resources: ['farcaster://signer/type/custody'] }],
    ['fid 0', { resources: ['farcaster://fid/0'] }],
  ]
  test.each(wrong)('of %s is refused, though it is signed', async (_, changed) => {
    const farcaster = await reader()
    await expect(farcaster.read({ ...(await signed(changed)), hash })).rejects.toMatchObject(refused)
  })

  const written = async (change: (message: string) => string) => {
    const message = change((await signed()).message)
    return { message, signature: await own.signMessage({ message }), hash }
  }
  const at = 'Issued At: 2026-01-02T03:04:05.000Z'
  const odd: readonly (readonly [string, (message: string) => string])[] = [
    ['lines that end as on Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['something behind its last line', (text) => `${text}\n`],
    ['another page behind its own', (text) => text.replace('URI: ', 'URI: https://evil.example/\nURI: ')],
    ['a line between its own', (text) => text.replace('\nIssued At', '\nURI: https://evil.example/\nIssued At')],
    ['a line in its list', (text) => text.replace('\n- farcaster', '\nhttps://evil.example/\n- farcaster')],
    ['a statement that goes on', (text) => text.replace('Farcaster Auth', 'Farcaster Auth\nNonce: x')],
    ['a user at its domain', (text) => `ada@${text}`],
    ['another’s scheme at its domain', (text) => `http://${text}`],
    ['another wallet’s word', (text) => text.replace('Ethereum', 'Solana')],
    ['another version', (text) => text.replace('Version: 1', 'Version: 2')],
    ['a wrong checksum', (text) => text.replace(own.address, mistyped(own.address))],
    ['no time', (text) => text.replace(at, 'Issued At: today')],
    ['a day that no month has', (text) => text.replace(at, 'Issued At: 2026-02-30T03:04:05.000Z')],
    ['an end that is no time', (text) => text.replace(/Expiration Time: \S+/, 'Expiration Time: never')],
    ['a beginning that is no time', (text) => text.replace(/Not Before: \S+/, 'Not Before: once')],
    ['no list', (text) => text.replace(/\nResources:.*/s, '')],
  ]
  test.each(odd)('[X4] with %s is refused, though it is signed', async (_, change) => {
    const farcaster = await reader()
    await expect(farcaster.read(await written(change))).rejects.toMatchObject(refused)
  })

  const taken: readonly (readonly [string, (message: string) => string])[] = [
    ['its page’s scheme', (text) => `https://${text}`],
    ['an id of who asked', (text) => text.replace('\nResources', '\nRequest ID: 7\nResources')],
    ['times of another zone, to the second', (text) => text.replace(at, 'Issued At: 2026-01-02T04:04:05+01:00')],
    ['no end and no beginning', (text) => text.replace(/\n(Expiration Time|Not Before): \S+/g, '')],
  ]
  test.each(taken)('with %s is taken', async (_, change) => {
    const farcaster = await reader()
    expect(await farcaster.read(await written(change))).toMatchObject({ subject: '7' })
  })

  test('that another key signed, or that was changed afterwards, is refused', async () => {
    const farcaster = await reader()
    await expect(farcaster.read({ ...(await signed({}, other)), hash })).rejects.toMatchObject(refused)
    const { message, signature } = await signed()
    const changed = message.replace('fid/7', 'fid/8')
    await expect(farcaster.read({ message: changed, signature, hash })).rejects.toMatchObject(refused)
    await expect(farcaster.read({ message, signature: '0x00', hash })).rejects.toMatchObject(refused)
    await expect(farcaster.read({ message: 'hello', signature, hash })).rejects.toMatchObject(refused)
  })

  test('of an address that the registry knows no account of is refused, whatever the message says', async () => {
    const farcaster = await reader({ ids: {} })
    await expect(farcaster.read({ ...(await signed()), hash })).rejects.toMatchObject(refused)
    const moved = await reader({ ids: { [other.address]: 7n } })
    await expect(moved.read({ ...(await signed()), hash })).rejects.toMatchObject(refused)
  })

  test('of a contract is asked of the contract, on OP Mainnet alone', async () => {
    const ids = { [contract]: 7n }
    const said = { ...(await signed({ address: contract })), hash }
    const on = async (asked: Chain['contract']) => (await reader({ ids, ...(asked && { contract: asked }) })).read(said)
    expect(await on([10n, true])).toMatchObject({ subject: '7' })
    await expect(on([10n, false])).rejects.toMatchObject(refused)
    await expect(on([1n, true])).rejects.toMatchObject(away)
  })

  test('isn’t judged where the chain can’t be asked, or has no registry', async () => {
    for (const answer of [
      () => Response.json({ jsonrpc: '2.0', id: 1, result: '0x' }),
      () => Response.json({ jsonrpc: '2.0', id: 1, error: { code: -32_000, message: 'no' } }),
      () => new Response('x'.repeat(70_000)),
      () => new Response(null, { status: 500 }),
    ]) {
      const farcaster = createFarcaster({
        origin,
        rest: createProviderRest({ now: () => 0 }),
        now: () => now,
        rpcUrl: await serve(answer),
      })
      await expect(farcaster.read({ ...(await signed()), hash })).rejects.toMatchObject(away)
    }
  })
})
