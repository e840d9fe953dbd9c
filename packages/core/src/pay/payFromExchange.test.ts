import { afterEach, expect, test } from 'vitest'
import type { Foyer } from '../foyer.js'
import { type LocalServer, localServer } from '../http/test/localServer.js'
import { mainnet } from '../networks/known.js'
import { fakeKit } from '../test/fakeKit.js'
import {
  availableExchanges,
  exchangeBuyStatus,
  exchangeStatus,
  exchangesToPayFrom,
  leavePayment,
  type PayWindow,
  payFromExchange,
  payUrl,
} from './payFromExchange.js'
import { openPay, payResult, payState } from './payRoom.js'

const recipient = `0x${'ab'.repeat(20)}`
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const request = {
  asset: { networkId: 'eip155:1', asset: 'native', metadata: ether },
  amount: '0.5',
  recipient,
} as const
const exchange = { id: 'one', name: 'One', imageUrl: '' }
const url = 'https://exchange.example/pay?session=1'

const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

type Answers = Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object>>

/** A kit at a server that answers the three calls as a test says. */
async function shop(answers: Answers) {
  const asked: { readonly method: string; readonly params: unknown }[] = []
  const server: LocalServer = await localServer(({ body }) => {
    const { method, params } = JSON.parse(body || '{}')
    asked.push({ method, params })
    return { body: { jsonrpc: '2.0', id: 1, ...answers[method]?.(params) } }
  })
  const kit = fakeKit({ api: server.origin, networks: [mainnet], features: { pay: true }, connectors: [] })
  kit.foyer.start()
  stops.push(
    () => kit.foyer.stop(),
    () => server.close(),
  )
  const state = payState(kit.foyer)
  const until = (holds: () => boolean) =>
    new Promise<void>((resolve) => {
      const see = () => {
        if (!holds()) return
        stop()
        resolve()
      }
      const stop = state.subscribe(see)
      see()
    })
  return {
    ...kit,
    asked,
    state,
    holds: until,
    count: (method: string) => asked.filter((each) => each.method === method).length,
  }
}

/** A browser window that says what was opened in it. */
function fakeWindow({ blocks = false } = {}) {
  const log: string[] = []
  const page: PayWindow = {
    location: { assign: (to) => log.push(`assign ${to}`) },
    open(to, target) {
      log.push(`open ${to} ${target}`.trim())
      if (blocks) return null
      return {
        set opener(value: unknown) {
          log.push(`opener ${value}`)
        },
        location: { replace: (address) => log.push(`replace ${address}`) },
        close: () => log.push('close'),
      }
    },
  }
  return { page, log }
}

const session = { result: { url, sessionId: 'session-1' } }

test('the tab is opened within the press, can’t reach back, and is led to the exchange; the status is asked every 4 s until it is final', async () => {
  const statuses = ['UNKNOWN', 'IN_PROGRESS', 'SUCCESS']
  const { foyer, asked, clock, holds, state, count } = await shop({
    reown_getExchangePayUrl: () => session,
    reown_getExchangeBuyStatus: () => ({ result: { status: statuses.shift(), txHash: '0x01' } }),
  })
  const { page, log } = fakeWindow()
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page })
  expect(log).toEqual(['open  _blank', 'opener null'])
  await holds(() => state.get().payment?.step === 'following')
  expect(log.at(-1)).toBe(`replace ${url}`)
  expect(asked.at(-1)).toEqual({
    method: 'reown_getExchangePayUrl',
    params: { exchangeId: 'one', asset: 'eip155:1/slip44:60', amount: '0.5', recipient: `eip155:1:${recipient}` },
  })
  await clock.advance(3999)
  expect(count('reown_getExchangeBuyStatus')).toBe(0)
  await clock.until(holds(() => state.get().payment?.end !== undefined))
  expect(count('reown_getExchangeBuyStatus')).toBe(3)
  expect(payResult(foyer)).toEqual({ hash: '0x01', sessionId: 'session-1' })
})

