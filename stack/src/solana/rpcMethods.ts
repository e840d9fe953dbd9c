import { base58, base64 } from '@scure/base'
import * as v from 'valibot'
import { finalAfter, type Ledger, type Outcome } from './ledger.js'
import { invalidParams, RpcError } from './rpcError.js'
import { decimalsOf, shownAccount, tokenAmount } from './shownAccount.js'
import { parseTokenAccount, tokenPrograms } from './tokens.js'
import { readMessage, readTransaction, type WireTransaction } from './wireTransaction.js'

/** What each signature of a transaction costs, in lamports. */
const lamportsPerSignature = 5000

const Address = v.pipe(
  v.string(),
  v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/),
  v.check((text) => base58.decode(text).length === 32),
)
const Signature = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{64,88}$/))
const Encoding = v.optional(v.object({ encoding: v.optional(v.string()) }), {})
const Filter = v.union([v.object({ mint: Address }), v.object({ programId: Address })])
const Sent = v.tuple([
  v.string(),
  v.optional(v.object({ encoding: v.optional(v.string(), 'base58'), skipPreflight: v.optional(v.boolean(), false) })),
])
const Simulated = v.tuple([
  v.string(),
  v.optional(
    v.object({
      sigVerify: v.optional(v.boolean(), false),
      accounts: v.optional(v.object({ encoding: v.optional(v.string()), addresses: v.array(Address) })),
    }),
  ),
])
const Whole = v.pipe(v.number(), v.safeInteger(), v.minValue(0))
const Digits = v.pipe(v.string(), v.regex(/^\d{1,20}$/))

type Method = (ledger: Ledger, params: readonly unknown[]) => unknown

/** Reads a method's params, of which the last may be left out. @throws RpcError */
function read<T>(schema: v.GenericSchema<unknown, T>, params: readonly unknown[]): T {
  const { success, output, issues } = v.safeParse(schema, params)
  if (!success) throw invalidParams(`Invalid params: ${issues[0]?.message ?? ''}`)
  return output
}

const inContext = (ledger: Ledger, value: unknown) => ({ context: { slot: ledger.slot(), apiVersion: '2.0.0' }, value })

const height: Method = (ledger) => ledger.slot()

