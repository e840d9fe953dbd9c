import { afterEach, expect, test, vi } from 'vitest'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { FoyerError } from '../errors/FoyerError.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { sendOf, typeRecipient } from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const [bob, carol] = [`0x${'b0'.repeat(20)}`, `0x${'ca'.repeat(20)}`]
const record = (name: string, addresses: Readonly<Record<number, string>>) => ({
  name,
  registered: 0,
  updated: 0,
  addresses: Object.fromEntries(
    Object.entries(addresses).map(([coin, address]) => [coin, { address, created: '2026-01-01T00:00:00Z' }]),
  ),
  attributes: [{ avatar: 'https://pictures.example/alice' }],
})

const own = `0x${'a'.repeat(40)}`
const [paidOnce, metOnce] = [`0xpa1d${'1'.repeat(32)}eeee`, `0xme75${'1'.repeat(32)}ffff`]
const between = (sentFrom: string, sentTo: string, at: number) => ({
  id: `${at}`,
  metadata: {
    ...{ operationType: 'send', hash: `0x${at}`, minedAt: '2026-01-01T00:00:00Z', chain: 'eip155:1' },
    ...{ status: 'confirmed', nonce: at, sentFrom, sentTo },
  },
  transfers: [],
})

/** The server's answers by path; names that aren't there are unknown to it. */
const answers: Readonly<Record<string, unknown>> = {
  [`/v1/account/${own}/history`]: { data: [between(own, paidOnce, 1), between(metOnce, own, 2)], next: null },
  '/v1/supported-chains': { http: ['eip155:1', 'eip155:11155111'], ws: [] },
  '/v1/profile/account/alice.foyer.id': record('alice.foyer.id', { 60: alice }),
  [`/v1/profile/reverse/${alice}`]: [record('alice.foyer.id', { 60: alice })],
  // ENSIP-11: Ethereum, Bitcoin, and the chains 1 and 11155111 by their own numbers.
  '/v1/profile/account/many.foyer.id': record('many.foyer.id', {
    0: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
    60: bob,
    2147483649: alice,
    2158638759: carol,
  }),
  '/v1/profile/account/plain.foyer.id': { ...record('plain.foyer.id', { 60: bob }), attributes: [] },
  '/v1/profile/account/miner.foyer.id': record('miner.foyer.id', { 0: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq' }),
  // The first of them stands for another, the second for this one too.
  [`/v1/profile/reverse/${carol}`]: [
    record('alice.foyer.id', { 60: alice }),
    { ...record('carol.foyer.id', { 0: bob, 60: carol }), attributes: [] },
  ],
  // Another's record that the server gives for an address stands for nothing.
  [`/v1/profile/reverse/${bob}`]: [record('alice.foyer.id', { 60: alice })],
}

async function nameKit({
  failing,
  api = 'https://server.test',
}: {
  failing?: () => Response
  api?: string | null
} = {}) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: URL | string) => {
    const { pathname } = new URL(request)
    asked.push(pathname)
    if (failing && pathname.startsWith('/v1/profile/')) return failing()
    const answer = answers[pathname]
    if (answer) return Response.json(answer)
    return Response.json({ reasons: [{ name: 'name', description: 'Unknown' }] }, { status: 404 })
  })
  const evm = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 1n,
      parseAddress: (text) => (/^0x\w{40}$/.test(text) ? text : undefined),
    }),
  })
  const wallet = fakeConnector({ accounts: [account(own)] })
  const adapters = [evm, fakeAdapter('solana'), fakeAdapter('bip122')]
  const kit = fakeKit({ connectors: [wallet], adapters, ...(api === null ? {} : { api }) })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  stops.push(
    sendOf(kit.foyer).subscribe(() => {}),
    () => kit.foyer.stop(),
  )
  const recipient = () => sendOf(kit.foyer).get().form.recipient
  const settled = (status: string) =>
    vi.waitUntil(
      () => {
        void kit.clock.advance(100)
        return recipient().status === status
      },
      { interval: 1 },
    )
  const unnamed = () => kit.errors.filter((error) => error instanceof FoyerError && error.code === 'name_service')
  return { ...kit, wallet, asked, recipient, settled, unnamed }
}

