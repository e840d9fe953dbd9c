import { createHash } from 'node:crypto'
import { type BlockHeader, invalid, little, type Runtime } from './runtime.js'

interface LedgerAccount {
  free: bigint
  /** Of the free ones and the reserved ones together. */
  frozen: bigint
  reserved: bigint
  nonce: number
}

interface LedgerBlock {
  readonly header: BlockHeader
  /** Of its header, as clients work it out too. */
  readonly hash: string
  readonly extrinsics: readonly string[]
  readonly events: string
}

/** What every transfer costs here. */
export const transferFee = 158_000_000n

/** What an account has to hold, as on Polkadot's relay chain. */
export const existentialDeposit = 10_000_000_000n

const sha256 = (text: string): string => `0x${createHash('sha256').update(text).digest('hex')}`

/** Accounts and their coins, and the transfers between them: each in a block of its own. */
export class PolkadotLedger {
  readonly accounts = new Map<string, LedgerAccount>()
  readonly blocks: LedgerBlock[] = []
  readonly #runtime: Runtime

  constructor(runtime: Runtime) {
    this.#runtime = runtime
    this.pass()
  }

  get height(): number {
    return this.blocks.length - 1
  }

  /** @returns undefined where no block is */
  hashOf = (height: number): string | undefined => this.blocks[height]?.hash

  give({
    id,
    amount,
    frozen = 0n,
    reserved = 0n,
  }: {
    readonly id: string
    readonly amount: bigint
    readonly frozen?: bigint | undefined
    readonly reserved?: bigint | undefined
  }): void {
    const { free, nonce } = this.#accountOf(id)
    this.accounts.set(id, { free: free + amount, frozen, reserved, nonce })
  }

  /** Ends a block in which nothing happens. */
  pass(): void {
    this.#end({ extrinsics: [], events: '0x00' })
  }

  nonceOf = (id: string): number => this.#accountOf(id).nonce

  /** As it is stored. @returns null where it isn't there */
  storageOf(key: string): string | null {
    const id = this.#runtime.accountOf(key)
    const account = id === undefined ? undefined : this.accounts.get(id)
    if (!account) return null
    const counts = [account.nonce, 0, 1, 0].flatMap((each) => little(4, BigInt(each)))
    const amounts = [account.free, account.reserved, account.frozen, 0n].flatMap((each) => little(16, each))
    return `0x${Buffer.from([...counts, ...amounts]).toString('hex')}`
  }

  /** Checks a transaction as nodes do, and carries it out in the next block. @throws PolkadotRefusal */
  accept(extrinsic: string): string {
    const transfer = this.#runtime.judge(extrinsic, this)
    const { from, to, amount, nonce, hash } = transfer
    const sender = this.#accountOf(from)
    if (nonce !== sender.nonce) throw invalid(nonce < sender.nonce ? 'Transaction is outdated' : 'Future')
    if (sender.free < transferFee + existentialDeposit) throw invalid('Inability to pay some fees')
    sender.free -= transferFee
    sender.nonce += 1
    const left = sender.free - amount
    // Reserved coins are gone from the free ones, and count as frozen first.
    const frozen = sender.frozen - sender.reserved
    const kept = frozen > existentialDeposit ? frozen : existentialDeposit
    const receiver = this.#accountOf(to)
    const isDone = left >= kept && receiver.free + amount >= existentialDeposit
    if (isDone) {
      sender.free = left
      this.give({ ...receiver, id: to, amount })
    }
    // The block's own transactions stand before it.
    const extrinsics = ['0x280403000b000000000000', extrinsic]
    const moved = isDone ? transfer : undefined
    this.#end({ extrinsics, events: this.#runtime.eventsOf({ place: 1, from, fee: transferFee, moved }) })
    return hash
  }

  /** Ends a block. The roots in its header are those of no tree: clients read none. */
  #end(block: Pick<LedgerBlock, 'extrinsics' | 'events'>): void {
    const header = {
      parentHash: this.blocks.at(-1)?.hash ?? `0x${'0'.repeat(64)}`,
      number: this.blocks.length,
      stateRoot: sha256('foyer polkadot'),
      extrinsicsRoot: sha256(block.extrinsics.join()),
      digest: { logs: [] },
    }
    this.blocks.push({ ...block, header, hash: this.#runtime.hashOf(header) })
  }

  #accountOf(id: string): LedgerAccount {
    return this.accounts.get(id) ?? { free: 0n, frozen: 0n, reserved: 0n, nonce: 0 }
  }
}
