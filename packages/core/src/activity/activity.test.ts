import { afterEach, expect, test, vi } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { contextOf } from '../context.js'
import type { KitEvent } from '../events/event.js'
import type { Fetched } from '../query/definition.js'
import { watch } from '../query/watch.js'
import { fakeKit } from '../test/fakeKit.js'
import { trayOf } from '../transactions/tray.js'
import type { HistoryReply, Transaction } from '../wire/transaction.js'
import type { AccountHistory } from './feature.js'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
  vi.unstubAllGlobals()
})

const transaction = (hash: string, { isSpam = false, chain = 'eip155:1' } = {}): Transaction => ({
  id: hash,
  metadata: {
    operationType: 'receive',
    hash,
    chain,
    minedAt: '2026-03-04T05:06:07.000Z',
    sentFrom: '0xB',
    sentTo: '0xA1',
    status: 'confirmed',
    nonce: 1,
  },
  transfers: [{ nft_info: { flags: { is_spam: isSpam } }, direction: 'in', quantity: { numeric: '1' } }],
})

/** A kit whose server answers as the test says: by the account and the cursor. */
async function activityKit(answer: (asked: { address: string; cursor: string | null }) => HistoryReply | undefined) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (input: string | URL | Request) => {
    const url = new URL(input instanceof Request ? input.url : input)
    if (url.pathname.endsWith('supported-chains')) return Response.json({ http: ['eip155:1'], ws: [] })
    const [, address = ''] = /account\/([^/]+)\/history/.exec(url.pathname) ?? []
    if (!address) return Response.json({}, { status: 404 })
    const cursor = url.searchParams.get('cursor')
    asked.push(`${address} ${cursor ?? 'first'} ${url.searchParams.get('chainId')}`)
    const reply = answer({ address, cursor })
    return reply ? Response.json(reply) : Response.json({}, { status: 400 })
  })
  const kit = fakeKit({ api: 'https://server.test', connectors: [fakeConnector()] })
  const events: KitEvent[] = []
  kit.foyer.onEvent(({ data }) => events.push(data))
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  await kit.foyer.connect({ connectorId: 'fake' })
  const received: Fetched<AccountHistory>[] = []
  stops.push(watch(kit.foyer, 'activity', {}, (activity) => received.push(activity)))
  const last = () => received.at(-1)
  const status = (wanted: Fetched<never>['status']) => vi.waitUntil(() => last()?.status === wanted, { interval: 1 })
  const hashes = () => last()?.data?.items.map(({ hash }) => hash) ?? []
  return { ...kit, asked, events, received, last, status, hashes }
}

test('[S5.16 S5.17 S7.5] pages follow each other; one of nothing but spam, or of another chain, is passed over', async () => {
  const { asked, events, last, status, hashes } = await activityKit(({ cursor }) => {
    if (cursor === null) return { data: [transaction('0x1')], next: 'second' }
    if (cursor === 'third') return { data: [transaction('0x4')], next: null }
    return { data: [transaction('0x2', { isSpam: true }), transaction('0x3', { chain: 'eip155:10' })], next: 'third' }
  })
  await status('ready')
  expect([hashes(), last()?.more]).toEqual([['0x1'], 'there'])
  last()?.loadMore()
  last()?.loadMore()
  await vi.waitUntil(() => last()?.more === 'none', { interval: 1 })
  expect(hashes()).toEqual(['0x1', '0x4'])
  expect(asked).toEqual(['0xA1 first eip155:1', '0xA1 second eip155:1', '0xA1 third eip155:1'])
  expect(events.filter(({ event }) => event === 'LOAD_MORE_TRANSACTIONS')).toEqual([
    {
      event: 'LOAD_MORE_TRANSACTIONS',
      properties: { address: '0xA1', projectId: 'project', cursor: 'second', isSmartAccount: false },
    },
  ])
})

test('[F18] a failure is one, and what was known stays; older ones that fail are asked for again', async () => {
  let fails = true
  const { events, last, status, hashes } = await activityKit(({ cursor }) => {
    if (fails) return undefined
    return cursor === null ? { data: [transaction('0x1')], next: 'second' } : { data: [transaction('0x2')], next: null }
  })
  await status('failed')
  expect(events.map(({ event }) => event)).toContain('ERROR_FETCH_TRANSACTIONS')
  fails = false
  last()?.refetch()
  await status('ready')
  fails = true
  last()?.loadMore()
  await vi.waitUntil(() => last()?.more === 'failed', { interval: 1 })
  expect([last()?.status, hashes()]).toEqual(['ready', ['0x1']])
  fails = false
  last()?.loadMore()
  await vi.waitUntil(() => hashes().length === 2, { interval: 1 })
})

test('[S4.3] another account begins anew, a mined transaction asks again, and none is left after disconnecting', async () => {
  const { foyer, asked, last, status, hashes } = await activityKit(({ address }) => ({
    data: [transaction(`0x${address}`)],
    next: null,
  }))
  await status('ready')
  expect(hashes()).toEqual(['0x0xA1'])
  trayOf(contextOf(foyer)).changed('eip155:1')
  await vi.waitUntil(() => asked.length === 2, { interval: 1 })
  chooseAccount(foyer, { family: 'eip155', address: '0xA2' })
  expect([last()?.status, hashes()]).toEqual(['loading', []])
  await status('ready')
  expect(hashes()).toEqual(['0x0xA2'])
  await foyer.disconnect()
  expect([last()?.status, hashes()]).toEqual(['idle', []])
})
