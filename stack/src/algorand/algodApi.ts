import { stringifyJSON } from 'algosdk'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import { AlgorandRefusal } from './AlgorandRefusal.js'
import { type AlgorandLedger, genesisHash, genesisId, leastFee } from './ledger.js'
import { addressIn } from './readSigned.js'

const Amount = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
)
const Give = v.object({
  address: v.string(),
  amount: Amount,
  signer: v.optional(v.string()),
  asset: v.optional(Amount),
})

/** A whole number as JSON has it, however large. */
const answer = (said: object, status = 200): Response =>
  new Response(stringifyJSON(said), { status, headers: { 'content-type': 'application/json' } })

/** A node of the ledger by the paths of algod that wallets and pages ask, with one of its own (`/local/give`). */
export function createAlgodApi(ledger: AlgorandLedger): Hono {
  const app = new Hono()
  app.use(cors())
  app.onError((error) => {
    if (error instanceof AlgorandRefusal) return answer({ message: error.message }, error.status)
    throw error
  })
  app.post('/local/give', async (c) => {
    const { asset, ...gift } = v.parse(Give, await c.req.json())
    if (asset === undefined) ledger.give(gift)
    else ledger.giveAsset({ ...gift, asset })
    return c.json({})
  })
  reading(app, ledger)
  app.post('/v2/transactions', async (c) => answer({ txId: ledger.accept(new Uint8Array(await c.req.arrayBuffer())) }))
  app.get('/v2/transactions/pending/:id', (c) => {
    const found = ledger.taken.get(c.req.param('id'))
    if (!found) throw new AlgorandRefusal('could not find the transaction in the transaction pool', 404)
    const { round, fee } = found
    return answer({ 'confirmed-round': round, 'pool-error': '', txn: { txn: { fee } } })
  })
  return app
}

function reading(app: Hono, ledger: AlgorandLedger): void {
  app.get('/v2/status', () => answer({ 'last-round': ledger.round, 'catchup-time': 0, 'time-since-last-round': 0 }))
  app.get('/v2/transactions/params', () =>
    answer({
      ...{ 'consensus-version': 'foyer', fee: 0, 'min-fee': leastFee, 'last-round': ledger.round },
      ...{ 'genesis-id': genesisId, 'genesis-hash': genesisHash.toString('base64') },
    }),
  )
  app.get('/v2/accounts/:address', (c) => {
    const address = addressIn(c.req.param('address'))
    const account = ledger.accountOf(address)
    const { amount, signer } = account
    return answer({
      ...{ address, amount, 'min-balance': ledger.minimumOf(account), round: ledger.round, status: 'Offline' },
      ...(signer !== undefined && { 'auth-addr': signer }),
    })
  })
  app.get('/v2/accounts/:address/assets/:asset', (c) => {
    const asset = BigInt(c.req.param('asset'))
    const held = ledger.accountOf(addressIn(c.req.param('address'))).assets.get(asset)
    if (!held) throw new AlgorandRefusal('account asset info not found', 404)
    const holding = { amount: held.amount, 'asset-id': asset, 'is-frozen': held.isFrozen }
    return answer({ round: ledger.round, 'asset-holding': holding })
  })
  app.get('/v2/assets/:asset', (c) => {
    const index = BigInt(c.req.param('asset'))
    const asset = ledger.assets.get(index)
    if (!asset) throw new AlgorandRefusal('asset does not exist', 404)
    return answer({ index, params: { decimals: asset.decimals, name: asset.name, 'unit-name': asset.symbol } })
  })
}
