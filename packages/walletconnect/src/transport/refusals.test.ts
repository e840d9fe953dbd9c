import { alertFor } from '@foyer/core/api'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Ciphers } from '../protocol/cipher/ciphers.js'
import { bytesToHex } from '../protocol/codec.js'
import { sealEnvelope } from '../protocol/envelope.js'
import { formatPairingUri, newPairing } from '../protocol/pairing.js'
import { testCiphers } from './test/ciphers.js'
import { createTestClock, seededRandom } from './test/clock.js'
import { createTestRelay } from './test/relay.js'
import { createTestTransport } from './test/world.js'

const topic = '01'.repeat(32)
let ciphers: Ciphers
beforeAll(async () => {
  ciphers = await testCiphers()
})

function world() {
  const clock = createTestClock()
  const relay = createTestRelay({ clock })
  const report = (error: unknown) => {
    throw error
  }
  const transport = createTestTransport({ relay, ciphers, clock, random: seededRandom(1), report })
  const refusal = async () => {
    const from = clock.now()
    const error = await clock.until(
      transport.watch([topic]).then(
        () => undefined,
        (each: unknown) => each,
      ),
    )
    expect(clock.now() - from).toBeLessThan(100)
    return error
  }
  return { clock, relay, transport, refusal }
}

describe('[F18] a relay’s refusal', () => {
  test.each([
    ['[S8.29]', 'Unauthorized: origin not allowed', 'origin', 'INVALID_APP_CONFIGURATION'],
    ['[S8.27 S8.29]', 'Unauthorized: invalid key', 'project', 'INVALID_PROJECT_ID'],
    ['[S8.26 S8.29]', 'JWT validation error: JWT Token is not yet valid: basic.iat: 1', 'clock', 'JWT_TOKEN_NOT_VALID'],
    ['[S8.27]', 'Project not found', 'project', 'INVALID_PROJECT_ID'],
    ['[S8.28]', 'Authorization error: Project ID is missing', 'noProject', 'PROJECT_ID_NOT_CONFIGURED'],
    ['[S8.22]', 'Origin not allowed', 'origin', 'INVALID_APP_CONFIGURATION'],
    ['', 'Something else: canary', 'other', undefined],
  ])('%s "%s" is told at once, as %s, and raises %s', async (_numbers, words, reason, alert) => {
    const { relay, refusal, transport, clock } = world()
    relay.refusal = words
    const error = await refusal()
    expect(error).toMatchObject({ code: 'relay_refused', reason })
    expect(alertFor(error)).toBe(alert)
    expect(JSON.stringify([error, String(error)])).not.toMatch(/canary|basic\.iat/)
    expect(transport.status).toBe('refused')
    // It doesn't come again by itself.
    await clock.advance(600_000)
    expect(relay.urls.length).toBe(reason === 'clock' ? 2 : 1)
    expect(clock.pending).toBe(0)
  })

  test('ends with the next call, or with a page in front again, if it has ended', async () => {
    const { clock, relay, refusal, transport } = world()
    relay.refusal = 'Unauthorized: origin not allowed'
    await refusal()
    transport.unwatch([topic])
    expect(transport.status).toBe('refused')
    relay.refusal = undefined
    const params = { topic, message: 'AA==', ttl: 300, tag: 0 }
    expect(await clock.until(transport.call({ method: 'irn_publish', params }))).toBe(true)
    await clock.until(transport.watch([topic]))
    expect([transport.status, relay.listeners(topic).length]).toEqual(['open', 1])
    relay.refusal = 'Unauthorized: origin not allowed'
    relay.dropAll({ code: 3000, reason: relay.refusal })
    expect(transport.status).toBe('refused')
    relay.refusal = undefined
    transport.wake()
    await clock.settle()
    expect([transport.status, relay.listeners(topic).length]).toEqual(['open', 1])
  })
})

describe('[W12] a clock that is wrong', () => {
  const hour = 3_600_000
  test.each([
    ['fast by an hour', -hour, 2],
    ['slow by an hour', hour, 1],
    ['right', 0, 1],
  ])('%s is no trouble, and is found out once', async (_name, skew, tries) => {
    const { clock, relay, transport, refusal } = world()
    relay.skew = skew
    expect(await refusal()).toBeUndefined()
    expect(relay.urls.length).toBe(tries)
    await clock.advance(2_000)
    relay.dropAll()
    await clock.untilTrue(() => transport.status === 'open')
    await clock.settle()
    expect([relay.urls.length, relay.listeners(topic).length]).toEqual([tries + 1, 1])
  })

  test('fast by a day is refused, after two tries', async () => {
    const { relay, refusal } = world()
    relay.skew = -24 * hour
    expect(await refusal()).toMatchObject({ code: 'relay_refused', reason: 'clock' })
    expect(relay.urls.length).toBe(2)
  })
})

test('[W10] no frame and no address holds a key, a pairing’s URI or what is said', async () => {
  const { clock, relay, transport } = world()
  const pairing = await newPairing({ ciphers, now: clock.now() })
  const { symKey, topic: pairingTopic } = pairing
  const uri = formatPairingUri(pairing)
  const payload =
    '{"id":1700000000000123,"jsonrpc":"2.0","method":"wc_sessionRequest","params":{"canary":"0xdeadbeef"}}'
  const message = await sealEnvelope({ ciphers, text: payload, symKey })
  await clock.until(transport.watch([pairingTopic]))
  const params = { topic: pairingTopic, message, ttl: 300, tag: 1108, prompt: true }
  await clock.until(transport.call({ method: 'irn_publish', params }))
  relay.dropAll()
  await clock.untilTrue(() => relay.sockets === 1)
  await clock.settle()
  const seen = JSON.stringify([relay.frames, relay.urls.map(decodeURIComponent)])
  expect(relay.frames.length).toBeGreaterThan(4)
  for (const secret of [bytesToHex(symKey), uri, 'wc:', 'symKey', 'wc_session', 'canary', 'deadbeef', '01'.repeat(32)])
    expect(seen).not.toContain(secret)
})
