import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTestDapp, metadata, testStorage } from '../dapp/test/dapp.js'
import { createTestWallet } from '../dapp/test/wallet.js'
import { testCiphers } from '../transport/test/ciphers.js'
import { createTestClock, seededRandom } from '../transport/test/clock.js'
import { createTestRelay } from '../transport/test/relay.js'
import { createWalletClient } from '../wallet/createWalletClient.js'

type Entries = readonly (readonly [key: string, value: string])[]
interface Records {
  readonly dapp: Entries
  readonly pendingUri: string
  readonly walletSession: { readonly topic: string; readonly symKey: string }
  readonly wallet: Entries
  readonly signIn: { readonly uri: string; readonly dapp: Entries }
}

/**
 * The records that the release before the three layers has written: a session, a proposal and a sign-in that are
 * unanswered, and a wallet's side.
 */
const records: Records = JSON.parse(readFileSync(new URL('../../fixtures/records-0.0.0.json', import.meta.url), 'utf8'))

async function world(entries: Entries) {
  const clock = createTestClock()
  const random = seededRandom(5)
  const relay = createTestRelay({ clock, random })
  const common = { relay, clock, random, ciphers: await testCiphers({ random }) }
  const storage = testStorage()
  for (const [key, value] of entries) storage.setItem(key, value)
  return { ...common, storage, wallet: createTestWallet(common), dapp: () => createTestDapp({ ...common, storage }) }
}

test('[F20] a page updated from the former release keeps its session, and the proposal that a wallet may still answer', async () => {
  const { clock, wallet, dapp } = await world(records.dapp)
  const page = dapp()
  expect(await page.client.sessions()).toMatchObject([{ topic: records.walletSession.topic }])
  await clock.until(wallet.call(records.walletSession, { method: 'wc_sessionPing', params: {} }))
  await clock.untilTrue(() => page.transport.status === 'open')
  await clock.until(wallet.pair(records.pendingUri))
  // The relay that carried the proposal is gone with its release: the wallet answers it by what the record says.
  const [, proposals = '[]'] = records.dapp.find(([key]) => key.includes('proposals')) ?? []
  expect(JSON.parse(proposals)).toHaveLength(1)
  expect(page.storage.text).toContain('"status\\":\\"proposed')
  await clock.advance(10 * 60_000)
  expect(page.storage.text).not.toContain('proposed')
  expect(page.news).toContainEqual(expect.objectContaining({ type: 'notSettled', end: { type: 'expired' } }))
  expect(page.faults).toEqual([])
})

test('[F20] what came before the update isn’t taken again', async () => {
  const seen = records.dapp.find(([key]) => key === 'walletconnect/heard/1')
  const { dapp } = await world(records.dapp)
  const page = dapp()
  await page.client.sessions()
  expect(page.storage.getItem('walletconnect/heard/1')).toBe(seen?.[1])
})

test('[F20] a sign-in that is unanswered is kept with its proposal', async () => {
  const { clock, relay, dapp } = await world(records.signIn.dapp)
  const page = dapp()
  const [, kept = '[]'] = records.signIn.dapp.find(([key]) => key === 'walletconnect/authentications/1') ?? []
  const [[pairingTopic, { topic }]]: [[string, { topic: string }]] = JSON.parse(kept)
  await clock.untilTrue(() => relay.listeners(topic).length > 0)
  expect(relay.listeners(pairingTopic)).toHaveLength(1)
  expect(page.faults).toEqual([])
})

test('[F20] a wallet updated from it keeps its session, its request and its proposal', async () => {
  const { clock, ciphers, relay, storage } = await world(records.wallet)
  const faults: unknown[] = []
  const client = createWalletClient({
    ...{ clock, ciphers, random: seededRandom(6), metadata, storage, openSocket: relay.openSocket },
    ...{ relayUrl: 'wss://relay.example', projectId: 'project', report: (error) => void faults.push(error) },
  })
  const [session] = client.sessions()
  expect(client.requests()).toMatchObject([{ topic: session?.topic, method: 'personal_sign' }])
  expect(client.proposals()).toHaveLength(1)
  const [request] = client.requests()
  await clock.until(client.respond({ id: request?.id ?? '', result: '0x' }))
  expect([client.requests(), faults]).toEqual([[], []])
  client.stop()
})