/** The methods that the front answers. What a node knows of other blocks, votes and stakes the runtime doesn't have. */
const methods: Readonly<Record<string, Method>> = {
  getHealth: () => 'ok',
  getVersion: () => ({ 'solana-core': '2.0.0', 'feature-set': 0 }),
  getGenesisHash: ({ genesisHash }) => genesisHash,
  getSlot: height,
  getBlockHeight: height,
  getTransactionCount: (ledger) => ledger.outcomes().length,
  getFirstAvailableBlock: () => 0,
  minimumLedgerSlot: () => 0,
  getEpochInfo: (ledger) => {
    const slot = ledger.slot()
    const transactionCount = ledger.outcomes().length
    return { absoluteSlot: slot, blockHeight: slot, epoch: 0, slotIndex: slot, slotsInEpoch: 432_000, transactionCount }
  },
  getLatestBlockhash: (ledger) => inContext(ledger, ledger.latestBlockhash()),
  isBlockhashValid: (ledger, params) =>
    inContext(ledger, ledger.isValid(read(v.tuple([Address, v.optional(v.unknown())]), params)[0])),
  getRecentPrioritizationFees: () => [],
  getMinimumBalanceForRentExemption: ({ svm }, params) =>
    Number(svm.minimumBalanceForRentExemption(BigInt(read(v.tuple([Whole, v.optional(v.unknown())]), params)[0]))),
  getFeeForMessage(ledger, params) {
    const [text] = read(v.tuple([v.string(), v.optional(v.unknown())]), params)
    const { signers, blockhash } = readable(() => readMessage(base64.decode(text)))
    return inContext(ledger, ledger.isValid(blockhash) ? signers * lamportsPerSignature : null)
  },
  getBalance(ledger, params) {
    const [address] = read(v.tuple([Address, v.optional(v.unknown())]), params)
    return inContext(ledger, Number(ledger.svm.getBalance(base58.decode(address)) ?? 0n))
  },
  getAccountInfo(ledger, params) {
    const [address, options] = read(v.tuple([Address, Encoding]), params)
    return inContext(ledger, accountAt(ledger, address, options.encoding))
  },
  getMultipleAccounts(ledger, params) {
    const [addresses, options] = read(v.tuple([v.pipe(v.array(Address), v.maxLength(100)), Encoding]), params)
    return inContext(
      ledger,
      addresses.map((address) => accountAt(ledger, address, options.encoding)),
    )
  },
  getTokenAccountsByOwner,
  getTokenAccountBalance(ledger, params) {
    const [address] = read(v.tuple([Address, v.optional(v.unknown())]), params)
    const data = ledger.svm.getAccount(base58.decode(address))?.data()
    const parsed = data && parseTokenAccount(data)
    if (parsed?.type !== 'account') throw invalidParams('Invalid param: not a Token account')
    const { mint, amount } = parsed
    return inContext(ledger, tokenAmount({ amount, decimals: decimalsOf(ledger.svm, mint) ?? 0 }))
  },
  requestAirdrop(ledger, params) {
    const [address, lamports] = read(v.tuple([Address, Whole, v.optional(v.unknown())]), params)
    return ledger.airdrop(address, BigInt(lamports))
  },
  /** Not a node's: gives some of a local token to an owner, for tests. Params: mint, owner, amount in digits. */
  foyer_giveTokens(ledger, params) {
    const [mint, owner, amount] = read(v.tuple([Address, Address, Digits]), params)
    readable(() => ledger.giveTokens({ mint, owner, amount: BigInt(amount) }))
    return null
  },
  sendTransaction,
  simulateTransaction(ledger, params) {
    const [, { sigVerify, accounts: wanted } = { sigVerify: false, accounts: undefined }] = read(Simulated, params)
    const { err, logs, unitsConsumed, accounts } = ledger.simulate(transactionIn(params), { isSigned: sigVerify })
    const shown = wanted?.addresses.map((address) => {
      const account = accounts.get(address) ?? ledger.svm.getAccount(base58.decode(address))
      const isThere = account !== null && account.lamports() > 0n
      return isThere ? shownAccount({ svm: ledger.svm, account, encoding: wanted.encoding }) : null
    })
    return inContext(ledger, { err, logs, unitsConsumed, accounts: shown ?? null, returnData: null })
  },
  getSignatureStatuses(ledger, params) {
    const [signatures] = read(v.tuple([v.pipe(v.array(Signature), v.maxLength(256)), v.optional(v.unknown())]), params)
    return inContext(
      ledger,
      signatures.map((each) => statusOf(ledger, ledger.outcomeOf(each))),
    )
  },
  getSignaturesForAddress(ledger, params) {
    const options = v.optional(v.object({ limit: v.optional(Whole, 1000), before: v.optional(Signature) }), {})
    const [address, { limit, before }] = read(v.tuple([Address, options]), params)
    const all = ledger.outcomes()
    const start = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    const own = all.slice(start).filter(({ keys }) => keys.includes(address))
    return own.slice(0, limit ?? 1000).map((outcome) => {
      const { signature, slot, err, blockTime } = outcome
      return { signature, slot, err, blockTime, memo: null, confirmationStatus: levelOf(ledger, outcome) }
    })
  },
  getTransaction(ledger, params) {
    const [signature, { encoding }] = read(v.tuple([Signature, Encoding]), params)
    const outcome = ledger.outcomeOf(signature)
    if (!outcome) return null
    const { slot, err, logs, blockTime, bytes, unitsConsumed } = outcome
    const status = err === null ? { Ok: null } : { Err: err }
    const meta = { err, status, logMessages: logs, computeUnitsConsumed: unitsConsumed, ...balancesOf(ledger, outcome) }
    if (encoding === 'jsonParsed') {
      const accountKeys = outcome.keys.map((pubkey, index) => ({ pubkey, signer: index === 0, writable: true }))
      return { slot, blockTime, transaction: { signatures: [signature], message: { accountKeys } }, meta }
    }
    return { slot, blockTime, transaction: [base64.encode(bytes), 'base64'], meta }
  },
}

