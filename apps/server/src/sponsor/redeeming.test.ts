import type { Database } from '@foyer/service/db/database'
import { eq, inArray } from 'drizzle-orm'
import * as v from 'valibot'
import { numberToHex, toFunctionSelector } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { sponsorBudgets, sponsoredOperations, sponsorTransactions } from '../db/schema/index.js'
import { Sponsorship } from '../projects/sponsorship.js'
import { demo } from '../test/openApi.js'
import { killable } from './test/killable.js'
import { chainId, type SponsorNode, type SponsorWorld, sponsorship, targets } from './test/openSponsor.js'
import {
  endSession,
  type ListedSession,
  openSession,
  quoteRedeemed,
  readRedeemed,
  refusedRedeeming,
  sendRedeemed,
  signedRedeeming,
  signRedeeming,
  unsentRedeeming,
  vote,
  withSessions,
} from './test/redeemed.js'
import { onSponsorStage } from './test/sponsorGround.js'

let database: Database
let world: SponsorWorld
let node: SponsorNode
let connect: () => Promise<Database>
onSponsorStage((stage) => {
  ;({ world, database, node, connect } = stage)
})
afterEach(async () => {
  await node.stop()
  // Whatever a test did: nothing is held any more, what is booked was paid, and none of it by the budgets of persons.
  const rows = await database.orm.select().from(sponsorBudgets)
  const sumOf = (name: string, of: 'spent' | 'reserved') =>
    rows.filter(({ scope }) => scope === name).reduce((sum, row) => sum + BigInt(row[of]), 0n)
  const totals = (['spent', 'reserved'] as const).map((of) => sumOf('sessionTotal', of))
  expect([...totals, sumOf('total', 'spent')]).toEqual([await world.spentByOperator(), 0n, 0n])
})

const wei = (amount: bigint) => ({ account: String(amount) })
const countNow = async () => BigInt((await world.client.getStorageAt({ address: targets.counter, slot: '0x0' })) ?? 0)
const sentByOperator = () => world.client.getTransactionCount({ address: world.operator.address })
const costOf = async (session: ListedSession) => {
  const { operation } = await sendRedeemed(node, session, await signedRedeeming(node, session))
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.hash, operation))
  await node.round()
  return BigInt(row?.reserved ?? 0)
}

test('[S7.21] what a session’s key redeems is paid for by the project: neither the key nor the account has coin, and another’s word on it is none', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const before = await countNow()
  // The key is switched to the delegate the first time, by its own signature.
  for (const made of [1n, 2n]) {
    const { operation } = await sendRedeemed(node, session, await signedRedeeming(node, session))
    await node.round()
    expect(await readRedeemed(node, session, operation)).toMatchObject({ status: 'final', succeeded: true })
    expect((await countNow()) - before).toBe(made)
    const other = await openSession(world)
    await expect(readRedeemed(node, other, operation)).rejects.toMatchObject({ code: 'operation_unknown' })
  }
  for (const { address } of [session.key, session.owner]) expect(await world.client.getBalance({ address })).toBe(0n)
})

test('a project that says nothing of sessions pays for none, also where it pays for its visitors’ own operations', async () => {
  const session = await openSession(world)
  for (const said of [sponsorship(), null]) {
    await world.sponsor(said)
    expect(await refusedRedeeming(node, session)).toBe('project')
  }
})

test('what isn’t listed is not paid for: another contract, another function, the account itself, and what the policy is changed to before it is sent', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const calls = {
    other: { ...vote(), data: '0x12345678' },
    own: vote(session.owner.address),
    key: vote(session.key.address),
  } as const
  for (const call of Object.values(calls)) expect(await refusedRedeeming(node, session, { call })).toBe('calls')
  await world.sponsor(withSessions({}, [{ to: targets.trap }, { to: session.owner.address }]))
  expect(await refusedRedeeming(node, session)).toBe('calls')
  expect(await refusedRedeeming(node, session, { call: calls.own })).toBe('calls')
  await world.sponsor(withSessions())
  const asked = await signedRedeeming(node, session)
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  await expect(sendRedeemed(gone, session, asked)).rejects.toMatchObject({ name: 'KilledError' })
  await world.sponsor(withSessions({}, [{ to: targets.trap }]))
  const before = await sentByOperator()
  await node.round()
  expect(await sentByOperator()).toBe(before)
})

