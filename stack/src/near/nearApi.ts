import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { gasPrice, hashOfBlock, type NearEntry, type NearLedger } from './ledger.js'
import { NearRefusal } from './NearRefusal.js'

const Call = v.object({
  id: v.optional(v.union([v.number(), v.string()]), 0),
  method: v.string(),
  params: v.optional(v.unknown()),
})
const Amount = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
)
const Give = v.object({
  accountId: v.string(),
  amount: Amount,
  publicKey: v.optional(v.string()),
  limitedKey: v.optional(v.string()),
  storage: v.optional(v.number()),
})
const finality = v.picklist(['optimistic', 'near-final', 'final'])
const ViewAccount = v.object({ request_type: v.literal('view_account'), finality, account_id: v.string() })
const ViewKey = v.object({
  request_type: v.literal('view_access_key'),
  finality,
  account_id: v.string(),
  public_key: v.string(),
})
const SendTx = v.object({ signed_tx_base64: v.pipe(v.string(), v.base64()), wait_until: v.string() })
const Tx = v.object({ tx_hash: v.string(), sender_account_id: v.string(), wait_until: v.string() })
const BlockParams = v.union([v.object({ block_id: v.string() }), v.object({ finality })])

interface Node {
  readonly ledger: NearLedger
  readonly chainId: string
}

/** A node of the ledger by NEAR's JSON-RPC, one request at a time, with one path of its own (`/local/give`). @see https://docs.near.org/api/rpc/introduction */
export function createNearApi(node: Node): Hono {
  const app = new Hono()
  app.use(cors())
  app.post('/local/give', async (c) => {
    node.ledger.give(v.parse(Give, await c.req.json()))
    return c.json({})
  })
  app.post('/', async (c) => c.json(answer(node, await c.req.json())))
  return app
}

function answer(node: Node, body: unknown): object {
  const { success, output } = v.safeParse(Call, body)
  if (!success)
    return failed(null, { code: -32700, name: 'REQUEST_VALIDATION_ERROR', kind: 'PARSE_ERROR', data: 'Parse error' })
  const { id, method, params } = output
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known)
    return failed(id, { code: -32601, name: 'REQUEST_VALIDATION_ERROR', kind: 'METHOD_NOT_FOUND', data: method })
  try {
    return { jsonrpc: '2.0', id, result: known(node, params) }
  } catch (error) {
    if (error instanceof NearRefusal)
      return failed(id, { code: -32000, name: 'HANDLER_ERROR', kind: error.kind, data: error.data })
    const data = error instanceof Error ? error.message : String(error)
    return failed(id, { code: -32602, name: 'REQUEST_VALIDATION_ERROR', kind: 'PARSE_ERROR', data })
  }
}

const failed = (
  id: string | number | null,
  {
    code,
    name,
    kind,
    data,
  }: { readonly code: number; readonly name: string; readonly kind: string; readonly data: unknown },
): object => ({
  jsonrpc: '2.0',
  id,
  error: { name, cause: { name: kind, info: {} }, code, message: 'Server error', data },
})

const at = ({ height }: NearLedger) => ({ block_height: height, block_hash: hashOfBlock(height) })

const methods: Readonly<Record<string, (node: Node, params: unknown) => object>> = {
  status: ({ ledger, chainId }) => ({
    chain_id: chainId,
    sync_info: { latest_block_height: ledger.height, latest_block_hash: hashOfBlock(ledger.height), syncing: false },
  }),
  gas_price(_, params) {
    v.parse(v.tuple([v.null()]), params)
    return { gas_price: `${gasPrice}` }
  },
  query({ ledger }, params) {
    const { success, output } = v.safeParse(ViewKey, params)
    if (success) {
      const key = ledger.keyOf({ accountId: output.account_id, publicKey: output.public_key })
      return { ...key, ...at(ledger) }
    }
    const { amount, storage } = ledger.accountOf(v.parse(ViewAccount, params).account_id)
    return { amount: `${amount}`, locked: '0', storage_usage: storage, code_hash: '1'.repeat(32), ...at(ledger) }
  },
  block({ ledger }, params) {
    const asked = v.parse(BlockParams, params)
    const heights = Array.from({ length: ledger.height }, (_, each) => each + 1)
    const height = 'finality' in asked ? ledger.height : heights.find((each) => hashOfBlock(each) === asked.block_id)
    if (height === undefined) throw new NearRefusal({ kind: 'UNKNOWN_BLOCK', data: 'DB Not Found Error' })
    return { header: { height, hash: hashOfBlock(height) } }
  },
  send_tx({ ledger }, params) {
    return shown(ledger.accept(Buffer.from(v.parse(SendTx, params).signed_tx_base64, 'base64')))
  },
  tx({ ledger }, params) {
    const { tx_hash: hash } = v.parse(Tx, params)
    const entry = ledger.entries.get(hash)
    if (!entry) throw new NearRefusal({ kind: 'UNKNOWN_TRANSACTION', data: `Transaction ${hash} doesn't exist` })
    return shown(entry)
  },
}

/** What was burnt is said in parts: of the transaction, and of what it set off. */
function shown({ transaction, height, burnt, failure }: NearEntry): object {
  const { hash, signerId, receiverId, publicKey, nonce, deposit, signature } = transaction
  const first = burnt / 2n
  return {
    final_execution_status: 'FINAL',
    status: failure ? { Failure: failure } : { SuccessValue: '' },
    transaction: {
      ...{ hash, nonce, signature },
      signer_id: signerId,
      receiver_id: receiverId,
      public_key: publicKey,
      actions: [{ Transfer: { deposit: `${deposit}` } }],
    },
    transaction_outcome: { id: hash, block_hash: hashOfBlock(height), outcome: { tokens_burnt: `${first}` } },
    receipts_outcome: [{ outcome: { tokens_burnt: `${burnt - first}` } }],
  }
}
