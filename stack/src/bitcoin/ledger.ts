import { hex } from '@scure/base'
import { addressOf } from './addresses.js'
import { checkInput } from './checkInput.js'
import { LedgerRefusal } from './LedgerRefusal.js'
import { isReward, type Output, readTransaction, rewardTransaction, type Transaction } from './transaction.js'

/** A transaction of the ledger. */
export interface LedgerEntry {
  readonly transaction: Transaction
  readonly fee: bigint
  /** What its inputs spend. */
  readonly spent: readonly Output[]
  /** The block that it is in; undefined while it waits. */
  height: number | undefined
}

/** An output that may be spent. */
export interface LedgerCoin extends Output {
  readonly txid: string
  readonly index: number
  /** Of its transaction. */
  readonly height: number | undefined
}

/** What the ledger was, in an order in which it can be built again. */
export interface LedgerRecord {
  readonly height: number
  readonly transactions: readonly { readonly hex: string; readonly height: number | null }[]
}

/** What nodes relay at least for a virtual byte, in satoshis. */
const leastSatsPerVbyte = 1n

/** Outputs, transactions and blocks in memory. It checks what a wallet can do wrong; it is no consensus node. */
export class Ledger {
  readonly entries: Map<string, LedgerEntry> = new Map()
  /** What spends an output, by `txid:index`. */
  readonly spenders: Map<string, string> = new Map()
  #height = 0
  #rewards = 0

  get height(): number {
    return this.#height
  }

  /** Puts coins at a script, in a block of their own. */
  fund({ script, value }: Pick<Output, 'script' | 'value'>): string {
    const transaction = rewardTransaction({ script, value, number: this.#rewards + 1 })
    this.#keep({ transaction, fee: 0n, spent: [], height: undefined })
    this.mine()
    return transaction.txid
  }

  /**
   * Takes a transaction, to be mined with the next block.
   * @returns its id
   * @throws LedgerRefusal
   */
  accept(text: string): string {
    const transaction = readTransaction(text)
    const { txid } = transaction
    const known = this.entries.get(txid)
    if (known?.height !== undefined)
      throw new LedgerRefusal({ code: -27, reason: 'Transaction already in block chain' })
    if (known) return txid
    const spent = this.#spentBy(transaction)
    const fee = feeOf(transaction, spent)
    checkOutputs(transaction)
    if (fee < leastSatsPerVbyte * vsizeOf(transaction)) throw refused('min relay fee not met')
    for (const index of transaction.inputs.keys()) checkInput({ transaction, index, spent })
    this.#makeRoom({ transaction, fee })
    this.#keep({ transaction, fee, spent, height: undefined })
    return txid
  }

  /** Adds blocks; what waits is in the first of them. */
  mine(blocks = 1): void {
    for (let each = 0; each < blocks; each++) {
      this.#height += 1
      for (const entry of this.entries.values()) entry.height ??= this.#height
    }
  }

  /** The outputs of a script that nothing spends. */
  coinsOf(script: Uint8Array): readonly LedgerCoin[] {
    return this.outputsOf(script).filter(({ txid, index }) => !this.spenders.has(keyOf(txid, index)))
  }

  /** All outputs that a script ever had. */
  outputsOf(script: Uint8Array): readonly LedgerCoin[] {
    const wanted = hex.encode(script)
    return [...this.entries.values()].flatMap(({ transaction: { txid, outputs }, height }) =>
      outputs.flatMap((output, index) =>
        hex.encode(output.script) === wanted ? { ...output, txid, index, height } : [],
      ),
    )
  }

  get record(): LedgerRecord {
    const transactions = [...this.entries.values()].map(({ transaction, height }) => ({
      hex: transaction.hex,
      height: height ?? null,
    }))
    return { height: this.#height, transactions }
  }

  /** Builds a ledger again from what it was. @throws LedgerRefusal for a record that no ledger made */
  static from({ height, transactions }: LedgerRecord): Ledger {
    const ledger = new Ledger()
    for (const each of transactions) {
      const transaction = readTransaction(each.hex)
      const spent = isReward(transaction) ? [] : ledger.#spentBy(transaction)
      const fee = isReward(transaction) ? 0n : feeOf(transaction, spent)
      ledger.#keep({ transaction, fee, spent, height: each.height ?? undefined })
    }
    ledger.#height = height
    return ledger
  }

  #keep(entry: LedgerEntry): void {
    const { transaction } = entry
    this.entries.set(transaction.txid, entry)
    if (isReward(transaction)) this.#rewards += 1
    else for (const { txid, index } of transaction.inputs) this.spenders.set(keyOf(txid, index), transaction.txid)
  }

  #spentBy({ inputs }: Transaction): readonly Output[] {
    const keys = inputs.map(({ txid, index }) => keyOf(txid, index))
    if (new Set(keys).size !== keys.length) throw refused('bad-txns-inputs-duplicate')
    return inputs.map(({ txid, index }, place) => {
      const output = this.entries.get(txid)?.transaction.outputs[index]
      const spender = this.spenders.get(keys[place] ?? '')
      const isGone = spender !== undefined && this.entries.get(spender)?.height !== undefined
      if (!output || isGone) throw new LedgerRefusal({ code: -25, reason: 'bad-txns-inputs-missingorspent' })
      return output
    })
  }

  /** What waits and spends the same gives way to one that pays more, where it said that it would (BIP-125). */
  #makeRoom({ transaction, fee }: Pick<LedgerEntry, 'transaction' | 'fee'>): void {
    const rivals = new Set(transaction.inputs.flatMap(({ txid, index }) => this.spenders.get(keyOf(txid, index)) ?? []))
    for (const id of rivals) {
      const rival = this.entries.get(id)
      if (!rival) continue
      if (!rival.transaction.inputs.some(({ sequence }) => sequence < 0xffff_fffe))
        throw refused('txn-mempool-conflict')
      if (fee < rival.fee + leastSatsPerVbyte * vsizeOf(transaction))
        throw refused('insufficient fee, rejecting replacement')
    }
    for (const id of rivals) this.#forget(id)
  }