test('a status that can’t be asked for leaves the payment open, says so, and is asked again', async () => {
  const answers = [{ error: { code: -32603, message: 'down' } }, { result: { status: 'FAILED' } }]
  const { foyer, clock, holds, state } = await shop({
    reown_getExchangePayUrl: () => session,
    reown_getExchangeBuyStatus: () => answers.shift() ?? {},
  })
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page: fakeWindow().page })
  await clock.until(holds(() => state.get().payment?.isStale === true))
  expect(state.get().payment?.end).toBeUndefined()
  await clock.until(holds(() => state.get().payment?.end !== undefined))
  expect(state.get().payment?.end).toMatchObject({ status: 'failed', error: { code: 'pay_failed' } })
})

test('an exchange that refuses the asset fails with its own code, and the tab is closed', async () => {
  const { foyer, holds, state } = await shop({
    reown_getExchangePayUrl: () => ({
      error: { code: -32000, message: 'This asset is not supported by the exchange.' },
    }),
  })
  const { page, log } = fakeWindow()
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page })
  await holds(() => state.get().payment?.end !== undefined)
  expect(state.get().payment?.end).toMatchObject({ error: { code: 'pay_asset_not_supported' } })
  expect(log.at(-1)).toBe('close')
})

test('[F29] a visitor is sent to nothing but a page of the web', async () => {
  for (const bad of [
    'javascript:alert(1)',
    'data:text/html,x',
    'intent://pay',
    'http://exchange.example/',
    'https://a@b.example/',
  ]) {
    const { foyer } = await shop({ reown_getExchangePayUrl: () => ({ result: { url: bad, sessionId: 's' } }) })
    await expect(payUrl(foyer, { ...request, exchangeId: 'one' }), bad).rejects.toMatchObject({ code: 'pay_no_url' })
  }
})

test('where no tab is wanted the page itself goes there; where the browser blocks it, the link stays', async () => {
  const { foyer, holds, state } = await shop({ reown_getExchangePayUrl: () => session })
  const same = fakeWindow()
  openPay(foyer, { ...request, openInNewTab: false })
  payFromExchange(foyer, { exchange, page: same.page })
  await holds(() => state.get().payment?.step === 'following')
  expect(same.log).toEqual([`assign ${url}`])
  leavePayment(foyer)
  expect(state.get().payment).toBeUndefined()

  const blocked = fakeWindow({ blocks: true })
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page: blocked.page })
  await holds(() => state.get().payment?.step === 'following')
  expect(state.get().payment).toMatchObject({ url })
  expect([blocked.log, state.get().payment?.end]).toEqual([['open  _blank'], undefined])
})

test('a server’s own failure is told by its call, its page that fails closes the tab, and an end is an end', async () => {
  const { foyer, state, holds, errors } = await shop({
    reown_getExchangePayUrl: () => ({ error: { code: -32603, message: 'down' } }),
  })
  const asked = { ...request, exchangeId: 'one' }
  await expect(payUrl(foyer, asked)).rejects.toMatchObject({ code: 'pay_no_url' })
  const signal = AbortSignal.abort()
  await expect(payUrl(foyer, { ...asked, signal })).rejects.toMatchObject({ code: 'aborted' })
  const { foyer: alone } = fakeKit({ networks: [mainnet] })
  await expect(payUrl(alone, asked)).rejects.toThrow('the host named no server')
  const { page, log } = fakeWindow({ blocks: true })
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page })
  await holds(() => state.get().payment?.end !== undefined)
  expect(state.get().payment?.end).toMatchObject({ status: 'failed', error: { code: 'pay_no_url' } })
  expect([log, errors.at(-1)]).toEqual([['open  _blank'], expect.objectContaining({ code: 'pay_no_url' })])
})

