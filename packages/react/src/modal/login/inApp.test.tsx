import { cleanup, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { polyfillDialog } from '../../test/polyfillDialog.js'
import { acting } from '../test/modalKit.js'
import { opened } from '../test/shownLogin.js'

beforeEach(polyfillDialog)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.0.20.104'

test('within another application a login that its provider would refuse isn’t begun, and the ways to a browser are shown; any other is', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(instagram)
  const { modal, foyer } = await opened()
  const attempt = () => foyer.store.getState().connection.attempts.connect
  const button = (provider: string) => {
    const found = modal.parts('social').find((each) => each.dataset.social === provider)
    return found ?? expect.fail(`${provider} isn’t offered.`)
  }
  await acting(() => void fireEvent.click(button('google')))
  expect(modal.part('in-app').textContent).toContain('Google lets nobody log in within this app.')
  expect([modal.parts('open-outside').length, modal.parts('copy-page').length]).toEqual([1, 1])
  expect(attempt()).toBeUndefined()
  await acting(() => void fireEvent.click(button('github')))
  expect(attempt()?.login).toEqual({ method: 'social', provider: 'github' })
})
