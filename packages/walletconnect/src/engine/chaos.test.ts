import { FoyerError } from '@foyer/core/errors'
import { expect, test } from 'vitest'
import { createTestWorld, type TestWorld } from '../dapp/test/world.js'
import { unsigningCiphers } from '../transport/test/ciphers.js'
import { seededRandom } from '../transport/test/clock.js'

// FOYER_FULL=1: the whole figure of the requirement.
const runs = process.env.FOYER_FULL ? 10_000 : 100

const minute = 60_000
const chaos = { drop: 0.3, delay: 0.3, duplicate: 0.3, reorder: 0.3, truncate: 0.3 }
/** How long, in ms, the visitor of these runs looks at a code. */
const timeoutMs = 10 * minute
/** The codes that a wait may end with, and no other. */
const codesOf = {
  connect: ['aborted', 'user_rejected', 'relay_unreachable'],
  sign: ['request_timeout', 'relay_unreachable', 'provider_disconnected'],
  /** The code where a wallet couldn't be reached. */
  reported: ['relay_unreachable'],
} as const

/** Returns how a promise ended: nothing where it was kept, else its error's code; and when. */
async function ending<Value>(
  { clock }: TestWorld,
  work: Promise<Value>,
  most: number,
): Promise<{ readonly value?: Value; readonly code?: string }> {
  const end = work.then(
    (value) => ({ value }),
    (error: unknown) => ({ code: error instanceof FoyerError ? error.code : `untyped: ${error}` }),
  )
  return clock.until(end, most)
}

/** Connects, has something signed, disconnects; with a wallet that scans every code and mostly agrees. */
async function run(world: TestWorld, random: () => number, approved: Set<string>) {
  const { clock, dapp, wallet } = world
  const agrees = random() < 0.8
  wallet.visitor = {
    onProposal: (proposal) =>
      agrees
        ? wallet.approve(proposal).then(
            (session) => approved.add(session.topic),
            () => undefined,
          )
        : wallet.reject(proposal).catch(() => undefined),
    onRequest: ({ id, method, ...channel }) =>
      wallet.answer(channel, method, { type: 'result', id, result: `signed ${id}` }).catch(() => undefined),
  }
  const attempt = dapp.connect({ offer: ({ uri }) => void wallet.pair(uri).catch(() => undefined) })
  const giveUp = clock.setTimeout(attempt.abort, timeoutMs)
  const connected = await ending(world, attempt.session, timeoutMs)
  giveUp()
  if (!connected.value) return { connect: connected.code }

  expect(agrees).toBe(true)
  const { topic } = connected.value
  expect(wallet.sessions.has(topic)).toBe(true)
  const asked = dapp.client.request({ topic, chainId: 'eip155:1', method: 'personal_sign', params: ['0x00'] })
  const signed = await ending(world, asked, 5 * minute)
  const requests = wallet.requests.filter(({ method }) => method === 'wc_sessionRequest')
  expect(requests.length).toBeLessThanOrEqual(1)
  if (signed.value !== undefined) expect(signed.value).toBe(`signed ${requests[0]?.id}`)
  if (await dapp.engine.keyOf(topic)) await clock.until(dapp.client.disconnect({ topic }))
  return { connect: 'done', sign: signed.code ?? 'done' }
}

test(`[F21] [F18] connect, sign, disconnect over a relay that loses, delays, doubles, reorders and cuts: each ends, and both sides agree`, async () => {
  const ciphers = await unsigningCiphers({ random: seededRandom(0) })
  const endings = new Map<string, number>()
  for (let seed = 1; seed <= runs; seed += 1) {
    const random = seededRandom(seed)
    const world = await createTestWorld({
      seed,
      chaos: { ...chaos },
      ciphers,
      dialect: random() < 0.2 ? 'classic' : 'both',
    })
    const { clock, relay, dapp, wallet } = world
    /** The topics that the wallet takes for settled. */
    const approved = new Set<string>()
    const { connect = '', sign } = await run(world, random, approved)
    expect(['done', ...codesOf.connect], `seed ${seed}`).toContain(connect)
    if (sign) expect(['done', ...codesOf.sign], `seed ${seed}`).toContain(sign)
    const name = sign ? `${connect}, ${sign}` : connect
    endings.set(name, (endings.get(name) ?? 0) + 1)

    // The weather clears; what can still be said is.
    relay.chaos = {}
    await clock.advance(6 * minute)
    const codes = dapp.faults.map((fault) => (fault instanceof FoyerError ? fault.code : `untyped: ${fault}`))
    for (const code of codes) expect(codesOf.reported, `seed ${seed}`).toContain(code)
    expect(await dapp.client.sessions(), `seed ${seed}`).toEqual([])
    // Who couldn't be told may think otherwise, and only then.
    const untold = codes.length + wallet.faults.length
    const believed = [...approved].filter((topic) => wallet.sessions.has(topic))
    if (untold === 0) expect(believed, `seed ${seed}`).toEqual([])
    const ids = wallet.requests.map(({ id, topic }) => topic + id)
    expect(new Set(ids).size, `seed ${seed}`).toBe(ids.length)
    expect(dapp.storage.text, `seed ${seed}`).not.toMatch(/privateKey|"proposed"|"answered"|"active"/)
    for (const { transport } of [dapp, wallet]) transport.stop()
    dapp.client.stop()
    await clock.advance(10_000)
    expect(clock.pending, `seed ${seed}`).toBe(0)
  }
  expect(endings.get('done, done') ?? 0).toBeGreaterThan(runs / 4)
})
