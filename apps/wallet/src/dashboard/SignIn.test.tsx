import { cleanup, render as draw, fireEvent, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { AllArmed } from '../test/armed.js'
import { scriptedServers } from '../test/scriptedServers.js'
import { testDashboard } from '../test/testDashboard.js'
import { SignIn } from './SignIn.js'

const render = (page: ReactNode) => draw(page, { wrapper: AllArmed })

afterEach(() => {
  cleanup()
  window.history.replaceState(null, '', '/')
})

async function stage(given?: Awaited<ReturnType<typeof scriptedServers>>) {
  const servers = given ?? (await scriptedServers())
  const dashboard = await testDashboard(servers).load()
  const onOpened = vi.fn()
  const show = () => render(<SignIn dashboard={dashboard} onOpened={onOpened} below={null} />)
  return { servers, dashboard, onOpened, show }
}

const named = () => screen.findAllByRole('button', { name: /^Continue with/ })

test('[S1.3] each provider that is on has a button: one with its name, several by their marks', async () => {
  const { servers, show } = await stage()
  servers.state.providers = ['google']
  show()
  expect((await named()).map(({ textContent }) => textContent)).toEqual(['Continue with Google'])
  cleanup()
  servers.state.providers = ['google', 'apple', 'github', 'x', 'discord', 'facebook', 'farcaster']
  show()
  const names = (await named()).map((each) => [each.getAttribute('aria-label'), each.textContent])
  expect(names).toEqual(
    ['Google', 'Apple', 'GitHub', 'X', 'Discord', 'Facebook', 'Farcaster'].map((name) => [`Continue with ${name}`, '']),
  )
})

test('without any there is none; where the list doesn’t come the other ways are there, and it is asked for again', async () => {
  const { servers, show } = await stage()
  show()
  await vi.waitFor(() => expect(document.querySelector('[data-part~="skeleton"]')).toBeNull())
  expect(screen.queryByRole('button', { name: /^Continue with/ })).toBeNull()
  cleanup()
  servers.state.isAway = true
  show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeTruthy()
  Object.assign(servers.state, { isAway: false, providers: ['google'] })
  fireEvent.click(again)
  await named()
})

test('a login that can’t be begun says why, and another may be begun', async () => {
  const { servers, show } = await stage()
  Object.assign(servers.state, { providers: ['google'], refusal: { status: 403, code: 'social_off' } })
  show()
  for (const button of await named()) fireEvent.click(button)
  const alert = await screen.findByText('This wallet has no login by that provider.')
  expect(alert.getAttribute('role')).toBe('alert')
  const [button] = await named()
  expect(button?.getAttribute('aria-busy')).toBeNull()
})

test('[S1.3 S2.5] at Farcaster the visitor signs on a telephone, while the page shows what that opens; they may leave', async () => {
  const { servers, dashboard, onOpened, show } = await stage()
  servers.state.providers = ['farcaster']
  show()
  const choose = async () => fireEvent.click(await screen.findByRole('button', { name: 'Continue with Farcaster' }))
  await choose()
  await screen.findByRole('img', { name: 'QR code that opens Farcaster' })
  expect(screen.getByRole('link', { name: /^Open Farcaster/ }).getAttribute('href')).toBe(
    'https://farcaster.test/~/siwf',
  )
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  servers.state.signed = { message: 'signed', signature: `0x${'1'.repeat(130)}`, userName: 'ada' }
  await choose()
  await vi.waitFor(() => expect(onOpened).toHaveBeenCalledOnce())
  expect(dashboard.store.get().wallet?.person).toBe(servers.social.person)
})

test('[F7] an address that names a login that wasn’t begun here says that it is over, and leads to the ways to log in', async () => {
  window.history.replaceState(null, '', '/dashboard?result_uri=https://wallet.example/social?result=forged')
  const { servers, show } = await stage()
  servers.state.providers = ['google']
  show()
  await screen.findByText('The login is over. Begin again.')
  await named()
  expect(window.location.search).toBe('')
})

test('a link that names whose wallet is to be secured leads to one way in, the address filled in; the others are folded', async () => {
  const { servers, dashboard, onOpened } = await stage()
  servers.state.providers = ['google', 'apple']
  render(<SignIn dashboard={dashboard} namedEmail="ada@example.com" onOpened={onOpened} below={<p>below</p>} />)
  expect(screen.getByRole('heading', { name: 'Secure your wallet' })).toBeTruthy()
  const address = screen.getByLabelText('Your email address')
  expect(address).toHaveProperty('value', 'ada@example.com')
  await named()
  const folded = document.querySelector('details')
  const inside: readonly Element[] = [...(folded?.querySelectorAll('button') ?? [])]
  const shown = screen.getAllByRole('button').filter((button) => !inside.includes(button))
  expect(shown.map(({ textContent }) => textContent)).toEqual(['Continue', 'Use a passkey'])
  expect([folded?.open, inside.length]).toEqual([false, 3])
  expect(screen.queryByText('below')).toBeNull()
  // Nothing is asked of the mailbox by a link alone.
  expect(servers.calls.map(({ id }) => id)).not.toContain('beginLogin')
})
