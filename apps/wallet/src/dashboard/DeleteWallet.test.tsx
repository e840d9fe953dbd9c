import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys, isSignedBody, SignedBody } from '@foyer/custody/signed'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test, vi } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import { DeleteWallet, DeletionNotice } from './DeleteWallet.js'
import { forgetDeleted, waitingDeletion } from './deletion.js'
import type { Dashboard } from './openDashboard.js'
import type { OpenWallet } from './ownDoors.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const email = 'ada@example.com'
const wallet = newId()
const opensAt = 1_800_000_000
const addresses = [{ family: 'eip155', address: `0x${'a'.repeat(40)}` }]
const opened = (kinds: readonly string[] = ['recovery']): OpenWallet =>
  Object.assign(Object.create(null), {
    wallet,
    vault: '',
    addresses,
    ownDoors: [],
    doors: kinds.map((kind) => ({ kind })),
  })

type Answer = object | { readonly refusal: string } | 'away' | undefined

/** Both servers as a dashboard asks them: each path has its answer, and is signed. */
async function stage(answers: Record<string, Answer> = {}) {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const kept: Record<string, unknown> = {
    wallet: { wallet },
    user: { person: `email:${email}`, email, userName: null },
  }
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push(path)
    const answer = answers[path]
    if (answer === 'away') throw new TypeError('Failed to fetch')
    if (!path.endsWith('/finish')) {
      const body = v.parse(SignedBody, JSON.parse(String(init?.body)))
      const [server, , , what] = path.split('/').slice(1)
      const call = `${what}Deletion`
      expect(
        [await isSignedBody({ call, body }), await isSignedBody({ call: 'deletionState', body })],
        server,
      ).toContain(true)
    }
    if (answer && 'refusal' in answer) return Response.json({ error: { code: answer.refusal } }, { status: 409 })
    return answer ? Response.json(answer) : new Response(null, { status: 204 })
  }
  const set = vi.fn(async (part: object) => void Object.assign(kept, part))
  const dashboard: Dashboard = Object.assign(Object.create(null), {
    servers: createServers({ fetch, keys: () => keys }),
    session: { token: async () => 'token' },
    store: { get: () => kept, set },
    origin: 'https://wallet.example',
  })
  return { asked, dashboard, set, kept }
}

const [allow, read, stop, finish] = ['allow', 'read', 'stop', 'finish'].map((each) => `/login/v1/deletions/${each}`)
const [ask, state, cancel] = ['ask', 'state', 'cancel'].map((each) => `/keeper/v1/deletions/${each}`)
const paths = { allow, read, stop, finish, ask, state, cancel } as Readonly<Record<string, string>>
const at = (name: string) => paths[name] ?? expect.fail()
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })

test('[F15] a wallet is deleted only once its owner has read what goes and has typed whose it is', async () => {
  const { asked, dashboard } = await stage({ [at('ask')]: { deletion: newId(), opensAt } })
  const onEnd = vi.fn()
  render(<DeleteWallet dashboard={dashboard} wallet={opened()} onEnd={onEnd} />)
  const text = document.body.textContent ?? ''
  for (const said of ['gone for good', 'stays on its networks', 'Take the wallet with you first'])
    expect(text).toContain(said)
  expect(text).not.toContain('recovery file')
  expect(screen.getByRole('button', { name: 'Delete it' })).toHaveProperty('disabled', true)
  type('eve@example.com')
  fireEvent.submit(screen.getByRole('textbox'))
  expect(asked).toEqual([])
  type(' ADA@example.com ')
  press('Delete it')
  await vi.waitFor(() => expect(onEnd).toHaveBeenCalledOnce())
  expect(asked).toEqual([at('allow'), at('ask')])
})

test('a wallet that opens by a passkey or a paper alone says that its recovery file opens it afterwards', async () => {
  const { dashboard } = await stage()
  render(<DeleteWallet dashboard={dashboard} wallet={opened(['device'])} onEnd={() => {}} />)
  expect(document.body.textContent).toContain('Your recovery file opens it afterwards')
})

test('an old login is told to log in again, and the keeper isn’t asked', async () => {
  const { asked, dashboard } = await stage({ [at('allow')]: { refusal: 'login_too_old' } })
  render(<DeleteWallet dashboard={dashboard} wallet={opened()} onEnd={() => expect.fail()} />)
  type(email)
  press('Delete it')
  await screen.findByText('Log in again for this: it’s allowed for five minutes after a login.')
  expect(asked).toEqual([at('allow')])
})

test('what waits is said with its time, and cancelled at both servers', async () => {
  const deletion = newId()
  const { asked, dashboard } = await stage({ [at('state')]: { status: 'held', deletion, opensAt } })
  const waiting = (await waitingDeletion(dashboard, true)) ?? expect.fail()
  const onCancelled = vi.fn(async () => {})
  render(<DeletionNotice dashboard={dashboard} waiting={waiting} onCancelled={onCancelled} />)
  expect(screen.getByRole('alert').textContent).toContain('will be deleted on')
  press('Cancel the deletion')
  await vi.waitFor(() => expect(onCancelled).toHaveBeenCalledOnce())
  expect(asked).toEqual([at('state'), at('cancel'), at('stop')])
})

test('the login server says it where the keeper doesn’t know this browser, or is away', async () => {
  const unknown = await stage({ [at('state')]: { status: 'none' }, [at('read')]: { opensAt } })
  expect(await waitingDeletion(unknown.dashboard, false)).toEqual({ deletion: null, opensAt })
  // One that was cancelled by a mail's link is none, whatever the login server still says.
  expect(await waitingDeletion(unknown.dashboard, true)).toBeNull()
  const away = await stage({ [at('state')]: 'away', [at('read')]: { opensAt } })
  const waiting = (await waitingDeletion(away.dashboard, true)) ?? expect.fail()
  render(<DeletionNotice dashboard={away.dashboard} waiting={waiting} onCancelled={async () => {}} />)
  press('Cancel the deletion')
  await vi.waitFor(() => expect(away.asked.at(-1)).toBe(at('stop')))
})

test('a browser that holds a deleted wallet forgets it, and takes the keeper’s word to the login server', async () => {
  const receipt = { text: '{}', signature: encodeBytes(randomBytes(64)) }
  const { asked, dashboard, kept } = await stage({ [at('state')]: { status: 'deleted', at: opensAt, receipt } })
  expect(await forgetDeleted(dashboard)).toBe(true)
  expect(asked).toEqual([at('state'), at('finish')])
  expect(kept).toMatchObject({ wallet: null, user: null })
  for (const answer of [{ status: 'none' }, 'away'] as const) {
    const there = await stage({ [at('state')]: answer })
    expect(await forgetDeleted(there.dashboard)).toBe(false)
    expect(there.set).not.toHaveBeenCalled()
  }
})
