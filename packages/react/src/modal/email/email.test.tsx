import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, loginKit } from '../test/loginKit.js'
import { acting, type ShownModal, showModal } from '../test/modalKit.js'
import { inputOf, type } from '../test/shownLogin.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const another = 'ada.with.a.long.name@example.org'

/** A visitor who has logged in by e-mail, at their account's settings. */
async function loggedIn() {
  const kit = loginKit()
  const modal = await showModal(kit)
  const { foyer, login, server, clock } = kit
  const connecting = foyer.connect({ connectorId: login.id, login: { method: 'email', email: knownEmail } })
  await waitFor(() => expect(foyer.store.getState().connection.attempts.connect?.step.type).toBe('codeSent'))
  await acting(() => foyer.open({ view: 'EmailVerifyOtp', email: knownEmail }))
  await modal.arrived('EmailVerifyOtp')
  await type(code(modal), kit.code())
  await acting(() => connecting)
  await clock.advance(31_000)
  await acting(() => foyer.open({ view: 'AccountSettings' }))
  await modal.arrived('AccountSettings')
  const views = () => foyer.store.getState().view.history.map(({ view }) => view)
  return { ...kit, modal, server, views }
}

function code(modal: ShownModal): HTMLInputElement {
  const input = modal.part('code-input')
  if (!(input instanceof HTMLInputElement)) throw new Error('no code field')
  return input
}

const save = (modal: ShownModal) =>
  acting(() => void fireEvent.submit(modal.part('new-email').closest('form') ?? document))
const wrong = (right: string) => right.replaceAll(/\d/g, (digit) => `${(Number(digit) + 1) % 10}`)
const attempt = ({ foyer }: Pick<Awaited<ReturnType<typeof loggedIn>>, 'foyer'>) =>
  foyer.store.getState().connection.attempts.updateEmail

test('[S4.24 S4.25] another address is proved by a code to each and the links, and stands in the account then', async () => {
  const kit = await loggedIn()
  const { modal, server, foyer, views } = kit
  expect(modal.part('login-as').textContent).toContain(knownEmail)
  await modal.press('login-as')
  await modal.arrived('UpdateEmailWallet')
  expect(modal.text()).toContain('Edit Email')
  expect(inputOf(modal, 'new-email').value).toBe(knownEmail)
  expect(modal.part('save-email').hasAttribute('disabled')).toBe(true)
  await type(inputOf(modal, 'new-email'), another)
  await save(modal)
  await modal.arrived('UpdateEmailPrimaryOtp')
  expect(modal.text()).toContain('Confirm Current Email')
  expect(modal.part('login-sent').textContent).toContain(knownEmail)
  expect(server.mails.at(-1)?.to).toBe(knownEmail)
  await type(code(modal), wrong(kit.code()))
  await waitFor(() => expect(modal.part('login-note').textContent).toBe('That code is wrong. Try again.'))
  await type(code(modal), kit.code())
  await modal.arrived('UpdateEmailSecondaryOtp')
  expect(modal.text()).toContain('Confirm New Email')
  expect(modal.part('login-sent').textContent).toContain(another)
  expect(modal.part('login-note').textContent).toBe('')
  await waitFor(() => expect(server.mails.at(-1)?.to).toBe(another))
  await type(code(modal), kit.code())
  await waitFor(() => expect(modal.parts('code-input')).toEqual([]))
  for (const said of ['Open the link', knownEmail, another]) expect(modal.text()).toContain(said)
  await acting(() => server.approveDevice(another))
  await modal.arrived('AccountSettings')
  expect(views()).toEqual(['AccountSettings'])
  expect(modal.part('login-as').textContent).toContain(`${another.slice(0, -3)}...`)
  expect(foyer.store.getState().connection.attempts.updateEmail?.end).toEqual({ status: 'succeeded' })
})

test('leaving its views gives it up, and so does going back to type another address', async () => {
  const kit = await loggedIn()
  const { modal, foyer } = kit
  await modal.press('login-as')
  await modal.arrived('UpdateEmailWallet')
  await type(inputOf(modal, 'new-email'), another)
  await save(modal)
  await modal.arrived('UpdateEmailPrimaryOtp')
  expect(attempt(kit)?.end).toBeUndefined()
  await modal.press('back')
  await modal.arrived('UpdateEmailWallet')
  expect(attempt(kit)?.end).toEqual({ status: 'cancelled' })
  await type(inputOf(modal, 'new-email'), another)
  await save(modal)
  await modal.arrived('UpdateEmailPrimaryOtp')
  await acting(() => foyer.close())
  expect(attempt(kit)?.end).toEqual({ status: 'cancelled' })
})

test('it may be begun again once the wait is over', async () => {
  const kit = await loggedIn()
  const { modal, clock } = kit
  await modal.press('login-as')
  await modal.arrived('UpdateEmailWallet')
  await type(inputOf(modal, 'new-email'), another)
  await save(modal)
  await modal.arrived('UpdateEmailPrimaryOtp')
  expect(modal.part('try-again').textContent).toBe('Try again in 30 s')
  expect(modal.part('try-again').hasAttribute('disabled')).toBe(true)
  await clock.advance(30_000)
  await modal.press('try-again')
  await modal.arrived('UpdateEmailWallet')
})

test('an address that can’t be one is said beside the field, until it is typed anew', async () => {
  const kit = await loggedIn()
  const { modal } = kit
  await modal.press('login-as')
  await modal.arrived('UpdateEmailWallet')
  await type(inputOf(modal, 'new-email'), 'ada@example')
  await save(modal)
  await waitFor(() => expect(modal.part('field-note').textContent).toBe('Invalid email. Try again.'))
  await type(inputOf(modal, 'new-email'), 'ada@example.o')
  expect(modal.part('field-note').textContent).toBe('')
  await modal.press('keep-email')
  await modal.arrived('AccountSettings')
})

test('whoever logged in otherwise has no address to update', async () => {
  const kit = await loggedIn()
  const { modal, server, foyer } = kit
  await acting(() => server.changeProfile({ provider: 'google', email: 'ada@gmail.example', userName: 'Ada' }))
  expect(modal.part('login-as').tagName).not.toBe('BUTTON')
  expect(modal.part('login-as').textContent).toContain('Ada')
  await acting(() => foyer.open({ view: 'UpdateEmailWallet' }))
  await modal.arrived('UpdateEmailWallet')
  expect(modal.text()).toContain('There is no email to update')
})