test('[S7.21] a session that is over, or dormant, or another’s, is not paid for', async () => {
  await world.sponsor(withSessions())
  const [session, other] = [await openSession(world), await openSession(world)]
  const { account, pci } = other
  expect(await refusedRedeeming(node, session, { as: { pci } })).toBe('session')
  expect(await refusedRedeeming(node, session, { as: { account } })).toBe('session')
  // The other's permission is for the other's key alone, whose signature this one hasn't.
  const said = await quoteRedeemed(node, other)
  if (!said.sponsored) return expect.fail(said.because)
  const stolen = await signRedeeming({ ...session, context: other.context, pci }, said)
  expect(await unsentRedeeming(node, other, stolen)).toBe('operation')
  await world.client.setCode({ address: session.owner.address, bytecode: '0x' })
  expect(await refusedRedeeming(node, session)).toBe('session')
  const asked = await signedRedeeming(node, other)
  await endSession(world, other)
  expect(await unsentRedeeming(node, other, asked)).toBe('session')
  const short = await openSession(world, { lasts: 60 })
  world.time += 61_000
  expect(await refusedRedeeming(node, short)).toBe('session')
  world.time -= 61_000
})

test('[F13] a session whose contract has become a token, or is gone, is not paid for; nor what was quoted before', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const code = await world.client.getCode({ address: targets.counter })
  const asked = await signedRedeeming(node, session)
  // Answers a word to whatever it is asked, and nothing at all.
  for (const bytecode of ['0x60205ff3', '0x'] as const) {
    await world.client.setCode({ address: targets.counter, bytecode })
    expect(await refusedRedeeming(node, session)).toBe('session')
    expect(await unsentRedeeming(node, session, asked)).toBe('session')
  }
  await world.client.setCode({ address: targets.counter, bytecode: code ?? '0x' })
  expect(await refusedRedeeming(node, session)).toBe(null)
})

test('[F13] a session whose function its project lists no longer is not paid for; nor what was quoted before', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const asked = await signedRedeeming(node, session)
  for (const callable of [
    [],
    [{ chainId, address: targets.counter, selectors: ['0x12345678'] }],
    [{ chainId, address: targets.trap, selectors: [toFunctionSelector('vote()')] }],
    [{ chainId: 'eip155:1', address: targets.counter, selectors: [toFunctionSelector('vote()')] }],
  ]) {
    await world.sponsor(withSessions(), callable)
    expect(await refusedRedeeming(node, session)).toBe('session')
    expect(await unsentRedeeming(node, session, asked)).toBe('session')
  }
  await world.sponsor(withSessions())
  expect(await refusedRedeeming(node, session)).toBe(null)
})

test('[S7.22] a session that was ended by a signature alone is not paid for, though its permission stands on chain', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const { account, pci, owner } = session
  const asked = await signedRedeeming(node, session)
  const sessions = world.sessions(world.database)
  const listed = () => sessions.list({ account, signal: new AbortController().signal })
  expect(await listed()).not.toEqual([expect.objectContaining({ revokedAt: world.time })])
  const signature = await owner.signMessage({ message: pci })
  await sessions.revoke({ account, revocation: { pci, signature }, signal: new AbortController().signal })
  // At the very time at which it was ended, too.
  expect(await listed()).toEqual([expect.objectContaining({ pci, revokedAt: world.time })])
  expect(await refusedRedeeming(node, session)).toBe('session')
  expect(await unsentRedeeming(node, session, asked)).toBe('session')
})

test('[S7.21] another project pays for no session that isn’t its own, and reads no operation of it', async () => {
  await world.sponsor(withSessions())
  const [session, other] = [await openSession(world), 'other-project']
  await world.projects.seed([
    { ...demo, allowedOrigins: [], id: other, sponsorship: v.parse(Sponsorship, withSessions()) },
  ])
  expect(await refusedRedeeming(node, session)).toBe(null)
  expect(await refusedRedeeming(node, session, { projectId: other })).toBe('session')
  const asked = await signedRedeeming(node, session)
  const said = await quoteRedeemed(node, session)
  if (!said.sponsored) return expect.fail(said.because)
  const theirs = await signRedeeming(session, said, { projectId: other })
  expect(await unsentRedeeming(node, session, theirs, { projectId: other })).toBe('session')
  const { operation } = await sendRedeemed(node, session, asked)
  await node.round()
  const { account } = session
  await expect(node.redeeming.read({ account, projectId: demo.id, operation })).resolves.toMatchObject({
    succeeded: true,
  })
  await expect(node.redeeming.read({ account, projectId: other, operation })).rejects.toMatchObject({
    code: 'operation_unknown',
  })
})

