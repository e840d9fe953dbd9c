import { encodeBytes, newId } from '@foyer/custody/bytes'
import { bindWalletCall } from '@foyer/custody/keeperCalls'
import { forgetDeviceCall } from '@foyer/custody/keeperPageCalls'
import { createKeeperSecret } from '@foyer/service/seal/keeperKeys'
import { handClock } from '@foyer/service-testing/handClock'
import { type LentPostgres, lendPostgres } from '@foyer/service-testing/lendPostgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmLink } from './links.js'
import { keeperDevices } from './tables.js'
import {
  askSigned,
  begin,
  confirm,
  createDevice,
  dayMs,
  firstLogin,
  keysNamed,
  linkIn,
  mailAfter,
  openPart,
  sealPart,
  signed,
  startWorld,
  stateOf,
  type World,
  wrong,
} from './test/keeperWorld.js'

let postgres: LentPostgres
beforeAll(() => {
  postgres = lendPostgres()
})
afterAll(() => postgres.stop())

const keys = [keysNamed('one', 1)] as const

/** Nodes of one keeper: the same database, keys and time. */
async function startNodes() {
  const location = { kind: 'postgres', url: await postgres.createDatabase() } as const
  const parameters = { location, keys, secret: await createKeeperSecret(keys), clock: handClock(1_700_000_000_000) }
  const open = () => startWorld(parameters)
  return { clock: parameters.clock, open, nodes: [await open(), await open()] as const }
}

test('two nodes over one PostgreSQL are one keeper', async () => {
  const { clock, nodes } = await startNodes()
  const [one, other] = nodes
  const { part } = await firstLogin(one)
  clock.pass(2 * dayMs)
  const device = await createDevice()
  const { ceremony, digits } = await begin(one, { device })
  const mail = await mailAfter(one, 1)
  // Of guesses on both nodes at once one is compared.
  const guess = (node: World, index: number) =>
    confirmLink(node.services.keeper, { link: linkIn(mail), browser: `browser ${index}`, digits: wrong(digits) })
  const answers = await Promise.all(Array.from({ length: 40 }, (_, index) => guess(index % 2 ? one : other, index)))
  expect(answers.filter(({ status }) => status !== 'over')).toEqual([{ status: 'wrongDigits', opensAt: null }])
  expect(await stateOf(other, device, ceremony)).toMatchObject({ reason: 'wrongDigits' })
  clock.pass(60_000)
  const again = await createDevice()
  const second = await begin(other, { device: again })
  const link = linkIn(await mailAfter(other, 0))
  expect(await confirm(one, again, link, second.digits)).toMatchObject({ status: 'held' })
  clock.pass(dayMs)
  const [left, right] = await Promise.all(nodes.map((node) => stateOf(node, again, second.ceremony)))
  for (const state of [left, right]) {
    if (state?.status !== 'released') throw new Error(String(state?.status))
    expect(await openPart(again, second.ceremony, state.part)).toEqual(part)
  }
  // Whichever node opened it, one notice was sent.
  const opened = () => nodes.flatMap(({ mails }) => mails).filter(({ subject }) => subject.includes('opens there now'))
  await expect.poll(() => opened().length).toBe(1)
  for (const node of nodes) await node.close()
})

test('devices that bind at both nodes at once make one wallet', async () => {
  const { clock, nodes } = await startNodes()
  const made = await Promise.all(nodes.map(async (node) => ({ node, device: await createDevice(), wallet: newId() })))
  const ready: (() => Promise<number>)[] = []
  for (const [index, { node, device, wallet }] of made.entries()) {
    // Of one network there is one mail an hour to an address.
    const { ceremony } = await begin(node.from(`192.0.${index}.7`), { device })
    await confirm(node, device, linkIn(await mailAfter(node, 0)))
    const payload = { ceremony, wallet, part: await sealPart(node, wallet, new Uint8Array(32)) }
    ready.push(async () => (await askSigned(node, { call: bindWalletCall, keys: device.keys, payload })).status)
    clock.pass(60_000)
  }
  expect((await Promise.all(ready.map((bind) => bind()))).toSorted()).toEqual([200, 409])
  for (const node of nodes) await node.close()
})

test.each(['the removal', 'the release'] as const)(
  '[F4] a device that is removed at one node while its wait ends at the other acts for nobody, and is given nothing: %s first',
  async (first) => {
    const { clock, nodes } = await startNodes()
    const [one, other] = nodes
    const { device: own, browser } = await firstLogin(one)
    for (let round = 0; round < 5; round += 1) {
      clock.pass(2 * dayMs)
      const [device, confirmedIn, sent] = [await createDevice(), await createDevice(), one.mails.length]
      const { ceremony, digits } = await begin(one, { device })
      expect(await confirm(one, confirmedIn, linkIn(await mailAfter(one, sent)), digits)).toMatchObject({
        status: 'held',
      })
      clock.pass(dayMs)
      const remove = () => askSigned(other, { call: forgetDeviceCall, keys: own.keys, payload: { device: device.id } })
      const works = first === 'the removal' ? [remove, () => one.sendLate()] : [() => one.sendLate(), remove]
      await Promise.all(works.map((work) => work()))
      for (const node of nodes)
        expect(await stateOf(node, device, ceremony)).toEqual({ status: 'ended', reason: 'cancelled' })
      const acting = await one.database.orm.select({ key: keeperDevices.key }).from(keeperDevices)
      expect(acting.map(({ key }) => key).toSorted()).toEqual([own.id, browser.id].toSorted())
    }
    for (const node of nodes) await node.close()
  },
)

test('[F16] a keeper that is started anew between any two steps goes on where it was', async () => {
  const { clock, open, nodes } = await startNodes()
  for (const node of nodes) await node.close()
  const anew = async <Result>(work: (node: World) => Promise<Result>) => {
    const node = await open()
    try {
      return await work(node)
    } finally {
      await node.close()
    }
  }
  const [device, browser, wallet, part] = [
    await createDevice(),
    await createDevice(),
    newId(),
    new Uint8Array(32).fill(5),
  ]
  const { ceremony, digits, link } = await anew(async (node) => {
    const begun = await begin(node, { device })
    return { ...begun, link: linkIn(await mailAfter(node, 0)) }
  })
  expect(await anew((node) => begin(node, { device }))).toMatchObject({ ceremony })
  await anew((node) => confirm(node, browser, link, digits))
  expect((await anew((node) => stateOf(node, device, ceremony))).status).toBe('unbound')
  const payload = await anew(async (node) => ({ ceremony, wallet, part: await sealPart(node, wallet, part) }))
  const bind = (node: World) => signed(node, { call: bindWalletCall, keys: device.keys, payload })
  await anew(bind)
  await anew(bind)
  clock.pass(2 * dayMs)
  const later = await createDevice()
  const second = await anew(async (node) => {
    const begun = await begin(node, { device: later })
    return { ...begun, link: linkIn(await mailAfter(node, 0)) }
  })
  expect(await anew((node) => confirm(node, later, second.link, second.digits))).toMatchObject({ status: 'held' })
  expect((await anew((node) => stateOf(node, later, second.ceremony))).status).toBe('held')
  clock.pass(dayMs)
  const state = await anew((node) => stateOf(node, later, second.ceremony))
  if (state.status !== 'released') throw new Error(state.status)
  expect(encodeBytes(await openPart(later, second.ceremony, state.part))).toBe(encodeBytes(part))
})
