import { FoyerError } from '@foyer/core/errors'
import { testLogin } from '@foyer/testing'
import { cleanup, fireEvent, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { loginKit } from '../test/loginKit.js'
import { acting, showModal } from '../test/modalKit.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  document.body.replaceChildren()
})

class RefusedLogin extends FoyerError {
  readonly code = 'refused_login'
}

test.each([
  [{ seconds: 23 }, 'Please try again after 23 seconds.'],
  [
    { said: 'That was asked for too often. Try again in 20 minutes.' },
    'That was asked for too often. Try again in 20 minutes.',
  ],
  [{}, 'A mail was sent a moment ago. Try again in half a minute.'],
])('[S5.31] why no mail was sent is said beside the field: %o', async (facts, said) => {
  const refused = new RefusedLogin('Refused.', { facts, notice: 'error.coolingDown' })
  const login = testLogin({ provider: () => ({ request: () => Promise.reject(refused) }) })
  const { foyer, ...kit } = loginKit({ connectors: [{ ...login, connect: () => Promise.reject(refused) }] })
  const modal = await showModal({ foyer, ...kit })
  await acting(() => foyer.open())
  await modal.arrived('Connect')
  const field = modal.part('login-email').querySelector('input')
  if (!field) throw new Error('There is no field.')
  await acting(() => void fireEvent.change(field, { target: { value: 'ada@example.com' } }))
  await acting(() => void fireEvent.submit(field.closest('form') ?? document))
  await waitFor(() => expect(modal.part('field-note').textContent).toBe(said))
})
