import { expect, test, vi } from 'vitest'
import { requestExpiryMs } from '../attempt/runAttempt.js'
import { contextOf } from '../context.js'
import { AbortedError } from '../errors/connection.js'
import { TransactionDroppedError } from '../errors/feature.js'
import { HttpError, JsonRpcError, ServerUnreachableError } from '../errors/http.js'
import {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnauthorizedError,
  UserRejectedError,
  WalletAnswerError,
} from '../errors/wallet.js'
import { trayOf } from '../transactions/tray.js'
import { leavePayment } from './payFromExchange.js'
import { payFromWallet } from './payFromWallet.js'
import { isPaymentInProgress, openPay, payError, payResult, payState } from './payRoom.js'
import { onMainnet, recipient, shop, stops, type Wait } from './test/shop.js'

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
  ['failed', new Error('insufficient funds'), 'unknown_wallet'],
] as const)(
  'a send that comes to nothing is %s, and is never asked for again by itself',
  async (reason, error, code) => {
    const { foyer, transfers, ended, state, clock, view, errors } = await shop({ send: () => Promise.reject(error) })
    openPay(foyer, onMainnet)
    const end = ended()
    payFromWallet(foyer)
    await end
    expect(state.get().payment?.end).toMatchObject({ status: 'failed', reason })
    expect(payError(foyer)).toMatchObject({ code })
    expect(errors).toEqual(['user_rejected', 'aborted'].includes(code) ? [] : [payError(foyer)])
    await clock.advance(60_000)
    expect(transfers).toHaveLength(1)
    // The visitor reads it, and has a way on.
    expect(view()).toBe('PayLoading')
  },
)

test('a transaction that the network reverts is no payment', async () => {
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

/** Returns the states that a watcher of a payment is shown, in order. */
function watched({ state }: Awaited<ReturnType<typeof shop>>) {
  const seen: string[] = []
  const see = () => {
    const { step, hash, end } = state.get().payment ?? {}
    const now = [step, hash, end?.status].filter((each) => each !== undefined).join(' ')
    if (now !== seen.at(-1)) seen.push(now)
  }
  stops.push(state.subscribe(see))
  return seen
}

const onSepolia = { ...onMainnet, asset: { ...onMainnet.asset, networkId: 'eip155:11155111' } } as const
const never = () => new Promise<never>(() => {})
/** A chain that mines nothing. */
const unmined: Wait = ({ signal }) =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new AbortedError())))

test.each([
  ['refuse', 'declined', 'user_rejected'],
  ['hang', 'failed', 'request_timeout'],
] as const)(
  'a change of network that comes to nothing (%s) is %s: no transfer was asked for',
  async (fault, reason, code) => {
    const { foyer, transfers, ended, state, wallet, clock } = await shop()
    wallet.faults.switchNetwork = fault
    openPay(foyer, onSepolia)
    const end = ended()
    payFromWallet(foyer)
    expect(state.get().payment?.step).toBe('switching')
    await vi.waitFor(() => expect(wallet.asked).toContain('switchNetwork eip155:11155111'))
    if (fault === 'hang') await clock.advance(requestExpiryMs)
    await end
    expect(state.get().payment?.end).toMatchObject({ status: 'failed', reason, error: { code } })
    expect(foyer.store.getState().connection.attempts.pay?.end).not.toHaveProperty('mayHaveBeenSent')
    expect(transfers).toEqual([])
  },
)

test('a wallet isn’t asked for what is on a network that it didn’t agree to', async () => {
  const { foyer, ended, transfers, wallet } = await shop({ approvedNetworks: ['eip155:1'] })
  openPay(foyer, onSepolia)
  const end = ended()
  payFromWallet(foyer)
  await end
  expect(payError(foyer)).toMatchObject({ code: 'pay_invalid_config' })
  expect([transfers, wallet.asked.filter((each) => each.startsWith('switch'))]).toEqual([[], []])
})

test('[F18 F22 F27] a wallet that never answers may have sent it: that stays so, whatever it answers later', async () => {
  let answer = (_: { readonly hash: string }) => {}
  const { foyer, transfers, ended, state, clock } = await shop({
    send: () => new Promise((resolve) => (answer = resolve)),
  })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  await vi.waitFor(() => expect(transfers).toHaveLength(1))
  await clock.advance(requestExpiryMs)
  await end
  const shown = state.get()
  expect(shown.payment?.end).toMatchObject({ reason: 'unclear', error: { code: 'request_timeout' } })
  expect(foyer.store.getState().connection.attempts.pay?.end).toMatchObject({ mayHaveBeenSent: true })
  answer({ hash: '0x01' })
  const tray = trayOf(contextOf(foyer))
  await vi.waitFor(() => expect(tray.get()).toMatchObject([{ hash: '0x01', status: 'mined' }]))
  expect(state.get()).toBe(shown)
  expect(transfers).toHaveLength(1)
})

