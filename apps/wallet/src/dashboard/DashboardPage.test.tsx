import type { Output } from '@foyer/core/wire'
import { encodeBytes, newId, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys, isSignedBody, SignedBody } from '@foyer/custody/signed'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import { DashboardPage } from './DashboardPage.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

interface Ceremony {
  readonly ceremony: string
  readonly site: string
  readonly asksDigits?: boolean
  readonly opensAt?: number
}

const open = '/keeper/v1/ceremonies/open'
const approve = '/keeper/v1/ceremonies/approve'
const cancel = '/keeper/v1/ceremonies/cancel'
const digits = '4172'
const callIds: Readonly<Record<string, string>> = {
  [open]: 'openCeremonies',
  [approve]: 'approveCeremony',
  [cancel]: 'cancelCeremony',
}

const Payload = v.object({ ceremony: v.optional(v.string()), digits: v.optional(v.string()) })

/** A keeper with the ceremonies of one person, over its calls as the page sends them: signed by the device. */
async function stage(ceremonies: Ceremony[] = [], ask: { refuses?: string | undefined; isKnown?: boolean } = {}) {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const held = new Map<string, Promise<void>>()
  const answers: Readonly<Record<string, (payload: Output<typeof Payload>) => unknown>> = {
    [open]: () => ({
      isKnown: ask.isKnown ?? true,
      ceremonies: ceremonies.map((each) => ({
        asksDigits: true,
        browser: 'Firefox on Windows',
        place: null,
        beganAt: 1_700_000_000,
        email: 'ada@example.com',
        opensAt: null,
        ...each,
      })),
    }),
    [approve]: (payload) => {
      end(payload.ceremony)
      return { status: payload.digits === digits ? 'approved' : 'wrongDigits' }
    },
    [cancel]: (payload) => end(payload.ceremony),
  }
  const end = (of: string | undefined) => {
    const at = ceremonies.findIndex(({ ceremony }) => ceremony === of)
    if (at >= 0) ceremonies.splice(at, 1)
  }
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    if (ask.refuses) return Response.json({ error: { code: ask.refuses } }, { status: 403 })
    const body = v.parse(SignedBody, JSON.parse(String(init?.body)))
    expect(await isSignedBody({ call: callIds[path] ?? '', body })).toBe(true)
    asked.push(path)
    await held.get(path)
    const payload = v.parse(Payload, JSON.parse(body.text))
    const said = answers[path]?.(payload)
    return said === undefined ? new Response(null, { status: 204 }) : Response.json(said)
  }
  /** The keeper answers this only once the returned function is called. */
  const hold = (path: string) => {
    let answer = () => {}
    held.set(
      path,
      new Promise((resolve) => {
        answer = resolve
      }),
    )
    return answer
  }
  const servers = createServers({ fetch, keys: () => keys })
  return {
    asked,
    ceremonies,
    hold,
    ...render(
      <DashboardPage servers={servers}>
        {({ isKnown, onLook }) => (
          <button type="button" onClick={onLook}>
            {isKnown ? 'known' : 'unknown'}
          </button>
        )}
      </DashboardPage>,
    ),
  }
}

const from = (site: string): Ceremony => ({ ceremony: newId(), site })
const said = (title: string) => screen.findByRole('heading', { name: title })
const yes = () => screen.findByRole('button', { name: 'Yes, open my wallet' })
const no = () => screen.getByRole('button', { name: 'No, it isn’t me' })
const typeDigits = async (typed: string) =>
  fireEvent.change(await screen.findByRole('textbox'), { target: { value: typed } })
const countOf = (list: readonly string[], path: string) => list.filter((each) => each === path).length

