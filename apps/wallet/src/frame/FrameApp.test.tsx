import { encodeBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { stubObservers } from '../test/blindObservers.js'
import { logIn, ownHost, testFrame } from '../test/testFrame.js'
import { FrameApp } from './FrameApp.js'

beforeEach(stubObservers)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const since = 1_800_000_000
const shop = { device: 'shop', site: 'https://shop.example', browser: 'Firefox on Windows', firstSeen: since + 60 }
const game = { device: 'game', site: 'https://game.example', browser: 'Safari on iOS', firstSeen: since + 120 }

/** A frame whose visitor is logged in; beside its own, the server lists these devices. */
async function opened() {
  const made = await testFrame()
  await logIn(made)
  const { frame } = made
  const device = encodeBytes(await exportPublicKey(frame.asking.store.get().keys.publicKey))
  const here = { device, site: 'https://dapp.example', browser: 'Chrome on Linux', firstSeen: since }
  const listed: { list: readonly object[] } = { list: [here] }
  const { signed } = frame.asking.servers
  const servers: typeof frame.asking.servers = {
    ...frame.asking.servers,
    signed: (call, payload, options) =>
      call.path === '/login/v1/devices/list'
        ? Promise.resolve(Object({ devices: listed.list }))
        : signed(call, payload, options),
  }
  render(<FrameApp frame={{ ...frame, asking: { ...frame.asking, servers } }} />)
  const host = ownHost(made)
  const address = Reflect.get(Object((await host.ask('GET_USER')).payload), 'address')
  return {
    host,
    add: (...more: readonly object[]) => {
      listed.list = [...listed.list, ...more]
    },
    ask: async () => {
      const answer = host.ask('RPC_REQUEST', { method: 'personal_sign', params: ['0x68656c6c6f', address] })
      const reject = await screen.findByRole('button', { name: 'Reject' })
      return { answer, reject }
    },
  }
}

/** Returns the text of an approval about openings, once it has looked. */
const said = () => document.querySelector('.opened')?.textContent

describe('where else the wallet was opened', () => {
  test('is said once below the next request, with a way to the devices', async () => {
    const { ask, add } = await opened()
    add(shop)
    const first = await ask()
    await waitFor(() =>
      expect(said()).toMatch(/^Your wallet was opened at shop\.example, in Firefox on Windows, on .+\./),
    )
    const link = screen.getByRole('link', { name: /^See your devices/ })
    expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual(['/dashboard#devices', 'noopener noreferrer'])
    fireEvent.click(first.reject)
    await act(() => first.answer)
    add(game)
    const second = await ask()
    await waitFor(() => expect(said()).toMatch(/opened at game\.example, in Safari on iOS/))
    fireEvent.click(second.reject)
    await act(() => second.answer)
  })

  test('of several says how many, and the last', async () => {
    const { ask, add } = await opened()
    add(shop, game)
    await ask()
    await waitFor(() => expect(said()).toMatch(/^Your wallet was opened in 2 more places, last at game\.example/))
  })

  test('an application that takes its request back hasn’t had it read', async () => {
    const { ask, add, host } = await opened()
    add(shop)
    const { answer } = await ask()
    await waitFor(() => expect(said()).toContain('shop.example'))
    host.cancel()
    await act(() => answer)
    await waitFor(() => expect(said()).toBe(undefined))
    await ask()
    await waitFor(() => expect(said()).toContain('shop.example'))
  })

  test('of what was open before this device there is nothing to say', async () => {
    const { ask, add } = await opened()
    add({ ...shop, firstSeen: since - 60 }, game)
    await ask()
    await waitFor(() => expect(said()).toMatch(/^Your wallet was opened at game\.example/))
  })
})
