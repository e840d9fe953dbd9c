import { expect, test } from 'vitest'
import { createDappClient } from '../dapp/createDappClient.js'
import { metadata, requested, testStorage } from '../dapp/test/dapp.js'
import { createEngine } from '../engine/createEngine.js'
import { clientSeed, createRecords } from '../exchange/records.js'
import { bytesToHex } from '../protocol/codec.js'
import { createSignIns } from '../signin/signIns.js'
import { accounts, authPayload, createSignInWorld, sign } from '../signin/test/signIn.js'

import { createTransport } from '../transport/createTransport.js'
import { seededRandom } from '../transport/test/clock.js'
import { createSharedEngine } from './createSharedEngine.js'
import { createTestOrigin } from './test/origin.js'

/** Pages of one origin, with a wallet that says what it likes. */
async function pages() {
  const { ciphers, clock, relay, scanned, wallet } = await createSignInWorld()
  const origin = createTestOrigin({ clock })
  const random = seededRandom(7)
  const storage = testStorage()
  const faults: unknown[] = []
  const report = (error: unknown) => void faults.push(error)
  let opened = 0
  const open = () => {
    const page = origin.open()
    const shared = { ciphers, clock, random, report }
    const engine = createSharedEngine({
      ...{ clock, random, report, name: 'kit' },
      ...{ locks: page.locks, channel: page.channel, page: page.life },
      open() {
        opened += 1
        const records = createRecords({ storage, report })
        const transport = createTransport({
          ...{ ...shared, relayUrl: 'wss://relay.example', projectId: 'project', openSocket: relay.openSocket },
          seed: clientSeed({ records, ciphers }),
          subject: bytesToHex(ciphers.randomBytes(32)),
        })
        return createEngine({ ...shared, transport, records, signingIn: createSignIns })
      },
    })
    return { page, client: createDappClient({ ...shared, engine }) }
  }
  return { clock, scanned, wallet, open, faults, opened: () => opened }
}

test.each([
  ['stays', false],
  ['goes while the wallet is asked', true],
])('[S7.37] [F19] a page signs in over the engine of another, which %s', async (_name, goes) => {
  const { clock, scanned, open, faults, opened } = await pages()
  const first = open()
  await clock.until(first.client.sessions())
  const second = open()
  const uris: string[] = []
  const outcome = second.client.authenticate({
    ...{ metadata, requested, authPayload, verify: async () => true, signal: new AbortController().signal },
    offer: ({ uri }) => void uris.push(uri),
  })
  outcome.catch(() => undefined)
  await clock.untilTrue(() => uris.length > 0)
  expect(opened()).toBe(1)
  const wallet = await scanned(uris[0] ?? '')
  if (goes) {
    first.page.close()
    await clock.untilTrue(() => opened() === 2)
  }
  await wallet.signed(sign(wallet))
  const { session, cacaos } = await clock.until(outcome)
  expect(cacaos).toHaveLength(2)
  expect(session?.topic).toBe(wallet.sessionTopic)
  expect(await clock.until(second.client.sessions())).toEqual([session])
  expect(faults).toEqual([])
})

test('[S7.37] [F19] what a wallet signs with a proposal reaches the page that asked, over the engine of another', async () => {
  const { clock, wallet, open, faults, opened } = await pages()
  await clock.until(open().client.sessions())
  const page = open()
  const uris: string[] = []
  const solana = { chains: ['solana:1'], methods: ['solana_signMessage'], events: [] }
  const outcome = page.client.authenticate({
    ...{ metadata, requested: { ...requested, solana }, authPayload, verify: async () => true },
    ...{ signal: new AbortController().signal, offer: ({ uri }) => void uris.push(uri) },
  })
  await clock.untilTrue(() => uris.length > 0)
  await clock.until(wallet.pair({ uri: uris[0] ?? '' }))
  await clock.untilTrue(() => wallet.proposals().length > 0)
  const [{ id, authentication: [payload] = [] } = { id: '' }] = wallet.proposals()
  const cacaos = payload ? sign({ payload }) : []
  const namespaces = { eip155: { chains: [], methods: [], events: [], ...requested.eip155, accounts: [...accounts] } }
  await clock.until(wallet.approve({ id, namespaces, cacaos }))
  expect((await clock.until(outcome)).cacaos).toEqual(cacaos)
  expect([cacaos.length, opened(), faults]).toEqual([2, 1, []])
})
