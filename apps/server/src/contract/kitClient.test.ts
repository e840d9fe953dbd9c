import { randomUUID } from 'node:crypto'
import {
  type Api,
  activateSmartSession,
  approvals,
  ask,
  balance,
  buildApproval,
  buildSwap,
  createApi,
  gasPrices,
  grantSmartSession,
  history,
  identity,
  image,
  nameSuggestions,
  namesOf,
  nfts,
  onrampOptions,
  onrampQuote,
  onrampUrl,
  payExchanges,
  payStatus,
  payUrl,
  prices,
  registerName,
  resolveName,
  revokeSmartSession,
  smartSessions,
  swapAllowance,
  swapQuotes,
  swapTokens,
  wallets,
} from '@foyer/core/api'
import { coinTypeOf, isAccountId } from '@foyer/core/chain'
import { allowedOriginsCall, analyticsConfigCall, eventCall, sdkVersion, sessionRevocation } from '@foyer/core/wire'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { type RunningRedis, startRedis } from '@foyer/service-testing/startRedis'
import { waitForRedis } from '@foyer/service-testing/waitForRedis'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { sendUnlocked } from '@foyer/stack'
import type { Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dappKey } from '../sessions/test/askedSession.js'
import { endOf, grantOf } from '../sessions/test/grantedSession.js'
import { type ContractGround, type ContractWorld, openGround, openWorld, origin } from './test/contractWorld.js'

waitForRedis()

const networkId = 'eip155:31337'

let ground: ContractGround
let postgres: LentPostgres
let redis: RunningRedis
beforeAll(async () => {
  ;[ground, postgres, redis] = await Promise.all([openGround(), lendPostgres(), startRedis()])
})
afterAll(async () => {
  await Promise.all([ground?.stop(), postgres?.stop(), redis?.stop()])
})

/** The kit as it stands in a page of the project. */
const openKit = ({ url }: ContractWorld, asked: Set<string>, visitor?: string): Api =>
  createApi({
    clientId: () => visitor,
    origin: url,
    projectId: 'demo',
    sdkVersion: sdkVersion({ platform: 'react', adapters: ['evm'] }),
    network: () => networkId,
    // Only a browser vouches for a page's origin.
    fetch: (input, init) => {
      asked.add(new URL(new Request(input).url).origin)
      return fetch(input, { ...init, headers: { ...init?.headers, origin } })
    },
  })