const lookups = (asked: readonly string[]) => asked.filter((path) => path.startsWith('/v1/profile/account/'))

test('[S7.14 S3.17] a name is looked up once typing has rested, and the last one counts', async () => {
  const { foyer, asked, recipient, settled } = await nameKit()
  typeRecipient(foyer, 'alic.e')
  typeRecipient(foyer, 'alice.foyer.id')
  await settled('found')
  expect(recipient()).toMatchObject({
    address: alice,
    name: 'alice.foyer.id',
    avatar: 'https://pictures.example/alice',
  })
  expect(lookups(asked)).toEqual(['/v1/profile/account/alice.foyer.id'])
})

test('[S9.9] a name’s answer counts for five minutes, an address’s too; that nobody has a name doesn’t', async () => {
  const { foyer, asked, clock, recipient, settled } = await nameKit()
  const again = async (text: string, status: string) => {
    typeRecipient(foyer, '')
    typeRecipient(foyer, text)
    await settled(status)
  }
  const of = (kind: string) => asked.filter((path) => path.startsWith(`/v1/profile/${kind}/`)).length
  await again('alice.foyer.id', 'found')
  await clock.advance(4 * 60_000)
  await again('Alice.foyer.id', 'found')
  expect(recipient()).toMatchObject({ address: alice, name: 'alice.foyer.id' })
  expect(of('account')).toBe(1)
  await clock.advance(60_000)
  await again('alice.foyer.id', 'found')
  expect(of('account')).toBe(2)
  await again('nobody.foyer.id', 'unknown')
  await again('nobody.foyer.id', 'unknown')
  expect(of('account')).toBe(4)

  const isNamed = () => JSON.stringify(recipient()).includes('alice.foyer.id')
  await again(alice, 'found')
  await vi.waitUntil(isNamed, { interval: 1 })
  await again(alice, 'found')
  await vi.waitUntil(isNamed, { interval: 1 })
  expect(of('reverse')).toBe(1)
})

test('[S7.14 S8.19] a name that nobody has keeps what was typed', async () => {
  const { foyer, recipient, settled } = await nameKit()
  typeRecipient(foyer, 'Nobody.foyer.id')
  await settled('unknown')
  expect(recipient()).toEqual({ status: 'unknown', text: 'Nobody.foyer.id', fault: 'name' })
})

test('[S7.14 S9.21] of a name’s addresses the one of the network is paid, and none of another family', async () => {
  const { foyer, wallet, recipient, settled } = await nameKit()
  for (const [networkId, address] of [
    ['eip155:1', alice],
    ['eip155:11155111', carol],
  ] as const) {
    wallet.emit({ type: 'networkChanged', family: 'eip155', networkId })
    typeRecipient(foyer, '')
    typeRecipient(foyer, 'many.foyer.id')
    await settled('found')
    expect(recipient()).toMatchObject({ address, name: 'many.foyer.id' })
  }
  typeRecipient(foyer, 'miner.foyer.id')
  await settled('unknown')
  expect(recipient()).toMatchObject({ fault: 'name' })
})

test('[S7.15] a name that stands for another address isn’t shown beside the one that was typed', async () => {
  const { foyer, asked, recipient, settled } = await nameKit()
  typeRecipient(foyer, bob)
  await settled('found')
  await vi.waitUntil(() => asked.includes(`/v1/profile/reverse/${bob}`), { interval: 1 })
  // The one after it is answered later: by then the first would be shown.
  typeRecipient(foyer, alice)
  await vi.waitUntil(() => JSON.stringify(recipient()).includes('alice.foyer.id'), { interval: 1 })
  typeRecipient(foyer, bob)
  await settled('found')
  await new Promise((resolve) => setImmediate(resolve))
  expect(recipient()).toEqual({ status: 'found', text: bob, address: bob })
})