  /** Drops what waits, and what was built on it. */
  #forget(id: string): void {
    const entry = this.entries.get(id)
    if (!entry) return
    for (const index of entry.transaction.outputs.keys()) {
      const child = this.spenders.get(keyOf(id, index))
      if (child !== undefined) this.#forget(child)
    }
    for (const { txid, index } of entry.transaction.inputs) this.spenders.delete(keyOf(txid, index))
    this.entries.delete(id)
  }
}

const keyOf = (txid: string, index: number): string => `${txid}:${index}`
const refused = (reason: string) => new LedgerRefusal({ code: -26, reason })
const vsizeOf = ({ weight }: Transaction): bigint => BigInt(Math.ceil(weight / 4))
const sumOf = (outputs: readonly Output[]) => outputs.reduce((sum, { value }) => sum + value, 0n)

function feeOf({ outputs }: Transaction, spent: readonly Output[]): bigint {
  const fee = sumOf(spent) - sumOf(outputs)
  if (fee < 0n) throw refused('bad-txns-in-belowout')
  return fee
}

/** An output holds at least what spending it is worth; data holds nothing. */
function checkOutputs({ inputs, outputs }: Transaction): void {
  if (inputs.length === 0 || outputs.length === 0) throw refused('bad-txns-vout-empty')
  for (const { script, value } of outputs) {
    const isData = script[0] === 0x6a
    if (!isData && !addressOf(script)) throw refused('scriptpubkey')
    const isWitness = script.length > 3 && (script[0] === 0 || script[0] === 0x51)
    const size = BigInt(9 + script.length + (isWitness ? 67 : 148))
    if (!isData && value < 3n * size) throw refused('dust')
  }
}