test('shows who asks, the newest alone, and nothing can be opened without four digits', async () => {
  const { asked } = await stage([from('https://new.example'), from('https://old.example')])
  expect(await yes()).toHaveProperty('disabled', true)
  expect(screen.getByText('https://new.example')).toBeTruthy()
  expect(screen.queryByText('https://old.example')).toBeNull()
  await typeDigits('41a7')
  expect(screen.getByRole('textbox')).toHaveProperty('value', '417')
  expect(await yes()).toHaveProperty('disabled', true)
  fireEvent.submit(screen.getByRole('textbox'))
  expect((await yes()).getAttribute('aria-busy')).toBeNull()
  expect(asked).toEqual([open])
})

test('opens the wallet there by the digits that the other device shows', async () => {
  const { asked, ceremonies } = await stage([from('https://dapp.example')])
  await typeDigits(digits)
  fireEvent.click(await yes())
  await said('Done. Your wallet opens there now.')
  expect(asked).toEqual([open, approve])
  expect(ceremonies).toEqual([])
})

test('a press under way takes no second one, and no refusal', async () => {
  const { asked, hold } = await stage([from('https://dapp.example')])
  const answer = hold(approve)
  await typeDigits(digits)
  const button = await yes()
  fireEvent.click(button)
  expect(button.getAttribute('aria-busy')).toBe('true')
  expect(no()).toHaveProperty('disabled', true)
  fireEvent.click(button)
  fireEvent.submit(screen.getByRole('textbox'))
  answer()
  await said('Done. Your wallet opens there now.')
  expect(countOf(asked, approve)).toBe(1)
})

test('wrong digits end what was asked; looking again shows what else waits, with its own digits', async () => {
  await stage([from('https://new.example'), from('https://old.example')])
  await typeDigits('0000')
  fireEvent.click(await yes())
  await said('Those aren’t the digits that the wallet shows. This link has ended: begin again where you logged in.')
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  expect(await screen.findByText('https://old.example')).toBeTruthy()
  expect(screen.getByRole('textbox')).toHaveProperty('value', '')
  expect(await yes()).toHaveProperty('disabled', true)
})

test('removes what somebody else asks for, without digits', async () => {
  const { asked, ceremonies } = await stage([from('https://dapp.example')])
  await yes()
  fireEvent.click(no())
  await said('Refused. Nothing was opened.')
  expect(asked).toEqual([open, cancel])
  expect(ceremonies).toEqual([])
})

const nothing = (name: 'known' | 'unknown') => screen.findByRole('button', { name })

test('nothing waits, until looking again finds something', async () => {
  const { ceremonies } = await stage()
  const look = await nothing('known')
  ceremonies.push(from('https://dapp.example'))
  fireEvent.click(look)
  expect(await screen.findByText('https://dapp.example')).toBeTruthy()
})

test.each([{ refuses: 'unavailable' }, { isKnown: false }])(
  'the page is there where the keeper says %o',
  async (ask) => {
    await stage([], ask)
    await nothing('unknown')
  },
)

test('a keeper that fails at a press says so, and the way on leads back to the question', async () => {
  const ask: { refuses?: string | undefined } = {}
  await stage([from('https://dapp.example')], ask)
  await typeDigits(digits)
  ask.refuses = 'unavailable'
  fireEvent.click(await yes())
  await said('The wallet’s service can’t be reached. Try again in a moment.')
  ask.refuses = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Look again' }))
  await typeDigits(digits)
  fireEvent.click(await yes())
  await said('Done. Your wallet opens there now.')
})

test('a wait that no digits belong to is shown, to be cancelled alone', async () => {
  const { asked } = await stage([{ ...from('https://new.example'), asksDigits: false, opensAt: 1_700_086_400 }])
  const refuse = await screen.findByRole('button', { name: 'No, it isn’t me' })
  expect(screen.queryByRole('button', { name: 'Yes, open my wallet' })).toBeNull()
  expect(screen.queryByRole('textbox')).toBeNull()
  fireEvent.click(refuse)
  await said('Refused. Nothing was opened.')
  expect([countOf(asked, approve), countOf(asked, cancel)]).toEqual([0, 1])
})
