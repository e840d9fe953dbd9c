import { newId } from '@foyer/custody/bytes'
import { delegateAddress, delegateIn } from '@foyer/evm/delegate'
import { quoteSponsoredCall, readSponsoredCall, sendSponsoredCall } from '@foyer/login/sponsorCalls'
import type { Database } from '@foyer/service/db/database'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { wholeOn } from '@foyer/service-testing/wholeOn'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { type Address, concat, type Hex, pad } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loginWallets, sponsorBudgets, sponsoredOperations } from '../db/schema/index.js'
import { createDevice, openLogin, site } from '../login/test/openLogin.js'
import { demo, openTestDatabase } from '../test/openApi.js'
import { operationOf, type QuoteRequest, type Sent } from './judge.js'
import { gasFor } from './operation.js'
import { batchOf, singleOf } from './test/executing.js'
import {
  askedOf,
  chainId,
  openSponsor,
  plenty,
  quote,
  refusedQuote,
  refusedSent,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  sponsorship,
  targets,
  type Visitor,
} from './test/openSponsor.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres?.stop())

describe.each(
  wholeOn([
    { name: 'the embedded database', open: () => openTestDatabase() },
    {
      name: 'PostgreSQL',
      open: async () => openTestDatabase({ kind: 'postgres', url: await postgres.createDatabase() }),
    },
  ]),
)('operations that are paid for, on $name', ({ open }) => {
  let database: Database
  let world: SponsorWorld
  let node: SponsorNode
  let visitor: Visitor
  beforeAll(async () => {
    database = await open()
    world = await openSponsor({ database })
  })
  afterAll(async () => {
    await node?.stop()
    await world?.chain.stop()
    await database?.close()
  })
  beforeEach(async () => {
    await world.again()
    await world.sponsor(sponsorship())
    node = world.node()
    visitor = await world.visitor()
  })

  const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
  const sentByOperator = () => world.client.getTransactionCount({ address: world.operator.address })
  const booked = async () => {
    const rows = await database.orm.select().from(sponsorBudgets).where(eq(sponsorBudgets.scope, 'total'))
    return rows.reduce((sum, { spent }) => sum + BigInt(spent), 0n)
  }
  const ended = async (operation: string) => {
    await node.round()
    return node.sponsor.read({ by: visitor.by, operation })
  }

  test('the networks are said on which a project’s operations are paid for, and accounts can be switched to the delegate', async () => {
    const list = (projectId: string = demo.id) => node.sponsor.list({ projectId, site })
    expect(await list()).toEqual({ networks: [chainId] })
    const [network] = sponsorship().networks
    const elsewhere = network && { ...network, chainId: 'eip155:1' }
    await world.sponsor({ networks: elsewhere ? [elsewhere] : [] })
    expect(await list()).toEqual({ networks: [] })
    await world.sponsor(null)
    expect(await list()).toEqual({ networks: [] })
  })

  test('a first login with an empty account: two calls in one, mined at no cost to the visitor; a later one takes 90,000 gas at most', async () => {
    const { account } = visitor
    const before = { count: await countNow(), operator: await world.spentByOperator(), booked: await booked() }
    const { operation } = await send(
      node,
      visitor,
      await signed(node, visitor, askedOf(visitor, [targets.counter, targets.counter])),
    )
    expect(await ended(operation)).toMatchObject({ status: 'final', succeeded: true })
    expect((await countNow()) - before.count).toBe(2n)
    expect(await world.client.getBalance(account)).toBe(0n)
    const code = (await world.client.getCode(account)) ?? '0x'
    expect(delegateIn(code)).toBeDefined()
    const later = await send(node, visitor, await signed(node, visitor, askedOf(visitor, [targets.counter])))
    const { transactionHash } = await ended(later.operation)
    const { gasUsed } = await world.client.getTransactionReceipt({ hash: hex(transactionHash ?? '') })
    expect(gasUsed).toBeLessThanOrEqual(90_000n)
    // To the wei.
    const paid = (await world.spentByOperator()) - before.operator
    expect((await booked()) - before.booked).toBe(paid)
    expect(paid).toBeGreaterThan(0n)
  })

  test('the calls of the wallet’s page: a quote, a sending and a reading in a session, and another person reads nothing', async () => {
    const { sponsorKey, chains, projects } = { sponsorKey: world.operatorKey, chains: [world.config], projects: [] }
    const login = await openLogin({ database, config: { sponsorKey }, chains, projects })
    // The chain's own clock is the machine's.
    login.api.time = world.time
    const as = async () => {
      const account = privateKeyToAccount(generatePrivateKey())
      const email = `${newId().toLowerCase()}@mail.example`
      const by = await createDevice()
      const { accessToken: token, person } = await login.logIn({ by, email })
      const at = new Date(login.api.time)
      const addresses = [{ family: 'eip155', address: account.address }]
      const wallet = { id: email, person, vault: '', addresses, createdAt: at, claimedAt: at }
      await database.orm.insert(loginWallets).values(wallet)
      const session = { id: '', person, device: by.device, loggedInAt: at, actsFrom: at }
      return { by, token, visitor: { by: session, account, client: '' } }
    }
    const one = await as()
    const asked = askedOf(one.visitor, [targets.counter])
    const answer = await login.ask(quoteSponsoredCall, one.by, asked, one)
    expect(v.parse(quoteSponsoredCall.reply, await answer.json())).toMatchObject({
      sponsored: true,
      authorizationNonce: 0,
    })
    const sent = await signed(node, await sameAccount(one.visitor), asked)
    const { operation } = v.parse(
      sendSponsoredCall.reply,
      await (await login.ask(sendSponsoredCall, one.by, sent, one)).json(),
    )
    await expect
      .poll(async () => {
        await node.round()
        return v.parse(
          readSponsoredCall.reply,
          await (await login.ask(readSponsoredCall, one.by, { operation }, one)).json(),
        )
      })
      .toMatchObject({ status: 'final', succeeded: true })
    const other = await as()
    expect((await login.ask(readSponsoredCall, other.by, { operation }, other)).status).toBe(404)
    const refusal = await login.ask(sendSponsoredCall, other.by, sent, other)
    expect([refusal.status, await refusal.json()]).toMatchObject([
      409,
      { error: { code: 'not_sponsored', field: 'account' } },
    ])
    // Nothing of who they are is in the log or in what is kept.
    const rows = JSON.stringify(await database.orm.select().from(sponsoredOperations))
    expect(rows).not.toContain('mail.example')
    expect(login.api.logged.join('')).not.toContain(one.visitor.account.address)
    const none = await openLogin({ database, login: login.config, projects: [] })
    expect((await none.ask(quoteSponsoredCall, one.by, asked, one)).status).toBe(404)

    async function sameAccount({ account, by }: Visitor): Promise<Visitor> {
      return { account, by, client: '203.0.113.9' }
    }
  })

  const refusedFor = (asked: QuoteRequest) => refusedQuote(node, visitor, asked)
  const refusedSending = (sent: Sent) => refusedSent(node, visitor, sent)

  /** The requests that aren't paid for, and why. */
  const refusals: Readonly<Record<string, (says: typeof expect) => Promise<void>>> = {
    async 'a project that says nothing of it'(says) {
      await world.sponsor(null)
      says(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('project')
    },
    async 'a network that it doesn’t name'(says) {
      await world.sponsor(sponsorship({ chainId: 'eip155:1' }))
      says(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('project')
      says(await refusedFor(askedOf(visitor, [targets.counter], { chainId: 'eip155:1' }))).toBe('project')
    },
    async 'a network without the code that accounts are switched to'(says) {
      const code = await world.client.getCode({ address: delegateAddress })
      await world.client.setCode({ address: delegateAddress, bytecode: '0x00' })
      const fresh = world.node()
      says(await refusedQuote(fresh, visitor, askedOf(visitor, [targets.counter]))).toBe('network')
      await world.client.setCode({ address: delegateAddress, bytecode: code ?? '0x' })
    },
    async 'an account that is another person’s'(says) {
      const other = await world.visitor()
      says(await refusedFor(askedOf(other, [targets.counter]))).toBe('account')
      says(await refusedSending(await signed(node, other, askedOf(other, [targets.counter])))).toBe('account')
    },
    async 'an account that is a contract'(says) {
      await world.client.setCode({ address: visitor.account.address, bytecode: '0x00' })
      says(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('account')
    },
    async 'a contract that isn’t listed, alone and in a batch'(says) {
      await world.sponsor(sponsorship({ contracts: [{ to: targets.counter }] }))
      says(await refusedFor(askedOf(visitor, [targets.trap]))).toBe('calls')
      says(await refusedFor(askedOf(visitor, [targets.counter, targets.trap]))).toBe('calls')
      says(await refusedFor(askedOf(visitor, [targets.counter, targets.counter]))).toBeNull()
    },
    async 'a selector that isn’t listed, and less than one'(says) {
      await world.sponsor(
        sponsorship({ contracts: [{ to: targets.counter, selectors: ['0x87654321', '0x12345678'] }] }),
      )
      const call = (data: Hex) => askedOf(visitor, [], { callData: singleOf({ to: targets.counter, value: 0n, data }) })
      const said = await Promise.all(
        ['0x12345678ff', '0x12345679', '0x123456', '0x'].map((data) => refusedFor(call(hex(data)))),
      )
      says(said).toEqual([null, 'calls', 'calls', 'calls'])
    },
    async 'an account with another delegate’s code, asked for and signed'(says) {
      const asked = askedOf(visitor, [targets.counter])
      const sent = await signed(node, visitor, asked)
      const bytecode = concat(['0xef0100', targets.failing])
      await world.client.setCode({ address: visitor.account.address, bytecode })
      says(await refusedFor(asked)).toBe('account')
      says(await refusedSent(node, visitor, sent)).toBe('account')
    },
    async 'the account itself, and the EntryPoint, whatever is listed'(says) {
      const own = visitor.account.address
      const entryPoint: Address = '0x0000000071727De22E5E9d8BAf0edAc6f37da032'
      await world.sponsor(sponsorship({ contracts: [{ to: own }, { to: entryPoint }] }))
      says(await refusedFor(askedOf(visitor, [own]))).toBe('calls')
      says(await refusedFor(askedOf(visitor, [entryPoint]))).toBe('calls')
    },
    async 'what isn’t the account’s execute, a batch that goes on, and another writing of the same'(says) {
      const { callData } = askedOf(visitor, [targets.counter])
      const other = async (data: string) => refusedFor(askedOf(visitor, [], { callData: data }))
      says(await other('0x12345678')).toBe('calls')
      says(await other(callData.replace('0x', '0x00'))).toBe('calls')
      says(await other(`${callData}${'00'.repeat(32)}`)).toBe('calls')
      says(
        await other(callData.replace(pad('0x01', { dir: 'right' }).slice(2), pad('0x0101', { dir: 'right' }).slice(2))),
      ).toBe('calls')
      says(await other(batchOf([]))).toBe('calls')
    },
    async 'more gas than is allowed'(says) {
      const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
      says(await refusedSending({ ...sent, callGasLimit: 1_000_001 - sent.verificationGasLimit })).toBe('gas')
    },
    async 'a network that is too dear'(says) {
      await world.sponsor(sponsorship({ mostFeePerGas: '1' }))
      says(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('fee')
    },
    async 'calls that would fail'(says) {
      says(await refusedFor(askedOf(visitor, [targets.failing]))).toBe('simulation')
      says(await refusedFor(askedOf(visitor, [targets.counter, targets.failing]))).toBe('simulation')
      const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
      await world.client.setCode({ address: targets.counter, bytecode: '0x5f5ffd' })
      says(await refusedSending(sent)).toBe('simulation')
      await world.client.setCode({ address: targets.counter, bytecode: '0x5f546001015f5500' })
    },
    async 'an operator without coin'(says) {
      const { address } = world.operator
      const value = await world.client.getBalance({ address })
      await world.client.setBalance({ address, value: 1n })
      says(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('unfunded')
      await world.client.setBalance({ address, value })
    },
    async 'a site that isn’t the project’s'(says) {
      const asked = askedOf(visitor, [targets.counter], { site: 'https://evil.example' })
      await says(quote(node, visitor, asked)).rejects.toMatchObject({ code: 'origin_not_allowed' })
    },
  }
  test.each(Object.keys(refusals))('nothing is paid for %s', async (name) => {
    const before = await sentByOperator()
    await refusals[name]?.(expect)
    await node.round()
    expect(await sentByOperator()).toBe(before)
  })

  test.each(['account', 'network', 'day', 'total'] as const)(
    'a budget (%s) that is used up pays for nothing more, to the wei',
    async (scope) => {
      const asked = askedOf(visitor, [targets.counter])
      const sent = await signed(node, visitor, asked)
      const held = await costOf(sent)
      const today = new Date(world.time).toISOString().slice(0, 10)
      const rows = await database.orm.select().from(sponsorBudgets).where(eq(sponsorBudgets.scope, scope))
      const isCounted = ({ day }: (typeof rows)[number]) => scope === 'total' || day === today
      // Of this account nothing has been paid yet; the others' network is one.
      const used = scope === 'account' ? 0n : spentOf(rows.find(isCounted))
      const budgetOf = (left: bigint) => sponsorship({ budget: { ...plenty, [scope]: String(used + left) } })
      await world.sponsor(budgetOf(held - 1n))
      expect(await refusedFor(asked)).toBe('budget')
      expect(await refusedSending(sent)).toBe('budget')
      await world.sponsor(budgetOf(held))
      expect(await refusedFor(asked)).toBeNull()
      const { operation } = await send(node, visitor, sent)
      expect(await ended(operation)).toMatchObject({ status: 'final', succeeded: true })
      // What it cost is less than what was held, and what is left is less than another.
      expect(await refusedFor(askedOf(visitor, [targets.counter]))).toBe('budget')
    },
  )

  /** Returns the amount that is held for an operation at the fees of now. */
  async function costOf(sent: Sent): Promise<bigint> {
    const block = await world.client.getBlock()
    const tip = await world.client.estimateMaxPriorityFeePerGas()
    const fee = (block.baseFeePerGas ?? 0n) * 2n + tip
    return BigInt(gasFor(operationOf(sent))) * fee
  }

  test('the same operation again is the same one; one of before, and one in the place of another, is refused', async () => {
    const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
    const before = await sentByOperator()
    const all = await Promise.all(Array.from({ length: 5 }, () => send(node, visitor, sent)))
    expect(new Set(all.map(({ operation }) => operation)).size).toBe(1)
    const [first] = all
    expect(await ended(first?.operation ?? '')).toMatchObject({ status: 'final', succeeded: true })
    expect(await send(node, visitor, sent)).toEqual(first)
    await node.round()
    expect((await sentByOperator()) - before).toBe(1)
    // After its row is gone, the network itself has seen it.
    await database.orm.delete(sponsoredOperations)
    expect(await refusedSending(sent)).toBe('operation')
  })

  test('a person has one budget, whichever account, and an account one, whoever says it is theirs', async () => {
    const sent = await signed(node, visitor, askedOf(visitor, [targets.counter]))
    await world.sponsor(sponsorship({ budget: { ...plenty, account: String(await costOf(sent)) } }))
    await send(node, visitor, sent)
    const budgets = await database.orm.select().from(sponsorBudgets)
    expect(budgets.map(({ scope }) => scope).sort()).toEqual(['account', 'day', 'network', 'person', 'total'])
    await node.round()
    const account = privateKeyToAccount(generatePrivateKey())
    const addresses = [{ family: 'eip155', address: account.address }]
    await database.orm.update(loginWallets).set({ addresses }).where(eq(loginWallets.person, visitor.by.person))
    const moved = { ...visitor, account }
    expect(await quote(node, moved, askedOf(moved, [targets.counter]))).toEqual({ sponsored: false, because: 'budget' })
    const thief = await world.visitor()
    const own = [{ family: 'eip155', address: visitor.account.address }]
    await database.orm.update(loginWallets).set({ addresses: own }).where(eq(loginWallets.person, thief.by.person))
    const asThief = { ...visitor, by: thief.by }
    expect(await quote(node, asThief, askedOf(asThief, [targets.counter]))).toEqual({
      sponsored: false,
      because: 'budget',
    })
  })
})

const hex = (text: string): Hex => `0x${text.slice(2)}`
const spentOf = (row: { spent: string; reserved: string } | undefined) =>
  BigInt(row?.spent ?? 0) + BigInt(row?.reserved ?? 0)
