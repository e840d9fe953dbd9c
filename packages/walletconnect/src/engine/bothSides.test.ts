import { FoyerError } from '@foyer/core/errors'
import { describe, expect, test } from 'vitest'
import { createTestDapp, testStorage } from '../dapp/test/dapp.js'
import { granted, peer } from '../dapp/test/wallet.js'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { testCiphers, unsigningCiphers } from '../transport/test/ciphers.js'
import { createTestClock, seededRandom } from '../transport/test/clock.js'
import { type Chaos, createTestRelay, type TestRelay } from '../transport/test/relay.js'
import type { WalletEvent } from '../wallet/client.js'
import { createWalletClient } from '../wallet/createWalletClient.js'

// FOYER_FULL=1: besides the whole figure of the requirement, which is run against the model.
const runs = process.env.FOYER_FULL ? 1_000 : 100

const minute = 60_000

/** Our application's side and our wallet's, whose visitor agrees to everything. */
async function world({
  seed = 1,
  chaos = {},
  dialect = 'both',
  ciphers: own,
}: {
  readonly seed?: number | undefined
  readonly chaos?: Chaos | undefined
  readonly dialect?: TestRelay['dialect'] | undefined
  readonly ciphers?: Ciphers | undefined
} = {}) {
  const clock = createTestClock()
  const random = seededRandom(seed)
  const ciphers = own ?? (await testCiphers({ random }))
  const relay = createTestRelay({ clock, random, chaos })
  relay.dialect = dialect
  const common = { relay, clock, ciphers, random }
  const storage = testStorage()
  const faults: unknown[] = []
  const events: WalletEvent[] = []
  const report = (error: unknown) => void faults.push(error)
  const wallet = createWalletClient({
    ...{ clock, ciphers, random, storage, report },
    relayUrl: 'wss://relay.example',
    projectId: 'project',
    metadata: peer,
    openSocket: relay.openSocket,
  })
  wallet.listen((event) => {
    events.push(event)
    // What can't be said is known from the sessions that are left.
    if (event.type === 'proposed') wallet.approve({ id: event.proposal.id, namespaces: granted }).catch(() => undefined)
    if (event.type === 'requested')
      wallet.respond({ id: event.request.id, result: `signed ${event.request.id}` }).catch(() => undefined)
  })
  return {
    clock,
    relay,
    wallet,
    events,
    faults,
    dapp: createTestDapp(common),
    page: (of: typeof storage) => createTestDapp({ ...common, storage: of }),
  }
}
const ask = { chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] }

describe('our application and our wallet', () => {
  test.each(['both', 'classic'] as const)('speak with each other over a relay of %s dialects', async (dialect) => {
    const { clock, wallet, dapp, events, faults, page } = await world({ dialect })
    const attempt = dapp.connect({ offer: ({ uri }) => void wallet.pair({ uri }) })
    const session = await clock.until(attempt.session)
    const { topic } = session
    expect(session).toMatchObject({ namespaces: granted, peer })
    await clock.untilTrue(() => events.some(({ type }) => type === 'acknowledged'))
    const signed = await clock.until(dapp.client.request({ topic, ...ask }))
    expect(signed).toMatch(/^signed \d+$/)
    await clock.until(Promise.all([dapp.client.ping({ topic }), wallet.ping({ topic })]))
    await clock.until(wallet.emit({ topic, chainId: 'eip155:1', name: 'chainChanged', data: '0xa' }))
    const namespaces = { eip155: { ...granted.eip155, accounts: ['eip155:10:0xcd'], chains: ['eip155:10'] } }
    await clock.until(
      wallet.update({ topic, namespaces: { eip155: { methods: [], events: [], ...namespaces.eip155 } } }),
    )
    await clock.advance(minute)
    await clock.until(wallet.extend({ topic }))
    await clock.untilTrue(() => dapp.events.some(({ type }) => type === 'extended'))
    expect(dapp.events.filter(({ type }) => type !== 'status')).toMatchObject([
      { type: 'emitted', name: 'chainChanged', data: '0xa' },
      { type: 'updated', session: { namespaces } },
      { type: 'extended' },
    ])
    // After a reload.
    dapp.client.stop()
    const next = page(dapp.storage)
    const again = next.client.request({ topic, ...ask, chainId: 'eip155:10' })
    expect(await clock.until(again)).toMatch(/^signed \d+$/)
    await clock.until(wallet.disconnect({ topic }))
    await clock.untilTrue(() => next.events.some(({ type }) => type === 'ended'))
    expect([await next.client.sessions(), wallet.sessions()]).toEqual([[], []])
    expect([dapp.faults, next.faults, faults]).toEqual([[], [], []])
  })

  test('[F21] agree on what is, whatever the relay does to them', async () => {
    const ciphers = await unsigningCiphers({ random: seededRandom(0) })
    const share = 0.3
    const chaos = { drop: share, delay: share, duplicate: share, reorder: share, truncate: share }
    let done = 0
    for (let seed = 1; seed <= runs; seed += 1) {
      const { clock, relay, wallet, dapp, events, faults } = await world({ seed, chaos: { ...chaos }, ciphers })
      const attempt = dapp.connect({ offer: ({ uri }) => void wallet.pair({ uri }).catch(() => undefined) })
      const giveUp = clock.setTimeout(attempt.abort, 10 * minute)
      const codeOf = (error: unknown) => (error instanceof FoyerError ? error.code : `untyped: ${error}`)
      const session = await clock.until(attempt.session.catch(codeOf))
      giveUp()
      if (typeof session === 'string')
        // A wallet that couldn't say its settlement takes it back.
        expect(['aborted', 'relay_unreachable', 'provider_disconnected'], `seed ${seed}`).toContain(session)
      else {
        const { topic } = session
        const signed = await clock.until(dapp.client.request({ topic, ...ask }).catch(codeOf), 5 * minute)
        const requests = events.filter(({ type }) => type === 'requested')
        expect(requests.length, `seed ${seed}`).toBeLessThanOrEqual(1)
        expect(signed, `seed ${seed}`).toMatch(/^signed \d+$|request_timeout|relay_unreachable|provider_disconnected/)
        if (`${signed}`.startsWith('signed')) done += 1
        await clock.until(dapp.client.disconnect({ topic }))
      }
      relay.chaos = {}
      await clock.advance(6 * minute)
      expect(await dapp.client.sessions(), `seed ${seed}`).toEqual([])
      const untold = [...dapp.faults, ...faults].map(codeOf)
      expect(
        untold.every((code) => code === 'relay_unreachable'),
        `seed ${seed}: ${untold}`,
      ).toBe(true)
      // A session that was never confirmed is known as such.
      const believed = wallet.sessions().filter(({ acknowledged }) => acknowledged)
      if (untold.length === 0) expect(believed, `seed ${seed}`).toEqual([])
      dapp.client.stop()
      wallet.stop()
      await clock.advance(10_000)
      expect(clock.pending, `seed ${seed}`).toBe(0)
    }
    expect(done).toBeGreaterThan(runs / 4)
  })
})
