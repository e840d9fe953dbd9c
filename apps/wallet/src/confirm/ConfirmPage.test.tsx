import { encodeBytes, randomBytes } from '@foyer/custody/bytes'
import { createSigningKeys, isSignedBody, SignedBody } from '@foyer/custody/signed'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import * as v from 'valibot'
import { afterEach, expect, test } from 'vitest'
import { createServers } from '../servers/servers.js'
import { ConfirmPage } from './ConfirmPage.js'

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

/** A keeper with one link of a change, over its calls as the page sends them. */
async function stage(view: object, confirmed: object = { status: 'half', opensAt: null }) {
  const keys = await createSigningKeys()
  const asked: string[] = []
  const fetch: typeof globalThis.fetch = async (url, init) => {
    const path = String(url)
    if (path.endsWith('/nonce')) return Response.json({ nonce: encodeBytes(randomBytes(32)) })
    asked.push(path)
    if (path.endsWith('/links/read')) return Response.json(view)
    if (path.endsWith('/links/refuse')) return new Response(null, { status: 204 })
    const body = v.parse(SignedBody, JSON.parse(String(init?.body)))
    expect(await isSignedBody({ call: 'confirmLink', body })).toBe(true)
    expect(JSON.parse(body.text)).toEqual({ link, digits: null })
    return Response.json(confirmed)
  }
  render(<ConfirmPage servers={createServers({ fetch, keys: () => keys })} link={link} />)
  return { asked }
}

const said = (title: string | RegExp) => screen.findByRole('heading', { name: title })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a change of the address names both, the site, the browser and the wait; opening it changes nothing, one button confirms it', async () => {
  const { asked } = await stage({ status: 'change', ...shown, holdSeconds: 86_400 })
  await said('Change the address?')
  const text = document.body.textContent ?? ''
  for (const fact of [shown.from, shown.to, shown.site, shown.browser, shown.place, 'after a wait'])
    expect(text).toContain(fact)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(asked).toEqual(['/keeper/v1/links/read'])
  press('Yes, change it')
  await said('Confirmed here. Now open the link in the mail to the other address.')
  expect(asked).toEqual(['/keeper/v1/links/read', '/keeper/v1/links/confirm'])
})

test.each([
  [{ status: 'changing', opensAt: null }, 'Confirmed. Go back to the window where you began.'],
  [{ status: 'over', opensAt: null }, /^This link was used or is too old/],
])('the second of both says what follows: %j', async (confirmed, title) => {
  await stage({ status: 'change', ...shown, holdSeconds: null }, confirmed)
  await said('Change the address?')
  expect(document.body.textContent).not.toContain('after a wait')
  press('Yes, change it')
  await said(title)
})

test('a change that waits is cancelled by one button, whether it was just confirmed or is looked at later', async () => {
  const opensAt = 1_800_000_000
  await stage({ status: 'change', ...shown, holdSeconds: 86_400 }, { status: 'changeHeld', opensAt })
  await said('Change the address?')
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
