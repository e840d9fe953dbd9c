import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NetworkId } from '../chain/ids.js'
import { fakeClock } from '../clock/test/fakeClock.js'
import { writeSiwxMessage } from '../siwx/index.js'
import type { SignedText, Siwx, SiwxMessage, SiwxSession } from '../siwx/siwx.js'
import { memoryStorage } from '../test/fakeKit.js'
import type { LocalSiwxOptions } from './builtInSiwx.js'
import { createLocalSiwx, parseSessions } from './createLocalSiwx.js'
import { alice, bob, signatureOf } from './test/signingKit.js'

const chainId = 'eip155:1'

/** Sessions in a browser's storage. */
function stored(options: LocalSiwxOptions = {}) {
  const entries = new Map<string, string>()
  const clock = fakeClock()
  const verified: SignedText[] = []
  const open = (domain = 'dapp.example'): Siwx =>
    createLocalSiwx({
      ...options,
      host: {
        clock,
        storage: memoryStorage(entries),
        page: () => ({ domain, uri: `https://${domain}/` }),
        async verify(signed) {
          verified.push(signed)
          return signed.signature === signatureOf(signed)
        },
        api: undefined,
        wallet: () => undefined,
        networkId: () => chainId,
        changed: () => undefined,
        onStop: () => undefined,
        report: () => undefined,
      },
    })
  return { entries, clock, verified, open, siwx: open() }
}

async function signed(
  siwx: Siwx,
  { accountAddress = alice, on = chainId }: { accountAddress?: string; on?: NetworkId } = {},
): Promise<SiwxSession> {
  const { toString: write, ...data } = await siwx.createMessage({ accountAddress, chainId: on })
  const message = write()
  return { data, message, signature: signatureOf({ address: accountAddress, message }) }
}
const edited = (session: SiwxSession, changes: Partial<SiwxMessage>): SiwxSession => ({
  ...session,
  data: { ...session.data, ...changes },
})

test('[S3.23] [F6] a message says all that it was asked to, with a nonce of at least 128 bits of its own', async () => {
  const { siwx, clock } = stored({
    statement: 'Hello.',
    resources: ['https://dapp.example/terms'],
    expiresInMs: 60_000,
  })
  const one = await signed(siwx)
  expect(one.data).toMatchObject({
    domain: 'dapp.example',
    uri: 'https://dapp.example/',
    version: '1',
    statement: 'Hello.',
    resources: ['https://dapp.example/terms'],
    accountAddress: alice,
    chainId,
    issuedAt: new Date(clock.now()).toISOString(),
    expirationTime: new Date(clock.now() + 60_000).toISOString(),
  })
  const other = await signed(siwx)
  expect(one.data.nonce).not.toBe(other.data.nonce)
  // Hexadecimal digits have 4 bits each, letters and digits almost 6.
  expect(one.data.nonce).toMatch(/^([0-9a-f]{32,}|[0-9a-zA-Z]{22,})$/)
})

test('a session is kept for its account on its network, in whatever case an Ethereum address is written', async () => {
  const { siwx } = stored()
  const session = await signed(siwx)
  await siwx.addSession(session)
  expect(await siwx.getSessions(chainId, alice.toLowerCase())).toEqual([session])
  expect(await siwx.getSessions('eip155:10', alice)).toEqual([])
  expect(await siwx.getSessions(chainId, bob)).toEqual([])
  await siwx.addSession(await signed(siwx, { accountAddress: bob }))
  await siwx.revokeSession(chainId, alice)
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
  expect(await siwx.getSessions(chainId, bob)).toHaveLength(1)
})

test.each([
  ['another account', (session: SiwxSession) => edited(session, { accountAddress: bob }), 'text'],
  ['another network', (session: SiwxSession) => edited(session, { chainId: 'eip155:10' }), 'text'],
  ['another page', (session: SiwxSession) => edited(session, { domain: 'other.example' }), 'domain'],
  ['a later time', (session: SiwxSession) => edited(session, { notBefore: '2100-01-01T00:00:00Z' }), 'time'],
  ['an earlier time', (session: SiwxSession) => edited(session, { expirationTime: '2001-01-01T00:00:00Z' }), 'time'],
  ['another text', (session: SiwxSession) => ({ ...session, message: `${session.message} ` }), 'text'],
  ['another signature', (session: SiwxSession) => ({ ...session, signature: 'forged' }), 'signature'],
] as const)('[X10] a session with %s isn’t kept', async (_, edit, fault) => {
  const { siwx, entries } = stored()
  const session = edit(await signed(siwx))
  await expect(siwx.addSession(session)).rejects.toMatchObject({ code: 'invalid_session', facts: { fault } })
  expect(entries.size).toBe(0)
})

