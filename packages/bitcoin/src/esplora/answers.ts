import type { Output } from '@foyer/core/wire'
import * as v from 'valibot'

/** Satoshis: 21 million bitcoin are less than 2^53. */
const Sats = v.pipe(
  v.number(),
  v.safeInteger(),
  v.minValue(0),
  v.transform((sats) => BigInt(sats)),
)
const Txid = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const Index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff))
const Height = v.pipe(v.number(), v.safeInteger(), v.minValue(0))

const Stats = v.object({ funded_txo_sum: Sats, spent_txo_sum: Sats })

/** `GET /address/:address` */
export const AddressStats = v.pipe(
  v.object({ chain_stats: Stats, mempool_stats: Stats }),
  v.transform(({ chain_stats: mined, mempool_stats: waiting }) => balanceIn(mined) + balanceIn(waiting)),
)
const balanceIn = ({ funded_txo_sum, spent_txo_sum }: v.InferOutput<typeof Stats>) => funded_txo_sum - spent_txo_sum

/** A coin that an address holds. */
const Coin = v.pipe(
  v.object({ txid: Txid, vout: Index, value: Sats, status: v.object({ confirmed: v.boolean() }) }),
  v.transform(({ txid, vout, value, status }) => ({ txid, index: vout, value, isConfirmed: status.confirmed })),
)
export type Coin = Output<typeof Coin>

/** `GET /address/:address/utxo` */
export const Coins = v.array(Coin)

/** Bitcoin Core refuses to broadcast what pays more than this, 0.1 BTC for a thousand virtual bytes; here in satoshis for one. */
const mostSatsPerVbyte = 10_000

/** `GET /fee-estimates`: satoshis for a virtual byte, by the number of blocks within which that is expected to be mined. */
export const FeeEstimates = v.record(
  v.pipe(v.string(), v.regex(/^\d{1,4}$/)),
  v.pipe(v.number(), v.minValue(0), v.maxValue(mostSatsPerVbyte)),
)

/** `GET /tx/:txid/status` */
export const TransactionStatus = v.pipe(
  v.object({ confirmed: v.boolean(), block_height: v.nullish(Height) }),
  v.transform(({ confirmed, block_height: height }) => ({ height: confirmed ? (height ?? undefined) : undefined })),
)

/** `GET /tx/:txid`: the first coin that it spends, and what was paid for it. */
export const Spending = v.pipe(
  v.object({ vin: v.array(v.object({ txid: Txid, vout: Index })), fee: v.nullish(Sats) }),
  v.transform(({ vin: [first], fee }) => ({
    spent: first && { txid: first.txid, index: first.vout },
    fee: fee ?? undefined,
  })),
)

const Hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/))
/** An output's value, and its address: its address is undefined where its script is none's. */
const LedgerOutput = v.pipe(
  v.object({ scriptpubkey: Hex, scriptpubkey_address: v.nullish(v.string()), value: Sats }),
  v.transform(({ scriptpubkey: script, scriptpubkey_address: address, value }) => ({
    script,
    address: address ?? undefined,
    value,
  })),
)
export type LedgerOutput = Output<typeof LedgerOutput>

/** `GET /tx/:txid` */
export const WholeTransaction = v.pipe(
  v.object({
    vin: v.array(
      v.object({
        txid: Txid,
        vout: Index,
        sequence: Index,
        witness: v.optional(v.array(Hex), []),
        prevout: LedgerOutput,
      }),
    ),
    vout: v.array(LedgerOutput),
    fee: Sats,
    /** In weight units (BIP-141). */
    weight: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(4_000_000)),
    status: v.object({ confirmed: v.boolean() }),
  }),
  v.transform(({ vin, vout, fee, weight, status }) => ({
    inputs: vin.map(({ txid, vout: index, sequence, witness, prevout: spent }) => ({
      ...{ txid, index, sequence, witness, spent },
    })),
    outputs: vout,
    fee,
    weight: BigInt(weight),
    isConfirmed: status.confirmed,
  })),
)
export type LedgerTransaction = Output<typeof WholeTransaction>

/** `GET /tx/:txid/outspend/:index`: what spends a coin, if anything does. */
export const Spender = v.pipe(
  v.object({ spent: v.boolean(), txid: v.nullish(Txid) }),
  v.transform(({ spent, txid }) => (spent ? (txid ?? undefined) : undefined)),
)

/** `GET /blocks/tip/height` */
export const TipHeight = Height

/** `GET /tx/:txid/hex` */
export const RawTransaction = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2}){60,400000}$/))
