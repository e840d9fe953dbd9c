import { afterEach, expect, test } from 'vitest'
import type { FamilyActions, Transfer } from '../connector/family.js'
import { fakeConnector } from '../connector/test/fakeConnector.js'
import { AbortedError } from '../errors/connection.js'
import { HttpError, JsonRpcError, ServerUnreachableError } from '../errors/http.js'
import { TransactionDroppedError } from '../errors/transaction.js'
import {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnauthorizedError,
  UserRejectedError,
  WalletAnswerError,
} from '../errors/wallet.js'
import { mainnet, sepolia } from '../networks/known.js'
import { fakeAdapter, fakeKit } from '../test/fakeKit.js'
import { currentRoute } from '../view/viewState.js'
import { connectToPay, payFromWallet } from './payFromWallet.js'
import { isPaymentInProgress, openPay, payError, payResult, payState } from './payRoom.js'

const recipient = `0x${'ab'.repeat(20)}`
const ether = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const onMainnet = {
  asset: { networkId: 'eip155:1', asset: 'native', metadata: ether },
  amount: '0.5',
  recipient,
} as const

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Send = NonNullable<FamilyActions['sendTransfer']>
type Wait = NonNullable<FamilyActions['waitForTransaction']>

/** A kit whose wallet and chain answer as a test says. */
async function shop({
  send = async () => ({ hash: '0x01' }),
  wait = async ({ hash }) => ({ hash, status: 'success' }),
  connect = true,
  pay = true,
}: {
  readonly send?: Send
  readonly wait?: Wait
  readonly connect?: boolean
  readonly pay?: boolean
} = {}) {
  const wallet = fakeConnector()
  const transfers: Transfer[] = []
  const adapter = fakeAdapter('eip155', {
    actions: async () => ({
      nativeBalance: async () => 0n,
      sendTransfer(request) {
        transfers.push(request.transfer)
        return send(request)
      },
      waitForTransaction: wait,
    }),
  })
  const kit = fakeKit({ connectors: [wallet], adapters: [adapter], networks: [mainnet, sepolia], features: { pay } })
  kit.foyer.start()
  stops.push(() => kit.foyer.stop())
  if (connect) await kit.foyer.connect({ connectorId: 'fake' })
  const state = payState(kit.foyer)
  const ended = () =>
    new Promise<void>((resolve) => {
      const stop = state.subscribe(() => {
        if (!state.get().payment?.end) return
        stop()
        resolve()
      })
    })
  const view = () =>
    kit.foyer.store.getState().view.open ? currentRoute(kit.foyer.store.getState().view).view : 'closed'
  return { ...kit, wallet, transfers, state, ended, view }
}

test('where the feature is off nothing is opened', async () => {
  const { foyer, view } = await shop({ pay: false })
  expect(() => openPay(foyer, onMainnet)).toThrow(expect.objectContaining({ code: 'feature_disabled' }))
  expect(view()).toBe('closed')
})

test('an asset of a network that isn’t configured is refused', async () => {
  const { foyer } = await shop()
  const asset = { ...onMainnet.asset, networkId: 'eip155:137' } as const
  expect(() => openPay(foyer, { ...onMainnet, asset })).toThrow(expect.objectContaining({ code: 'pay_invalid_config' }))
})

test('[F27] the wallet is asked once for exactly the amount, and what was paid stays until the visitor closes it', async () => {
  const { foyer, transfers, ended, view, clock } = await shop()
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  expect(view()).toBe('PayLoading')
  expect(isPaymentInProgress(foyer)).toBe(true)
  await end
  expect(transfers).toEqual([{ to: recipient, asset: { type: 'coin' }, amount: 500_000_000_000_000_000n }])
  expect(payResult(foyer)).toEqual({ hash: '0x01', sessionId: undefined })
  await clock.advance(60_000)
  expect(view()).toBe('PayLoading')
  foyer.close()
  expect(view()).toBe('closed')
})

test('a token is sent as one, after the wallet went to its network', async () => {
  const { foyer, transfers, ended, wallet } = await shop()
  const token = `0x${'cd'.repeat(20)}`
  const metadata = { name: 'Dollar', symbol: 'USD', decimals: 6 }
  openPay(foyer, { ...onMainnet, amount: '12.5', asset: { networkId: 'eip155:11155111', asset: token, metadata } })
  const end = ended()
  payFromWallet(foyer)
  await end
  expect(wallet.asked).toContain('switchNetwork eip155:11155111')
  expect(transfers).toEqual([{ to: recipient, asset: { type: 'token', address: token }, amount: 12_500_000n }])
})

