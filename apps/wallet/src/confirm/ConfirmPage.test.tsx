import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys, isSignedBody, SignedBody } from '@foyer/custody/signed'
import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { createServers } from '../servers/servers.js'
import { AllArmed } from '../test/armed.js'
import { ConfirmPage } from './ConfirmPage.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(cleanup)

const link = encodeBytes(randomBytes(32))
const shown = {
  site: 'https://dapp.example',
  browser: 'Firefox on Windows',
  place: 'Vienna, AT',
  beganAt: 1_700_000_000,
  email: 'ada@example.com',
  from: 'ada@example.com',
  to: 'lovelace@example.com',
}

const browser = encodeBytes(randomBytes(65))

/** A keeper with one link, over its calls as the page sends them. */
async function stage(view: object, confirmed: object = { status: 'half', opensAt: null }, undone = false) {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const typed: unknown[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push(path)
    if (path.endsWith('/links/read')) return Response.json(view)
    if (path.endsWith('/links/refuse')) return Response.json({ undone })
    const body = v.parse(SignedBody, JSON.parse(String(init?.body)))
    expect(await isSignedBody({ call: 'confirmLink', body })).toBe(true)
    const { digits, ...rest } = JSON.parse(body.text)
    expect(rest).toEqual({ link })
    typed.push(digits)
    return Response.json(confirmed)
  }
  render(<ConfirmPage servers={createServers({ fetch, keys: () => keys })} link={link} browser={browser} />)
  return { asked, typed }
}

