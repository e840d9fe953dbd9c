import type { Simulation } from '@foyer/core/wire'
import { base64 } from '@scure/base'
import * as v from 'valibot'
import { upTo } from '../chains/upTo.js'
import { Height } from '../families/family.js'
import type { RpcOutcome } from '../rpc/outcomes.js'
import { resultOf } from '../rpc/resultOf.js'
import { showableText } from '../tokens/showableText.js'
import type { Simulate, Simulated } from './simulate.js'
import { keysOf } from './solanaKeys.js'
import { isTokenProgram, type TokenState, tokenStateIn } from './solanaToken.js'

/** The part of an account's data that is looked at: a token account without what is added to it, or a mint; it comes to whole groups of base64. */
const readBytes = 165
/** As much of a node's answer is read: an order book has some 100 kB, other programs' accounts up to 10 MB. */
const mostBytes = 2 * 1024 * 1024

const Base64 = v.pipe(v.string(), v.base64())

/** Of whatever isn't a token program's the data isn't even decoded. */
const Account = v.nullable(
  v.pipe(
    v.object({ lamports: Height, owner: v.string(), data: v.looseTuple([v.string()]) }),
    v.transform(({ data: [text], ...rest }) => {
      return { ...rest, data: isTokenProgram(rest.owner) ? text.slice(0, (readBytes / 3) * 4) : '' }
    }),
    v.check(({ data }) => data === '' || v.is(Base64, data)),
  ),
)
type Account = v.InferOutput<typeof Account>

const Before = v.object({ value: v.array(Account) })
const After = v.object({
  context: v.object({ slot: Height }),
  value: v.object({
    err: v.unknown(),
    logs: v.nullish(v.array(v.string())),
    accounts: v.nullish(v.array(Account)),
    unitsConsumed: v.optional(Height),
  }),
})

const seen = { encoding: 'base64', commitment: 'confirmed' } as const
const dataSlice = { offset: 0, length: readBytes } as const

const readFrom = (outcome: RpcOutcome | undefined, host: string) => ({
  before: () => resultOf({ outcome, schema: Before, host }).value,
  after: () => resultOf({ outcome, schema: After, host }),
})

/** A transaction of Solana's, by `simulateTransaction`: what its accounts have before and afterwards. */
export const simulateSolana: Simulate = async (request) => {
  const { body, chain, account, client, signal } = request
  if (!('transaction' in body)) return null
  const keys = keysOf(base64.decode(body.transaction))
  if (keys === null || !keys.includes(account)) return null
  const options = {
    ...seen,
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: keys },
  }
  const calls = [
    { method: 'getMultipleAccounts', params: [keys, { ...seen, dataSlice }] },
    { method: 'simulateTransaction', params: [body.transaction, options] },
  ]
  const [first, second] = await chain.request({ calls, client, signal, count: upTo(mostBytes) })
  if (second !== undefined && 'error' in second && second.error.code === -32601) return null
  const before = readFrom(first, chain.id).before()
  const { context, value } = readFrom(second, chain.id).after()
  const shared = { status: 'known', by: 'simulateTransaction', block: context.slot, names: [], varies: false } as const
  const gas = value.unitsConsumed === undefined ? {} : { gas: String(value.unitsConsumed) }
  if (value.err !== null && value.err !== undefined) {
    return { ...shared, ...gas, failed: { index: 0, reason: reasonOf(value) }, changes: [], allowances: [] }
  }
  // Without the accounts there is nothing to compare.
  if (value.accounts?.length !== keys.length || before.length !== keys.length) return null
  const own = keys.indexOf(account)
  const coin = BigInt(value.accounts[own]?.lamports ?? 0) - BigInt(before[own]?.lamports ?? 0)
  const tokens = await readTokens({ ...request, keys, before, after: value.accounts })
  return {
    ...{ ...shared, ...gas },
    changes: [...(coin === 0n ? [] : [{ kind: 'coin' as const, amount: String(coin) }]), ...tokens.changes],
    allowances: tokens.allowances,
  }
}

