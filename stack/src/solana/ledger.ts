import { existsSync } from 'node:fs'
import { sha256 } from '@noble/hashes/sha2.js'
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import { base58 } from '@scure/base'
import { Account, FailedTransactionMetadata, LiteSvm, type SimulatedTransactionInfo } from 'litesvm/dist/internal.js'
import { devSolanaAccounts } from './accounts.js'
import { associatedAddress } from './associatedAddress.js'
import { localSolanaTokens, mintData, parseTokenAccount, tokenAccountData, tokenPrograms } from './tokens.js'
import { nameOfError } from './transactionError.js'
import type { WireTransaction } from './wireTransaction.js'

/** How long a block lasts, in milliseconds, and for how many of them a transaction may name it. */
const blockMs = 400
const mostBlocks = 150
/** After so many blocks what happened can't be undone any more. */
export const finalAfter = 32

const lamportsEach = 1_000n * 10n ** 9n
const tokensEach = 10_000n

/** What became of a transaction. */
export interface Outcome {
  readonly signature: string
  readonly slot: number
  readonly err: unknown
  readonly logs: readonly string[]
  readonly unitsConsumed: number
  readonly keys: readonly string[]
  readonly blockTime: number
  readonly bytes: Uint8Array
  /** what its accounts had before and afterwards, in its order */
  readonly before: readonly AccountState[]
  readonly after: readonly AccountState[]
}

/** What an account has: lamports, and a token where it is a token account. */
export interface AccountState {
  readonly lamports: bigint
  readonly token?: { readonly mint: string; readonly owner: string; readonly amount: bigint } | undefined
}

/** A runtime of Solana's programs, with blocks that follow the clock. */
export interface Ledger {
  readonly svm: LiteSvm
  readonly genesisHash: string
  /** The newest block's number. */
  slot(): number
  latestBlockhash(): { readonly blockhash: string; readonly lastValidBlockHeight: number }
  isValid(blockhash: string): boolean
  /** Carries a transaction out; one that fails before it begins is in no block. */
  send(transaction: WireTransaction): { readonly outcome: Outcome; readonly isIncluded: boolean }
  /** Carries a transaction out without keeping it; unsigned ones too, where signatures aren't asked for. */
  simulate(
    transaction: WireTransaction,
    options?: { readonly isSigned?: boolean | undefined },
  ): Pick<Outcome, 'slot' | 'err' | 'logs' | 'unitsConsumed'> & { readonly accounts: ReadonlyMap<string, Account> }
  outcomeOf(signature: string): Outcome | undefined
  /** Newest first. */
  readonly outcomes: () => readonly Outcome[]
  airdrop(address: string, lamports: bigint): string
  /** Puts tokens into the owner's own account of them. */
  giveTokens(given: { readonly mint: string; readonly owner: string; readonly amount: bigint }): void
  /** Called after each block in which something happened. @returns stops */
  listen(listener: (outcome: Outcome) => void): () => void
}

const genesis = sha256(utf8ToBytes('Foyer Local Solana'))

/** The id of the local chain: the first 32 characters of its first block's hash, as CAIP-2 has it for Solana. */
export const localSolanaReference: string = base58.encode(genesis).slice(0, 32)

/**
 * Starts the runtime, with what the file kept of its accounts.
 * @throws what the file can't be read for
 */