test('a session that its account ends after it was taken is tried again before it is signed, and nothing is sent', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  const asked = await signedRedeeming(node, session)
  await expect(sendRedeemed(gone, session, asked)).rejects.toMatchObject({ name: 'KilledError' })
  await endSession(world, session)
  const before = await sentByOperator()
  world.time += 6_000
  await node.round()
  expect(await sentByOperator()).toBe(before)
})

test('of more gas than the project pays for, what verifies it and what it does together, nothing is paid for', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const asked = await signedRedeeming(node, session)
  const callGasLimit = 1_000_001 - asked.verificationGasLimit
  expect(await unsentRedeeming(node, session, { ...asked, callGasLimit })).toBe('gas')
  expect(await unsentRedeeming(node, session, { ...asked, callGasLimit: callGasLimit - 1 })).toBe('operation')
})

test('beyond its limit, which is the chain’s, nothing is paid for', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world, { count: 1 })
  await costOf(session)
  expect(await refusedRedeeming(node, session)).toBe('simulation')
})

test('[F16] the same again is no fault and sent once; what was sent before, what is said for longer than a quarter of an hour, and what is over, is refused', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const asked = await signedRedeeming(node, session)
  const before = [await countNow(), await sentByOperator()] as const
  const all = await Promise.all([1, 2, 3].map(() => sendRedeemed(node, session, asked)))
  expect(new Set(all.map(({ operation }) => operation)).size).toBe(1)
  await node.round()
  expect([await countNow(), await sentByOperator()]).toEqual([before[0] + 1n, before[1] + 1])
  expect(await sendRedeemed(node, session, asked)).toEqual(all[0])
  // Its nonce is spent; another's project, session, or time isn't what the key said.
  expect(await unsentRedeeming(node, session, { ...asked, callGasLimit: asked.callGasLimit + 1 })).toBe('operation')
  const next = await signedRedeeming(node, session)
  expect(await unsentRedeeming(node, session, { ...next, validUntil: next.validUntil + 1 })).toBe('operation')
  const twice = await openSession(world, { owner: session.owner, key: session.key })
  expect(await unsentRedeeming(node, twice, { ...next, pci: twice.pci })).toBe('operation')
  const tooLong = await signedRedeeming(node, session, { now: world.time + 900_000 })
  expect(await unsentRedeeming(node, session, tooLong)).toBe('late')
  world.time += 301_000
  expect(await unsentRedeeming(node, session, next)).toBe('late')
  world.time -= 301_000
})

test('what was taken and isn’t signed until it is over is not sent', async () => {
  // The chain has a clock of its own, which goes on.
  world.time = Math.max(world.time, Date.now())
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const gone = killable(world, { at: 1, is: 'after', of: 'reserve' })
  const asked = await signedRedeeming(node, session)
  await expect(sendRedeemed(gone, session, asked)).rejects.toMatchObject({ name: 'KilledError' })
  const before = await sentByOperator()
  world.time = asked.validUntil * 1_000 + 1_000
  await node.round()
  const [row] = await database.orm.select().from(sponsoredOperations).where(eq(sponsoredOperations.dropped, 'late'))
  expect([row?.grantedBy, await sentByOperator()]).toEqual([session.account.address, before])
})

test('[F16] killed after any of its words, it is sent once and booked once', async () => {
  await world.sponsor(withSessions())
  for (const of of ['reserve', 'sign', 'settle'] as const) {
    const session = await openSession(world)
    const before = [await countNow(), await sentByOperator()] as const
    const gone = killable(world, { at: 1, is: 'after', of })
    await sendRedeemed(gone, session, await signedRedeeming(node, session)).catch(() => undefined)
    await gone.round().catch(() => undefined)
    await gone.stop()
    await node.round()
    await node.round()
    expect([of, await countNow(), await sentByOperator()]).toEqual([of, before[0] + 1n, before[1] + 1])
  }
})

