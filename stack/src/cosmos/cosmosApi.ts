import { createHash } from 'node:crypto'
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query'
import { QueryParamsResponse } from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { SimulateRequest, SimulateResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { CosmosRefusal } from './CosmosRefusal.js'
import type { CosmosEntry, CosmosLedger } from './ledger.js'

const Call = v.object({
  id: v.optional(v.union([v.number(), v.string()]), 0),
  method: v.string(),
  params: v.optional(v.union([v.array(v.unknown()), v.record(v.string(), v.unknown())]), []),
})
const Give = v.object({ address: v.string(), denom: v.string(), amount: v.pipe(v.string(), v.regex(/^\d+$/)) })
const hexText = v.pipe(v.string(), v.regex(/^([0-9a-f]{2})*$/i))
const count = v.pipe(v.string(), v.regex(/^\d+$/))
/** CometBFT counts the parameters of a list, and reads numbers as texts. */
const QueryParams = v.tuple([v.string(), hexText, count, v.boolean()])
const SearchParams = v.tuple([
  v.pipe(v.string(), v.regex(/^tx\.hash='[0-9A-F]{64}'$/)),
  v.boolean(),
  count,
  count,
  v.string(),
])

/** A node of the ledger by CometBFT's JSON-RPC, with one path of its own (`/local/give`). @see https://docs.cometbft.com/v0.38/rpc */
export function createCosmosApi(ledger: CosmosLedger): Hono {
  const app = new Hono()
  app.use(cors())
  app.post('/local/give', async (c) => {
    const { amount, ...of } = v.parse(Give, await c.req.json())
    ledger.give({ ...of, amount: BigInt(amount) })
    return c.json({})
  })
  app.post('/', async (c) => {
    const body: unknown = await c.req.json()
    return c.json(Array.isArray(body) ? body.map((each) => answer(ledger, each)) : answer(ledger, body))
  })
  return app
}

function answer(ledger: CosmosLedger, body: unknown): object {
  const { id, method, params } = v.parse(Call, body)
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known) return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found', data: '' } }
  try {
    return { jsonrpc: '2.0', id, result: known(ledger, inOrder(method, params)) }
  } catch (error) {
    const data = error instanceof Error ? error.message : String(error)
    return { jsonrpc: '2.0', id, error: { code: -32602, message: 'Invalid params', data } }
  }
}

/** What parameters are called, and what is meant where one isn't said: clients may write them in order or by name. */
const named: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  abci_query: { path: undefined, data: undefined, height: '0', prove: false },
  broadcast_tx_sync: { tx: undefined },
  tx_search: { query: undefined, prove: false, page: '1', per_page: '30', order_by: '' },
}

const inOrder = (method: string, params: readonly unknown[] | Readonly<Record<string, unknown>>): readonly unknown[] =>
  Array.isArray(params)
    ? params
    : Object.entries(named[method] ?? {}).map(([name, meant]) => new Map(Object.entries(params)).get(name) ?? meant)

/** The state that follows from a block, which nothing here reads: as blocks' hashes, it is no tree's. */
const hashAt = (height: number) => createHash('sha256').update(`block ${height}`).digest('hex').toUpperCase()

