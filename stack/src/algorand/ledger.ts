import { createHash } from 'node:crypto'
import { AlgorandRefusal } from './AlgorandRefusal.js'
import { type ReadTransaction, readSigned } from './readSigned.js'

interface LedgerAccount {
  amount: bigint
  /** Who signs in its place. */
  signer: string | undefined
  readonly assets: Map<bigint, { amount: bigint; isFrozen: boolean }>
}

interface LedgerAsset {
  readonly decimals: number
  readonly name: string
  readonly symbol: string
}

/** What an account is given, and who signs in its place from then on. */
export interface AlgorandGift {
  readonly address: string
  readonly amount: bigint
  readonly signer?: string | undefined
}

/** What an account is given of an asset: it opts in by that. */
export interface AssetGift {
  readonly address: string
  readonly asset: bigint
  readonly amount: bigint
  readonly isFrozen?: boolean | undefined
}

/** In microAlgo: what a transaction costs at least, and what an account keeps for itself and for each asset. */
export const [leastFee, keptForEach] = [1000n, 100_000n]
const [mostRounds, mostUnits] = [1000n, (1n << 64n) - 1n]

export const genesisId = 'foyer-v1'
export const genesisHash: Buffer = createHash('sha256').update('foyer algorand').digest()

/** Accounts, their coins and assets, and the transfers between them: each in a round of its own. */
export class AlgorandLedger {
  readonly assets = new Map<bigint, LedgerAsset>([[31n, { decimals: 6, name: 'Local Dollar', symbol: 'LUSD' }]])
  readonly taken = new Map<
    string,
    { readonly round: bigint; readonly fee: bigint; readonly transaction: ReadTransaction }
  >()
  readonly #accounts = new Map<string, LedgerAccount>()
  round = 1000n

  /** One that was given nothing holds nothing. */
  accountOf(address: string): LedgerAccount {
    return this.#accounts.get(address) ?? { amount: 0n, signer: undefined, assets: new Map() }
  }

  minimumOf = ({ assets }: LedgerAccount): bigint => keptForEach * BigInt(1 + assets.size)

  give({ address, amount, signer }: AlgorandGift): void {
    const account = this.#open(address)
    account.amount += amount
    account.signer = signer ?? account.signer
  }

  giveAsset({ address, asset, amount, isFrozen = false }: AssetGift): void {
    if (!this.assets.has(asset)) throw new AlgorandRefusal(`asset ${asset} does not exist`)
    const { assets } = this.#open(address)
    const held = assets.get(asset)?.amount ?? 0n
    if (held + amount > mostUnits) throw new AlgorandRefusal('overflow')
    assets.set(asset, { amount: held + amount, isFrozen })
  }

  /** Ends so many rounds in which nothing happens. */
  pass(rounds: number): void {
    this.round += BigInt(rounds)
  }

  /** Checks a signed transaction as nodes do, and carries it out in the next round. @returns its id @throws AlgorandRefusal */
  accept(bytes: Uint8Array): string {
    const transaction = readSigned(bytes, { genesisHash, genesisId })
    const { id, from, signer, fee, firstRound, lastRound } = transaction
    if (this.taken.has(id)) throw new AlgorandRefusal(`transaction already in ledger: ${id}`)
    const next = this.round + 1n
    if (lastRound < next || firstRound > next || lastRound - firstRound > mostRounds)
      throw new AlgorandRefusal(`txn dead: round ${next} outside of ${firstRound}--${lastRound}`)
    const own = this.accountOf(from)
    if ((own.signer ?? from) !== signer)
      throw new AlgorandRefusal(
        `should have been authorized by ${own.signer ?? from} but was actually authorized by ${signer}`,
      )
    if (fee < leastFee) throw new AlgorandRefusal(`fee ${fee} below threshold ${leastFee}`)
    this.#carryOut(transaction)
    this.round = next
    this.taken.set(id, { round: next, fee, transaction })
    return id
  }

  #carryOut({ from, to, amount, asset, fee }: ReadTransaction): void {
    const [own, other] = [this.#open(from), this.#open(to)]
    const coins = asset === undefined ? amount : 0n
    if (own.amount < fee + coins)
      throw new AlgorandRefusal(`overspend (account ${from}, tried to spend {${fee + coins}})`)
    const isPoor = own.amount - fee - coins < this.minimumOf(own)
    const isNew = asset === undefined && from !== to && other.amount + amount < this.minimumOf(other)
    if (isPoor || isNew) throw new AlgorandRefusal(`account ${isPoor ? from : to} balance below min`)
    if (asset !== undefined) this.#moveAsset({ from, to, amount, asset })
    own.amount -= fee + coins
    other.amount += coins
  }

  #moveAsset({
    from,
    to,
    amount,
    asset,
  }: Pick<ReadTransaction, 'from' | 'to' | 'amount'> & { readonly asset: bigint }): void {
    const [held, other] = [from, to].map((each) => this.accountOf(each).assets.get(asset))
    if (!held) throw new AlgorandRefusal(`asset ${asset} missing from ${from}`)
    if (!other) throw new AlgorandRefusal(`receiver error: must optin, asset ${asset} missing from ${to}`)
    if (held.isFrozen || other.isFrozen)
      throw new AlgorandRefusal(`asset ${asset} frozen in ${held.isFrozen ? from : to}`)
    if (held.amount < amount)
      throw new AlgorandRefusal(`underflow on subtracting ${amount} from sender amount ${held.amount}`)
    held.amount -= amount
    other.amount += amount
  }

  #open(address: string): LedgerAccount {
    const account = this.accountOf(address)
    this.#accounts.set(address, account)
    return account
  }
}