/** What a transaction changed. Nothing is made or burnt but its fee, save by the faucet. */
function balancesOf(ledger: Ledger, { before, after }: Outcome) {
  const lamports = (states: Outcome['before']) => states.map((state) => Number(state.lamports))
  const sum = (states: Outcome['before']) => lamports(states).reduce((total, each) => total + each, 0)
  const tokens = (states: Outcome['before']) =>
    states.flatMap(({ token }, accountIndex) => {
      if (!token) return []
      const { mint, owner, amount } = token
      return [
        {
          accountIndex,
          mint,
          owner,
          uiTokenAmount: tokenAmount({ amount, decimals: decimalsOf(ledger.svm, mint) ?? 0 }),
        },
      ]
    })
  return {
    fee: Math.max(0, sum(before) - sum(after)),
    preBalances: lamports(before),
    postBalances: lamports(after),
    preTokenBalances: tokens(before),
    postTokenBalances: tokens(after),
  }
}

/** Answers one request. @throws RpcError */
export function answer({
  ledger,
  method,
  params,
}: {
  readonly ledger: Ledger
  readonly method: string
  readonly params: readonly unknown[]
}): unknown {
  const known = Object.hasOwn(methods, method) ? methods[method] : undefined
  if (!known) throw new RpcError({ code: -32601, message: `Method not found: ${method}` })
  return known(ledger, params)
}

function accountAt({ svm }: Ledger, address: string, encoding: string | undefined) {
  const account = svm.getAccount(base58.decode(address))
  return account && account.lamports() > 0n ? shownAccount({ svm, account, encoding }) : null
}

function getTokenAccountsByOwner(ledger: Ledger, params: readonly unknown[]): unknown {
  const [owner, filter, { encoding }] = read(v.tuple([Address, Filter, Encoding]), params)
  const programs = 'programId' in filter ? [filter.programId] : tokenPrograms
  const found = programs.flatMap((program) =>
    ledger.svm.getProgramAccounts(base58.decode(program)).flatMap((each) => {
      const account = each.account()
      const parsed = parseTokenAccount(account.data())
      const isOwn = parsed?.type === 'account' && parsed.owner === owner
      if (!isOwn || ('mint' in filter && parsed.mint !== filter.mint)) return []
      return [{ pubkey: base58.encode(each.address), account: shownAccount({ svm: ledger.svm, account, encoding }) }]
    }),
  )
  return inContext(ledger, found)
}

/** A transaction is carried out at once, and is in the newest block then; one that its preflight refuses is in none. */
function sendTransaction(ledger: Ledger, params: readonly unknown[]): string {
  const transaction = transactionIn(params)
  const [, { skipPreflight } = { skipPreflight: false }] = read(Sent, params)
  const refuse = (err: unknown, logs: readonly string[] = []) => {
    const message = `Transaction simulation failed: ${typeof err === 'string' ? err : JSON.stringify(err)}`
    return new RpcError({ code: -32002, message, data: { err, logs } })
  }
  if (!ledger.isValid(transaction.blockhash)) throw refuse('BlockhashNotFound')
  const signature = base58.encode(transaction.signature)
  if (ledger.outcomeOf(signature)) throw refuse('AlreadyProcessed')
  if (!skipPreflight) {
    const { err, logs } = ledger.simulate(transaction)
    if (err !== null) throw refuse(err, logs)
  }
  const { outcome, isIncluded } = ledger.send(transaction)
  if (!isIncluded) throw refuse(outcome.err, outcome.logs)
  return signature
}

function transactionIn(params: readonly unknown[]): WireTransaction {
  const [text, { encoding } = { encoding: 'base58' }] = read(Sent, params)
  return readable(() => readTransaction(encoding === 'base64' ? base64.decode(text) : base58.decode(text)))
}

/** What can't be read is the caller's fault. */
function readable<T>(reading: () => T): T {
  try {
    return reading()
  } catch (error) {
    throw invalidParams(error instanceof Error ? error.message : String(error))
  }
}

export function levelOf(ledger: Ledger, { slot }: Pick<Outcome, 'slot'>): 'confirmed' | 'finalized' {
  return ledger.slot() - slot >= finalAfter ? 'finalized' : 'confirmed'
}

function statusOf(ledger: Ledger, outcome: Outcome | undefined) {
  if (!outcome) return null
  const { slot, err } = outcome
  const confirmationStatus = levelOf(ledger, outcome)
  const confirmations = confirmationStatus === 'finalized' ? null : ledger.slot() - slot
  return { slot, err, confirmations, confirmationStatus, status: err === null ? { Ok: null } : { Err: err } }
}