const methods: Readonly<Record<string, (ledger: CosmosLedger, params: readonly unknown[]) => object>> = {
  status: ({ facts, height }) => ({
    node_info: {
      protocol_version: { p2p: '8', block: '11', app: '0' },
      id: hashAt(0).slice(0, 40),
      listen_addr: 'tcp://127.0.0.1:26656',
      network: facts.chainId,
      version: '0.38.0',
      channels: '',
      moniker: 'foyer',
      other: { tx_index: 'on', rpc_address: '' },
    },
    sync_info: {
      latest_block_hash: hashAt(height),
      latest_app_hash: hashAt(height),
      latest_block_height: `${height}`,
      latest_block_time: '2024-01-01T00:00:00Z',
      catching_up: false,
    },
    validator_info: {
      address: hashAt(0).slice(0, 40),
      pub_key: { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') },
      voting_power: '1',
    },
  }),
  abci_info: ({ height }) => ({ response: { data: 'foyer', last_block_height: `${height}` } }),
  abci_query(ledger, params) {
    const [path, data] = v.parse(QueryParams, params)
    const answered = query(ledger, path, Buffer.from(data, 'hex'))
    return {
      response: { log: '', info: '', index: '0', key: null, proofOps: null, height: `${ledger.height}`, ...answered },
    }
  },
  broadcast_tx_sync(ledger, params) {
    const [written] = v.parse(v.tuple([v.pipe(v.string(), v.base64())]), params)
    const bytes = Buffer.from(written, 'base64')
    try {
      const { transaction } = ledger.accept(bytes)
      return { code: 0, data: '', log: '', codespace: '', hash: transaction.hash }
    } catch (error) {
      if (!(error instanceof CosmosRefusal)) throw error
      return { code: error.code, data: '', log: error.message, codespace: 'sdk', hash: '0'.repeat(64) }
    }
  },
  tx_search(ledger, params) {
    const [wanted] = v.parse(SearchParams, params)
    const entry = ledger.entries.get(wanted.slice("tx.hash='".length, -1))
    return { txs: entry ? [shown(entry)] : [], total_count: entry ? '1' : '0' }
  },
}

function shown({ transaction: { hash, fee, gas }, bytes, height, code, log }: CosmosEntry): object {
  const [coin] = fee
  const attributes = coin ? [{ key: 'fee', value: `${coin.amount}${coin.denom}`, index: true }] : []
  return {
    hash,
    height: `${height}`,
    index: 0,
    tx: bytes.toString('base64'),
    tx_result: { code, log, gas_wanted: `${gas}`, gas_used: `${gas}`, events: [{ type: 'tx', attributes }] },
  }
}

const found = (value: Uint8Array) => ({ code: 0, codespace: '', value: Buffer.from(value).toString('base64') })

/** What a chain's modules answer to their own methods. */
function query(ledger: CosmosLedger, path: string, data: Uint8Array): object {
  const { facts } = ledger
  try {
    switch (path) {
      case '/cosmos.bank.v1beta1.Query/Balance': {
        const of = QueryBalanceRequest.decode(data)
        const balance = { denom: of.denom, amount: `${ledger.held(of)}` }
        return found(QueryBalanceResponse.encode(QueryBalanceResponse.fromPartial({ balance })).finish())
      }
      case '/cosmos.auth.v1beta1.Query/Account': {
        const { address } = QueryAccountRequest.decode(data)
        const known = ledger.accounts.get(address)
        if (!known) throw new CosmosRefusal({ code: 22, reason: `account ${address} not found` })
        const value = BaseAccount.encode(
          BaseAccount.fromPartial({ address, accountNumber: known.number, sequence: known.sequence }),
        ).finish()
        const account = { typeUrl: '/cosmos.auth.v1beta1.BaseAccount', value }
        return found(QueryAccountResponse.encode(QueryAccountResponse.fromPartial({ account })).finish())
      }
      case '/cosmos.tx.v1beta1.Service/Simulate': {
        const gasUsed = ledger.simulate(SimulateRequest.decode(data).txBytes)
        return found(
          SimulateResponse.encode(SimulateResponse.fromPartial({ gasInfo: { gasUsed, gasWanted: 0n } })).finish(),
        )
      }
      case '/cosmos.staking.v1beta1.Query/Params':
        return found(
          QueryParamsResponse.encode(QueryParamsResponse.fromPartial({ params: { bondDenom: facts.denom } })).finish(),
        )
      default:
        throw new CosmosRefusal({ code: 6, reason: 'unknown query path' })
    }
  } catch (error) {
    if (!(error instanceof CosmosRefusal)) throw error
    return { code: error.code, codespace: 'sdk', log: error.message, value: null }
  }
}
