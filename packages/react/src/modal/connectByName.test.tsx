import { AbortedError } from '@foyer/core/errors'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { connectByName } from './connectByName.js'
import { loginKit } from './test/loginKit.js'
import { acting, showModal } from './test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const stepOf = ({ foyer }: ReturnType<typeof loginKit>) => foyer.store.getState().connection.attempts.connect?.step.type

test('[S1.2] Farcaster’s opens its view as the first of all, which begins the login, and has the account', async () => {
  const kit = loginKit({ logins: { socials: ['farcaster'] } })
  const modal = await showModal(kit)
  const connecting = connectByName(kit.foyer, 'farcaster')
  await modal.arrived('ConnectingFarcaster')
  await waitFor(() => expect(stepOf(kit)).toBe('scan'))
  await acting(() => kit.server.finishSocial(kit.server.newestState ?? '', { userName: 'ada' }))
  expect(await connecting).toMatchObject({ family: 'eip155' })
})

test('[S1.2] another account’s opens its view as the first of all, which begins the login; closed, it rejects', async () => {
  const kit = loginKit({ logins: { socials: ['google'] } })
  const modal = await showModal(kit)
  const refused = expect(connectByName(kit.foyer, 'google')).rejects.toBeInstanceOf(AbortedError)
  await modal.arrived('ConnectingSocial')
  await waitFor(() => expect(stepOf(kit)).toBe('popup'))
  await acting(() => kit.foyer.close())
  await refused
})

test('[F30] where the browser has refused the press its window, the view says so and has a button for it', async () => {
  const kit = loginKit({ logins: { socials: ['google'] } })
  const modal = await showModal(kit)
  const refused = expect(connectByName(kit.foyer, 'google', null)).rejects.toBeInstanceOf(AbortedError)
  await modal.arrived('ConnectingSocial')
  await waitFor(() =>
    expect(modal.part('waiting-text').textContent).toContain('The browser kept the window from opening.'),
  )
  expect(modal.parts('open-window')).toHaveLength(1)
  await acting(() => kit.foyer.close())
  await refused
})

test('within another application that its provider refuses, the view says so and has the ways to a browser', async () => {
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  const kit = loginKit({ logins: { socials: ['google'] } })
  const modal = await showModal(kit)
  const refused = expect(connectByName(kit.foyer, 'google')).rejects.toBeInstanceOf(AbortedError)
  await modal.arrived('ConnectingSocial')
  expect(modal.part('in-app').textContent).toContain('Google lets nobody log in within this app.')
  expect(modal.parts('open-window')).toHaveLength(0)
  await acting(() => kit.foyer.close())
  await refused
})
