import { AbortedError } from '@foyer/core/errors'
import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loginKit } from '../modal/test/loginKit.js'
import { acting, showModal } from '../modal/test/modalKit.js'
import { polyfillDialog } from '../test/polyfillDialog.js'
import { connectByName } from './connectByName.js'

beforeEach(polyfillDialog)
afterEach(cleanup)

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