test('[X10] of a list with one bad session of three none is kept, and the old ones stay', async () => {
  const { siwx, entries } = stored()
  await siwx.addSession(await signed(siwx))
  const before = entries.get('sessions')
  const [one, two, three] = await Promise.all([signed(siwx), signed(siwx, { accountAddress: bob }), signed(siwx)])
  await expect(siwx.setSessions([one, { ...two, signature: 'forged' }, three])).rejects.toMatchObject({
    code: 'invalid_session',
  })
  expect(entries.get('sessions')).toBe(before)
  await siwx.setSessions([two])
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
  expect(await siwx.getSessions(chainId, bob)).toEqual([two])
  await siwx.setSessions([])
  expect(entries.size).toBe(0)
})

test('[X10] a stored session that was edited is verified anew, and dropped', async () => {
  const { siwx, entries, open } = stored()
  const session = await signed(siwx)
  await siwx.addSession(session)
  const forged = { ...session, signature: signatureOf({ address: bob, message: session.message }) }
  entries.set('sessions', JSON.stringify([forged]))
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
  expect(entries.size).toBe(0)
  // And where an edited one stands beside a good one, that stays.
  entries.set('sessions', JSON.stringify([edited(session, { statement: 'I owe you.' }), session]))
  expect(await open().getSessions(chainId, alice)).toEqual([session])
  expect(parseSessions(entries.get('sessions') ?? null)).toEqual([session])
})

test('[X10] a session that is over, or of another page, isn’t returned', async () => {
  const { siwx, clock, open } = stored({ expiresInMs: 60_000 })
  await siwx.addSession(await signed(siwx))
  expect(await open('other.example').getSessions(chainId, alice)).toEqual([])
  await siwx.addSession(await signed(siwx))
  await clock.advance(59_999)
  expect(await siwx.getSessions(chainId, alice)).toHaveLength(1)
  await clock.advance(1)
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
})

test.each<readonly [string, number, Partial<Record<'issuedAt' | 'notBefore' | 'expirationTime', number>>]>([
  ['at the moment that it was issued', 1, { issuedAt: 0 }],
  ['not before it was issued', 0, { issuedAt: 1 }],
  ['from when it says itself', 1, { issuedAt: 1, notBefore: 0 }],
  ['not before it says itself', 0, { notBefore: 1 }],
  ['until its end', 1, { expirationTime: 1 }],
  ['not at its end', 0, { expirationTime: 0 }],
])('[X10] a session holds %s', async (_, count, times) => {
  const { siwx, clock } = stored()
  const { toString: __, ...data } = await siwx.createMessage({ accountAddress: alice, chainId })
  const said = Object.entries(times).map(([name, ms]) => [name, new Date(clock.now() + ms).toISOString()])
  const session = { data: { ...data, ...Object.fromEntries(said) }, message: '', signature: '' }
  const message = writeSiwxMessage(session.data)
  const adding = siwx.addSession({ ...session, message, signature: signatureOf({ address: alice, message }) })
  if (count === 0) await expect(adding).rejects.toMatchObject({ facts: { fault: 'time' } })
  else await adding
  expect(await siwx.getSessions(chainId, alice)).toHaveLength(count)
})

test('a newer session takes the place of the account’s own on its network, and of no other', async () => {
  const { siwx, entries } = stored()
  const [elsewhere, other, first, second] = [
    await signed(siwx, { on: 'eip155:10' }),
    await signed(siwx, { accountAddress: bob }),
    await signed(siwx),
    await signed(siwx),
  ]
  for (const session of [elsewhere, other, first, second]) await siwx.addSession(session)
  expect(parseSessions(entries.get('sessions') ?? null)).toEqual([elsewhere, other, second])
  await siwx.revokeSession('eip155:10', alice)
  expect(parseSessions(entries.get('sessions') ?? null)).toEqual([other, second])
  expect(await siwx.getSessions(chainId, alice)).toEqual([second])
})

