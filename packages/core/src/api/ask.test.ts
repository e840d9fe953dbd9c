import { afterEach, expect, expectTypeOf, test } from 'vitest'
import type { LocalAnswer } from '../http/test/localServer.js'
import { type BalanceReply, balanceCall, identityCall } from '../wire/account.js'
import type { eventCall } from '../wire/event.js'
import { nameCall } from '../wire/name.js'
import { supportedChainsCall } from '../wire/project.js'
import { ask } from './ask.js'
import { answersAt, type LocalApi, openLocalApi } from './test/localApi.js'

const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const query = { currency: 'usd' } as const

let opened: LocalApi | undefined
afterEach(() => opened?.close())

async function start(answers: Readonly<Record<string, LocalAnswer>>): Promise<LocalApi> {
  opened = await openLocalApi({ answer: answersAt(answers) })
  return opened
}

test('a reply whose shape has changed rejects with the call and the first wrong field, and nothing of it comes through', async () => {
  const good = { name: 'Ether', symbol: 'ETH', chainId: 'eip155:1', price: 1, iconUrl: '' }
  const balances = [
    { ...good, quantity: { decimals: '18', numeric: '1' } },
    { ...good, quantity: { decimals: 18 } },
  ]
  const { api, settled } = await start({ [`/v1/account/${address}/balance`]: { body: { balances } } })
  expect(await settled(ask(api, balanceCall, { params: { address }, query }))).toMatchObject({
    error: { code: 'invalid_response', facts: { call: 'getBalance', field: 'balances.1.quantity.decimals' } },
  })
})

test.each([
  ['../../admin', '/v1/profile/account/..%2F..%2Fadmin'],
  ['a/b?c#d', '/v1/profile/account/a%2Fb%3Fc%23d'],
  ['é %', '/v1/profile/account/%C3%A9%20%25'],
])('a path parameter stays in its segment: %j', async (name, path) => {
  const { api, requests, settled } = await start({})
  await settled(ask(api, nameCall, { params: { name }, query: {} }))
  expect(requests.map(({ url }) => url.pathname)).toEqual([path])
})

test.each(['', '.', '..', '...'])(
  'a path parameter that would climb is refused before anything is sent: %j',
  async (name) => {
    const { api, requests } = await start({})
    await expect(ask(api, nameCall, { params: { name }, query: {} })).rejects.toMatchObject({
      code: 'invalid_account_id',
    })
    expect(requests).toEqual([])
  },
)

test('a call is typed by its entry: its parts, what is optional in them, and its reply', async () => {
  const { api } = await start({ '/v1/supported-chains': { body: { http: [], ws: [] } } })
  expectTypeOf(ask<typeof balanceCall>).returns.resolves.toEqualTypeOf<BalanceReply>()
  expectTypeOf(ask<typeof eventCall>).returns.resolves.toEqualTypeOf<undefined>()
  expectTypeOf(ask<typeof identityCall>)
    .parameter(2)
    .toHaveProperty('params')
    .toEqualTypeOf<{ readonly address: string }>()
  // Never called: they don't compile.
  const wrong = () => [
    // @ts-expect-error a path parameter is missing
    ask(api, identityCall, { query: {} }),
    // @ts-expect-error all parts are missing
    ask(api, balanceCall),
    // @ts-expect-error a currency that the server doesn't know
    ask(api, balanceCall, { params: { address }, query: { currency: 'eur' } }),
    // @ts-expect-error a part that the call doesn't take
    ask(api, supportedChainsCall, { query: {} }),
  ]
  expect(wrong).toBeTypeOf('function')
  expect(await ask(api, supportedChainsCall)).toEqual({ http: [], ws: [] })
})
