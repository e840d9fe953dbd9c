import { cleanup, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { memoryStorage } from '../../test/plainKit.js'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { knownEmail, type LoginKit } from '../test/loginKit.js'
import { acting, type ShownModal } from '../test/modalKit.js'
import { codeField, inputOf, opened, submit, type } from '../test/shownLogin.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

const key = '@foyer/1/test/known_email'

/** A visitor who logs in, signs out and opens Connect again. */
async function returned(options: Parameters<typeof opened>[0] = {}) {
  const kit = await opened(options)
  await submit(kit.modal, knownEmail)
  await finish(kit)
  await acting(() => kit.foyer.disconnect())
  await acting(() => kit.foyer.open())
  await kit.modal.arrived('Connect')
  return kit
}

async function finish({ modal, foyer, code }: LoginKit & { readonly modal: ShownModal }) {
  await modal.arrived('EmailVerifyOtp')
  await type(codeField(modal), code())
  await waitFor(() => expect(foyer.account().status).toBe('connected'))
}

describe('the address of the last time', () => {
  test('is offered to whoever has signed out, shortened; one press has the mail sent', async () => {
    const kit = await returned()
    const { modal, server } = kit
    expect(modal.parts('login-email')).toEqual([])
    expect(modal.part('login-known').textContent).toBe('Continue as b…@example.com')
    expect(modal.text()).not.toContain(knownEmail)
    const before = server.mails.length
    await kit.clock.advance(30_000)
    await modal.press('login-known')
    await waitFor(() => expect(server.mails.slice(before).map(({ to }) => to)).toEqual([knownEmail]))
    await finish(kit)
  })

  test('is there on the next visit, and is forgotten for another, whose field has the focus', async () => {
    const entries = { [key]: knownEmail }
    const storage = memoryStorage(entries)
    const kit = await opened({ storage })
    const { modal } = kit
    await modal.press('another-email')
    expect(modal.parts('login-known')).toEqual([])
    expect(storage.getItem(key)).toBe(null)
    expect(modal.root.activeElement).toBe(inputOf(modal, 'login-email'))
    await submit(modal, 'bob@example.com')
    await finish(kit)
    expect(storage.getItem(key)).toBe('bob@example.com')
  })
})
