import { describe, expect, test } from 'vitest'
import type { SessionNamespaces } from '../protocol/namespaces.js'
import { UnknownRequestError } from './errors.js'
import { createTestWorld, granted } from './test/world.js'

const personalSign = { request: { method: 'personal_sign', params: ['0x68656c6c6f', '0x9858'] }, chainId: 'eip155:1' }

const connected = async (namespaces: SessionNamespaces = granted) => {
  const world = await createTestWorld()
  const { topic } = await world.connect({ namespaces, optional: namespaces })
  const ask = async (params: unknown, id?: string, ttl?: number) => {
    const asked = await world.clock.until(world.dapp.ask({ topic, method: 'wc_sessionRequest', params, id, ttl }))
    await world.clock.settle()
    return asked
  }
  return { ...world, topic, ask }
}

describe('answering', () => {
  test('[S7.37 S7.38] a request is shown, and its answer reaches the application', async () => {
    const { ask, clock, dapp, last, tagged, topic, wallet } = await connected()
    const id = await ask(personalSign)
    const { method, params } = personalSign.request
    const request = { id, topic, chainId: 'eip155:1', method, params, expiresAt: clock.now() + 300_000 }
    expect(last('requested')).toMatchObject({
      request: { ...request, expiresAt: expect.closeTo(request.expiresAt, -4) },
    })
    expect(wallet.requests()).toMatchObject([{ id, topic }])
    await clock.until(wallet.respond({ id, result: '0xsigned' }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ type: 'result', result: '0xsigned' })
    expect(tagged(1109).map((each) => each.topic)).toContain(topic)
    expect(last('requestEnded')).toEqual({ type: 'requestEnded', id, why: 'answered' })
    expect(wallet.requests()).toEqual([])
  })

  test('[S7.37] the visitor’s no is carried as it is', async () => {
    const { ask, clock, dapp, wallet } = await connected()
    const id = await ask(personalSign)
    const failure = { code: 4001, message: 'User rejected request.' }
    await clock.until(wallet.respond({ id, failure }))
    await clock.settle()
    expect(dapp.answerTo(id)).toMatchObject({ type: 'failure', error: failure })
  })

  test('is done once', async () => {
    const { ask, clock, outcome, wallet } = await connected()
    const id = await ask(personalSign)
    const first = wallet.respond({ id, result: 1 })
    expect(await outcome(wallet.respond({ id, result: 2 }))).toBeInstanceOf(UnknownRequestError)
    await clock.until(first)
    expect(await outcome(wallet.respond({ id, result: 3 }))).toBeInstanceOf(UnknownRequestError)
    expect(await outcome(wallet.respond({ id: 'never asked', result: 4 }))).toBeInstanceOf(UnknownRequestError)
  })

  test('[F18] what the relay couldn’t be told, or is too large for it, may be answered again', async () => {
    const { ask, clock, dapp, outcome, relay, wallet } = await connected()
    const id = await ask(personalSign)
    expect(await outcome(wallet.respond({ id, result: 'x'.repeat(100_000) }))).toMatchObject({
      code: 'message_too_large',
    })
    relay.state = 'down'
    relay.dropAll()
    expect(await outcome(wallet.respond({ id, result: 1 }))).toMatchObject({ code: 'relay_unreachable' })
    expect(wallet.requests()).toHaveLength(1)
    relay.state = 'up'
    await clock.until(wallet.respond({ id, result: 2 }))
    await clock.advance(60_000)
    expect(dapp.answerTo(id)).toMatchObject({ result: 2 })
  })

  test('what is being answered at its end isn’t answered twice', async () => {
    const { ask, clock, dapp, relay, told, wallet } = await connected()
    const id = await ask(personalSign)
    await clock.advance(290_000)
    relay.state = 'mute'
    const answered = wallet.respond({ id, result: 'in time' })
    await clock.advance(11_000)
    expect(told('requestEnded')).toEqual([])
    relay.state = 'up'
    await clock.until(answered)
    await clock.advance(60_000)
    expect(dapp.heard.filter(({ payload }) => payload.id === id)).toMatchObject([{ payload: { result: 'in time' } }])
  })

  test('methods of other families are carried byte for byte', async () => {
    const families = {
      solana: {
        chains: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'],
        accounts: ['solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv'],
        methods: ['solana_signTransaction'],
        events: [],
      },
      bip122: {
        chains: ['bip122:000000000019d6689c085ae165831e93'],
        accounts: ['bip122:000000000019d6689c085ae165831e93:bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'],
        methods: ['signPsbt'],
        events: [],
      },
    }
    const { ask, clock, dapp, last, wallet } = await connected(families)
    const cases = [
      [
        'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
        'solana_signTransaction',
        { transaction: 'AQID+/=', n: '18446744073709551615', pubkey: null },
        { signature: '2Lg…é' },
      ],
      [
        'bip122:000000000019d6689c085ae165831e93',
        'signPsbt',
        { psbt: 'cHNidP8BAA==', signInputs: [{ index: 0, sighashTypes: [1] }], nested: { '': [[]] } },
        { psbt: 'cHNidP8=', txid: undefined },
      ],
    ] as const
    for (const [chainId, method, params, result] of cases) {
      const id = await ask({ request: { method, params }, chainId })
      expect(JSON.stringify(last('requested')?.request.params)).toBe(JSON.stringify(params))
      await clock.until(wallet.respond({ id, result }))
      await clock.settle()
      const answer = dapp.answerTo(id)
      expect(JSON.stringify(answer?.type === 'result' && answer.result)).toBe(JSON.stringify(result))
    }
  })
})