function reasonOf({ err, logs }: Pick<v.InferOutput<typeof After>['value'], 'err' | 'logs'>): string {
  const said = logs?.findLast((line) => /failed|error/i.test(line))
  return showableText({ text: said ?? JSON.stringify(err), longest: 300 })
}

interface Compared extends Simulated {
  readonly keys: readonly string[]
  readonly before: readonly Account[]
  readonly after: readonly Account[]
}

/** Reads the balances of the account's token accounts, by mint; one that is given away is lost with its balance. */
async function readTokens({
  chain,
  tokens,
  account,
  client,
  keys,
  before,
  after,
  signal,
  keyOf,
}: Compared): Promise<Pick<Simulation, 'changes' | 'allowances'>> {
  const stateAt = (states: readonly Account[], index: number): TokenState | undefined => {
    const state = states[index]
    const read = state ? tokenStateIn({ program: state.owner, data: base64.decode(state.data) }) : undefined
    return read?.owner === account ? read : undefined
  }
  const compared = keys.map((_, index) => ({ was: stateAt(before, index), is: stateAt(after, index) }))
  const sums = new Map<string, bigint>()
  for (const { was, is } of compared) {
    for (const [state, sign] of [
      [was, -1n],
      [is, 1n],
    ] as const) {
      if (state) sums.set(state.mint, (sums.get(state.mint) ?? 0n) + sign * state.amount)
    }
  }
  const delegated = compared.flatMap(({ was, is }) => delegationsOf(was, is))
  const mints = [...new Set([...sums.keys(), ...delegated.map(({ mint }) => mint)])]
  const words = await wordsOf({ chain, tokens, mints, client, signal, keyOf })
  return {
    changes: [...sums].flatMap(([mint, amount]) =>
      amount === 0n ? [] : [{ kind: 'token' as const, contract: mint, amount: String(amount), ...words(mint) }],
    ),
    allowances: delegated.map(({ mint, spender, before: was, after: is }) => ({
      ...{ kind: 'token' as const, contract: mint, spender, before: String(was), after: String(is) },
      ...words(mint),
    })),
  }
}

function delegationsOf(was: TokenState | undefined, is: TokenState | undefined) {
  const mint = is?.mint ?? was?.mint ?? ''
  const spenders = [...new Set([was?.delegate, is?.delegate])].flatMap((each) => each ?? [])
  const taken = (state: TokenState | undefined, spender: string) => (state?.delegate === spender ? state.delegated : 0n)
  return spenders
    .map((spender) => ({ mint, spender, before: taken(was, spender), after: taken(is, spender) }))
    .filter(({ before, after }) => before !== after)
}

/** A mint says how many decimals it has; its name is only known where the operator lists it. */
async function wordsOf({
  chain,
  tokens,
  mints,
  client,
  signal,
  keyOf,
}: Pick<Simulated, 'chain' | 'tokens' | 'client' | 'signal' | 'keyOf'> & { mints: readonly string[] }) {
  const listed = await tokens.of({ chain, addresses: mints, signal })
  const unlisted = mints.filter((mint) => !listed.has(keyOf(mint)))
  const decimals = new Map<string, number>()
  if (unlisted.length > 0) {
    const calls = [{ method: 'getMultipleAccounts', params: [unlisted, { ...seen, dataSlice }] }]
    const [outcome] = await chain.request({ calls, client, signal, count: upTo(mostBytes) })
    for (const [index, state] of readFrom(outcome, chain.id).before().entries()) {
      const data = state ? base64.decode(state.data) : undefined
      const [mint, places] = [unlisted[index], data?.[44]]
      if (mint !== undefined && data !== undefined && data.length >= 82 && places !== undefined)
        decimals.set(mint, places)
    }
  }
  return (mint: string) => {
    const token = listed.get(keyOf(mint))
    const places = token?.decimals ?? decimals.get(mint)
    return {
      ...(token && { symbol: token.symbol }),
      ...(places !== undefined && { decimals: places }),
      isListed: token?.listed === true,
    }
  }
}
