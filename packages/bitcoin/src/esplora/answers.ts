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
export const AddressStats: v.GenericSchema<unknown, bigint> = v.pipe(
  v.object({ chain_stats: Stats, mempool_stats: Stats }),
  v.transform(({ chain_stats: mined, mempool_stats: waiting }) => balanceIn(mined) + balanceIn(waiting)),
)
const balanceIn = ({ funded_txo_sum, spent_txo_sum }: v.InferOutput<typeof Stats>) => funded_txo_sum - spent_txo_sum

/** A coin that an address holds. */
export interface Coin {
  readonly txid: string
  readonly index: number
  readonly value: bigint
  readonly isConfirmed: boolean
}

/** `GET /address/:address/utxo` */
export const Coins: v.GenericSchema<unknown, readonly Coin[]> = v.array(
  v.pipe(
    v.object({ txid: Txid, vout: Index, value: Sats, status: v.object({ confirmed: v.boolean() }) }),
    v.transform(({ txid, vout, value, status }) => ({ txid, index: vout, value, isConfirmed: status.confirmed })),
  ),
)

/** Bitcoin Core refuses to broadcast what pays more than this, 0.1 BTC for a thousand virtual bytes; here in satoshis for one. */
const mostSatsPerVbyte = 10_000

/** `GET /fee-estimates`: satoshis for a virtual byte, by the number of blocks within which that is expected to be mined. */
export const FeeEstimates: v.GenericSchema<unknown, Readonly<Record<string, number>>> = v.record(
  v.pipe(v.string(), v.regex(/^\d{1,4}$/)),
  v.pipe(v.number(), v.minValue(0), v.maxValue(mostSatsPerVbyte)),
)

/** `GET /tx/:txid/status` */
export const TransactionStatus: v.GenericSchema<unknown, { readonly height: number | undefined }> = v.pipe(
  v.object({ confirmed: v.boolean(), block_height: v.nullish(Height) }),
  v.transform(({ confirmed, block_height: height }) => ({ height: confirmed ? (height ?? undefined) : undefined })),
)

/** `GET /tx/:txid`: the first coin that it spends, and what was paid for it. */
export const Spending: v.GenericSchema<
  unknown,
  { readonly spent: Pick<Coin, 'txid' | 'index'> | undefined; readonly fee: bigint | undefined }
> = v.pipe(
  v.object({ vin: v.array(v.object({ txid: Txid, vout: Index })), fee: v.nullish(Sats) }),
  v.transform(({ vin: [first], fee }) => ({
    spent: first && { txid: first.txid, index: first.vout },
    fee: fee ?? undefined,
  })),
)

/** What an output holds, and for whom. */
export interface LedgerOutput {
  readonly script: string
  /** Undefined where its script is no address's. */
  readonly address: string | undefined
  readonly value: bigint
}

/** A transaction as the ledger has it. */
export interface LedgerTransaction {
  readonly inputs: readonly {
    readonly txid: string
    readonly index: number
    readonly sequence: number
    readonly witness: readonly string[]
    readonly spent: LedgerOutput
  }[]
  readonly outputs: readonly LedgerOutput[]
  readonly fee: bigint
  /** In weight units (BIP-141). */
  readonly weight: bigint
  readonly isConfirmed: boolean
}

const Hex = v.pipe(v.string(), v.regex(/^(?:[0-9a-f]{2})*$/))
const Output: v.GenericSchema<unknown, LedgerOutput> = v.pipe(
  v.object({ scriptpubkey: Hex, scriptpubkey_address: v.nullish(v.string()), value: Sats }),
  v.transform(({ scriptpubkey: script, scriptpubkey_address: address, value }) => ({
    script,
    address: address ?? undefined,
    value,
  })),
)

/** `GET /tx/:txid` */
export const WholeTransaction: v.GenericSchema<unknown, LedgerTransaction> = v.pipe(
  v.object({
    vin: v.array(
      v.object({ txid: Txid, vout: Index, sequence: Index, witness: v.optional(v.array(Hex), []), prevout: Output }),
    ),
    vout: v.array(Output),
    fee: Sats,
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

/** `GET /tx/:txid/outspend/:index`: what spends a coin, if anything does. */
export const Spender: v.GenericSchema<unknown, string | undefined> = v.pipe(
  v.object({ spent: v.boolean(), txid: v.nullish(Txid) }),
  v.transform(({ spent, txid }) => (spent ? (txid ?? undefined) : undefined)),
)

/** `GET /blocks/tip/height` */
export const TipHeight: v.GenericSchema<unknown, number> = Height

/** `GET /tx/:txid/hex` */
export const RawTransaction: v.GenericSchema<unknown, string> = v.pipe(
  v.string(),
  v.regex(/^(?:[0-9a-f]{2}){60,400000}$/),
)
