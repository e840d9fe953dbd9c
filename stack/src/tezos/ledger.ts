import { createHash } from 'node:crypto'
import { b58Encode, PrefixV2, ValidationResult, validateAddress } from '@taquito/utils'
import { type ReadContent, type ReadOperation, readSigned } from './readSigned.js'
import { TezosRefusal } from './TezosRefusal.js'

interface LedgerAccount {
  balance: bigint
  counter: bigint
  /** Once it is revealed. */
  key: string | null
}

/** What became of one content of an operation. */
export interface ContentResult {
  readonly status: 'applied' | 'failed' | 'backtracked' | 'skipped'
  readonly errors: readonly string[]
  readonly burned: bigint
}

export interface TakenOperation extends Pick<ReadOperation, 'hash' | 'branch' | 'contents'> {
  readonly results: readonly ContentResult[]
}

/** In the smallest unit: what a byte costs, and how many a new account takes. */
export const [costPerByte, originationSize] = [250n, 257n]
/** In units of gas: what each takes. */
const gasOf: Readonly<Record<ReadContent['kind'], bigint>> = { reveal: 1000n, transaction: 2169n }
/** An operation may refer to so many blocks before the newest. */
export const liveBlocks = 240

const hashOf = (of: string): Buffer => createHash('sha256').update(`foyer tezos ${of}`).digest()
export const chainId: string = b58Encode(hashOf('chain').subarray(0, 4), PrefixV2.ChainID)
export const blockHash = (level: number): string => b58Encode(hashOf(`${level}`), PrefixV2.BlockHash)

/** Accounts, their coins and keys, and the transfers between them: each operation in a block of its own. */
export class TezosLedger {
  readonly blocks = new Map<number, TakenOperation>()
  readonly #accounts = new Map<string, LedgerAccount>()
  level = 1000

  /** One that was given nothing holds nothing. @throws TezosRefusal for what the official library takes for no address */
  accountOf(address: string): LedgerAccount {
    if (validateAddress(address) !== ValidationResult.VALID) throw new TezosRefusal('invalid_address')
    return this.#accounts.get(address) ?? { balance: 0n, counter: 500n, key: null }
  }

  give({ address, amount }: { readonly address: string; readonly amount: bigint }): void {
    this.#open(address).balance += amount
  }

  /** Ends so many blocks in which nothing happens. */
  pass(blocks: number): void {
    this.level += blocks
  }

  /** Checks a signed operation as nodes do, and carries it out in the next block. @returns its hash @throws TezosRefusal */
  async accept(signed: string): Promise<string> {
    const operation = await readSigned(signed)
    const { hash, branch, contents } = operation
    if (!this.#isLive(branch)) throw new TezosRefusal('validate.operation.outdated')
    const [first] = contents
    if (!first) throw new TezosRefusal('parse_error')
    const own = this.accountOf(first.source)
    const revealed = first.kind === 'reveal' ? first.public_key : undefined
    if (revealed !== undefined && own.key !== null) throw new TezosRefusal('contract.previously_revealed_key')
    const key = revealed ?? own.key
    if (key === null) throw new TezosRefusal('contract.manager.unregistered_key')
    if (!operation.isSignedBy(key)) throw new TezosRefusal('operation.invalid_signature')
    this.#checkCosts(operation, own)
    const results = this.#carryOut(contents, key)
    this.level += 1
    this.blocks.set(this.level, { hash, branch, contents, results })
    return hash
  }

  #isLive(branch: string): boolean {
    const levels = Array.from({ length: liveBlocks }, (_, index) => this.level - index)
    return levels.some((level) => level >= 0 && blockHash(level) === branch)
  }

  /** Counters follow one another, and fees are what nodes want at least. */
  #checkCosts({ contents, size }: ReadOperation, { counter, balance }: LedgerAccount): void {
    if (contents.some((each, index) => each.counter !== counter + 1n + BigInt(index)))
      throw new TezosRefusal('contract.counter_in_the_past')
    const fee = contents.reduce((sum, each) => sum + each.fee, 0n)
    const gas = contents.reduce((sum, each) => sum + each.gas_limit, 0n)
    if (fee < 100n + BigInt(size) + gas / 10n) throw new TezosRefusal('prefilter.fees_too_low')
    if (balance < fee) throw new TezosRefusal('contract.balance_too_low')
  }

  /** The fees are taken whatever becomes of the rest; where one fails, none takes effect. */
  #carryOut(contents: readonly ReadContent[], key: string): readonly ContentResult[] {
    const [first] = contents
    const own = this.#open(first?.source ?? '')
    for (const { fee } of contents) own.balance -= fee
    own.counter += BigInt(contents.length)
    own.key = key
    const before = new Map([...this.#accounts].map(([address, account]) => [address, { ...account }]))
    const results: ContentResult[] = []
    for (const content of contents) {
      if (results.some(({ status }) => status === 'failed')) results.push({ status: 'skipped', errors: [], burned: 0n })
      else results.push(this.#apply(content))
    }
    if (!results.some(({ status }) => status === 'failed')) return results
    for (const [address, account] of before) this.#accounts.set(address, account)
    for (const address of this.#accounts.keys()) if (!before.has(address)) this.#accounts.delete(address)
    return results.map((each) => (each.status === 'applied' ? { ...each, status: 'backtracked', burned: 0n } : each))
  }

  #apply(content: ReadContent): ContentResult {
    const failed = (id: string): ContentResult => ({ status: 'failed', errors: [id], burned: 0n })
    if (content.gas_limit < gasOf[content.kind]) return failed('gas_exhausted.operation')
    if (content.kind === 'reveal') return { status: 'applied', errors: [], burned: 0n }
    const { amount, destination, source, storage_limit: mostBytes } = content
    if (!/^tz[1-4]/.test(destination)) return failed('contract.non_existing_contract')
    const isNew = this.accountOf(destination).balance === 0n && destination !== source
    const burned = isNew ? costPerByte * originationSize : 0n
    if (isNew && mostBytes < originationSize) return failed('contract.storage_exhausted')
    const [own, other] = [this.#open(source), this.#open(destination)]
    if (own.balance < amount + burned) return failed('contract.balance_too_low')
    own.balance -= amount + burned
    other.balance += amount
    return { status: 'applied', errors: [], burned }
  }

  #open(address: string): LedgerAccount {
    const account = this.accountOf(address)
    this.#accounts.set(address, account)
    return account
  }
}