test('what an exchange says of a payment that failed is kept with it', async () => {
  const { foyer, clock, holds, state } = await shop({
    reown_getExchangePayUrl: () => session,
    reown_getExchangeBuyStatus: () => ({ result: { status: 'FAILED', txHash: '0x02' } }),
  })
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page: fakeWindow().page })
  await clock.until(holds(() => state.get().payment?.end !== undefined))
  expect(state.get().payment).toMatchObject({
    ...{ hash: '0x02', isStale: false, end: { status: 'failed', error: { code: 'pay_failed' } } },
  })
})

test.each([
  ['was left', (foyer: Foyer) => leavePayment(foyer)],
  ['gave way to another', (foyer: Foyer) => openPay(foyer, { ...request, amount: '1' })],
])('a payment that %s is asked about no more', async (_, leave) => {
  const { foyer, holds, state, clock, count } = await shop({
    reown_getExchangePayUrl: () => session,
    reown_getExchangeBuyStatus: () => ({ result: { status: 'UNKNOWN' } }),
  })
  openPay(foyer, request)
  payFromExchange(foyer, { exchange, page: fakeWindow().page })
  await holds(() => state.get().payment?.step === 'following')
  const { pending } = clock
  leave(foyer)
  expect(clock.pending).toBe(pending - 1)
  await clock.advance(20_000)
  expect(count('reown_getExchangeBuyStatus')).toBe(0)
})

test('the exchanges are those that pay with the asset; a host without a server has none', async () => {
  const { foyer, asked } = await shop({ reown_getExchanges: () => ({ result: { exchanges: [exchange], total: 1 } }) })
  const found = await availableExchanges(foyer, { asset: request.asset, amount: '0.5', exclude: ['two'] })
  expect(found).toEqual({ exchanges: [exchange], total: 1 })
  expect(asked).toEqual([
    { method: 'reown_getExchanges', params: { page: 0, asset: 'eip155:1/slip44:60', amount: '0.5', exclude: ['two'] } },
  ])
  const { foyer: alone } = fakeKit({ networks: [mainnet] })
  expect(await availableExchanges(alone)).toEqual({ exchanges: [], total: 0 })
  await expect(exchangeBuyStatus(alone, { exchangeId: 'one', sessionId: 's' })).rejects.toMatchObject({
    code: 'pay_no_status',
  })
})

test('nothing is begun where nothing is to be paid, or a payment is under way; leaving none leaves none', async () => {
  const { foyer, state, holds } = await shop({ reown_getExchangePayUrl: () => session })
  const { page, log } = fakeWindow()
  const start = () => payFromExchange(foyer, { exchange, page })
  expect(start).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  leavePayment(foyer)
  openPay(foyer, request)
  start()
  expect(foyer.store.getState().view.history.at(-1)?.view).toBe('PayLoading')
  expect(start).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  expect(log.filter((each) => each.startsWith('open '))).toHaveLength(1)
  await holds(() => state.get().payment?.step === 'following')
  expect(state.get().payment).toMatchObject({ id: 1, url, sessionId: 'session-1', way: { type: 'exchange', exchange } })
})

test.each([
  [undefined, 5],
  ['UNKNOWN', 5],
  ['IN_PROGRESS', 5],
  ['SUCCESS', false],
  ['FAILED', false],
] as const)('a payment that is %s is asked about every %s ms', (status, everyMs) => {
  const session = { exchangeId: 'one', sessionId: 's', everyMs: 5 }
  const { pollMs } = exchangeStatus
  expect(pollMs?.({ input: session, answers: status ? [{ status }] : [], count: 1 })).toBe(everyMs)
})

test('what is watched is told apart by all that is asked for', () => {
  const session = { exchangeId: 'one', sessionId: 's', everyMs: 5 }
  const wanted = { page: 1, asset: 'eip155:1/slip44:60', amount: '5', include: ['a'], exclude: ['b'] }
  expect(exchangeStatus.key(session)).toEqual(['payStatus', 'one', 's'])
  expect(exchangesToPayFrom.key(wanted)).toEqual(['payExchanges', 1, wanted.asset, '5', ['a'], ['b']])
})
