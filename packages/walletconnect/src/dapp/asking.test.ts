import { describe, expect, test, vi } from 'vitest'
import * as peerFailures from '../protocol/failures.js'
import type { Answer, PayloadFailure } from '../protocol/payload.js'
import type { DappRequestParameters } from './client.js'
import type { WalletChannel } from './test/wallet.js'
import { type ConnectedWorld, connectedWorld, createTestWorld } from './test/world.js'

const minute = 60_000
const week = 604_800_000

function ask({ dapp, session }: ConnectedWorld, parameters: Partial<DappRequestParameters> = {}) {
  const asked = dapp.client.request({
    topic: session.topic,
    chainId: 'eip155:1',
    method: 'personal_sign',
    params: ['0x00', '0xab'],
    ...parameters,
  })
  asked.catch(() => undefined)
  return asked
}
const requestsOf = ({ wallet }: ConnectedWorld) =>
  wallet.requests.filter(({ method }) => method === 'wc_sessionRequest')
/** Has the wallet answer everything with the same. */
function answers(world: ConnectedWorld, answer: Pick<Answer, 'type'> & Record<string, unknown>) {
  const { wallet } = world
  wallet.visitor.onRequest = (request) => {
    const { type, ...rest } = answer
    const { id } = request
    const said: Answer =
      type === 'result' ? { type, id, result: rest.result } : { type, id, error: failureOf(rest.error) }
    return wallet.answer(request, request.method, said)
  }
}
const failureOf = (error: unknown): PayloadFailure => Object.assign({ code: 0, message: '' }, error)

