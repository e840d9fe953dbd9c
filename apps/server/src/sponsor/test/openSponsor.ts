import { randomUUID } from 'node:crypto'
import { newId } from '@foyer/custody/bytes'
import { delegateAddress } from '@foyer/evm/delegate'
import { NotSponsored } from '@foyer/login/sponsorCalls'
import { createMemoryBudgets } from '@foyer/service/budget/memoryBudgets'
import { systemClock } from '@foyer/service/clock'
import type { Database } from '@foyer/service/db/database'
import { createLog } from '@foyer/service/log/createLog'
import { createOwnerOf } from '@foyer/service/owners/ownerOf'
import type { KeyRing } from '@foyer/service/seal/namedKeys'
import { deployDelegation, type StartedChain, startChain } from '@foyer/stack'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import {
  type Address,
  createTestClient,
  type Hex,
  http,
  type PublicClient,
  parseEther,
  parseGwei,
  publicActions,
  toFunctionSelector,
} from 'viem'
import { generatePrivateKey, type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { expect } from 'vitest'
import type { ChainConfig } from '../../chains/chain.js'
import type { Chains } from '../../chains/chains.js'
import { createChains } from '../../chains/createChains.js'
import { createDelegates } from '../../chains/delegates.js'
import {
  loginWallets,
  smartSessions,
  sponsorBudgets,
  sponsoredOperations,
  sponsorQueues,
} from '../../db/schema/index.js'
import type { LoginSession } from '../../login/sessions.js'
import { namedKey, site, walletOrigin } from '../../login/test/openLogin.js'
import { createWallets } from '../../login/wallets.js'
import { noServerMetrics } from '../../metrics/createServerMetrics.js'
import type { CallableContract } from '../../projects/callable.js'
import { createProjects } from '../../projects/projects.js'
import { type Sponsorship, Sponsorship as SponsorshipSchema } from '../../projects/sponsorship.js'
import { createSmartSessions, type SmartSessions } from '../../sessions/smartSessions.js'
import { demo } from '../../test/openApi.js'
import { operationOf, type QuoteRequest, type Sent } from '../judge.js'
import type { Ledger } from '../ledger.js'
import { type Operation, typedDataOf } from '../operation.js'
import type { Redeeming } from '../redeeming.js'
import { createSponsor, type Sponsor } from '../sponsor.js'
import { batchOf } from './executing.js'

export const chainId = 'eip155:31337'

/** Contracts of a few bytes, by what they do when they are called. */
const contracts = {
  /** counts in its first word */
  counter: { at: '0x00000000000000000000000000000000000c0001', code: '0x5f546001015f5500' },
  /** fails where gas is paid for: in a block, and in no simulation */
  trap: { at: '0x00000000000000000000000000000000000c0002', code: '0x3a600557005b5f5ffd' },
  /** always fails */
  failing: { at: '0x00000000000000000000000000000000000c0003', code: '0x5f5ffd' },
} as const satisfies Readonly<Record<string, { at: Address; code: Hex }>>

export const targets = {
  counter: contracts.counter.at,
  trap: contracts.trap.at,
  failing: contracts.failing.at,
} as const

/** The functions that keys are granted here: `vote()` at each of the contracts. */
const listed: readonly CallableContract[] = Object.values(targets).map((address) => ({
  chainId,
  address,
  selectors: [toFunctionSelector('vote()')],
}))

/** Enough for everything, unless a test says otherwise. */
export const plenty = {
  account: '1000000000000000000',
  network: '1000000000000000000',
  day: '1000000000000000000',
  total: '1000000000000000000',
}

export const sponsorship = (changes: Partial<Sponsorship['networks'][number]> = {}): Sponsorship => ({
  networks: [
    {
      ...{ chainId, mostGas: 1_000_000, mostFeePerGas: '100000000000', budget: plenty },
      contracts: Object.values(targets).map((to) => ({ to })),
      ...changes,
    },
  ],
})

/** Somebody who is logged in, with an account that has no coin. */
export interface Visitor {
  readonly by: LoginSession
  readonly account: PrivateKeyAccount
  /** as `clientKey` gives it */
  readonly client: string
}

/** One node of the server, whose rounds are made by hand. */
export interface SponsorNode {
  readonly sponsor: Sponsor
  readonly redeeming: Redeeming
  /** Goes over everything once. */
  round(): Promise<void>
  stop(): Promise<void>
}

export interface SponsorWorld {
  readonly chain: StartedChain
  readonly client: PublicClient & ReturnType<typeof createTestClient>
  readonly config: ChainConfig
  readonly operator: PrivateKeyAccount
  readonly operatorKey: Hex
  readonly keys: KeyRing
  readonly database: Database
  readonly projects: ReturnType<typeof createProjects>
  readonly logged: readonly string[]
  /** milliseconds since 1970 */
  time: number
  /** Stops all nodes, and brings chain and database back to where they were when it was opened, whatever a test before left; the time goes on. */
  again(): Promise<void>
  node(parts?: {
    readonly ledger?: Ledger | undefined
    readonly chains?: Chains | undefined
    /** its own connections, with what it keeps in memory of what it reads there; the world's if left out */
    readonly database?: Pick<Database, 'orm'> | undefined
    /** by which persons are named, the newest first; the world's if left out */
    readonly loginKeys?: KeyRing | undefined
  }): SponsorNode
  chains(changes?: Partial<ChainConfig>): Chains
  /** Creates the list of sessions, over a database and the network's nodes. */
  sessions(database: Pick<Database, 'orm'>, chains?: Chains): SmartSessions
  /** Says what is paid for from now on. */
  sponsor(sponsorship: Sponsorship | null, callable?: readonly CallableContract[]): Promise<void>
  visitor(parts?: { readonly client?: string }): Promise<Visitor>
  /** Lets a time be reached, in seconds since 1970: by the server's clock, and by the next block. */
  reach(time: number): Promise<void>
  /** Returns the amount that the operator's account has paid since the world began, in wei. */
  spentByOperator(): Promise<bigint>
  rpc(method: string, params: readonly unknown[]): Promise<unknown>
}

const coin = parseEther('100')
/** No test waits for it: a chain on a busy machine isn't away. */
const awayMs = 30_000

/** The sponsor over a real chain with the delegate, and a real database. For tests; nothing in the product imports this. */
export async function openSponsor({ database }: { database: Database }): Promise<SponsorWorld> {
  const chain = await startChain({ id: 31337 })
  await deployDelegation({ url: chain.url })
  const client = createTestClient({ mode: 'anvil', transport: http(chain.url) }).extend(publicActions)
  for (const { at, code } of Object.values(contracts)) await client.setCode({ address: at, bytecode: code })
  const operatorKey = generatePrivateKey()
  const operator = privateKeyToAccount(operatorKey)
  await client.setBalance({ address: operator.address, value: coin })
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const config: ChainConfig = {
    ...{ id: chainId, name: 'Local', nativeCurrency, iconUrl: '', upstreams: [chain.url], tokens: [] },
  }
  const logged: string[] = []
  const log = createLog({ level: 'trace', to: { write: (line) => void logged.push(line) } })
  const now = () => world.time
  const keys = [namedKey('2026', 7)] as const
  const roomsOf = ({ orm }: Pick<Database, 'orm'>) => ({
    orm,
    projects: createProjects({ orm, now }),
    wallets: createWallets({
      ...{ orm, mails: { add: () => true }, now, origin: walletOrigin, keeperKey: '' },
      siteNames: { nameOf: async () => null },
    }),
  })
  const rooms = roomsOf(database)
  const { orm, projects } = rooms
  const chains = (changes: Partial<ChainConfig> = {}) =>
    createChains({ chains: [{ ...config, ...changes }], timeoutMs: awayMs, clock: systemClock })
  let opened = await client.snapshot()
  const nodes = new Set<SponsorNode>()
  const world: SponsorWorld = {
    ...{ chain, client, config, operator, operatorKey, keys, database, projects, logged, chains },
    time: Date.now(),
    sessions: ({ orm: rows }, on = chains()) =>
      createSmartSessions({
        orm: rows,
        chains: on,
        now,
        ownerOf: createOwnerOf({ keys }),
        randomUuid: randomUUID,
        grantLimit: createMemoryBudgets({ now }).window({
          name: 'grants',
          most: 1_000,
          withinMs: 1_000,
          whenAway: 'open',
        }),
      }),
    async again() {
      await Promise.all([...nodes].map((each) => each.stop()))
      await client.revert({ id: opened })
      opened = await client.snapshot()
      await client.setAutomine(true)
      await world.rpc('anvil_dropAllTransactions', [])
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') })
      for (const table of [sponsoredOperations, sponsorQueues, sponsorBudgets, smartSessions]) await orm.delete(table)
      await world.reach(Math.ceil(world.time / 1_000))
    },
    node(parts = {}) {
      const { clock, rested } = createRounds(now)
      const delegates = createDelegates({ chains: chains(), clock: systemClock, log, metrics: noServerMetrics })
      const sessions = world.sessions(parts.database ?? database, parts.chains)
      const { sponsor, redeeming, work } = createSponsor({
        ...(parts.database === undefined ? rooms : roomsOf(parts.database)),
        ...{ key: operatorKey, origin: walletOrigin, clock, log, delegates, sessions },
        loginKeys: parts.loginKeys ?? keys,
        ...{ chains: parts.chains ?? chains(), budgets: createMemoryBudgets({ now }), ledger: parts.ledger },
      })
      let isStarted = false
      const node: SponsorNode = {
        ...{ sponsor, redeeming },
        round() {
          const rest = rested(isStarted)
          if (!isStarted) work.start()
          isStarted = true
          return rest
        },
        async stop() {
          nodes.delete(node)
          await work.stop()
        },
      }
      nodes.add(node)
      return node
    },
    async sponsor(said, callable = listed) {
      const paid = v.parse(v.nullable(SponsorshipSchema), said)
      await projects.seed([
        { ...demo, sponsorship: paid, callable: callable.map((each) => ({ ...each, selectors: [...each.selectors] })) },
      ])
    },
    async visitor({ client: from = '203.0.113.9' } = {}) {
      const account = privateKeyToAccount(generatePrivateKey())
      const person = `email:${newId().toLowerCase()}@mail.example`
      const at = new Date(world.time)
      const addresses = [{ family: 'eip155', address: account.address }]
      await orm.insert(loginWallets).values({ id: newId(), person, vault: '', addresses, createdAt: at, claimedAt: at })
      const by = { id: newId(), person, device: newId(), loggedInAt: at, actsFrom: at }
      return { by, account, client: from }
    },
    async reach(until) {
      const { timestamp } = await client.getBlock()
      const next = Math.max(until, Number(timestamp) + 1)
      await client.setNextBlockTimestamp({ timestamp: BigInt(next) })
      await client.mine({ blocks: 1 })
      world.time = Math.max(world.time, next * 1_000)
    },
    async spentByOperator() {
      return coin - (await client.getBalance({ address: operator.address }))
    },
    async rpc(method, params) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(chain.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
      return v.parse(v.object({ result: v.unknown() }), await answer.json()).result
    },
  }
  await world.sponsor(sponsorship())
  return world
}

/** A clock whose waits end by hand: each is the rest between two rounds. */
function createRounds(now: () => number) {
  let next = () => {}
  let onRest = () => {}
  const clock = {
    now,
    setTimeout(callback: () => void) {
      next = callback
      onRest()
      return () => {}
    },
  }
  const rested = (goesOn: boolean) =>
    new Promise<void>((resolve) => {
      onRest = resolve
      if (goesOn) next()
    })
  return { clock, rested }
}

/** Builds the request for calls of a visitor's account. */
export const askedOf = (
  { account }: Visitor,
  calls: readonly Address[],
  more: Partial<QuoteRequest> = {},
): QuoteRequest => ({
  ...{ projectId: demo.id, site, chainId, sender: account.address },
  callData: batchOf(calls.map((to) => ({ to, value: 0n, data: '0x' }))),
  ...more,
})

export const quote = ({ sponsor }: SponsorNode, visitor: Visitor, asked: QuoteRequest) =>
  sponsor.quote({ by: visitor.by, client: visitor.client, signal: new AbortController().signal, asked })

/** Signs what a quote says, as the wallet's page does. */
export async function signed(node: SponsorNode, visitor: Visitor, asked: QuoteRequest): Promise<Sent> {
  const said = await quote(node, visitor, asked)
  if (!said.sponsored) return expect.fail(`It is not paid for: ${said.because}.`)
  const { sponsored: _, authorizationNonce, ...rest } = said
  const { account } = visitor
  const operation: Operation = {
    ...{ chain: 31337, sender: lower(account.address), nonce: BigInt(said.nonce), callData: hex(asked.callData) },
    validUntil: said.validUntil,
    ...{ verificationGasLimit: said.verificationGasLimit, callGasLimit: said.callGasLimit },
    ...{ signature: '0x', authorization: null },
  }
  return {
    ...{ ...asked, ...rest },
    signature: await account.signTypedData(typedDataOf(operation)),
    ...(authorizationNonce !== null && { authorization: await authorize(account, { nonce: authorizationNonce }) }),
  }
}

/** Signs the same with another nonce, and gas for its calls, as a page may that keeps to nothing. */
export async function signedAt(
  node: SponsorNode,
  visitor: Visitor,
  asked: QuoteRequest,
  { nonce, callGasLimit }: { readonly nonce?: bigint; readonly callGasLimit?: number },
): Promise<Sent> {
  const sent = await signed(node, visitor, asked)
  const changed = {
    ...sent,
    ...(nonce !== undefined && { nonce: String(nonce) }),
    ...(callGasLimit !== undefined && { callGasLimit }),
  }
  const signature = await visitor.account.signTypedData(typedDataOf({ ...operationOf(changed), signature: '0x' }))
  return { ...changed, signature }
}

/** A switch to the delegate, or another one for a test. */
export async function authorize(
  account: PrivateKeyAccount,
  { nonce, chain = 31337, delegate = delegateAddress }: { nonce: number; chain?: number; delegate?: Address },
): Promise<NonNullable<Sent['authorization']>> {
  const { r, s, yParity } = await account.signAuthorization({ chainId: chain, nonce, address: delegate })
  return { nonce, r, s, yParity: yParity === 1 ? 1 : 0 }
}

export const send = ({ sponsor }: SponsorNode, visitor: Visitor, asked: Sent) =>
  sponsor.send({ by: visitor.by, client: visitor.client, signal: new AbortController().signal, asked })

/** Why calls wouldn't be paid for; null where they would. */
export async function refusedQuote(node: SponsorNode, visitor: Visitor, asked: QuoteRequest): Promise<string | null> {
  const said = await quote(node, visitor, asked)
  return said.sponsored ? null : said.because
}

/** Why an operation isn't paid for; null where it is. */
export const refusedSent = (node: SponsorNode, visitor: Visitor, sent: Sent): Promise<string | null | undefined> =>
  send(node, visitor, sent).then(
    () => null,
    (error: unknown) => v.parse(Refusal, error).reasons[0]?.name,
  )

const Refusal = v.object({ code: v.literal('not_sponsored'), reasons: v.array(v.object({ name: NotSponsored })) })

/** Sums what all projects' budgets have paid and hold, in wei. */
export async function booksOf({ orm }: Pick<Database, 'orm'>): Promise<{ booked: bigint; reserved: bigint }> {
  const rows = await orm.select().from(sponsorBudgets).where(eq(sponsorBudgets.scope, 'total'))
  return {
    booked: rows.reduce((sum, { spent }) => sum + BigInt(spent), 0n),
    reserved: rows.reduce((sum, { reserved }) => sum + BigInt(reserved), 0n),
  }
}

const hex = (text: string): Hex => `0x${text.slice(2)}`
const lower = (text: string): Address => `0x${text.slice(2).toLowerCase()}`
