import type { Database } from '@foyer/service/db/database'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { loginWallets } from '../db/schema/index.js'
import { loginLimits } from '../login/loginLimits.js'
import { namedKey, site } from '../login/test/openLogin.js'
import { demo } from '../test/openApi.js'
import {
  askedOf,
  quote,
  refusedQuote,
  refusedSent,
  type SponsorNode,
  type SponsorWorld,
  send,
  signed,
  targets,
  type Visitor,
} from './test/openSponsor.js'
import { openSession, quoteRedeemed, sendRedeemed, signedRedeeming, withSessions } from './test/redeemed.js'
import { onSponsorStage } from './test/sponsorGround.js'

/* Whose an operation, a count and a site are: nobody's uses up or reads another's. */

let database: Database
let world: SponsorWorld
let node: SponsorNode
let visitor: Visitor
onSponsorStage((stage) => {
  ;({ world, database, node, visitor } = stage)
})

const limited = { code: 'rate_limited' }
const elsewhere = 'no-project'
const asked = (by = visitor, projectId: string = demo.id) => askedOf(by, [targets.counter], { projectId })
const times = async (count: number, ask: () => Promise<unknown>) => {
  for (let made = 0; made < count; made += 1) await ask()
}

test('a site that isn’t the project’s is told nothing, quoted nothing, and has nothing sent', async () => {
  const evil = 'https://evil.example'
  const refusal = { code: 'origin_not_allowed' }
  const sent = await signed(node, visitor, asked())
  await expect(node.sponsor.list({ projectId: demo.id, site: evil })).rejects.toMatchObject(refusal)
  await expect(quote(node, visitor, { ...asked(), site: evil })).rejects.toMatchObject(refusal)
  await expect(send(node, visitor, { ...sent, site: evil })).rejects.toMatchObject(refusal)
  expect(await node.sponsor.list({ projectId: demo.id, site })).toEqual({ networks: ['eip155:31337'] })
  expect(await refusedSent(node, visitor, sent)).toBeNull()
})

test('[F2] a person’s quotes and operations count by project, and no other person’s with them', async () => {
  await world.projects.seed([{ ...demo, id: elsewhere }])
  const sent = await signed(node, visitor, asked())
  const stranger = await world.visitor()
  const nothing = { ...sent, projectId: elsewhere }
  await times(loginLimits.sponsored.most, () => refusedSent(node, stranger, nothing))
  await expect(send(node, stranger, nothing)).rejects.toMatchObject(limited)
  expect(await refusedSent(node, stranger, sent)).toBe('account')
  expect(await refusedSent(node, visitor, nothing)).toBe('project')
  await times(loginLimits.sponsoredQuotes.most, () => quote(node, stranger, asked(stranger, elsewhere)))
  await expect(quote(node, stranger, asked(stranger, elsewhere))).rejects.toMatchObject(limited)
  expect(await refusedQuote(node, stranger, asked(stranger))).toBeNull()
  expect(await refusedQuote(node, visitor, asked(visitor, elsewhere))).toBe('project')
})

test('[F2] what a session’s key redeems counts by network and project', async () => {
  await world.sponsor(withSessions())
  const [near, far] = [await openSession(world), await openSession(world, { client: '198.51.100.7' })]
  const sent = await signedRedeeming(node, near)
  const because = (error: unknown) => Object(error).reasons?.[0]?.name
  const nothing = (of: typeof near) => sendRedeemed(node, of, sent, { projectId: elsewhere }).catch(because)
  await times(400, () => nothing(near))
  expect([await nothing(near), await nothing(far)]).toEqual(['rate', 'project'])
  expect(await sendRedeemed(node, near, sent)).toMatchObject({ operation: expect.any(String) })
  await times(600, () => quoteRedeemed(node, near, { projectId: elsewhere }))
  await expect(quoteRedeemed(node, near, { projectId: elsewhere })).rejects.toMatchObject(limited)
  expect(await quoteRedeemed(node, far, { projectId: elsewhere })).toMatchObject({ sponsored: false })
  await node.round()
  expect(await quoteRedeemed(node, near)).toMatchObject({ sponsored: true })
})

test('what was sent under an earlier key of the operator’s is a person’s own under a newer one, and nobody else’s', async () => {
  const { operation } = await send(node, visitor, await signed(node, visitor, asked()))
  await node.round()
  const newer = namedKey('2027', 9)
  const [first = expect.fail()] = world.keys
  const turned = world.node({ loginKeys: [newer, first] })
  const is = { status: 'final', succeeded: true }
  expect(await turned.sponsor.read({ by: visitor.by, operation })).toMatchObject(is)
  // However its name is written.
  const upper = `0x${operation.slice(2).toUpperCase()}`
  expect(await turned.sponsor.read({ by: visitor.by, operation: upper })).toMatchObject(is)
  const unknown = { code: 'operation_unknown' }
  const { by } = await world.visitor()
  await expect(turned.sponsor.read({ by, operation })).rejects.toMatchObject(unknown)
  await expect(node.sponsor.read({ by: visitor.by, operation: '0x01' })).rejects.toMatchObject(unknown)
  const later = await send(turned, visitor, await signed(turned, visitor, asked()))
  const only = world.node({ loginKeys: [first] })
  await expect(only.sponsor.read({ by: visitor.by, operation: later.operation })).rejects.toMatchObject(unknown)
})

test('an account of another family, though its address is written alike, is nobody’s to send from', async () => {
  const other = await world.visitor()
  const addresses = [{ family: 'solana', address: visitor.account.address }]
  await database.orm.update(loginWallets).set({ addresses }).where(eq(loginWallets.person, other.by.person))
  expect(await refusedQuote(node, { ...visitor, by: other.by }, asked())).toBe('account')
  expect(await refusedQuote(node, visitor, asked())).toBeNull()
})