test('budgets hold for the account that granted, whichever keys it grants, and for the client’s network, the day and all; nothing is sent beyond', async () => {
  await world.sponsor(withSessions())
  const first = await openSession(world)
  const cost = await costOf(first)
  const before = await sentByOperator()
  for (const [name, budget] of [
    ['account', wei(cost)],
    ['network', { network: String(cost) }],
    ['day', { day: String(cost) }],
    ['total', { total: String(cost) }],
  ] as const) {
    await world.sponsor(withSessions(budget))
    // What was spent before is counted too: the rest doesn't hold another.
    const again = await openSession(world, { owner: first.owner, salt: 2n })
    expect([name, await refusedRedeeming(node, again)]).toEqual([name, 'budget'])
  }
  await world.sponsor(withSessions({ ...wei(cost), network: String(10n * cost) }))
  const elsewhere = await openSession(world, { client: '198.51.100.7' })
  const asked = await signedRedeeming(node, elsewhere)
  await world.sponsor(withSessions(wei(1n)))
  expect(await unsentRedeeming(node, elsewhere, asked)).toBe('budget')
  await node.round()
  expect(await sentByOperator()).toBe(before)
})

test('two nodes over connections of their own take no more than a budget holds', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const cost = await costOf(session)
  await world.sponsor(withSessions({ ...wei(4n * cost) }))
  const nodes = [world.node({ database: await connect() }), world.node({ database: await connect() })]
  const others = await Promise.all(
    [2n, 3n, 4n, 5n, 6n, 7n].map((salt) => openSession(world, { owner: session.owner, salt })),
  )
  const taken = await Promise.all(
    others.map(async (each, at) => unsentRedeeming(nodes[at % 2] ?? node, each, await signedRedeeming(node, each))),
  )
  const held = taken.filter((because) => because === null).length
  expect(held).toBeGreaterThan(0)
  expect(held).toBeLessThan(taken.length)
  expect(taken.filter((because) => because === 'budget').length).toBe(taken.length - held)
  const [row] = await database.orm
    .select()
    .from(sponsorBudgets)
    .where(inArray(sponsorBudgets.owner, [session.account.address]))
  expect(BigInt(row?.spent ?? 0) + BigInt(row?.reserved ?? 0)).toBeLessThanOrEqual(4n * cost)
  for (const each of nodes) {
    await each.round()
    await each.stop()
  }
  await node.round()
})

test('what passes the trial and fails in the block is paid by the account’s budget, and said to have failed', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world, { target: targets.trap })
  const call = vote(targets.trap)
  const { operation } = await sendRedeemed(node, session, await signedRedeeming(node, session, { call }))
  await node.round()
  expect(await readRedeemed(node, session, operation)).toMatchObject({ status: 'final', succeeded: false })
  const failing = await openSession(world, { target: targets.failing })
  expect(await refusedRedeeming(node, failing, { call: vote(targets.failing) })).toBe('simulation')
})

test('anyone may carry out what a key has signed and pays for it: the operator’s own transaction fails by that, and is booked', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  await costOf(session)
  const before = await countNow()
  await world.client.setAutomine(false)
  const { operation } = await sendRedeemed(node, session, await signedRedeeming(node, session))
  await node.round()
  const [attempt] = await database.orm
    .select()
    .from(sponsorTransactions)
    .where(eq(sponsorTransactions.operation, operation))
  const of = await world.client.getTransaction({ hash: `0x${attempt?.hash.slice(2)}` })
  const stranger = session.owner.address
  await world.client.setBalance({ address: stranger, value: 10n ** 18n })
  await world.client.impersonateAccount({ address: stranger })
  const gasPrice = numberToHex(100n * 10n ** 9n)
  await world.rpc('eth_sendTransaction', [
    { from: stranger, to: of.to, data: of.input, gas: numberToHex(of.gas), gasPrice },
  ])
  await world.client.mine({ blocks: 1 })
  await node.round()
  expect(await readRedeemed(node, session, operation)).toMatchObject({ status: 'final', succeeded: true })
  expect((await countNow()) - before).toBe(1n)
})

test('sends are counted by client and by network: whoever has many clients has no more for it', async () => {
  await world.sponsor(withSessions())
  const session = await openSession(world)
  const asked = await signedRedeeming(node, session)
  await world.sponsor(null)
  const sentBy = (client: string) =>
    sendRedeemed(node, { ...session, client }, asked).catch((error: unknown) => Object(error).code)
  const of = (subnet: number) => `2001:db8:1:${subnet}::/64`
  for (let subnet = 1; subnet <= 3; subnet += 1)
    for (let sends = 0; sends < 400; sends += 1) expect(await sentBy(of(subnet))).toBe('not_redeemed')
  expect(await sentBy(of(4))).toBe('rate_limited')
  expect(await sentBy('2001:db8:2:1::/64')).toBe('not_redeemed')
})
