import { newId } from '@foyer/custody/bytes'
import { type CeremonyState, ceremonyStateCall } from '@foyer/custody/keeperCalls'
import {
  addDoorCall,
  claimWalletCall,
  contributeCall,
  keepWalletCall,
  openDoorCall,
  readWalletCall,
  removeDoorCall,
} from '@foyer/login/loginCalls'
import { describe, expect, test } from 'vitest'
import { enter, lost, refusing, type TestLogin, testLogin } from '../test/testLogin.js'
import { perform } from '../vault/perform.js'
import { createRunTask } from '../vault/runTask.js'
import type { WorkerTask } from '../vault/tasks.js'
import { openHere } from './openWallet.js'

const email = 'ada@example.com'
const ada = `email:${email}`

const opened = async (...given: Parameters<typeof testLogin>) => {
  const device = await testLogin(...given)
  await enter(device)
  const { wallet } = device.store.get()
  if (!wallet) throw new Error('There is no wallet.')
  return { ...device, wallet }
}

/** Opens what the login server calls the person's wallet. */
const openAs = (
  { parameters }: TestLogin,
  bound: string | null,
  { said, person = ada }: { said?: Parameters<typeof openHere>[0]['said']; person?: string } = {},
) => openHere({ ...parameters, opening: { ...parameters, token: `token ${person}`, person }, bound, said })

/** A device whose link was used, and that hasn't typed its code. */
async function beforeCode(...given: Parameters<typeof testLogin>) {
  const device = await testLogin(...given)
  await device.login.email(email)
  await device.scripted.useLink(email)
  await device.login.device()
  const { ceremony } = device.store.get()
  if (!ceremony) throw new Error('Nothing is waited for.')
  return { ...device, ceremony }
}

const locked = { sentence: 'error.locked' }

describe('a wallet that this device opens', () => {
  test('has another door before it loses the one that it had', async () => {
    const device = await opened()
    const before = device.asked.length
    const renewed = await openAs(device, device.wallet.wallet)
    const paths = device.asked.slice(before).map(({ path }) => path)
    const order = [contributeCall, addDoorCall, removeDoorCall].map(({ path }) => paths.indexOf(path))
    expect(order).toEqual([...order].sort((one, other) => one - other))
    const { door, kind } = device.wallet.door
    expect(device.askedOf(removeDoorCall.path)).toEqual([{ wallet: device.wallet.wallet, door, kind }])
    expect(renewed.door.door).not.toBe(door)
    expect(renewed.addresses).toEqual(device.wallet.addresses)
    expect(device.reported).toEqual([])
  })

  test('stays as it is where its door can’t be renewed, and that is reported', async () => {
    const device = await opened()
    device.instead.set(contributeCall.path, refusing('too_many_unfinished', 409))
    expect(await openAs(device, device.wallet.wallet)).toEqual(device.wallet)
    expect(device.reported).toMatchObject([{ refusal: 'too_many_unfinished' }])
    expect(device.askedOf(removeDoorCall.path)).toEqual([])
  })

  test('opens by its new door where the old one couldn’t be removed', async () => {
    const device = await opened()
    device.instead.set(removeDoorCall.path, lost)
    const renewed = await openAs(device, device.wallet.wallet)
    expect(renewed.door.door).toBe(device.askedOf(addDoorCall.path).at(-1)?.door)
    expect([device.store.get().wallet, device.reported.length]).toEqual([renewed, 1])
  })

  test('isn’t opened where the login server names another as the person’s, or none', async () => {
    const device = await opened()
    const before = device.asked.length
    for (const bound of [newId(), null]) await expect(openAs(device, bound)).rejects.toMatchObject(locked)
    expect(device.asked).toHaveLength(before)
  })
})

