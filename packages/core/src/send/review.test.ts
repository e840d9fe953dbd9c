import { describe, expect, test } from 'vitest'
import { chooseAccount } from '../connection/index.js'
import { account } from '../connector/test/fakeConnector.js'
import { AbortedError } from '../errors/connection.js'
import { foreignError } from '../errors/foreignError.js'
import { JsonRpcError } from '../errors/http.js'
import {
  ChainDisconnectedError,
  ProviderDisconnectedError,
  RequestTimeoutError,
  UnauthorizedError,
  UnsupportedMethodError,
  WalletAnswerError,
} from '../errors/wallet.js'
import { confirmSend, leaveReview, readFee, reviewSend, typeAmount } from './index.js'
import { own, second, sendKit, to } from './test/sendKit.js'

const rejected = () => foreignError({ code: 4001, message: 'no' }, { method: 'eth_sendTransaction' })

describe('[F22] the wallet', () => {
  test('is asked once, however often the button is pressed', async () => {
    const { foyer, fill, asked, events, stored } = await sendKit()
    await fill()
    reviewSend(foyer)
    const [first, second] = await Promise.all([confirmSend(foyer), confirmSend(foyer)])
    expect([first, second]).toEqual(['sent', undefined])
    expect(asked).toHaveLength(1)
    expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['SEND_INITIATED', 'SEND_SUCCESS']))
    expect(stored().paid_recipients).toContain(to)
  })

  test('declines, and the preview stands as it was', async () => {
    const { foyer, fill, send, asked, errors } = await sendKit({
      sendTransfer: () => Promise.reject(rejected()),
    })
    await fill()
    const draft = reviewSend(foyer)
    foyer.open({ view: 'WalletSendPreview' })
    expect(await confirmSend(foyer)).toBe('declined')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.declined' })
    // Once, where it was pressed; to a visitor who has gone on, over what they look at.
    expect(foyer.store.getState().snackbar).toBeUndefined()
    foyer.open({ view: 'Account' })
    await confirmSend(foyer)
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'send.declined' })
    leaveReview(foyer)
    expect(send().phase).toEqual({ status: 'filling' })
    // A refusal by the visitor isn't a fault.
    expect(errors).toEqual([])
    expect(send().form).toMatchObject({ amount: '0.5', recipient: { address: to } })
    expect(asked).toHaveLength(2)
  })

  test('sends it, and the receipt stands over the account where the review stood', async () => {
    let reverts = () => {}
    const waiting = new Promise<void>((resolve) => {
      reverts = resolve
    })
    const { foyer, fill, turns, attempt } = await sendKit({
      waitForTransaction: async ({ hash }) => waiting.then(() => ({ hash, status: 'reverted' as const })),
    })
    await fill()
    reviewSend(foyer)
    foyer.open({ view: 'WalletSendPreview' })
    await confirmSend(foyer)
    const { view, snackbar } = foyer.store.getState()
    expect(view.history).toEqual([
      { view: 'Account' },
      { view: 'Receipt', networkId: 'eip155:1', hash: expect.any(String), kind: 'send', name: undefined },
    ])
    expect(snackbar).toBeUndefined()
    // Nor is it said twice that the chain reverted it.
    reverts()
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()).toMatchObject({ end: { status: 'failed', code: 'transaction_failed' } })
    expect(foyer.store.getState().snackbar).toBeUndefined()
  })

  test.each([
    new RequestTimeoutError({ timeoutMs: 1 }),
    new WalletAnswerError({ method: 'eth_sendTransaction', expected: 'a hash' }),
    new AbortedError(),
    new ProviderDisconnectedError(),
    new ChainDisconnectedError(),
  ])('[F18 F22 F28] gives no usable answer, $code: it may have been sent, so it isn’t offered again', async (error) => {
    const { foyer, fill, send, events, asked } = await sendKit({ sendTransfer: () => Promise.reject(error) })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('unknown')
    expect(send().phase).toEqual({ status: 'dropped', reason: 'unknown' })
    expect(foyer.store.getState().snackbar).toEqual({ variant: 'error', message: 'error.mayHaveBeenSent' })
    expect(await confirmSend(foyer)).toBeUndefined()
    expect(asked).toHaveLength(1)
    const failed = events.find(({ event }) => event === 'SEND_ERROR')
    expect(failed).toMatchObject({ properties: { message: error.code, token: 'ETH', amount: 0.5 } })
    expect(JSON.stringify(failed)).not.toContain(to)
  })

  test.each([
    new JsonRpcError({ rpcCode: -32000, text: 'insufficient funds' }),
    new UnauthorizedError(),
    new UnsupportedMethodError(),
    new Error('broken'),
  ])('says that it won’t send, %s: the preview stands, to be tried again by a press', async (error) => {
    const { foyer, fill, send } = await sendKit({ sendTransfer: () => Promise.reject(error) })
    await fill()
    const draft = reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('failed')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.failed' })
  })

  test('[F18] never answers: after five minutes it may have been sent, and a late answer only fills the activity', async () => {
    let answer = () => {}
    const { foyer, fill, send, turns, clock, attempt, stored } = await sendKit({
      sendTransfer: () =>
        new Promise((resolve) => {
          answer = () => resolve({ hash: '0xlate' })
        }),
    })
    await fill()
    reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    expect(send().phase.status).toBe('sending')
    await clock.advance(5 * 60_000)
    expect(await outcome).toBe('unknown')
    answer()
    await turns(() => stored().transactions?.includes('0xlate') === true)
    expect(send().phase).toEqual({ status: 'dropped', reason: 'unknown' })
    expect(await confirmSend(foyer)).toBeUndefined()
  })

  test('goes elsewhere while it is asked: that stays asked for, and is offered again only where it was previewed', async () => {
    let decline = () => {}
    const { foyer, fill, send, turns, wallet, attempt } = await sendKit({
      sendTransfer: () =>
        new Promise((_, reject) => {
          decline = () => reject(rejected())
        }),
    })
    const goTo = (networkId: 'eip155:1' | 'eip155:11155111') =>
      wallet.emit({ type: 'networkChanged', family: 'eip155', networkId })
    await fill()
    const draft = reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    goTo('eip155:11155111')
    typeAmount(foyer, '0.7')
    expect(send().phase).toEqual({ status: 'sending', draft })
    decline()
    expect(await outcome).toBe('declined')
    expect(send().phase).toEqual({ status: 'dropped', reason: 'moved' })
    goTo('eip155:1')
    expect(send().phase).toEqual({ status: 'reviewing', draft, notice: 'send.declined' })
  })

  test('has sent it: the form begins anew while the chain is waited for, and another can be sent', async () => {
    const ends: (() => void)[] = []
    const { foyer, fill, send, turns, attempt, asked, until } = await sendKit({
      sendTransfer: async () => ({ hash: `0x${asked.length}` }),
      waitForTransaction: ({ hash }) =>
        new Promise((resolve) =>
          ends.push(() => resolve({ hash: '0xother', status: 'success', replacement: 'cancelled' })),
        ).then((mined) => ({ hash, ...Object(mined) })),
    })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    expect(send().phase).toEqual({ status: 'filling' })
    expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x1' } })
    expect(attempt()?.end).toBeUndefined()
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    expect(attempt()).toMatchObject({ step: { type: 'sent', hash: '0x2' } })
    await turns(() => ends.length === 2)
    // The visitor cancels it in the wallet: that isn't done.
    foyer.open({ view: 'Account' })
    for (const end of ends) end()
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()?.end).toMatchObject({ status: 'failed', notice: 'account.transactionCancelled' })
    await until(({ snackbar }) => snackbar?.message === 'account.transactionCancelled')
  })

  test('is asked when the kit stops: nothing is said, and nothing follows', async () => {
    const { foyer, fill, send, turns, attempt, events, errors } = await sendKit({
      sendTransfer: () => new Promise(() => {}),
    })
    await fill()
    reviewSend(foyer)
    const outcome = confirmSend(foyer)
    await turns(() => attempt()?.step.type === 'walletPrompt')
    foyer.stop()
    expect(await outcome).toBe('unknown')
    expect(send().phase).toEqual({ status: 'filling' })
    expect(foyer.store.getState().snackbar).toBeUndefined()
    expect([events.some(({ event }) => event === 'SEND_ERROR'), errors]).toEqual([false, []])
  })

  test('has sent it, and the nodes are down: that is reported once, and no failure is made of it', async () => {
    const { foyer, fill, turns, attempt, events, errors } = await sendKit({
      waitForTransaction: () => Promise.reject(new JsonRpcError({ rpcCode: -32000, text: 'down' })),
    })
    await fill()
    reviewSend(foyer)
    expect(await confirmSend(foyer)).toBe('sent')
    await turns(() => attempt()?.end !== undefined)
    expect(attempt()?.end).toMatchObject({ mayHaveBeenSent: true })
    expect(errors).toMatchObject([{ code: 'json_rpc' }])
    expect(events.some(({ event }) => event === 'SEND_ERROR')).toBe(false)
  })

  test('isn’t asked where another account was chosen after the preview', async () => {
    const { foyer, fill, send, asked } = await sendKit()
    await fill()
    reviewSend(foyer)
    chooseAccount(foyer, { family: 'eip155', address: `0x${'b'.repeat(40)}` })
    expect(send().phase).toEqual({ status: 'dropped', reason: 'moved' })
    expect(await confirmSend(foyer)).toBe(undefined)
    expect(asked).toEqual([])
    expect(send().form).toMatchObject({ amount: '0.5', recipient: { address: to } })
  })

  test('[S8.11] what the chain reverts afterwards is said', async () => {
    const { foyer, fill, until } = await sendKit({
      waitForTransaction: async ({ hash }) => ({ hash, status: 'reverted' as const }),
    })
    await fill()
    reviewSend(foyer)
    foyer.open({ view: 'Account' })
    await confirmSend(foyer)
    await until(({ snackbar }) => snackbar?.message === 'account.transactionReverted')
  })

  test('[F27] the fee of a former preview isn’t shown with another', async () => {
    const asked: ((value: bigint) => void)[] = []
    const { foyer, fill, send, turns } = await sendKit({
      estimateFee: () =>
        new Promise((resolve) =>
          asked.push((value) => resolve({ value, most: value, decimals: 18, symbol: 'ETH', maxAmount: 1n })),
        ),
    })
    await fill('0.1')
    reviewSend(foyer)
    leaveReview(foyer)
    await fill('0.9')
    reviewSend(foyer)
    await turns(() => asked.length === 2)
    const [former, own] = asked
    former?.(1n)
    await new Promise((resolve) => setTimeout(resolve, 0))
    expect(send().fee).toEqual({ status: 'loading' })
    own?.(9n)
    await turns(() => send().fee.status === 'ready')
    expect(send().fee).toMatchObject({ fee: { value: 9n } })
  })

  test('a transfer that the chain expects to fail is said so before', async () => {
    const { foyer, fill, send, turns, errors } = await sendKit({
      estimateFee: async () => {
        throw new JsonRpcError({ rpcCode: 3, text: 'execution reverted' })
      },
    })
    await fill()
    reviewSend(foyer)
    await turns(() => send().fee.status === 'refused')
    expect(errors).toEqual([])
  })

  test('a fee that can’t be had is no refusal, and is asked for anew', async () => {
    let isDown = true
    const { foyer, fill, send, turns, errors } = await sendKit({
      estimateFee: async ({ work }) => {
        if (isDown) throw new Error('offline')
        return { value: 'transfer' in work ? work.transfer.amount : 0n, most: 2n, decimals: 18, symbol: 'ETH' }
      },
    })
    await readFee(foyer)
    expect(send().fee).toEqual({ status: 'none' })
    await fill()
    reviewSend(foyer)
    await turns(() => send().fee.status === 'unreached')
    expect(errors).toHaveLength(1)
    isDown = false
    await readFee(foyer)
    expect(send().fee).toMatchObject({ status: 'ready', fee: { value: 5n * 10n ** 17n } })
  })

  test.each([
    [undefined, '0.5', { isSmartAccount: false, token: 'ETH', amount: 0.5 }],
    ['smartAccount', '0.25', { isSmartAccount: true, token: 'ETH', amount: 0.25 }],
  ] as const)('a host hears what was sent by an account of type %s, and not where', async (type, amount, said) => {
    const { foyer, fill, events, wallet } = await sendKit()
    const accounts = [
      { ...account(own), ...(type && { type }) },
      { ...account(second), type: 'smartAccount' },
    ] as const
    wallet.emit({ type: 'accountsChanged', family: 'eip155', accounts })
    await fill(amount)
    reviewSend(foyer)
    await confirmSend(foyer)
    const found = events.find(({ event }) => event === 'SEND_SUCCESS')
    expect(found).toEqual({ event: 'SEND_SUCCESS', properties: { network: 'eip155:1', ...said } })
  })
})