test('a message says from when it holds, where it is asked for that, and no more than it was given', async () => {
  const notBefore = '2023-11-14T00:00:00Z'
  const { siwx } = stored({ nonce: async ({ accountAddress }) => `nonce0for${accountAddress.slice(2, 8)}` })
  const { toString: write, ...data } = await siwx.createMessage({ accountAddress: alice, chainId, notBefore })
  expect(data).toMatchObject({ notBefore, nonce: `nonce0for${alice.slice(2, 8)}` })
  expect(write()).toContain(`Not Before: ${notBefore}`)
  const bare = await signed(siwx)
  const names = ['domain', 'uri', 'accountAddress', 'chainId', 'version', 'nonce', 'issuedAt']
  expect(Object.keys(bare.data).sort()).toEqual(names.sort())
  expect(stored().siwx.getRequired?.()).toBe(true)
  expect(stored({ required: false }).siwx.getRequired?.()).toBe(false)
})

test('a session whose data make no text isn’t kept, nor read', async () => {
  const { siwx, entries } = stored()
  const session = edited(await signed(siwx), { nonce: 'short' })
  await expect(siwx.addSession(session)).rejects.toMatchObject({ facts: { fault: 'text' } })
  entries.set('sessions', JSON.stringify([session]))
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
})

test.each<readonly [string, (session: SiwxSession) => unknown]>([
  ['no object', () => 'session'],
  ['no data', ({ data: _, ...rest }) => rest],
  ['no signature', ({ signature: _, ...rest }) => rest],
  ['a text that is endless', (session) => ({ ...session, message: 'x'.repeat(20_001) })],
  ['a time that is none', (session) => edited(session, { issuedAt: 'now' })],
  ['an end that is none', (session) => edited(session, { expirationTime: 'never' })],
  ['a network that is none', (session) => ({ ...session, data: { ...session.data, chainId: 'ethereum' } })],
])('[F20] a stored session with %s is left out, the others stay', async (_, broken) => {
  const session = await signed(stored().siwx)
  expect(parseSessions(JSON.stringify([broken(session), session]))).toEqual([session])
})

test('[X10] a session that ends while it is verified isn’t returned; several that don’t hold all go', async () => {
  let pass = async () => {}
  const verify = async () => {
    await pass()
    return true
  }
  const { siwx, clock, open, entries } = stored({ expiresInMs: 60_000, verifiers: [{ family: 'eip155', verify }] })
  const session = await signed(siwx)
  await siwx.addSession(session)
  pass = () => clock.advance(60_000)
  expect(await open().getSessions(chainId, alice)).toEqual([])
  expect(entries.size).toBe(1)
  const broken = ['one', 'two'].map((statement) => edited(session, { statement }))
  entries.set('sessions', JSON.stringify(broken))
  expect(await siwx.getSessions(chainId, alice)).toEqual([])
  expect(entries.size).toBe(0)
})

test('a signature is verified once a page', async () => {
  const { siwx, verified, open } = stored()
  await siwx.addSession(await signed(siwx))
  await siwx.getSessions(chainId, alice)
  expect(verified).toHaveLength(1)
  await open().getSessions(chainId, alice)
  expect(verified).toHaveLength(2)
})

test('given verifiers count for their family, and all of those have to agree', async () => {
  const answers = { one: true, two: true }
  const verifiers = [
    { family: 'eip155', verify: async () => answers.one },
    { family: 'eip155', verify: async () => answers.two },
    { family: 'solana', verify: async () => false },
  ] as const
  const { siwx } = stored({ verifiers })
  await siwx.addSession(await signed(siwx))
  answers.two = false
  await expect(siwx.addSession(await signed(siwx))).rejects.toMatchObject({ facts: { fault: 'signature' } })
  const none = stored({ verifiers: [verifiers[2]] }).siwx
  await expect(none.addSession(await signed(none))).rejects.toMatchObject({ facts: { fault: 'signature' } })
})

test('what can’t be found out drops nothing: a chain that doesn’t answer', async () => {
  let isDown = false
  const verify = async () => {
    if (isDown) throw new Error('down')
    return true
  }
  const { siwx, entries, open } = stored({ verifiers: [{ family: 'eip155', verify }] })
  await siwx.addSession(await signed(siwx))
  isDown = true
  await expect(open().getSessions(chainId, alice)).rejects.toThrow('down')
  expect(entries.size).toBe(1)
})

test('[F20] whatever is stored, it never throws', () => {
  const session = fc.record({ data: fc.anything(), message: fc.anything(), signature: fc.anything() })
  const text = fc.oneof(
    fc.constant(null),
    fc.string(),
    fc.json(),
    fc.array(session).map((list) => JSON.stringify(list)),
  )
  fc.assert(fc.property(text, (any) => Array.isArray(parseSessions(any))))
})