test('whoever watches sees each step; a second payment begins with nothing of the first', async () => {
  const shown = await shop({
    send: async () => ({ hash: `0x0${shown.transfers.length}` }),
    wait: async ({ hash }) => ({ hash, status: hash === '0x01' ? 'reverted' : 'success' }),
  })
  const { foyer, ended, state } = shown
  openPay(foyer, onSepolia)
  const seen = watched(shown)
  const first = ended()
  payFromWallet(foyer)
  await first
  expect(seen).toEqual(['switching', 'confirming', 'mining 0x01', 'mining 0x01 failed'])
  leavePayment(foyer)
  const second = ended()
  payFromWallet(foyer)
  expect(state.get().payment).toMatchObject({ step: 'confirming', hash: undefined })
  await second
  expect(seen.slice(4)).toEqual(['', 'confirming', 'mining 0x02', 'mining 0x02 completed'])
})

test.each(['cancelled', 'replaced'] as const)(
  '[F27] one that was %s in the wallet is no payment',
  async (replacement) => {
    const { foyer, ended, state, view, errors } = await shop({
      wait: async () => ({ hash: '0x02', status: 'success', replacement }),
    })
    openPay(foyer, onMainnet)
    const end = ended()
    payFromWallet(foyer)
    await end
    expect(state.get().payment?.end).toMatchObject({ status: 'failed', reason: 'failed' })
    expect(payError(foyer)).toMatchObject({ code: 'transaction_failed', status: replacement })
    expect(payResult(foyer)).toBeUndefined()
    expect(view()).toBe('PayLoading')
    expect(foyer.store.getState().snackbar).toBeUndefined()
    expect(errors).toEqual([])
  },
)

test('one that was sped up in the wallet is paid by what took its place', async () => {
  const { foyer, ended } = await shop({
    wait: async () => ({ hash: '0x02', status: 'success', replacement: 'repriced' }),
  })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  await end
  expect(payResult(foyer)).toEqual({ hash: '0x02', sessionId: undefined })
})

test('[F27] where the visitor disconnects before the network has it, whether it was paid isn’t known', async () => {
  const { foyer, ended, state, until } = await shop({ wait: unmined })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  await until(({ connection }) => connection.attempts.pay?.step.type === 'sent')
  expect(state.get().payment).toMatchObject({ step: 'mining', hash: '0x01' })
  await foyer.disconnect()
  await end
  const shown = state.get()
  expect(shown.payment?.end).toMatchObject({ status: 'failed', reason: 'unclear' })
  await foyer.connect({ connectorId: 'fake' })
  expect(state.get()).toBe(shown)
})

test.each(['loading', 'switching', 'confirming', 'mining'] as const)(
  '[F18] a kit that is stopped while %s pays nothing more, and asks for nothing; who watches sees the next payment',
  async (when) => {
    const { foyer, transfers, state, wallet, until, errors } = await shop({
      send: when === 'confirming' ? never : undefined,
      wait: unmined,
    })
    if (when === 'switching') wallet.faults.switchNetwork = 'hang'
    openPay(foyer, when === 'switching' ? onSepolia : onMainnet)
    payFromWallet(foyer)
    const step = { switching: 'starting', confirming: 'walletPrompt', mining: 'sent' } as const
    if (when !== 'loading') await until(({ connection }) => connection.attempts.pay?.step.type === step[when])
    if (when === 'confirming') await vi.waitFor(() => expect(transfers).toHaveLength(1))
    const { running } = contextOf(foyer)
    foyer.stop()
    expect(state.get()).toEqual({})
    expect(isPaymentInProgress(foyer)).toBe(false)
    wallet.release()
    await vi.waitFor(() => expect(running.size).toBe(0))
    await contextOf(foyer).queries()
    expect(transfers).toHaveLength(when === 'confirming' || when === 'mining' ? 1 : 0)
    expect(foyer.store.getState().connection.attempts).toEqual({})
    expect(errors).toEqual([])
    foyer.start()
    const seen = vi.fn()
    stops.push(state.subscribe(seen))
    openPay(foyer, onMainnet)
    expect(seen).toHaveBeenCalledTimes(1)
  },
)

test('a second press asks for nothing, and another kit pays by itself', async () => {
  const one = await shop({ send: never })
  const other = await shop()
  openPay(one.foyer, onMainnet)
  payFromWallet(one.foyer)
  expect(() => payFromWallet(one.foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  await vi.waitFor(() => expect(one.transfers).toHaveLength(1))
  expect(() => payFromWallet(one.foyer)).toThrow(expect.objectContaining({ code: 'pay_not_started' }))
  expect(payState(other.foyer).get()).toEqual({})
  openPay(other.foyer, onMainnet)
  const end = other.ended()
  payFromWallet(other.foyer)
  await end
  expect(payResult(other.foyer)).toMatchObject({ hash: '0x01' })
  expect([one.transfers, other.transfers]).toEqual([one.transfers.slice(0, 1), other.transfers.slice(0, 1)])
  expect(isPaymentInProgress(one.foyer)).toBe(true)
})

test('[F27] where nothing can say what became of it, whether it was paid isn’t known', async () => {
  const { foyer, ended, state } = await shop({ follows: false })
  openPay(foyer, onMainnet)
  const end = ended()
  payFromWallet(foyer)
  await end
  expect(state.get().payment?.end).toMatchObject({ status: 'failed', reason: 'unclear', error: { code: 'pay_failed' } })
  expect(payResult(foyer)).toBeUndefined()
})
