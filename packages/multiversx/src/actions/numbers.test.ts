import { createTestHost } from '@foyer/testing'
import * as v from 'valibot'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { multiversx } from '../multiversx.js'
import { freshAddress, networkAt, one, reachWallet, standInPage } from '../test/stage.js'

afterEach(() => vi.unstubAllGlobals())

const Sent = v.object({ nonce: v.number(), sender: v.string() })

/** A gateway that says what the test has it say of accounts and of what was sent, and one kit over two networks of it. */
function scripted() {
  /** The number of each account's next transaction, as far as blocks go. */
  const numbers = new Map<string, number>()
  const said = { status: 'pending', takes: true }
  const sent: v.InferOutput<typeof Sent>[] = []
  const answer = (path: string, chainId: string, body: unknown) => {
    if (path.endsWith('/guardian-data')) return { guardianData: { guarded: false } }
    if (path.endsWith('/process-status')) return { status: said.status }
    if (path === '/network/config')
      return { config: { erd_chain_id: chainId, erd_min_gas_limit: 50_000, erd_min_gas_price: 1_000_000_000 } }
    if (path !== '/transaction/send')
      return { account: { nonce: numbers.get(path.split('/').at(-1) ?? '') ?? 0, balance: `${5n * one}` } }
    sent.push(v.parse(Sent, JSON.parse(String(body))))
    return { txHash: 'ab'.repeat(32) }
  }
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    const { host, pathname } = new URL(url)
    if (pathname === '/transaction/send' && !said.takes)
      return Response.json({ code: 'bad_request', error: 'lowerNonceInTx: true' })
    if (pathname.endsWith('/process-status') && said.status === 'forgotten')
      return Response.json({ code: 'internal_issue', error: 'transaction not found' })
    return Response.json({
      code: 'successful',
      error: '',
      data: answer(pathname, host.split('.')[0] ?? '', init?.body),
    })
  })
  const networks = ['chain', 'other'].map((id) => networkAt({ url: `https://${id}.example`, id }))
  const actions = multiversx().actions(createTestHost({ networks }))
  const wallets = async () => {
    const [network = expect.fail(), other = expect.fail()] = networks
    const page = standInPage()
    vi.stubGlobal('window', page)
    const { reached, leave } = await reachWallet({ stage: { chain: { fund: async () => {} }, network } })
    onTestFinished(leave)
    return { page, reached, elsewhere: { ...reached, network: other, networkId: other.caipNetworkId } }
  }
  const send = async (wallet: Awaited<ReturnType<typeof wallets>>['reached'], page: EventTarget = window) => {
    vi.stubGlobal('window', page)
    const transfer = { to: freshAddress(), asset: { type: 'coin' }, amount: 1n } as const
    return (await actions).sendTransfer?.({ wallet, transfer })
  }
  return { numbers, said, sent, wallets, send, numbersSent: () => sent.map(({ nonce }) => nonce) }
}

/** How a transaction stands that waits for no block any more; gateways that have forgotten it know none. */
const ends = ['success', 'fail', 'invalid', 'unknown', 'forgotten']

test.each(ends)('a transfer after one that waits no more (%s) has the number that the gateway says', async (status) => {
  const { said, wallets, send, numbersSent } = scripted()
  const { reached } = await wallets()
  await send(reached)
  said.status = status
  await send(reached)
  expect(numbersSent()).toEqual([0, 0])
})

test('a transfer after one that the gateway didn’t take has the number that the gateway says', async () => {
  const { said, wallets, send, numbersSent } = scripted()
  const { reached } = await wallets()
  said.takes = false
  await expect(send(reached)).rejects.toMatchObject({ code: 'json_rpc' })
  said.takes = true
  await send(reached)
  expect(numbersSent()).toEqual([0])
})

test('a number that the account has passed is not gone back to, though what this page sent waits for other shards', async () => {
  const { numbers, wallets, send, numbersSent } = scripted()
  const { reached } = await wallets()
  await send(reached)
  await send(reached)
  // Elsewhere the account has sent three more.
  numbers.set(reached.account.address, 5)
  await send(reached)
  numbers.set(reached.account.address, 7)
  await send(reached)
  expect(numbersSent()).toEqual([0, 1, 5, 7])
})

test('what waits counts for its own account and its own network', async () => {
  const { wallets, send, sent } = scripted()
  const { page, reached, elsewhere } = await wallets()
  const another = await wallets()
  await send(reached, page)
  await send(another.reached, another.page)
  await send(elsewhere, page)
  await send(reached, page)
  const [own, others] = [reached.account.address, another.reached.account.address]
  expect(sent.map(({ sender, nonce }) => [sender, nonce])).toEqual([
    [own, 0],
    [others, 0],
    [own, 0],
    [own, 1],
  ])
})