export function createLedger({
  stateFile,
  now = Date.now,
}: {
  readonly stateFile?: string | undefined
  readonly now?: (() => number) | undefined
}): Ledger {
  const isKept = stateFile !== undefined && existsSync(stateFile)
  const svm = isKept ? LiteSvm.loadFromFile(stateFile) : new LiteSvm()
  // The runtime knows one block alone; those that may still be named are kept here.
  svm.setBlockhashCheck(false)
  const blocks = createBlocks(now)
  const outcomes = new Map<string, Outcome>()
  const listeners = new Set<(outcome: Outcome) => void>()
  const keep = (outcome: Outcome) => {
    outcomes.set(outcome.signature, outcome)
    for (const listener of listeners) listener(outcome)
  }
  const stateOf = (address: string): AccountState => {
    const account = svm.getAccount(base58.decode(address))
    const parsed = account ? parseTokenAccount(account.data()) : undefined
    const lamports = account?.lamports() ?? 0n
    return parsed?.type === 'account' && tokenPrograms.includes(base58.encode(account?.owner() ?? new Uint8Array()))
      ? { lamports, token: { mint: parsed.mint, owner: parsed.owner, amount: parsed.amount } }
      : { lamports }
  }
  const outcomeOfRun = ({
    transaction,
    run,
    before,
  }: {
    readonly transaction: WireTransaction
    readonly run: ReturnType<LiteSvm['sendLegacyTransaction']>
    readonly before: readonly AccountState[]
  }): Outcome => ({
    ...readRun(run),
    before,
    after: transaction.keys.map(stateOf),
    signature: base58.encode(transaction.signature),
    slot: blocks.slot(),
    keys: transaction.keys,
    blockTime: Math.floor(now() / 1000),
    bytes: transaction.bytes,
  })
  if (!isKept) fill(svm)
  return {
    svm,
    genesisHash: base58.encode(genesis),
    ...blocks,
    send(transaction) {
      const before = transaction.keys.map(stateOf)
      const run = runOf(transaction, {
        legacy: (bytes) => svm.sendLegacyTransaction(bytes),
        versioned: (bytes) => svm.sendVersionedTransaction(bytes),
      })
      const outcome = outcomeOfRun({ transaction, run, before })
      const isIncluded = outcome.err === null || isInstructionError(outcome.err)
      if (isIncluded) keep(outcome)
      return { outcome, isIncluded }
    },
    simulate(transaction, { isSigned = true } = {}) {
      svm.setSigverify(isSigned)
      try {
        const run = runOf<ReturnType<LiteSvm['simulateLegacyTransaction']>>(transaction, {
          legacy: (bytes) => svm.simulateLegacyTransaction(bytes),
          versioned: (bytes) => svm.simulateVersionedTransaction(bytes),
        })
        const after = 'postAccounts' in run ? run.postAccounts() : []
        const accounts = new Map(after.map((each) => [base58.encode(each.address), each.account()]))
        return { ...readRun(run), accounts, slot: blocks.slot() }
      } finally {
        svm.setSigverify(true)
      }
    },
    outcomeOf: (signature) => outcomes.get(signature),
    outcomes: () => [...outcomes.values()].reverse(),
    airdrop(address, lamports) {
      const before = [stateOf(address)]
      svm.expireBlockhash() // the faucet's own transactions name the runtime's one block: two equal ones would be the same
      const run = svm.airdrop(base58.decode(address), lamports)
      if (!run || run instanceof FailedTransactionMetadata) throw new RangeError('The airdrop was refused.')
      const signature = base58.encode(run.signature())
      const blockTime = Math.floor(now() / 1000)
      const bytes = new Uint8Array()
      const states = { before, after: [stateOf(address)] }
      keep({ ...readRun(run), ...states, signature, slot: blocks.slot(), keys: [address], blockTime, bytes })
      return signature
    },
    giveTokens: (given) => giveTokens(svm, given),
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

const isInstructionError = (err: unknown): boolean =>
  typeof err === 'object' && err !== null && 'InstructionError' in err

function runOf<Run>(
  { bytes, version }: WireTransaction,
  run: { readonly legacy: (bytes: Uint8Array) => Run; readonly versioned: (bytes: Uint8Array) => Run },
): Run {
  return version === 'legacy' ? run.legacy(bytes) : run.versioned(bytes)
}

function readRun(run: ReturnType<LiteSvm['sendLegacyTransaction']> | SimulatedTransactionInfo) {
  const meta = 'meta' in run ? run.meta() : run
  const err: unknown = run instanceof FailedTransactionMetadata ? nameOfError(run) : null
  return { err, logs: meta.logs(), unitsConsumed: Number(meta.computeUnitsConsumed()) }
}

/** Blocks by the clock: each has a hash of its own, so that two equal transfers are two transactions. */
function createBlocks(now: () => number): Pick<Ledger, 'slot' | 'latestBlockhash' | 'isValid'> {
  const startMs = now()
  let heights: readonly (readonly [hash: string, height: number])[] = []
  let last: Uint8Array = sha256(concatBytes(genesis, utf8ToBytes(String(startMs))))
  let height = 0
  const advance = () => {
    const wanted = 1 + Math.floor((now() - startMs) / blockMs)
    // After a long sleep nothing before the last of them can be named any more.
    height = Math.max(height, wanted - mostBlocks)
    const made: (readonly [string, number])[] = []
    for (; height < wanted; height++) {
      last = sha256(last)
      made.push([base58.encode(last), height + 1])
    }
    if (made.length > 0) heights = [...heights, ...made].slice(-mostBlocks)
  }
  return {
    slot() {
      advance()
      return height
    },
    latestBlockhash() {
      advance()
      const [blockhash = ''] = heights.at(-1) ?? []
      return { blockhash, lastValidBlockHeight: height + mostBlocks }
    },
    isValid(blockhash) {
      advance()
      return heights.some(([hash]) => hash === blockhash)
    },
  }
}

/** What the chain starts with: the mints, and something for each of the development accounts. */
function fill(svm: LiteSvm): void {
  for (const token of localSolanaTokens) {
    const data = mintData(token)
    const rent = svm.minimumBalanceForRentExemption(BigInt(data.length))
    svm.setAccount(base58.decode(token.address), new Account(rent, data, base58.decode(token.program), false, 0n))
  }
  for (const { address } of devSolanaAccounts) {
    svm.airdrop(base58.decode(address), lamportsEach)
    for (const { address: mint, decimals } of localSolanaTokens)
      giveTokens(svm, { mint, owner: address, amount: tokensEach * 10n ** BigInt(decimals) })
  }
}

function giveTokens(
  svm: LiteSvm,
  { mint, owner, amount }: { readonly mint: string; readonly owner: string; readonly amount: bigint },
): void {
  const token = localSolanaTokens.find(({ address }) => address === mint)
  if (!token) throw new RangeError(`${mint} is no token of the local chain.`)
  const address = associatedAddress({ owner, mint, program: token.program })
  const former = svm.getAccount(address)?.data()
  const held = former ? new DataView(former.buffer, former.byteOffset).getBigUint64(64, true) : 0n
  const data = tokenAccountData({ mint, owner, amount: held + amount })
  const rent = svm.minimumBalanceForRentExemption(BigInt(data.length))
  svm.setAccount(address, new Account(rent, data, base58.decode(token.program), false, 0n))
}