describe('a wallet that this device doesn’t open', () => {
  test('stays locked without a ceremony, and by another person’s', async () => {
    const device = await testLogin()
    await expect(openAs(device, null)).rejects.toMatchObject(locked)
    const other = await beforeCode()
    await expect(openAs(other, null, { person: 'email:eve@example.com' })).rejects.toMatchObject(locked)
    expect([device.asked, other.askedOf(keepWalletCall.path)]).toEqual([[], []])
  })

  test.each([
    { status: 'waiting' },
    { status: 'held', opensAt: 1_900_000_000 },
    { status: 'secured' },
    { status: 'ended', reason: 'refused' },
  ] satisfies CeremonyState[])('stays locked while the keeper says $status', async (state) => {
    const device = await beforeCode()
    const said = { of: device.ceremony.ceremony, state }
    await expect(openAs(device, null, { said })).rejects.toMatchObject(locked)
    device.scripted.state.override = () => state
    await expect(openAs(device, null)).rejects.toMatchObject(locked)
    expect(device.askedOf(keepWalletCall.path)).toEqual([])
  })

  test('opens by what the keeper has said of its ceremony just now, without another question; by what it said of another’s it isn’t', async () => {
    const device = await beforeCode()
    const { ceremony } = device.ceremony
    const asked = () => device.askedOf(ceremonyStateCall.path)
    const state = await device.parameters.servers.signed(ceremonyStateCall, { ceremony, known: null })
    const before = asked().length
    const made = await openAs(device, null, { said: { of: ceremony, state } })
    expect([made.person, asked().length]).toEqual([ada, before])
    const second = await beforeCode({ servers: device.scripted })
    const first = second.askedOf(ceremonyStateCall.path).length
    const same = await openAs(second, made.wallet, { said: { of: ceremony, state } })
    expect(same.addresses).toEqual(made.addresses)
    expect(second.askedOf(ceremonyStateCall.path).slice(first)).toEqual([
      { ceremony: second.ceremony.ceremony, known: null },
    ])
  })

  test('is claimed at the login server where a browser ended between both servers’ words, and else not again', async () => {
    const device = await beforeCode()
    device.instead.set(claimWalletCall.path, lost)
    await expect(device.login.code(device.scripted.code)).rejects.toMatchObject({ sentence: 'error.unreachable' })
    expect(device.store.get().wallet).toBeNull()
    device.instead.clear()
    await enter(device)
    expect(device.askedOf(claimWalletCall.path)).toHaveLength(2)
    const [kept, ...more] = device.askedOf(keepWalletCall.path)
    expect([device.store.get().wallet?.wallet, more]).toEqual([kept?.wallet, []])
    const second = await opened({ servers: device.scripted })
    expect(second.askedOf(claimWalletCall.path)).toEqual([])
  })

  test('isn’t opened by mail where its recovery door was removed', async () => {
    const first = await opened()
    const device = await beforeCode({ servers: first.scripted })
    const { vault, addresses, door, wallet } = first.wallet
    device.scripted.more.set(readWalletCall.path, () => ({ wallet, vault, addresses, doors: [door] }))
    await expect(device.login.code(device.scripted.code)).rejects.toMatchObject({ sentence: 'error.secured' })
    expect([device.askedOf(openDoorCall.path), device.store.get().user]).toEqual([[], null])
  })
})

describe('a worker that makes a wallet', () => {
  /** Leaves out some of the doors that it was to make. */
  const leavingOut = (index: number) =>
    createRunTask(() => {
      const target = new EventTarget()
      return {
        addEventListener: target.addEventListener.bind(target),
        terminate: () => {},
        postMessage: async (task: WorkerTask) => {
          const result = Object(await perform(task))
          const doors = [result.doors].flat().filter((_, at) => at !== index)
          target.dispatchEvent(new MessageEvent('message', { data: { status: 'done', result: { ...result, doors } } }))
        },
      }
    })

  test.each([
    ['the device’s', 0],
    ['the recovery', 1],
  ])('without %s door makes none: nothing is kept or bound', async (_, index) => {
    const device = await beforeCode({ run: leavingOut(index) })
    await expect(device.login.code(device.scripted.code)).rejects.toMatchObject(locked)
    expect([device.askedOf(keepWalletCall.path), device.store.get().wallet]).toEqual([[], null])
  })

  test('has the doors of this device and of the keeper kept, each as what it is', async () => {
    const device = await opened()
    const [kept] = device.askedOf(keepWalletCall.path)
    // Both are on their way at once, so either may come first.
    const came = device.askedOf(contributeCall.path).map(({ door, kind }) => ({ door, kind }))
    const kinds = came.sort((one, other) => String(one.kind).localeCompare(String(other.kind)))
    expect(kept?.doors).toMatchObject(kinds)
    expect(kinds.map(({ kind }) => kind)).toEqual(['device', 'recovery'])
    expect(device.wallet.door).toMatchObject(kinds[0] ?? {})
  })
})
