import { ApprovalReply, allowanceCall, type SwapQuote, SwapQuotesReply, SwapTransactionReply } from '@foyer/core/wire'
import type { Database } from '@foyer/service/db/database'
import * as v from 'valibot'
import type { Address, Hex, TransactionReceipt } from 'viem'
import { expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import { openApi, type TestApi } from '../../test/openApi.js'
import type { OpenMarket, VenueConfig } from './openMarket.js'

/** The query that every call carries. */
export const common = 'projectId=demo&st=appkit&sv=react-evm-1.7.6'

/** The address of a CAIP-10 id. */
export const plain = (accountId: string): Address => `0x${accountId.split(':0x')[1] ?? ''}`

/** The outcome of a swap. */
export interface Swapped {
  readonly quote: SwapQuote
  readonly tx: SwapTransactionReply['tx']
  readonly receipt: TransactionReceipt
  /** how many approvals it took */
  readonly approvals: number
  /** what the account has more of, the gas of the swap aside */
  readonly received: bigint
}

/** The API as a client of swaps uses it, for tests; nothing in the product imports this. */
export interface SwapClient {
  readonly api: TestApi
  quote(request: { from: string; to: string; amount: bigint }): Promise<SwapQuote | undefined>
  allowance(symbol: string): Promise<bigint>
  approval(request: { from: string; to: string; amount?: bigint }): Promise<ApprovalReply['tx']>
  transaction(request: {
    from: string
    to: string
    amount: bigint
    slippage?: number
    disableEstimate?: boolean
    minAmount?: string
  }): Promise<SwapTransactionReply['tx']>
  /** As the original's client does it: a quote, an approval where the allowance is too small, the swap. */
  swap(request: { from: string; to: string; amount: bigint; disableEstimate?: boolean | undefined }): Promise<Swapped>
}

export async function openSwapClient({
  local,
  database,
  swaps,
  chains,
  remoteAddress,
}: {
  local: OpenMarket
  database: Database
  remoteAddress?: string
  swaps?: VenueConfig
  chains?: readonly ChainConfig[]
}): Promise<SwapClient> {
  const api = await openApi({ database, chains: chains ?? [local.config(swaps)], remoteAddress })
  return { api, ...createSwapClient({ local, api }) }
}

/** The same by an API that is there, wherever it runs. */
export function createSwapClient({
  local,
  api,
}: {
  local: OpenMarket
  api: Pick<TestApi, 'get' | 'post' | 'logged'>
}): Omit<SwapClient, 'api'> {
  const { account, user, named } = local
  const answer = async <Value>(response: Response, schema: v.GenericSchema<unknown, Value>) => {
    const body: unknown = await response.json()
    expect([response.status, body], api.logged.slice(-2).join('')).toEqual([200, body])
    return v.parse(schema, body)
  }
  const pair = (request: { from: string; to: string }) => `from=${named(request.from)}&to=${named(request.to)}`
  const client: Omit<SwapClient, 'api'> = {
    async quote({ amount, ...request }) {
      const query = `amount=${amount}&userAddress=${account}&${pair(request)}&gasPrice=1`
      const reply = await answer(await api.get(`/v1/convert/quotes?${common}&${query}`), SwapQuotesReply)
      return reply.quotes[0]
    },
    async allowance(symbol) {
      const query = `tokenAddress=${named(symbol)}&userAddress=${user}`
      const reply = await answer(await api.get(`/v1/convert/allowance?${common}&${query}`), allowanceCall.reply)
      return BigInt(reply.allowance)
    },
    async approval({ amount, ...request }) {
      const said = amount === undefined ? '' : `&amount=${amount}`
      const path = `/v1/convert/build-approve?${common}&userAddress=${user}&${pair(request)}${said}`
      return (await answer(await api.get(path), ApprovalReply)).tx
    },
    async transaction({ from, to, amount, slippage = 1, ...rest }) {
      const body = {
        amount: String(amount),
        eip155: { slippage },
        projectId: 'demo',
        from: named(from),
        to: named(to),
        userAddress: user,
        ...rest,
      }
      const response = await api.post('/v1/convert/build-transaction?st=appkit&sv=x', body)
      return (await answer(response, SwapTransactionReply)).tx
    },
    async swap({ from, to, amount, disableEstimate = true }) {
      const quote = (await client.quote({ from, to, amount })) ?? expect.fail('There is no quote.')
      let approvals = 0
      while (from !== 'ETH' && (await client.allowance(from)) < amount) {
        const approval = await client.approval({ from, to })
        const { gas, gasPrice } = approval.eip155
        const data: Hex = `0x${approval.data.slice(2)}`
        // To `from`: that is where the original's client sends it.
        const sent = { to: plain(approval.from), data, value: BigInt(approval.value) }
        const receipt = await local.send({ ...sent, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
        expect(receipt.status).toBe('success')
        approvals += 1
      }
      const tx = await client.transaction({ from, to, amount, disableEstimate })
      const { gas, gasPrice } = tx.eip155
      const sent = { to: plain(tx.to), data: `0x${tx.data.slice(2)}`, value: from === 'ETH' ? amount : 0n } as const
      const before = await local.held(to)
      const receipt = await local.send({ ...sent, gas: BigInt(gas), gasPrice: BigInt(gasPrice) })
      const gasPaid = to === 'ETH' ? receipt.gasUsed * receipt.effectiveGasPrice : 0n
      return { quote, tx, receipt, approvals, received: (await local.held(to)) - before + gasPaid }
    },
  }
  return client
}
