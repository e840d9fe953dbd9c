import { afterEach, expect, test, vi } from 'vitest'
import { account, fakeConnector } from '../connector/test/fakeConnector.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { sendOf, typeRecipient, watchSend } from './index.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const alice = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const record = (name: string, address: string) => ({
  name,
  registered: 0,
  updated: 0,
  addresses: { 60: { address, created: '2026-01-01T00:00:00Z' } },
  attributes: [{ avatar: 'https://pictures.example/alice' }],
})

/** What the server answers by path; names that aren't there are unknown to it. */
const answers: Readonly<Record<string, unknown>> = {
  '/v1/supported-chains': { http: ['eip155:1'], ws: [] },
  '/v1/profile/account/alice.foyer.id': record('alice.foyer.id', alice),
  [`/v1/profile/reverse/${alice}`]: [record('alice.foyer.id', alice)],
}

async function nameKit() {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (request: URL | string) => {
    const { pathname } = new URL(request)
    asked.push(pathname)
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
  const wallet = fakeConnector({ accounts: [account(`0x${'a'.repeat(40)}`)] })
  const adapters = [evm, fakeAdapter('solana'), fakeAdapter('bip122')]
  const kit = fakeKit({ connectors: [wallet], adapters, api: 'https://server.test' })
  kit.foyer.start()
  await kit.foyer.connect({ connectorId: 'fake' })
  stops.push(
    watchSend(kit.foyer, () => {}),
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
  return { ...kit, asked, recipient, settled }
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

test('[S7.14 S8.19] a name that nobody has keeps what was typed', async () => {
  const { foyer, recipient, settled } = await nameKit()
  typeRecipient(foyer, 'Nobody.foyer.id')
  await settled('unknown')
  expect(recipient()).toEqual({ status: 'unknown', text: 'Nobody.foyer.id', fault: 'name' })
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
