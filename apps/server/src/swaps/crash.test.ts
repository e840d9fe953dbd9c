import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Api, buildSwap, createApi, history } from '@foyer/core/api'
import { formatAccountId } from '@foyer/core/chain'
import { type SwapQuote, type SwapTransactionReply, sdkVersion } from '@foyer/core/wire'
import type { Hex } from 'viem'
import { getTransactionCount } from 'viem/actions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { swapAsks } from '../db/schema/swaps.js'
import { rpc, seeded } from '../indexer/test/randomActivity.js'
import { type BuiltServer, buildServer, listening, type StartedProcess } from '../test/buildServer.js'
import { demo, openTestDatabase } from '../test/openApi.js'
import { type OpenMarket, openMarket } from './test/openMarket.js'
import { createSwapClient, plain, type SwapClient } from './test/openSwapClient.js'

/** The requests of a visitor's swap to the server, in order. */
const steps = ['quote', 'allowance', 'approval', 'transaction', 'status'] as const
type Step = (typeof steps)[number]
/** The point where the server is killed: before it is asked for a step, or while it works on it. */
type KillPoint = `${'before' | 'within'} ${Step}`

const isFull = Boolean(process.env.FOYER_FULL)
const random = seeded(12)
const everywhere = steps.flatMap((step): readonly KillPoint[] => [`before ${step}`, `within ${step}`])
/** The whole figure needs minutes; without FOYER_FULL it is tried once that a swap goes on after each of its pauses. */
const rounds: readonly (readonly KillPoint[])[] = isFull
  ? Array.from({ length: 50 }, (_, count) =>
      everywhere.filter((_, index) => index === count % everywhere.length || random() < 0.1),
    )
  : [['within approval', 'before transaction', 'before status']]

let local: OpenMarket
let built: BuiltServer
let folder: string
let server: StartedProcess
let origin: string
let swaps: Omit<SwapClient, 'api'>
let kit: Api
beforeAll(async () => {
  ;[local, built, folder] = await Promise.all([openMarket(), buildServer(), mkdtemp(join(tmpdir(), 'foyer-swaps-'))])
  await writeFile(join(folder, 'chains.json'), JSON.stringify([{ ...local.config(), index: { everyMs: 50 } }]))
  await start()
  const post = (path: string, body: unknown) => send(path, { method: 'POST', body: JSON.stringify(body) })
  swaps = createSwapClient({ local, api: { get: (path) => send(path), post, logged: [] } })
})
afterAll(async () => {
  await Promise.all([local?.stop(), built?.remove()])
  await rm(folder, { recursive: true, force: true })
})

const network = () => local.chain.caipNetworkId
const send = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init)

async function start(): Promise<void> {
  const env = { CHAINS: join(folder, 'chains.json'), DATA_DIR: join(folder, 'data'), PROJECTS: JSON.stringify([demo]) }
  server = built.start({ env: { PORT: '0', LOG_LEVEL: 'info', ...env } })
  const [, port] = await server.line(listening)
  origin = `http://127.0.0.1:${port}`
  kit = createApi({
    origin,
    projectId: 'demo',
    sdkVersion: sdkVersion({ platform: 'react', adapters: ['evm'] }),
    network,
  })
}

async function kill(): Promise<void> {
  server.child.kill('SIGKILL')
  await server.ended
}

/** Asks for a step, with the server killed where it is to be: what ends with it is asked of the next one. */
async function at<Answer>(killed: readonly KillPoint[], step: Step, ask: () => Promise<Answer>): Promise<Answer> {
  if (killed.includes(`before ${step}`)) {
    await kill()
    await start()
  }
  if (killed.includes(`within ${step}`)) {
    const ended = Promise.allSettled([ask()])
    await pause(random() * 30)
    await kill()
    await ended
    await start()
  }
  return ask()
}

const sale = { from: 'DUSD', to: 'FYR', amount: 123_456_789n } as const
const nonce = () => getTransactionCount(local.client, { address: local.account })

test.each(rounds.map((killed) => ({ killed, where: killed.join(', ') })))(
  '[S7.11 S7.12] a server that is killed $where honours the quote of before exactly, once, and refuses it then as the kit understands',
  async ({ killed }) => {
    const sent = await nonce()
    const quote = await at(killed, 'quote', async () => (await swaps.quote(sale)) ?? expect.fail('There is no quote.'))
    expect(await at(killed, 'allowance', () => swaps.allowance(sale.from))).toBe(0n)
    // As the original's client asks for it: without the amount, which the server has from the quote.
    const approval = await at(killed, 'approval', () => swaps.approval({ from: sale.from, to: sale.to }))
    await local.send({ to: plain(approval.to), data: toHex(approval.data) })
    const spender = plain(quote.spender ?? expect.fail('It takes an approval.'))
    expect(await local.allowed({ symbol: sale.from, spender })).toBe(sale.amount)

    const minAmount = quote.minAmount ?? expect.fail('It says no minimum.')
    const tx = await at(killed, 'transaction', () => swaps.transaction({ ...sale, disableEstimate: true, minAmount }))
    const before = await local.held(sale.to)
    const { transactionHash } = await local.send({ to: plain(tx.to), data: toHex(tx.data) })
    expect([tx.minAmount, (await local.held(sale.to)) - before]).toEqual([minAmount, BigInt(quote.toAmount)])
    await expectRefused(quote)

    const receipt = await at(killed, 'status', () => {
      const url = `${origin}/v1/?chainId=${network()}&projectId=demo`
      return rpc({ url, method: 'eth_getTransactionReceipt', params: [transactionHash] })
    })
    expect(receipt).toMatchObject({ status: '0x1' })
    await expectInHistoryOnce(transactionHash)
    // An approval and a swap, each once.
    expect((await nonce()) - sent).toBe(2)
  },
)

test('[S7.12] what was quoted is kept once for a pair, whatever the server was killed at', async () => {
  await kill()
  const database = await openTestDatabase({ kind: 'directory', path: join(folder, 'data') })
  const asks = await database.orm.select().from(swapAsks)
  expect(asks.map(({ amount }) => BigInt(amount))).toEqual([sale.amount])
  await database.close()
})

const toHex = (data: SwapTransactionReply['tx']['data']): Hex => `0x${data.slice(2)}`

/** The swap itself has moved the price: what was quoted can't be had in full again, and nothing is built that would give less. */
async function expectRefused({ toAmount }: SwapQuote): Promise<void> {
  const [from, to, userAddress] = [local.addressOf(sale.from), local.addressOf(sale.to), local.account].map((address) =>
    formatAccountId({ networkId: network(), address }),
  )
  if (!from || !to || !userAddress) expect.fail()
  const asked = { from, to, userAddress, amount: sale.amount, minAmount: BigInt(toAmount) }
  await expect(buildSwap(kit, asked)).rejects.toMatchObject({
    code: 'http',
    status: 409,
    reasons: [{ name: 'minAmount' }],
  })
}

async function expectInHistoryOnce(hash: Hex): Promise<void> {
  const timesIn = async () => {
    const { data } = await history(kit, { address: local.account })
    return data.filter(({ metadata }) => metadata.hash === hash).length
  }
  await expect.poll(timesIn, { interval: 50 }).toBe(1)
}
