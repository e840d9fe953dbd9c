import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { exportPublicKey } from '@foyer/custody/sealedBox'
import { createSigningKeys, SignedBody } from '@foyer/custody/signed'
import { cleanup, render as draw, fireEvent, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import { Devices } from './Devices.js'
import type { Dashboard } from './openDashboard.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const origin = 'https://wallet.example'

interface Listed {
  device: string
  site: string
  browser: string
}

/** Devices as both servers list and end them; the first is this browser's. */
async function stage(others: readonly Omit<Listed, 'device'>[]) {
  const keys = await createSigningKeys()
  const own = encodeBytes(await exportPublicKey(keys.publicKey))
  const named = others.map((each) => ({ ...each, device: encodeBytes(randomBytes(65)) }))
  let devices: Listed[] = [{ device: own, site: origin, browser: 'Chrome on Windows' }, ...named]
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push(path)
    const body = v.parse(SignedBody, JSON.parse(String(init?.body)))
    if (path.endsWith('/list'))
      return Response.json({
        devices: devices.map((each) => ({ ...each, firstSeen: 1_800_000_000, lastSeen: 1_800_000_000 })),
      })
    const { device } = v.parse(v.object({ device: v.string() }), JSON.parse(body.text))
    devices = devices.filter((each) => each.device !== device)
    return new Response(null, { status: 204 })
  }
  const dashboard: Dashboard = Object.assign(Object.create(null), {
    servers: createServers({ fetch, keys: () => keys }),
    session: { token: async () => 'token' },
    store: { get: () => ({ keys }) },
    origin,
  })
  render(<Devices dashboard={dashboard} isKnown onLook={() => {}} />)
  await screen.findByText('this browser')
  return { asked }
}

const sites = () => within(screen.getByRole('region', { name: 'Connected sites' }))

test('browsers of the wallet’s own page and connected sites stand apart, each site’s together, and each is ended at both servers', async () => {
  const { asked } = await stage([
    { site: 'https://swap.example', browser: 'Firefox on Linux' },
    { site: 'https://game.example', browser: 'Firefox on Linux' },
    { site: 'https://swap.example', browser: 'Safari on iOS' },
    { site: origin, browser: 'Safari on iOS' },
  ])
  const here = within(screen.getByRole('region', { name: 'Signed in on' }))
  expect(here.getAllByRole('listitem')).toHaveLength(2)
  const names = () =>
    sites()
      .getAllByRole('listitem')
      .map(({ textContent }) => /^\S+\.example/.exec(textContent ?? '')?.[0])
  expect(names()).toEqual(['swap.example', 'swap.example', 'game.example'])
  fireEvent.click(sites().getByRole('button', { name: /game\.example/ }))
  await vi.waitFor(() => expect(names()).toEqual(['swap.example', 'swap.example']))
  expect(asked.slice(1)).toEqual(['/keeper/v1/devices/forget', '/login/v1/devices/remove', '/login/v1/devices/list'])
})

test('a wallet that no site has says so', async () => {
  await stage([])
  expect(sites().getByText('No site is connected.')).toBeTruthy()
  expect(sites().queryByRole('list')).toBeNull()
})
