import { CosmosRefusal } from './CosmosRefusal.js'
import { type CosmosTransaction, readTransaction } from './signedTransaction.js'

/** What is fixed about a local chain of Cosmos. */
export interface CosmosChainFacts {
  readonly chainId: string
  readonly prefix: string
  readonly denom: string
  /** Of {@link CosmosChainFacts.denom}, in thousandths for a unit of gas. */
  readonly milliPrice: bigint
}

interface LedgerAccount {
  readonly number: bigint
  sequence: bigint
  readonly coins: Map<string, bigint>
}

/** A transaction in its block. */
export interface CosmosEntry {
  readonly transaction: CosmosTransaction
  readonly bytes: Buffer
  readonly height: number
  /** 0 where it was carried out. */
  readonly code: number
  readonly log: string
}

/** What any transaction takes, in gas: as much as a payment does on the Hub. */
const gasOf = (bytes: Uint8Array) => 60_000n + 10n * BigInt(bytes.length)
/** In bytes. */
const longestMemo = 256

/** Accounts, their coins, and the transactions that moved them: each in a block of its own. */
export class CosmosLedger {
  readonly facts: CosmosChainFacts
  readonly accounts = new Map<string, LedgerAccount>()
  readonly entries = new Map<string, CosmosEntry>()
  height = 1

  constructor(facts: CosmosChainFacts) {
    this.facts = facts
  }

  held({ address, denom }: { readonly address: string; readonly denom: string }): bigint {
    return this.accounts.get(address)?.coins.get(denom) ?? 0n
  }

  /** Gives an account coins, which then exists. */
  give({
    address,
    denom,
    amount,
  }: {
    readonly address: string
    readonly denom: string
    readonly amount: bigint
  }): void {
    const number = BigInt(this.accounts.size)
    const account = this.accounts.get(address) ?? { number, sequence: 0n, coins: new Map() }
    account.coins.set(denom, (account.coins.get(denom) ?? 0n) + amount)
    this.accounts.set(address, account)
  }

  /** What carrying a transaction out would take, whoever signed it. @throws {@link CosmosRefusal} */
  simulate(bytes: Uint8Array): bigint {
    const transaction = readTransaction(bytes)
    const account = this.#accountOf(transaction)
    if (account.sequence !== transaction.sequence) throw wrongSequence(account, transaction)
    this.#checkAmounts(transaction)
    return gasOf(bytes)
  }

  /** Checks a transaction as nodes do, and carries it out in the next block. @throws {@link CosmosRefusal} for what isn't taken into one */
  accept(bytes: Buffer): CosmosEntry {
    const transaction = readTransaction(bytes)
    const { hash, send, gas, fee, memo } = transaction
    if (this.entries.has(hash)) throw new CosmosRefusal({ code: 19, reason: 'tx already in mempool' })
    if (Buffer.byteLength(memo) > longestMemo) throw new CosmosRefusal({ code: 12, reason: 'memo too large' })
    if (gas < gasOf(bytes)) throw new CosmosRefusal({ code: 11, reason: 'out of gas' })
    const { denom, milliPrice, chainId, prefix } = this.facts
    const [coin, ...others] = fee
    const paid = BigInt(coin?.amount ?? 0)
    const wanted = (gas * milliPrice + 999n) / 1000n
    if (coin?.denom !== denom || others.length > 0 || paid < wanted)
      throw new CosmosRefusal({ code: 13, reason: `insufficient fee; required: ${wanted}${denom}` })
    const account = this.#accountOf(transaction)
    if (account.sequence !== transaction.sequence) throw wrongSequence(account, transaction)
    if (!transaction.isSigned({ chainId, prefix, accountNumber: account.number }))
      throw new CosmosRefusal({ code: 4, reason: 'signature verification failed' })
    if (this.held({ address: send.fromAddress, denom }) < paid)
      throw new CosmosRefusal({ code: 5, reason: 'insufficient funds for the fee' })
    account.sequence += 1n
    this.give({ address: send.fromAddress, denom, amount: -paid })
    this.height += 1
    const entry = { transaction, bytes, height: this.height, ...this.#carryOut(transaction) }
    this.entries.set(hash, entry)
    return entry
  }

  /** What is in a block and can't be carried out has cost its fee all the same. */
  #carryOut(transaction: CosmosTransaction): Pick<CosmosEntry, 'code' | 'log'> {
    try {
      this.#checkAmounts(transaction)
    } catch (error) {
      if (error instanceof CosmosRefusal) return { code: error.code, log: error.message }
      throw error
    }
    const { fromAddress, toAddress, amount } = transaction.send
    for (const coin of amount) {
      this.give({ address: fromAddress, denom: coin.denom, amount: -BigInt(coin.amount) })
      this.give({ address: toAddress, denom: coin.denom, amount: BigInt(coin.amount) })
    }
    return { code: 0, log: '' }
  }

  #checkAmounts({ send: { fromAddress, toAddress, amount } }: CosmosTransaction): void {
    if (!toAddress.startsWith(`${this.facts.prefix}1`)) throw new CosmosRefusal({ code: 7, reason: 'invalid address' })
    for (const coin of amount) {
      const held = this.held({ address: fromAddress, denom: coin.denom })
      if (BigInt(coin.amount) <= 0n) throw new CosmosRefusal({ code: 10, reason: 'invalid coins' })
      if (held < BigInt(coin.amount))
        throw new CosmosRefusal({
          code: 5,
          reason: `spendable balance ${held}${coin.denom} is smaller than ${coin.amount}`,
        })
    }
  }

  #accountOf({ send: { fromAddress } }: CosmosTransaction): LedgerAccount {
    const account = this.accounts.get(fromAddress)
    if (!account) throw new CosmosRefusal({ code: 9, reason: `account ${fromAddress} does not exist` })
    return account
  }
}

const wrongSequence = ({ sequence }: LedgerAccount, transaction: CosmosTransaction) =>
  new CosmosRefusal({
    code: 32,
    reason: `account sequence mismatch, expected ${sequence}, got ${transaction.sequence}`,
  })
