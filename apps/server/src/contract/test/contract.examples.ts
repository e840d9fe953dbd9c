import { randomUUID } from 'node:crypto'
import { coinTypeOf } from '@foyer/core/chain'
import { writeSiwxMessage } from '@foyer/core/siwx'
import { AuthenticateReply, AuthNonceReply, redeemCall, sessionRevocation } from '@foyer/core/wire'
import * as v from 'valibot'
import { expect, vi } from 'vitest'
import { operations } from '../../routes/operations.js'
import { dappKey } from '../../sessions/test/askedSession.js'
import { adminToken, type ContractCall, type ContractWorld, pictures } from './contractWorld.js'
import { form, page, question, signed } from './othersCalls.js'
import { answered, request } from './request.js'
import { activationCall, grantCall, redeemable, redeemed, WithPci } from './sessionCalls.js'

/** A good call of an operation, and the statements that its answer proves. */
export interface ContractExample {
  /** such as `[S7.3]` */
  readonly statements?: string | undefined
  readonly call: (world: ContractWorld) => ContractCall | Promise<ContractCall>
}

const chainId = 'eip155:31337'

/** Makes an operation's own good call, whose answer another one needs. */
async function made(world: ContractWorld, id: string): Promise<unknown> {
  const example = contractExamples[id] ?? expect.fail(id)
  return answered(world, id, await example.call(world))
}

const WithCurrencies = v.object({
  purchaseCurrencies: v.tupleWithRest([v.looseObject({ symbol: v.string() })], v.unknown()),
  paymentCurrencies: v.tupleWithRest([v.unknown()], v.unknown()),
})
const WithSession = v.object({ result: v.object({ sessionId: v.string() }) })

/** A name that is there, with a picture. */
async function named(world: ContractWorld): Promise<{ name: string; address: string }> {
  const operation = operations.find(({ id }) => id === 'registerName') ?? expect.fail()
  const { body } = await registration(world)
  const answer = await request({ world, operation, call: { body } })
  expect(answer.status).toBe(200)
  const { name } = v.parse(v.object({ name: v.string() }), JSON.parse(body.message))
  return { name, address: body.address }
}

async function registration({ newAccount }: ContractWorld) {
  const account = newAccount()
  const name = `n${randomUUID().slice(0, 8)}.foyer.id`
  const attributes = { avatar: `${pictures}/picture`, bio: 'A bio' }
  const message = JSON.stringify({ name, attributes, timestamp: Math.floor(Date.now() / 1000) })
  const signature = await account.signMessage({ message })
  return { body: { coin_type: coinTypeOf(31337), address: account.address, message, signature } }
}

/** A project that is there, for what changes or removes one. */
async function project(world: ContractWorld): Promise<string> {
  const { id } = v.parse(v.object({ id: v.string() }), await made(world, 'createProject'))
  return id
}

/** A message that an account has signed, with a nonce of this server's. */
async function authentication(world: ContractWorld): Promise<ContractCall> {
  const { nonce, token } = v.parse(AuthNonceReply, await made(world, 'getSignInNonce'))
  const account = world.newAccount()
  const message = writeSiwxMessage({
    domain: 'dapp.example',
    accountAddress: account.address,
    chainId,
    uri: 'https://dapp.example/',
    version: '1',
    nonce,
    issuedAt: new Date().toISOString(),
  })
  const body = { message, signature: await account.signMessage({ message }), walletInfo: { type: 'unknown' } }
  return { body, headers: { 'x-nonce-jwt': `Bearer ${token}` } }
}

async function signedIn(world: ContractWorld): Promise<Readonly<Record<string, string>>> {
  const { token } = v.parse(AuthenticateReply, await made(world, 'authenticate'))
  return { authorization: `Bearer ${token}` }
}

const ofOwner = ({ owner }: ContractWorld) => ({ params: { address: owner.address }, query: { chainId } })
const pair = ({ market }: ContractWorld) => ({ from: market.named('ETH'), to: market.named('DUSD') })

