import { beforeAll, describe, expect, test } from 'vitest'
import type { Ciphers } from '../protocol/index.js'
import { testCiphers } from '../transport/testCiphers.js'
import { createTestClock, seededRandom } from '../transport/testClock.js'
import { createTestRelay } from '../transport/testRelay.js'
import { createTestDapp } from './testDapp.js'
import { createTestWallet, granted, peer } from './testWallet.js'

let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers({ random: seededRandom(7) })
})

function world({ dialect = 'both' as 'both' | 'classic', reuse = false } = {}) {
  const clock = createTestClock()
  const random = seededRandom(3)
  const relay = createTestRelay({ clock, random })
  relay.dialect = dialect
  const common = { relay, clock, ciphers, random }
  const dapp = createTestDapp({ ...common, reuse })
  const wallet = createTestWallet(common)
  return { clock, relay, dapp, wallet }
}

async function connected(options?: Parameters<typeof world>[0]) {
  const all = world(options)
  const { clock, dapp, wallet } = all
  const attempt = dapp.connect()
  await clock.untilTrue(() => attempt.offers.length > 0)
  await clock.until(wallet.pair(attempt.offers[0]?.uri ?? ''))
  await clock.untilTrue(() => wallet.proposals.length > 0)
  const [proposal] = wallet.proposals
  if (!proposal) throw new Error('No proposal.')
  const channel = await clock.until(wallet.approve(proposal))
  const session = await clock.until(attempt.session)
  return { ...all, channel, session }
}

describe('connecting', () => {
  test('[S7.37] a session carries connecting, requests and disconnecting', async () => {
    const { clock, dapp, wallet, session, channel } = await connected()
    expect(session).toMatchObject({ topic: channel.topic, namespaces: granted, peer })
    wallet.visitor.onRequest = (request) =>
      wallet.answer(request, 'wc_sessionRequest', { type: 'result', id: request.id, result: '0xsigned' })
    const signed = dapp.client.request({
      topic: session.topic,
      chainId: 'eip155:1',
      method: 'personal_sign',
      params: ['0x00'],
    })
    expect(await clock.until(signed)).toBe('0xsigned')
    await dapp.client.disconnect({ topic: session.topic })
    await clock.untilTrue(() => wallet.sessions.size === 0)
    expect(dapp.faults).toEqual([])
    expect(wallet.faults).toEqual([])
  })
})