describe('what isn’t shown to anybody', () => {
  test.each([
    ['a method that wasn’t granted', { ...personalSign, request: { method: 'eth_sign' } }, 3001],
    ['a chain without an account', { ...personalSign, chainId: 'eip155:137' }, 3005],
    ['what has no chain', { request: personalSign.request }, -32_602],
    ['what has no method', { ...personalSign, request: {} }, -32_602],
    ['what is over', { ...personalSign, request: { ...personalSign.request, expiryTimestamp: 1_600_000_000 } }, 8000],
    [
      'what is over, by its other name',
      { ...personalSign, request: { ...personalSign.request, expiry: 1_600_000_000 } },
      8000,
    ],
  ])('[S7.38] %s is answered by itself', async (_name, params, code) => {
    const { ask, dapp, told, wallet } = await connected()
    const id = await ask(params)
    expect(dapp.answerTo(id)).toMatchObject({ error: { code } })
    expect(told('requested')).toEqual([])
    expect(wallet.requests()).toEqual([])
  })

  test('[W7] a request that was heard is none when it comes again, sealed anew or after a reload', async () => {
    const { ask, clock, reload, told, wallet, dapp } = await connected()
    const id = await ask(personalSign)
    await ask({ ...personalSign, request: { method: 'personal_sign', params: ['0xother'] } }, id)
    expect(wallet.requests()).toMatchObject([{ params: personalSign.request.params }])
    await clock.until(wallet.respond({ id, result: 1 }))
    await ask(personalSign, id)
    reload()
    await clock.settle()
    await ask(personalSign, id)
    await clock.settle()
    expect(told('requested')).toHaveLength(1)
    expect(dapp.heard.filter(({ payload }) => payload.id === id)).toHaveLength(1)
  })

  test('an id stands for the first request that has it, whoever asked', async () => {
    const { ask, clock, connect, dapp, wallet } = await connected()
    const second = await connect()
    const id = await ask(personalSign)
    const other = { ...personalSign, request: { method: 'personal_sign', params: ['0xother'] } }
    await clock.until(dapp.ask({ topic: second.topic, method: 'wc_sessionRequest', params: other, id }))
    await clock.settle()
    expect(wallet.requests()).toMatchObject([{ id, params: personalSign.request.params }])
  })

  test('[F18] a request that nobody answers in its time is answered that, and withdrawn', async () => {
    const { ask, clock, dapp, last, wallet } = await connected()
    const id = await ask({
      ...personalSign,
      request: { ...personalSign.request, expiryTimestamp: Math.floor(clock.now() / 1_000) + 600 },
    })
    await clock.advance(599_000)
    expect(wallet.requests()).toHaveLength(1)
    await clock.advance(2_000)
    expect(wallet.requests()).toEqual([])
    expect(last('requestEnded')).toEqual({ type: 'requestEnded', id, why: 'expired' })
    expect(dapp.answerTo(id)).toMatchObject({ error: { code: 8000, message: 'Session request expired.' } })
  })

  test('requests beyond what anybody would look through are refused by themselves', async () => {
    const { ask, dapp, wallet } = await connected()
    for (let number = 0; number < 64; number += 1) await ask(personalSign)
    const id = await ask(personalSign)
    expect(dapp.answerTo(id)).toMatchObject({ error: { code: -32_005 } })
    expect(wallet.requests()).toHaveLength(64)
  })

  test('a request without a time has five minutes, and none has more than a week', async () => {
    const { ask, clock, wallet } = await connected()
    await ask({ ...personalSign, request: { ...personalSign.request, expiryTimestamp: 9_999_999_999 } })
    const [request] = wallet.requests()
    expect(request?.expiresAt).toBeLessThanOrEqual(clock.now() + 604_800_000)
    await clock.advance(301_000)
    expect(wallet.requests()).toHaveLength(1)
  })
})
