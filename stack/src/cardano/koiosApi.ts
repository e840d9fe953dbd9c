import type { TransactionUnspentOutput } from '@blaze-cardano/core'
import { Hono } from 'hono'
import { cors } from 'hono/cors'
import * as v from 'valibot'
import type { CardanoLedger } from './createNode.js'

/** The local chain's own: no public network has it. */
export const networkMagic = 42

const Amount = v.pipe(
  v.string(),
  v.regex(/^\d+$/),
  v.transform((text) => BigInt(text)),
)
const Give = v.object({ address: v.string(), amount: Amount, tokens: v.optional(v.record(v.string(), Amount)) })
const Addresses = v.object({ _addresses: v.tuple([v.string()]) })
const Hashes = v.object({ _tx_hashes: v.tuple([v.string()]) })
const Names = v.object({ _utxo_refs: v.array(v.string()) })

const policyDigits = 56

/** An output as Koios has it. */
function written(utxo: TransactionUnspentOutput) {
  const amount = utxo.output().amount()
  const assets = [...(amount.multiasset() ?? [])].map(([id, quantity]) => ({
    policy_id: id.slice(0, policyDigits),
    asset_name: id.slice(policyDigits),
    quantity: `${quantity}`,
  }))
  return {
    ...{ tx_hash: utxo.input().transactionId(), tx_index: Number(utxo.input().index()) },
    ...{ value: `${amount.coin()}`, asset_list: assets.length > 0 ? assets : null },
  }
}

/** A node of the ledger by the paths of Koios that pages ask, with two of its own (`/local`). */
export function createKoiosApi(ledger: CardanoLedger): Hono {
  const app = new Hono()
  app.use(cors())
  const { emulator, taken } = ledger
  app.post('/local/give', async (c) => {
    ledger.give(v.parse(Give, await c.req.json()))
    return c.json({})
  })
  // What a wallet would know of its own: each output as the chain writes it.
  app.get('/local/utxos/:address', (c) => c.json(ledger.utxosAt(c.req.param('address')).map((each) => each.toCbor())))
  app.get('/genesis', (c) => c.json([{ networkmagic: `${networkMagic}`, networkid: 'Testnet' }]))
  app.get('/tip', (c) => c.json([{ abs_slot: emulator.clock.slot, block_no: emulator.clock.block }]))
  app.get('/cli_protocol_params', (c) => {
    const { minFeeCoefficient, minFeeConstant, coinsPerUtxoByte, maxTxSize } = emulator.params
    return c.json({
      ...{ txFeePerByte: minFeeCoefficient, txFeeFixed: minFeeConstant },
      ...{ utxoCostPerByte: coinsPerUtxoByte, maxTxSize },
    })
  })
  app.post('/address_info', async (c) => {
    const {
      _addresses: [address],
    } = v.parse(Addresses, await c.req.json())
    const found = ledger.utxosAt(address)
    if (found.length === 0) return c.json([])
    const balance = found.reduce((sum, each) => sum + each.output().amount().coin(), 0n)
    return c.json([{ address, balance: `${balance}`, utxo_set: found.map(written) }])
  })
  app.post('/utxo_info', async (c) => {
    const { _utxo_refs: names } = v.parse(Names, await c.req.json())
    const all = emulator.utxos().map(written)
    return c.json(all.filter((each) => names.includes(`${each.tx_hash}#${each.tx_index}`)))
  })
  app.post('/tx_info', async (c) => {
    const {
      _tx_hashes: [hash],
    } = v.parse(Hashes, await c.req.json())
    const found = taken.get(hash)
    return c.json(found ? [{ tx_hash: hash, block_height: found.block, fee: `${found.fee}` }] : [])
  })
  app.post('/submittx', async (c) => {
    if (c.req.header('content-type') !== 'application/cbor') return c.json('The body is no CBOR.', 400)
    try {
      return c.json(await ledger.accept(new Uint8Array(await c.req.arrayBuffer())), 202)
    } catch (error) {
      return c.json(error instanceof Error ? error.message : `${error}`, 400)
    }
  })
  return app
}