test.each([
  ['declined', new UserRejectedError(), 'user_rejected'],
  ['unclear', new RequestTimeoutError({ timeoutMs: 1 }), 'request_timeout'],
  ['unclear', new WalletAnswerError({ method: 'eth_sendTransaction', expected: 'a hash' }), 'wallet_answer'],
  ['unclear', new ProviderDisconnectedError(), 'provider_disconnected'],
  ['unclear', new ChainDisconnectedError(), 'chain_disconnected'],
  ['unclear', new AbortedError(), 'aborted'],
  ['failed', new UnauthorizedError(), 'unauthorized'],
  ['failed', new Error('insufficient funds'), 'pay_failed'],
] as const)(
  'a send that comes to nothing is %s, and is never asked for again by itself',
  async (reason, error, code) => {
    const { foyer, transfers, ended, state, clock, view } = await shop({ send: () => Promise.reject(error) })
    openPay(foyer, onMainnet)
    const end = ended()
    payFromWallet(foyer)
    await end
    expect(state.get().payment?.end).toMatchObject({ status: 'failed', reason })
    expect(payError(foyer)).toMatchObject({ code })
    await clock.advance(60_000)
    expect(transfers).toHaveLength(1)
    // The visitor reads it, and has a way on.
    expect(view()).toBe('PayLoading')
  },
)

test('a transaction that the network reverts is no payment; one of which nothing is heard may be one', async () => {
  const reverted = await shop({ wait: async ({ hash }) => ({ hash, status: 'reverted' }) })
  openPay(reverted.foyer, onMainnet)
  const end = reverted.ended()
  payFromWallet(reverted.foyer)
  await end
  expect(reverted.state.get().payment).toMatchObject({ hash: '0x01', end: { status: 'failed', reason: 'reverted' } })
})

test.each([
  ['unclear', new RequestTimeoutError({ timeoutMs: 1 })],
  ['unclear', new JsonRpcError({ rpcCode: -32603 })],
  ['unclear', new HttpError({ status: 502, body: '' })],
  ['unclear', new ServerUnreachableError({ origin: 'https://node.example' })],
  ['unclear', new Error('broken')],
  ['failed', new TransactionDroppedError({ hash: '0x01' })],
] as const)(
  '[F27] once the wallet has sent it, a payment is %s after %s: it may have been paid',
  async (reason, error) => {
    const { foyer, state, ended } = await shop({ wait: () => Promise.reject(error) })
    openPay(foyer, onMainnet)
    const end = ended()
    payFromWallet(foyer)
    await end
    expect(state.get().payment).toMatchObject({ hash: '0x01', end: { status: 'failed', reason } })
  },
)

test('while the wallet is asked nothing is asked again: the same request shows it, another is refused', async () => {
  const { foyer, transfers, view, clock } = await shop({ send: () => new Promise(() => {}) })
  openPay(foyer, onMainnet)
  payFromWallet(foyer)
  await clock.advance(0)
  expect(() => payFromWallet(foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  foyer.close()
  openPay(foyer, onMainnet)
  expect(view()).toBe('PayLoading')
  for (const other of [
    { amount: '2' },
    { recipient: `0x${'ac'.repeat(20)}` },
    { asset: { ...onMainnet.asset, networkId: 'eip155:11155111' } },
    { asset: { ...onMainnet.asset, asset: `0x${'cd'.repeat(20)}` } },
  ] as const)
    expect(() => openPay(foyer, { ...onMainnet, ...other })).toThrow(
      expect.objectContaining({ code: 'pay_not_started' }),
    )
  expect(transfers).toHaveLength(1)
})

test('a visitor without a wallet connects one and is back at the payment; one who gives up isn’t', async () => {
  const { foyer, view } = await shop({ connect: false })
  openPay(foyer, onMainnet)
  expect(() => payFromWallet(foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  connectToPay(foyer)
  expect(view()).toBe('Connect')
  expect(foyer.store.getState().connectorFilter).toBe('eip155')
  foyer.close()
  await foyer.connect({ connectorId: 'fake' })
  expect(view()).toBe('closed')
  await foyer.disconnect()

  openPay(foyer, onMainnet)
  connectToPay(foyer)
  foyer.open({ view: 'ConnectingExternal', connectorId: 'fake' })
  await foyer.connect({ connectorId: 'fake' })
  expect(view()).toBe('Pay')
})
