import { createHash } from 'node:crypto'
import { hex } from '@scure/base'
import { type Context, Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { addressOf, scriptOf } from './addresses.js'
import { LedgerRefusal } from './LedgerRefusal.js'
import type { Ledger, LedgerCoin, LedgerEntry } from './ledger.js'

export interface EsploraApiParameters {
  readonly ledger: Ledger
  /** Called after each change, before it is answered. */
  readonly changed: () => Promise<void>
  /** What is sent is mined at once, in a block of its own. */
  readonly minesAtOnce: boolean
}

/** The regtest's first block, as every node has it. */
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'

/** Satoshis for a virtual byte, by blocks. */
const feeEstimates = { '1': 5.012, '3': 3.004, '6': 2, '144': 1 }

const Fund = v.object({ address: v.string(), sats: v.pipe(v.number(), v.safeInteger(), v.minValue(1)) })
const Mine = v.object({ blocks: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000)) })
const RpcCall = v.object({
  id: v.optional(v.union([v.number(), v.string(), v.null()]), null),
  method: v.string(),
  params: v.optional(v.unknown()),
})

/**
 * The ledger by Esplora's paths, with two of its own (`/local/fund`, `/local/mine`), and the few calls of JSON-RPC by which a server checks that a node is the
 * network's.
 * @see https://github.com/Blockstream/esplora/blob/master/API.md
 */
export function createEsploraApi({ ledger, changed, minesAtOnce }: EsploraApiParameters): Hono {
  const app = new Hono()
  app.use(cors())
  readAddresses(app, ledger)
  readTransactions(app, ledger)
  app.get('/fee-estimates', (c) => c.json(feeEstimates))
  app.get('/blocks/tip/height', (c) => c.text(String(ledger.height)))
  app.post('/tx', async (c) => {
    const txid = ledger.accept((await c.req.text()).trim())
    if (minesAtOnce) ledger.mine()
    await changed()
    return c.text(txid)
  })
  app.post('/local/fund', async (c) => {
    const { address, sats } = v.parse(Fund, await c.req.json())
    const txid = ledger.fund({ script: scriptAt(address), value: BigInt(sats) })
    await changed()
    return c.json({ txid })
  })
  app.post('/local/mine', async (c) => {
    ledger.mine(v.parse(Mine, await c.req.json()).blocks)
    await changed()
    return c.json({ height: ledger.height })
  })
  app.post('/', async (c) => {
    const body: unknown = await c.req.json()
    return c.json(Array.isArray(body) ? body.map((call) => answerRpc(ledger, call)) : answerRpc(ledger, body))
  })
  app.onError(refuse)
  return app
}

function readAddresses(app: Hono, ledger: Ledger): void {
  app.get('/address/:address', (c) => c.json(statsOf(ledger, c.req.param('address'))))
  app.get('/address/:address/utxo', (c) => {
    const coins = ledger.coinsOf(scriptAt(c.req.param('address')))
    return c.json(
      coins.map(({ txid, index, value, height }) => ({
        txid,
        vout: index,
        value: Number(value),
        status: statusAt(height),
      })),
    )
  })
  app.get('/address/:address/txs', (c) => {
    const own = entriesOf(ledger, c.req.param('address'))
    const waiting = own.filter(({ height }) => height === undefined).slice(0, 50)
    return c.json([...waiting, ...own.filter(({ height }) => height !== undefined).slice(0, 25)].map(shown))
  })
  app.get('/address/:address/txs/chain/:last', (c) => {
    const mined = entriesOf(ledger, c.req.param('address')).filter(({ height }) => height !== undefined)
    const start = mined.findIndex(({ transaction }) => transaction.txid === c.req.param('last')) + 1
    return c.json(mined.slice(start, start + 25).map(shown))
  })
}

/** Newest first. */
function entriesOf(ledger: Ledger, address: string): readonly LedgerEntry[] {
  const script = hex.encode(scriptAt(address))
  const own = [...ledger.entries.values()].filter(({ transaction, spent }) =>
    [...transaction.outputs, ...spent].some((output) => hex.encode(output.script) === script),
  )
  return own.reverse()
}