/** A good call of each operation, by its id; an operation without one fails the contract test. */
export const contractExamples: Readonly<Record<string, ContractExample>> = {
  callNetwork: {
    statements: '[S7.33 S7.35]',
    call: () => ({ query: { chainId }, body: [{ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] }] }),
  },
  listSupportedChains: { statements: '[S7.3]', call: () => ({}) },
  pageNetworks: { call: () => ({}) },
  getIdentity: { statements: '[S7.4]', call: ({ owner }) => ({ params: { address: owner.address } }) },
  getBalance: {
    statements: '[S7.13]',
    call: ({ owner }) => ({ params: { address: owner.address }, query: { currency: 'usd', chainId } }),
  },
  getHistory: { statements: '[S7.5]', call: ofOwner },
  listNfts: { call: ofOwner },
  simulate: {
    call: ({ owner }) => ({
      params: { address: owner.address },
      body: { chainId, calls: [{ to: owner.address, value: '1', data: '0x' }] },
    }),
  },
  listDescriptors: { call: ({ owner }) => ({ query: { chainId, address: owner.address } }) },
  listWarnings: { call: ({ owner }) => ({ body: { addresses: [owner.address], sites: ['dapp.example'] } }) },
  listApprovals: { call: ofOwner },
  getFungiblePrice: {
    statements: '[S7.8]',
    call: ({ market }) => ({ body: { currency: 'usd', addresses: [market.named('ETH'), market.named('DUSD')] } }),
  },
  listAllowedOrigins: { statements: '[S7.27 S7.28]', call: () => ({}) },
  getAnalyticsConfig: { statements: '[S7.29 S7.30]', call: () => ({}) },
  sendEvent: {
    statements: '[S7.31 S7.32]',
    call: () => ({
      body: {
        eventId: randomUUID(),
        url: 'https://dapp.example/',
        domain: 'dapp.example',
        timestamp: Date.now(),
        props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false } },
      },
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    }),
  },
  listSmartSessions: {
    statements: '[S7.21]',
    async call(world) {
      await made(world, 'activateSmartSession')
      return { params: { address: world.account } }
    },
  },
  grantSmartSession: {
    call: (world) => grantCall(world, dappKey),
  },
  activateSmartSession: {
    call: (world) => activationCall(world, dappKey),
  },
  revokeSmartSession: {
    statements: '[S7.22 S3.22]',
    async call(world) {
      const { account, owner } = world
      const { pci } = v.parse(WithPci, await made(world, 'grantSmartSession'))
      const message = sessionRevocation({ pci, account, projectId: 'demo' })
      return { params: { address: account }, body: { pci, signature: await owner.signMessage({ message }) } }
    },
  },
  quoteRedeeming: {
    async call(world) {
      const { params, asked } = await redeemable(world)
      return { params, body: asked }
    },
  },
  redeemSmartSession: { call: redeemed },
  readRedeeming: {
    async call(world) {
      const { operation } = v.parse(redeemCall.reply, await made(world, 'redeemSmartSession'))
      return { params: { address: world.account, operation } }
    },
  },
  getSignInNonce: { call: () => ({}) },
  authenticate: { statements: '[S3.23]', call: authentication },
  getSignInSession: {
    async call(world) {
      return { query: { includeAppKitAccount: 'true' }, headers: await signedIn(world) }
    },
  },
  setAccountMetadata: {
    async call(world) {
      return { body: { metadata: { rank: 3 } }, headers: await signedIn(world) }
    },
  },
  endSignInSession: {
    async call(world) {
      return { headers: await signedIn(world) }
    },
  },
  listSwapTokens: { statements: '[S7.7]', call: () => ({ query: { chainId } }) },
  getSwapQuotes: {
    statements: '[S7.6]',
    call: (world) => ({
      query: { ...pair(world), amount: '1000000000000000', userAddress: world.owner.address, gasPrice: '1' },
    }),
  },
  getGasPrice: { statements: '[S7.10]', call: () => ({ query: { chainId } }) },
  getSwapAllowance: {
    statements: '[S7.9]',
    call: ({ market, account }) => ({ query: { tokenAddress: market.named('DUSD'), userAddress: account } }),
  },
  buildSwapApproval: {
    statements: '[S7.12]',
    call: ({ market, account }) => ({
      query: { userAddress: account, from: market.named('DUSD'), to: market.named('ETH'), amount: '1000000' },
    }),
  },
  buildSwapTransaction: {
    statements: '[S7.11]',
    call: (world) => ({
      body: {
        ...pair(world),
        amount: '1000000000000000',
        eip155: { slippage: 1 },
        userAddress: world.account,
        disableEstimate: true,
      },
    }),
  },
  getOnrampOptions: { statements: '[S7.19]', call: () => ({}) },
  getOnrampQuote: {
    statements: '[S7.20]',
    async call(world) {
      const { purchaseCurrencies, paymentCurrencies } = v.parse(WithCurrencies, await made(world, 'getOnrampOptions'))
      const [purchaseCurrency] = purchaseCurrencies
      const [paymentCurrency] = paymentCurrencies
      return { body: { purchaseCurrency, paymentCurrency, amount: '100', network: purchaseCurrency.symbol } }
    },
  },
  getOnrampUrl: {
    statements: '[S7.18]',
    call: ({ owner }) => ({
      body: {
        destinationWallets: [{ address: owner.address, blockchains: ['foyer-local'], assets: ['ETH'] }],
        partnerUserId: owner.address,
        defaultExperience: 'buy',
        presetCryptoAmount: 1,
      },
    }),
  },
  callPay: {
    call: ({ account }) => ({
      body: {
        jsonrpc: '2.0',
        id: 1,
        method: 'reown_getExchangePayUrl',
        params: { exchangeId: 'local', asset: `${chainId}/slip44:60`, amount: '0.1', recipient: account },
      },
    }),
  },
  reportPurchase: {
    call: ({ account }) => ({
      params: { provider: 'desk' },
      ...signed({
        delivery: randomUUID(),
        id: randomUUID(),
        projectId: 'demo',
        recipient: account,
        asset: `${chainId}/slip44:60`,
        amount: '0.5',
        payment: { amount: '1500', currency: 'USD' },
        status: 'IN_PROGRESS',
      }),
    }),
  },
  reportPayment: {
    async call(world) {
      const { result } = v.parse(WithSession, await made(world, 'callPay'))
      const message = { delivery: randomUUID(), sessionId: result.sessionId, status: 'IN_PROGRESS' }
      return { params: { exchange: 'local' }, ...signed(message) }
    },
  },
  resolveName: {
    statements: '[S7.14]',
    call: async (world) => ({ params: { name: (await named(world)).name }, query: { apiVersion: '2' } }),
  },
  listNamesOfAddress: {
    statements: '[S7.15]',
    call: async (world) => ({ params: { address: (await named(world)).address }, query: { apiVersion: '2' } }),
  },
  getNameZone: { call: () => ({}) },
  suggestNames: {
    statements: '[S7.16]',
    call: () => ({ params: { name: 'ada' }, query: { zone: 'reown.id' } }),
  },
  registerName: { statements: '[S7.17]', call: registration },
  getNameAvatar: { call: async (world) => ({ params: { name: (await named(world)).name } }) },
  callNameGateway: {
    call: ({ nft }) => ({ params: { sender: nft, data: `${question('ada.foyer.id')}.json` } }),
  },
  postNameGateway: { call: ({ nft }) => ({ body: { sender: nft, data: question('ada.foyer.id') } }) },
  getWallets: {
    statements: '[S7.23 S7.24]',
    call: () => ({ query: { page: '1', entries: '4', chains: 'eip155:1', search: 'meta' } }),
  },
  getWalletImage: {
    statements: '[S7.25 S7.26]',
    call: () => ({ params: { imageId: 'c57ca95b47569778a828d19178114f4db188b89b763c899ba0be274e97267d96' } }),
  },
  getAssetImage: {
    statements: '[S7.25 S7.26]',
    call: () => ({ params: { imageId: 'ba0ba0cd-17c6-4806-ad93-f9d174f17900' } }),
  },
  getCurrencyImage: { statements: '[S7.25 S7.26]', call: () => ({ params: { currencyId: 'USD' } }) },
  getTokenImage: { statements: '[S7.25 S7.26]', call: () => ({ params: { symbol: 'ETH' } }) },
  getNftImage: {
    async call(world) {
      const call = { params: { chainId, contract: world.nft, tokenId: '1' } }
      const operation = operations.find(({ id }) => id === 'getNftImage') ?? expect.fail()
      // A history lists the NFT; its picture is fetched some time after that.
      await vi.waitFor(
        async () => {
          await made(world, 'getHistory')
          expect((await request({ world, operation, call })).status).toBe(200)
        },
        { interval: 100 },
      )
      return call
    },
  },
  getHealth: { call: () => ({}) },
  getReadiness: { call: () => ({}) },
  getMetrics: { call: () => ({}) },
  getOpenApiDocument: { call: () => ({}) },
  getDocumentation: { call: () => ({}) },
  getWelcome: { call: () => ({}) },
  listProjects: { call: () => ({}) },
  createProject: {
    call: () => ({ body: { id: `p-${randomUUID()}`, name: 'Made', allowedOrigins: ['https://made.example'] } }),
  },
  getProject: { call: () => ({ params: { id: 'demo' } }) },
  changeProject: {
    call: async (world) => ({ params: { id: await project(world) }, body: { allow: ['https://*.made.example'] } }),
  },
  removeProject: { call: async (world) => ({ params: { id: await project(world) } }) },
  getProjectDays: { call: () => ({ params: { id: 'demo' } }) },
  showProjects: { call: page },
  signIn: { call: () => ({ body: { token: adminToken } }) },
  signOut: { call: form },
  showNewProject: { call: page },
  sendNewProject: { call: (world) => form(world, { body: { id: `p-${randomUUID()}`, name: 'Made' } }) },
  showProject: { call: (world) => page(world, { params: { id: 'demo' } }) },
  sendProject: {
    call: async (world) => form(world, { params: { id: await project(world) }, body: { name: 'Renamed' } }),
  },
  sendProjectRemoval: {
    async call(world) {
      const id = await project(world)
      return form(world, { params: { id }, body: { confirm: id } })
    },
  },
}