const said = (title: string | RegExp) => screen.findByRole('heading', { name: title })
const type = (value: string) => fireEvent.change(screen.getByRole('textbox'), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('[F4] a change of the address names both, the site, the browser, the time and the wait, and says what it means; opening it changes nothing, and nothing confirms it before its four digits are typed', async () => {
  const { asked, typed } = await stage({ status: 'change', ...shown, holdSeconds: 86_400 })
  await said('Change the address?')
  const text = document.body.textContent ?? ''
  for (const fact of [
    shown.from,
    shown.to,
    shown.site,
    shown.browser,
    shown.place,
    'Asked at',
    'can take all that it holds',
    'after a wait',
  ])
    expect(text).toContain(fact)
  expect(screen.getByRole('button', { name: 'Yes, change it' })).toHaveProperty('disabled', true)
  expect(asked).toEqual(['/keeper/v1/links/read'])
  type('0417')
  press('Yes, change it')
  await said('Confirmed here. Now open the link in the mail to the other address.')
  expect(asked).toEqual(['/keeper/v1/links/read', '/keeper/v1/links/confirm'])
  expect(typed).toEqual(['0417'])
})

test.each([
  [{ status: 'changing', opensAt: null }, 'Confirmed. Go back to the window where you began.'],
  [{ status: 'wrongDigits', opensAt: null }, /^Those aren’t the digits/],
  [{ status: 'over', opensAt: null }, /^This link was used or is too old/],
])('the second of both says what follows: %j', async (confirmed, title) => {
  await stage({ status: 'change', ...shown, holdSeconds: null }, confirmed)
  await said('Change the address?')
  expect(document.body.textContent).not.toContain('after a wait')
  type('0417')
  press('Yes, change it')
  await said(title)
})

test('a change that waits is cancelled by one button, whether it was just confirmed or is looked at later', async () => {
  const opensAt = 1_800_000_000
  await stage({ status: 'change', ...shown, holdSeconds: 86_400 }, { status: 'changeHeld', opensAt })
  await said('Change the address?')
  type('0417')
  press('Yes, change it')
  await said(/^Confirmed\. The new address opens the wallet from .* on, unless you cancel it\.$/)
  cleanup()
  const { asked } = await stage({ status: 'changeHeld', ...shown, opensAt })
  await said(/unless you cancel it/)
  press('Cancel it')
  await said('Refused. The address stays as it is.')
  expect(asked).toEqual(['/keeper/v1/links/read', '/keeper/v1/links/refuse'])
})

test('whoever didn’t ask for it refuses it', async () => {
  const { asked } = await stage({ status: 'change', ...shown, holdSeconds: 86_400 })
  await said('Change the address?')
  press('No, it isn’t me')
  await said('Refused. The address stays as it is.')
  expect(asked.at(-1)).toBe('/keeper/v1/links/refuse')
})

test('a deletion that waits says when it is, and one button cancels it; opening it changes nothing', async () => {
  const { asked } = await stage({ status: 'deletion', ...shown, opensAt: 1_800_000_000 })
  await said(/^Your wallet will be deleted on/)
  expect(screen.getAllByRole('button')).toHaveLength(1)
  expect(asked).toEqual(['/keeper/v1/links/read'])
  press('Cancel it')
  await said('Cancelled. Your wallet stays.')
  expect(asked).toEqual(['/keeper/v1/links/read', '/keeper/v1/links/refuse'])
})

test('[F4] where the wallet was opened is shown with its site, browser and time; one button says that it wasn’t its owner, and opening the page says nothing', async () => {
  const { asked } = await stage({ status: 'opened', ...shown, openedAt: 1_700_086_400 })
  await said(/^A device has had access to your wallet since \S.*\.$/)
  const text = document.body.textContent ?? ''
  for (const fact of [shown.site, shown.browser, shown.place, 'make a new wallet']) expect(text).toContain(fact)
  expect(asked).toEqual(['/keeper/v1/links/read'])
  press('It wasn’t me: sign it out')
  await said(/^That device is signed out\./)
  expect(asked).toEqual(['/keeper/v1/links/read', '/keeper/v1/links/refuse'])
})

describe('a login', () => {
  const confirmed = { status: 'confirmed', opensAt: null }
  const open = (noDigitsIn: string | null) => ({ status: 'open', ...shown, noDigitsIn, holdSeconds: null })

  test.each([
    ['a first one, begun by another browser', encodeBytes(randomBytes(65))],
    ['a later one', null],
  ])(
    '[F4] %s says where and when it was begun, and nothing confirms it before its four digits are typed',
    async (_, begunBy) => {
      const { asked, typed } = await stage(open(begunBy), confirmed)
      await said('Is this you?')
      const text = document.body.textContent ?? ''
      for (const fact of [shown.site, shown.browser, shown.place, 'Asked at']) expect(text).toContain(fact)
      expect(screen.getByRole('button', { name: 'Yes, open my wallet' })).toHaveProperty('disabled', true)
      type('0417')
      press('Yes, open my wallet')
      await said(/^Confirmed\./)
      expect([asked.at(-1), typed]).toEqual(['/keeper/v1/links/confirm', ['0417']])
    },
  )

  test('[F4] ends by wrong digits, and offers no second guess', async () => {
    const { typed } = await stage(open(null), { status: 'wrongDigits', opensAt: null })
    await said('Is this you?')
    type('0418')
    press('Yes, open my wallet')
    await said(/^Those aren’t the digits/)
    expect([typed, screen.queryAllByRole('button'), screen.queryByRole('textbox')]).toEqual([['0418'], [], null])
  })

  test('a first one in the browser that began it is one press', async () => {
    const { typed } = await stage(open(browser), confirmed)
    await said('Is this you?')
    expect(screen.queryByRole('textbox')).toBeNull()
    press('Yes, open my wallet')
    await said(/^Confirmed\./)
    expect(typed).toEqual([null])
  })
})

test('[F4] a wallet that was made says where and when; one button ends it on its first day, and says what came of that', async () => {
  const made = { status: 'made', ...shown, openedAt: 1_700_000_000 }
  const { asked } = await stage(made, {}, true)
  await said(/^A wallet was made for you on \S.*\.$/)
  for (const fact of [shown.site, shown.browser, shown.place]) expect(document.body.textContent).toContain(fact)
  expect(asked).toEqual(['/keeper/v1/links/read'])
  press('It wasn’t me: end this wallet')
  await said(/^That wallet isn’t yours any more/)
  cleanup()
  // Its first day was over by the press.
  await stage(made)
  await said(/^A wallet was made/)
  press('It wasn’t me: end this wallet')
  await said(/^That device is signed out\. The wallet stays/)
})
