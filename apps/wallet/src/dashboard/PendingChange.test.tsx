import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys, SignedBody } from '@foyer/custody/signed'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import type { Dashboard } from './openDashboard.js'
import { type OpenChange, PendingChange, pendingChange } from './PendingChange.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const email = 'ada@example.com'
const change: OpenChange = {
  ...{ change: newId(), from: email, to: 'lovelace@example.com' },
  ...{ beganAt: 1_799_990_000, expiresAt: 1_799_991_200, opensAt: null },
}

/** A keeper that shows these changes; null where it doesn't know this browser. */
async function stage(changes: readonly OpenChange[] | null) {
  const keys = await createSigningKeys()
  const asked: unknown[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push([path, JSON.parse(v.parse(SignedBody, JSON.parse(String(init?.body))).text)])
    if (changes === null) return Response.json({ error: { code: 'device_unknown' } }, { status: 403 })
    return path.endsWith('/open') ? Response.json({ changes }) : new Response(null, { status: 204 })
  }
  const dashboard: Dashboard = Object.assign(Object.create(null), {
    servers: createServers({ fetch, keys: () => keys }),
    store: { get: () => ({ user: { person: `email:${email}`, email, userName: null } }) },
  })
  return { asked, dashboard }
}

test.each([
  [null, /asked for lovelace@example\.com to open this wallet instead.*may confirm it until/],
  [1_800_080_000, /^From .*, lovelace@example\.com opens this wallet instead of your address/],
])(
  'a change that goes through at %s says to which address, since when and until when, and is cancelled',
  async (opensAt, says) => {
    const { asked, dashboard } = await stage([{ ...change, opensAt }])
    const found = (await pendingChange(dashboard)) ?? expect.fail()
    const onCancelled = vi.fn(async () => {})
    render(<PendingChange dashboard={dashboard} change={found} onCancelled={onCancelled} />)
    expect(screen.getByRole('alert').textContent).toMatch(says)
    fireEvent.click(screen.getByRole('button', { name: 'Cancel the change' }))
    await vi.waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
    expect(asked.at(-1)).toEqual(['/keeper/v1/emails/cancel', { change: change.change }])
  },
)

test('another person’s, none, and a keeper that doesn’t know this browser are no change', async () => {
  for (const changes of [[{ ...change, from: 'eve@example.com' }], [], null])
    expect(await pendingChange((await stage(changes)).dashboard)).toBeNull()
})