function readTransactions(app: Hono, ledger: Ledger): void {
  const entryIn = (c: Context) => ledger.entries.get(c.req.param('txid') ?? '')
  const missing = (c: Context) => c.text('Transaction not found', 404)
  app.get('/tx/:txid', (c) => {
    const entry = entryIn(c)
    return entry ? c.json(shown(entry)) : missing(c)
  })
  app.get('/tx/:txid/hex', (c) => {
    const entry = entryIn(c)
    return entry ? c.text(entry.transaction.hex) : missing(c)
  })
  app.get('/tx/:txid/status', (c) => {
    const entry = entryIn(c)
    return entry ? c.json(statusAt(entry.height)) : missing(c)
  })
  app.get('/tx/:txid/outspend/:index', (c) => {
    const spender = ledger.spenders.get(`${c.req.param('txid')}:${c.req.param('index')}`)
    const entry = spender === undefined ? undefined : ledger.entries.get(spender)
    return c.json(entry ? { spent: true, txid: spender, status: statusAt(entry.height) } : { spent: false })
  })
}

function answerRpc(ledger: Ledger, body: unknown): object {
  const { id, method } = v.parse(RpcCall, body)
  if (method === 'getblockhash') return { jsonrpc: '2.0', id, result: genesis }
  if (method === 'getblockcount') return { jsonrpc: '2.0', id, result: ledger.height }
  return { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }
}

function refuse(error: Error, c: Context): Response {
  if (error instanceof LedgerRefusal)
    return c.text(`sendrawtransaction RPC error: ${JSON.stringify({ code: error.code, message: error.message })}`, 400)
  if (error instanceof v.ValiError || error instanceof SyntaxError) return c.text('Invalid request', 400)
  throw error
}

function scriptAt(address: string): Uint8Array {
  const script = scriptOf(address)
  if (!script) throw new LedgerRefusal({ code: -5, reason: 'Invalid Bitcoin address' })
  return script
}

const blockHash = (height: number) => createHash('sha256').update(`block ${height}`).digest('hex')

const statusAt = (height: number | undefined) =>
  height === undefined
    ? { confirmed: false }
    : { confirmed: true, block_height: height, block_hash: blockHash(height), block_time: 1_700_000_000 + height * 600 }

function statsOf(ledger: Ledger, address: string): object {
  const outputs = ledger.outputsOf(scriptAt(address))
  const spenderOf = ({ txid, index }: LedgerCoin) => ledger.entries.get(ledger.spenders.get(`${txid}:${index}`) ?? '')
  const sum = (coins: readonly LedgerCoin[]) => Number(coins.reduce((total, { value }) => total + value, 0n))
  const stats = (isMined: boolean) => {
    const funded = outputs.filter(({ height }) => (height !== undefined) === isMined)
    const spent = outputs.filter((coin) => {
      const spender = spenderOf(coin)
      return spender !== undefined && (spender.height !== undefined) === isMined
    })
    const touched = new Set([
      ...funded.map(({ txid }) => txid),
      ...spent.map((coin) => spenderOf(coin)?.transaction.txid),
    ])
    return {
      funded_txo_count: funded.length,
      funded_txo_sum: sum(funded),
      spent_txo_count: spent.length,
      spent_txo_sum: sum(spent),
      tx_count: touched.size,
    }
  }
  return { address, chain_stats: stats(true), mempool_stats: stats(false) }
}

const outputShown = ({ script, value }: { readonly script: Uint8Array; readonly value: bigint }) => ({
  scriptpubkey: hex.encode(script),
  scriptpubkey_address: addressOf(script),
  value: Number(value),
})

function shown({ transaction, spent, fee, height }: LedgerEntry): object {
  const { txid, version, lockTime, inputs, outputs, weight } = transaction
  return {
    txid,
    version,
    locktime: lockTime,
    vin: inputs.map(({ index, ...input }, place) => {
      const output = spent[place]
      return {
        txid: input.txid,
        vout: index,
        prevout: output ? outputShown(output) : null,
        scriptsig: hex.encode(input.scriptSig),
        witness: input.witness.map((bytes) => hex.encode(bytes)),
        is_coinbase: !output,
        sequence: input.sequence,
      }
    }),
    vout: outputs.map(outputShown),
    size: transaction.hex.length / 2,
    weight,
    fee: Number(fee),
    status: statusAt(height),
  }
}
