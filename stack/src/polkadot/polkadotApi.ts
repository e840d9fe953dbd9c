import metadata from '@polkadot/types-support/metadata/static-polkadot'
import { decodeAddress } from '@polkadot/util-crypto'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { type PolkadotLedger, transferFee } from './ledger.js'
import { PolkadotRefusal } from './PolkadotRefusal.js'
import { little, runtimeVersion } from './runtime.js'

const Call = v.object({
  id: v.optional(v.union([v.number(), v.string()]), 0),
  method: v.string(),
  params: v.optional(v.array(v.unknown()), []),
})
const Amount = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
)
const Give = v.object({ address: v.string(), amount: Amount, frozen: v.optional(Amount), reserved: v.optional(Amount) })

export const idOf = (address: string): string => `0x${Buffer.from(decodeAddress(address)).toString('hex')}`

/** A node of the ledger by Substrate's JSON-RPC, with one path of its own (`/local/give`). */
export function createPolkadotApi(ledger: PolkadotLedger): Hono {
  const app = new Hono()
  app.use(cors())
  app.post('/local/give', async (c) => {
    const { address, ...given } = v.parse(Give, await c.req.json())
    ledger.give({ ...given, id: idOf(address) })
    return c.json({})
  })
  app.post('/', async (c) => {
    const body: unknown = await c.req.json()
    return c.json(Array.isArray(body) ? body.map((each) => answer(ledger, each)) : answer(ledger, body))
  })
  return app
}

function answer(ledger: PolkadotLedger, body: unknown): object {
  const { success, output } = v.safeParse(Call, body)
  if (!success) return failed(0, -32600, 'Invalid request')
  const { id, method, params } = output
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known) return failed(id, -32601, 'Method not found')
  try {
    return { jsonrpc: '2.0', id, result: known(ledger, params) }
  } catch (error) {
    if (error instanceof PolkadotRefusal) return failed(id, error.code, error.message, error.data)
    return failed(id, -32602, 'Invalid params', error instanceof Error ? error.message : String(error))
  }
}

const failed = (id: string | number, code: number, message: string, data?: string): object => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message, ...(data !== undefined && { data }) },
})

const Hash = v.tuple([v.string()])
const events = '0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7'

function blockAt(ledger: PolkadotLedger, hash: string | undefined) {
  const block = ledger.blocks.find((each) => each.hash === hash)
  return block && { block, header: { ...block.header, number: `0x${block.header.number.toString(16)}` } }
}

const methods: Readonly<Record<string, (ledger: PolkadotLedger, params: readonly unknown[]) => unknown>> = {
  system_health: () => ({ peers: 1, isSyncing: false, shouldHavePeers: true }),
  system_chain: () => 'Foyer Polkadot',
  system_properties: () => ({ ss58Format: 0, tokenDecimals: 10, tokenSymbol: 'DOT' }),
  rpc_methods: () => ({ methods: Object.keys(methods) }),
  state_getMetadata: () => metadata,
  chain_getBlockHash: (ledger, [height]) => ledger.hashOf(typeof height === 'number' ? height : ledger.height) ?? null,
  chain_getFinalizedHead: (ledger) => ledger.hashOf(ledger.height),
  chain_getHeader: (ledger, params) =>
    blockAt(ledger, params.length === 0 ? ledger.hashOf(ledger.height) : v.parse(Hash, params)[0])?.header ?? null,
  chain_getBlock(ledger, params) {
    const found = blockAt(ledger, v.parse(Hash, params)[0])
    return found ? { block: { header: found.header, extrinsics: found.block.extrinsics }, justifications: null } : null
  },
  state_getRuntimeVersion: () => ({ ...runtimeVersion, apis: [], authoringVersion: 0, implVersion: 0 }),
  system_accountNextIndex: (ledger, params) => ledger.nonceOf(idOf(v.parse(Hash, params)[0])),
  state_getStorage(ledger, [key, at]) {
    if (key !== events) return ledger.storageOf(v.parse(v.string(), key))
    return blockAt(ledger, v.parse(v.string(), at))?.block.events ?? null
  },
  state_queryStorageAt(ledger, params) {
    const [keys] = v.parse(v.looseTuple([v.array(v.string())]), params)
    return [{ block: ledger.hashOf(ledger.height), changes: keys.map((key) => [key, ledger.storageOf(key)]) }]
  },
  state_call(_, params) {
    v.parse(v.tuple([v.literal('TransactionPaymentApi_query_info'), v.pipe(v.string(), v.regex(/^0x/))]), params)
    // Weight, class, and the fee.
    return `0x${Buffer.from([4, 4, 0, ...little(16, transferFee)]).toString('hex')}`
  },
  author_submitExtrinsic: (ledger, params) => ledger.accept(v.parse(Hash, params)[0]),
}