describe('a request', () => {
  test('is said once, with its chain, its method and its time; what the wallet answers is the answer, as it is', async () => {
    const world = await connectedWorld()
    const { clock, relay } = world
    const result = { deep: [1, null, 'ü', { '2': true }] }
    answers(world, { type: 'result', result })
    const sent: string[] = []
    const at = clock.now()
    expect(await clock.until(ask(world, { sent: (id) => void sent.push(id) }))).toEqual(result)
    const [request] = requestsOf(world)
    expect(request).toMatchObject({
      id: sent[0],
      params: { request: { method: 'personal_sign', params: ['0x00', '0xab'] }, chainId: 'eip155:1' },
    })
    expect(request?.params).toMatchObject({ request: { expiryTimestamp: Math.floor(at / 1_000) + 300 } })
    expect(requestsOf(world)).toHaveLength(1)
    expect(relay.messages.find(({ tag }) => tag === 1108)).toMatchObject({ ttl: 300, prompt: true, attestation: '' })
  })

  test('is asked only where it was granted; nothing is said else', async () => {
    const world = await connectedWorld()
    for (const [parameters, code] of [
      [{ method: 'eth_sign' }, 'unsupported_method'],
      [{ chainId: 'eip155:5' }, 'unsupported_method'],
      [{ chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }, 'unsupported_method'],
      [{ topic: 'ab'.repeat(32) }, 'provider_disconnected'],
      [{ params: ['x'.repeat(100_000)] }, 'message_too_large'],
      [{ signal: AbortSignal.abort() }, 'aborted'],
    ] as const)
      await expect(world.clock.until(ask(world, parameters))).rejects.toMatchObject({ code })
    const controller = new AbortController()
    const early = ask(world, { signal: controller.signal })
    controller.abort()
    await expect(early).rejects.toMatchObject({ code: 'aborted' })
    await world.clock.advance(minute)
    expect(requestsOf(world)).toEqual([])
  })

  test('that is called off while it is being sealed isn’t sent', async () => {
    const world = await connectedWorld()
    const controller = new AbortController()
    const { engine } = world.dapp
    const keyOf = engine.keyOf
    vi.spyOn(engine, 'keyOf').mockImplementation((topic) => {
      controller.abort()
      return keyOf(topic)
    })
    await expect(ask(world, { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' })
    await world.clock.advance(minute)
    expect(requestsOf(world)).toEqual([])
  })

  test('goes to a chain by the id that the wallet knows it by', async () => {
    const world = await createTestWorld()
    const { clock, wallet, dapp, scanned } = world
    const chainId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    const former = 'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ'
    const requested = { solana: { chains: [chainId, former], methods: ['solana_signMessage'], events: [] } }
    const attempt = dapp.connect({ requested })
    await clock.untilTrue(() => attempt.offers.length > 0)
    const namespaces = { solana: { accounts: [`${former}:ab`], methods: ['solana_signMessage'], events: [] } }
    await clock.until(wallet.approve(await scanned(attempt.offers[0]?.uri ?? ''), { settlement: { namespaces } }))
    const session = await clock.until(attempt.session)
    wallet.visitor.onRequest = ({ id, ...channel }) =>
      wallet.answer(channel, 'wc_sessionRequest', { type: 'result', id, result: 'signed' })
    const asked = dapp.client.request({
      ...{ topic: session.topic, chainId, otherId: former },
      ...{ method: 'solana_signMessage', params: {} },
    })
    expect(await clock.until(asked)).toBe('signed')
    expect(wallet.requests.at(-1)?.params).toMatchObject({ chainId: former })
  })

  test.each([
    [{ code: 4001, message: '' }, 'user_rejected'],
    [{ code: 5000, message: 'no' }, 'user_rejected'],
    [{ code: -32_000, message: 'User rejected the request.' }, 'user_rejected'],
    [{ code: 4100, message: '' }, 'unauthorized'],
    [{ code: 4902, message: '' }, 'unrecognized_chain'],
    [{ code: -32_602, message: 'Invalid parameters' }, 'json_rpc'],
    [peerFailures.unauthorizedMethod, 'unsupported_method'],
    [peerFailures.invalidMethod, 'unsupported_method'],
    [peerFailures.unsupportedCall, 'unsupported_method'],
    [peerFailures.requestExpired, 'request_timeout'],
    [peerFailures.noSession, 'provider_disconnected'],
    [{ code: 0, message: '' }, 'unknown_wallet'],
    [{ code: -32_603, message: '', data: { originalError: { code: 4902, message: '' } } }, 'unrecognized_chain'],
    [{ code: 3_333, message: 'What?' }, 'unknown_wallet'],
  ])('that is answered with %o fails as %s', async (error, code) => {
    const world = await connectedWorld()
    answers(world, { type: 'failure', error })
    await expect(world.clock.until(ask(world))).rejects.toMatchObject({ code })
  })

  test('that a chain reverted fails with what it returned', async () => {
    const world = await connectedWorld()
    answers(world, { type: 'failure', error: { code: 3, message: 'execution reverted', data: '0x08c379a0' } })
    await expect(world.clock.until(ask(world))).rejects.toMatchObject({ rpcCode: 3, rpcData: '0x08c379a0' })
  })

  test.each<[number | undefined, number]>([
    [undefined, 5 * minute],
    [1_000, 5 * minute],
    [20 * minute, 20 * minute],
    [2 * week, week],
  ])('[F18] that isn’t answered ends at its expiry: %s ms make %s', async (expiresInMs, most) => {
    const world = await connectedWorld()
    const { clock, dapp } = world
    const at = clock.now()
    // Longer than a session lives: it is extended meanwhile.
    const asked = ask(world, expiresInMs === undefined ? {} : { expiresInMs })
    await clock.settle()
    const over = asked.catch((error: unknown) => [error, clock.now() - at])
    if (most === week) await clock.until(world.wallet.call(world.channel, { method: 'wc_sessionExtend', params: {} }))
    expect(await clock.until(over, 2 * week)).toMatchObject([{ code: 'request_timeout' }, most])
    expect(await dapp.client.sessions()).toHaveLength(1)
  })

  test('[W3] takes the answer of its session by its id, and no other; the first, and no later', async () => {
    const world = await connectedWorld()
    const { clock, wallet, channel, dapp, offered, scanned } = world
    const next = await offered()
    const other = await clock.until(wallet.approve(await scanned(next.uri)))
    await clock.until(next.session)
    const asked = ask(world)
    await clock.untilTrue(() => requestsOf(world).length > 0)
    const id = requestsOf(world)[0]?.id ?? ''
    const answer = (to: WalletChannel, result: unknown, by = id) =>
      clock.until(wallet.answer(to, 'wc_sessionRequest', { type: 'result', id: by, result }))
    await answer(other, 'by another wallet')
    await answer(channel, 'to another request', `${id}0`)
    await answer(channel, 'right')
    await answer(channel, 'too late')
    expect(await clock.until(asked)).toBe('right')
    expect(dapp.faults).toEqual([])
  })

  test('ends when it is called off; what the wallet then answers is nobody’s', async () => {
    const world = await connectedWorld()
    const { clock, wallet, channel, dapp } = world
    const controller = new AbortController()
    const asked = ask(world, { signal: controller.signal })
    await clock.untilTrue(() => requestsOf(world).length > 0)
    controller.abort()
    await expect(asked).rejects.toMatchObject({ code: 'aborted' })
    const id = requestsOf(world)[0]?.id ?? ''
    await clock.until(wallet.answer(channel, 'wc_sessionRequest', { type: 'result', id, result: 1 }))
    await clock.advance(minute)
    expect(dapp.faults).toEqual([])
  })

  test('ends with its session, whoever ends that, and with the client', async () => {
    const world = await connectedWorld()
    const asked = ask(world)
    await world.clock.settle()
    await world.dapp.client.disconnect({ topic: world.session.topic })
    await expect(asked).rejects.toMatchObject({ code: 'provider_disconnected' })

    const another = await connectedWorld()
    const { clock, wallet, channel } = another
    const waiting = ask(another)
    await clock.until(wallet.call(channel, { method: 'wc_sessionDelete', params: peerFailures.disconnected }))
    await expect(clock.until(waiting)).rejects.toMatchObject({ code: 'provider_disconnected' })

    const last = await connectedWorld()
    const stopped = ask(last)
    last.dapp.client.stop()
    await expect(stopped).rejects.toMatchObject({ code: 'aborted' })
    last.wallet.transport.stop()
    // The relay's own.
    await last.clock.advance(10_000)
    expect(last.clock.pending).toBe(0)
  })

  test('that the relay can’t be given fails in its time, and is told as sent only when it was', async () => {
    const world = await connectedWorld()
    const { clock, relay } = world
    relay.state = 'down'
    relay.dropAll()
    const at = clock.now()
    const sent: string[] = []
    const asked = ask(world, { sent: (id) => void sent.push(id) })
    await expect(clock.until(asked)).rejects.toMatchObject({ code: 'relay_unreachable' })
    expect(clock.now() - at).toBeLessThanOrEqual(minute)
    expect(sent).toEqual([])
    // The relay dies when it has the request: it is said again over the next connection, and asked once.
    relay.state = 'up'
    answers(world, { type: 'result', result: 'signed' })
    relay.chaos = { die: 1 }
    const again = ask(world)
    await clock.advance(5_000)
    relay.chaos = {}
    expect(await clock.until(again)).toBe('signed')
    expect(requestsOf(world)).toHaveLength(1)
  })
})

test('a ping is answered, or not', async () => {
  const world = await connectedWorld()
  const { clock, dapp, session } = world
  answers(world, { type: 'result', result: true })
  const { topic } = session
  await clock.until(dapp.client.ping({ topic }))
  world.wallet.visitor.onRequest = undefined
  const at = clock.now()
  await expect(clock.until(dapp.client.ping({ topic }))).rejects.toMatchObject({ code: 'request_timeout' })
  expect(clock.now() - at).toBe(5 * minute)
})