test('[S7.15] an address is taken at once, and its name shown when it is known', async () => {
  const { foyer, recipient, settled } = await nameKit()
  typeRecipient(foyer, alice)
  await settled('found')
  await vi.waitUntil(
    () => {
      const now = recipient()
      return now.status === 'found' && now.name === 'alice.foyer.id'
    },
    { interval: 1 },
  )
})

test('[S7.15] of a stranger’s names the one that stands for the address is shown, with or without a picture', async () => {
  const { foyer, recipient, settled } = await nameKit()
  typeRecipient(foyer, 'plain.foyer.id')
  await settled('found')
  expect(recipient()).toEqual({ status: 'found', text: 'plain.foyer.id', address: bob, name: 'plain.foyer.id' })
  typeRecipient(foyer, carol)
  const named = () => recipient().status === 'found' && 'name' in recipient()
  await vi.waitUntil(named, { interval: 1 })
  expect(recipient()).toEqual({
    status: 'found',
    text: carol,
    address: carol,
    name: 'carol.foyer.id',
    avatar: undefined,
  })
})

test('[F14] whom the account has paid, and who has paid it, is known by its history', async () => {
  const { foyer } = await nameKit()
  const warnings = () => sendOf(foyer).get().warnings
  typeRecipient(foyer, `0xpa1d${'0'.repeat(32)}eeee`)
  await vi.waitUntil(() => warnings().length > 0, { interval: 1 })
  expect(warnings()).toEqual([{ type: 'lookalike', known: paidOnce }])
  typeRecipient(foyer, `0xme75${'0'.repeat(32)}ffff`)
  await vi.waitUntil(() => JSON.stringify(warnings()).includes(metOnce), { interval: 1 })
})

test.each([
  [400, 'name', 0],
  [404, 'name', 0],
  [429, 'unreached', 1],
  [499, 'name', 0],
  [500, 'unreached', 1],
  [503, 'unreached', 1],
])('[S7.14] the server answers %i to a name: the fault is %s', async (status, fault, reported) => {
  const { foyer, recipient, settled, unnamed } = await nameKit({ failing: () => Response.json({}, { status }) })
  typeRecipient(foyer, 'alice.foyer.id')
  await settled('unknown')
  expect(recipient()).toEqual({ status: 'unknown', text: 'alice.foyer.id', fault })
  expect(unnamed()).toHaveLength(reported)
})

test('a name that can’t be had leaves an address as it is, and is reported', async () => {
  const { foyer, recipient, settled, unnamed, clock } = await nameKit({
    failing: () => Response.json({}, { status: 500 }),
  })
  typeRecipient(foyer, alice)
  await settled('found')
  await vi.waitUntil(
    () => {
      void clock.advance(1000)
      return unnamed().length > 0
    },
    { interval: 1 },
  )
  expect(recipient()).toEqual({ status: 'found', text: alice, address: alice })
})

test('without a server a name is no address, and an address has no name', async () => {
  const { foyer, recipient, settled, errors } = await nameKit({ api: null })
  typeRecipient(foyer, 'alice.foyer.id')
  await settled('unknown')
  expect(recipient()).toMatchObject({ fault: 'address' })
  typeRecipient(foyer, alice)
  await settled('found')
  expect(errors).toEqual([])
})

test('[S3.17] what is no address yet isn’t called faulty before typing has rested; nothing is asked about nothing', async () => {
  const { foyer, recipient, clock, settled, asked } = await nameKit()
  typeRecipient(foyer, '0x12')
  await new Promise((resolve) => setImmediate(resolve))
  expect(recipient()).toMatchObject({ status: 'reading', text: '0x12' })
  await clock.advance(499)
  expect(recipient()).toMatchObject({ status: 'reading' })
  await settled('unknown')
  typeRecipient(foyer, '  ')
  await clock.advance(500)
  expect(recipient()).toEqual({ status: 'empty', text: '' })
  expect(lookups(asked)).toEqual([])
})