const accountId = (text: string) => (isAccountId(text) ? text : expect.fail(`${text} is no CAIP-10 id.`))

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openWorld({ ground, database: { kind: 'memory' } }) },
    {
      name: 'PostgreSQL and Redis',
      open: async () => {
        const database = { kind: 'postgres', url: await postgres.createDatabase() } as const
        return openWorld({ ground, database, redisUrl: redis.url })
      },
    },
  ]),
)('the kit’s own client, on $name', ({ open }) => {
  let world: ContractWorld
  let api: Api
  const asked = new Set<string>()
  beforeAll(async () => {
    world = await open()
    api = openKit(world, asked)
  })
  afterAll(() => world?.stop())

  const named = (symbol: string) => accountId(world.market.named(symbol))

  /** What no one, the account's owner and a stranger are answered. */
  const answersOf = <Answer>(owner: string, ask: (visitor: Api, sender: string | undefined) => Promise<Answer>) =>
    Promise.all(
      [undefined, owner, world.newAccount().address].map((sender) => ask(openKit(world, asked, sender), sender)),
    )

  test('[S1.12] there are no roles: nobody, the account’s owner and a stranger are answered the same about it', async () => {
    const { address } = world.owner
    const answers = await answersOf(address, async (visitor) => ({
      balance: await balance(visitor, { address, networkId }),
      history: await history(visitor, { address }),
    }))
    for (const answer of answers) {
      expect(answer).toEqual(answers[0])
      expect(answer.balance.balances.map(({ symbol }) => symbol)).toContain('DUSD')
    }
  })

  test('networks, identity, balance, project and events are requests over HTTP to the operator’s server alone', async () => {
    const { address } = world.owner
    expect((await api.chains.load()).http).toContain(networkId)
    expect(await identity(api, { address })).toEqual({ name: null, avatar: null })
    const { balances } = await balance(api, { address, networkId, forceUpdate: [named('DUSD')] })
    expect(balances.map(({ symbol }) => symbol)).toContain('DUSD')
    expect((await ask(api, allowedOriginsCall)).allowedOrigins).toContain(origin)
    expect(await ask(api, analyticsConfigCall)).toEqual({ isAnalyticsEnabled: true })
    const props = { type: 'track', event: 'MODAL_OPEN', properties: { connected: true } } as const
    const event = { eventId: randomUUID(), url: origin, domain: 'dapp.example', timestamp: Date.now(), props }
    await ask(api, eventCall, { body: event })
    expect([...asked]).toEqual([new URL(world.url).origin])
  })

  test('NFTs and approvals', async () => {
    const { address } = world.owner
    await expect.poll(async () => (await nfts(api, { address, networkId })).nfts[0]?.collection).toBe('Foyer Pictures')
    expect(await approvals(api, { address, networkId })).toEqual({ known: true, approvals: expect.any(Array) })
    expect(await nfts(api, { address, networkId: 'eip155:424242' })).toEqual({ known: false, nfts: [], next: null })
  })

  test('[S7.5 S7.8] history and prices', async () => {
    expect(await history(api, { address: world.owner.address })).toMatchObject({ next: null })
    const { fungibles } = await prices(api, { addresses: [named('DUSD'), named('ETH')] })
    expect(fungibles.map(({ symbol, price }) => [symbol, price > 0])).toEqual([
      ['DUSD', true],
      ['ETH', true],
    ])
  })

  test('[S7.6 S7.7 S7.9 S7.10 S7.11 S7.12] a swap, from the tokens to the transaction', async () => {
    const { owner } = world
    const userAddress = accountId(world.account)
    const [from, to] = [named('DUSD'), named('ETH')]
    const amount = 1_000_000n
    expect((await swapTokens(api)).tokens.map(({ address }) => address)).toEqual(expect.arrayContaining([from, to]))
    const gas = await gasPrices(api)
    expect(gas.standard).toBeLessThanOrEqual(gas.instant)
    const swap = { amount, userAddress: owner.address, from, to, gasPrice: gas.standard }
    const [quote] = (await swapQuotes(api, swap)).quotes
    const minAmount = BigInt(quote?.minAmount ?? 0)
    expect(minAmount).toBeGreaterThan(0n)
    expect(await swapAllowance(api, { tokenAddress: from, userAddress })).toBe(0n)
    const approval = await buildApproval(api, { userAddress, from, to, amount })
    expect(approval.tx.to.toLowerCase()).toBe(from.toLowerCase())
    const built = await buildSwap(api, { amount, userAddress, from, to, minAmount })
    expect(BigInt(built.tx.minAmount ?? 0)).toBeGreaterThanOrEqual(minAmount)
  })

  test('[S1.12 S7.14 S7.15 S7.16 S7.17 S8.19] a name: suggested, registered, found by anyone alike, refused in words', async () => {
    const account = world.newAccount()
    const { address } = account
    const label = `n${randomUUID().slice(0, 8)}`
    const { suggestions } = await nameSuggestions(api, { name: label, zone: 'foyer.id' })
    const name = suggestions.find(({ registered }) => !registered)?.name ?? expect.fail('All are taken.')
    const message = JSON.stringify({
      name,
      attributes: {},
      timestamp: Math.floor(Date.now() / 1000),
      domain: new URL(origin).host,
      project: 'demo',
    })
    const signature = await account.signMessage({ message })
    const registration = { coin_type: coinTypeOf(31337), address, message, signature }
    expect(await registerName(api, { name, registration })).toBe(true)
    expect((await resolveName(api, { name }))?.name).toBe(name)
    const found = await answersOf(address, async (visitor, sender) => [
      (await namesOf(visitor, { address, sender })).map((record) => record.name),
      (await identity(visitor, { address, sender })).name,
    ])
    expect(found).toEqual(Array(3).fill([[name], name]))
    const again = registerName(api, { name, registration })
    await expect(again).rejects.toMatchObject({ code: 'name_service', message: expect.stringMatching(/\.$/) })
  })

  test('[S7.18 S7.19 S7.20] buying', async () => {
    const { purchaseCurrencies, paymentCurrencies } = await onrampOptions(api)
    const [purchaseCurrency = expect.fail()] = purchaseCurrencies
    const [paymentCurrency = expect.fail()] = paymentCurrencies
    const { symbol } = purchaseCurrency
    const quote = await onrampQuote(api, { purchaseCurrency, paymentCurrency, amount: '100', network: symbol })
    expect(quote?.paymentTotal).toEqual({ amount: '100', currency: paymentCurrency.id })
    const { address } = world.owner
    const url = await onrampUrl(api, { destinationWallets: [{ address }], partnerUserId: address })
    expect(url).toMatch(/^http:\/\/desk\.example\//)
  })

  test('paying from an exchange', async () => {
    const { exchanges } = await payExchanges(api)
    expect(exchanges.map(({ id }) => id)).toEqual(['local'])
    const asset = `${networkId}/slip44:60`
    const payment = { exchangeId: 'local', asset, amount: '0.1', recipient: world.account }
    const { sessionId } = await payUrl(api, payment)
    expect(await payStatus(api, { sessionId, exchangeId: 'local' })).toEqual({ status: 'UNKNOWN' })
    const unknown = payUrl(api, { ...payment, asset: `${networkId}/erc20:0x${'1'.repeat(40)}` })
    await expect(unknown).rejects.toMatchObject({ code: 'json_rpc', message: expect.stringContaining('not supported') })
  })

  test('[S1.12 S3.22 S7.21 S7.22] smart sessions: listed once their grant was read on chain, to anyone alike; ended by their account’s signature, or by its own transaction as the chain says it', async () => {
    const account = accountId(world.account)
    const token = world.market.addressOf('DUSD')
    const data = { token, allowance: '0x64', start: 1, period: 60 } as const
    const permission = { type: 'erc20-recurring-allowance', data } as const
    const expiry = Math.floor(Date.now() / 1000) + 3_600
    const keys = [{ type: 'secp256k1' as const, publicKey: dappKey.publicKey }]
    const signer = { type: 'keys' as const, data: { keys } }
    const granted = async () => {
      const asked = { chainId: '0x7a69', expiry, signer, permissions: [permission], policies: [] }
      const { pci } = await grantSmartSession(api, { account, asked })
      const salt = BigInt(`0x${randomUUID().replaceAll('-', '')}`)
      const context = await grantOf({ owner: world.owner, to: dappKey.address, permission, expiry, salt })
      return { pci, context }
    }
    const end = ({ context }: { context: Hex }) =>
      sendUnlocked({
        client: world.market.client,
        transaction: { from: world.owner.address, ...endOf(context) },
      })
    const listed = async () =>
      (await smartSessions(api, { account })).map(({ pci, revokedAt }) => [
        pci,
        revokedAt === undefined ? 'active' : 'over',
      ])
    const sign = (pci: string, by = world.owner) =>
      by.signMessage({ message: sessionRevocation({ pci, account, projectId: 'demo' }) })

    const [never, one, other] = [await granted(), await granted(), await granted()]
    expect(await listed()).toEqual([])
    // Ended before it is listed, it is none, whatever the page says.
    await end(never)
    await expect(activateSmartSession(api, { account, ...never })).rejects.toMatchObject({ code: 'http', status: 409 })
    for (const each of [one, other]) await activateSmartSession(api, { account, ...each })
    expect(await listed()).toEqual(
      expect.arrayContaining([
        [one.pci, 'active'],
        [other.pci, 'active'],
      ]),
    )
    expect(await listed()).toHaveLength(2)
    const whole = await smartSessions(api, { account })
    const answers = await answersOf(world.owner.address, (visitor) => smartSessions(visitor, { account }))
    expect(answers).toEqual([whole, whole, whole])

    const strange = { account, pci: one.pci, signature: await sign(one.pci, world.newAccount()) }
    await expect(revokeSmartSession(api, strange)).rejects.toMatchObject({ code: 'http', status: 403 })
    expect(await revokeSmartSession(api, { account, pci: one.pci, signature: await sign(one.pci) })).toBe(true)
    expect(await listed()).toEqual(
      expect.arrayContaining([
        [one.pci, 'over'],
        [other.pci, 'active'],
      ]),
    )
    await end(other)
    expect(await listed()).toEqual(
      expect.arrayContaining([
        [one.pci, 'over'],
        [other.pci, 'over'],
      ]),
    )
    const unknown = randomUUID()
    await expect(
      revokeSmartSession(api, { account, pci: unknown, signature: await sign(unknown) }),
    ).rejects.toMatchObject({ code: 'http', status: 404 })
  })

  test('[S7.23 S7.24 S7.25 S7.26] wallets and their pictures', async () => {
    const { data, count } = await wallets(api, { networks: ['eip155:1'], search: 'meta' })
    expect(count).toBe(data.length)
    const [wallet = expect.fail()] = data
    const picture = await image(api, { of: 'wallet', id: wallet.image_id ?? wallet.id })
    expect([picture.type.startsWith('image/'), picture.size > 0]).toEqual([true, true])
    for (const [of, id] of [
      ['currency', 'USD'],
      ['token', 'ETH'],
      ['asset', 'ba0ba0cd-17c6-4806-ad93-f9d174f17900'],
    ] as const) {
      expect((await image(api, { of, id })).size).toBeGreaterThan(0)
    }
  })
})
